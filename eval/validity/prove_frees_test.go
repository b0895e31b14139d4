package validity_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestProvedFrees compares what is proved with runs of random programs that free blocks: by other names, in branches,
// rounds and functions. Some of their arrays are claimed to lie where they do not fit.
func TestProvedFrees(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := &freeing{T: t}
		text := g.program()
		src, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatal(err, text)
		}
		u, err := elab.NewSession(nil).Program(src)
		if err != nil { // the caller's block is freed, say
			count["refused by the types"]++
			return
		}
		holdClaims(t, u.Core, count)
	})
	t.Log(count)
	if ran := count["proved true, in bounds false; race-free true, stuck there true"]; ran == 0 && !t.Failed() {
		t.Errorf("no kernel is stuck: %v", count)
	}
}

// freeing makes a program. Each of its arrays has three elements and a block; m3 is the block of x3.
type freeing struct {
	*rapid.T
	lines   []string
	made    int
	scope   []int // the arrays in scope
	ints    []string
	defs    int
	claimed bool // y0 is claimed to lie in m1, perhaps beyond its end
}

func (g *freeing) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.T, what) }

func (g *freeing) add(depth int, format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("  ", depth)+fmt.Sprintf(format, args...))
}

func (g *freeing) fresh() int { g.made++; return g.made }

func (g *freeing) array() int { return g.scope[g.pick(len(g.scope), "array")] }

// condition is true in some runs.
func (g *freeing) condition() string {
	x := g.ints[g.pick(len(g.ints), "int")]
	return []string{x + " > 1", x + " == 1", x + " % 2 == 0"}[g.pick(3, "condition")]
}

func (g *freeing) program() string {
	g.ints = []string{"c"}
	g.add(0, "let c = %d", g.pick(4, "c"))
	for range 1 + g.pick(2, "first") {
		g.alloc(0)
	}
	if g.pick(2, "claim") == 0 {
		g.add(0, "let (y0 : [3] @ m1 -> %d + {(3 : 1)}) = claim x1", g.pick(2, "offset"))
		g.claimed = true
	}
	for range g.pick(4, "defs") {
		g.def()
	}
	g.statements(0, 6)
	g.add(0, "in (c)")
	return strings.Join(g.lines, "\n")
}

// def adds a function of an array that gives an array. It may use what is outside by its name.
func (g *freeing) def() {
	k := g.fresh()
	scope, ints := g.scope, g.ints
	g.scope, g.ints = append([]int{k}, scope...), append([]string{fmt.Sprintf("k%d", k)}, ints...)
	g.add(0, "def f%d (m%d : mem) (x%d : [3] @ m%d -> R(3)) (k%d : int) : (r : mem, [3] @ r -> R(3)) =", g.defs+1, k, k, k, k)
	g.statements(1, 4)
	y := g.array()
	g.add(1, "in (m%d, x%d)", y, y)
	g.scope, g.ints = scope, ints
	g.defs++
}

func (g *freeing) alloc(depth int) {
	k := g.fresh()
	g.add(depth, "let (m%d : mem) = alloc 3", k)
	g.add(depth, "let (x%d : [3] @ m%d -> R(3)) = iota 3", k, k)
	g.scope = append(g.scope, k)
}

// body adds a body that gives an array and an int.
func (g *freeing) body(depth, most int, scalar bool) {
	scope, ints := g.scope, g.ints
	g.statements(depth, most)
	y := g.array()
	if scalar {
		g.add(depth, "let r%d = x%d[1]", g.fresh(), y)
		g.add(depth, "in (r%d)", g.made)
	} else {
		g.add(depth, "in (m%d, x%d)", y, y)
	}
	g.scope, g.ints = scope, ints
}

func (g *freeing) statements(depth, most int) {
	for range 1 + g.pick(most, "statements") {
		g.statement(depth, most-1)
	}
}

func (g *freeing) statement(depth, most int) {
	kind := g.pick(14, "kind")
	if most <= 1 {
		kind %= 5
	}
	switch kind {
	case 0:
		g.alloc(depth)
	case 1, 2: // a kernel that reads
		x := g.array()
		k := g.fresh()
		g.add(depth, "let (m%d : mem) = alloc 3", k)
		read := fmt.Sprintf("x%d", x)
		if g.claimed && g.pick(4, "read") == 0 {
			read = "y0"
		}
		g.add(depth, "let (x%d : [3] @ m%d -> R(3)) = kernel i <= 3 do %s[i]", k, k, read)
		g.scope = append(g.scope, k)
	case 3:
		g.add(depth, "free m%d", g.array())
	case 4:
		if x := g.array(); g.pick(3, "claim") == 0 {
			g.add(depth, "let (x%d : [3] @ m%d -> R(3)) = claim x%d", g.fresh(), x, x)
			g.add(depth, "let (y%d : [3] @ m%d -> %d + {(3 : 1)}) = claim x%d", g.made, x, g.pick(2, "offset"), x)
			g.add(depth, "let (n%d : mem) = alloc 3", g.made)
			g.add(depth, "let (z%d : [3] @ n%d -> R(3)) = kernel i <= 3 do y%d[i]", g.made, g.made, g.made)
		} else if g.defs > 0 {
			k := g.fresh()
			g.add(depth, "let (m%d : mem) (x%d : [3] @ m%d -> R(3)) = f%d(m%d, x%d, %s)", k, k, k, 1+g.pick(g.defs, "def"), x, x, g.ints[g.pick(len(g.ints), "int")])
			g.scope = append(g.scope, k)
		}
	case 5, 6:
		k := g.fresh()
		g.add(depth, "let (m%d : mem) (x%d : [3] @ m%d -> R(3)) = if %s then", k, k, k, g.condition())
		g.body(depth+1, most, false)
		g.add(depth, "else")
		g.body(depth+1, most, false)
		g.scope = append(g.scope, k)
	case 7, 8:
		k, first := g.fresh(), g.array()
		g.add(depth, "let (m%d : mem) (x%d : [3] @ m%d -> R(3)) = loop (p : mem = m%d) (q : [3]int @ p -> R(3) = x%d) for j%d <= %d do", k, k, k, first, first, k, 1+g.pick(3, "rounds"))
		j := g.fresh()
		g.add(depth+1, "let (m%d : mem) (x%d : [3] @ m%d -> R(3)) = if c == 77 then", j, j, j)
		g.add(depth+2, "in (m%d, x%d)", first, first)
		g.add(depth+1, "else")
		g.add(depth+2, "in (p, q)")
		scope, ints := g.scope, g.ints
		g.scope, g.ints = append(scope[:len(scope):len(scope)], j), append([]string{fmt.Sprintf("j%d", k)}, ints...)
		g.body(depth+1, most, false)
		g.scope, g.ints = append(scope, k), ints
	case 10: // a write
		x, k := g.array(), g.fresh()
		g.add(depth, "let (y%d : [3] @ m%d -> R(3)) = iota 3", k, x)
	case 11: // a loop that carries two blocks, in any order
		k, a, b := g.fresh(), g.array(), g.array()
		j := g.fresh()
		g.add(depth, "let (m%d : mem) (m%d : mem) (x%d : [3] @ m%d -> R(3)) (x%d : [3] @ m%d -> R(3)) = loop (m%d : mem = m%d) (m%d : mem = m%d) (x%d : [3]int @ m%d -> R(3) = x%d) (x%d : [3]int @ m%d -> R(3) = x%d) for j%d <= %d do",
			k, j, k, k, j, j, k, a, j, b, k, k, a, j, j, b, k, 1+g.pick(3, "rounds"))
		scope, ints := g.scope, g.ints
		g.scope, g.ints = append(scope[:len(scope):len(scope)], k, j), append([]string{fmt.Sprintf("j%d", k)}, ints...)
		g.statements(depth+1, most-1)
		a, b = g.array(), g.array()
		g.add(depth+1, "in (m%d, m%d, x%d, x%d)", a, b, a, b)
		g.scope, g.ints = append(scope[:len(scope):len(scope)], k, j), ints
	case 12: // a loop whose condition has statements
		k, first := g.fresh(), g.array()
		g.add(depth, "let (w%d : int) (m%d : mem) (x%d : [3] @ m%d -> R(3)) = loop (w%d : int = 0) (m%d : mem = m%d) (x%d : [3]int @ m%d -> R(3) = x%d) while (", k, k, k, k, k, k, first, k, k, first)
		scope, ints := g.scope, g.ints
		g.scope, g.ints = append(scope[:len(scope):len(scope)], k), append([]string{fmt.Sprintf("w%d", k)}, ints...)
		inner, own := g.scope, g.ints
		g.add(depth+1, "let c%d = w%d < %d", k, k, 1+g.pick(3, "rounds"))
		g.statements(depth+1, most-1)
		g.add(depth+1, "in (c%d)) do", k)
		g.scope, g.ints = inner, own
		g.statements(depth+1, most-1)
		y := g.array()
		g.add(depth+1, "let n%d = w%d + 1", k, k)
		g.add(depth+1, "in (n%d, m%d, x%d)", k, y, y)
		g.scope, g.ints = append(scope[:len(scope):len(scope)], k), ints
	case 13: // a kernel whose iterations allocate and free
		k, x := g.fresh(), g.array()
		g.add(depth, "let (m%d : mem) = alloc 3", k)
		g.add(depth, "let (x%d : [3] @ m%d -> R(3)) = kernel i%d_ <= 3 do", k, k, k)
		scope, ints := g.scope, g.ints
		g.scope, g.ints = append(scope[:len(scope):len(scope)], x), append([]string{fmt.Sprintf("i%d_", k)}, ints...)
		g.statements(depth+1, most-1)
		g.add(depth+1, "let v%d = x%d[1]", k, g.array())
		g.add(depth+1, "in (v%d)", k)
		g.scope, g.ints = append(scope[:len(scope):len(scope)], k), ints
	case 9:
		k, x := g.fresh(), g.array()
		ints := g.ints
		g.ints = append([]string{fmt.Sprintf("e%d", k)}, ints...)
		g.add(depth, "let s%d = reduce (\\(a%d : int) (e%d : int) ->", k, k, k)
		g.body(depth+1, most, true)
		g.add(depth+1, ") 0 x%d", x)
		g.ints = append(ints[:len(ints):len(ints)], fmt.Sprintf("s%d", k))
	}
}
