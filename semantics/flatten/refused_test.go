package flatten_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/flatten"
	"funmem/semantics/syntax"
)

// TestRefused: what can't be lifted is an error that says where, and why.
func TestRefused(t *testing.T) {
	growing := "def g0 (x : int) = iota x\n"
	for k := range 14 {
		growing += fmt.Sprintf("def g%d (x : int) = g%d(x) ++ g%d(x + 1)\n", k+1, k, k)
	}
	for _, c := range []struct {
		name, text, want string
		change           func(p *program, j *flatten.Job)
	}{
		{"a function that is not known", "def evens (i : int) = iota (i / 2)\ndef row (i : int) = evens(i)\nlet n = 3\n",
			"row.fun:2:21: type error: the rows of `evens` can't be computed for all rows at once: its definition is not known [T-KERNEL]",
			func(p *program, j *flatten.Job) {
				j.Def = func(name string) *syntax.Def {
					if name == "evens" {
						return nil
					}
					return p.def(name)
				}
			}},
		{"functions that call one another too often", growing + "def row (i : int) = g14(i)\nlet n = 3\n",
			"the functions that this kernel calls have too many statements to do all rows at once: more than 3000 [T-KERNEL]", nil},
		{"the end of a block", "def row (i : int) = iota i\nlet n = 3\n", "what frees memory can't be done for all rows at once [T-KERNEL]",
			func(p *program, j *flatten.Job) {
				p.kernel.Body.Stms = append(p.kernel.Body.Stms, &syntax.Free{Block: &syntax.Var{Name: "m"}})
			}},
		{"an expression that is not known", "def row (i : int) = iota i\nlet n = 3\n", "` can't be done for all rows at once [T-KERNEL]",
			func(p *program, j *flatten.Job) {
				x := p.pat[0]
				z := p.session.Supply().Binding("z", x.Type)
				p.kernel.Body.Stms = append(p.kernel.Body.Stms, &syntax.Let{Span: p.kernel.Span, Pat: []*syntax.Binding{z}, Exp: &syntax.Claim{Span: p.kernel.Span, X: x.Use()}})
				p.rows[0].Parts = []syntax.Expr{z.Use()}
			}},
	} {
		p, err := parsed(c.text)
		if err != nil {
			t.Fatal(err)
		}
		j := p.job()
		if c.change != nil {
			c.change(p, j)
		}
		_, _, err = j.Kernel(p.kernel.Span, p.kernel, p.rows)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(d.Error(), c.want) || !d.Span.IsValid() {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
