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
// which makes the same accesses where the accumulators are ints. Others are not
// compiled in heap mode: a loop does not copy them to one place.
func (c *compiler) reduce(pat []*syntax.Binding, e *syntax.Reduce) {
	if c.u.heap != nil && slices.ContainsFunc(pat, func(z *syntax.Binding) bool { return z.Type.IsArray() }) {
		panic(unsupported{})
	}
	c.loop(pat, c.asLoop(syntax.FoldOf(e)))
}

// asLoop is the loop that makes the accumulators of a fold.
func (c *compiler) asLoop(f *syntax.Fold) *syntax.Loop {
	round, accs, elems, ok := f.Params()
	if !ok {
		panic(unsupported{})
	}
	n := c.outer(f)
	if round == nil {
		round = c.anonymous(nil)
	}
	b := f.Lambda().Body
	body := &syntax.Body{Span: b.Span, Res: b.Res}
	for k, p := range elems {
		body.Stms = append(body.Stms, &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: element(f.Xs[k], p, round)})
	}
	body.Stms = append(body.Stms, b.Stms...)
	c.uses.seen[body] = true // its statements were counted where they stand
	return &syntax.Loop{Span: f.Span, Params: accs, Init: f.Ne, For: &syntax.Bound{X: round, N: n.Use()}, Body: body}
}

// scan compiles a scan of ints in value mode: the loop of asLoop, which writes
// the accumulators of each round.
func (c *compiler) scan(pat []*syntax.Binding, e *syntax.Scan) {
	loop := c.asLoop(syntax.FoldOf(e))
	if c.u.heap != nil || len(pat) != len(loop.Params) || len(pat) != len(loop.Body.Res) {
		panic(unsupported{})
	}
	var vars []*carried
	var dst []*view
	var sites []*site
	for k, x := range loop.Params {
		if x.Type.IsArray() {
			panic(unsupported{})
		}
		vars = append(vars, c.carry(x, c.operand(loop.Init[k])))
		dst, sites = append(dst, c.newView(1)), append(sites, c.newSite())
	}
	bound := emit(c.int(loop.For.N))
	begin := c.round(loop)
	body := c.compileBody(loop.Body, func() {
		for k, x := range vars {
			x.give(c.operand(loop.Body.Res[k]))
		}
	})
	u := c.u
	c.emit(func() {
		n := bound()
		for k, x := range vars {
			dst[k].d[0].n = int(n)
			sites[k].place(dst[k])
			x.start()
		}
		for i := int64(1); i <= n && begin(i); i++ {
			u.tick(1 + len(body))
			for _, s := range body {
				s()
			}
			step(vars)
			for k, x := range vars {
				dst[k].data[i-1] = *x.r
			}
		}
	})
	for k, z := range pat {
		c.bindArr(z, dst[k])
		c.body.sites[dst[k]] = sites[k]
	}
}

// outer is a variable for the outer size of the arrays of a fold, which is one
// and the same.
func (c *compiler) outer(f *syntax.Fold) *syntax.Binding {
	x := c.array(f.Xs[0])
	for _, e := range f.Xs[1:] {
		y := c.array(e)
		c.emit(func() {
			if x.d[0].n != y.d[0].n {
				bail()
			}
		})
	}
	return c.anonymous(&node{kind: isCode, fn: func() int64 { return int64(x.d[0].n) }})
}

// anonymous is a variable that the program does not have, with its value, if it
// has one yet.
func (c *compiler) anonymous(n *node) *syntax.Binding {
	c.made--
	c.names.ints[c.made] = n
	return &syntax.Binding{ID: c.made}
}

// element is x[k] as a core expression, for p.
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
