package step_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/step"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/derive"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// derived is the derivation of a program under the heap semantics, with all its iterations, and with whole values if full.
func derived(p *syntax.Program, full bool) (*derive.Recorder, error) {
	rec := derive.NewRecorder()
	rec.All, rec.Full = true, full
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Validate: true, Derive: rec})
	_, err := m.Run(context.Background(), p)
	return rec, err
}

// application is a rule that is applied.
type application struct {
	rule, conclusion string
	premises         []string
}

// applications are the rules of derivation trees in the order in which they are done, without those that enclose statements.
func applications(ts []*derive.Tree) (list []application) {
	for _, t := range ts {
		list = append(list, applications(t.Premises)...)
		if t.Condition != nil || t.Rule == "" || t.Rule == "E-STMS" || t.Rule == "E-MEM-PROG" {
			continue
		}
		a := application{rule: t.Rule, conclusion: t.Judgement.String()}
		for _, c := range t.Conditions() {
			a.premises = append(a.premises, c.String())
		}
		list = append(list, a)
	}
	return list
}

// heapAfter finds the heap after an evaluation in its conclusion.
var heapAfter = regexp.MustCompile(`H[₀₁₂₃₄₅₆₇₈₉]+`)

// sameAsDerived compares the steps of a program with its derivation: the rules in their order with their conclusions and premises, and after
// each of them what the blocks have, in the derivation and by the steps. It also writes the steps as JSON, and reads them back.
func sameAsDerived(t rapid.TB, name string, p *syntax.Program) (rules, heaps int) {
	t.Helper()
	s, err := step.Record(context.Background(), p, step.Options{Options: engine.Options{Memory: 1 << 28}}, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if s.More || s.Ended != "" {
		return 0, 0 // rules that were not done
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read step.Story
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(&read); err != nil || !bytes.Equal(text, again) {
		t.Fatalf("%s: the steps cannot be read back: %v", name, err)
	}
	s = &read
	rec, err := derived(p, false)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	full, err := derived(p, true)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	known := map[string]derive.Part{}
	for _, h := range full.Heaps {
		known[h.Name] = h
	}
	want := applications(rec.Trees())
	cells := make([][]string, len(s.Blocks))
	for k, b := range s.Blocks {
		cells[k] = slices.Repeat([]string{"0"}, b.Size)
		given(cells[k], b)
	}
	freed, there := map[int]bool{}, map[int]bool{}
	n := 0
	for k, x := range s.Steps {
		for _, b := range x.Binds {
			there[b.Block] = true
		}
		for _, b := range x.Gone {
			delete(there, b)
		}
		if x.Free > 0 {
			freed[x.Free] = true
		}
		if x.Kind == step.Write {
			cells[x.Block-1][x.Offset] = x.Value
		}
		if x.Kind != step.End {
			continue
		}
		if n == len(want) {
			t.Fatalf("%s: step %d is by %s, and the derivation has no more rules", name, k+1, x.Rule)
		}
		if got := (application{x.Rule, x.Conclusion, x.Premises}); !reflect.DeepEqual(got, want[n]) {
			t.Fatalf("%s: step %d is\n%+v\nand in the derivation\n%+v", name, k+1, got, want[n])
		}
		n++
		names := heapAfter.FindAllString(x.Conclusion, -1)
		if len(names) == 0 {
			t.Fatalf("%s: no heap in %s", name, x.Conclusion)
		}
		h, ok := known[names[len(names)-1]]
		if !ok {
			continue // a long derivation keeps some only
		}
		heaps++
		for _, b := range h.Binds {
			number := 0
			for m, block := range s.Blocks { // the last of this name that is there
				if block.Name == b.Var && there[m+1] && !freed[m+1] {
					number = m + 1
				}
			}
			if number == 0 {
				continue // of an iteration that is over
			}
			if have := "[" + strings.Join(cells[number-1], ", ") + "]"; unwritten(have) != unwritten(b.Value) {
				t.Fatalf("%s: after step %d, %s has %s by the steps, and %s in %s of the derivation", name, k+1, b.Var, have, b.Value, h.Name)
			}
		}
	}
	if n != len(want) {
		t.Fatalf("%s: %d rules in the steps, %d in the derivation", name, n, len(want))
	}
	return n, heaps
}

// zeroCell is a cell that is 0.0: one in which nothing was written is 0 where its block has not been told its type.
var zeroCell = regexp.MustCompile(`([\[ ])0\.0([,\]])`)

// unwritten writes 0.0 as 0.
func unwritten(cells string) string {
	return zeroCell.ReplaceAllString(cells, "${1}0${2}")
}

// TestDerivations: the steps of the figures, of the wrong programs and of random ones are what :derive and JSON say.
func TestDerivations(t *testing.T) {
	var programs []*passtest.Program
	for _, p := range passtest.Examples(t) {
		if strings.HasPrefix(p.Name, "figures/") {
			programs = append(programs, p)
		}
	}
	figures := len(programs)
	programs = append(programs, passtest.Wrong(t)...)
	rules, heaps := 0, 0
	for _, p := range programs {
		r, h := sameAsDerived(t, p.Name, p.Mem(t).Core)
		rules, heaps = rules+r, heaps+h
	}
	t.Logf("%d figures, %d wrong programs, %d rules, %d heaps", figures, len(programs)-figures, rules, heaps)
	if figures == 0 || len(programs) == figures || rules == 0 || heaps == 0 {
		t.Error("nothing was compared")
	}
}

// TestRandomDerivations: and those of random programs.
func TestRandomDerivations(t *testing.T) {
	n, rules, heaps := 0, 0, 0
	passtest.Check(t, testkit.Sample(120, 600), func(rt *rapid.T) {
		p := passtest.Drawn(rt).Mem(rt).Claimed(rt)
		n++
		r, h := sameAsDerived(rt, fmt.Sprint("random ", n, "\n", syntax.Print(p.Core)), p.Core)
		rules, heaps = rules+r, heaps+h
	})
	t.Logf("%d programs, %d rules, %d heaps", n, rules, heaps)
	if rules == 0 || heaps == 0 {
		t.Error("nothing was compared")
	}
}
