package dps

import (
	"funmem/lower/alias"
	"funmem/lower/opt/doublebuffer"
	"funmem/lower/rewrite"
	"funmem/lower/shape"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// translator is one run of the pass over a program.
type translator struct {
	*rewrite.Job
	aliases *alias.Aliases
	types   rewrite.Types
	local   shape.Local
	shapes  map[string]*shape.Function
	to      map[string][]*destination // by function
	scope   []int                     // the variables that are visible, by ID
	is      map[int]syntax.Expr       // atoms that offsets and strides are known to be, by ID
	made    map[int]bool              // arrays that are copied to a destination, by ID
}

// Run is the pass dps over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	made := map[int]bool{}
	p = start(j, p, made).destinations(p)
	p = placeFirst(j, p, made)
	p, err := doublebuffer.Run(j, p)
	if err != nil {
		return nil, err
	}
	p = start(j, p, made).states(p)
	p = place(j, p, made)
	if p, err = simplified(j, p); err != nil {
		return nil, err
	}
	return scopes(j, p), nil
}

// start looks at a program.
func start(j *rewrite.Job, p *syntax.Program, made map[int]bool) *translator {
	t := &translator{
		Job: j, aliases: alias.OfMem(p, j.Until), types: rewrite.TypesOf(p, j.Type), local: shape.Within(p, j.Until),
		shapes: map[string]*shape.Function{}, to: map[string][]*destination{}, is: map[int]syntax.Expr{}, made: made,
	}
	for _, f := range shape.Of(p, j.Until) {
		t.shapes[f.Def.Name] = f
	}
	for _, v := range syntax.FreeVars(p) {
		t.scope = append(t.scope, v.ID)
	}
	return t
}

// destinations is the translation of the defs and of the statements of a program, but for the state of loops.
func (t *translator) destinations(p *syntax.Program) *syntax.Program {
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		t.to[d.Name] = t.results(d)
		t.within(func() {
			t.see(d.Sizes)
			t.see(d.Params)
			defs[d] = t.abs(d, t.body(d.Body))
		})
	}
	main := t.body(p.Main())
	t.given(main)
	return syntax.Subst(rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main), t.is)
}

// given notes what the program copies to give it as a result: its caller is there for that.
func (t *translator) given(main *syntax.Body) {
	results := map[int]bool{}
	for _, x := range main.Res {
		for _, v := range syntax.FreeVars(x) {
			results[v.ID] = true
		}
	}
	for _, s := range main.Stms {
		if let, ok := s.(*syntax.Let); ok && results[let.Pat[0].ID] {
			if e, ok := let.Exp.(*syntax.Copy); ok {
				t.made[e.X.(*syntax.Var).ID] = true
			}
		}
	}
}

// within does something, and forgets what became visible.
func (t *translator) within(f func()) {
	n := len(t.scope)
	f()
	t.scope = t.scope[:n]
}

func (t *translator) see(bs []*syntax.Binding) {
	for _, x := range bs {
		t.scope = append(t.scope, x.ID)
	}
}

// body translates the statements of a body.
func (t *translator) body(b *syntax.Body) *syntax.Body {
	t.Until.Ask()
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	t.within(func() {
		for _, s := range b.Stms {
			out.Stms = append(out.Stms, t.stm(s)...)
			if let, ok := s.(*syntax.Let); ok {
				t.see(let.Pat)
			}
		}
	})
	return out
}

func (t *translator) stm(s syntax.Stm) []syntax.Stm {
	let, ok := s.(*syntax.Let)
	if !ok {
		return []syntax.Stm{s}
	}
	switch e := let.Exp.(type) {
	case *syntax.Call:
		return t.app(let, e)
	case *syntax.If:
		return t.branches(let, &syntax.If{Span: e.Span, Cond: e.Cond, Then: t.body(e.Then), Else: t.body(e.Else)})
	}
	return []syntax.Stm{t.inner(let, t.body)}
}

// inner translates the bodies in a statement. What the statement binds around them is visible there.
func (t *translator) inner(let *syntax.Let, body func(*syntax.Body) *syntax.Body) *syntax.Let {
	e := rewrite.Inner(let.Exp, func(b *syntax.Body) (out *syntax.Body) {
		t.within(func() {
			t.see(rewrite.Around(let.Exp))
			out = body(b)
		})
		return out
	})
	return &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: e, Doc: let.Doc}
}

// escapes tells whether a block may be one that nothing visible shows: it was made in a body that has ended by then.
func (t *translator) escapes(blocks ...syntax.Expr) bool {
	seen := map[*alias.Origin]bool{alias.Elsewhere: true}
	for _, id := range t.scope {
		for o := range t.aliases.Of(id) {
			seen[o] = true
		}
	}
	for _, m := range blocks {
		for o := range t.aliases.OfExpr(m) {
			if !seen[o] {
				return true
			}
		}
	}
	return false
}

// visible tells whether everything that an expression mentions is visible.
func (t *translator) visible(e syntax.Expr) bool {
	seen := map[int]bool{}
	for _, id := range t.scope {
		seen[id] = true
	}
	for _, v := range syntax.FreeVars(e) {
		if !seen[v.ID] {
			return false
		}
	}
	return true
}

// exprs are the expressions of polynomials, with those that stand for some variables.
func exprs(ps []poly.Poly, by map[int]syntax.Expr) (es []syntax.Expr) {
	for _, p := range ps {
		es = append(es, lmad.Simplify(syntax.Subst(p.Expr(), by)))
	}
	return es
}
