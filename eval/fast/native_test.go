package fast_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/gpu"
	"funmem/gpu/host"
	"funmem/internal/cores"
	"funmem/internal/testkit"
	"funmem/lower/checked"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// nativeCase is a program that native code checks too.
type nativeCase struct {
	p    *syntax.Program
	opts engine.Options
	want *validity.Verdict
	text string
	fast bool // Check found it clean
}

// nativeCases are programs whose kernels are compiled together, which is much faster than one by one.
type nativeCases struct {
	cases   []nativeCase
	kernels *checked.Kernels
	codes   []*fast.Code // of the present program, in order; nil for a kernel that is not compiled
	at      int          // the next of them, when the program runs again
	runs    bool
	lock    sync.Mutex
	sum     *counts
}

// counts are numbers of programs, of kernels, and of runs of these.
type counts struct{ programs, clean, less, compiled, declined, ran int }

// together is how many programs are compiled at once.
const together = 50

// all gets the programs that compare compares, unless it is nil.
var all *nativeCases

var errLater = errors.New("all are compiled later")

func (n *nativeCases) Code(k *fast.Nest) *fast.Code {
	if n.runs {
		n.at++
		return n.codes[n.at-1]
	}
	c := n.kernels.Code(k)
	n.codes = append(n.codes, c)
	return c
}

func (n *nativeCases) Build(context.Context, []*fast.Code) error {
	if n.runs {
		return nil
	}
	return errLater
}

func (n *nativeCases) Run(ctx context.Context, c *fast.Code, words []int64, memory int64) bool {
	n.lock.Lock()
	n.sum.ran++
	n.lock.Unlock()
	return n.kernels.Run(ctx, c, words, memory)
}

// check compiles the kernels of all programs and compares what is found with the reference.
func (n *nativeCases) check(t *testing.T, sum *counts) {
	t.Helper()
	n.sum = sum
	ctx := context.Background()
	codes := make([][]*fast.Code, len(n.cases))
	var every []*fast.Code
	sum.programs += len(n.cases)
	for k, c := range n.cases {
		n.codes = nil
		fast.CheckNatively(ctx, c.p, nil, c.opts, n, true)
		codes[k] = n.codes
		for _, code := range n.codes {
			if code == nil {
				sum.declined++
				continue
			}
			sum.compiled++
			every = append(every, code)
		}
	}
	if err := n.kernels.Build(ctx, every); err != nil {
		t.Fatal(err)
	}
	n.runs = true
	for k, c := range n.cases {
		n.codes, n.at = codes[k], 0
		got, ok := fast.CheckNatively(ctx, c.p, nil, c.opts, n, true)
		switch {
		case ok:
			sum.clean++
			agrees(t, got, c.want, c.text+syntax.Print(c.p))
		case c.fast:
			sum.less++
			t.Logf("clean, but declined: %s\n%s", c.text, syntax.Print(c.p))
		}
	}
}

// natives collects the programs of tests, and checks them with native code, which is compiled well or quickly.
func natives(t *testing.T, well bool, tests func()) counts {
	t.Helper()
	ready(t)
	flags := host.Flags
	if !well && !testkit.More() { // there are many programs
		host.Flags = append(slices.Clone(flags), "-O0")
	}
	defer func() { host.Flags, all = flags, nil }()
	all = &nativeCases{}
	tests()
	found := all
	all = nil
	var sum counts
	for cases := range slices.Chunk(found.cases, together) {
		n := &nativeCases{cases: cases, kernels: ready(t)}
		n.check(t, &sum)
	}
	t.Logf("%+v", sum)
	if sum.clean == 0 || sum.compiled == 0 || sum.ran == 0 {
		t.Error("native code checked nothing")
	}
	return sum
}

// TestNativelyRandom: native code calls no unclean program clean.
func TestNativelyRandom(t *testing.T) {
	natives(t, false, func() { randomMem(t, memProgram{}) })
}

// TestNativelyTests: nor one of the other tests.
func TestNativelyTests(t *testing.T) {
	natives(t, false, func() {
		for name, test := range map[string]func(*testing.T){
			"wrong": TestWrongExamples, "clean": TestClean, "not clean": TestNotClean, "overlaps": TestOverlaps,
			"strips": TestStripsMem, "introduced": TestRandomIntroduced, "roots": TestManyRoots, "loops": TestLoopsMem,
			"updates": TestUpdatesMem, "updates not clean": TestUpdatesNotClean, "folds": TestFoldsMem,
			"concat": TestConcatMem,
		} {
			t.Run(name, test)
		}
	})
}

// TestNativelyOptimised: the same for random programs after the passes, and with one array moved.
func TestNativelyOptimised(t *testing.T) {
	fast.Divide(t, 2)
	moved := 0
	natives(t, false, func() {
		rapid.Check(t, func(t *rapid.T) {
			mem := optimised(t, testkit.Program(t))
			if rapid.Bool().Draw(t, "move") && move(t, mem) {
				moved++
			}
			compare(t, mem, engine.Options{Threads: rapid.IntRange(1, 3).Draw(t, "threads")}, "")
		})
	})
	if moved == 0 {
		t.Error("no array was moved")
	}
}

// optimised returns a program with memory after some passes.
func optimised(t *rapid.T, text string) *syntax.Program {
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatal(err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := pass.Steps(rapid.SampledFrom([]string{"introduce", "introduce,shortcircuit", "cpu"}).Draw(t, "passes"), pass.Fun)
	if err != nil {
		t.Fatal(err)
	}
	core, supply := u.Core, s.Supply()
	for _, s := range steps {
		job := &rewrite.Job{Supply: supply, Options: s.Options, Type: func(int) *syntax.Type { return nil }}
		if core, err = s.Pass.Run(job, core); err != nil {
			t.Skip(err)
		}
	}
	return core
}

// move gives a fresh array of a program another place. It tells whether there is one.
func move(t *rapid.T, p *syntax.Program) bool {
	type place struct {
		at     *syntax.Binding
		blocks []*syntax.Var
	}
	var fresh []place
	var blocks []*syntax.Var
	for _, s := range p.Main().Stms {
		syntax.Walk(s, func(n syntax.Node) bool {
			if let, ok := n.(*syntax.Let); ok {
				switch let.Exp.(type) {
				case *syntax.Kernel, *syntax.Copy, *syntax.Iota, *syntax.Replicate, *syntax.Literal, *syntax.Concat:
					for _, x := range let.Pat {
						fresh = append(fresh, place{x, blocks})
					}
				}
			}
			return true
		})
		if let, ok := s.(*syntax.Let); ok {
			if _, ok := let.Exp.(*syntax.Alloc); ok {
				blocks = append(slices.Clone(blocks), let.Pat[0].Use())
			}
		}
	}
	if len(fresh) == 0 {
		return false
	}
	chosen := rapid.SampledFrom(fresh).Draw(t, "array")
	typ := *chosen.at.Type // others may have it too
	chosen.at.Type = &typ
	at := &typ
	if len(chosen.blocks) > 0 && rapid.Bool().Draw(t, "other") {
		at.Mem = &syntax.MemAnn{Block: rapid.SampledFrom(chosen.blocks).Draw(t, "block"), L: at.Mem.L}
		return true
	}
	l := *at.Mem.L
	l.Dims, l.RowMajor = slices.Clone(l.Dims), false
	switch d := &l.Dims[rapid.IntRange(0, len(l.Dims)-1).Draw(t, "dimension")]; rapid.IntRange(0, 2).Draw(t, "how") {
	case 0:
		l.Offset = &syntax.IntLit{Val: num.Of(int64(rapid.IntRange(-1, 3).Draw(t, "offset")))}
	case 1:
		d.Stride = &syntax.IntLit{Val: num.Of(int64(rapid.IntRange(-1, 2).Draw(t, "stride")))}
	default:
		l.Offset = &syntax.Binary{Op: syntax.Add, X: l.Offset, Y: &syntax.IntLit{Val: num.Of(1)}}
	}
	at.Mem = &syntax.MemAnn{Block: at.Mem.Block, L: &l}
	return true
}

// TestSpare: storage that is used again has nothing of the run before, whose times were later.
func TestSpare(t *testing.T) {
	const before = `
let (n : mem) = alloc 3
let (w : [3]int @ n -> R(3)) = iota 3
let (v : [3]int @ n -> R(3)) = loop (v : [3]int @ n -> R(3) = w) for k <= 100 do
  let (u : [3]int @ n -> R(3)) = kernel i <= 3 do
    let (a : int) = v[i]
    in (a + 1)
  in (u)`
	const text = `
let (m : mem) = alloc 70000
let (x : [70000]int @ m -> R(70000)) = kernel i <= 70000 do in (i)`
	const then = `
let (y : [70000]int @ m -> R(70000)) = kernel i <= 70000 do
  let (a : int) = x[i]
  in (a + 1)`
	const end = `
let (s : int) = x[2]
in (s)`
	late, _ := parse(t, before+text+end)
	early, _ := parse(t, text+then+strings.ReplaceAll(end, "x", "y"))
	for _, p := range []*syntax.Program{late, early, late, early} {
		if _, ok := fast.Check(context.Background(), p, nil, engine.Options{}); !ok {
			t.Fatal("a clean program is declined")
		}
	}
}

// ready returns native code of a program's kernels.
func ready(t *testing.T) *checked.Kernels {
	t.Helper()
	d := cores.Device(t)
	return checked.On(func() (gpu.Device, error) { return d, nil })
}

// TestNativeEnds: native code ends with the context, and at the limit of memory.
func TestNativeEnds(t *testing.T) {
	const text = `
let (m : mem) = alloc 100
let (x : [100]int @ m -> R(100)) = kernel i <= 100 do
  let (b : mem) = alloc SIZE
  let (p : [2]int @ b -> R(2)) = [i, i]
  let (a : int) = loop (a : int = 0) for k <= ROUNDS do
    let (c : int) = (a + k) % 7
    in (c)
  let (e : int) = p[2]
  in (a + e)
in (m, x)`
	program := func(size, rounds string) *syntax.Program {
		p, _ := parse(t, strings.NewReplacer("SIZE", size, "ROUNDS", rounds).Replace(text))
		return p
	}
	limited := engine.Options{Memory: 256 << 20}
	if _, ok := fast.CheckNatively(context.Background(), program("1000", "10"), nil, limited, ready(t), true); !ok {
		t.Error("a small block is declined")
	}
	if _, ok := fast.CheckNatively(context.Background(), program("40000000", "10"), nil, limited, ready(t), true); ok {
		t.Error("320 MB are taken, where 256 MiB are allowed")
	}
	long := program("1000", "1000000000000")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	k := ready(t)
	if _, ok := fast.CheckNatively(ctx, long, nil, engine.Options{}, k, true); ok {
		t.Error("a run that was ended is clean")
	}
}

// TestNativeLater: kernels that take a while are compiled, and go on where they are.
func TestNativeLater(t *testing.T) {
	fast.Compile(t, 0)
	for name, text := range map[string]string{"apart": `
let (m : mem) = alloc 3000
let (x : [3000]int @ m -> R(3000)) = kernel i <= 3000 do in (i * i)
in (m, x)`, "recorded": `
let (m : mem) = alloc 12000
let (x : [3000][4]int @ m -> R(3000, 4)) = kernel i <= 3000 do
  let (r : [4]int @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
in (m, x)`, "not clean": `
let (m : mem) = alloc 12000
let (x : [3000][4]int @ m -> R(3000, 4)) = kernel i <= 3000 do
  let (r : [4]int @ m -> 4 * i - 4 * (i / 2999) * 2998 + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
in (m, x)`} {
		p, _ := parse(t, text)
		want, err := validity.Check(context.Background(), p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		k := ready(t)
		got, ok := fast.CheckNatively(context.Background(), p, nil, engine.Options{}, k, false)
		if ok != clean(want) {
			t.Errorf("%s: clean is %t", name, ok)
		}
		if ok {
			agrees(t, got, want, name)
			if natively, _ := k.Ran(); len(natively) != 1 {
				t.Errorf("%s: native code did not run", name)
			}
		}
	}
}
