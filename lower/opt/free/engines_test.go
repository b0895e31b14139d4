package free_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/lower/toimp"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// engines runs a program with free as IMP and on the fast engine, and compares with the
// rules. It tells whether the fast engine accepted the program.
func engines(t rapid.TB, p *syntax.Program) bool {
	out, err := memory.New(memory.Options{}).Run(context.Background(), p)
	if err != nil {
		t.Fatalf("%v\n%s", err, syntax.Print(p))
	}
	var want []value.Val
	for _, r := range out.Results {
		v, err := memory.Show(r)
		if err != nil {
			t.Fatal(err)
		}
		if r.IsNumber() || r.IsArray() {
			want = append(want, v)
		}
	}
	low, _, err := toimp.Program(p, toimp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	asIMP, err := imp.Run(context.Background(), low, nil, engine.Options{})
	if err != nil {
		t.Fatalf("IMP: %v\n%s", err, syntax.Print(p))
	}
	for k, v := range want {
		if !v.Equal(asIMP.Results[k]) {
			t.Fatalf("IMP: result %d is %s, not %s\n%s", k, value.Format(asIMP.Results[k], 0), value.Format(v, 0), syntax.Print(p))
		}
	}
	clean, ok := fast.Check(context.Background(), p, nil, engine.Options{Memory: 1 << 28})
	if !ok {
		return false
	}
	k := 0
	for j, r := range out.Results {
		if !r.IsNumber() && !r.IsArray() {
			continue
		}
		if !want[k].Equal(clean.Results[j]) {
			t.Fatalf("fast: result %d is %s, not %s\n%s", j, value.Format(clean.Results[j], 0), value.Format(want[k], 0), syntax.Print(p))
		}
		k++
	}
	return true
}

// TestEngines: all engines run the cases, and random programs, with what free adds.
func TestEngines(t *testing.T) {
	took := 0
	for _, p := range cases(t) {
		if engines(t, p.Last(t, "free", 0).Program) {
			took++
		}
	}
	if took < 12 {
		t.Errorf("the fast engine takes %d of the cases", took)
	}
	took = 0
	passtest.Check(t, 20, func(rt *rapid.T) {
		p := passtest.Random(rt)
		stages, err := p.Run("free", 0)
		if err != nil {
			rt.Fatalf("%v", err)
		}
		if engines(rt, stages[len(stages)-1].Program) {
			took++
		}
	})
	t.Logf("the fast engine took %d random programs", took)
}
