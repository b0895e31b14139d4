package schedule

import (
	"maps"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

var one = (&poly.Env{}).Of(&syntax.IntLit{Val: num.Of(1)})

// fold replaces operators by their results where these follow from what is known.
func fold(j *job, body []imp.Stm) []imp.Stm {
	return newFolder(j).stms(body)
}

// newFolder is what is known where a program begins.
func newFolder(j *job) *folder {
	f := &folder{job: j, env: &poly.Env{}, known: map[int]syntax.Expr{}}
	for _, x := range j.p.Inputs {
		for _, d := range x.Type.Dims {
			f.facts.NonNeg(f.env.Of(d))
		}
	}
	return f
}

// folder is what is known at a place.
type folder struct {
	*job
	env   *poly.Env           // what variables that are assigned to once mean
	facts prove.System        // about them
	known map[int]syntax.Expr // variables whose value is a constant here
}

// inner is the same, to be changed on its own.
func (f *folder) inner() *folder {
	return &folder{f.job, f.env.Clone(), f.facts, maps.Clone(f.known)}
}

// forget drops the constants of variables that are assigned to.
func (f *folder) forget(set map[int]bool) {
	for id := range set {
		delete(f.known, id)
	}
}

// proves tells whether p >= 0.
func (f *folder) proves(p poly.Poly) bool {
	if k, ok := p.Const(); ok {
		return k.Sign() >= 0
	}
	if f.facts.Says(p) {
		return true
	}
	y := prove.After(f.p.Slots + 1<<20)
	y.Until, y.Budget = f.poll, f.proofs
	return f.facts.Proves(y.Limited(12), p)
}

// define notes what a variable means that gets no other value.
func (f *folder) define(s *imp.Assign) {
	if !f.once[s.X.ID] || f.elems[s.X.ID] != syntax.Int {
		return
	}
	if p := f.env.Of(s.E); f.fixed(p) {
		f.env.Define(s.X.ID, p)
	}
}

// know notes p >= 0, unless its variables change.
func (f *folder) know(p poly.Poly) {
	if f.fixed(p) {
		f.facts.NonNeg(p)
	}
}

// between notes 1 <= x <= n.
func (f *folder) between(x *syntax.Binding, n syntax.Expr) {
	i := f.env.Of(x.Use())
	f.know(i.Sub(one))
	f.know(f.env.Of(n).Sub(i))
}

func (f *folder) stms(list []imp.Stm) (out []imp.Stm) {
	for _, s := range list {
		f.poll.Ask()
		switch s := s.(type) {
		case *imp.Assign:
			out = append(out, f.assign(s))
		case *imp.Alloc:
			n := f.expr(s.N)
			f.know(f.env.Of(n))
			out = append(out, &imp.Alloc{Span: s.Span, X: s.X, N: n})
		case *imp.Read:
			delete(f.known, s.X.ID)
			out = append(out, &imp.Read{Span: s.Span, X: s.X, Y: s.Y, At: f.expr(s.At), Undefined: s.Undefined})
		case *imp.Write:
			out = append(out, &imp.Write{Span: s.Span, X: s.X, At: f.expr(s.At), E: f.expr(s.E)})
		case *imp.If:
			out = append(out, f.cond(s)...)
		case *imp.Kernel:
			n := f.expr(s.N)
			out = append(out, s.With(n, f.body(s.X, n, s.Body)))
		case *imp.For:
			n := f.expr(s.N)
			out = append(out, s.With(n, f.body(s.X, n, s.Body)))
		case *imp.While:
			set := assigned(s.Body)
			f.forget(set)
			in := f.inner()
			out = append(out, &imp.While{Span: s.Span, Cond: in.expr(s.Cond), Body: in.stms(s.Body)})
		case *imp.Check:
			if c := f.check(s); c != nil {
				out = append(out, c)
			}
		default:
			out = append(out, s)
		}
	}
	return out
}

// body folds the body of a loop with x from 1 to n.
func (f *folder) body(x *syntax.Binding, n syntax.Expr, body []imp.Stm) []imp.Stm {
	f.forget(assigned(body))
	in := f.inner()
	in.between(x, n)
	return or(in.stms(body), &imp.Skip{})
}

func (f *folder) assign(s *imp.Assign) imp.Stm {
	e := f.expr(s.E)
	delete(f.known, s.X.ID)
	if f.elems[s.X.ID] == syntax.Int {
		if _, ok := e.(*syntax.IntLit); ok {
			f.known[s.X.ID] = e
		}
		f.define(&imp.Assign{X: s.X, E: e})
	}
	return &imp.Assign{Span: s.Span, X: s.X, E: e}
}

// cond folds an if. If its condition is known, only a branch is left. No name is declared twice in a program that came
// from toimp or from a copy, so it may stand outside.
func (f *folder) cond(s *imp.If) []imp.Stm {
	c := f.expr(s.Cond)
	if k, ok := c.(*syntax.IntLit); ok {
		if k.Val.IsZero() {
			return f.stms(s.Else)
		}
		return f.stms(s.Then)
	}
	yes, no := f.inner(), f.inner()
	yes.learn(c, true)
	no.learn(c, false)
	out := &imp.If{Span: s.Span, Cond: c, Then: or(yes.stms(s.Then), s), Else: or(no.stms(s.Else), s)}
	f.forget(assigned(s.Then))
	f.forget(assigned(s.Else))
	return []imp.Stm{out}
}

// learn notes that a comparison holds, or not.
func (f *folder) learn(c syntax.Expr, holds bool) {
	b, ok := c.(*syntax.Binary)
	if !ok || b.Of != syntax.Int {
		return
	}
	x, y := f.env.Of(b.X), f.env.Of(b.Y)
	switch {
	case b.Op == syntax.Lt && holds, b.Op == syntax.Ge && !holds:
		f.know(y.Sub(x).Sub(one))
	case b.Op == syntax.Le && holds, b.Op == syntax.Gt && !holds:
		f.know(y.Sub(x))
	case b.Op == syntax.Gt && holds, b.Op == syntax.Le && !holds:
		f.know(x.Sub(y).Sub(one))
	case b.Op == syntax.Ge && holds, b.Op == syntax.Lt && !holds:
		f.know(x.Sub(y))
	}
}

// check is a check with what is not known to hold, or nil.
func (f *folder) check(s *imp.Check) *imp.Check {
	c := *s
	c.Terms = nil
	for _, t := range s.Terms {
		if _, ok := t.(*syntax.Length); ok {
			c.Terms = append(c.Terms, t)
			continue
		}
		c.Terms = append(c.Terms, f.expr(t))
	}
	holds := true
	for k, op := range c.Rels {
		_, l1 := c.Terms[k].(*syntax.Length)
		_, l2 := c.Terms[k+1].(*syntax.Length)
		if l1 || l2 {
			holds = false
			break
		}
		if holds = holds && syntax.Total(c.Terms[k]) && syntax.Total(c.Terms[k+1]); !holds {
			break
		}
		v, known := f.compare(op, c.Terms[k], c.Terms[k+1])
		holds = known && v
	}
	if holds {
		return nil
	}
	for k, op := range c.Rels { // what is checked is known afterwards
		_, l1 := c.Terms[k].(*syntax.Length)
		_, l2 := c.Terms[k+1].(*syntax.Length)
		if !l1 && !l2 {
			f.learn(&syntax.Binary{Op: op, X: c.Terms[k], Y: c.Terms[k+1], Of: syntax.Int}, true)
		}
	}
	return &c
}

// compare decides a comparison of ints, if it can.
func (f *folder) compare(op syntax.Op, x, y syntax.Expr) (holds, known bool) {
	d := f.env.Of(y).Sub(f.env.Of(x)) // y - x
	switch op {
	case syntax.Gt, syntax.Ge:
		d = d.Neg()
	}
	switch op {
	case syntax.Lt, syntax.Gt:
		if f.proves(d.Sub(one)) {
			return true, true
		}
		return false, f.proves(d.Neg())
	case syntax.Le, syntax.Ge:
		if f.proves(d) {
			return true, true
		}
		return false, f.proves(d.Neg().Sub(one))
	}
	if d.IsZero() {
		return op == syntax.Eq, true
	}
	if f.proves(d.Sub(one)) || f.proves(d.Neg().Sub(one)) {
		return op == syntax.Ne, true
	}
	return false, false
}

func truth(b bool) syntax.Expr {
	if b {
		return &syntax.IntLit{Val: num.Of(1)}
	}
	return &syntax.IntLit{Val: num.Of(0)}
}

// expr folds an expression.
func (f *folder) expr(e syntax.Expr) syntax.Expr {
	return syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Var:
			if k, ok := f.known[e.ID]; ok {
				return k
			}
		case *syntax.Unary:
			if k, ok := e.X.(*syntax.IntLit); ok && e.Of == syntax.Int {
				switch e.Op {
				case syntax.Not:
					return truth(k.Val.IsZero())
				case syntax.Neg:
					return &syntax.IntLit{Span: e.Span, Val: k.Val.Neg()}
				case syntax.Abs:
					return &syntax.IntLit{Span: e.Span, Val: k.Val.Abs()}
				}
			}
		case *syntax.Binary:
			if e.Of == syntax.Int {
				return f.binary(e)
			}
		}
		return e
	})
}

func (f *folder) binary(e *syntax.Binary) syntax.Expr {
	if _, ok := e.X.(*syntax.IntLit); ok {
		if _, ok := e.Y.(*syntax.IntLit); ok {
			if v, ok := f.env.Of(e).Const(); ok {
				return &syntax.IntLit{Span: e.Span, Val: v}
			}
		}
	}
	if !syntax.Total(e.X) || !syntax.Total(e.Y) { // what is left out could be stuck
		return e
	}
	switch e.Op {
	case syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge, syntax.Eq, syntax.Ne:
		if holds, known := f.compare(e.Op, e.X, e.Y); known {
			return truth(holds)
		}
	case syntax.Min, syntax.Max:
		if holds, known := f.compare(syntax.Le, e.X, e.Y); known {
			if holds == (e.Op == syntax.Min) {
				return e.X
			}
			return e.Y
		}
	case syntax.Mul:
		if isZero(e.X) || isZero(e.Y) {
			return lit(0)
		}
	case syntax.Add, syntax.Sub:
		switch {
		case isZero(e.Y):
			return e.X
		case isZero(e.X) && e.Op == syntax.Add:
			return e.Y
		}
	case syntax.Mod, syntax.Rem:
		return f.remainder(e)
	}
	return e
}

func isZero(e syntax.Expr) bool {
	k, ok := e.(*syntax.IntLit)
	return ok && k.Val.IsZero()
}

// remainder is a remainder without a division, where the operand is less than twice the divisor, or as negative at most.
func (f *folder) remainder(e *syntax.Binary) syntax.Expr {
	x, y := f.env.Of(e.X), f.env.Of(e.Y)
	positive, below := f.proves(x), f.proves(y.Sub(x).Sub(one))
	if positive && below {
		return e.X
	}
	if k, ok := constantOf(y); ok && k > 0 && e.Op == syntax.Mod {
		if r, ok := residue(x, k); ok {
			return lit(r)
		}
	}
	if _, ok := e.Y.(*syntax.IntLit); ok || e.Op == syntax.Rem && !positive || !f.proves(y.Sub(one)) {
		return e // by a constant it is no division anyway
	}
	switch {
	case positive && f.proves(y.Add(y).Sub(x).Sub(one)):
		return bin(syntax.Sub, e.X, bin(syntax.Mul, e.Y, bin(syntax.Ge, e.X, e.Y)))
	case below && f.proves(x.Add(y)):
		return bin(syntax.Add, e.X, bin(syntax.Mul, e.Y, bin(syntax.Lt, e.X, lit(0))))
	}
	return e
}
