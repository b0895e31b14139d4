package dps

import (
	"slices"

	"funmem/lower/opt/hoist"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// Rule is a rule of Fig. 9.
type Rule struct {
	Name string
	Form string // as it is printed there
	Here string // what it does here
	// apply applies it wherever it can be, and notes that.
	apply func(*rewrite.Job, *syntax.Program) (*syntax.Program, error)
}

// Rules is Fig. 9.
func Rules() []Rule {
	return []Rule{
		{
			"Dead Allocation", "alloc t₁ (λr. t₂) ⇝ t₂ if r ∉ FV(t₂)",
			"a block that nothing mentions is not allocated", dead,
		},
		{
			"Empty Allocation", "alloc ◦ (λr. t₁) ⇝ t₁[r ↦ •]",
			"arrays in a block of size 0 lie in another block, where they have no location either", empty,
		},
		{
			"Allocation Hoisting", "λx. alloc t₁ (λr. t₂) ⇝ alloc t₁ (λr. λx. t₂) if x ∉ FV(t₁)",
			"a block of a round is allocated before the loop; a block of an iteration of a kernel stays, since iterations do not take turns", hoisting,
		},
		{
			"Allocation Merging", "alloc t₁ (λr₁. alloc t₂ (λr₂. t₃)) ⇝ alloc (t₁ +ᶜ t₂) (λr₁. let r₂ = stgOff r₁ t₁ in t₃)",
			"two blocks with one scope become one, and arrays of the second lie t₁ further on", merging(map[[2]int]bool{}),
		},
		{
			"Cardinality Simpl.", "bytes (N, s) ⇝ (bytes s) *ᶜ N +ᶜ HDR_BYTES, …",
			"the size of a block is a polynomial; arrays have no header", cardinalities,
		},
	}
}

// simplified applies the rules until none of them applies.
func simplified(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	rules := Rules()
	for again := true; again; {
		again = false
		for _, r := range rules {
			told := len(j.Notes)
			q, err := r.apply(j, p)
			if err != nil {
				return nil, err
			}
			p = q
			for k := range j.Notes[told:] {
				if n := &j.Notes[told+k]; n.Done {
					n.Text += " [" + r.Name + "]"
					again = true
				}
			}
		}
	}
	return p, nil
}

// allocs visits the statements of a program that allocate blocks.
func allocs(p *syntax.Program, visit func(let *syntax.Let, e *syntax.Alloc)) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok {
			if e, ok := let.Exp.(*syntax.Alloc); ok {
				visit(let, e)
			}
		}
		return true
	})
}

// hoisting is Allocation Hoisting. What moves along with an alloc is not told, nor what moves back to where it is needed.
func hoisting(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	blocks := map[string]bool{}
	allocs(p, func(let *syntax.Let, _ *syntax.Alloc) { blocks[let.Pat[0].Written()] = true })
	told := len(j.Notes)
	q, err := hoist.OutOfLoops(j, p)
	if err != nil || nested(q) >= nested(p) {
		j.Notes = j.Notes[:told]
		return p, err
	}
	j.Notes = append(j.Notes[:told], slices.DeleteFunc(slices.Clone(j.Notes[told:]), func(n rewrite.Note) bool { return !blocks[n.Name] })...)
	return q, nil
}

// nested is how many bodies are around the allocs of a program, all together.
func nested(p *syntax.Program) (n int) {
	var body func(b *syntax.Body, around int)
	body = func(b *syntax.Body, around int) {
		for _, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				if _, ok := let.Exp.(*syntax.Alloc); ok {
					n += around
				}
				for _, inner := range rewrite.InnerBodies(let.Exp) {
					body(inner, around+1)
				}
			}
		}
	}
	for _, d := range p.Defs() {
		body(d.Body, 0)
	}
	body(p.Main(), 0)
	return n
}

// dead is Dead Allocation.
func dead(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	uses, gone := map[int]int{}, map[int]bool{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			uses[v.ID]++
		}
		return true
	})
	allocs(p, func(let *syntax.Let, _ *syntax.Alloc) {
		if m := let.Pat[0]; uses[m.ID] == 0 && (j.Keep == nil && len(p.Main().Res) > 0 || j.Keep != nil && !j.Keep(m.ID)) {
			gone[m.ID] = true
			j.Did(m, "not allocated: nothing lies in it")
		}
	})
	if len(gone) == 0 {
		return p, nil
	}
	return rewrite.Bodies(p, rewrite.Without(gone)), nil
}

// empty is Empty Allocation.
func empty(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	is := map[int]syntax.Expr{}
	env := rewrite.Definitions(p)
	var body func(b *syntax.Body, other *syntax.Var) *syntax.Body
	body = func(b *syntax.Body, other *syntax.Var) *syntax.Body {
		for _, s := range b.Stms {
			let, ok := s.(*syntax.Let)
			if !ok {
				continue
			}
			rewrite.Inner(let.Exp, func(b *syntax.Body) *syntax.Body { return body(b, other) })
			e, ok := let.Exp.(*syntax.Alloc)
			if !ok {
				continue
			}
			m := let.Pat[0]
			if n, ok := env.Of(e.N).Const(); ok && n.IsZero() && other != nil && !given(b, m) {
				is[m.ID] = other
				j.Did(m, "not allocated: it is empty, and what lies in it lies in `%s`", other.Name)
				continue
			}
			other = m.Use()
		}
		return b
	}
	for _, d := range p.Defs() {
		var first *syntax.Var
		for _, x := range d.Params {
			if x.Unique && x.Type.Elem == syntax.Mem && first == nil {
				first = x.Use()
			}
		}
		body(d.Body, first)
	}
	body(p.Main(), nil)
	if len(is) == 0 {
		return p, nil
	}
	return syntax.Subst(rewrite.Bodies(p, rewrite.Without(is)), is), nil
}

// given tells whether a body gives a block as a result.
func given(b *syntax.Body, m *syntax.Binding) bool {
	return slices.ContainsFunc(b.Res, func(x syntax.Expr) bool {
		v, ok := x.(*syntax.Var)
		return ok && v.ID == m.ID
	})
}

// cardinalities is Cardinality Simpl.
func cardinalities(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	sizes := map[*syntax.Alloc]syntax.Expr{}
	allocs(p, func(let *syntax.Let, e *syntax.Alloc) {
		if n := lmad.Simplify(e.N); syntax.Line(n) != syntax.Line(e.N) {
			sizes[e] = n
			j.Did(let.Pat[0], "its size `%s` is `%s`", syntax.Line(e.N), syntax.Line(n))
		}
	})
	if len(sizes) == 0 {
		return p, nil
	}
	return rewrite.Bodies(p, func(b *syntax.Body) *syntax.Body {
		out := &syntax.Body{Span: b.Span, Res: b.Res}
		for _, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				if e, ok := let.Exp.(*syntax.Alloc); ok && sizes[e] != nil {
					s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: &syntax.Alloc{Span: e.Span, N: sizes[e]}, Doc: let.Doc}
				}
			}
			out.Stms = append(out.Stms, s)
		}
		return out
	}), nil
}
