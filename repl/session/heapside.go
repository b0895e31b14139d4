package session

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/futhark/tofunmem"
	"funmem/heap"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// heapSide is the session under the heap semantics, with the value semantics in lockstep. Lines that did not need the
// heap have not run here yet.
type heapSide struct {
	Check *validity.Session
	intro *introduce.State
	done  int                      // entries that it has seen
	made  int                      // elements of arrays since the last collection
	lines int                      // entries since the last collection
	names *syntax.Supply           // of blocks, and of what else the FUNMEM forms bind
	lost  map[int]*diag.Diagnostic // binders without a value here, because their line is stuck
}

// BothSemantics is a session of the two semantics. As elsewhere in the session, the fast engine runs kernels, loops and
// calls for the value semantics.
func (s *Session) BothSemantics() *validity.Session {
	v := validity.NewSession(s.options())
	v.Compiled = s.compiled
	v.Value.Accelerate = fast.NewKernels(s.options()).Accelerate
	return v
}

// compiled tells whether a place is in a dump.
func (s *Session) compiled(at diag.Span) bool {
	return slices.ContainsFunc(s.Dumps, func(u *tofunmem.Unit) bool { return u.Has(at) })
}

func (s *Session) inBytes(at diag.Span) bool {
	return slices.ContainsFunc(s.Dumps, func(u *tofunmem.Unit) bool { return u.InBytes(at) })
}

// CatchUp evaluates the entries that the heap has not seen. A line that is stuck there is noted; only a FUNMEM line can
// be. Lines that need what it binds are left out too.
func (s *Session) CatchUp(ctx context.Context) error {
	defer s.Progress.Begin()()
	if s.Heap == nil {
		s.Elab.Supply().Open(nil, nil) // the last line may have taken names of blocks that there are no more
		s.Heap = &heapSide{Check: s.BothSemantics(), intro: introduce.New(), names: &syntax.Supply{}, lost: map[int]*diag.Diagnostic{}}
	}
	h := s.Heap
	needed := s.needed(verdict.Poll(ctx), h.done)
	defer func() { h.Check.SetDigits(s.Settings.Digits) }()
	for h.done < len(s.Entries) {
		e := s.Entries[h.done]
		if e.Input != nil {
			for _, in := range e.Input.InCore() {
				s.inputOnHeap(in)
			}
		} else if needed[e] {
			h.Check.SetDigits(e.Digits)
			if err := s.onHeap(ctx, e); err != nil {
				return err
			}
		}
		h.done++
		if h.made += h.size(e); h.done < len(s.Entries) && h.made >= s.worthCollecting() {
			s.collectHeap(verdict.Poll(ctx))
		}
	}
	return nil
}

// size is the number of elements of the arrays that an entry bound on the heap.
func (h *heapSide) size(e *Entry) int {
	if e.Mem == nil {
		return 0
	}
	n := 0
	for _, d := range e.Mem.Decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		for _, p := range let.Pat {
			if v := h.Check.Heap.Env.Of(p.ID); v.IsArray() {
				n += v.L.Count()
			}
		}
	}
	return n
}

// needed returns the entries, from the given one on, that the heap must see: the last entry, those that bind names or
// link functions, and expressions if something uses their values later or can still name them.
func (s *Session) needed(until stop.Poll, from int) map[*Entry]bool {
	needed := map[*Entry]bool{}
	var named map[int]bool // what can still be named; computed only if needed, because it looks at all names
	uses := map[int]bool{}
	isUsed := func(id int) bool {
		if named == nil {
			named = s.roots(until)
		}
		return named[id] || uses[id]
	}
	for k, e := range slices.Backward(s.Entries[from:]) {
		if e.Input != nil {
			continue
		}
		used := len(e.Unit.Names) > 0 || len(e.Unit.Core.Defs()) > 0 || e.Unit.Mem || from+k == len(s.Entries)-1
		for _, d := range e.Unit.Core.Decls {
			if let, ok := d.(*syntax.Let); ok {
				for _, p := range let.Pat {
					used = used || isUsed(p.ID)
				}
			}
		}
		if !used {
			continue
		}
		needed[e] = true
		for _, v := range syntax.FreeVars(e.Unit.Core, until) {
			uses[v.ID] = true
		}
	}
	return needed
}

// inputOnHeap gives an input its block.
func (s *Session) inputOnHeap(in *input) {
	h := s.Heap
	s.Adopted++
	if in.Value.A == nil {
		h.intro.Bind(in.Binding)
		s.Elab.BindMem(in.Binding)
		in.Bind(h.Check)
		return
	}
	h.names.Beside(s.Elab.Supply())
	h.names.Open(nil, []string{in.Binding.Written()})
	h.names.Take(in.Binding.Name)
	in.Block = h.names.Binding(in.Binding.Name+"_mem", &syntax.Type{Elem: syntax.Mem})
	h.names.Own(in.Binding.Written(), []string{in.Binding.Name, in.Block.Name})
	s.Elab.Supply().After(h.names)
	for _, b := range []*syntax.Binding{in.Block, in.array()} {
		h.intro.Bind(b)
		s.Elab.BindMem(b)
	}
	for _, name := range []string{in.Block.Name, in.Binding.Written() + "_mem"} { // a FUNMEM program can name it
		if n, taken := s.Elab.Lookup(name); !taken || s.isOlder(n, in) {
			s.Elab.Alias(name, in.Block.Use())
		}
	}
	if h.Check.Heap.Heap.Has(in.Block.Name) {
		s.collectHeap(nil) // the block of an older input, so that this one is not x_mem#2
	}
	in.Bind(h.Check)
}

// isOlder tells whether a name is that of the block of an input that a later input of the same name has replaced, or of a
// part of it. It is not a name of Fun.
func (s *Session) isOlder(n elab.Name, than *input) bool {
	return n.Def == nil && slices.ContainsFunc(s.inputs(), func(in *input) bool {
		return in != than && in.Binding.Written() == than.Binding.Written() &&
			(in.Block != nil && (n.Binding == nil || n.Binding.Type.Elem == syntax.Mem) || in.of != nil && n.Binding == in.Binding)
	})
}

// onHeap evaluates an entry under both semantics.
func (s *Session) onHeap(ctx context.Context, e *Entry) error {
	h := s.Heap
	if why := h.Missing(e.Unit.Core, verdict.Poll(ctx)); why != nil {
		s.Adopted++
		h.lose(e.Unit.Core, why)
		return nil
	}
	mem, err := s.Lower(ctx, e.Unit)
	if err != nil {
		return err
	}
	mem = s.withPassed(e, mem)
	if h.lines++; h.lines*linesOfNames >= len(s.Entries) && h.hasNamesOf(mem) {
		s.collectHeap(verdict.Poll(ctx)) // blocks with these names that nothing reaches, so that new ones are not x_mem#2
	}
	if s.Whole { // nothing that comes later needs its blocks
		if v, _, _, ok := s.Quickly(ctx, s.Heap.Check, mem); ok {
			e.Mem, e.Verdict = mem, v.Gives(e.Gives)
			return nil
		}
	}
	save := h.Check.Heap.Save()
	v, err := h.Check.Check(ctx, mem)
	if err != nil {
		h.Check.Heap.Restore(save)
		return err
	}
	e.Mem, e.Verdict = mem, s.aboutLines(e.Unit, v).Gives(e.Gives)
	if v.Stuck == nil {
		h.Check.Heap.Forget(save)
		return nil
	}
	h.Check.Heap.Restore(save)
	h.lose(mem, v.Stuck.Diag)
	return nil
}

// linesOfNames is for how many entries one entry may look through all names. Sessions of that length have neat names of
// blocks, and in longer ones an entry takes hardly longer for them.
const linesOfNames = 32

// hasNamesOf tells whether there are blocks with names that a program gives to blocks of its own.
func (h *heapSide) hasNamesOf(p *syntax.Program) bool {
	for _, d := range p.Decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		if _, ok := let.Exp.(*syntax.Alloc); ok && h.Check.Heap.Heap.Has(let.Pat[0].Name) {
			return true
		}
	}
	return false
}

// withPassed returns the program of an entry, with the forms that :pass gave its functions.
func (s *Session) withPassed(e *Entry, p *syntax.Program) *syntax.Program {
	passed := map[string]*syntax.Def{}
	for _, d := range e.Unit.Core.Defs() {
		if s.Passed[d] != nil {
			passed[d.Name] = s.Passed[d]
		}
	}
	if len(passed) == 0 {
		return p
	}
	out := *p
	out.Decls = slices.Clone(p.Decls)
	for k, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok && passed[d.Name] != nil {
			out.Decls[k] = passed[d.Name]
		}
	}
	return &out
}

// polled makes the transformation of programs end with a context, until the returned function is called.
func (s *Session) polled(ctx context.Context) (reset func()) {
	s.Elab.Poll, s.Heap.intro.Until = verdict.Poll(ctx), verdict.Poll(ctx)
	return func() { s.Elab.Poll, s.Heap.intro.Until = nil, nil }
}

// Lower makes the FUNMEM form of a unit that was just elaborated, and has it
// checked (Fig. 8).
func (s *Session) Lower(ctx context.Context, u *elab.Unit) (*syntax.Program, error) {
	defer s.polled(ctx)()
	transform := s.Heap.intro.Program
	if s.Whole && !u.Mem {
		transform = s.Heap.intro.TransformProgram
	}
	s.Adopted++
	names := s.Elab.Supply()
	if !s.Whole {
		names = s.namesOnHeap(u)
	}
	mem, err := transform(u.Core, names)
	s.Elab.Supply().After(names)
	if err == nil && !u.Mem {
		if err = s.Elab.Adopt(mem); err != nil {
			err = refused(err)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, n := range u.Names {
		var names []string
		for _, n := range s.Elab.InCore(n) {
			var t *syntax.Type
			if n.Binding != nil {
				t = s.Elab.MemType(n.Binding.ID)
			}
			names = append(names, n.Needs(t, s.Elab.Poll)...)
		}
		s.Heap.names.Own(n.Name, names)
	}
	return mem, nil
}

// namesOnHeap gives names to the blocks of a unit. The heap may see the unit long after it was entered.
func (s *Session) namesOnHeap(u *elab.Unit) *syntax.Supply {
	var mentioned, declared []string
	for _, x := range syntax.FreeVars(u.Core, s.Elab.Poll) {
		mentioned = append(mentioned, x.Name)
		if t := s.Elab.MemType(x.ID); t != nil {
			mentioned = append(mentioned, syntax.FreeNames(t)...)
		}
	}
	for _, n := range u.Names {
		declared = append(declared, n.Name)
	}
	names := s.Heap.names
	names.Beside(s.Elab.Supply())
	names.Open(mentioned, declared)
	names.Take(syntax.BoundNames(u.Core, s.Elab.Poll)...)
	return names
}

// aboutLines returns a verdict without the warnings that are not about a line of Fun: `layout`, because the results of
// a line are not copied and stay where they lie, and `overlap`.
func (s *Session) aboutLines(u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	if u.Mem || s.Whole {
		return v
	}
	return verdict.WithoutWarnings(v, "layout", "overlap")
}

// Missing says why a program cannot run on the heap: a line that it uses is stuck there.
func (h *heapSide) Missing(p *syntax.Program, until ...stop.Poll) *diag.Diagnostic {
	for _, v := range syntax.FreeVars(p, until...) {
		if why := h.lost[v.ID]; why != nil {
			return diag.Errorf(diag.Stuck, why.Rule, v.Span, "`%s` has no value on the heap", v.Name).
				Note(why.Span, "its line is stuck under the heap semantics: %s", why.Msg)
		}
	}
	return nil
}

// refused turns a type error in a program that we made ourselves into a bug. Work that was ended is no bug.
func refused(err error) error {
	if stopped := (*engine.Interrupted)(nil); errors.As(err, &stopped) {
		return err
	}
	l := diag.Of(err)
	return diag.Errorf(diag.Bug, l[0].Rule, l[0].Span, "the FUNMEM form does not type-check: %s", l[0].Msg)
}

// lose marks the names that a program binds as having no value.
func (h *heapSide) lose(p *syntax.Program, why *diag.Diagnostic) {
	for _, d := range p.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, b := range let.Pat {
				h.lost[b.ID] = why
			}
		}
	}
}

// underHeap also evaluates the program just added under the heap semantics. If that is the chosen engine, being stuck
// is an error, and the values come from the heap, unless they are known to be the same. Other findings are messages.
func (s *Session) underHeap(ctx context.Context, added *Added) (diag.List, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	v, heap := added.Entry.Verdict, s.Settings.Engine == "heap"
	if v != nil {
		added.blocks = v.Blocks
	}
	switch {
	case v == nil && heap:
		return nil, s.Heap.Missing(added.Unit.Core)
	case v == nil:
		return nil, nil
	case heap && v.Stuck != nil:
		return nil, v.Stuck.Diag
	case heap && v.Outcome != nil:
		var values []value.Val
		for k, x := range withoutBlocks(added.Unit.Results, v.Outcome.Results) {
			v, err := memory.Show(x)
			if err != nil {
				return nil, diag.Errorf(diag.Stuck, "E-MEM-PROG", added.Unit.Results[k].Span, "the result cannot be shown: %s", err)
			}
			values = append(values, v)
		}
		added.Values = values
	}
	return v.Diagnostics(), nil
}

// onlyHeap evaluates an entry under the heap semantics after the value semantics had no value for it; err says why. If
// the heap is stuck as well, that is the error. A file goes on with the values that the heap shows. A line does not,
// because its names would have no value.
func (s *Session) onlyHeap(ctx context.Context, added *Added, e *Entry, err error) (*Added, error) {
	if l := diag.Of(err); len(l) == 0 || l[0].Kind != diag.Stuck {
		return added, err
	}
	reached := *added
	s.Entries = append(s.Entries, e)
	added.Entry = e
	list, heapErr := s.underHeap(ctx, added)
	switch {
	case heapErr != nil:
		return &reached, heapErr
	case !s.Whole:
		for _, d := range diag.Of(err) {
			d.Note(diag.Span{}, "only the value semantics is stuck: `:check` compares it with the heap")
		}
		return &reached, err
	}
	added.Heap = list
	return added, nil
}

// View is an array that a name stands for on the heap. An irregular array stands for its data, beside which there are its
// sizes and offsets.
type View struct {
	Name     string
	Val      memory.Val
	Rows     *value.Rows // of an irregular array
	declared string      // the LMAD as it is written in FUNMEM
}

// Views are the arrays and blocks in scope, with the last value, in the order
// of their definition.
func (s *Session) Views() (arrays []View, blocks map[*heap.Block][]string) {
	env := s.Heap.Check.Heap.Env
	blocks = map[*heap.Block][]string{}
	seen := map[int]bool{}
	add := func(name string, b *syntax.Binding) {
		if v := env.Of(b.ID); v.IsArray() {
			array := View{Name: name, Val: v}
			if b.Type.Mem != nil {
				array.declared = b.Type.Mem.L.String()
			}
			arrays = append(arrays, array)
		} else if v.B != nil {
			blocks[v.B] = append(blocks[v.B], name)
		}
		seen[b.ID] = true
	}
	parts := func(n elab.Name) {
		list := s.Elab.InCore(n)
		last := len(list) - 1
		for _, p := range list[:last] {
			if !seen[p.Binding.ID] {
				add(p.Binding.Name, p.Binding)
			}
		}
		before := len(arrays)
		add(n.Name, list[last].Binding)
		if v, ok := s.Value(n.Binding); ok && len(arrays) > before {
			arrays[before].Rows, _ = v.(*value.Rows)
		}
	}
	for _, n := range s.Names() {
		if n.Binding != nil {
			parts(n)
		}
	}
	if last, ok := s.Elab.Lookup("_"); ok && last.Binding != nil && !seen[s.Elab.InCore(last)[0].Binding.ID] {
		parts(last)
	}
	return arrays, blocks
}

// ShowsBlock is a variable that shows a block, by its ID, or 0.
func (s *Session) ShowsBlock(b *heap.Block) int {
	env := s.Heap.Check.Heap.Env
	for _, e := range slices.Backward(s.Entries) {
		if e.Input != nil {
			for _, in := range e.Input.InCore() {
				if in.Block != nil && env.Of(in.Block.ID).B == b {
					return in.Block.ID
				}
			}
		}
		if e.Mem == nil {
			continue
		}
		for _, d := range e.Mem.Decls {
			let, ok := d.(*syntax.Let)
			if !ok {
				continue
			}
			for _, p := range let.Pat {
				if env.Of(p.ID).B == b {
					return p.ID
				}
			}
		}
	}
	return 0
}
