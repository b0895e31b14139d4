package regularity

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// slicer takes out of bodies the statements that some variables need. Of a statement with several results it takes those that are needed: a
// loop is sliced to a loop over a part of its state. A variable that is independent only because of what it is known to be (R-SIZE) is
// computed from that.
type slicer struct {
	a    *analysis
	lost map[*syntax.Check][]int // the checks of sizes that were left out, with what they need that depends on the row
	as   map[int]syntax.Expr     // the arrays that calls give, as results of the bodies that take the places of the calls: core cannot bind an array to a name again
}

// stms are the statements that some variables need, in order. The variables that these need in turn are added.
func (s slicer) stms(list []syntax.Stm, need map[int]bool) (out []syntax.Stm) {
	sizes := map[int]bool{} // those of the arrays that are needed
	for id := range need {
		s.sizes(sizes, id)
	}
	for _, stm := range slices.Backward(list) {
		s.a.Poll.Ask()
		var part []syntax.Stm
		switch stm := stm.(type) {
		case *syntax.Let:
			part = s.let(stm, need)
		case *syntax.Check:
			if s.says(stm, sizes, need) {
				part = []syntax.Stm{stm}
			}
		}
		for _, p := range part {
			for _, v := range syntax.FreeVars(p) {
				need[v.ID] = true
				s.sizes(sizes, v.ID)
			}
		}
		out = append(part, out...)
	}
	return out
}

// sizes adds the sizes of a variable.
func (s slicer) sizes(sizes map[int]bool, id int) {
	if f := s.a.facts[id]; f != nil {
		needs(sizes, f.x.Type)
	}
}

// says tells whether a check is about the size of an array that is needed, and needs nothing else that may depend on the row. The types of what is
// needed may rest on it. What it is about counts as a size too, since it may be equal to one by another check.
func (s slicer) says(c *syntax.Check, sizes, need map[int]bool) bool {
	about := false
	var others []int
	for _, v := range syntax.FreeVars(c) {
		about = about || sizes[v.ID]
		if d := s.a.triple(v); !sizes[v.ID] && !need[v.ID] && !d.I && d.K == 0 {
			others = append(others, v.ID)
		}
	}
	if !about || others != nil {
		if about {
			s.lost[c] = others
		}
		return false
	}
	needs(sizes, c)
	return true
}

// torn tells whether two checks were left out that say together that two sizes are equal, because what they compare these with depends on the row.
func (s slicer) torn() bool {
	in := map[int]bool{}
	for _, others := range s.lost {
		for _, id := range others {
			if in[id] {
				return true
			}
			in[id] = true
		}
	}
	return false
}

// let is what is needed of a statement. A size that stands beside an array that is needed comes with it.
func (s slicer) let(let *syntax.Let, need map[int]bool) (out []syntax.Stm) {
	var want []int
	for l, x := range let.Pat {
		if need[x.ID] && !s.a.facts[x.ID].sized {
			want = append(want, l)
		}
	}
	want = closed(want, let.Pat)
	for l, x := range let.Pat {
		if need[x.ID] && !slices.Contains(want, l) {
			out = append(out, s.number(x, s.a.facts[x.ID].is)...)
		}
	}
	if len(want) == 0 {
		return out
	}
	return append(out, s.part(let, want)...)
}

// part is a statement that gives those of its results. The sizes in their types are among them.
func (s slicer) part(let *syntax.Let, want []int) []syntax.Stm {
	switch e := let.Exp.(type) {
	case *syntax.If:
		return one(let, want, &syntax.If{Span: e.Span, Cond: e.Cond, Then: s.body(e.Then, want), Else: s.body(e.Else, want)})
	case *syntax.Kernel:
		return one(let, want, &syntax.Kernel{Span: e.Span, Index: e.Index, Body: s.body(e.Body, want)})
	case *syntax.Loop:
		return s.loop(let, e, want)
	case *syntax.Reduce, *syntax.Scan:
		return s.fold(let, syntax.FoldOf(e), want)
	case *syntax.Call:
		return s.call(let, e, want)
	case *syntax.Slice:
		return []syntax.Stm{&syntax.Let{Span: let.Span, Pat: let.Pat, Exp: s.anyRow(let, e, want)}}
	}
	return []syntax.Stm{let}
}

// one is a statement with a part of its pattern.
func one(let *syntax.Let, want []int, e syntax.Expr) []syntax.Stm {
	return []syntax.Stm{&syntax.Let{Span: let.Span, Pat: at(let.Pat, want), Exp: e}}
}

// at are the elements of a list at some places.
func at[T any](list []T, want []int) (out []T) {
	for _, k := range want {
		out = append(out, list[k])
	}
	return out
}

// closed are places in a pattern with those of the sizes that the types there mention, in order.
func closed(want []int, pat []*syntax.Binding) []int {
	for again := true; again; {
		again = false
		for _, k := range want {
			for id := range needed(pat[k]) {
				if l := slices.IndexFunc(pat, func(x *syntax.Binding) bool { return x.ID == id }); l >= 0 && !slices.Contains(want, l) {
					want, again = append(slices.Clone(want), l), true
				}
			}
		}
	}
	slices.Sort(want)
	return want
}

// body is a body that gives those of its results.
func (s slicer) body(b *syntax.Body, want []int) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: at(b.Res, want)}
	out.Stms = s.stms(b.Stms, needed(out))
	return out
}

// loop is a loop over those parts of its state, and the parts that they need.
func (s slicer) loop(let *syntax.Let, e *syntax.Loop, want []int) []syntax.Stm {
	for {
		want = closed(want, e.Params)
		l := &syntax.Loop{Span: e.Span, Params: at(e.Params, want), Init: at(e.Init, want), For: e.For, RoundsOf: e.RoundsOf, Body: s.body(e.Body, want)}
		if e.For == nil {
			l.While = s.body(e.While, []int{0})
		}
		more := s.missing(e.Params, want, l)
		if len(more) == 0 {
			return one(let, want, l)
		}
		want = append(want, more...)
	}
}

// missing are the parts of a state that the parts which are there need.
func (s slicer) missing(params []*syntax.Binding, want []int, n syntax.Node) (more []int) {
	need := needed(n)
	for k, x := range params {
		if need[x.ID] && !slices.Contains(want, k) {
			more = append(more, k)
		}
	}
	return more
}

// fold is a fold with those of its accumulators, and the ones that they need.
func (s slicer) fold(let *syntax.Let, e *syntax.Fold, want []int) []syntax.Stm {
	round, accs, elems, _ := e.Params()
	for {
		want = closed(want, accs)
		fn := e.Lambda()
		l := &syntax.Lambda{Span: fn.Span, Params: append(at(accs, want), elems...), Body: s.body(fn.Body, want), Mapped: fn.Mapped}
		if round != nil {
			l.Params = append([]*syntax.Binding{round}, l.Params...)
		}
		more := s.missing(accs, want, l)
		if len(more) == 0 {
			f := syntax.Fold{Span: e.Span, Name: e.Name, Fn: l, Ne: at(e.Ne, want), Xs: e.Xs}
			return one(let, want, f.Expr())
		}
		want = append(want, more...)
	}
}

// call is a call as it is if its arguments are independent, and else what is needed of the body of the function.
func (s slicer) call(let *syntax.Let, e *syntax.Call, want []int) []syntax.Stm {
	b := s.a.copies[e]
	dependent := slices.ContainsFunc(e.Args, func(x syntax.Expr) bool { return !s.a.triple(x).I })
	if b == nil || !dependent {
		return []syntax.Stm{let}
	}
	in := s.body(b, want)
	for l, k := range want {
		if x := let.Pat[k]; x.Type.IsArray() {
			s.as[x.ID] = in.Res[l]
		} else {
			in.Stms = append(in.Stms, &syntax.Let{Span: let.Span, Pat: []*syntax.Binding{x}, Exp: in.Res[l]})
		}
	}
	return in.Stms
}

// anyRow is x[i, …] of which only a size is wanted that is the same for all rows (R-EXTENT-REG): the first one will do.
func (s slicer) anyRow(let *syntax.Let, e *syntax.Slice, want []int) syntax.Expr {
	for _, k := range want {
		if k == len(let.Pat)-1 || s.a.facts[let.Pat[k].ID].rule != "R-EXTENT-REG" {
			return e
		}
	}
	first := &syntax.Slice{Span: e.Span, X: e.X, At: slices.Clone(e.At)}
	for k, ix := range first.At {
		if ix.Kind == syntax.IxFix && !s.a.triple(ix.Off).I {
			first.At[k].Off = &syntax.IntLit{Span: ix.Off.GetSpan(), Val: num.Of(1)}
		}
	}
	return first
}
