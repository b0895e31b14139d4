package imp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
)

// kernelText is the text of a random kernel, whose iterations write and read at what ints from branches, loops, quotients and bits say.
type kernelText struct {
	*rand.Rand
	ints []string // that may be used
	b    strings.Builder
	fors int
}

func (g *kernelText) of(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g *kernelText) expr(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.of(append([]string{"i", "i", "1", "2", "3"}, g.ints...)...)
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	return "(" + g.of(
		x+" + "+y, x+" - "+y, x+" + "+y, "2 * "+x, x+" * "+y, x+" / "+g.of("2", "3", "h"), x+" % "+g.of("2", "3", "h"), x+" & "+g.of("1", "3", "6"),
		x+" ^ "+g.of("1", "2", "n", "s"), x+" | 1", "i / h * 2 * h + i % h", "i * s", "1 << (i & 3)") + ")"
}

func (g *kernelText) stms(depth int) {
	for range 1 + g.IntN(2) {
		k := g.of("k", "l")
		switch {
		case g.IntN(3) > 0 && depth < 2 || depth == 0:
			switch g.IntN(12) {
			case 0:
				fmt.Fprintf(&g.b, "m[%s + 200] <- i; ", g.expr(2))
			case 1:
				fmt.Fprintf(&g.b, "%s <- m[%s + 200]; ", k, g.expr(1))
			default:
				fmt.Fprintf(&g.b, "%s <- %s; ", k, g.expr(2))
			}
		case g.IntN(2) == 0:
			fmt.Fprintf(&g.b, "if %s %s %s then ", g.expr(1), g.of("<", "==", "!=", "<="), g.expr(1))
			g.stms(depth - 1)
			g.b.WriteString("skip else ")
			g.stms(depth - 1)
			g.b.WriteString("skip fi; ")
		case g.IntN(2) == 0:
			g.fors++
			fmt.Fprintf(&g.b, "for r%d <= %s do ", g.fors, g.of("2", "n", "3"))
			if g.IntN(2) == 0 {
				g.stms(depth - 1)
			}
			fmt.Fprintf(&g.b, "m[%s + %s + 200] <- i; %s <- %s + %s done; ", k, g.of("0", "i", "i * n", "i * n"), k, k, g.of("1", "n", "1", "s"))
		default:
			fmt.Fprintf(&g.b, "%s <- %s; while %s <= %s do m[%s + 200] <- i; %s <- %s + %s done; ", k, g.of("i", "i", "2 * i", "1"), k, g.of("n", "2 * n", "h"), k, k, k, g.of("n", "n", "2 * n", "h"))
		}
	}
	if g.IntN(3) == 0 || depth == 0 && g.b.Len() < 60 {
		fmt.Fprintf(&g.b, "m[%s + 200] <- i; ", g.of("k", "l", "i", "k", "l + s * i"))
	}
}

// TestProvedRandom holds what is proved about kernels against runs, for several inputs.
func TestProvedRandom(t *testing.T) {
	many, r := 250, rand.New(rand.NewPCG(1, 9))
	if testkit.More() {
		many = 8000
	}
	proved, inBounds, raced := 0, 0, 0
	for range many {
		g := &kernelText{Rand: r, ints: []string{"k", "l", "n", "h", "s"}}
		for !strings.Contains(g.b.String(), "] <- i") {
			g.b.Reset()
			g.stms(r.IntN(3) / 2)
		}
		text := fmt.Sprintf("input n : int; input h : int; input s : int; check 0 <= n; check 0 < h%s; var m : mem; m <- alloc 400; var k : int; var l : int; kernel i <= n do %sskip done", g.of("", "; check s != 0"), g.b.String())
		p, err := ast.Parse(diag.NewSource("t.imp", text))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = ast.Resolve(p, nil); err != nil {
			t.Fatal(text, err)
		}
		k := races.IMP(prove.NewBudget(prove.MaxSteps/8), p)[0]
		if k.Proved {
			proved++
		}
		if k.InBounds {
			inBounds++
		}
		wrong := false
		for _, in := range [][3]int64{{3, 2, 1}, {6, 2, -1}, {5, 1, 2}, {7, 3, -2}, {4, 4, 0}} {
			inputs := map[string]imp.Input{}
			for k, name := range []string{"n", "h", "s"} {
				inputs[name] = imp.Input{Value: value.Number(num.Of(in[k]))}
			}
			out, err := imp.Run(context.Background(), p, inputs, engine.Options{Memory: 1 << 24})
			for _, ran := range out.Kernels {
				wrong = wrong || !ran.RaceFree()
				if k.Proved && !ran.RaceFree() {
					t.Fatalf("proved (%s), and it races for %v: %s", k.Reason, in, text)
				}
				if k.InBounds && ran.Open > 0 && err != nil && strings.Contains(err.Error(), "at offset") {
					t.Fatalf("proved in bounds: %v for %v: %s", err, in, text)
				}
			}
		}
		if wrong {
			raced++
		}
	}
	t.Logf("of %d kernels %d are proved free of races, %d in bounds, and %d race", many, proved, inBounds, raced)
	if proved*10 < many-raced || raced == 0 {
		t.Error("too few are proved, or none races")
	}
}
