package fuse_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// TestFigure4: what fuse does where the rules of Fig. 4 apply. The page has the programs, with what fuse says about them.
func TestFigure4(t *testing.T) {
	const at, length = "(build e₀ e₁)[e₂] ⇝ e₁ e₂", "length (build e₀ e₁) ⇝ e₀"
	var b strings.Builder
	b.WriteString("| rule | program | kernels, before and after | `fuse` says |\n|---|---|---|---|\n")
	for _, c := range []struct {
		rule, text    string
		before, after int // kernels in f
	}{
		{at, "def f [n] (x : [n]int) (k : int) = (kernel i <= n do x[i] + k)[3]", 1, 0},
		{at, "def f [n] (x : [n]int) = reduce (+) 0 (map (\\e -> e * e) x)", 1, 0},
		{at, "def f [n] (x : [n]int) = let a = map (\\e -> 2 * e) x in kernel i <= n do a[i] + a[n - i + 1]", 2, 1},
		{at, "def f [n] (x : [n]int) = let a = map (\\e -> 2 * e) x in (a, sum(a))", 1, 1},
		{at, "def f [n] (x : [n]f64) = let a = map exp x in kernel i <= n, j <= n do a[i] * a[j]", 3, 3},
		{length, "def f [n] (x : [n]int) = length(map (\\e -> e + 1) x)", 1, 0},
	} {
		p := passtest.Parse(t, "figure 4", c.text+"\n")
		stages, err := p.Run("inline,fuse,simplify", 20)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		before, after := strings.Count(stages[1].Text, "kernel "), strings.Count(stages[3].Text, "kernel ")
		if before != c.before || after != c.after {
			t.Errorf("%s: %d kernels become %d:\n%s", c.text, before, after, stages[3].Text)
		}
		var said []string
		for _, n := range stages[2].Notes {
			said = append(said, n.Line())
		}
		if said == nil {
			said = []string{"nothing: `length` is the size of the type, so the array is not used, and `simplify` leaves it out"}
		}
		fmt.Fprintf(&b, "| %s | `%s` | %d, %d | %s |\n", c.rule, c.text, before, after, strings.Join(said, "; "))
	}
	b.WriteString("\nThe example of §2.3, `vectorNorm (vectorAdd vec1 vec2)`, becomes one fold without an array:\n\n```text\n" + norm(t) + "\n```\n")
	testkit.Section(t, "../../../docs/papers/dps.md", "go test ./lower/opt/fuse -run Figure4", b.String(), nil)
}

// norm is the example of §2.3 after fusion.
func norm(t *testing.T) string {
	s := passtest.Parse(t, "§2.3", `def vectorAdd [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (+) x y
def vectorEMul [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (*) x y
def vectorSum [n] (x : [n]f64) : f64 = reduce (+) 0.0 x
def vectorDot [n] (x : [n]f64) (y : [n]f64) : f64 = vectorSum(vectorEMul(x, y))
def vectorNorm [n] (x : [n]f64) : f64 = sqrt(vectorDot(x, x))
def f [n] (vec1 : [n]f64) (vec2 : [n]f64) : f64 = vectorNorm(vectorAdd(vec1, vec2))
`).Last(t, "inline,fuse", 20)
	_, f, _ := strings.Cut(s.Text, "\ndef f ")
	if strings.Count(f, "reduce") != 1 || strings.Contains(f, "kernel") {
		t.Errorf("it is no single fold:\n%s", f)
	}
	return strings.TrimSpace("def f " + f)
}
