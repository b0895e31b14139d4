package value

import (
	"context"
	"maps"
	"testing"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// core parses core text and gives each binder its ID.
func core(t testing.TB, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	r := &resolver{t: t, scope: map[string]int{}}
	for _, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok {
			r.def(d)
		}
	}
	r.decls(p.Decls)
	return p
}

// program resolves a program, after earlier ones in the same scope.
func (r *resolver) program(text string) *syntax.Program {
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		r.t.Fatal(err)
	}
	r.decls(p.Decls)
	return p
}

type resolver struct {
	t     testing.TB
	last  int
	scope map[string]int
}

func (r *resolver) bind(b *syntax.Binding) {
	r.last++
	b.ID = r.last
	r.scope[b.Name] = b.ID
}

// inner runs f in its own scope.
func (r *resolver) inner(f func()) {
	outer := maps.Clone(r.scope)
	f()
	r.scope = outer
}

func (r *resolver) def(d *syntax.Def) {
	r.inner(func() {
		for _, b := range d.Sizes {
			r.bind(b)
		}
		for _, b := range d.Params {
			r.bind(b)
		}
		for _, b := range d.Params {
			r.uses(b.Type)
		}
		r.body(d.Body)
	})
}

func (r *resolver) decls(ds []syntax.Decl) {
	for _, d := range ds {
		switch d := d.(type) {
		case *syntax.Let:
			r.uses(d.Exp)
			for _, b := range d.Pat {
				r.bind(b)
			}
			for _, b := range d.Pat {
				r.uses(b.Type)
			}
		case *syntax.Check:
			r.uses(d)
		case *syntax.In:
			r.uses(d)
		}
	}
}

func (r *resolver) body(b *syntax.Body) {
	r.inner(func() {
		for _, s := range b.Stms {
			r.decls([]syntax.Decl{s})
		}
		for _, x := range b.Res {
			r.uses(x)
		}
	})
}

// loop resolves a loop, with what it carries in its own scope.
func (r *resolver) loop(e *syntax.Loop) {
	for _, x := range e.Init {
		r.uses(x)
	}
	if e.For != nil {
		r.uses(e.For.N)
	}
	r.inner(func() {
		for _, x := range e.Params {
			r.bind(x)
			x.Text = x.Name
		}
		for _, x := range e.Params {
			r.uses(x.Type)
		}
		if e.For != nil {
			r.bind(e.For.X)
		} else {
			r.body(e.While)
		}
		r.body(e.Body)
	})
}

// lambda resolves the function of a reduce or scan.
func (r *resolver) lambda(e *syntax.Lambda) {
	r.inner(func() {
		for _, x := range e.Params {
			r.uses(x.Type)
		}
		for _, x := range e.Params {
			r.bind(x)
		}
		r.body(e.Body)
	})
}

// uses resolves the variables of anything that is not a binding.
func (r *resolver) uses(n syntax.Node) {
	if typ, ok := n.(*syntax.Type); ok && typ == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			id, ok := r.scope[n.Name]
			if !ok {
				r.t.Fatalf("%s is not bound", n.Name)
			}
			n.ID = id
		case *syntax.If:
			r.uses(n.Cond)
			r.body(n.Then)
			r.body(n.Else)
			return false
		case *syntax.Kernel:
			r.uses(n.Index[0].N)
			r.inner(func() {
				r.bind(n.Index[0].X)
				r.body(n.Body)
			})
			return false
		case *syntax.Lambda:
			r.lambda(n)
			return false
		case *syntax.Loop:
			r.loop(n)
			return false
		}
		return true
	})
}

// eval runs core text on a fresh machine.
func eval(t testing.TB, opts engine.Options, text string) ([]Val, error) {
	t.Helper()
	return New(opts).Run(context.Background(), core(t, text))
}

// printed returns the results as Fun prints them, or the message.
func printed(v []Val, err error) string {
	if err != nil {
		return err.Error()
	}
	text := ""
	for _, v := range v {
		text += Format(v, 0) + "\n"
	}
	return text
}

func covered(cov *rule.Coverage, name string) (applied, refused bool) {
	a, r := cov.Counts(name)
	return a > 0, r > 0
}
