package check

import (
	"maps"
	"slices"

	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/rule"
	"funmem/semantics/shared"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Context is Γ: the variables in scope with their types, what is known about
// the ints among them, and the functions.
type Context struct {
	up    *Context
	last  int // of up: Named sees the binders up to this ID, or all of them when it is 0
	vars  shared.Map[int, *syntax.Binding]
	sizes *poly.Env
	env   *environment
	def   *syntax.Def  // the function whose parameters are bound here, or nil
	num   *syntax.Elem // what num is in the def over num around this, or nil
}

// environment is what all scopes of one Γ share.
type environment struct {
	defs shared.Map[string, *syntax.Def]
	mem  bool
	need func(Need)
	cov  *rule.Coverage

	rec    *derive.Recorder          // gets the derivations, or nil
	wanted func(*syntax.Def) bool    // the functions whose derivations it gets; nil: all
	open   []func() derive.Judgement // the conclusions of the rules being applied
	prog   *progress                 // the program being checked

	until stop.Poll
}

// Need is an equation between sizes that a rule requires and the normal forms
// do not decide.
type Need struct {
	X, Y syntax.Expr
	Why  string
	At   diag.Span
}

// New is the empty context •. In a FUNMEM context (mem) every array type
// carries its block and LMAD.
func New(mem bool, cov *rule.Coverage) *Context {
	return &Context{sizes: &poly.Env{}, env: &environment{mem: mem, cov: cov}}
}

// Scope is a context for an inner scope: what is bound or learnt there stays
// inside.
func (c *Context) Scope() *Context {
	return &Context{up: c, sizes: c.sizes.Clone(), env: c.env, num: c.num}
}

// OverNum says that what follows is inside an instance of a def over num. Hints then tell how to convert to num.
func (c *Context) OverNum(num syntax.Elem) { c.num = &num }

// Before is a scope for statements that go before everything c binds or learns
// from here on. last is the ID of the last binder so far.
func (c *Context) Before(last int) *Context {
	s := c.Scope()
	s.last = last
	return s
}

// Clone is an independent copy of an outermost context.
func (c *Context) Clone() *Context {
	n := New(c.env.mem, c.env.cov)
	n.vars, n.env.defs = c.vars.Clone(), c.env.defs.Clone()
	n.sizes, n.env.need, n.env.until = c.sizes.Clone(), c.env.need, c.env.until
	return n
}

// OnNeed makes undecided equations go to f instead of being refused.
func (c *Context) OnNeed(f func(Need)) { c.env.need = f }

// Until asks a Poll, or nil, at each statement that is checked.
func (c *Context) Until(p stop.Poll) { c.env.until = p }

// Bind is Γ, p.
func (c *Context) Bind(p *syntax.Binding) {
	c.vars.Set(p.ID, p)
	c.env.rec.Bind(p)
}

// Declare adds a function.
func (c *Context) Declare(d *syntax.Def) { c.env.defs.Set(d.Name, d) }

// Forget removes a function.
func (c *Context) Forget(name string) { c.env.defs.Delete(name) }

// Def is the function of that name, or nil.
func (c *Context) Def(name string) *syntax.Def { return c.env.defs.Get(name) }

// Defs lists the names of the functions.
func (c *Context) Defs() []string {
	return slices.Sorted(maps.Keys(maps.Collect(c.env.defs.All())))
}

// Lookup is Γ(x) by its ID, or nil.
func (c *Context) Lookup(id int) *syntax.Binding {
	for ; c != nil; c = c.up {
		if b, ok := c.vars.Lookup(id); ok {
			return b
		}
	}
	return nil
}

// Named is the first bound int in scope whose normal form is p, or nil.
func (c *Context) Named(p poly.Poly) *syntax.Binding {
	var found *syntax.Binding
	last := 0
	for up := c; up != nil; up = up.up {
		for id, b := range up.vars.All() {
			if (last == 0 || id <= last) && b.Type.IsInt() && (found == nil || id < found.ID) && poly.Compare(c.sizes.Of(b.Use()), p) == poly.Equal {
				found = b
			}
		}
		if up.last != 0 {
			last = up.last
		}
	}
	return found
}

// Sizes is what is known about the ints in scope.
func (c *Context) Sizes() *poly.Env { return c.sizes }

// Define records that the int x is se. It does nothing if se has f64s in it.
func (c *Context) Define(p *syntax.Binding, se syntax.Expr) {
	if p.Type.IsInt() && !syntax.HasReals(se) {
		c.sizes.Define(p.ID, c.sizes.Of(se))
	}
}

// Equate records that x = y holds from here on.
func (c *Context) Equate(x, y syntax.Expr) { c.sizes.Equate(c.sizes.Of(x), c.sizes.Of(y)) }
