package infold_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// refused are the functions of the folds that the paper refuses, one that a copy makes right, and one that testdata/hand
// has in place by hand.
var refused = []struct{ name, params, fold, hand string }{
	{"concatenation", ofRows, `reduce (\acc x -> acc ++ [x[1]]) [0] a`, ""},
	{"max", ofRows, `reduce (\acc x -> if acc[1] < x[1] then x else acc) (replicate(c, 0)) a`, ""},
	{"max of rows that it makes", "(a : [n]int) (b : [c]int)", `reduce (\acc v -> let x = kernel j <= c do v * b[j] in if acc[1] < x[1] then x else acc) (replicate(c, 0)) a`, "max.fun"},
	{"a constant function", ofRows, `reduce (\acc x -> replicate(c, x[1])) (replicate(c, 0)) a`, ""},
	{"a mirror image", ofRows, `reduce (\acc x -> kernel i <= c do acc[c - i + 1] + x[i]) (replicate(c, 0)) a`, ""},
}

const ofRows = "(a : [n][c]int)"

// TestRefused: what becomes of them: a type error, or a copy that stays. What validate says of those that are done in place by hand.
func TestRefused(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| the function is | fold | what becomes of it | in place by hand |\n|---|---|---|---|\n")
	for _, r := range refused {
		text := "def f [n][c] " + r.params + " = " + r.fold + "\n"
		what, byHand := "", "no block of the function to replace"
		if err := wrong(t, text); err != nil {
			d := diag.Of(err)[0]
			what, byHand = fmt.Sprintf("%s: %s [%s]", d.Kind, d.Msg, d.Rule), "no type"
		} else {
			p := passtest.Parse(t, r.name, text).Mem(t)
			s := p.Last(t, "infold", 6)
			if before := pass.MetricsOf(p.Core, nil); s.Metrics != before {
				t.Errorf("%s: %s becomes %s", r.name, before, s.Metrics)
			}
			what = s.Notes[0].Text + "; the copy stays"
			alloc := "    let (f_res_acc_mem : mem) = alloc c\n"
			switch {
			case r.hand != "":
				byHand = validated(t, p, hand(t, r.hand))
			case strings.Contains(s.Text, alloc):
				byHand = validated(t, p, strings.ReplaceAll(strings.Replace(s.Text, alloc, "", 1), "f_res_acc_mem", "f_res_mem"))
			}
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", r.name, r.fold, what, byHand)
	}
	testkit.Section(t, page, "go test ./lower/opt/infold -run Refused", b.String(), nil)
}

// TestMaxByHand: the heap semantics of the fold with max that is in place by hand differs from its value semantics.
func TestMaxByHand(t *testing.T) {
	p := passtest.Parse(t, "max.fun", hand(t, "max.fun")+"let (v : int) = 3\nlet (a_mem : mem) = alloc 2\nlet (a : [2]int @ a_mem -> R(2)) = [7, v]\nlet (z_mem : mem) (z : [2]int @ z_mem -> R(2)) = f(a_mem, a, a_mem, a)\nin (z_mem, z)\n")
	v, err := validity.Check(t.Context(), p.Core, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Valid || v.Divergence == nil || v.Stuck != nil || !v.RaceFree {
		t.Errorf("%+v", v)
	}
}

// hand is a program that is written in FUNMEM by hand.
func hand(t *testing.T, file string) string {
	text, err := os.ReadFile("testdata/hand/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wrong is the error of a program that has no type, or nil.
func wrong(t *testing.T, text string) error {
	src, err := syntax.Parse(diag.NewSource("refused", text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = elab.NewSession(nil).Program(src)
	return err
}

// validated is what validate says of a program in the place of another one.
func validated(t *testing.T, before *passtest.Program, text string) string {
	stage := func(p *syntax.Program, text string) *pass.Stage {
		read, err := pass.Elaborate("refused", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return &pass.Stage{Form: pass.FunMem, Program: p, Text: text, Read: read}
	}
	err := passtest.Validator(20).Validate(context.Background(), stage(before.Core, syntax.Print(before.Core)), stage(passtest.Parse(t, "by hand", text).Core, text))
	if err == nil {
		return "valid"
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}
