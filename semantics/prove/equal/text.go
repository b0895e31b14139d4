package equal

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// smallest are the smallest parts of two nodes that were not found equal.
func (r *run) smallest(n, m *node) (*node, *node) {
	for n.kind == m.kind && n.op == m.op && n.base == m.base && len(n.args) == len(m.args) && len(n.args) > 0 {
		differ := -1
		for k := range n.args {
			if !r.equal(n.args[k], m.args[k], mostDepth) {
				if differ >= 0 {
					return n, m
				}
				differ = k
			}
		}
		if differ < 0 {
			break
		}
		n, m = n.args[differ], m.args[differ]
	}
	return n, m
}

// mostText is how deep a node is printed, and leftOut stands for what is deeper.
const (
	mostText = 5
	leftOut  = "…"
)

// text is a node in the syntax of Fun.
func (r *run) text(n *node) string { return inText(r.expr(n, mostText)) }

// mostCharacters is how many characters of an expression a message has.
const mostCharacters = 120

// inText is an expression in a sentence: on one line, and cut if it is long.
func inText(n syntax.Node) string {
	text := []rune(strings.Join(strings.Fields(syntax.Print(n)), " "))
	if len(text) <= mostCharacters {
		return string(text)
	}
	return strings.TrimRight(string(text[:mostCharacters]), " ") + " …"
}

// expr is a node as an expression. Deep parts are left out.
func (r *run) expr(n *node, depth int) syntax.Expr {
	if depth == 0 {
		return &syntax.Var{Name: leftOut}
	}
	switch n.kind {
	case number:
		return r.intExpr(n.p, depth)
	case literal:
		return &syntax.RealLit{Val: n.f}
	case atom:
		is := func(i poly.Poly) bool { return n.elem == syntax.Int && i.Key() == r.known(n).p.Key() }
		if k := slices.IndexFunc(r.indexed, is); k >= 0 {
			return &syntax.Var{Name: "i" + strconv.Itoa(k+1)} // other bounds have indices of the same name
		}
		return &syntax.Var{Name: n.text}
	case zero:
		return &syntax.Binary{Op: syntax.Eq, X: r.intExpr(n.p, depth-1), Y: &syntax.IntLit{}}
	case atMost:
		return &syntax.Binary{Op: syntax.Le, X: r.intExpr(n.p, depth-1), Y: &syntax.IntLit{}}
	case unwritten:
		return &syntax.Var{Name: "unwritten"}
	case element:
		return &syntax.Index{X: &syntax.Var{Name: n.base.name}, At: r.exprs(n.args, depth-1)}
	case choice:
		xs := r.exprs(n.args, depth-1)
		return &syntax.If{Cond: xs[0], Then: &syntax.Body{Res: xs[1:2]}, Else: &syntax.Body{Res: xs[2:]}}
	}
	xs := r.exprs(n.args, depth-1)
	if len(xs) == 1 {
		return &syntax.Unary{Op: n.op, X: xs[0]}
	}
	return &syntax.Binary{Op: n.op, X: xs[0], Y: xs[1]}
}

func (r *run) exprs(ns []*node, depth int) (xs []syntax.Expr) {
	for _, n := range ns {
		xs = append(xs, r.expr(n, depth))
	}
	return xs
}

func (r *run) intExpr(p poly.Poly, depth int) syntax.Expr {
	by := map[int]syntax.Expr{}
	for _, id := range p.Vars() {
		if x := r.byVar[id]; x != nil {
			by[id] = r.expr(x, depth-1)
		}
	}
	return syntax.MapExpr(p.Expr(), func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok && by[x.ID] != nil {
			return by[x.ID]
		}
		return e
	})
}
