package tofunmem

import (
	"fmt"
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Unit is the FUNMEM program of a dump.
type Unit struct {
	Program  *syntax.Program // constants of the whole program, and a def for each function
	Entries  []*Entry
	Names    map[string]string // of variables that have another name in the dump
	Location int               // bytes of a location, if it is the same for all blocks; else 0
	Bytes    map[string]int    // of a location of a block, by what messages call it; 0 if several have that name
	Starts   []int             // where statements and functions of the dump begin, in the order of the text
	Class    map[string]string // the class of such a size, such as tile_size
	Sizes    map[string]int64  // the sizes that Futhark's run time chooses, and their classes, with the least value of each
	Own      map[string]bool   // those sizes that are thresholds with a default of their own
	Tuning   Tuning            // those sizes that were set
	Rest     map[string]int64  // the bytes of a block after its last whole location, by what messages call it

	Operators  map[diag.Span]*Operator // of folds, by where their functions stand
	Histograms []diag.Span             // where there are histograms: nothing tries their operators

	inBytes   map[diag.Span]bool     // the names of numbers that go into the sizes of blocks, in bytes, and into nothing else
	locations map[string]map[int]int // of an element of an array, by the def and the number of its parameter
}

// Locations returns how many locations an element of parameter k of a def takes, where k counts from 0. It is 1 unless
// the block also has smaller elements.
func (u *Unit) Locations(def string, k int) int { return max(1, u.locations[def][k]) }

// InBytes tells whether a place is that of a name of the dump that is bound to a number which goes into the size of a block, in bytes, and into nothing else.
func (u *Unit) InBytes(at diag.Span) bool { return u.inBytes[at] }

// Operator is what a dump says about the operator of a fold and FUNMEM does not.
type Operator struct {
	Commutative bool // the elements may be combined in any order
	elems       []futhark.Prim
}

// Fit brings a number to the type of operand k on one side, where k counts from 0.
func (o *Operator) Fit(k int, x num.Num) num.Num { return fit(o.elems[k], x) }

// Translate translates a dump. Errors are diagnostics at places in it.
func Translate(p *futhark.Program, t Tuning) (*Unit, error) { return translate(p, t, false) }

// TranslateNamed is Translate with messages that call everything by its name in the dump.
func TranslateNamed(p *futhark.Program, t Tuning) (*Unit, error) { return translate(p, t, true) }

func translate(p *futhark.Program, t Tuning, named bool) (u *Unit, err error) {
	defer stop.Caught(&err)
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
	if err := futhark.Check(p); err != nil {
		return nil, err
	}
	tr := &translator{until: p.Until, tuning: t, named: named, kernelsAt: map[diag.Span]int{}, taken: map[string]bool{}, funs: map[int]*futhark.Fun{}, global: map[int]*variable{}, unit: &Unit{Tuning: t, Names: map[string]string{}, Bytes: map[string]int{}, Class: map[string]string{}, Sizes: map[string]int64{}, Own: map[string]bool{}, Rest: map[string]int64{}, Operators: map[diag.Span]*Operator{}, inBytes: map[diag.Span]bool{}, locations: map[string]map[int]int{}}}
	for _, f := range p.Funs {
		if f.Entry == nil {
			tr.funs[f.Name.Tag] = f
			tr.taken[nameOf(&f.Name)] = true
		}
	}
	for _, f := range p.Funs {
		for _, s := range futhark.InBytes(f) {
			tr.unit.inBytes[s.Pat[0].Name.Span] = true
		}
	}
	tr.units = unitsOf(p, tr.funs)
	tr.unit.Location = tr.units.common()
	prog := &syntax.Program{}
	if p.Src != nil {
		prog.Span = diag.Span{Src: p.Src, End: len(p.Src.Text)}
	}
	top := tr.function(nil)
	tr.consts = top
	top.choices(&futhark.Body{Stms: p.Consts})
	top.statements(&futhark.Body{Stms: p.Consts})
	for _, s := range top.stms {
		prog.Decls = append(prog.Decls, s)
	}
	for _, f := range tr.inOrder(p.Funs) {
		prog.Decls = append(prog.Decls, tr.function(f).def())
	}
	syntax.FillPlaces(prog)
	tr.unit.Program = prog
	slices.Sort(tr.unit.Starts)
	tr.unit.Starts = slices.Compact(tr.unit.Starts)
	return tr.unit, nil
}

// translator translates the functions of a program.
type translator struct {
	tuning    Tuning
	kernelsAt map[diag.Span]int    // how many kernels stand at a place
	named     bool                 // messages call everything by its name in the dump
	funs      map[int]*futhark.Fun // that can be called, by tag
	taken     map[string]bool      // the names of existing defs
	units     *units
	consts    *function
	global    map[int]*variable // constants of the whole program
	unit      *Unit
	until     stop.Poll
}

// Has tells whether a place is in the dump.
func (u *Unit) Has(at diag.Span) bool { return at.Src != nil && at.Src == u.Program.Span.Src }

// Line returns the line of the dump where the statement or function around a place begins, or 0.
func (u *Unit) Line(at diag.Span) int {
	if !u.Has(at) {
		return 0
	}
	k, found := slices.BinarySearch(u.Starts, at.Start)
	if !found {
		k--
	}
	if k < 0 {
		return 0
	}
	line, _ := diag.Span{Src: at.Src, Start: u.Starts[k]}.Position()
	return line
}

// inOrder returns the functions, each after those that it calls.
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
	fun    *futhark.Fun
	vars   map[int]*variable
	byName map[string]*futhark.Name
	ids    int // the last number used for polynomials
	env    *poly.Env
	defs   map[int]futhark.Exp // how numbers are computed
	stms   []syntax.Stm
	at     diag.Span            // of the statement
	main   *futhark.Name        // what it binds: the first array
	late   *futhark.Late        // where views are evaluated
	accs   map[int]*accumulator // by the tags of their certificates
	// The certificates that something needs; nil: not determined.
	certified map[int]bool
	// In the body of a group, how many threads it has. In the body of one of its threads, the number of that thread.
	group, lane syntax.Expr
	turns       bool // virtual threads run one after the other
	probed      bool // the threads of operations have been checked for races
	threads     int  // how many operations around have threads that evaluate this
	// What the threads of an operation do before its body, given their indices, from 1.
	enter  map[*futhark.SegOp]func(at []*syntax.Binding)
	blocks map[int]*block
}

func (tr *translator) function(f *futhark.Fun) *function {
	return &function{translator: tr, fun: f, vars: map[int]*variable{}, byName: map[string]*futhark.Name{}, env: &poly.Env{}, defs: map[int]futhark.Exp{}, accs: map[int]*accumulator{}, blocks: map[int]*block{}, enter: map[*futhark.SegOp]func([]*syntax.Binding){}, late: &futhark.Late{}, ids: 1 << 30}
}

// fail ends the translation: something of the dump is not known here.
func (f *function) fail(at diag.Span, format string, args ...any) {
	d := diag.Errorf(diag.Type, "", at, format, args...)
	d.Cause = diag.Unsupported
	panic(d)
}

// bind makes a variable for a name; its type may mention others that are bound later.
func (f *function) bind(n *futhark.Name, t *futhark.Type) *variable {
	v := &variable{of: n, name: nameOf(n), id: n.Tag}
	v.text = f.text(n)
	f.byName[v.name] = n
	if f.vars[n.Tag] != nil { // a function whose statements stand in several places
		f.ids++
		v.id = f.ids
		v.name = fmt.Sprintf("%s'%d", v.name, f.ids-1<<30)
	}
	if t != nil {
		v.elem = t.Elem
		v.unit = nothing(t)
		if t.Kind == futhark.AccType {
			v.cert = &t.Cert
		}
		if t.Space.InRegisters() {
			v.regs = scaled(f.registers(t.Space), max(1, bytes(t.Space.Elem)/f.units.of(f.fun, n.Tag)))
		}
	}
	f.vars[n.Tag] = v
	if f.fun == nil {
		f.global[n.Tag] = v
	}
	if t != nil && t.Kind == futhark.MemType {
		f.block(v.text, f.units.of(f.fun, n.Tag))
		f.blocks[v.id] = &block{order: len(f.blocks)}
		if t.Space != nil {
			f.blocks[v.id].space = t.Space.Name
		}
	}
	if written := n.String(); written != v.name {
		f.unit.Names[v.name] = written
	}
	return v
}

// registers returns how many elements of a space a thread has.
func (f *function) registers(s *futhark.Space) syntax.Expr {
	var n syntax.Expr = one()
	for _, d := range s.Shape {
		n = lmad.Simplify(bin(syntax.Mul, n, f.atom(d)))
	}
	return n
}

// block notes how many bytes a location of a block has.
func (f *function) block(name string, bytes int) {
	if was, ok := f.unit.Bytes[name]; ok && was != bytes {
		bytes = 0
	}
	f.unit.Bytes[name] = bytes
}

// fresh makes a variable that the dump does not have. Its name is that of another variable with a prime. Messages call
// it by the name of that variable, or an array by what the statement binds.
func (f *function) fresh(base string, t *syntax.Type) *syntax.Binding {
	f.ids++
	b := &syntax.Binding{Span: f.at, Name: fmt.Sprintf("%s'%d", base, f.ids-1<<30), ID: f.ids, Type: t, Text: base}
	b.Span.End = b.Span.Start
	n := f.byName[base]
	if n == nil && t != nil && (t.IsArray() || t.Elem == syntax.Mem) {
		n = f.main
	}
	if n != nil {
		b.Text = f.text(n)
		b.Span = shown(n, b.Text, n.Span)
	}
	return b
}

// lookup returns the variable of a name.
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

// array returns an array with its type.
func (f *function) array(n *futhark.Name) (*syntax.Var, *syntax.Type) {
	v := f.lookup(n)
	return v.use(n.Span).(*syntax.Var), v.typ
}

// atom returns a constant or a variable.
func (f *function) atom(a *futhark.Atom) syntax.Expr {
	if a.Var == nil && a.Const.Type != "unit" {
		return f.constant(a)
	}
	if a.Var == nil || f.lookup(a.Var).unit { // accumulators and histograms may not hold it
		f.fail(a.Span, "a certificate is no value to compute with")
	}
	return f.read(a.Var)
}

// def returns the def of a function.
func (f *function) def() *syntax.Def {
	fun := f.fun
	f.at = fun.Name.Span
	f.unit.Starts = append(f.unit.Starts, fun.Span.Start)
	d := &syntax.Def{Span: fun.Span, NameAt: fun.Name.Span, Name: f.defName()}
	d.Params = f.params(fun.Params)
	for _, b := range f.blocks {
		b.own = fun.Entry != nil
	}
	for _, p := range fun.Params {
		if p.Type.Unique {
			for _, b := range d.Params {
				b.Unique = b.Unique || b.ID == p.Tag
			}
		}
	}
	f.unit.locations[d.Name] = map[int]int{}
	for k, b := range d.Params {
		for _, p := range fun.Params {
			if m := p.Type.Mem; p.Tag == b.ID && m != nil {
				f.unit.locations[d.Name][k] = bytes(p.Type.Elem) / f.units.of(f.fun, m.Block.Tag)
			}
		}
	}
	d.Ret = f.returned(fun)
	f.choices(fun.Body)
	f.late = futhark.LateViews(fun.Body)
	if d.Body = f.body(fun.Body, d.Ret); len(d.Ret) == 0 {
		d.Ret = []*syntax.Binding{f.fresh("done", &syntax.Type{})}
		d.Body.Res = []syntax.Expr{one()}
	}
	if fun.Entry != nil {
		f.unit.Entries = append(f.unit.Entries, f.entry(d))
	}
	return d
}

// returned returns the results of a function. They are binders, because types of results mention other results.
func (f *function) returned(fun *futhark.Fun) (ret []*syntax.Binding) {
	all := make([]*syntax.Binding, len(fun.Ret))
	for k, t := range fun.Ret {
		if !nothing(t) {
			all[k] = f.fresh("result", &syntax.Type{Span: t.Span})
		}
	}
	ext := func(k int) syntax.Expr { return all[k].Use() }
	for k, t := range fun.Ret {
		if !nothing(t) {
			all[k].Type = f.typ(t, ext)
			ret = append(ret, all[k])
		}
	}
	return ret
}

// defName returns the name of the def of a function. An entry point has its name in the source program, unless FUNMEM
// uses that otherwise or another def has it. f and f' are two names.
func (f *function) defName() string {
	if f.fun.Entry == nil {
		return nameOf(&f.fun.Name)
	}
	name := strings.TrimSuffix(nameOf(&futhark.Name{Text: f.fun.Entry.Name}), "_0")
	for syntax.IsBuiltin(name) || slices.Contains(syntax.Reserved(), name) || f.taken[name] {
		name += "'"
	}
	f.taken[name] = true
	return name
}

// baseOf returns a name without what fresh appended.
func baseOf(name string) string {
	for k, r := range name {
		if r == '\'' && k > 0 {
			return name[:k]
		}
	}
	return name
}

// one returns the constant 1.
func one() *syntax.IntLit { return &syntax.IntLit{Val: num.Of(1)} }

// plus1 returns an index that counts from 1.
func (f *function) plus1(e syntax.Expr) syntax.Expr {
	if k, ok := e.(*syntax.IntLit); ok {
		return &syntax.IntLit{Span: k.Span, Val: k.Val.Add(num.Of(1))}
	}
	return &syntax.Binary{Span: e.GetSpan(), Op: syntax.Add, X: e, Y: one()}
}
