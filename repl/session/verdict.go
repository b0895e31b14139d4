package session

import (
	"context"
	"slices"

	"funmem/eval/finding"
	"funmem/eval/memory"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/futhark/tofunmem"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// Checked runs a program and returns its verdict, with its FUNMEM form and the arrays among its results, as far as they
// are known.
func (s *Session) Checked(ctx context.Context, prog *syntax.Program, followed *heap.Life) (*elab.Unit, *syntax.Program, *validity.Verdict, []*value.Array, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, nil, nil, nil, err
	}
	unit, err := Elaborate(ctx, s.Elab, prog)
	if err == nil {
		err = s.Hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, nil, nil, nil, err
	}
	mem, err := s.Lower(ctx, unit)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	s.Heap.Check.Heap.Opts.Life = followed
	if followed == nil {
		v, values, said, ok := s.Quickly(ctx, s.Heap.Check, mem)
		if s.Said = said; ok {
			return unit, mem, v, ArraysOf(values), nil
		}
	}
	v, err := s.Heap.Check.Check(ctx, mem)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	return unit, mem, v, shownArrays(v), nil
}

// Proved returns a verdict on a FUNMEM program with what is proved about its kernels.
func (s *Session) Proved(ctx context.Context, mem *syntax.Program, v *validity.Verdict) *validity.Verdict {
	asked := s.Asking.Prover()
	defer func() { s.Asking.Note("kernels", "kernels", asked) }()
	steps := prove.NewBudget(prove.MaxSteps)
	steps.Second = told(asked)
	return v.Prove(steps, s.asLeft(ctx, mem), func(name string) *syntax.Def { return s.Heap.Check.Heap.Defs.Get(name) }, s.Elab.MemType, verdict.Poll(ctx))
}

// Valid tries to prove that the statements of a program are valid, or a function of it if d is not nil. Arrays of earlier lines have to show their
// values now. It returns nil if nothing is to be proved.
func (s *Session) Valid(ctx context.Context, mem *syntax.Program, d *syntax.Def, e validity.Effort) *validity.Proof {
	if e == validity.NoProof {
		return nil
	}
	asked := s.Asking.Prover()
	about, of := "the statements", "validity"
	if d != nil {
		about, of = "`"+d.Name+"`", "validity-"+d.Name
	}
	defer func() { s.Asking.Note("the validity of "+about, of, asked) }()
	return s.valid(ctx, mem, d, e, told(asked))
}

// valid is Valid, and second is told of the questions.
func (s *Session) valid(ctx context.Context, mem *syntax.Program, d *syntax.Def, e validity.Effort, second prove.Second) *validity.Proof {
	t := &validity.Text{Program: s.asLeft(ctx, mem), Defs: func(name string) *syntax.Def { return s.Heap.Check.Heap.Defs.Get(name) }, Types: s.Elab.MemType, Second: second, Compiled: s.compiled}
	p := t.Valid(e, d, verdict.Poll(ctx))
	if p == nil || len(p.Outside) == 0 {
		return p
	}
	why := ""
	for _, x := range p.Outside {
		if !s.shows(ctx, x) {
			why = "`" + x.Name + "` does not show its value any more"
		}
	}
	p.For = t.About(p, func(x *syntax.Var) bool {
		return slices.ContainsFunc(s.inputs(), func(in *input) bool { return in.Binding.ID == x.ID })
	})
	return p.Unless(why)
}

// shows tells whether an array of an earlier line, or an input, shows its value, and whether a number is the same in both semantics.
func (s *Session) shows(ctx context.Context, x *syntax.Var) bool {
	if s.Heap.Check.CatchUp(ctx) != nil {
		return false
	}
	v, want := s.Heap.Check.Heap.Env.Of(x.ID), s.Heap.Check.Value.Env.Of(x.ID)
	if v.B != nil {
		if _, freed := v.B.Freed(); freed || outside(v) {
			return false
		}
	}
	return validity.Differs(ctx, x, v, want) == nil
}

// outside tells whether an array does not lie in its block.
func outside(v memory.Val) bool {
	lo, hi, ok := v.L.Extent()
	return !ok || lo <= hi && (lo < 0 || hi >= v.B.Len())
}

// asLeft returns a program that begins with what earlier lines left: blocks that are freed, and arrays that do not lie in
// their blocks.
func (s *Session) asLeft(ctx context.Context, mem *syntax.Program) *syntax.Program {
	var left []syntax.Decl
	seen := map[int]bool{}
	for _, d := range mem.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, x := range let.Pat {
				seen[x.ID] = true // its own, which functions may use
			}
		}
	}
	find := func(n syntax.Node) {
		for _, x := range syntax.FreeVars(n, verdict.Poll(ctx)) {
			v, t := s.Heap.Check.Heap.Env.Of(x.ID), s.Elab.MemType(x.ID)
			if v.B == nil || t == nil || seen[x.ID] {
				continue
			}
			block := x
			if t.IsArray() {
				block = t.Mem.Block
				if outside(v) {
					left = append(left, &syntax.Let{Span: x.Span, Pat: []*syntax.Binding{{Name: x.Name, ID: x.ID, Type: t, Span: x.Span}}, Exp: &syntax.Scratch{Span: x.Span, Elem: t.Elem, Dims: t.Dims}})
				}
			}
			if _, freed := v.B.Freed(); freed {
				left = append(left, &syntax.Free{Span: x.Span, Block: block})
			}
			seen[x.ID] = true
		}
	}
	find(mem)
	for name := range verdict.CallsFrom(ctx, mem, func(syntax.Decl) bool { return true }) {
		if d := s.Heap.Check.Heap.Defs.Get(name); d != nil {
			find(d)
		}
	}
	if left == nil {
		return mem
	}
	return &syntax.Program{Span: mem.Span, Decls: slices.Concat(left, mem.Decls)}
}

// WithOperators returns a verdict on a program with what is wrong with the operators of its reduces and scans.
func (s *Session) WithOperators(ctx context.Context, u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	defer s.Progress.Begin()()
	c := *v
	found, untested := s.Operators(ctx, u, nil)
	c.Warnings, c.Untested = slices.Concat(v.Warnings, found), untested
	return &c
}

// Operators returns warnings about the operators of the reduces and scans of a program, and the operators that were not
// tried.
func (s *Session) Operators(ctx context.Context, u *elab.Unit, runs func() []validity.Run) ([]finding.Warning, []validity.Untested) {
	found, untested := validity.Operators(ctx, u.Core, s.Machine, runs, OperatorsOf(s.Dumps...))
	return found, slices.Concat(untested, Histograms(s.Dumps...))
}

// OnInputs runs defs on inputs, each by itself, and adds the findings. The defs are in p, and with memory in mem.
func (s *Session) OnInputs(ctx context.Context, f *verdict.Program, p, mem *validate.Program, defs []*syntax.Def, o *validate.Options) error {
	defer s.Progress.Begin()()
	o.Options, o.Tests, o.Seed, o.Progress = s.Settings.Options(), verdict.DefTests, 1, s.Progress.Inputs
	if len(s.Dumps) > 0 {
		p.Params, o.Gives = ParamsOf(s.Dumps), givesWritten(s.Dumps)
	}
	for k, d := range defs {
		sub, err := validate.Alone(p, d, mem)
		if err != nil {
			f.Idle = append(f.Idle, verdict.Idle{Def: d, Name: d.Name, Why: diag.Of(err)[0].Msg, Tried: true})
			continue
		}
		f.Subjects = append(f.Subjects, sub)
		o.Time = verdict.Share(ctx, len(defs)-k)
		if err := f.Phase(ctx, func() error { return f.Try(ctx, d, sub, o) }); err != nil {
			return err
		}
		if f.Late != "" { // the time stays over
			f.Idle = append(f.Idle, verdict.Idle{Def: d, Name: d.Name, Why: f.Late, Tried: true})
		}
	}
	return nil
}

// givesWritten returns a function that finds the first element of the results of an entry point of dumps that nothing
// wrote.
func givesWritten(dumps []*tofunmem.Unit) func(*validate.Subject, []value.Val) *validity.Unwritten {
	return func(sub *validate.Subject, results []value.Val) *validity.Unwritten {
		return Unwritten(entryOf(dumps, sub.Name), ArraysOf(results))
	}
}

// ProgramOf is a unit as a program that takes the inputs of the session.
func (s *Session) ProgramOf(unit *elab.Unit, name string) *validate.Program {
	p := &validate.Program{Unit: unit, Name: name, Supply: s.Elab.Supply(), Compiled: s.compiled, InBytes: s.inBytes, Irregular: s.irregular, Returns: s.returns, Rows: s.rows}
	inputs := s.inputs()
	if len(inputs) > 0 {
		p.Inputs = func(v *validity.Session) {
			for _, in := range inputs {
				in.Bind(v)
			}
		}
	}
	for _, in := range inputs {
		if in.Value.A == nil {
			p.Outside = append(p.Outside, in.Binding)
		} else {
			p.Outside = append(p.Outside, in.Block, in.array())
		}
	}
	return p
}
