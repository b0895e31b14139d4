package validate

import (
	"context"
	"errors"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// inputsIMP returns the inputs of an IMP program. Each array has a block of its own.
func (s *side) inputsIMP(in *Input) map[string]imp.Input {
	given := map[string]imp.Input{}
	ints := map[int]num.Num{}
	s.bindNumbers(in, func(id int, k num.Num) { ints[id] = k })
	for _, x := range s.program.IMP.Inputs {
		given[x.Name] = imp.Input{Value: value.Number(ints[x.ID])}
	}
	for k, x := range s.arrays {
		given[x.Name] = imp.Input{Value: value.Val{A: in.Arrays[k]}}
	}
	return given
}

// runIMP evaluates AFTER, of IMP. The diagnostic says where it is stuck.
func (r *runner) runIMP(ctx context.Context, in *Input, schedule engine.Schedule, life *heap.Life, watch *imp.Watch) (*imp.Outcome, *diag.Diagnostic, error) {
	s := &r.sub.After
	o := r.options(s)
	o.Schedule = schedule
	out, err := imp.Follow(ctx, s.program.IMP, s.inputsIMP(in), o, life, watch)
	var d *diag.Diagnostic
	switch {
	case !errors.As(err, &d):
		return out, nil, err
	case d.Kind == diag.Usage:
		return nil, nil, &cannot{why: d.Msg}
	case d.Cause == diag.Limit:
		return nil, nil, d
	}
	return out, d, nil
}

// tryIMP compares AFTER, of IMP, with the results of BEFORE.
func (r *runner) tryIMP(ctx context.Context, in *Input, schedule engine.Schedule, want []value.Val) (*Failure, error) {
	out, stuck, err := r.runIMP(ctx, in, schedule, nil, nil)
	if err != nil {
		return nil, err
	}
	v := &validity.Verdict{Typed: true}
	f := &Failure{Input: in, Schedule: schedule, Verdict: v, want: want, Result: -1}
	v.Ran("E-IMP-KERNEL", out.Kernels)
	for _, w := range out.Warnings {
		if w.Kind == diag.Warning {
			v.Warnings = append(v.Warnings, finding.Warning{Kind: "unwritten", Message: w.Msg, At: w.Span})
		}
	}
	if stuck != nil {
		f.Kind, v.Stuck = Stuck, &validity.Stuck{Rule: stuck.Rule, Message: stuck.Msg, Diag: stuck}
		return f, nil
	}
	v.Overwrite = r.overwritesIMP(ctx, out, in)
	switch {
	case !v.RaceFree:
		f.Kind = Racy
	case v.Overwrite != nil:
		f.Kind = Overwriting
	}
	f.gave = pick(out.Results, r.sub.After.results)
	f.differ(r.sub)
	if f.Kind == Different {
		f.Kind = Unequal
	}
	if f.Kind == Fine && r.strict && len(v.Warnings) > 0 {
		f.Kind = Warned
	}
	if at, n := r.sub.After.coreOf(max(0, f.Result)); f.Result >= 0 && n == 1 { // parts of equal arrays may differ
		k := r.sub.After.results[at]
		if v.Divergence = validity.Differs(ctx, r.sub.After.program.IMP.Return[k].X, shownIMP(out, k), want[at]); v.Divergence != nil {
			v.Divergence.AffectsResult = true
		}
	}
	v.Valid = f.Result < 0 && v.Overwrite == nil
	v.Consistent = v.Valid
	return f, nil
}

// shownIMP returns a result as the heap has it.
func shownIMP(out *imp.Outcome, k int) memory.Val {
	x, at := out.Results[k], out.Places[k]
	if x.A == nil {
		return memory.Number(x.I)
	}
	return memory.Val{B: at.Block, L: at.LMAD, E: x.A.Elem}
}

// overwritesIMP returns the first argument that AFTER changed although it has no star in BEFORE, or nil.
func (r *runner) overwritesIMP(ctx context.Context, out *imp.Outcome, in *Input) *finding.Overwrite {
	for k, x := range r.sub.After.arrays {
		b := r.sub.Before.arrays[k]
		if b.Unique {
			continue
		}
		block, a := blockOf(out, x), in.Arrays[k]
		at := memory.Val{B: block, L: RowMajor.lmad(a.Shape), E: a.Elem}
		if d := validity.Differs(ctx, x.Use(), at, value.Val{A: a}); d != nil {
			o := &finding.Overwrite{Def: r.sub.Name, Argument: x.Name, At: x.Span,
				Index: d.Index, Before: d.Value, After: d.Heap, Block: d.Block, Offset: d.Offset, LastWriter: d.LastWriter}
			r.sub.blame(o, k)
			return o
		}
	}
	return nil
}

// blockOf returns the block of an input.
func blockOf(out *imp.Outcome, x *syntax.Binding) *heap.Block {
	for _, v := range out.Vars {
		if v.ID == x.ID {
			return v.Block
		}
	}
	return nil
}

// traceIMP runs AFTER, of IMP. It looks at the variables and the heap at the accesses that a failure is about, or where
// AFTER is stuck, and at the end.
func (r *runner) traceIMP(ctx context.Context, f *Failure, life *heap.Life) (*Trace, error) {
	out, stuck, err := r.runIMP(ctx, f.Input, f.Schedule, life, nil)
	if err != nil {
		return nil, err
	}
	at, off := raced(out.Kernels)
	t := &Trace{Heap: cells(out.Heap.Blocks(), at, off), When: atEnd}
	spot, moments, err := r.momentsIMP(ctx, f, out, stuck)
	if err != nil {
		return nil, err
	}
	if n := len(moments); n > 0 && (stuck != nil || n > 1) {
		t.Heap, t.When = cells(moments[n-1].Blocks, nil, -1), "at the second access"
		if stuck != nil {
			t.When = "where it is stuck"
		}
	}
	if spot != nil {
		t.mark(spot.Block, spot.Offset)
	}
	w := &walkIMP{Trace: t, program: r.sub.After.program.IMP, spot: spot, shown: map[int]Step{}}
	for _, m := range moments {
		where := diag.Span{}
		if m.Stuck {
			where = stuck.Span
		}
		w.moment(m, where)
	}
	if stuck == nil {
		at := map[int]imp.Var{}
		for _, x := range out.Vars {
			at[x.ID] = x
		}
		w.declared(w.program.Body, nil, 0, nil, func(x *syntax.Binding) imp.Var { return at[x.ID] })
	}
	return t, nil
}

// momentsIMP returns the states of AFTER, of IMP, at both accesses of a race, at the last write of what differs, or
// where AFTER is stuck. It also returns the location.
func (r *runner) momentsIMP(ctx context.Context, f *Failure, out *imp.Outcome, stuck *diag.Diagnostic) (*heap.Spot, []*imp.Moment, error) {
	spot := &heap.Spot{}
	switch v := f.Verdict; {
	case f.Kind == Racy:
		for _, k := range out.Kernels {
			if k.First != nil && spot.About == nil {
				spot = &heap.Spot{Block: k.First.Block.String(), Offset: k.First.Offset, About: k.First}
			}
		}
	case v.Overwrite != nil:
		spot.Block, spot.Offset = v.Overwrite.Block, v.Overwrite.Offset
	case v.Divergence != nil:
		spot.Block, spot.Offset = v.Divergence.Block, v.Divergence.Offset
	}
	w := &imp.Watch{}
	switch {
	case spot.Block != "":
		if _, _, err := r.runIMP(ctx, f.Input, f.Schedule, nil, &imp.Watch{Spot: spot}); err != nil {
			return nil, nil, err
		}
		w.Spot, w.Want = &heap.Spot{Block: spot.Block, Offset: spot.Offset}, []int{spot.Wrote}
		if f.Kind == Racy {
			w.Want = spot.Raced[:]
		}
	case stuck == nil:
		return nil, nil, nil
	}
	_, _, err := r.runIMP(ctx, f.Input, f.Schedule, nil, w)
	return w.Spot, w.Seen, err
}

// saveIMP returns AFTER, of IMP, with its inputs declared and written.
func (r *Result) saveIMP() string {
	s, in := &r.After, r.Failure.Input
	p := *s.program.IMP
	p.Inputs, p.Body = nil, nil
	declared := map[int]bool{}
	declare := func(x *syntax.Var, t syntax.Elem, assign ast.Stm) {
		if !declared[x.ID] {
			declared[x.ID] = true
			p.Body = append(p.Body, &ast.Declare{X: &syntax.Binding{Name: x.Name, ID: x.ID, Type: &syntax.Type{Elem: t}}}, assign)
		}
	}
	ints := map[int]num.Num{}
	s.bindNumbers(in, func(id int, k num.Num) { ints[id] = k })
	number := func(x *syntax.Var, t syntax.Elem) { declare(x, t, &ast.Assign{X: x, E: literalOf(ints[x.ID])}) }
	arrays := in.Arrays
	for _, x := range s.program.IMP.Inputs {
		if !x.Type.IsArray() {
			number(x.Use(), x.Type.Elem)
			continue
		}
		for _, n := range x.Type.Dims {
			if v, ok := n.(*syntax.Var); ok {
				number(v, syntax.Int)
			}
		}
		m, elems := x.Type.Mem.Block, arrays[0].Elems
		arrays = arrays[1:]
		declare(m, syntax.Mem, &ast.Alloc{X: m, N: number64(elems.Len())})
		for k := range elems.Len() {
			p.Body = append(p.Body, &ast.Write{X: m, At: number64(k), E: literalOf(elems.At(k))})
		}
	}
	p.Body = append(p.Body, s.program.IMP.Body...)
	return r.header() + ast.Print(&p) + "\n"
}
