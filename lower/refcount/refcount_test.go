package refcount_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/refcount"
	"funmem/semantics/syntax"
)

// listing1 is the paper's first example without its loop. The arguments a and b are made by the caller.
const listing1 = `def fun (a : [5]int) (b : [5]int) : ([5]int, int) =
  let c = kernel iv <= 5 do a[iv] + b[iv]
  let r = sum(c)
  let d = kernel iv <= 5 do a[(iv - 2) % 5 + 1]
  let s = sum(d)
  let e = kernel iv <= 5 do a[iv % 5 + 1]
  in (e, r + s)
`

// TestListing1: called with b alone, c, d and e take over the block of b one after the other, as §2.3 and §3 say. Before
// the paper only c has it. If the caller still needs b, c has a block of its own.
func TestListing1(t *testing.T) {
	for _, c := range []struct {
		call string
		want [3]refcount.Counts
	}{
		{"let a = iota 5\nlet b = iota 5\nlet (e, r) = fun(a, b)\nr\n", [3]refcount.Counts{
			{Mode: refcount.Off, Allocs: 5, Frees: 5, Bytes: 200, Footprint: 120},
			{Mode: refcount.RC, Allocs: 4, Frees: 4, Reuses: 1, Bytes: 160, Footprint: 80},
			{Mode: refcount.ERC, Allocs: 2, Frees: 2, Reuses: 3, Bytes: 80, Footprint: 80},
		}},
		{"let a = iota 5\nlet b = iota 5\nlet (e, r) = fun(a, b)\nr + b[1]\n", [3]refcount.Counts{
			{Mode: refcount.Off, Allocs: 5, Frees: 5, Bytes: 200, Footprint: 120},
			{Mode: refcount.RC, Allocs: 5, Frees: 5, Bytes: 200, Footprint: 120},
			{Mode: refcount.ERC, Allocs: 3, Frees: 3, Reuses: 2, Bytes: 120, Footprint: 120},
		}},
	} {
		if got := modes(t, passtest.Parse(t, "Listing 1", listing1+c.call), "introduce"); got != c.want {
			t.Errorf("%s gives %v\nwanted %v", c.call, got, c.want)
		}
	}
}

// TestAsked: how many candidates are free at run time. strange and variant are the functions of §6.1: in the first one b is chosen,
// and a is not asked, though a may be free and b not; in the second one a and b are each chosen once, and where both are one array, it
// is free for the second. Of both, p asks for b, and then for a; q asks for a. The argument of part lies in a larger block. What
// back reads lies in the block from its end to its start.
func TestAsked(t *testing.T) {
	const defs = `def strange (a : [10]int) (b : [10]int) : [10]int = kernel iv <= 10 do 0
def variant (a : [10]int) (b : [10]int) : int =
  let c = kernel iv <= 10 do 0
  let d = kernel iv <= 10 do 1
  in c[1] + d[1]
def both (a : [10]int) (b : [10]int) : int =
  let (p, q) = kernel i <= 10 do (a[i] + b[i], a[i] - b[i])
  in p[1] + q[1]
def part (a : [5]int) : int =
  let s = a[1]
  let b = kernel i <= 5 do s
  in b[1]
def back (a : [5]int) : int =
  let r = reverse a
  let b = kernel i <= 5 do r[i] + 1
  in b[1]
def forth (a : [5]int) : int =
  let b = kernel i <= 5 do a[i] + 1
  in b[1]
let a = iota 10
let b = iota 10
`
	for call, want := range map[string]int{
		"strange(a, b)[1]": 1, "strange(a, b)[1] + b[1]": 0, "strange(a, b)[1] + a[1]": 1,
		"variant(a, b)": 2, "variant(a, a)": 1, "variant(a, b) + a[1]": 1,
		"both(a, b)": 2, "both(a, b) + b[1]": 1, "both(a, b) + a[1]": 1, "both(a, a)": 0,
		"part(a[1:5])": 0, "part(iota 5) + a[1] + b[1]": 1,
		"back(iota 5) + a[1] + b[1]": 0, "forth(iota 5) + a[1] + b[1]": 1,
	} {
		if got := modes(t, passtest.Parse(t, "asked", defs+call+"\n"), "introduce"); got[2].Reuses != want {
			t.Errorf("%s: %v, wanted %d reuses", call, got[2], want)
		}
	}
}

// TestKept: what a round keeps for the next one: the array that it begins with, and not one from before the loop; two arrays; no
// array whose block is from before the loop, as after the pass hoist.
func TestKept(t *testing.T) {
	const two = "let y = loop (x = iota 6) for k <= 10 do (let c = kernel i <= 6 do x[i % 6 + 1] in kernel i <= 6 do c[i % 6 + 1] + x[7 - i])\ny[1]\n"
	for _, c := range []struct {
		list, text string
		want       int
	}{
		{"introduce", "let y = loop (x = iota 6) for k <= 10 do kernel i <= 6 do x[i % 6 + 1] + k\ny[1]\n", 2},
		{"introduce", "let g = iota 6\nlet y = loop (x = iota 6) for k <= 10 do kernel i <= 6 do x[i % 6 + 1] + g[i]\ny[1] + g[2]\n", 3},
		{"introduce", "let (y, z) = loop (x = iota 6, v = iota 6) for k <= 10 do (kernel i <= 6 do x[i % 6 + 1] + v[7 - i], kernel i <= 6 do x[7 - i] - v[i % 6 + 1])\ny[1] + z[1]\n", 4},
		{"introduce", two, 3},
		{"introduce,hoist", two, 3},
	} {
		if got := modes(t, passtest.Parse(t, "kept", c.text), c.list); got[2].Allocs != c.want {
			t.Errorf("%s: %v, wanted %d allocations", c.text, got[2], c.want)
		}
	}
}

// TestWhile: what the condition of a loop uses has a reference in all rounds.
func TestWhile(t *testing.T) {
	all := modes(t, passtest.Parse(t, "while", "let g = iota 5\nlet k = loop (k = 0) while g[k + 1] < 3 do k + 1\nk\n"), "introduce")
	if all[0].Frees != 1 || all[0].Footprint != 40 {
		t.Error(all)
	}
}

// TestFootprint: the two programs of §6.2 need 1001 and 1000 locations, and with extended candidates 2001 and n times 1000.
func TestFootprint(t *testing.T) {
	want := func(name, text string, off, erc int) {
		all := modes(t, passtest.Parse(t, name, text), "introduce")
		if all[0].Footprint != 8*off || all[1].Footprint != 8*off || all[2].Footprint != 8*erc {
			t.Errorf("%s: %v, wanted %d and %d locations", name, all, off, erc)
		}
	}
	want("three arrays", passtest.Between, 1001, 2001)
	for n := 1; n <= 8; n++ {
		want(fmt.Sprint(n, " calls"), passtest.Elephants(n), 1000, 1000*n)
	}
}

// TestRounds: after the passes of a compiler, loops allocate the same for any number of rounds in mode ERC.
func TestRounds(t *testing.T) {
	var b strings.Builder
	b.WriteString("| call | rounds | as written | after passes |\n|---|---|---|---|\n")
	for _, c := range passtest.Loops {
		if c.Grows() {
			continue
		}
		allocs := map[int]bool{}
		for _, rounds := range []int{2, 10, 100} {
			first, then := modes(t, c.Of(t, rounds), written), modes(t, c.Of(t, rounds), compiled)
			cells := func(all [3]refcount.Counts) string {
				return fmt.Sprintf("%d → %d → %d", all[0].Allocs, all[1].Allocs, all[2].Allocs)
			}
			fmt.Fprintf(&b, "| `%s` | %d | %s | %s |\n", strings.ReplaceAll(c.Call, "%d", "k"), rounds, cells(first), cells(then))
			allocs[then[2].Allocs] = true
		}
		if len(allocs) > 1 {
			t.Errorf("%s: the allocations depend on the number of rounds", c.Call)
		}
	}
	testkit.Section(t, page, "go test ./lower/refcount -run Rounds", b.String(), nil)
}

// TestFree: no example has a larger footprint in mode off than after the pass free. Where every block has one name, and is freed in
// the body that allocates it, both are the same.
func TestFree(t *testing.T) {
	same, exact, all := 0, 0, 0
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		p = p.Mem(t)
		c, err := refcount.Run(context.Background(), memory.New(memory.Options{}), p.Core, refcount.Off, nil)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		peak := 8 * passtest.Measure(t, p.Last(t, "free", 0).Program).Peak
		plain := !renames(p.Core)
		if c.Footprint > peak || plain && c.Footprint != peak {
			t.Errorf("%s: %v, and %d after free", p.Name, c, peak)
		}
		if all++; c.Footprint == peak {
			same++
		}
		if plain && c.Allocs > 0 {
			exact++
		}
	}
	t.Logf("%d of %d the same, %d of them where each block has one name", same, all, exact)
	if exact < 10 {
		t.Errorf("only %d examples whose blocks have one name", exact)
	}
}

// renames tells whether a program binds a block to a variable other than by an alloc, or calls a function.
func renames(p *syntax.Program) (found bool) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok {
			_, alloc := let.Exp.(*syntax.Alloc)
			_, call := let.Exp.(*syntax.Call)
			found = found || call || !alloc && let.Pat[0].Type.Elem == syntax.Mem
		}
		return !found
	})
	return found
}
