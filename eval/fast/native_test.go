package fast_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/gpu/host"
	"funmem/internal/testkit"
	"funmem/lower/checked"
	"funmem/semantics/syntax"
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
	n.sum.ran++
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
		fast.CheckNatively(ctx, c.p, nil, c.opts, n)
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
		got, ok := fast.CheckNatively(ctx, c.p, nil, c.opts, n)
		switch {
		case ok:
			sum.clean++
			agrees(t, got, c.want, c.text+syntax.Print(c.p))
		case c.fast:
			sum.less++
		}
	}
}

// natives collects the programs of tests, and checks them with native code.
func natives(t *testing.T, tests func()) {
	t.Helper()
	d, _, err := host.Open()
	if err != nil {
		if os.Getenv("REQUIRE_CC") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	flags := host.Flags
	host.Flags = append(append([]string{}, flags...), "-O"+level())
	defer func() { host.Flags, all = flags, nil }()
	all = &nativeCases{}
	tests()
	found := all
	all = nil
	var sum counts
	for cases := range slices.Chunk(found.cases, together) {
		n := &nativeCases{cases: cases, kernels: checked.On(d)}
		n.check(t, &sum)
	}
	t.Logf("%+v", sum)
	if sum.clean == 0 || sum.compiled == 0 || sum.ran == 0 {
		t.Error("native code checked nothing")
	}
}

// level is how much the compiler does: little, since there are many programs.
func level() string {
	if testkit.More() {
		return "3"
	}
	return "0"
}

// TestNativelyRandom: native code calls no unclean program clean.
func TestNativelyRandom(t *testing.T) {
	natives(t, func() { randomMem(t, memProgram{}) })
}

// TestNativelyTests: nor one of the other tests.
func TestNativelyTests(t *testing.T) {
	natives(t, func() {
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
