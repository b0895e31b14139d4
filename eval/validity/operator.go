package validity

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Operators looks for operators of a reduce or scan in a core program that break their programmer's promises: that they
// are associative, and that the neutral elements are neutral. says returns what else is known about the operator whose
// function is at a place, or nil. known has what ran before, or is nil.
//
// Operators tries small numbers, those in the array literals of the program, and elements of known arrays. A neutral
// element may be neutral on these, but not on negative numbers, which the program does not have; an example is 0 for
// max. The warning then says that it is about negative numbers. Constants of the operator and their neighbours are only
// tried for associativity, because they may be bounds of its intended range. An operator on arrays, or with variables
// whose values are not known, is not tried, and the report says so. Reals may differ by rounding, since no sum of reals
// is associative to the last bit. What is found becomes the warning `operator`.
//
// An operator on tuples may only be meant for the tuples that are folded. For example, a segment has a sum and a
// largest prefix, but not every pair of numbers is such a pair. So if some tuples break a law, the law is tried on
// those that the runs fold; the program itself is also run if the machine is known. Only if these break it, there is a
// warning. Otherwise the report says that it was tried on them alone.
//
// If the context is done first, Operators ends by the panic of a stop.Poll.
func Operators(ctx context.Context, p *syntax.Program, known *value.Machine, runs func() []Run, says func(at diag.Span) Operator) (found []finding.Warning, untested []Untested) {
	until := engine.NewBudget(ctx, 0).Poll
	p = erase.Covered(p, nil, until)
	s := &sampler{runs: func() (list []Run) {
		if runs != nil {
			list = runs()
		}
		if known != nil {
			list = append(list, Run{p, known})
		}
		return list
	}, ctx: ctx, p: p, bound: map[int]syntax.Expr{}, m: value.New(engine.Options{Memory: operatorMemory})}
	if known != nil {
		s.known, s.m.Defs = known.Env, known.Defs.Clone()
	}
	for _, d := range p.Defs() {
		s.m.Defs.Set(d.Name, d)
	}
	s.look()
	syntax.WalkUntil(until, p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok {
			if f := syntax.FoldOf(let.Exp); f != nil {
				var known Operator
				if l := f.Lambda(); l != nil && says != nil {
					known = says(l.Span)
				}
				name := fmt.Sprintf("%s `%s`", f.Name, machine.FoldName(let.Pat[0], f))
				tried := s.promise(f, known)
				for _, msg := range tried.wrong {
					found = append(found, finding.Warning{Kind: "operator", Message: fmt.Sprintf("the operator %sof %s%s ", tried.text, name, tried.of) + msg, At: f.Span})
				}
				if tried.why != "" {
					untested = append(untested, Untested{Fold: name, Why: tried.why, At: f.Span})
				} else if tried.partly != "" {
					untested = append(untested, Untested{Fold: name, Why: tried.partly, Partly: true, At: f.Span})
				}
			}
		}
		return true
	})
	return found, untested
}

// Operator is what is known about the operator of a fold besides its function.
type Operator struct {
	Fit         func(k int, x num.Num) num.Num // converts a number to the type of operand k, from 0; nil: not needed
	Commutative bool                           // it is marked as commutative
}

const (
	operatorMemory = 64 << 20 // bytes that one application may take
	trials         = 60       // for each operator
	mostSamples    = 100      // how many numbers of each type are tried
	negative       = 3        // how many of the small numbers are negative
	roundedDigits  = 6        // to how many digits reals must agree
)

// sampler tries operators.
type sampler struct {
	ctx   context.Context
	p     *syntax.Program
	known value.Env
	bound map[int]syntax.Expr // what the program binds; nil if that is not a constant
	pool  [2][]num.Num        // the ints and the f64s to try, small negative numbers first
	m     *value.Machine

	applied bool // some application was not stuck
	runs    func() []Run
	ran     map[foldAt][]operands // in these runs; nil before they ran
}

// add adds a number to those that are tried.
func (s *sampler) add(k num.Num) {
	elem := value.Number(k).Elem()
	if len(s.pool[elem]) < mostSamples {
		s.pool[elem] = append(s.pool[elem], k)
	}
}

// look collects the constants of the program and the numbers to try.
func (s *sampler) look() {
	for k := range int64(negative + 6) {
		s.add(num.Of(k - negative))
		s.add(num.OfFloat(float64(k-negative) * 0.75))
	}
	syntax.WalkUntil(engine.NewBudget(s.ctx, 0).Poll, s.p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			if _, ok := s.bound[n.ID]; !ok {
				s.bound[n.ID] = nil
			}
		case *syntax.Let:
			switch n.Exp.(type) {
			case *syntax.IntLit, *syntax.RealLit:
				s.bound[n.Pat[0].ID] = n.Exp
			}
		case *syntax.Literal:
			for _, x := range n.Elems {
				if k, ok := literal(x); ok {
					s.add(k)
				}
			}
		case *syntax.Var:
			if a := s.known.Of(n.ID).A; a != nil {
				for k := range min(4, a.Elems.Len()) {
					if x := a.Elems.At(k); !x.IsUndefined() {
						s.add(x)
					}
				}
			}
		}
		return true
	})
}

// literal returns the value of a constant.
func literal(x syntax.Expr) (num.Num, bool) {
	switch x := x.(type) {
	case *syntax.IntLit:
		return x.Val, true
	case *syntax.RealLit:
		return num.OfFloat(x.Val), true
	}
	return num.Num{}, false
}

// constant returns the value of an atom that is a known number.
func (s *sampler) constant(x syntax.Expr) (num.Num, bool) {
	v, ok := x.(*syntax.Var)
	if !ok {
		return literal(x)
	}
	if e, ok := s.bound[v.ID]; ok {
		return literal(e)
	}
	k := s.known.Of(v.ID)
	return k.I, s.known.Knows(v.ID) && k.A == nil
}

// value returns the value of a variable from outside a function, if it is known.
func (s *sampler) value(x *syntax.Var) (value.Val, bool) {
	if k, ok := s.constant(x); ok {
		return value.Number(k), true
	}
	_, bound := s.bound[x.ID]
	return s.known.Of(x.ID), !bound && s.known.Knows(x.ID)
}

// outside are the variables from outside that the function of a fold uses, by itself or in functions that it calls.
func (s *sampler) outside(f *syntax.Fold) []*syntax.Var {
	list := syntax.FreeVars(f.Lambda())
	for _, d := range syntax.Reached(f.Lambda(), s.m.Defs.Get) {
		list = append(list, syntax.FreeVars(d)...)
	}
	return list
}

// operands returns the numbers to try as operand k of an operator, with or without small negative ones. An int that its
// type does not have is left out; a real is rounded.
func (s *sampler) operands(elem syntax.Elem, o Operator, k, from int) []num.Num {
	return fitting(s.pool[elem][from:], o, k)
}

// fitting returns the numbers of a pool that have the type of operand k.
func fitting(pool []num.Num, o Operator, k int) []num.Num {
	if o.Fit == nil {
		return pool
	}
	var list []num.Num
	for _, x := range pool {
		if y := o.Fit(k, x); x.IsReal() || y.Equal(x) {
			list = append(list, y)
		}
	}
	return list
}

// operator is a ⊕ on k numbers.
type operator struct {
	a, b []*syntax.Binding
	body *syntax.Program
	env  value.Env // for its free variables
}

// operator returns the function of a fold if it is an operator on numbers and its free variables are known.
func (s *sampler) operator(f *syntax.Fold) *operator {
	round, accs, elems, ok := f.Params()
	isArray := func(p *syntax.Binding) bool { return !p.Type.IsNumber() }
	if !ok || round != nil || len(accs) != len(elems) || slices.ContainsFunc(f.Lambda().Params, isArray) {
		return nil
	}
	for k, a := range accs {
		if a.Type.Elem != elems[k].Type.Elem {
			return nil
		}
	}
	return s.function(f)
}

// function returns the function of a fold on numbers of any types, if its free variables are known.
func (s *sampler) function(f *syntax.Fold) *operator {
	l, id := renumbered(f.Lambda())
	env := value.Env{}
	for _, x := range s.outside(f) {
		v, known := s.value(x)
		if !known {
			return nil
		}
		env.Bind(id(x.ID), v)
	}
	_, accs, elems, _ := (&syntax.Fold{Fn: l, Ne: f.Ne, Xs: f.Xs}).Params()
	b := l.Body
	body := &syntax.Program{}
	for _, stm := range b.Stms {
		body.Decls = append(body.Decls, stm)
	}
	body.Decls = append(body.Decls, &syntax.In{Res: b.Res})
	return &operator{accs, elems, body, env}
}

// renumbered returns a function that calls no others, with IDs from 1 on, so that an application needs only a small
// environment. It also returns the new ID for each old one.
func renumbered(l *syntax.Lambda) (*syntax.Lambda, func(id int) int) {
	calls := false
	syntax.Walk(l, func(n syntax.Node) bool {
		_, ok := n.(*syntax.Call)
		calls = calls || ok
		return !calls
	})
	if calls {
		return l, func(id int) int { return id }
	}
	ids := map[int]int{0: 0}
	id := func(old int) int {
		if _, ok := ids[old]; !ok {
			ids[old] = len(ids)
		}
		return ids[old]
	}
	return syntax.Rebuild(l, syntax.Mapper{
		Expr: func(e syntax.Expr) syntax.Expr {
			if x, ok := e.(*syntax.Var); ok {
				return &syntax.Var{Span: x.Span, Name: x.Name, ID: id(x.ID)}
			}
			return e
		},
		Binding: func(b *syntax.Binding) *syntax.Binding {
			c := *b
			c.ID = id(b.ID)
			return &c
		},
	}), id
}

// apply returns a ⊕ b, or nil if a or b is nil or the operator is stuck.
func (s *sampler) apply(op *operator, a, b []value.Val) []value.Val {
	if a == nil || b == nil {
		return nil
	}
	s.m.Env = op.env.Clone()
	for k, x := range op.a {
		s.m.Env.Bind(x.ID, a[k])
	}
	for k, x := range op.b {
		s.m.Env.Bind(x.ID, b[k])
	}
	v, err := s.m.Run(s.ctx, op.body)
	if err != nil {
		return nil
	}
	s.applied = true
	return v
}

// tried is the result of trying the operator of a fold.
type tried struct {
	text   string // the operator with a space after it; "": too long to be shown
	of     string // text for an operator that goes over a map
	wrong  []string
	why    string // why it was not tried; "": it was
	partly string // a law that is broken only by tuples that no run folds
}

// promise tries the operator that the promise of a fold is about. That is its function or, if the function is marked as
// one with a map before it, what it does with the results of the map. A function with different numbers of elements and
// accumulators may be such a function without a mark.
func (s *sampler) promise(f *syntax.Fold, is Operator) (t tried) {
	done := false
	for _, g := range mappedFolds(f) {
		if s.operator(g) == nil {
			continue
		}
		is := s.try(g, f, is)
		if len(is.wrong) == 0 {
			return tried{partly: is.partly}
		}
		if !done {
			done, t = true, tried{text: operatorText(g.Lambda(), true), of: ", which goes over what a map gives,", wrong: is.wrong}
		}
	}
	switch why := s.untried(f); {
	case done && (f.Lambda().Mapped || why == ""):
		return t
	case why != "":
		return tried{why: why}
	}
	t = s.try(f, f, is)
	t.text = operatorText(f.Lambda(), false)
	return t
}

// try says what is wrong with the operator of a fold: it breaks the laws of all operators, or it is not what it is
// marked as. Otherwise it may say why the operator could not be tried. f is from itself, or what from does to the
// results of a map.
func (s *sampler) try(f, from *syntax.Fold, is Operator) (t tried) {
	op := s.operator(f)
	if op == nil {
		return tried{why: s.untried(f)}
	}
	s.applied = false
	var ne []value.Val
	for _, x := range f.Ne {
		k, ok := s.constant(x)
		if !ok {
			ne = nil
			break
		}
		ne = append(ne, value.Number(k))
	}
	drawn := func(from int) func(*rand.Rand) []value.Val {
		pools := make([][]num.Num, len(op.b))
		for k, x := range op.b {
			pools[k] = s.operands(x.Type.Elem, is, k, from)
		}
		return func(r *rand.Rand) []value.Val {
			v := make([]value.Val, len(pools))
			for k, pool := range pools {
				v[k] = value.Number(pool[r.IntN(len(pool))])
			}
			return v
		}
	}
	all, positive := drawn(0), drawn(negative)
	near := s.near(f, op, is, positive)
	t.wrong = s.broken(op, ne, is, all, positive, near)
	if len(t.wrong) == 0 {
		t.wrong = s.notBelow(op, ne, is, all, near)
	}
	if len(t.wrong) > 0 {
		if own := s.tuples(from, op, ne); own != nil {
			any := t.wrong[0]
			if t.wrong = s.broken(op, ne, is, own, own, nil); len(t.wrong) == 0 {
				t.partly = any
			}
		}
	}
	if !s.applied {
		return tried{why: "its operator is stuck on what was tried"}
	}
	return t
}

// broken returns the laws that an operator breaks on values drawn by all. The neutral element only has to be neutral on
// values drawn by some. Associativity is also tried on values drawn by near, unless near is nil.
func (s *sampler) broken(op *operator, ne []value.Val, is Operator, all, some, near func(*rand.Rand) []value.Val) (wrong []string) {
	add := func(law func(r *rand.Rand) string) {
		r := rand.New(rand.NewPCG(1, 2))
		for range trials {
			if msg := law(r); msg != "" {
				wrong = append(wrong, msg)
				return
			}
		}
	}
	add(func(r *rand.Rand) string {
		if msg := s.associative(op, all(r), all(r), all(r)); msg != "" {
			return msg
		}
		return s.neutral(op, ne, some(r))
	})
	if len(wrong) == 0 && near != nil {
		add(func(r *rand.Rand) string { return s.associative(op, near(r), near(r), near(r)) })
	}
	if is.Commutative {
		add(func(r *rand.Rand) string { return s.commutative(op, all(r), all(r)) })
	}
	return wrong
}

// notBelow says that a neutral element is not neutral on negative numbers, if that is so. At least one number of the
// values drawn by all is replaced by a negative one. If it is not neutral on values drawn by near either, notBelow adds
// that; near may be nil.
func (s *sampler) notBelow(op *operator, ne []value.Val, is Operator, all, near func(*rand.Rand) []value.Val) []string {
	r := rand.New(rand.NewPCG(1, 2))
	for k, x := range op.b {
		for _, below := range fitting(s.pool[x.Type.Elem][:negative], is, k) {
			v := all(r)
			v[k] = value.Number(below)
			if msg := s.neutral(op, ne, v); msg != "" {
				msg = strings.Replace(msg, "as its neutral element:", "as its neutral element on negative numbers:", 1)
				for k := 0; near != nil && k < trials; k++ {
					if other := s.neutral(op, ne, near(r)); other != "" {
						msg = strings.Replace(msg, "on negative numbers:", "on negative numbers and some others:", 1)
						return []string{msg + ", and" + other[strings.Index(other, "element:")+len("element:"):]}
					}
				}
				return []string{msg}
			}
		}
	}
	return nil
}

// commutative says how a ⊕ b = b ⊕ a fails, or returns "".
func (s *sampler) commutative(op *operator, a, b []value.Val) string {
	v, w := s.apply(op, a, b), s.apply(op, b, a)
	if v == nil || w == nil || same(v, w) {
		return ""
	}
	x, y := text(a), text(b)
	return fmt.Sprintf("is marked commutative, and is not: %s ⊕ %s is %s, and %s ⊕ %s is %s", x, y, text(v), y, x, text(w))
}

// associative says how (a ⊕ b) ⊕ c = a ⊕ (b ⊕ c) fails, or returns "".
func (s *sampler) associative(op *operator, a, b, c []value.Val) string {
	left, right := s.apply(op, s.apply(op, a, b), c), s.apply(op, a, s.apply(op, b, c))
	if left == nil || right == nil || same(left, right) {
		return ""
	}
	x, y, z := text(a), text(b), text(c)
	return fmt.Sprintf("is not associative: (%s ⊕ %s) ⊕ %s is %s, and %s ⊕ (%s ⊕ %s) is %s", x, y, z, text(left), x, y, z, text(right))
}

// neutral says how ne ⊕ x = x = x ⊕ ne fails, or returns "".
func (s *sampler) neutral(op *operator, ne, x []value.Val) string {
	wrong := func(a, b []value.Val) string {
		v := s.apply(op, a, b)
		if v == nil || same(v, x) {
			return ""
		}
		return fmt.Sprintf("does not have %s as its neutral element: %s ⊕ %s is %s", text(ne), text(a), text(b), text(v))
	}
	if msg := wrong(ne, x); msg != "" {
		return msg
	}
	return wrong(x, ne)
}

// same tells whether values are the same, up to rounding.
func same(v, w []value.Val) bool {
	return slices.EqualFunc(v, w, func(x, y value.Val) bool {
		if x.A != nil || !x.I.IsReal() || !y.I.IsReal() {
			return x.Equal(y)
		}
		return num.Agreement(x.I.Real(), y.I.Real()) > roundedDigits || tiny(x.I) && tiny(y.I)
	})
}

// tiny tells whether a real is what rounding leaves of a difference that should be 0.
func tiny(x num.Num) bool { return math.Abs(x.Real().Float64()) < 1e-9 }

// text returns the operand of an operator as text.
func text(v []value.Val) string {
	parts := make([]string, len(v))
	for k, x := range v {
		parts[k] = value.Format(x, 1)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
