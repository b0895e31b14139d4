package elab_test

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// TestLink elaborates lines of a session: which functions of the library come
// before each, and what it declares.
func TestLink(t *testing.T) {
	for _, lines := range [][]struct{ text, defs, names string }{
		{
			{"sum([1])", "sum", ""},
			{"sum([1])", "", ""}, // once
			{"let f = map sum [[1]]", "", "f"},
			{"prefix_sums([1]) == scan max 0 [1]", "prefix_sums", ""},
		},
		{
			{"def f (k : int) : int = norm2_squared([k])", "dot norm2_squared f", "f"},
			{"def dot (k : int) : int = k", "dot' norm2_squared dot", "dot"},
			{"def norm1 (k : int) : int = dot(k) + norm2_squared([k])", "norm1", "norm1"},
			{"def dot' (k : int) : int = k", "dot'' norm2_squared dot'", "dot'"},
		},
		{ // a function that one before it calls comes once
			{"(norm2_squared([1]), dot([1], [2]), norm2_squared([3]))", "dot norm2_squared", ""},
		},
		{
			{"(sort([1]), order([1]))", "merged order sort", ""},
		},
		{ // a chain, whose first function comes first in the alphabet
			{"norm2_f64([1.0])", "dot_f64 norm2_squared_f64 norm2_f64", ""},
			{"def dot_f64 (k : int) : int = k", "dot_f64' norm2_squared_f64 norm2_f64 dot_f64", "dot_f64"},
		},
		{ // the user's goes first
			{"def sum (k : int) : int = k", "sum", "sum"},
			{"sum(3)", "", ""},
			{"def dot (k : int) : int = norm2_squared([k])", "dot' norm2_squared dot", "dot"},
			{"reduce dot 0 [1]", "!`dot` takes 1 argument", ""},
		},
		{ // the types of arguments choose
			{"sum([1.5])", "sum_f64", ""},
			{"(sum([1]), sum([1.5]), mean([1]))", "sum mean", ""},
			{"mean([1.5])", "mean_f64", ""},
			{"variance([1])", "variance", ""},
			{"def sum_f64 (k : int) : int = k", "sum_f64' mean_f64 variance sum_f64", "sum_f64"},
			{"sum([0.5])", "", ""},
		},
		{ // defs over num of one's own
			{"def f (x : num) = x + 1", "f f_f64", "f"},
			{"(f(1), f(0.5))", "", ""},
			{"map f [0.5]", "", ""},
			{"def f (x : num) (y : f64) = f64(x) + y", "f f_f64", "f"},
			{"(f(1, 0.5), f(0.5, 0.5))", "", ""},
			{"def f (x : int) = x", "f", "f"},
			{"f(0.5)", "!argument 1 of `f` is of type int", ""},
		},
		{ // FUNMEM has none
			{"let (m : mem) = alloc 1\nlet (x : [1] @ m -> R(1)) = iota 1\nlet k = sum(x)\nin (k)", "!`sum` is not known", ""},
		},
	} {
		s := elab.NewSession(nil)
		for _, l := range lines {
			prog, err := syntax.Parse(diag.NewSource("test", l.text))
			if err != nil {
				t.Fatal(err)
			}
			u, err := s.Program(prog)
			if want, wrong := strings.CutPrefix(l.defs, "!"); wrong {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want an error about %q", l.text, err, want)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", l.text, err)
			}
			var defs, names []string
			for _, d := range u.Core.Defs() {
				defs = append(defs, d.Name)
			}
			for _, n := range u.Names {
				names = append(names, n.Name)
			}
			if strings.Join(defs, " ") != l.defs || strings.Join(names, " ") != l.names {
				t.Errorf("%s: functions %v, names %v; want %q, %q", l.text, defs, names, l.defs, l.names)
			}
		}
	}
}

// TestForgotten: the library does not replace a function that was taken away.
func TestForgotten(t *testing.T) {
	s := elab.NewSession(nil)
	for _, text := range []string{"def sum (k : int) : int = k", "!sum([1])", "def sum (k : int) : int = k", "sum(1)"} {
		wrong := strings.HasPrefix(text, "!")
		if wrong {
			s.Forget("sum")
		}
		prog, err := syntax.Parse(diag.NewSource("test", strings.TrimPrefix(text, "!")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Program(prog); (err != nil) != wrong {
			t.Errorf("%s: %v", text, err)
		}
	}
}
