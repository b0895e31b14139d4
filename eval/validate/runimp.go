package validate

import (
	"context"
	"errors"
	"strings"

	"funmem/eval/engine"
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

// inputsIMP is what an IMP program is given: its arrays in blocks of their own.
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
	s, o := &r.sub.After, r.opts
	o.Schedule = schedule
	out, err := imp.Follow(ctx, s.program.IMP, s.inputsIMP(in), o, life, watch)
	var d *diag.Diagnostic
	switch {
	case !errors.As(err, &d):
		return out, nil, err
	case d.Kind == diag.Usage:
		return nil, nil, &cannot{d.Msg}
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
	f := &Failure{Input: in, Schedule: schedule, Verdict: v, Before: want, Result: -1}
	v.Ran("E-IMP-KERNEL", out.Kernels)
	for _, w := range out.Warnings {
		if w.Kind == diag.Warning {
			v.Warnings = append(v.Warnings, validity.Warning{Kind: "unwritten", Message: w.Msg, At: w.Span})
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
	f.After = pick(out.Results, r.sub.After.results)
	f.differ()
	if f.Kind == Different {
		f.Kind = Unequal
	}
	if f.Kind == Fine && r.strict && len(v.Warnings) > 0 {
		f.Kind = Warned
	}
	if f.Result >= 0 {
		k := r.sub.After.results[f.Result]
		if v.Divergence = validity.Differs(ctx, r.sub.After.program.IMP.Return[k].X, shownIMP(out, k), want[f.Result]); v.Divergence != nil {
			v.Divergence.AffectsResult = true
		}
	}
	v.Valid = f.Result < 0 && v.Overwrite == nil
	v.Consistent = v.Valid
	return f, nil
}

// shownIMP is a result as the heap has it.
func shownIMP(out *imp.Outcome, k int) memory.Val {
	x, at := out.Results[k], out.Places[k]
	if x.A == nil {
		return memory.Number(x.I)
	}
	return memory.Val{B: at.Block, L: at.LMAD, E: x.A.Elem}
}

// overwritesIMP is the first argument that AFTER changed although no star of BEFORE
// marks it, or nil.
func (r *runner) overwritesIMP(ctx context.Context, out *imp.Outcome, in *Input) *validity.Overwrite {
	for k, x := range r.sub.After.arrays {
		b := r.sub.Before.arrays[k]
		if b.Unique {
			continue
		}
		block, a := blockOf(out, x), in.Arrays[k]
		at := memory.Val{B: block, L: RowMajor.lmad(a.Shape), E: a.Elem}
		if d := validity.Differs(ctx, x.Use(), at, value.Val{A: a}); d != nil {
			o := &validity.Overwrite{Def: r.sub.Name, Argument: x.Name, At: x.Span,
				Index: d.Index, Before: d.Value, After: d.Heap, Block: d.Block, Offset: d.Offset, LastWriter: d.LastWriter}
			r.sub.blame(o, k)
			return o
		}
	}
	return nil
}

// blockOf is the block of an input.
func blockOf(out *imp.Outcome, x *syntax.Binding) *heap.Block {
	for _, v := range out.Vars {
		if v.ID == x.ID {
			return v.Block
		}
	}
	return nil
}

// traceIMP runs AFTER, of IMP, and looks at what its variables and its heap hold at the
// end.
func (r *runner) traceIMP(ctx context.Context, f *Failure, life *heap.Life) (*Trace, error) {
	out, stuck, err := r.runIMP(ctx, f.Input, f.Schedule, life, nil)
	if err != nil {
		return nil, err
	}
	at, off := raced(out.Kernels)
	t := &Trace{Heap: cells(out.Heap.Blocks(), at, off), When: atEnd}
	switch v := f.Verdict; {
	case v.Overwrite != nil:
		t.mark(v.Overwrite.Block, v.Overwrite.Offset)
	case v.Divergence != nil:
		t.mark(v.Divergence.Block, v.Divergence.Offset)
	}
	for _, x := range out.Vars[len(r.sub.After.program.IMP.Inputs):] {
		if stuck != nil && stuck.Span.Src == x.Span.Src && stuck.Span.Start < x.Span.Start {
			break
		}
		switch {
		case x.Block != nil:
			t.Steps = append(t.Steps, Step{Name: x.Name, At: x.Span, Alloc: true, Block: x.Block.String(), Size: x.Block.Len()})
		case x.Type.Elem != syntax.Mem:
			t.Steps = append(t.Steps, Step{Name: x.Name, At: x.Span, Value: value.Number(x.K), Known: true})
		}
	}
	around, err := r.momentsIMP(ctx, f, out, t)
	if err != nil {
		return nil, err
	}
	if stuck != nil {
		t.within(around, out.Around)
		line, _, _ := strings.Cut(stuck.Span.Text(), "\n")
		line, _, _ = strings.Cut(line, ` "`) // what a check says
		t.Steps = append(t.Steps, Step{Name: line, At: stuck.Span, Stuck: true, Depth: len(out.Around)})
	}
	return t, nil
}

// momentsIMP adds to a trace of AFTER, of IMP, both accesses of a race, or the last write of what differs, in the iterations
// and rounds around them; those of the last one are what it gives.
func (r *runner) momentsIMP(ctx context.Context, f *Failure, out *imp.Outcome, t *Trace) (around []string, err error) {
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
	if spot.Block == "" {
		return nil, nil
	}
	if _, _, err := r.runIMP(ctx, f.Input, f.Schedule, nil, &imp.Watch{Spot: spot}); err != nil {
		return nil, err
	}
	w := &imp.Watch{Spot: &heap.Spot{Block: spot.Block, Offset: spot.Offset}, Want: []int{spot.Wrote}}
	if f.Kind == Racy {
		w.Want = spot.Raced[:]
	}
	if _, _, err := r.runIMP(ctx, f.Input, f.Schedule, nil, w); err != nil {
		return nil, err
	}
	for _, m := range w.Seen {
		t.within(around, m.Around)
		around = m.Around
		e := &Event{Array: m.Access.Site.Array, Index: m.Access.Index, Write: m.Access.Write, Block: spot.Block, Offset: spot.Offset}
		t.Steps = append(t.Steps, Step{Depth: len(around), Event: e})
	}
	return around, nil
}

// within adds the scopes of iterations and rounds, but for those that the step before is in.
func (t *Trace) within(before, around []string) {
	k := 0
	for k < len(before) && k < len(around) && before[k] == around[k] {
		k++
	}
	for ; k < len(around); k++ {
		t.Steps = append(t.Steps, scopeStep(around[k], 0, k+1))
	}
}

// saveIMP is AFTER, of IMP, with its inputs declared and written.
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
