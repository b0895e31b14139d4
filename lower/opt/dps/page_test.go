package dps_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/opt/dps"
	"funmem/lower/pass"
)

// page is about the paper.
const page = "../../../docs/papers/dps.md"

// TestSection34: the example of §3.4, before and after. The storage of the sum of the vectors is allocated by f, which gives it back.
func TestSection34(t *testing.T) {
	const text = `def vectorAdd [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (+) x y
def vectorNorm [n] (x : [n]f64) : f64 = sqrt(reduce (+) 0.0 (map (*) x x))
def f [n] (vec1 : [n]f64) (vec2 : [n]f64) : f64 = vectorNorm(vectorAdd(vec1, vec2))
`
	stages, err := passtest.Parse(t, "§3.4", text).Run("introduce,simplify,dps", 0)
	if err != nil {
		t.Fatal(err)
	}
	after := stages[3].Text
	var b strings.Builder
	for _, of := range []struct{ text, name string }{{stages[2].Text, "vectorAdd"}, {stages[2].Text, "f"}, {after, "vectorAdd"}, {after, "f"}} {
		fmt.Fprintf(&b, "\n```text\n%s\n```\n", def(t, of.text, of.name))
	}
	for _, want := range []string{"let (t_mem : mem) = alloc n", "vectorAdd(t_mem, 0, 1,", "free t_mem"} {
		if !strings.Contains(def(t, after, "f"), want) {
			t.Errorf("no %s in\n%s", want, after)
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/dps -run Section34", b.String(), nil)
}

// def is the text of a def.
func def(t *testing.T, text, name string) string {
	_, rest, ok := strings.Cut("\n"+text, "\ndef "+name+" ")
	if !ok {
		t.Fatalf("no %s in\n%s", name, text)
	}
	body, _, _ := strings.Cut(rest, "\n\n")
	return strings.TrimSpace("def " + name + " " + body)
}

// TestRules: each rule of Fig. 9 is in the table of the page, with what it does to the first of its cases.
func TestRules(t *testing.T) {
	list := cases(t, "rules")
	var b strings.Builder
	b.WriteString("| rule | in the paper | here | for example |\n|---|---|---|---|\n")
	for _, r := range dps.Rules() {
		said := ""
		for _, p := range list {
			if !strings.HasPrefix(p.Name, "-- "+r.Name) {
				continue
			}
			for _, n := range p.Last(t, "dps", 0).Notes {
				if note, ok := strings.CutSuffix(n.Line(), " ["+r.Name+"]"); ok && n.Done && said == "" {
					said = note
				}
			}
		}
		if said == "" {
			t.Errorf("%s: no case", r.Name)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Name, strings.ReplaceAll(r.Form, "|", `\|`), r.Here, said)
	}
	testkit.Section(t, page, "go test ./lower/opt/dps -run Rules", b.String(), nil)
}

// TestKernel: Allocation Hoisting as it is printed makes a kernel race. What expand makes of the kernel is valid: each iteration has a part.
func TestKernel(t *testing.T) {
	inside, before := read(t, "inside"), read(t, "before")
	s := passtest.Parse(t, "inside", inside).Last(t, "dps", 20)
	if !strings.Contains(s.Text, "    let (a_mem : mem) = alloc n") {
		t.Errorf("dps takes the block out of the kernel:\n%s", s.Text)
	}
	expanded := passtest.Parse(t, "inside", inside).Last(t, "expand", 20)
	races, valid := verdict(t, inside, before), verdict(t, inside, expanded.Text)
	if races.Word != validate.Refuted || valid.Word != validate.Valid || !strings.Contains(races.Line(), "races") {
		t.Errorf("%s\n%s", races.Line(), valid.Line())
	}
	text := fmt.Sprintf("\n```text\n%s```\n\n```text\n%s```\n\n`validate`: %s\n\nAfter `expand`:\n\n```text\n%s\n```\n\n`validate`: valid.\n",
		inside, before, races.Line(), strings.TrimSpace(expanded.Text))
	testkit.Section(t, page, "go test ./lower/opt/dps -run Kernel", text, nil)
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile("testdata/kernel/" + name + ".fun")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// verdict is what validate says about f in two programs.
func verdict(t *testing.T, before, after string) *validate.Result {
	b, err := pass.Elaborate("inside.fun", before)
	if err != nil {
		t.Fatal(err)
	}
	a, err := pass.Elaborate("after.fun", after)
	if err != nil {
		t.Fatal(err)
	}
	subjects, err := validate.Subjects(b, a)
	if err != nil {
		t.Fatal(err)
	}
	r, err := validate.Validate(context.Background(), subjects[0], &passtest.Validator(20).Options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
