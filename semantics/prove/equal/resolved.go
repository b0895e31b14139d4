package equal

import (
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// resolved is a node with the choices that are decided at the place that is looked at.
func (r *run) resolved(n *node) *node { return (&resolver{r, map[*node]*node{}}).node(n) }

type resolver struct {
	*run
	done map[*node]*node
}

func (s *resolver) node(n *node) *node {
	if m := s.done[n]; m != nil {
		return m
	}
	m := n
	switch n.kind {
	case number:
		by := map[int]poly.Poly{}
		for _, id := range n.p.Vars() {
			x := s.byVar[id]
			if x == nil || x.kind == atom {
				continue
			}
			if y := s.node(x); y != x && y != s.known(x) && y.kind == number {
				by[id] = y.p
			}
		}
		if len(by) > 0 {
			m = s.int(n.p.Subst(by))
		}
	case choice:
		cond := s.cond(n.args[0])
		if holds, known := s.decide(cond); known && holds {
			m = s.node(n.args[1])
		} else if known {
			m = s.node(n.args[2])
		} else {
			m = s.either(cond, s.node(n.args[1]), s.node(n.args[2]))
		}
	case zero:
		m = s.isZero(s.node(s.int(n.p)).p)
	case atMost:
		m = s.isAtMost(s.node(s.int(n.p)).p)
	case element, operation:
		args := make([]*node, len(n.args))
		same := true
		for k, x := range n.args {
			args[k] = s.node(x)
			same = same && args[k] == x
		}
		if !same && n.kind == operation {
			m = s.apply(n.op, n.elem, args...)
		} else if !same {
			at := make([]poly.Poly, len(args))
			for k, x := range args {
				at[k] = x.p
			}
			m = s.load(n.base, n.elem, at)
		}
	}
	if m.elem == syntax.Int && n.kind != number && n.kind != unwritten {
		m = s.known(m)
	}
	s.done[n] = m
	return m
}

// cond is the condition of a choice.
func (s *resolver) cond(c *node) *node { return s.node(s.run.known(c)) }
