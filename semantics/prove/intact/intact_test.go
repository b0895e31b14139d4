package intact_test

import (
	"context"
	"fmt"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// proved is what is not shown of a program.
func proved(t testing.TB, p *syntax.Program) (open []intact.Open, long int) {
	parts := []*syntax.Def{nil}
	parts = append(parts, p.Defs()...)
	for _, d := range parts {
		tape := races.Record(prove.NewBudget(prove.MaxSteps), p, d, own(d), nil, nil)
		if tape == nil {
			long++
			continue
		}
		open = append(open, intact.Prove(tape, 1)...)
	}
	return open, long
}

func own(d *syntax.Def) func(x *syntax.Binding) bool {
	blocks := map[int]bool{}
	if d != nil {
		for _, x := range d.Params {
			if x.Unique && x.Type.IsArray() {
				blocks[x.Type.Mem.Block.ID] = true
			}
		}
	}
	return func(x *syntax.Binding) bool { return blocks[x.ID] }
}

func TestExamples(t *testing.T) {
	n, ok := 0, 0
	for _, p := range passtest.Examples(t) {
		mem := p.Mem(t)
		open, long := proved(t, mem.Core)
		n++
		if len(open) == 0 && long == 0 {
			ok++
			continue
		}
		line := fmt.Sprint(long, " long")
		if len(open) > 0 {
			o := open[0]
			line += fmt.Sprintf("; use of %s (%d), why %s", o.Use.Name, o.Use.Kind, o.Why)
			if o.Write != nil {
				line += ", written " + o.Write.Name
			}
		}
		t.Log(p.Name, line)
	}
	t.Logf("%d of %d", ok, n)
}

func TestWrong(t *testing.T) {
	for _, p := range passtest.Wrong(t) {
		open, long := proved(t, p.Mem(t).Core)
		if len(open) == 0 && long == 0 {
			holds(t, p.Name, p.Mem(t).Core)
		}
	}
}

// holds fails if a run of a program that is proved shows otherwise.
func holds(t testing.TB, name string, p *syntax.Program) {
	t.Helper()
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Validate: true})
	out, err := m.Run(context.Background(), p)
	if err != nil {
		t.Logf("%s is proved, and gets stuck: %v", name, err)
		return
	}
	if out.Divergence != nil {
		t.Errorf("%s is proved, and `%s` differs", name, out.Divergence.Array)
	}
}
