package shortcircuit

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// circuit is the pass at work. It has the functions of a program and its statements as they
// are now; one of them is the current one.
type circuit struct {
	job     *rewrite.Job
	src     *syntax.Program
	defs    []*syntax.Def
	main    *syntax.Body
	at      int            // the current function; len(defs) stands for the statements
	decided map[key]bool   // the copies that have been looked at
	only    func(int) bool // the arrays, by ID, that are looked at; nil: all
	usedBy  map[int]string // the functions that use variables from outside, by ID
	// obstacles are the obstacles of the refusals by condition 3 alone.
	obstacles map[*rewrite.Refusal]obstacle
	known     *knowledge // about the current body, or nil after a change
}

func newCircuit(j *rewrite.Job, p *syntax.Program) *circuit {
	c := &circuit{job: j, src: p, defs: p.Defs(), main: p.Main(), decided: map[key]bool{}, usedBy: map[int]string{}, obstacles: map[*rewrite.Refusal]obstacle{}}
	for _, d := range c.defs {
		for _, v := range syntax.FreeVars(d) {
			c.usedBy[v.ID] = d.Name
		}
	}
	return c
}

// body returns the body of the current function, or the statements.
func (c *circuit) body() *syntax.Body {
	if c.at < len(c.defs) {
		return c.defs[c.at].Body
	}
	return c.main
}

// def returns the current function, or nil.
func (c *circuit) def() *syntax.Def {
	if c.at < len(c.defs) {
		return c.defs[c.at]
	}
	return nil
}

// set replaces the current body.
func (c *circuit) set(b *syntax.Body) {
	if b == c.body() {
		return
	}
	c.known = nil
	if c.at == len(c.defs) {
		c.main = b
		return
	}
	d := *c.defs[c.at]
	d.Body = b
	c.defs = slices.Clone(c.defs)
	c.defs[c.at] = &d
}

// program returns the program as it is now.
func (c *circuit) program() *syntax.Program {
	k := -1
	return rewrite.Assemble(c.src, func(*syntax.Def) *syntax.Def { k++; return c.defs[k] }, c.main)
}

// site says where a variable is bound: by statement k of a body, or, with k = -1, around it
// (the index of a kernel, what a loop carries, parameters).
type site struct {
	body *syntax.Body
	k    int
}

// knowledge is what has been found out about the current body.
type knowledge struct {
	program *syntax.Program
	types   rewrite.Types
	env     *poly.Env               // the definitions of ints
	sites   map[int]site            // of the variables bound in it, by ID
	around  map[*syntax.Body]site   // the statements that bodies are in
	bound   map[int]*syntax.Binding // these variables
	aliases *alias.Aliases
	trace   *races.Trace // nil if the walk was too long
	traced  bool
}

// know returns what is known about the current body.
func (c *circuit) know() *knowledge {
	if c.known == nil {
		p := c.program()
		c.known = &knowledge{program: p, types: rewrite.TypesOf(p, c.job.Type), env: rewrite.Definitions(c.body()), sites: map[int]site{}, around: map[*syntax.Body]site{}, bound: map[int]*syntax.Binding{}}
		c.known.body(c.body())
	}
	return c.known
}

func (k *knowledge) body(b *syntax.Body) {
	for i, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		k.bind(l.Pat, site{b, i})
		inner := rewrite.InnerBodies(l.Exp)
		for _, in := range inner {
			k.around[in] = site{b, i}
			k.bind(rewrite.Around(l.Exp), site{in, -1})
			k.body(in)
		}
	}
}

func (k *knowledge) bind(bs []*syntax.Binding, at site) {
	for _, b := range bs {
		k.sites[b.ID], k.bound[b.ID] = at, b
	}
}

// before tells whether a variable is bound before another one, or by the same statement, and visible there.
func (k *knowledge) before(id, other int) bool {
	is, ok := k.sites[id]
	if !ok || is == k.sites[other] {
		return true // outside of the body, or in one pattern
	}
	for at, ok := k.sites[other]; ok; at, ok = k.around[at.body] {
		if at.body == is.body {
			return is.k < max(at.k, 0)
		}
	}
	return false
}

func isInt(b *syntax.Binding) bool { return b.Type == nil || b.Type.IsInt() }

// let returns the statement that binds a variable, or nil.
func (k *knowledge) let(id int) *syntax.Let {
	if at, ok := k.sites[id]; ok && at.k >= 0 {
		return at.body.Stms[at.k].(*syntax.Let)
	}
	return nil
}

// same tells whether two arrays are known to lie at the same locations.
func (k *knowledge) same(a, b *syntax.MemAnn) bool {
	return rewrite.SameUnder(k.env, a, b)
}

// aliasesOf returns the aliases of the whole program.
func (c *circuit) aliasesOf() *alias.Aliases {
	k := c.know()
	if k.aliases == nil {
		k.aliases = alias.OfMem(k.program, c.job.Until)
	}
	return k.aliases
}

// trace returns the walk over the current body, or nil if it is too long.
func (c *circuit) trace() *races.Trace {
	k := c.know()
	if !k.traced {
		k.traced = true
		k.trace = races.Follow(c.job.Proofs(), k.program, c.def(), c.owned, c.job.Def, c.job.Type, c.job.Until)
	}
	return k.trace
}
