package imp

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/rule"
)

func program(t testing.TB, text string) *ast.Program {
	t.Helper()
	p, err := ast.Parse(diag.NewSource("test", text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	q, err := ast.Resolve(p, nil)
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return q
}

// results returns the results of a program as text.
func results(t testing.TB, text string, inputs map[string]Input, opts engine.Options) string {
	t.Helper()
	out, err := Run(t.Context(), program(t, text), inputs, opts)
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	var list []string
	for _, v := range out.Results {
		list = append(list, value.Format(v, 0))
	}
	return strings.Join(list, " ")
}

// TestFig13 runs Fig. 13.
func TestFig13(t *testing.T) {
	fig13, err := os.ReadFile("../../examples/figures/fig13.imp")
	if err != nil {
		t.Fatal(err)
	}
	for cond, want := range map[int]string{1: "3 [1, 2, 3]", 0: "5 [1, 2, 3, 4, 5]"} {
		in := map[string]Input{"x_size": {Value: value.Of(3)}, "y_size": {Value: value.Of(5)}, "z_cond": {Value: value.Of(cond)}}
		if got := results(t, string(fig13), in, engine.Options{}); got != want {
			t.Errorf("z is %s, want %s", got, want)
		}
	}
}

// rules are programs for each rule, with their results.
var rules = []struct{ rule, text, want string }{
	{"E-IMP-DEC-INT", "var x : int; return x : int", "0"},
	{"E-IMP-DEC-REAL", "var x : f64; return x : f64", "0.0"},
	{"E-IMP-DEC-INT", "var y : int; for i <= 3 do var x : int; x <- x + i; y <- x done; return y : int", "3"},
	{"E-IMP-DEC-MEM", "var m : mem; var k : mem; k <- m; m <- alloc 1; k <- m; k[0] <- 7; var x : int; x <- m[0]; return x : int", "7"},
	{"E-IMP-ASSIGN-INT", "var x : int; x <- 2 ** 70; x <- x + 1; return x : int", "1180591620717411303425"},
	{"E-IMP-ASSIGN-INT", "var x : f64; x <- sqrt(2.0); return x : f64", "1.4142135623730951"},
	{"E-IMP-ASSIGN-MEM", "var m : mem; m <- alloc 1; var k : mem; k <- m; m <- alloc 1; m[0] <- 1; k[0] <- 2; return a : [1]int @ m -> R(1), b : [1]int @ k -> R(1)", "[1] [2]"},
	{"E-IMP-READ", "var m : mem; m <- alloc 2; m[1] <- 5; var x : int; var y : int; x <- m[1]; y <- m[x - 5]; return x : int, y : int", "5 0"},
	{"E-IMP-READ", "var m : mem; m <- alloc 2; var x : f64; x <- m[1]; return x : f64", "0.0"},
	{"E-IMP-WRITE", "var m : mem; m <- alloc 3; m[0] <- 1; m[2] <- 3; m[0] <- 4; return x : [3]int @ m -> R(3)", "[4, 0, 3]"},
	{"E-IMP-ALLOC", "var m : mem; m <- alloc 0; return x : [0][2]int @ m -> R(0, 2)", "empty([0][2]int)"},
	{"E-IMP-SEQ", "var x : int; x <- 1; x <- 2 * x; x <- 2 * x; return x : int", "4"},
	{"E-IMP-TRUE", "var x : int; if 3 > 2 then x <- 1 else x <- 2 fi; return x : int", "1"},
	{"E-IMP-FALSE", "var x : int; if 3 < 2 then x <- 1 else x <- 2 fi; return x : int", "2"},
	{"E-IMP-SKIP", "skip; return 1 : int", "1"},
	{"E-IMP-KERNEL", "var m : mem; m <- alloc 3; kernel i <= 3 do m[i - 1] <- i * i done; return x : [3]int @ m -> R(3)", "[1, 4, 9]"},
	{"E-IMP-KERNEL", "var m : mem; m <- alloc 3; var x : int; x <- 10; kernel i <= 3 do x <- x + i; m[i - 1] <- x done; return x : int, y : [3]int @ m -> R(3)", "10 [11, 12, 13]"},
	{"E-IMP-KERNEL", "var m : mem; m <- alloc 1; var k : mem; k <- m; kernel i <= 2 do k <- alloc 1; k[0] <- i done; return y : [1]int @ k -> R(1)", "[0]"},
	{"E-IMP-KERNEL", "kernel i <= 0 do check 1 = 2 done; return 1 : int", "1"},
	{"E-IMP-FOR", "var x : int; for i <= 4 do x <- 10 * x + i done; return x : int", "1234"},
	{"E-IMP-FOR", "var x : int; for i <= -4 do x <- 1 done; return x : int", "0"},
	{"E-IMP-FOR", "var m : mem; m <- alloc 1; for i <= 3 do var k : mem; k <- m; m <- alloc 1; var x : int; x <- k[0]; m[0] <- x + i done; return y : [1]int @ m -> R(1)", "[6]"},
	{"E-IMP-FOR", "var n : int; n <- 2; var x : int; for i <= n do n <- 5; x <- i done; return x : int", "2"},
	{"E-IMP-WHILE", "var x : int; x <- 1; while x < 100 do x <- 3 * x done; return x : int", "243"},
	{"E-IMP-WHILE", "while 0 do check 1 = 2 done; return 1 : int", "1"},
	{"E-IMP-FREE", "var m : mem; m <- alloc 2; m[1] <- 4; var x : int; x <- m[1]; free m; kernel i <= 2 do m <- alloc 1; free m done; m <- alloc 1; for i <= 2 do free m; m <- alloc 1 done; return x : int, y : [1]int @ m -> R(1)", "4 [0]"},
	{"E-IMP-CHECK", "var m : mem; m <- alloc 3; check 0 <= 2 < length(m); check 1 = 1 != 2 > 1 >= 1; return 1 : int", "1"},
	{"E-IMP-PROG", "input n : int; input x : [n][2]f64 @ m -> R(n, 2); m[0] <- 9.5; return n : int, y : [2][n]f64 @ m -> 0 + {(2 : 1) (n : 2)}", "2 [[9.5, 2.5], [1.5, 3.5]]"},
	{"E-IMP-PROG", "var m : mem; m <- alloc 0; var n : int; n <- 2 ** 62; return y : [0][n][3]int @ m -> n * 4 + {(0 : n * 3) (n : 3) (3 : 1)}", "empty([0][4611686018427387904][3]int)"},
	{"E-IMP-PROG", "var m : mem; m <- alloc 1; m[0] <- 7; var n : int; n <- 2 ** 64; return y : [1]int @ m -> 0 + {(1 : n)}", "[7]"},
}

// TestRules runs programs for each rule under three schedules, and checks that each rule
// applies.
func TestRules(t *testing.T) {
	cov := rule.NewCoverage()
	x := &value.Array{Elem: 1, Shape: []int{2, 2}, Elems: num.NewVec(4)}
	for k := range 4 {
		x.Elems.Set(k, num.OfReal(num.NewReals(0).Literal("", float64(k)+0.5)))
	}
	in := map[string]Input{"n": {Value: value.Of(2)}, "x": {Value: value.Val{A: x}}}
	for _, c := range rules {
		before, _ := cov.Counts(c.rule)
		for _, name := range []string{"forward", "reverse", "random:3"} {
			order, _ := engine.ParseSchedule(name)
			if got := results(t, c.text, in, engine.Options{Schedule: order, Coverage: cov}); got != c.want {
				t.Errorf("%s, %s: %s\ngives %s, want %s", c.rule, name, c.text, got, c.want)
			}
		}
		if after, _ := cov.Counts(c.rule); after == before {
			t.Errorf("%s does not apply in %s", c.rule, c.text)
		}
	}
	for _, r := range rule.All() {
		if n, _ := cov.Counts(r.Name); n == 0 && strings.HasPrefix(r.Name, "E-IMP-") {
			t.Errorf("%s applies nowhere", r.Name)
		}
	}
}

// TestStuck runs programs that are stuck, each at its place.
func TestStuck(t *testing.T) {
	for _, c := range testkit.Chunks(t, "testdata/stuck.imp") {
		p, err := ast.Parse(c.Source)
		if err == nil {
			p, err = ast.Resolve(p, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run(t.Context(), p, nil, engine.Options{Memory: 1 << 30})
		c.Match(t, err)
	}
}

// TestInputs: inputs that do not fit are refused.
func TestInputs(t *testing.T) {
	text := "input n : int; input r : f64; input x : [n]int @ x_mem -> R(n); input m : mem"
	three := value.Val{A: &value.Array{Shape: []int{3}, Elems: num.NewVec(3)}}
	block := heap.New().Adopt("b", diag.Span{}, num.NewVec(2), nil)
	real := value.Number(num.Zero(true))
	good := func() map[string]Input {
		return map[string]Input{"n": {Value: value.Of(3)}, "r": {Value: real}, "x": {Value: three}, "m": {Block: block}}
	}
	if got := results(t, text, good(), engine.Options{}); got != "" {
		t.Error(got)
	}
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"n": {Input{Value: value.Of(4)}, "the size `n` of the input `x` is 4, and what is given has 3"},
		"r": {Input{Value: value.Of(4)}, "the input `r` is of type f64, and what is given is of type int"},
		"x": {Input{Value: real}, "and what is given is of type f64"},
		"m": {Input{Value: real}, "the input `m` is of type mem, and what is given is of type f64"},
	} {
		in := good()
		in[name] = c.in
		_, err := Run(t.Context(), program(t, text), in, engine.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || diag.Of(err)[0].Kind != diag.Usage {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		delete(in, name)
		if _, err = Run(t.Context(), program(t, text), in, engine.Options{}); err == nil || !strings.Contains(err.Error(), "the input `"+name+"` is missing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBlocks: if two inputs are the same block, they share one copy of it.
func TestBlocks(t *testing.T) {
	block := heap.New().Adopt("b", diag.Span{}, num.NewVec(2), nil)
	in := map[string]Input{"m": {Block: block}, "k": {Block: block}}
	if got := results(t, "input m : mem; input k : mem; m[0] <- 5; return x : [2]int @ k -> R(2)", in, engine.Options{}); got != "[5, 0]" {
		t.Error(got)
	}
	if !block.Cell(0).IsZero() {
		t.Error("the block that was given is changed")
	}
}

// TestRaces looks for the races of kernels, with both accesses. It expects none where there
// is none.
func TestRaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"kernel i <= 3 do m[0] <- i done", "iterations 1 and 2 of kernel `i` are not independent: write/write race at offset 0 of block `m`"},
		{"kernel i <= 3 do var x : int; x <- m[i]; m[i - 1] <- x done", "iterations 1 and 2 of kernel `i` are not independent: read/write race at offset 1 of block `m`"},
		{"kernel i <= 2 do kernel j <= 2 do m[j] <- i done done", "iterations 1 and 2 of kernel `i` are not independent: write/write race at offset 1"},
		{"kernel i <= 2 do kernel j <= 2 do m[i] <- j done done", "iterations 1 and 2 of kernel `j` are not independent: write/write race at offset 1"},
		{"kernel i <= 2 do for j <= 2 do m[i] <- j done done", ""},
		{"kernel i <= 3 do m[i] <- i done", ""},
		{"kernel i <= 3 do var x : int; x <- m[0] done", ""},
		{"kernel i <= 3 do var k : mem; k <- alloc 1; k[0] <- i done", ""},
		{"for i <= 3 do m[0] <- i done", ""},
		{"var k : mem; k <- alloc 1; var x : int; x <- k[0]", "nothing wrote offset 0 of block `k`"},
	} {
		text := "var m : mem; m <- alloc 4; for z <= 4 do m[z - 1] <- 0 done; " + c.text
		out, err := Run(t.Context(), program(t, text), nil, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSpace(out.Warnings.Error())
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s\nwant %q", c.text, got, c.want)
		}
	}
}

// TestPrecision evaluates f64s with more digits than doubles have.
func TestPrecision(t *testing.T) {
	text := "var m : mem; m <- alloc 1; m[0] <- sqrt(2.0); return x : [1]f64 @ m -> R(1)"
	if got := results(t, text, nil, engine.Options{Digits: 30}); got != "[1.41421356237309504880168872421]" {
		t.Error(got)
	}
}

// TestInterrupt ends a run that would not end.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := Run(ctx, program(t, "while 1 do skip done"), nil, engine.Options{})
	if stop := new(engine.Interrupted); !errors.As(err, &stop) {
		t.Errorf("ended with %v", err)
	}
}

// TestRetain allocates in rounds and iterations. Blocks that nothing reaches any more are
// dropped.
func TestRetain(t *testing.T) {
	text := `var m : mem; m <- alloc 1;
for i <= 200 do var k : mem; k <- alloc 100000; m <- k done;
kernel i <= 200 do var k : mem; k <- alloc 100000 done;
var c : int; while c < 200 do var k : mem; k <- alloc 100000; c <- c + 1 done;
return x : [1]int @ m -> R(1)`
	if got := results(t, text, nil, engine.Options{Memory: 64 << 20}); got != "[0]" {
		t.Error(got)
	}
}

// TestFollow follows a location, and checks where everything lies at the end.
func TestFollow(t *testing.T) {
	p := program(t, `input n : int; input x : [n]int @ m -> R(n);
var k : mem; k <- alloc 2; var t : int; t <- m[1]; k[1] <- t; m[1] <- 7;
for i <= 2 do var unseen : int; unseen <- i done;
return t : int, y : [1]int @ k -> 1 + {(1 : 1)}`)
	two := num.NewVec(2)
	two.Set(1, num.Of(5))
	in := map[string]Input{"n": {Value: value.Of(2)}, "x": {Value: value.Val{A: &value.Array{Shape: []int{2}, Elems: two}}}}
	life := &heap.Life{Block: "k", Offset: 1}
	out, err := Follow(t.Context(), p, in, engine.Options{}, life, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range out.Vars {
		if v.Block == nil {
			got = append(got, v.Name+" = "+v.K.String())
			continue
		}
		cells := v.Name + " at " + v.Block.String() + ":"
		for off := range v.Block.Len() {
			cells += " " + v.Block.Cell(off).String()
		}
		got = append(got, cells)
	}
	for k := range life.Events {
		got = append(got, life.Events[k].Text())
	}
	want := "n = 2; x at m: 0 7; k at k: 0 5; t = 5; allocated, with 2 locations; written: 5, by `k[1] <- t`, as `k[1]`"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	if at := out.Places[1]; out.Places[0].Block != nil || at.Block.String() != "k" || at.LMAD.Offset != 1 {
		t.Error(out.Places)
	}
}
