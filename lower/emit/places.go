package emit

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// placing finds the variables that only become places in blocks, by sums and products. A place fits 64 bits, whatever its
// parts do: it is enough that these are right modulo 2^64, so their overflows do no harm.
func placing(p *imp.Program) map[int]bool {
	set := map[int]bool{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.X.Type.Elem == syntax.Int {
			set[d.X.ID] = true
		}
		return true
	})
	for {
		before := len(set)
		u := &uses{set}
		imp.Walk(p.Body, func(s imp.Stm) bool { u.stm(s); return true })
		for _, r := range p.Return {
			u.exact(r.X)
			if r.Type.IsArray() {
				u.exact(r.Type.Mem.L)
			}
		}
		if len(set) == before {
			return set
		}
	}
}

// uses takes variables out of a set whose numbers must be right.
type uses struct{ set map[int]bool }

func (u *uses) exact(n syntax.Node) {
	for _, x := range syntax.FreeVars(n) {
		delete(u.set, x.ID)
	}
}

// place is an expression that must be right modulo 2^64.
func (u *uses) place(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Var, *syntax.IntLit:
	case *syntax.Unary:
		if e.Op != syntax.Neg || e.Of != syntax.Int {
			u.exact(e)
			return
		}
		u.place(e.X)
	case *syntax.Binary:
		if !isSum(e.Op) || e.Of != syntax.Int {
			u.exact(e)
			return
		}
		u.place(e.X)
		u.place(e.Y)
	default:
		u.exact(e)
	}
}

func (u *uses) stm(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Assign:
		if u.set[s.X.ID] {
			u.place(s.E)
			return
		}
		u.exact(s.E)
	case *imp.Alloc:
		u.exact(s.N)
	case *imp.Read:
		delete(u.set, s.X.ID)
		u.place(s.At)
	case *imp.Write:
		u.place(s.At)
		u.exact(s.E)
	case *imp.If:
		u.exact(s.Cond)
	case *imp.Kernel:
		u.exact(s.N)
	case *imp.For:
		u.exact(s.N)
	case *imp.While:
		u.exact(s.Cond)
	case *imp.Check:
		for _, t := range s.Terms {
			u.exact(t)
		}
	}
}
