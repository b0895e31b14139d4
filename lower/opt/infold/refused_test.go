package infold_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// refused are the functions of the folds that the paper refuses, and one that a copy makes right.
var refused = []struct{ name, fold string }{
	{"concatenation", `reduce (\acc x -> acc ++ [x[1]]) [0] a`},
	{"max", `reduce (\acc x -> if acc[1] < x[1] then x else acc) (replicate(c, 0)) a`},
	{"a constant function", `reduce (\acc x -> replicate(c, x[1])) (replicate(c, 0)) a`},
	{"a mirror image", `reduce (\acc x -> kernel i <= c do acc[c - i + 1] + x[i]) (replicate(c, 0)) a`},
}

// TestRefused: what becomes of them: a type error, or a copy that stays. What validate says of those that are done in place by hand.
func TestRefused(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| the function is | fold | what becomes of it | in place by hand |\n|---|---|---|---|\n")
	for _, r := range refused {
		text := "def f [n][c] (a : [n][c]int) = " + r.fold + "\n"
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
			if alloc := "    let (f_res_acc_mem : mem) = alloc c\n"; strings.Contains(s.Text, alloc) {
				byHand = validated(t, p, strings.ReplaceAll(strings.Replace(s.Text, alloc, "", 1), "f_res_acc_mem", "f_res_mem"))
			}
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", r.name, r.fold, what, byHand)
	}
	testkit.Section(t, page, "go test ./lower/opt/infold -run Refused", b.String(), nil)
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
