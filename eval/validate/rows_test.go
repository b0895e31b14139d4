package validate

import (
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	_ "funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
	"pgregory.net/rapid"
)

// TestFitLevel: whatever was drawn, rows lie one after the other and have all elements; rows that lie in the data stay.
func TestFitLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, total := rapid.IntRange(0, 5).Draw(t, "n"), rapid.IntRange(0, 7).Draw(t, "total")
		any := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-2, 4))
		list := func(what string) *value.Array {
			return &value.Array{Shape: []int{n}, Elems: num.VecOf(rapid.SliceOfN(any, n, n).Draw(t, what))}
		}
		l := value.Level{Sizes: list("sizes"), Offsets: list("offsets")}
		fitLevel(l, total, func() {})
		if !l.Within(total) {
			t.Fatal(value.Format(value.Val{A: l.Sizes}, 0), value.Format(value.Val{A: l.Offsets}, 0))
		}
		taken := make([]int, total)
		for i := range n {
			from, size := l.Row(i)
			for k := range size {
				taken[from+k]++
			}
		}
		for k, times := range taken {
			if n > 0 && times != 1 {
				t.Fatalf("element %d is in %d rows", k, times)
			}
		}
	})
}

// oneDef is a program with a function.
func oneDef(t *testing.T, text string) (*Program, *syntax.Def) {
	parsed, err := syntax.Parse(diag.NewSource("x.fun", text))
	if err != nil {
		t.Fatal(err)
	}
	in := elab.NewSession(nil)
	u, err := in.Program(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return &Program{Unit: u, Name: "x.fun", Supply: in.Supply()}, u.Core.Defs()[0]
}

// TestRowsOfInputs: inputs of a function with an irregular parameter have rows that lie in the data, also where they are made
// smaller, and some of them are empty.
func TestRowsOfInputs(t *testing.T) {
	p, d := oneDef(t, "def f [n][t][u] (x : [n]int) (a : [n]int) (b : [n]int) (c : [t]int) (d : [t]int) (e : [u]f64) = 0")
	p.Irregular = func(string) []Irregular {
		return []Irregular{{"xs", &syntax.Type{Elem: syntax.F64}, []string{"a", "b", "c", "d", "e"}}}
	}
	s, err := Pair(p, d, p, d)
	if err != nil || len(s.rows) != 1 {
		t.Fatal(s, err)
	}
	if got := s.typeOfRows(s.rows[0]); got != "[_][?][?]f64" {
		t.Error(got)
	}
	g := newInputs(s, 1, 300, 100)
	empty, others := 0, 0
	for k := range 300 {
		in, err := g.at(engine.NewBudget(t.Context(), 0), k)
		if err != nil {
			t.Fatal(err)
		}
		for j := 1; j < 5; j += 2 {
			l := value.Level{Sizes: in.Arrays[j], Offsets: in.Arrays[j+1]}
			if !l.Within(in.Arrays[j+2].Shape[0]) {
				t.Fatal(s.Text(in))
			}
			for i := range l.Sizes.Elems.Len() {
				if _, n := l.Row(i); n == 0 {
					empty++
				} else {
					others++
				}
			}
		}
	}
	if empty < 100 || others < 100 {
		t.Errorf("%d empty rows, %d others", empty, others)
	}
}

// TestGiveRows: an array that is given is the parts of a parameter.
func TestGiveRows(t *testing.T) {
	p, d := oneDef(t, "def f [n][t] (a : [n]int) (b : [n]int) (c : [t]int) (m : [n][t]int) = 0")
	p.Irregular = func(string) []Irregular { return []Irregular{{"xs", &syntax.Type{}, []string{"a", "b", "c"}}} }
	s, err := Pair(p, d, p, d)
	if err != nil {
		t.Fatal(err)
	}
	vec := func(xs ...int64) *value.Array { return &value.Array{Shape: []int{len(xs)}, Elems: num.VecOf(xs)} }
	rows := &value.Rows{Levels: []value.Level{{Sizes: vec(1, 2), Offsets: vec(3, 1)}}, Data: vec(7, 8, 9)}
	given, err := s.withRows(map[string]value.Shown{"xs": rows, "other": value.Of(3)})
	if err != nil || len(given) != 4 || !given["a"].A.Equal(vec(1, 2)) || !given["b"].A.Equal(vec(1, 2)) || !given["c"].A.Equal(vec(9, 7, 8)) {
		t.Error(given, err)
	}
	for _, c := range []struct {
		name string
		v    value.Shown
		want string
	}{
		{"xs", value.Of(3), "the input `xs` is int, and `f` takes [_][?]int"},
		{"m", rows, "the rows of the input `m` differ in size, and `f` takes rows of one size"},
	} {
		if _, err := s.withRows(map[string]value.Shown{c.name: c.v}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, wanted %s", err, c.want)
		}
	}
}
