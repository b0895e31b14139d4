package equal

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Side is a program, in Fun or FUNMEM, or a function of it.
type Side struct {
	Program *syntax.Program
	Def     *syntax.Def // nil: the results of the program

	// Args are the arrays and numbers among the parameters of Def, in the order in which those of both sides belong together. nil on both sides: arrays are
	// paired in order, and numbers by their names or in order.
	Args []*syntax.Binding

	Defs  func(name string) *syntax.Def // the functions that it uses from outside; may be nil
	Types func(id int) *syntax.Type     // the types of the variables that it uses from outside; may be nil

	// InBytes tells whether the name at a place is bound to a number that goes into the size of a block, in bytes, and into nothing else. Of AFTER such a number is assumed
	// to fit its width. It may be nil.
	InBytes func(at diag.Span) bool

	defs    map[string]*syntax.Def // without memory
	globals *env
}

func (s *Side) def(name string) *syntax.Def {
	if d := s.defs[name]; d != nil || s.Defs == nil {
		return d
	}
	d := s.Defs(name)
	if d != nil {
		d = erase.Program(&syntax.Program{Decls: []syntax.Decl{d}}).Defs()[0]
		s.defs[name] = d
	}
	return d
}

// Open is what was not shown.
type Open struct {
	At     diag.Span // in AFTER
	What   string    // what it is: "that … is in bounds"
	Before string    // if a result may differ: the smallest parts that do, of both sides
	After  string
}

// Text says what was not shown, with the place.
func (o Open) Text() string {
	text := "it is not shown " + o.What
	if o.ownEach() {
		text += ": BEFORE and AFTER each make their own `" + o.Before + "`"
	} else if o.Before != "" {
		text += ": `" + o.Before + "` before, and `" + o.After + "` after"
	}
	if at := o.At.String(); at != "" {
		text += ", at " + at
	}
	return text
}

// ownEach tells whether what both sides have looks alike, although all of it is printed: arrays or numbers of one name are made in two ways.
func (o Open) ownEach() bool {
	return o.Before != "" && o.Before == o.After && !strings.Contains(o.Before, leftOut)
}

// Diagnostic is Text with the line of the program.
func (o Open) Diagnostic() *diag.Diagnostic {
	d := diag.Errorf(diag.Unproved, "", o.At, "it is not shown %s", o.What)
	if o.ownEach() {
		d.Note(diag.Span{}, "BEFORE and AFTER each make their own `%s`", o.Before)
	} else if o.Before != "" {
		d.Note(diag.Span{}, "BEFORE has `%s`, and AFTER has `%s`", o.Before, o.After)
	}
	return d
}

// mostOpen is how many open obligations are looked for.
const mostOpen = 5

// Programs tells what is not shown of this: on all inputs for which BEFORE has values, AFTER has the same. If that is nothing, it is proved. done is false
// if the proof becomes too long. Ints have no bound, sizes are not negative, and f64s are doubles.
func Programs(steps *prove.Budget, before, after Side, until ...stop.Poll) (open []Open, done bool) {
	syms := prove.After(0)
	syms.Budget, syms.Until = steps, stop.Any(until)
	r := &run{syms: syms, looping: map[*syntax.Body]bool{}, nodes: nodes{byKey: map[string]*node{}, byVar: map[int]*node{}, bases: map[string]*base{}}}
	r.contexts = contexts{facts: map[int][]fact{}, bySig: map[string]*context{}, held: map[string][][]int{}, atoms: map[string][]*indexed{}, conds: map[int]*node{}, truths: map[*node][2]int{}, numbers: map[string]int{}, refused: map[string]int{}}
	r.ctx = newContext(nil, 0, nil, "", facts{})
	r.bySig[""] = r.ctx
	defer func() {
		switch e := recover().(type) {
		case nil:
		case tooLong:
			open, done = r.open, false
		case unknown:
			open, done = append(r.open, Open{At: r.at, What: "anything of it: " + string(e)}), true
		default:
			panic(e)
		}
	}()
	steps.Oblige(func() bool {
		r.compare(&before, &after)
		return len(r.open) == 0
	})
	return r.open, true
}

// tooLong ends a proof that takes too many steps, and unknown one that cannot be.
type tooLong struct{}
type unknown string

// run is a proof.
type run struct {
	nodes
	contexts
	syms *prove.Symbols

	before   bool // the side that is evaluated is BEFORE
	assuming bool // what is evaluated is taken not to get stuck: it was shown, or will be
	sizing   bool // an int of AFTER is evaluated that is assumed to fit: Side.InBytes
	quick    bool // what a fact alone does not say is not looked for
	lazy     bool // only what is needed is evaluated
	scratch  bool // AFTER has arrays that nobody has written

	indexed   []poly.Poly // the indices of a result whose parts are printed
	instances []*instance
	looping   map[*syntax.Body]bool // the bodies that have loops or folds
	outsides  map[string]value
	at        diag.Span
	open      []Open
	about     func() string // what has to hold now; nil: what is asked may hold or not
}

// step takes steps of the budget. A proof that takes too many ends.
func (r *run) step(n int) {
	if !r.syms.Step(n) {
		panic(tooLong{})
	}
}

// asAssumed runs do as if nothing got stuck.
func (r *run) asAssumed(do func()) {
	was := r.assuming
	defer func() { r.assuming = was }()
	r.assuming = true
	do()
}

// asNeeded runs do for an element that is needed.
func (r *run) asNeeded(do func()) {
	lazy, quick := r.lazy, r.quick
	defer func() { r.lazy, r.quick = lazy, quick }()
	r.lazy, r.quick = true, false
	r.asAssumed(do)
}

// require is a place where evaluation gets stuck unless something holds. BEFORE does not get stuck, so it does. Of AFTER it must be shown: BEFORE has
// the same obligation, or it follows from what is known.
func (r *run) require(obligation string, s facts, shown func() bool, what func() string) {
	if r.heldHere(obligation) {
		return
	}
	if !r.before && !r.assuming && !r.holds(obligation) && !r.isShown(shown, what) {
		r.fail(Open{At: r.at, What: what()})
	}
	r.held[obligation] = append(r.held[obligation], r.ctx.keys)
	r.learn(s)
}

// heldHere tells whether an obligation was met before, under conditions that hold here.
func (r *run) heldHere(obligation string) bool {
	return slices.ContainsFunc(r.held[obligation], func(keys []int) bool { return subset(keys, r.ctx.keys) })
}

// isShown tells whether something that has to hold follows from what is known. Only such questions are left open for a second prover: the others may have either
// answer.
func (r *run) isShown(shown func() bool, what func() string) bool {
	at := r.at.String()
	r.about = func() string { return what() + ", " + at }
	defer func() { r.about = nil }()
	return r.syms.Budget.Oblige(shown)
}

func (r *run) fail(o Open) {
	for _, have := range r.open {
		if have == o {
			return
		}
	}
	r.open = append(r.open, o)
	if len(r.open) >= mostOpen {
		panic(enough{})
	}
}

// enough ends a proof when enough is open.
type enough struct{}

// outside is a variable that the program uses from outside.
func (r *run) outside(x *syntax.Var, in *env) value {
	k := fmt.Sprint(x.Name, " ", x.ID)
	if v, ok := r.outsides[k]; ok {
		return v
	}
	if in.side.Types == nil || in.side.Types(x.ID) == nil {
		panic(unknown("the type of `" + x.Name + "` is not known"))
	}
	v := r.input(x.Name, in.side.Types(x.ID), in)
	r.outsides[k] = v
	return v
}

// input is an argument, about which only its type is known.
func (r *run) input(name string, t *syntax.Type, in *env) value {
	if !t.IsArray() {
		elem := t.Elem
		if elem == syntax.Mem {
			elem = syntax.Int
		}
		return value{n: r.atom(elem, name)}
	}
	shape := r.ints(t.Dims, in)
	for _, n := range shape {
		r.everywhere(n)
	}
	return value{a: r.opaque(r.newBase(name), t.Elem, shape)}
}

// sameValue tells whether two values are equal at the place that is looked at.
func (r *run) sameValue(v, w value) (same bool) {
	if (v.a == nil) != (w.a == nil) || len(v.shape()) != len(w.shape()) {
		return false
	}
	if v.a == nil {
		return v.n.elem == w.n.elem && r.equal(v.n, w.n, mostDepth)
	}
	if v.a == w.a {
		return true
	}
	if v.a.elem != w.a.elem {
		return false
	}
	for k, n := range v.a.shape {
		if !r.same(n, w.a.shape[k]) {
			return false
		}
	}
	r.indices(v.a.shape, func(ix []poly.Poly) { same = r.equal(v.a.at(ix), w.a.at(ix), mostDepth) })
	return same
}
