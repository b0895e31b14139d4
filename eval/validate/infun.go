package validate

import (
	"cmp"
	"context"
	"errors"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// InFun tells whether both programs are in Fun. Then there is no memory: their values are compared, and races, layouts and
// starred arguments play no part.
func (sub *Subject) InFun() bool {
	return !sub.alone && !sub.Before.program.Mem && !sub.After.program.Mem && sub.After.program.IMP == nil
}

// inFun says what was compared if both programs are in Fun.
const inFun = "both programs are in Fun: values are compared, under the value semantics, and there is no memory to check"

// tryFun compares AFTER, of Fun, with the results of BEFORE, of Fun too. The value semantics gives the same in all orders of
// iterations, so that one run answers for all.
func (r *runner) tryFun(ctx context.Context, in *Input, schedule engine.Schedule, want []value.Val) (*Failure, error) {
	s := &r.sub.After
	m := s.program.session(r.options(s)).Value
	if _, err := r.prepare(ctx, s, in, m); err != nil {
		return nil, err
	}
	f := &Failure{Input: in, Schedule: schedule, Verdict: &validity.Verdict{Typed: true, InFun: true}, want: want, names: r.sub.letNames, Result: -1, quick: true}
	v, err := m.Run(ctx, r.after)
	var d *diag.Diagnostic
	switch {
	case errors.As(err, &d) && d.Cause != diag.Limit:
		f.Kind, f.Verdict.Stuck = Stuck, &validity.Stuck{Rule: d.Rule, Message: d.Msg, Diag: d}
		return f, nil
	case err != nil:
		return nil, err
	}
	f.gave = append(pick(v, s.results), s.bound(&m.Env)...)
	if f.differ(r.sub); f.Kind == Different {
		f.Kind = Unequal
	}
	return f, nil
}

// traceFun runs AFTER, of Fun, on the input of a failure, and records what its statements bind. Where it is stuck the steps
// end, with what the bodies around that place have bound.
func (r *runner) traceFun(ctx context.Context, f *Failure) (*Trace, error) {
	s, t := &r.sub.After, &Trace{When: atEnd}
	_, kept, err := r.valuesOf(ctx, s, r.after, f.Input, nil)
	var stuck *diag.Diagnostic
	if err != nil && (f.Kind != Stuck || !errors.As(err, &stuck)) {
		return nil, err
	}
	for _, stm := range s.body.Stms {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		if stuck != nil && !kept.Knows(let.Pat[0].ID) {
			n := &nest{side: s}
			n.upTo(let, s.body, 0, kept, stuck.Span)
			t.Steps, t.turns = append(t.Steps, n.steps...), [][]machine.Turn{n.turns}
			break
		}
		t.bound(s, let, kept)
	}
	return t, nil
}

// upTo adds the bodies around the place where a statement of a body is stuck, with what they have bound before it.
func (n *nest) upTo(let *syntax.Let, of *syntax.Body, depth int, E value.Env, at diag.Span) {
	if list := scopes(let, intsOf(E)); len(list) == 1 && standsIn(let, at) {
		sc := list[0]
		_, kernel := let.Exp.(*syntax.Kernel)
		if sc.turn > 0 {
			n.turns = append(n.turns, machine.Turn{Kernel: kernel, I: int(sc.turn)})
		}
		n.add(scopeStep(sc.what, sc.turn, depth+1))
		n.indices(sc, depth+1, E)
		for _, stm := range sc.body.Stms {
			inner, ok := stm.(*syntax.Let)
			switch {
			case !ok:
			case standsIn(inner, at):
				n.upTo(inner, sc.body, depth+1, E, at)
				return
			default:
				for _, x := range inner.Pat {
					n.visit(x, inner.Exp, sc.body, depth+1, E)
				}
			}
		}
		n.add(Step{Name: "result", Stuck: true, Depth: depth + 1})
		return
	}
	x := let.Pat[0]
	n.add(Step{Name: cmp.Or(n.side.stepName(x, let.Exp, of), machine.Called(x)), At: let.Span, Written: x.Text != "", Stuck: true, Depth: depth, id: x.ID})
}

// standsIn tells whether a place lies in a statement.
func standsIn(let *syntax.Let, at diag.Span) bool {
	return at.IsValid() && at.Src == let.Span.Src && let.Span.Start <= at.Start && at.End <= let.Span.End
}
