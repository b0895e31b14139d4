package validate

import (
	"fmt"

	"funmem/semantics/syntax"
)

// variable is a size variable of one of the sides.
type variable struct {
	after bool
	id    int
}

// sizes finds out which sizes of parameters must be equal.
type sizes struct {
	parent map[variable]variable
	fixed  map[variable]int // the value of a root that is a constant
	index  map[variable]int // the number of a root that can be chosen
	n      int
}

func newSizes() *sizes {
	return &sizes{map[variable]variable{}, map[variable]int{}, map[variable]int{}, 0}
}

func (u *sizes) find(x variable) variable {
	for {
		up, ok := u.parent[x]
		if !ok {
			return x
		}
		x = up
	}
}

// join makes a size of BEFORE and one of AFTER equal. It returns false if they are different
// constants.
func (u *sizes) join(before, after syntax.Expr) bool {
	m, fixedB := constant(before)
	n, fixedA := constant(after)
	switch {
	case fixedB && fixedA:
		return m == n
	case fixedB:
		return u.fix(u.find(variable{true, idOf(after)}), m)
	case fixedA:
		return u.fix(u.find(variable{false, idOf(before)}), n)
	}
	b, a := u.find(variable{false, idOf(before)}), u.find(variable{true, idOf(after)})
	if a == b {
		return true
	}
	u.parent[b] = a
	if k, ok := u.fixed[b]; ok {
		return u.fix(a, k)
	}
	return true
}

// stricter says which sizes of BEFORE's array parameters must be equal or constant in AFTER.
func (u *sizes) stricter(before, after []*syntax.Binding) string {
	type place struct {
		id            int
		size, of, its string // its is the size in AFTER
	}
	first := map[variable]place{}
	for k, b := range before {
		for d, e := range b.Type.Dims {
			x, ok := e.(*syntax.Var)
			if !ok {
				continue
			}
			here := place{x.ID, x.Name, b.Written(), syntax.Line(after[k].Type.Dims[d])}
			root := u.find(variable{false, x.ID})
			if n, ok := u.fixed[root]; ok {
				return fmt.Sprintf("`%s`, a size of `%s`, is always %d in AFTER", here.size, here.of, n)
			}
			was, ok := first[root]
			if ok && was.id != here.id {
				return fmt.Sprintf("`%s`, a size of `%s`, and `%s`, a size of `%s`, are one size in AFTER, `%s`", was.size, was.of, here.size, here.of, here.its)
			}
			if !ok {
				first[root] = here
			}
		}
	}
	return ""
}

func idOf(e syntax.Expr) int { return e.(*syntax.Var).ID }

func (u *sizes) fix(root variable, k int) bool {
	if old, ok := u.fixed[root]; ok {
		return old == k
	}
	u.fixed[root] = k
	return true
}

// dim returns a size of BEFORE, after all sizes were joined.
func (u *sizes) dim(e syntax.Expr) dim {
	if k, ok := constant(e); ok {
		return dim{-1, k}
	}
	root := u.find(variable{false, idOf(e)})
	if k, ok := u.fixed[root]; ok {
		return dim{-1, k}
	}
	k, ok := u.index[root]
	if !ok {
		k = u.n
		u.index[root] = k
		u.n++
	}
	return dim{size: k}
}

// constant returns the value of a size that is a constant.
func constant(e syntax.Expr) (int, bool) {
	lit, ok := e.(*syntax.IntLit)
	if !ok {
		return 0, false
	}
	k, _ := lit.Val.Int64()
	return int(k), true
}

// sizesOfResults notes the shapes of the results. The error says that a result has another size in
// AFTER.
func (s *Subject) sizesOfResults(u *sizes) error {
	for _, t := range s.Before.types() {
		var gives array
		for _, e := range t.Dims {
			if n, ok := s.sizeOf(u, false, e); ok {
				gives.dims = append(gives.dims, n)
			}
		}
		if len(gives.dims) == len(t.Dims) && len(gives.dims) > 0 {
			s.gives = append(s.gives, gives)
		}
	}
	b, a := s.Before.outputTypes(), s.After.outputTypes()
	for k := range b {
		for d := range b[k].Dims {
			m, ok := s.sizeOf(u, false, b[k].Dims[d])
			n, ok2 := s.sizeOf(u, true, a[k].Dims[d])
			if ok && ok2 && m != n {
				return s.refuse("size %d of result %d is `%s` in %s, and `%s` in %s", d+1, k+1, syntax.Line(b[k].Dims[d]), s.Before.program.Name, syntax.Line(a[k].Dims[d]), s.After.program.Name)
			}
		}
	}
	return nil
}

// sizeOf returns a size of a result, if it is a constant or a size of an argument.
func (s *Subject) sizeOf(u *sizes, after bool, e syntax.Expr) (size dim, ok bool) {
	if k, ok := constant(e); ok {
		return dim{-1, k}, true
	}
	x, isVar := e.(*syntax.Var)
	if !isVar {
		return dim{}, false
	}
	root := u.find(variable{after, x.ID})
	if k, ok := u.fixed[root]; ok {
		return dim{-1, k}, true
	}
	k, ok := u.index[root]
	return dim{size: k}, ok
}
