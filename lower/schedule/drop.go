package schedule

import (
	"maps"

	"funmem/lower/rewrite"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// drop takes kernels away that only copy locations onto themselves: x <- m[e]; m[e] <- x, where nothing else uses x. The
// location exists, since an array was read there.
func drop(j *job, body []imp.Stm) []imp.Stm {
	sizes := map[int]bool{}
	for _, x := range j.p.Inputs {
		for _, d := range x.Type.Dims {
			if v, ok := d.(*syntax.Var); ok {
				sizes[v.ID] = true
			}
		}
	}
	return dropped(body, sizes)
}

// dropped does it in statements. sizes are variables that are known not to be negative.
func dropped(list []imp.Stm, sizes map[int]bool) (out []imp.Stm) {
	sizes = maps.Clone(sizes)
	for _, s := range list {
		switch s := s.(type) {
		case *imp.If:
			out = append(out, &imp.If{Span: s.Span, Cond: s.Cond, Then: or(dropped(s.Then, sizes), s), Else: or(dropped(s.Else, sizes), s)})
			continue
		case *imp.For:
			out = append(out, s.With(s.N, or(dropped(s.Body, sizes), s)))
			continue
		case *imp.While:
			out = append(out, &imp.While{Span: s.Span, Cond: s.Cond, Body: or(dropped(s.Body, sizes), s)})
			continue
		case *imp.Kernel:
			if rewrite.IsSize(s.N, sizes) && idle(s.Body, sizes) {
				continue
			}
			if v, ok := s.N.(*syntax.Var); ok {
				sizes[v.ID] = true
			}
			out = append(out, s.With(s.N, or(dropped(s.Body, sizes), s)))
			continue
		}
		if x := imp.Target(s); x != nil {
			delete(sizes, x.ID)
		}
		out = append(out, s)
	}
	return out
}

// idle tells whether statements do nothing but copy locations onto themselves.
func idle(list []imp.Stm, sizes map[int]bool) bool {
	var from *imp.Read
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare, *imp.Skip:
		case *imp.Read:
			if from != nil || s.Undefined {
				return false
			}
			from = s
		case *imp.Check: // 0 <= e < length(m)
			if from == nil || len(s.Terms) != 3 || !syntax.Equal(s.Terms[1], from.At) {
				return false
			}
			if l, ok := s.Terms[2].(*syntax.Length); !ok || l.X.(*syntax.Var).ID != from.Y.ID {
				return false
			}
		case *imp.Write:
			y, ok := s.E.(*syntax.Var)
			if from == nil || !ok || y.ID != from.X.ID || s.X.ID != from.Y.ID || !syntax.Equal(s.At, from.At) {
				return false
			}
			from = nil
		case *imp.Kernel:
			if from != nil || !rewrite.IsSize(s.N, sizes) || !idle(s.Body, sizes) {
				return false
			}
		default:
			return false
		}
	}
	return from == nil
}
