package toimp

import (
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Options are what a program needs from outside.
type Options struct {
	// Inputs are arrays, each row-major in a block of its own, and numbers. Those that the
	// program mentions become inputs of these types.
	Inputs []*syntax.Binding
	// Type returns the type of any other free variable of the program. A number or a block
	// becomes an input; an array lies in the block that its type names.
	Type func(id int) *syntax.Type
	// Def is the function to translate instead of the program. Its arguments become inputs.
	Def *syntax.Def
	// Defs are functions that are not in the program.
	Defs map[string]*syntax.Def
	// Poll is asked at each statement; an error ends the translation, and Program returns
	// it. It may be nil.
	Poll stop.Poll
}

// maxStms is how many statements a program may become: calls are inlined.
const maxStms = 1 << 17

// state is the state of one translation.
type state struct {
	Options
	supply syntax.Supply
	out    *imp.Program
	given  []*syntax.Var       // what the inputs stand for in FUNMEM
	names  map[int]syntax.Expr // what a variable of FUNMEM is in IMP: a variable or a constant
	arrays map[int]*array      // Γ, for arrays
	placed map[int]bool        // variables of FUNMEM that say how a parameter lies, and are constants
	elems  map[int]syntax.Elem // the types of the variables of IMP
	conds  map[int]condition   // what ints in IMP say as conditions
	blocks map[int]block       // what is known of blocks in IMP
	known  *known
	proofs *prove.Budget
	count  int

	unequal int // above 0: conditions record no equations
}

// array is what Γ says of an array: (x : [d]…[d] @ x_mem -> L), in terms of IMP.
type array struct {
	name  string
	elem  syntax.Elem
	block *syntax.Var
	L     *syntax.LMAD
	safe  bool // its elements are known to lie in its block
	keeps bool // it holds values that are to be found again, also undefined elements
}

// block is what is known of a block: that an alloc or an input has made it for this
// variable, and how many locations it has.
type block struct {
	own  bool
	size syntax.Expr // nil: not known
}

// known is what is known of the ints in scope.
type known struct {
	env   *poly.Env
	facts prove.System
}

func (k *known) inner() *known { return &known{k.env.Clone(), k.facts} }

// inner translates code in a scope of its own. The scope begins with what is known outside.
func (st *state) inner(f func()) {
	outside := st.known
	st.known = outside.inner()
	f()
	st.known = outside
}

// Program translates a core FUNMEM program. Each statement keeps the place of its origin in
// the text. For each input of the program, inputs has the variable that it stands for. The
// error is a diagnostic of kind Usage for a program that becomes too large.
func Program(p *syntax.Program, o Options) (out *imp.Program, inputs []*syntax.Var, err error) {
	st := &state{
		Options: o, out: &imp.Program{}, names: map[int]syntax.Expr{}, arrays: map[int]*array{}, placed: map[int]bool{},
		elems: map[int]syntax.Elem{}, conds: map[int]condition{}, blocks: map[int]block{}, known: &known{env: &poly.Env{}},
		proofs: prove.NewBudget(prove.MaxSteps),
	}
	defer stop.Caught(&err)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			err = r
		default:
			panic(r)
		}
	}()
	st.supply.Reserve(imp.Words...)
	st.define(p.Defs())
	if o.Def != nil {
		p = st.alone(p, o.Def)
	}
	st.mentioned(p)
	main := p.Main()
	st.out.Body = append(st.out.Body, st.stms(main.Stms)...)
	for _, x := range main.Res {
		st.result(x)
	}
	out, err = imp.Resolve(st.out, nil)
	return out, st.given, err
}

// define adds functions to those from outside.
func (st *state) define(defs []*syntax.Def) {
	all := map[string]*syntax.Def{}
	for name, d := range st.Defs {
		all[name] = d
	}
	for _, d := range defs {
		all[d.Name] = d
	}
	st.Defs = all
}

// mentioned declares the inputs that a program mentions.
func (st *state) mentioned(p *syntax.Program) {
	used := map[int]bool{}
	for _, x := range syntax.FreeVars(p, st.Poll) {
		used[x.ID] = true
	}
	for _, d := range st.Defs {
		for _, x := range syntax.FreeVars(d, st.Poll) {
			used[x.ID] = true
		}
	}
	for _, x := range st.Inputs {
		switch m := x.Type.Mem; {
		case m == nil && used[x.ID]:
			st.input(x, x.Type)
		case m != nil && (used[x.ID] || used[m.Block.ID]):
			b := st.variable(&syntax.Binding{Span: x.Span, Name: m.Block.Name, ID: m.Block.ID, Type: &syntax.Type{Elem: syntax.Mem}})
			st.bind(x)
			t := *x.Type
			t.Mem = &syntax.MemAnn{Block: b.Use(), L: m.L}
			st.out.Inputs = append(st.out.Inputs, &syntax.Binding{Span: x.Span, Name: st.supply.Name(x.Name), Type: &t})
			st.given = append(st.given, x.Use())
			st.blocks[b.ID] = block{true, lmad.Count(x.Type.Dims)}
		}
	}
}

// input declares an input that is a number or a block.
func (st *state) input(x *syntax.Binding, t *syntax.Type) syntax.Expr {
	y := *x
	y.Type = t
	b := st.variable(&y)
	st.out.Inputs = append(st.out.Inputs, b)
	st.given = append(st.given, x.Use())
	return b.Use()
}

// result adds a result: a number or an array. A block is left out, since its array names
// it.
func (st *state) result(x syntax.Expr) {
	v, ok := x.(*syntax.Var)
	if ok && st.isArray(v) {
		a := st.array(v)
		t := &syntax.Type{Elem: a.elem, Dims: a.dims(), Mem: &syntax.MemAnn{Block: a.block, L: a.L}}
		if plain := lmad.RowMajor(t.Dims); lmad.Equal(st.known.env, a.L, plain) {
			t.Mem.L = plain
		}
		label := &syntax.Var{Span: v.Span, Name: unreserved(v.Name)}
		st.out.Return = append(st.out.Return, &imp.Result{Span: v.Span, X: label, Type: t})
		return
	}
	if e, t := st.atom(x); t != syntax.Mem {
		st.out.Return = append(st.out.Return, &imp.Result{Span: x.GetSpan(), X: e, Type: &syntax.Type{Elem: t}})
	}
}

// unreserved returns a name that is not a word of IMP.
func unreserved(name string) string {
	var s syntax.Supply
	s.Reserve(imp.Words...)
	return s.Name(name)
}

// variable makes the variable of IMP that stands for a binder of FUNMEM.
func (st *state) variable(x *syntax.Binding) *syntax.Binding {
	t := &syntax.Type{}
	if x.Type != nil {
		t.Elem = x.Type.Elem
	}
	b := st.fresh(x.Name, t.Elem)
	b.Span, b.Text = x.Span, x.Text
	if x.ID != 0 {
		st.names[x.ID] = b.Use()
	}
	return b
}

// fresh makes a variable of IMP.
func (st *state) fresh(base string, t syntax.Elem) *syntax.Binding {
	if base == "" || base == "_" {
		base = "t"
	}
	b := st.supply.Binding(base, &syntax.Type{Elem: t})
	st.elems[b.ID] = t
	return b
}

// use returns what a variable of FUNMEM is in IMP, at the place of its use.
func (st *state) use(x *syntax.Var) syntax.Expr {
	e, ok := st.names[x.ID]
	if !ok {
		e = st.input(&syntax.Binding{Span: x.Span, Name: x.Name, ID: x.ID}, st.free(x))
	}
	if y, ok := e.(*syntax.Var); ok {
		return &syntax.Var{Span: x.Span, Name: y.Name, ID: y.ID}
	}
	return e
}

// free returns the type of a variable from outside.
func (st *state) free(x *syntax.Var) *syntax.Type {
	if st.Type != nil {
		if t := st.Type(x.ID); t != nil {
			return t
		}
	}
	panic(diag.Errorf(diag.Bug, "", x.Span, "`%s` has no type when a program becomes IMP", x.Name))
}

// se returns a scalar expression in terms of IMP.
func (st *state) se(e syntax.Expr) syntax.Expr {
	return syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		if x, ok := e.(*syntax.Var); ok {
			return st.use(x)
		}
		return e
	})
}

// atom returns a variable or constant, with its type.
func (st *state) atom(x syntax.Expr) (syntax.Expr, syntax.Elem) {
	switch x := x.(type) {
	case *syntax.RealLit:
		return x, syntax.F64
	case *syntax.Var:
		return st.use(x), st.types(x)
	}
	return x, syntax.Int
}

// types returns the type of a variable that is not an array.
func (st *state) types(x *syntax.Var) syntax.Elem {
	switch e := st.names[x.ID].(type) {
	case *syntax.RealLit:
		return syntax.F64
	case *syntax.Var:
		return st.elems[e.ID]
	}
	return syntax.Int
}
