package introduce

import (
	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/stop"
	"maps"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// State is what a session knows about earlier lines: the FUNMEM type environment Γ and the
// functions.
type State struct {
	supply *syntax.Supply // of the program at hand
	// gamma is Γ, by ID. Every binder of a session has an ID of its own, so
	// one map serves all scopes.
	gamma map[int]*syntax.Type
	// written are the functions that carried memory when they came.
	written map[string]bool
	marked  map[string][]bool        // which parameters of the other functions a star marks
	results map[string]alias.Summary // where the results of the functions lie
	updates updates                  // of the program at hand

	Until stop.Poll // asked at each statement; its error is that of the transformation
}

// New returns the state of a session that has not begun.
func New() *State {
	return &State{gamma: map[int]*syntax.Type{}, written: map[string]bool{}, marked: map[string][]bool{}, results: map[string]alias.Summary{}}
}

// Clone returns an independent copy, for work that must not be remembered.
func (st *State) Clone() *State {
	c := New()
	maps.Copy(c.gamma, st.gamma)
	maps.Copy(c.written, st.written)
	maps.Copy(c.marked, st.marked)
	maps.Copy(c.results, st.results)
	return c
}

// Bind adds to Γ a variable that did not come from a program, with its FUNMEM
// type.
func (st *State) Bind(p *syntax.Binding) { st.bind(p) }

// TransformProgram is procedure TransformProgram, after the earlier lines. Each array that
// the program returns is copied to a fresh block, row-major, and returned as a (mem, array)
// pair. IDs and names of new binders come from the supply, which is the session's.
func (st *State) TransformProgram(p *syntax.Program, supply *syntax.Supply) (*syntax.Program, error) {
	return st.transform(p, supply, false, st.linear)
}

// Program transforms what a REPL line adds. Its results are returned as pairs too, but stay
// where they lie: a line copies nothing.
func (st *State) Program(p *syntax.Program, supply *syntax.Supply) (*syntax.Program, error) {
	return st.transform(p, supply, true, st.inPlace)
}

// transform transforms the functions, then the statements, then each result by the given
// function. If line is set, other lines come after this one.
func (st *State) transform(p *syntax.Program, supply *syntax.Supply, line bool, result func(syntax.Expr) ([]syntax.Stm, []syntax.Expr)) (out *syntax.Program, err error) {
	defer stop.Caught(&err)
	defer recovered(&err)
	st.supply = supply
	st.define(p)
	for _, d := range p.Defs() {
		supply.Reserve(syntax.BoundNames(d, st.Until)...)
	}
	st.updates = st.findUpdates(p, line)
	out = &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			out.Decls = append(out.Decls, st.transformDef(d))
		case syntax.Stm:
			for _, t := range st.transformStm(d) {
				out.Decls = append(out.Decls, t)
			}
		case *syntax.In:
			in := &syntax.In{Span: d.Span}
			for i, x := range d.Res {
				if st.paired(d.Res, i) {
					in.Res = append(in.Res, x)
					continue
				}
				stms, res := result(x)
				for _, s := range stms {
					out.Decls = append(out.Decls, s)
				}
				in.Res = append(in.Res, res...)
			}
			out.Decls = append(out.Decls, in)
		default:
			panic(notCore(d))
		}
	}
	return out, nil
}

// paired tells whether result i follows its block, as in programs written with memory.
func (st *State) paired(res []syntax.Expr, i int) bool {
	_, t := st.lookup(res[i])
	if i == 0 || t.Mem == nil {
		return false
	}
	m, ok := res[i-1].(*syntax.Var)
	return ok && m.ID == t.Mem.Block.ID
}

// linear is the loop of TransformProgram: a result xᵢ becomes
//
//	let (mem' : mem) = alloc (Π z)
//	let (y : [z̄] @ mem' -> R(z̄)) = copy xᵢ
//
// and is returned as (mem', y).
func (st *State) linear(x syntax.Expr) ([]syntax.Stm, []syntax.Expr) {
	v, t := st.lookup(x)
	if !t.IsArray() {
		return nil, []syntax.Expr{x}
	}
	y := st.supply.Binding(v.Name+"_out", t.Bare())
	y.Span = v.Span
	alloc, p := st.fresh(y)
	return []syntax.Stm{alloc, let(v.Span, &syntax.Copy{Span: v.Span, X: v}, p)}, []syntax.Expr{p.Type.Mem.Block, p.Use()}
}

// inPlace returns a result with its block.
func (st *State) inPlace(x syntax.Expr) ([]syntax.Stm, []syntax.Expr) {
	_, t := st.lookup(x)
	if !t.IsArray() {
		return nil, []syntax.Expr{x}
	}
	return nil, []syntax.Expr{t.Mem.Block, x}
}

// lookup is lookup(x, Γ); a constant is an int or an f64.
func (st *State) lookup(x syntax.Expr) (*syntax.Var, *syntax.Type) {
	switch x := x.(type) {
	case *syntax.IntLit:
		return nil, &syntax.Type{}
	case *syntax.RealLit:
		return nil, &syntax.Type{Elem: syntax.F64}
	case *syntax.Var:
		if t := st.gamma[x.ID]; t != nil {
			return x, t
		}
		panic(diag.Errorf(diag.Bug, "", x.Span, "`%s` has no type when memory is introduced", x.Name))
	}
	panic(notCore(x))
}

// array is lookup(x, Γ) of an operand that is an array.
func (st *State) array(x syntax.Expr) *syntax.Type {
	_, t := st.lookup(x)
	if !t.IsArray() || t.Mem == nil {
		panic(diag.Errorf(diag.Bug, "", x.GetSpan(), "`%s` has no memory when memory is introduced", syntax.Line(x)))
	}
	return t
}

// bind adds p to Γ: Γ, p.
func (st *State) bind(ps ...*syntax.Binding) {
	for _, p := range ps {
		t := p.Type
		if t == nil {
			t = &syntax.Type{}
		}
		st.gamma[p.ID] = t
	}
}

// fresh gives the array p a block of its own:
//
//	let (y_mem : mem) = alloc (Π z)      p' ← (y : [z̄] @ y_mem -> R(z̄))
func (st *State) fresh(p *syntax.Binding) (*syntax.Let, *syntax.Binding) {
	mem := st.supply.Binding(rewrite.Base(p)+"_mem", &syntax.Type{Span: p.Span, Elem: syntax.Mem})
	mem.Span = p.Span
	q := at(p, mem.Use(), lmad.RowMajor(p.Type.Dims))
	st.bind(mem, q)
	return let(p.Span, &syntax.Alloc{Span: p.Span, N: lmad.Count(p.Type.Dims)}, mem), q
}

// at returns p with the annotation @ m -> L.
func at(p *syntax.Binding, m *syntax.Var, l *syntax.LMAD) *syntax.Binding {
	q, t := *p, *p.Type
	t.Mem = &syntax.MemAnn{Span: t.Span, Block: m, L: l}
	q.Type = &t
	return &q
}

func let(at diag.Span, e syntax.Expr, pat ...*syntax.Binding) *syntax.Let {
	return &syntax.Let{Span: at, Pat: pat, Exp: e}
}

func notCore(n syntax.Node) *diag.Diagnostic {
	return diag.Errorf(diag.Bug, "", n.GetSpan(), "memory is introduced into core programs, and this is not one")
}

// recovered turns a panic with a diagnostic into the error of an exported
// function.
func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case *diag.Diagnostic:
		*err = r
	default:
		panic(r)
	}
}
