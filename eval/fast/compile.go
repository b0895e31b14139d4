package fast

import (
	"context"

	"funmem/eval/branch"
	"funmem/eval/engine"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// compiler compiles one kernel of Fun, or one program of FUNMEM, into a unit.
type compiler struct {
	u     *unit
	defs  []*syntax.Def                  // of the program, if a program is compiled
	def   func(string) *syntax.Def       // returns a function by its name, or nil
	used  map[string]*syntax.Def         // the functions that are called
	free  func(c *compiler, id int) bool // binds a variable that comes from outside
	size  int                            // of the code so far
	wrote int                            // how many statements so far write
	made  int                            // the last ID given to a variable that is not in the program; below 0
	names *names
	root  *names // of the unit itself; functions see them too
	body  *block
	uses  *uses

	branches *branch.Notes // is told which ways conditions go

	// In value mode:
	shares *shares
	home   map[int]*block // the body where an array is bound, for arrays that may be updated in place
	holes  bool           // elements of arrays may be undefined: each read checks for that
	branch bool           // the next body is a branch of an if
	mine   []int          // arrays that are given up to the next body, so it owns them
	around *rounds        // the innermost enclosing loop

	unstrip bool // no strips
	threads int  // how many threads may run a kernel
	nested  int  // how many kernels are around

	// In heap mode:
	opts   engine.Options
	loops  []*loop // the enclosing kernels
	stats  map[syntax.Expr]kernelStats
	bound  map[*syntax.Binding]*Binding
	result *Clean
	notes  int // number of array bindings so far
	roots  []*mem
	rounds []*loopBlocks // of the loops so far

	natives *natives // or nil
}

// names are the variables of one activation of a function.
type names struct {
	ints map[int]*node
	arrs map[int]*view
	mems map[int]*mem
}

func newNames() *names {
	return &names{map[int]*node{}, map[int]*view{}, map[int]*mem{}}
}

// block is a body that is being compiled.
type block struct {
	stms    []stmFn
	pending []int           // variables with reads that are not computed yet
	sites   map[*view]*site // arrays that this body makes
	let     *syntax.Let     // the statement being compiled

	outer  *block
	text   *syntax.Body // nil: the outermost level
	at     int          // the number of the statement being compiled, from 0
	branch bool         // it is a branch of an if
}

// mostCode limits the code of a unit, since a call is compiled at each place.
const mostCode = 1 << 16

// compileBody compiles the statements of b. It then calls done to compile what depends on
// them, before the names of the body go out of use.
func (c *compiler) compileBody(b *syntax.Body, done func()) []stmFn {
	outer := c.body
	c.body = &block{sites: map[*view]*site{}, outer: outer, text: b, branch: c.branch}
	for _, id := range c.mine {
		c.home[id] = c.body
	}
	c.branch, c.mine = false, nil
	c.uses.body(b)
	if outer == nil {
		for _, f := range c.defs {
			c.uses.body(f.Body)
		}
	}
	for k, s := range b.Stms {
		if c.size++; c.size > mostCode {
			panic(unsupported{})
		}
		c.body.at = k
		switch s := s.(type) {
		case *syntax.Let:
			c.let(s)
			c.settle(s.Pat)
		case *syntax.Check:
			c.check(s)
		case *syntax.Free:
			c.end(s)
		default:
			panic(unsupported{})
		}
	}
	done()
	c.flush()
	stms := c.body.stms
	c.body = outer
	return stms
}

// settle notes that the current body binds the variables.
func (c *compiler) settle(pat []*syntax.Binding) {
	if c.home != nil {
		for _, x := range pat {
			c.home[x.ID] = c.body
		}
	}
}

// uses counts the uses of each variable. A use in a type, or outside the body that binds the
// variable, counts as 2.
type uses struct {
	n    map[int]int
	real map[int]bool         // the variables of type f64, and arrays of them
	home map[int]*syntax.Body // the body that binds the variable
	seen map[*syntax.Body]bool
	ask  func() // asks whether to go on
}

func newUses(ctx context.Context) *uses {
	return &uses{map[int]int{}, map[int]bool{}, map[int]*syntax.Body{}, map[*syntax.Body]bool{}, seldom(ctx)}
}

// seldom returns a function that asks now and then whether a context is done, and ends the
// compilation if so.
func seldom(ctx context.Context) func() { return stop.Poll(ctx.Err).Seldom() }

// unlessDone runs f and tells whether it finished before its context was done.
func unlessDone(f func()) bool {
	var err error
	func() {
		defer stop.Caught(&err)
		f()
	}()
	return err == nil
}

// body counts the uses in b and in the bodies within it, once.
func (u *uses) body(b *syntax.Body) {
	if u.seen[b] {
		return
	}
	u.seen[b] = true
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, x := range let.Pat {
				u.home[x.ID] = b
				u.real[x.ID] = x.Type != nil && x.Type.Elem == syntax.F64
			}
		}
		u.node(s, b)
	}
	for _, x := range b.Res {
		u.node(x, b)
	}
}

// node counts the uses in a part of b. b is nil for a type.
func (u *uses) node(n syntax.Node, b *syntax.Body) {
	syntax.Walk(n, func(m syntax.Node) bool {
		u.ask()
		switch m := m.(type) {
		case *syntax.Body:
			u.body(m)
			return false
		case *syntax.Lambda: // elements are bound as if by lets in its body
			for _, x := range m.Params {
				u.home[x.ID] = m.Body
			}
		case *syntax.Type:
			if b != nil {
				u.node(m, nil)
				return false
			}
		case *syntax.Var:
			if u.n[m.ID]++; b == nil || u.home[m.ID] != b {
				u.n[m.ID]++
			}
		}
		return true
	})
}

// emit adds a statement to the body.
func (c *compiler) emit(s stmFn) { c.body.stms = append(c.body.stms, s) }

// flush computes the variables with reads whose use is still to come, because a write may come
// before it.
func (c *compiler) flush() {
	for _, id := range c.body.pending {
		c.store(id, c.names.ints[id])
	}
	c.body.pending = c.body.pending[:0]
}

// store gives a variable a slot and computes it now.
func (c *compiler) store(id int, n *node) {
	r, f := new(int64), emit(n)
	c.emit(func() { *r = f() })
	c.names.ints[id] = register(r)
}

// bindInt makes n the value of a variable. If the variable is used only once, and in this
// body, n is computed there and no slot is written.
func (c *compiler) bindInt(x *syntax.Binding, n *node) {
	switch uses := c.uses.n[x.ID]; {
	case n.total():
		c.names.ints[x.ID] = n
	case uses == 1:
		c.names.ints[x.ID] = n
		if n.reads {
			c.body.pending = append(c.body.pending, x.ID)
		}
	default:
		c.store(x.ID, n)
	}
}

// int returns the node of an atom or scalar expression, an int or an f64.
func (c *compiler) int(e syntax.Expr) *node {
	if c.size++; c.size > mostCode {
		panic(unsupported{})
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		k, ok := e.Val.Int64()
		if !ok {
			panic(unsupported{})
		}
		return constant(k)
	case *syntax.RealLit:
		return constant(bitsOf(e.Val))
	case *syntax.Var:
		return c.intVar(e.ID)
	case *syntax.Unary:
		if e.Of == syntax.F64 {
			return realUnary(e.Op, c.int(e.X))
		}
		return unaryNode(e.Op, c.int(e.X))
	case *syntax.Binary:
		x, y := c.int(e.X), c.int(e.Y)
		n := binaryNode
		if e.Of == syntax.F64 {
			n = realBinary
		}
		if branch.IsCondition(e) {
			return notedNode(c.branches.At(e.Span), n(e.Op, x, y))
		}
		return n(e.Op, x, y)
	}
	panic(unsupported{})
}

func (c *compiler) intVar(id int) *node {
	c.resolve(id)
	n := c.names.ints[id]
	if n == nil {
		panic(unsupported{})
	}
	if c.body != nil {
		for k, p := range c.body.pending {
			if p == id {
				c.body.pending = append(c.body.pending[:k], c.body.pending[k+1:]...)
				break
			}
		}
	}
	return n
}

// isReal tells whether an atom that is bound by a statement, or comes from outside, is of type
// f64 or an array of them.
func (c *compiler) isReal(e syntax.Expr) bool {
	if v, ok := e.(*syntax.Var); ok {
		return c.uses.real[v.ID]
	}
	_, ok := e.(*syntax.RealLit)
	return ok
}

func elemOf(real bool) syntax.Elem {
	if real {
		return syntax.F64
	}
	return syntax.Int
}

// isArray tells whether an atom is an array.
func (c *compiler) isArray(e syntax.Expr) bool {
	v, ok := e.(*syntax.Var)
	if !ok {
		return false
	}
	c.resolve(v.ID)
	return c.names.arrs[v.ID] != nil
}

// resolve makes sure that a variable is known in c.names.
func (c *compiler) resolve(id int) {
	if c.names.has(id) {
		return
	}
	if c.names != c.root && c.root.has(id) {
		c.names.take(id, c.root)
		return
	}
	if c.uses.home[id] != nil || !c.free(c, id) { // what the code binds itself does not come from outside
		panic(unsupported{})
	}
}

func (n *names) has(id int) bool { return n.ints[id] != nil || n.arrs[id] != nil || n.mems[id] != nil }

// take gives the variable the meaning that it has in m.
func (n *names) take(id int, m *names) {
	switch {
	case m.ints[id] != nil:
		n.ints[id] = m.ints[id]
	case m.arrs[id] != nil:
		n.arrs[id] = m.arrs[id]
	default:
		n.mems[id] = m.mems[id]
	}
}

// newView returns a place for an array of rank q.
func (c *compiler) newView(q int) *view {
	if q > maxRank {
		panic(unsupported{})
	}
	v := &view{q: q}
	c.u.views = append(c.u.views, v)
	return v
}

// array returns the view of an array atom.
func (c *compiler) array(e syntax.Expr) *view {
	if !c.isArray(e) {
		panic(unsupported{})
	}
	return c.names.arrs[e.(*syntax.Var).ID]
}

// ints returns the nodes of atoms.
func (c *compiler) ints(es []syntax.Expr) []*node {
	ns := make([]*node, len(es))
	for k, e := range es {
		ns[k] = c.int(e)
	}
	return ns
}

// dims returns the sizes of a type as code.
func (c *compiler) dims(t *syntax.Type) []intFn {
	if t.Rank() > maxRank {
		panic(unsupported{})
	}
	fs := make([]intFn, t.Rank())
	for k, d := range t.Dims {
		fs[k] = emit(c.int(d))
	}
	return fs
}

// setSizes sets the sizes of v.
func (v *view) setSizes(dims []intFn) {
	for k, d := range dims {
		n := d()
		if n < 0 {
			bail()
		}
		v.d[k].n = int(n)
	}
}

// bindArr makes v the value of a variable, once its sizes are those of its type.
func (c *compiler) bindArr(x *syntax.Binding, v *view) {
	c.names.arrs[x.ID] = v
	if x.Type == nil || x.Type.Rank() != v.q {
		panic(unsupported{})
	}
	dims := c.dims(x.Type)
	if len(dims) == 1 {
		d := dims[0]
		c.emit(func() {
			if int64(v.d[0].n) != d() {
				bail()
			}
		})
		return
	}
	c.emit(func() { v.fits(dims) })
}

// elements tells whether the view has any elements.
func (v *view) elements() bool {
	for k := range v.q {
		if v.d[k].n == 0 {
			return false
		}
	}
	return true
}

// fits ends the run unless v has the given sizes.
func (v *view) fits(dims []intFn) {
	for k, d := range dims {
		if int64(v.d[k].n) != d() {
			bail()
		}
	}
}
