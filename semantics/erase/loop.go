package erase

import "funmem/semantics/syntax"

// loopSupport marks what describes the memory of carried values. If one of
// pattern, carried name, first value and result describes memory, the others do
// too.
func (c *cleaner) loopSupport(pat []*syntax.Binding, e *syntax.Loop) {
	for i, x := range e.Params {
		if c.supports[x.ID] || c.supports[pat[i].ID] {
			c.mark(c.supports, x.ID)
			c.mark(c.supports, pat[i].ID)
			c.markVars(c.supports, e.Init[i], e.Body.Res[i])
		}
	}
}

// liveLoop keeps the pattern and the carried values in step: what one of them
// keeps, the other keeps too. An int that the programmer named is carried even if
// nothing uses it.
func (c *cleaner) liveLoop(pat []*syntax.Binding, e *syntax.Loop) {
	for i, x := range e.Params {
		if x.Text != "" && x.Type.IsInt() {
			c.mark(c.live, x.ID)
		}
		if !c.dead(pat[i]) {
			c.mark(c.live, x.ID)
		}
		if !c.dead(x) {
			c.mark(c.live, pat[i].ID)
			c.markVars(c.live, e.Init[i])
		}
	}
	c.liveTypes(e.Params)
	if e.For != nil {
		c.markVars(c.live, e.For.N)
	} else {
		c.liveBody(e.While, nil)
	}
	c.liveBody(e.Body, e.Params)
}

// removeLoop is a loop without the values that it carries for dead binders.
func (c *cleaner) removeLoop(e *syntax.Loop) *syntax.Loop {
	out := &syntax.Loop{Span: e.Span, Params: c.kept(e.Params), Init: c.keptExprs(e.Init, e.Params), For: e.For, RoundsOf: e.RoundsOf}
	if e.While != nil {
		out.While = c.removeBody(e.While, nil)
	}
	out.Body = c.removeBody(e.Body, e.Params)
	return out
}
