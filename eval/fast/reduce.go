package fast

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// reduce compiles a reduce as the loop
//
//	loop (ā = ne̅) for k <= length(xs₁) do let x = xs[k] … b
//
// which makes the same accesses where the accumulators are ints.
func (c *compiler) reduce(pat []*syntax.Binding, e *syntax.Reduce) {
	if c.u.heap != nil && slices.ContainsFunc(pat, func(z *syntax.Binding) bool { return z.Type.IsArray() }) {
		c.foldMem(pat, syntax.FoldOf(e), false)
		return
	}
	f := syntax.FoldOf(e)
	loop := c.asLoop(f, c.outer(f))
	if len(pat) != len(loop.Params) || len(pat) != len(loop.Body.Res) {
		panic(unsupported{})
	}
	for k, x := range c.fold(loop, nil) {
		c.rebind(pat[k], operand{n: x.node(), v: x.v, m: x.m})
	}
}

// asLoop returns the loop that computes the accumulators of a fold over n elements.
func (c *compiler) asLoop(f *syntax.Fold, n *syntax.Binding) *syntax.Loop {
	round, accs, elems, ok := f.Params()
	if !ok {
		panic(unsupported{})
	}
	if round == nil {
		round = c.anonymous(nil)
	}
	b := f.Lambda().Body
	body := &syntax.Body{Span: b.Span, Res: b.Res}
	for k, p := range elems {
		body.Stms = append(body.Stms, &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: element(f.Xs[k], p, round)})
	}
	body.Stms = append(body.Stms, b.Stms...)
	c.uses.seen[body] = true // its statements were counted at their own place
	return &syntax.Loop{Span: f.Span, Params: accs, Init: f.Ne, For: &syntax.Bound{X: round, N: n.Use()}, Body: body}
}

// scan compiles a scan. In value mode it is the loop of asLoop, which also writes the
// accumulators of each round.
func (c *compiler) scan(pat []*syntax.Binding, e *syntax.Scan) {
	if c.u.heap != nil {
		c.foldMem(pat, syntax.FoldOf(e), true)
		return
	}
	f := syntax.FoldOf(e)
	loop := c.asLoop(f, c.outer(f))
	if len(pat) != len(loop.Params) || len(pat) != len(loop.Body.Res) {
		panic(unsupported{})
	}
	var dst []*view
	var sites []*site
	for _, z := range pat {
		v, s, dims := c.newView(z.Type.Rank()), c.newSite(), c.dims(z.Type)
		dst, sites = append(dst, v), append(sites, s)
		c.emit(func() {
			v.setSizes(dims)
			s.place(v)
		})
	}
	u := c.u
	c.fold(loop, func(i int64, vars []*carried) {
		for k, x := range vars {
			switch {
			case i > int64(dst[k].d[0].n):
				bail()
			case x.v == nil:
				dst[k].data[i-1] = *x.r
			case !x.v.sameShape(dst[k], 1):
				bail()
			default:
				x.v.copyTo(u, dst[k].data[(int(i)-1)*dst[k].rowCount(1):])
			}
		}
	})
	n := emit(c.int(loop.For.N))
	c.emit(func() {
		for _, v := range dst {
			if int64(v.d[0].n) != n() {
				bail()
			}
		}
	})
	for k, z := range pat {
		c.names.arrs[z.ID] = dst[k]
		c.body.sites[dst[k]] = sites[k]
	}
}

// outer returns a variable for the outer size of the arrays of a fold. They all have the
// same outer size.
func (c *compiler) outer(f *syntax.Fold) *syntax.Binding {
	var xs []*view
	for _, e := range f.Xs {
		xs = append(xs, c.array(e))
	}
	return c.length(xs)
}

// length returns a variable for the outer size of arrays. They all have the same outer size.
func (c *compiler) length(xs []*view) *syntax.Binding {
	x := xs[0]
	for _, y := range xs[1:] {
		c.emit(func() {
			if x.d[0].n != y.d[0].n {
				bail()
			}
		})
	}
	return c.anonymous(&node{kind: isCode, fn: func() int64 { return int64(x.d[0].n) }})
}

// anonymous returns a variable that is not in the program, with its value if it has one
// yet.
func (c *compiler) anonymous(n *node) *syntax.Binding {
	c.made--
	c.names.ints[c.made] = n
	return &syntax.Binding{ID: c.made}
}

// element returns x[k] as a core expression, for p.
func element(x syntax.Expr, p, k *syntax.Binding) syntax.Expr {
	if !p.Type.IsArray() {
		return &syntax.Index{X: x, At: []syntax.Expr{k.Use()}}
	}
	at := []syntax.Ix{{Kind: syntax.IxFix, Off: k.Use()}}
	for _, d := range p.Type.Dims {
		at = append(at, syntax.Ix{Kind: syntax.IxRange, Off: one, Size: d})
	}
	return &syntax.Slice{X: x, At: at}
}

var one = &syntax.IntLit{Val: num.Of(1)}
