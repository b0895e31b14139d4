package validity_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	types "funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// claims returns what is proved about each kernel of a closed program, by its name and
// place.
func claims(p *syntax.Program) map[string]races.Kernel {
	out := map[string]races.Kernel{}
	for _, k := range races.Kernels(p, nil, nil) {
		name := fmt.Sprint(machine.KernelName(k.Let.Pat[0], k.Let.Exp), k.Let.Exp.GetSpan())
		other, known := out[name]
		out[name] = races.Kernel{Proved: k.Proved && (other.Proved || !known), InBounds: k.InBounds && (other.InBounds || !known)}
	}
	return out
}

// holdClaims runs a program and fails if a kernel races although it was proved not to, or if the run is stuck at an access
// in it although it was proved in bounds. It counts the kernels that ran.
func holdClaims(t *rapid.T, p *syntax.Program, count map[string]int) {
	proved := claims(p)
	out, err := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 24}}).Run(context.Background(), p)
	astray := err != nil && outOfBounds.MatchString(err.Error())
	for _, k := range out.Kernels {
		name := fmt.Sprint(k.Kernel.Binds, k.Kernel.At)
		if proved[name].Proved && !k.RaceFree() {
			t.Fatalf("kernel `%s` is proved and races: %+v\n%s", name, k.First, syntax.Print(p))
		}
		if proved[name].InBounds && k.Open > 0 && astray {
			t.Fatalf("kernel `%s` is proved in bounds: %s\n%s", name, err, syntax.Print(p))
		}
		if k.Instances > 0 {
			count[fmt.Sprintf("proved %v, in bounds %v; race-free %v, stuck there %v", proved[name].Proved, proved[name].InBounds, k.RaceFree(), k.Open > 0)]++
		}
	}
}

// outOfBounds matches what is said of an access that is not in bounds.
var outOfBounds = regexp.MustCompile(`out of bounds|lies outside block|after it was freed`)

// TestProvedRandom compares what is proved about random FUNMEM programs with what they do.
// Most of these race.
func TestProvedRandom(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := genProgram(t)
		src, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(src)
		if err != nil {
			t.Fatal(err)
		}
		holdClaims(t, u.Core, count)
	})
	t.Log(count)
}

// TestProvedMutants does the same with random Fun programs that were given memory and then
// broken: an array lies in the block of another one.
func TestProvedMutants(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		src, err := syntax.Parse(diag.NewSource("t.fun", testkit.Program(t)))
		if err != nil {
			t.Fatal(err)
		}
		s := elab.NewSession(nil)
		u, err := s.Program(src)
		if err != nil {
			t.Fatal(err)
		}
		p, err := introduce.New().TransformProgram(u.Core, s.Supply())
		if err != nil {
			t.Fatal(err)
		}
		holdClaims(t, p, count)
		for range 3 {
			if m := share(t, p); m != nil && types.New(true, nil).Program(m) == nil {
				p = m
				holdClaims(t, p, count)
			}
		}
	})
	t.Log(count)
}

// share moves the arrays of one block into another block that is in scope, or returns nil.
func share(t *rapid.T, p *syntax.Program) *syntax.Program {
	type pair struct{ from, to *syntax.Binding }
	var pairs []pair
	var walk func(b *syntax.Body, scope []*syntax.Binding)
	walk = func(b *syntax.Body, scope []*syntax.Binding) {
		for _, s := range b.Stms {
			let, ok := s.(*syntax.Let)
			if !ok {
				continue
			}
			if _, ok := let.Exp.(*syntax.Alloc); ok {
				for _, to := range scope {
					pairs = append(pairs, pair{let.Pat[0], to})
				}
			}
			for _, inner := range bodiesOf(let.Exp) {
				walk(inner, scope)
			}
			for _, x := range let.Pat {
				if x.Type.Elem == syntax.Mem {
					scope = append(scope[:len(scope):len(scope)], x)
				}
			}
		}
	}
	for _, d := range p.Defs() {
		var scope []*syntax.Binding
		for _, x := range d.Params {
			if x.Type.Elem == syntax.Mem {
				scope = append(scope, x)
			}
		}
		walk(d.Body, scope)
	}
	walk(p.Main(), nil)
	if len(pairs) == 0 {
		return nil
	}
	c := pairs[rapid.IntRange(0, len(pairs)-1).Draw(t, "blocks")]
	return syntax.Subst(p, map[int]syntax.Expr{c.from.ID: c.to.Use()})
}

// bodiesOf returns the bodies of an expression.
func bodiesOf(e syntax.Expr) []*syntax.Body {
	switch e := e.(type) {
	case *syntax.Kernel:
		return []*syntax.Body{e.Body}
	case *syntax.If:
		return []*syntax.Body{e.Then, e.Else}
	case *syntax.Loop:
		return []*syntax.Body{e.Body}
	case *syntax.Reduce, *syntax.Scan:
		return []*syntax.Body{syntax.FoldOf(e).Lambda().Body}
	}
	return nil
}
