package regularity_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/semantics/regularity"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestTypes: what the types of the examples and of random programs say to be regular, because its size is bound outside all kernels, is not called irregular.
func TestTypes(t *testing.T) {
	dims := 0
	for _, p := range passtest.Examples(t) {
		if p.Form == pass.Fun {
			dims += typed(t, p.Name, p.Core)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		if p := passtest.Random(rt); p.Form == pass.Fun {
			dims += typed(rt, p.Name, p.Core)
		}
	})
	t.Logf("%d sizes in types", dims)
	if dims < 1000 {
		t.Errorf("only %d sizes in types", dims)
	}
}

// typed compares the types in the bodies of a program with what is known. It returns how many sizes it compared.
func typed(t rapid.TB, name string, p *syntax.Program) (compared int) {
	o := outside(p)
	bodies := []*syntax.Body{p.Main()}
	for _, d := range p.Defs() {
		bodies = append(bodies, d.Body)
	}
	for _, b := range bodies {
		found := regularity.Find(o, b)
		inner := inKernels(b)
		syntax.Walk(b, func(n syntax.Node) bool {
			x, ok := n.(*syntax.Binding)
			if !ok || x.Type == nil {
				return true
			}
			for k, size := range x.Type.Dims {
				if v, ok := size.(*syntax.Var); ok && inner[v.ID] {
					continue
				}
				if compared++; found.Of(x.ID).D.N[k] != regularity.Reg {
					t.Fatalf("%s: %s is %s, but size %d is known outside all kernels", name, x, found.Of(x.ID).D, k+1)
				}
			}
			return true
		})
	}
	return compared
}

// inKernels are the variables that are bound in kernels.
func inKernels(b *syntax.Body) map[int]bool {
	inner := map[int]bool{}
	syntax.Walk(b, func(n syntax.Node) bool {
		e, ok := n.(*syntax.Kernel)
		if ok {
			syntax.Walk(e.Body, func(n syntax.Node) bool {
				if x, ok := n.(*syntax.Binding); ok {
					inner[x.ID] = true
				}
				return true
			})
		}
		return !ok
	})
	return inner
}

// TestFire: each rule applies in some of the cases.
func TestFire(t *testing.T) {
	cov := rule.NewCoverage()
	for _, p := range nested(t, "cases", "errata") {
		regularity.Outside{Cov: cov}.Program(p)
	}
	for _, r := range rule.All() {
		if strings.HasPrefix(r.Name, "A-") || strings.HasPrefix(r.Name, "R-") {
			if applied, refused := cov.Counts(r.Name); applied == 0 || r.Refused != "" && refused == 0 {
				t.Errorf("%s applies %d times, and %d times it does not", r.Name, applied, refused)
			}
		}
	}
}
