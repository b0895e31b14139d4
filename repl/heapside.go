package repl

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/derive"
	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// heapSide is the session under the heap semantics. It is behind the lines by
// those that nothing needed on the heap yet.
type heapSide struct {
	machine *memory.Machine
	intro   *introduce.State
	done    int                 // entries that it has seen
	lost    map[int]*diag.Diagnostic // binders that have no value here: their line is stuck
	found   diag.List           // races and divergences of the lines so far
}

// catchUp evaluates the entries that the heap has not seen. A line that is
// stuck there, as only a FUNMEM one can be, is noted, and lines that need what
// it binds are left out with it. The error is that of an interrupt, or a bug.
func (s *Session) catchUp(ctx context.Context) error {
	if s.heap == nil {
		s.heap = &heapSide{machine: memory.New(memory.Options{}), intro: introduce.New(), lost: map[int]*diag.Diagnostic{}}
	}
	h := s.heap
	needed := s.needed(h.done)
	for h.done < len(s.entries) {
		e := s.entries[h.done]
		if e.input != nil {
			s.inputOnHeap(e.input)
		} else if needed[e] {
			if _, err := s.onHeap(ctx, e); err != nil {
				return err
			}
		}
		h.done++
	}
	return nil
}

// needed are the entries from the given one on that the heap must see: those
// that bind names, and expressions whose values something uses later.
func (s *Session) needed(from int) map[*entry]bool {
	needed := map[*entry]bool{}
	uses := map[int]bool{}
	if last, ok := s.elab.Lookup("_"); ok && last.Binding != nil {
		uses[last.Binding.ID] = true
	}
	for _, e := range slices.Backward(s.entries[from:]) {
		if e.input != nil {
			continue
		}
		used := len(e.unit.Names) > 0 || e.unit.Mem
		for _, d := range e.unit.Core.Decls {
			if let, ok := d.(*syntax.Let); ok {
				for _, p := range let.Pat {
					used = used || uses[p.ID]
				}
			}
		}
		if !used {
			continue
		}
		needed[e] = true
		for _, v := range syntax.FreeVars(e.unit.Core) {
			uses[v.ID] = true
		}
	}
	return needed
}

// inputOnHeap gives an input its block.
func (s *Session) inputOnHeap(in *input) {
	h := s.heap
	if in.value.A == nil {
		h.intro.Bind(in.binding)
		s.elab.BindMem(in.binding)
		h.machine.Env.Bind(in.binding, memory.Int(in.value.I))
		return
	}
	in.block = s.elab.Supply().Binding(in.binding.Name+"_mem", &syntax.Type{Elem: syntax.Mem})
	array := *in.binding
	array.Type = &syntax.Type{Dims: in.binding.Type.Dims, Mem: &syntax.MemAnn{Block: in.block.Use(), L: lmad.RowMajor(in.binding.Type.Dims)}}
	for _, b := range []*syntax.Binding{in.block, &array} {
		h.intro.Bind(b)
		s.elab.BindMem(b)
	}
	h.machine.Input(in.block, &array, in.value.A)
}

// onHeap evaluates an entry under both semantics in lockstep. The outcome is
// nil for an entry that is left out.
func (s *Session) onHeap(ctx context.Context, e *entry) (*memory.Outcome, error) {
	h := s.heap
	for _, v := range syntax.FreeVars(e.unit.Core) {
		if why := h.lost[v.ID]; why != nil {
			h.lose(e.unit.Core, why)
			return nil, nil
		}
	}
	if err := s.introduce(e); err != nil {
		return nil, err
	}
	h.machine.Opts = memory.Options{Options: s.Settings.options(), Validate: true}
	save := h.machine.Save()
	out, err := h.machine.Run(ctx, e.mem)
	if err == nil {
		h.machine.Forget(save)
		h.found = append(h.found, findings(out)...)
		return out, nil
	}
	h.machine.Restore(save)
	var stuck *diag.Diagnostic
	if errors.As(err, &stuck) && stuck.Kind == diag.Stuck {
		h.lose(e.mem, stuck)
		h.found = append(append(h.found, findings(out)...), stuck)
		return nil, nil
	}
	return nil, err
}

// introduce makes the FUNMEM form of an entry and has it checked (Fig. 8).
func (s *Session) introduce(e *entry) error {
	mem, err := s.heap.intro.Program(e.unit.Core, s.elab.Supply())
	if err != nil {
		return err
	}
	e.mem = mem
	if e.unit.Mem {
		return nil
	}
	if err := s.elab.Adopt(mem); err != nil {
		return refused(err)
	}
	return nil
}

// refused turns a type error in what we made ourselves into a bug.
func refused(err error) error {
	l := diag.Of(err)
	return diag.Errorf(diag.Bug, l[0].Rule, l[0].Span, "the FUNMEM form does not type-check: %s", l[0].Msg)
}

// lose marks what a program binds as without a value.
func (h *heapSide) lose(p *syntax.Program, why *diag.Diagnostic) {
	for _, d := range p.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, b := range let.Pat {
				h.lost[b.ID] = why
			}
		}
	}
}

// underHeap evaluates what was just added under the heap semantics too, and
// takes the values from there when that is the engine. What it finds are
// warnings.
func (s *Session) underHeap(ctx context.Context, added *Added) (diag.List, error) {
	if s.heap == nil || s.heap.done < len(s.entries)-1 {
		if err := s.catchUp(ctx); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// scratch is a program that is evaluated beside the session, which stays as it
// is.
type scratch struct {
	unit *elab.Unit
	fun  *syntax.Program
	mem  *syntax.Program
	elab *elab.Session
	side *heapSide
}

// aside elaborates a program beside the session.
func (s *Session) aside(src *diag.Source) (*scratch, error) {
	prog, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	next := s.elab.Clone()
	unit, err := next.Program(prog)
	if err != nil {
		return nil, s.explain(err)
	}
	e := &scratch{unit: unit, elab: next}
	e.fun = erased(unit)
	return e, nil
}

// asideOnHeap is aside with the FUNMEM form; the heap has caught up then.
func (s *Session) asideOnHeap(ctx context.Context, src *diag.Source) (*scratch, error) {
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	e, err := s.aside(src)
	if err != nil {
		return nil, err
	}
	for _, v := range syntax.FreeVars(e.unit.Core) {
		if why := s.heap.lost[v.ID]; why != nil {
			return nil, diag.Errorf(diag.Stuck, why.Rule, v.Span, "`%s` has no value on the heap", v.Name).
				Note(why.Span, "its line is stuck under the heap semantics: %s", why.Msg)
		}
	}
	e.mem, err = s.heap.intro.Clone().Program(e.unit.Core, e.elab.Supply())
	if err == nil && !e.unit.Mem {
		if err := e.elab.Adopt(e.mem); err != nil {
			return nil, refused(err)
		}
	}
	return e, err
}

// tryOnHeap evaluates a FUNMEM program and puts the heap back as it was. What
// it finds must be used before the next program runs: use is called in between.
func (s *Session) tryOnHeap(ctx context.Context, p *syntax.Program, opts memory.Options, use func(*memory.Outcome, error) error) error {
	m := s.heap.machine
	opts.Options = s.Settings.options()
	m.Opts = opts
	save := m.Save()
	defer m.Restore(save)
	out, err := m.Run(ctx, p)
	var stopped *engine.Interrupted
	if errors.As(err, &stopped) {
		return err
	}
	return use(out, err)
}

// derivation evaluates a program beside the session and gives its derivation
// under the value semantics.
func (s *Session) derivation(ctx context.Context, e *scratch) ([]*derive.Tree, error) {
	m := s.evaluatorAside()
	m.Record = derive.NewRecorder()
	_, err := m.Run(ctx, e.fun)
	return m.Record.Trees(), err
}
