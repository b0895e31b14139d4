package shape

import (
	"fmt"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Function is a def with its shape function.
type Function struct {
	Def     *syntax.Def
	Sizes   [][]poly.Poly // of each result, over the sizes and ints of the parameters: none for a number; nil if one is refused
	Refused []*Data       // why there is no shape function: one for each size of a result that is data
	results map[int]result
}

// result is a result that is an array: its sizes, or what of it is data.
type result struct {
	sizes   []poly.Poly
	refused []*Data
}

// Result is the shape of result k alone, over the sizes and ints of the parameters; or why it has none.
func (f *Function) Result(k int) ([]poly.Poly, []*Data) {
	r := f.results[k]
	return r.sizes, r.refused
}

// Data says why an int is no cardinality.
type Data struct {
	Rule string      // of Fig. 8
	At   diag.Span   // the subexpression
	Why  string      // what it is, such as "an element of an array"
	In   []diag.Note // the calls around it, from the inside
	Of   string      // the size that depends on it, as messages call it
}

// card is an int: a cardinality, or data.
type card struct {
	p    poly.Poly
	data *Data
}

// shapes translates a program.
type shapes struct {
	by   map[string]*syntax.Def
	done map[string]*results
	poll stop.Poll
	env  *env
}

// results are the ints of a function's results, and of the sizes of its arrays, over its parameters.
type results struct {
	ints  []card   // of each result that is an int
	sizes [][]card // of each result that is an array
}

// Of finds the shape functions of the defs of a program in core, of Fun or FUNMEM. If until is given, it may end the work by its panic.
func Of(p *syntax.Program, until ...stop.Poll) []*Function {
	s := start(p, until)
	var list []*Function
	for _, d := range p.Defs() {
		list = append(list, s.function(d))
	}
	return list
}

func start(p *syntax.Program, until []stop.Poll) *shapes {
	s := &shapes{by: map[string]*syntax.Def{}, done: map[string]*results{}, poll: stop.Any(until), env: newEnv()}
	s.env.shapes = s
	for _, d := range p.Defs() {
		s.by[d.Name] = d
	}
	return s
}

// Local is what is known of the ints of all bodies of a program.
type Local struct{ env *env }

// Within looks at all bodies of a program.
func Within(p *syntax.Program, until ...stop.Poll) Local {
	s := start(p, until)
	for _, d := range p.Defs() {
		s.of(d)
	}
	s.env.body(p.Main())
	return Local{s.env}
}

// Of is an int that a scalar expression in the program is, over the ints of the parameters around it and over those that loops and kernels
// count; or why it is data.
func (l Local) Of(e syntax.Expr) (poly.Poly, *Data) {
	c := l.env.of(e)
	for _, id := range c.p.Vars() {
		if d := l.env.data[id]; c.data == nil && d != nil {
			c.data = d
		}
	}
	return c.p, c.data
}

func (s *shapes) function(d *syntax.Def) *Function {
	f := &Function{Def: d, results: map[int]result{}}
	for k, dims := range s.of(d).sizes {
		if d.IsSize(d.Ret[k]) {
			continue
		}
		r := result{sizes: []poly.Poly{}}
		for n, c := range dims {
			r.sizes = append(r.sizes, c.p)
			if c.data != nil {
				why := *c.data
				why.Of = fmt.Sprintf("size %d of %s", n+1, resultName(d, k))
				r.refused = append(r.refused, &why)
			}
		}
		f.results[k] = r
		f.Sizes, f.Refused = append(f.Sizes, r.sizes), append(f.Refused, r.refused...)
	}
	if f.Refused != nil {
		f.Sizes = nil
	}
	return f
}

// resultName is what messages call a result of a def.
func resultName(d *syntax.Def, k int) string {
	all := d.Values()
	if len(all) == 1 {
		return "the result"
	}
	return fmt.Sprintf("result %d", slices.Index(all, k)+1)
}

// of is the translation of a function (S-Abs). Its sizes and ints are cardinalities.
func (s *shapes) of(d *syntax.Def) *results {
	if r := s.done[d.Name]; r != nil {
		return r
	}
	e := s.env
	for _, x := range d.Params {
		e.bind(x)
	}
	ints := e.body(d.Body)
	r := &results{}
	own := map[int]card{} // sizes that are results themselves
	for k, x := range d.Ret {
		if x.ID != 0 && x.Type.IsInt() {
			own[x.ID] = ints[k]
		}
		r.ints = append(r.ints, ints[k])
	}
	for k, x := range d.Ret {
		var sizes []card
		for n := range x.Type.Dims {
			sizes = append(sizes, e.sizeOfResult(d, k, n, own))
		}
		r.sizes = append(r.sizes, sizes)
	}
	s.done[d.Name] = r
	return r
}

// sizeOfResult is a size of an array that a function gives.
func (e *env) sizeOfResult(d *syntax.Def, k, n int, own map[int]card) card {
	size := d.Ret[k].Type.Dims[n]
	if v, ok := size.(*syntax.Var); ok {
		if c, ok := own[v.ID]; ok {
			return c
		}
	}
	return e.of(size)
}

// env is what is known of the ints of all bodies: no two variables have one ID.
type env struct {
	*shapes
	known *poly.Env
	data  map[int]*Data         // ints that are no cardinalities
	dims  map[int][]syntax.Expr // the sizes of arrays
}

func newEnv() *env {
	return &env{known: &poly.Env{}, data: map[int]*Data{}, dims: map[int][]syntax.Expr{}}
}

func (e *env) bind(x *syntax.Binding) {
	if x.Type.IsArray() {
		e.dims[x.ID] = x.Type.Dims
	}
}

// set notes what an int is.
func (e *env) set(x *syntax.Binding, c card) {
	if c.data != nil {
		e.data[x.ID] = c.data
		return
	}
	e.known.Define(x.ID, c.p)
}

// of is the int that a scalar expression is (S-Exp, S-Var).
func (e *env) of(x syntax.Expr) card {
	for _, v := range syntax.FreeVars(x) {
		if d := e.data[v.ID]; d != nil {
			return card{data: d}
		}
	}
	if at, ok := real(x); ok {
		return card{data: &Data{Rule: "S-Exp", At: at, Why: "an int that is made of an f64"}}
	}
	return card{p: e.known.Of(x)}
}

// real tells whether f64s are in a scalar expression, and where.
func real(x syntax.Expr) (at diag.Span, found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Unary:
			found = n.Op == syntax.ToInt || n.Of == syntax.F64
		case *syntax.Binary:
			found = n.Of == syntax.F64
		case *syntax.RealLit:
			found = true
		}
		if found && !at.IsValid() {
			at = n.GetSpan()
		}
		return !found
	})
	return at, at.IsValid()
}

// body is what a body gives: ints, and nothing for other results.
func (e *env) body(b *syntax.Body) []card {
	for _, s := range b.Stms {
		e.poll.Ask()
		if let, ok := s.(*syntax.Let); ok {
			e.let(let)
		}
	}
	return e.all(b.Res)
}

func (e *env) all(xs []syntax.Expr) (cs []card) {
	for _, x := range xs {
		cs = append(cs, e.of(x))
	}
	return cs
}

// let is S-Let: it notes what the ints are that a statement binds.
func (e *env) let(let *syntax.Let) {
	cs := e.exp(let)
	for k, x := range let.Pat {
		e.bind(x)
		if x.Type.IsInt() {
			e.set(x, cs[k])
		}
	}
}

// same is a card for each variable of a statement.
func same(let *syntax.Let, d *Data) []card { return slices.Repeat([]card{{data: d}}, len(let.Pat)) }
