package memory

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/syntax"
)

// judgeCond adds E(x) ≠ 0 or E(x) = 0 to the rule of an if, before its branch.
func (r *run) judgeCond(e syntax.Expr) {
	cond, ok := e.(*syntax.If)
	switch {
	case !ok:
	case r.atom(cond.Cond).I.IsZero():
		r.lookups("E(x) = 0", cond.Cond)
	default:
		r.premise(func() derive.Condition {
			return derive.Condition{Form: "E(x) ≠ 0", Left: lookup("E", cond.Cond) + " = " + r.show(r.atom(cond.Cond)), Rel: "≠", Right: "0"}
		})
	}
}

// lookup is E(x) as a judgement writes it.
func lookup(E string, x syntax.Node) string { return E + "(" + syntax.Line(x) + ")" }

// lookups adds E(x) = v for each atom, and says how many there are where they are many. form
// is how the rule writes it.
func (r *run) lookups(form string, xs ...syntax.Expr) { r.lookupsIn("E", form, xs) }

// lookupsIn is lookups in another environment.
func (r *run) lookupsIn(E, form string, xs []syntax.Expr) {
	if r.rec == nil {
		return
	}
	limit := r.rec.Limit(shown)
	for k, x := range xs {
		if limit > 0 && k == limit {
			r.rec.Note(derive.CutValue)
			r.premise(func() derive.Condition { return derive.Holds(form, derive.More(len(xs)-k)) })
			return
		}
		r.premise(func() derive.Condition { return derive.Equal(form, lookup(E, x), r.show(r.atom(x))) })
	}
}

// judgeArray adds E(x) = (ℓ_x, L_x).
func (r *run) judgeArray(x syntax.Expr) { r.lookups("E(x) = (ℓ_x, L_x)", x) }

// judgePlaces adds E(z_mem) = ℓ and E(L_z) = L, for arrays that lie where the types of their
// binders say.
func (r *run) judgePlaces(places ...place) {
	for _, p := range places {
		r.lookups("E(z_mem)", p.z.Type.Mem.Block)
		r.premise(func() derive.Condition { return derive.Equal("E(L_z)", lookup("E", p.z.Type.Mem.L), p.L.String()) })
	}
}

// placesOf are the places of the arrays that a pattern binds.
func (r *run) placesOf(pat []*syntax.Binding) (places []place) {
	for _, z := range pat {
		if z.Type != nil && z.Type.Mem != nil {
			places = append(places, place{z: z, L: r.Env.Of(z.ID).L})
		}
	}
	return places
}

// judgeSides adds the premises without rules of their own that the rule of a statement, or
// of a program, has after the others.
func (r *run) judgeSides(n any) {
	switch s := n.(type) {
	case program:
		r.lookups("E(x_i)", s.Res...)
	case *syntax.Check:
		r.premise(func() derive.Condition {
			return derive.Equal("E(x) = E(y)", lookup("E", s.X)+" = "+r.number(r.scalar("E-MEM-CHECK", s.X)), lookup("E", s.Y))
		})
	case *syntax.Let:
		r.judgeLet(s)
	}
}

// judgeLet is judgeSides for a let.
func (r *run) judgeLet(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		r.premise(func() derive.Condition {
			se := derive.Scalar(e, func(x *syntax.Var) string { return r.show(r.Env.Of(x.ID)) })
			return derive.Equal("v = conventional evaluation of se", r.show(r.Env.Of(s.Pat[0].ID)), "conventional evaluation of "+se)
		})
	case *syntax.Index:
		r.judgeArray(e.X)
		r.judgeIndex(e)
	case *syntax.Slice:
		r.judgeArray(e.X)
		r.premise(func() derive.Condition {
			x := r.array(e.X)
			return derive.Equal("slice_f(L_x, [E(y₁) : E(y₂), …])", r.Env.Of(s.Pat[0].ID).L.String(), fmt.Sprintf("slice_f(%s, [%s])", x.L, sliceText(r.slice(e, x))))
		})
	case *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Claim:
		r.judgeArray(syntax.Shown(e))
	case *syntax.Reshape:
		r.judgeArray(e.X)
		r.lookups("E(y_i)", e.Dims...)
	case *syntax.If:
		b := e.Then
		if r.atom(e.Cond).I.IsZero() {
			b = e.Else
		}
		r.lookupsIn("E_s", "E_s(y_i)", b.Res)
	case *syntax.Call:
		r.lookupsIn("E_s", "E_s(y_i)", r.function(e).Body.Res)
	}
	switch s.Exp.(type) {
	case *syntax.Kernel, *syntax.Scratch, *syntax.Claim: // the other rules use their places, and have them first
		r.judgePlaces(r.placesOf(s.Pat)...)
	}
}

// judgeIndex adds k = L_x(E(y₁), …, E(y_n)), H[ℓ_x, k] = v and R = {(ℓ_x, k)}.
func (r *run) judgeIndex(e *syntax.Index) {
	x := r.array(e.X)
	y := r.index(e, x)
	k, _ := x.L.At(y...)
	at := strings.ReplaceAll(strings.Trim(fmt.Sprint(y), "[]"), " ", ", ")
	r.premise(func() derive.Condition {
		return derive.Equal("k = L_x(E(y₁), …, E(y_n))", fmt.Sprint(k), fmt.Sprintf("(%s)(%s)", x.L, at))
	})
	r.premise(func() derive.Condition {
		return derive.Equal("H[ℓ_x, k]", fmt.Sprintf("%s[%s, %d]", heapName(r.rec.heap), x.B, k), value.Format(value.Number(x.B.Shows(k, x.IsReal())), r.rec.Limit(shown)))
	})
	r.premise(func() derive.Condition {
		return derive.Equal("R = {(ℓ_x, k)}", "R", locations{locs: []heap.Loc{{Block: x.B, Offset: k}}}.String())
	})
}

// sliceText returns the indices of a slice with their values.
func sliceText(ix []machine.Ix) string {
	parts := make([]string, len(ix))
	for k, i := range ix {
		switch {
		case i.Fix:
			parts[k] = fmt.Sprint(i.Off)
		case i.Flat != nil:
			parts[k] = fmt.Sprintf("%d + {%s}", i.Off, value.Pairs(i.Flat))
		case i.Stride == 1:
			parts[k] = fmt.Sprintf("%d : %d", i.Off, i.Size)
		default:
			parts[k] = fmt.Sprintf("%d : %d : %d", i.Off, i.Size, i.Stride)
		}
	}
	return strings.Join(parts, ", ")
}
