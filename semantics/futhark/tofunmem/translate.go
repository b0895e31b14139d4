package tofunmem

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Unit is the FUNMEM program of a dump.
type Unit struct {
	Program *syntax.Program // constants of the whole program, and a def for each function
	Entries []*Entry
	Names   map[string]string // of variables whose name in the dump is another one
}

// Translate translates a dump. Errors are diagnostics at places in it.
func Translate(p *futhark.Program, t Tuning) (u *Unit, err error) {
	defer func() {
		if e := recover(); e != nil {
			d, ok := e.(*diag.Diagnostic)
			if !ok {
				panic(e)
			}
			u, err = nil, d
		}
	}()
	if err := futhark.Resolve(p); err != nil {
		return nil, err
	}
	tr := &translator{tuning: t, funs: map[int]*futhark.Fun{}, global: map[int]*variable{}, unit: &Unit{Names: map[string]string{}}}
	for _, f := range p.Funs {
		if f.Entry == nil {
			tr.funs[f.Name.Tag] = f
		}
	}
	tr.units = unitsOf(p, tr.funs)
	prog := &syntax.Program{}
	if p.Src != nil {
		prog.Span = diag.Span{Src: p.Src, End: len(p.Src.Text)}
	}
	top := tr.function(nil)
	tr.consts = top
	top.statements(p.Consts)
	for _, s := range top.stms {
		prog.Decls = append(prog.Decls, s)
	}
	for _, f := range tr.inOrder(p.Funs) {
		prog.Decls = append(prog.Decls, tr.function(f).def())
	}
	syntax.FillPlaces(prog)
	tr.unit.Program = prog
	return tr.unit, nil
}

// translator translates the functions of a program.
type translator struct {
	tuning Tuning
	funs   map[int]*futhark.Fun // that can be called, by tag
	units  *units
	consts *function
	global map[int]*variable // constants of the whole program
	unit   *Unit
}

// inOrder is the functions with each behind those that it calls.
func (tr *translator) inOrder(funs []*futhark.Fun) (sorted []*futhark.Fun) {
	done := map[*futhark.Fun]bool{}
	var visit func(f *futhark.Fun)
	visit = func(f *futhark.Fun) {
		if f == nil || done[f] {
			return
		}
		done[f] = true
		for _, tag := range futhark.Calls(f.Body) {
			visit(tr.funs[tag])
		}
		sorted = append(sorted, f)
	}
	for _, f := range funs {
		visit(f)
	}
	return sorted
}

// function is the translation of one function, or of the constants of the whole program.
type function struct {
	*translator
	fun  *futhark.Fun
	vars map[int]*variable
	ids  int // the last of those of polynomials
	env  *poly.Env
	defs map[int]futhark.Exp // what numbers are computed by
	stms []syntax.Stm
	at   diag.Span            // of the statement
	line string               // its comment
	accs map[int]*accumulator // by the tags of their certificates
	// In the body of a group: how many threads it has; in that of one of its threads: the number of that.
	group, lane syntax.Expr
	turns       bool // virtual threads run one after the other
}

func (tr *translator) function(f *futhark.Fun) *function {
	return &function{translator: tr, fun: f, vars: map[int]*variable{}, env: &poly.Env{}, defs: map[int]futhark.Exp{}, accs: map[int]*accumulator{}, ids: 1 << 30}
}

func (f *function) fail(at diag.Span, format string, args ...any) {
	panic(diag.Errorf(diag.Type, "", at, format, args...))
}

// bind makes a variable for a name; its type may mention others that are bound later.
func (f *function) bind(n *futhark.Name, t *futhark.Type) *variable {
	v := &variable{of: n, name: nameOf(n), id: n.Tag}
	if f.vars[n.Tag] != nil { // a function whose statements stand in several places
		f.ids++
		v.id = f.ids
		v.name = fmt.Sprintf("%s'%d", v.name, f.ids-1<<30)
	}
	if t != nil {
		v.elem = t.Elem
		v.unit = t.Kind == futhark.PrimType && t.Elem == "unit"
		if t.Space != nil && t.Space.Shape != nil {
			v.regs = f.registers(t.Space)
		}
	}
	f.vars[n.Tag] = v
	if f.fun == nil {
		f.global[n.Tag] = v
	}
	if written := n.String(); written != v.name {
		f.unit.Names[v.name] = written
	}
	return v
}

// registers is how many a thread has of a space.
func (f *function) registers(s *futhark.Space) syntax.Expr {
	var n syntax.Expr = one()
	for _, d := range s.Shape {
		n = lmad.Simplify(bin(syntax.Mul, n, f.atom(d)))
	}
	return n
}

// fresh is a variable that the dump does not have. Its name is that of another with a dash.
func (f *function) fresh(base string, t *syntax.Type) *syntax.Binding {
	f.ids++
	return &syntax.Binding{Span: f.at, Name: fmt.Sprintf("%s'%d", base, f.ids-1<<30), ID: f.ids, Type: t}
}

// lookup is the variable of a name.
func (f *function) lookup(n *futhark.Name) *variable {
	if v := f.vars[n.Tag]; v != nil {
		return v
	}
	if v := f.global[n.Tag]; v != nil {
		return v
	}
	f.fail(n.Span, "`%s` is not bound here", n)
	return nil
}

func (f *function) read(n *futhark.Name) syntax.Expr { return f.lookup(n).use(n.Span) }

// array is an array with its type.
func (f *function) array(n *futhark.Name) (*syntax.Var, *syntax.Type) {
	v := f.lookup(n)
	x, ok := v.use(n.Span).(*syntax.Var)
	if !ok || v.typ == nil || v.typ.Mem == nil {
		f.fail(n.Span, "`%s` is no array", n)
	}
	return x, v.typ
}

// atom is a constant or a variable.
func (f *function) atom(a *futhark.Atom) syntax.Expr {
	if a.Var == nil && a.Const.Type != "unit" {
		return f.constant(a)
	}
	if a.Var == nil || f.lookup(a.Var).unit {
		f.fail(a.Span, "a certificate is no value to compute with")
	}
	return f.read(a.Var)
}

// params binds parameters, or a pattern: what has a type in FUNMEM.
func (f *function) params(ps []*futhark.Param) []*syntax.Binding {
	vs := make([]*variable, len(ps))
	for k, p := range ps {
		vs[k] = f.bind(&p.Name, p.Type)
	}
	var bs []*syntax.Binding
	for k, p := range ps {
		if vs[k].typ = f.typ(p.Type, nil); vs[k].typ != nil {
			bs = append(bs, vs[k].binding())
		}
	}
	return bs
}

// emit appends a statement.
func (f *function) emit(pat []*syntax.Binding, e syntax.Expr) {
	f.stms = append(f.stms, &syntax.Let{Span: f.at, Pat: pat, Exp: e, Doc: f.line})
	f.line = ""
	if len(pat) == 1 && pat[0].Type.IsInt() && syntax.IsScalar(e) {
		f.env.Define(pat[0].ID, f.env.Of(e))
	}
}

// let names an expression of a type.
func (f *function) let(base string, t *syntax.Type, e syntax.Expr) *syntax.Var {
	b := f.fresh(base, t)
	f.emit([]*syntax.Binding{b}, e)
	return b.Use()
}

// within translates into a body of its own.
func (f *function) within(do func() []syntax.Expr) *syntax.Body {
	outer := f.stms
	f.stms = nil
	at := f.at
	res := do()
	b := &syntax.Body{Span: at, Stms: f.stms, Res: res}
	f.stms, f.at = outer, at
	return b
}

// claimed is an array where a type says that it lies.
func (f *function) claimed(x syntax.Expr, is, wanted *syntax.Type) syntax.Expr {
	v, ok := x.(*syntax.Var)
	if !ok || is == nil || is.Mem == nil || wanted == nil || wanted.Mem == nil || f.same(is, wanted) {
		return x
	}
	return f.let(baseOf(v.Name), wanted, &syntax.Claim{Span: f.at, X: x})
}

// typeOf is the type of a variable that the dump has.
func (f *function) typeOf(a *futhark.Atom) *syntax.Type {
	if a.Var == nil {
		return nil
	}
	return f.lookup(a.Var).typ
}

// results are the results of a body, arrays where the types of a pattern say that they lie:
// the binders of the pattern stand for the results themselves.
func (f *function) results(pat []*syntax.Binding, res []*futhark.Atom) []syntax.Expr {
	var atoms []*futhark.Atom
	for _, r := range res {
		if r.Var == nil && r.Const.Type == "unit" || r.Var != nil && f.lookup(r.Var).typ == nil {
			continue
		}
		atoms = append(atoms, r)
	}
	if len(atoms) != len(pat) {
		f.fail(f.at, "there are %s for %s", diag.Count(len(atoms), "result"), diag.Count(len(pat), "name"))
	}
	by := map[int]syntax.Expr{}
	out := make([]syntax.Expr, len(pat))
	for k, p := range pat {
		out[k] = f.atom(atoms[k])
		by[p.ID] = out[k]
	}
	for k, p := range pat {
		if p.Type.Mem != nil {
			out[k] = f.claimed(out[k], f.typeOf(atoms[k]), in(p.Type, by))
		}
	}
	return out
}

// body translates a body whose results go to a pattern.
func (f *function) body(b *futhark.Body, pat []*syntax.Binding) *syntax.Body {
	return f.within(func() []syntax.Expr {
		f.statements(b.Stms)
		return f.results(pat, b.Res)
	})
}

// def is the def of a function.
func (f *function) def() *syntax.Def {
	fun := f.fun
	f.at = fun.Name.Span
	d := &syntax.Def{Span: fun.Span, NameAt: fun.Name.Span, Name: defName(fun)}
	d.Params = f.params(fun.Params)
	for _, p := range fun.Params {
		if p.Type.Unique {
			for _, b := range d.Params {
				b.Unique = b.Unique || b.ID == p.Tag
			}
		}
	}
	d.Ret = f.returned(fun)
	d.Body = f.body(fun.Body, d.Ret)
	if fun.Entry != nil {
		f.unit.Entries = append(f.unit.Entries, f.entry(d))
	}
	return d
}

// returned are the results of a function: binders, since types of results mention other results.
func (f *function) returned(fun *futhark.Fun) (ret []*syntax.Binding) {
	all := make([]*syntax.Binding, len(fun.Ret))
	for k, t := range fun.Ret {
		all[k] = f.fresh("result", &syntax.Type{Span: t.Span})
	}
	ext := func(k int) syntax.Expr {
		if k >= len(all) {
			f.fail(fun.Name.Span, "there is no result ?%d", k)
		}
		return all[k].Use()
	}
	for k, t := range fun.Ret {
		if all[k].Type = f.typ(t, ext); all[k].Type != nil {
			ret = append(ret, all[k])
		}
	}
	return ret
}

// defName is the name of the def of a function: that of an entry point is the one in the
// source program, where FUNMEM has no other use for it.
func defName(fun *futhark.Fun) string {
	if fun.Entry == nil {
		return nameOf(&fun.Name)
	}
	name := strings.TrimSuffix(nameOf(&futhark.Name{Text: fun.Entry.Name}), "_0")
	if syntax.IsBuiltin(name) || slices.Contains(syntax.Reserved(), name) {
		name += "'"
	}
	return name
}

// baseOf is a name without what fresh appended to it.
func baseOf(name string) string {
	for k, r := range name {
		if r == '\'' && k > 0 {
			return name[:k]
		}
	}
	return name
}

// one is the constant 1.
func one() *syntax.IntLit { return &syntax.IntLit{Val: num.Of(1)} }

// plus1 is an index that counts from 1.
func (f *function) plus1(e syntax.Expr) syntax.Expr {
	if k, ok := e.(*syntax.IntLit); ok {
		return &syntax.IntLit{Span: k.Span, Val: k.Val.Add(num.Of(1))}
	}
	return &syntax.Binary{Span: e.GetSpan(), Op: syntax.Add, X: e, Y: one()}
}
