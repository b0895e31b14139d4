package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/lower/introduce"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// inSession elaborates a text in a session, which knows irregular arrays.
func inSession(t testing.TB, name, text string) *validate.Program {
	t.Helper()
	parsed, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := session.NewSession(session.Defaults()).Program(t.Context(), parsed, name)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// withMemory is the FUNMEM form of a program.
func withMemory(t testing.TB, p *validate.Program) *validate.Program {
	t.Helper()
	mem, err := introduce.New().TransformProgram(p.Core, p.Supply)
	if err != nil {
		t.Fatal(err)
	}
	return &validate.Program{Unit: &elab.Unit{Core: mem, Mem: true}, Name: "memory", Supply: p.Supply}
}

// word is the verdict on a pair of programs, and the report.
func word(t testing.TB, before, after *validate.Program) (validate.Word, string) {
	t.Helper()
	subjects, err := validate.Subjects(before, after)
	if err != nil {
		t.Fatal(err)
	}
	o := &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 30, Seed: 1, Each: 300_000}
	r, err := validate.Validate(t.Context(), subjects[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Word, r.Text(diag.Plain, nil, nil)
}

// rowsGen draws a program with an irregular result, and others that give the same or something else.
type rowsGen struct {
	*rapid.T
	dims string // after the first: "[?]", "[2][?]", …
	real bool
}

func (g *rowsGen) pick(of ...string) string { return rapid.SampledFrom(of).Draw(g.T, "text") }

// zero is one element that is 0.
func (g *rowsGen) zero() string {
	if g.real {
		return "0.0"
	}
	return "0"
}

// under maps a function over the parts of an array at a depth.
func under(depth int, name, fn, x string) string {
	if depth == 0 {
		return strings.ReplaceAll(fn, "_", "("+x+")")
	}
	inner := fmt.Sprintf("%s%d", name, depth)
	return fmt.Sprintf("map (\\%s -> %s) (%s)", inner, under(depth-1, name, fn, inner), x)
}

// rank is the number of dimensions.
func (g *rowsGen) rank() int { return 1 + strings.Count(g.dims, "[") }

// rows is how deep the rows are whose sizes differ.
func (g *rowsGen) rows() int { return strings.Count(g.dims[:strings.LastIndex(g.dims, "?")], "[") }

// same is an expression with the value of x, which perhaps lies elsewhere.
func (g *rowsGen) same(x string) string {
	for range rapid.IntRange(0, 3).Draw(g.T, "times") {
		switch g.pick("copy", "reverse", "concat", "slice", "rows") {
		case "copy":
			x = under(g.rank()-1, "r", "_ * "+g.number("1"), x) // adding 0 changes -0.0
		case "reverse":
			x = fmt.Sprintf("reverse (reverse (%s))", x)
		case "concat":
			x = fmt.Sprintf("(let y = %s in y ++ y[1:0])", x)
		case "slice":
			x = fmt.Sprintf("(let y = %s in y[1 : length(y)])", x)
		case "rows":
			x = fmt.Sprintf("reverse (map (\\r -> r) (reverse (%s)))", x)
		}
	}
	return x
}

// other is an expression that has another value than x for some x: an element, the size of a row, or the order differs.
func (g *rowsGen) other(x string) string {
	whole := strings.Repeat(", :", g.rank()-1-g.rows())
	switch g.pick("element", "elements", "size", "order") {
	case "element":
		return under(g.rows(), "r", fmt.Sprintf("(if length(_) > 1 then _ with [2%s] = _[1%[1]s] else _)", whole), x)
	case "elements":
		return under(g.rank()-1, "r", "(_ + "+g.number("1")+")", x)
	case "size":
		return under(g.rows(), "r", fmt.Sprintf("(if length(_) > 1 then _[1 : length(_) - 1%s] else _)", whole), x)
	}
	return fmt.Sprintf("reverse (%s)", x)
}

func (g *rowsGen) number(k string) string {
	if g.real {
		return k + ".0"
	}
	return k
}

// TestEqualRows: programs whose rows are equal are valid forms of each other, wherever the rows lie, and with an element or a size changed
// they are not. Programs of core and FUNMEM, which have the parts, are compared with the others in the same way.
func TestEqualRows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &rowsGen{T: rt, real: rapid.Bool().Draw(rt, "real")}
		g.dims = g.pick("[?]", "[m][?]", "[?][?]", "[?][2]")
		sizes, elem := "[n]", "int"
		if strings.HasPrefix(g.dims, "[m]") {
			sizes = "[n][m]"
		}
		if g.real {
			elem = "f64"
		}
		def := func(body string) string {
			return fmt.Sprintf("def f %s (x : [n]%s%s) : [n]%s%s = %s\n", sizes, g.dims, elem, g.dims, elem, body)
		}
		body, want := g.same("x"), validate.Valid
		if rapid.Bool().Draw(rt, "fails") {
			body, want = g.other(body), validate.Refuted
		}
		b, a := inSession(t, "before", def("x")), inSession(t, "after", def(body))
		core := inSession(t, "core", syntax.Print(a.Core))
		pairs := [][2]*validate.Program{{b, a}, {b, core}, {core, b}}
		if rapid.IntRange(0, 7).Draw(rt, "memory") == 0 { // it takes longer
			pairs = append(pairs, [2]*validate.Program{b, withMemory(t, a)})
		}
		for _, pair := range pairs {
			if is, text := word(t, pair[0], pair[1]); is != want {
				rt.Fatalf("%s%s%s against %s: wanted %s\n%s", def("x"), def(body), pair[0].Name, pair[1].Name, want, text)
			}
		}
	})
}

// TestRowsInCore: the parts are compared where both programs are core, as after a pass.
func TestRowsInCore(t *testing.T) {
	b, a := inSession(t, "before", "def f [n] (x : [n][?]int) : [n][?]int = x ++ x[1:0]"), inSession(t, "after", "def f [n] (x : [n][?]int) : [n][?]int = map (\\r -> r + 0) x")
	if is, text := word(t, b, a); is != validate.Valid {
		t.Error(text)
	}
	core := []*validate.Program{inSession(t, "core before", syntax.Print(b.Core)), inSession(t, "core after", syntax.Print(a.Core))}
	for _, p := range core {
		p.Irregular = b.Irregular // as session.Manager has it
	}
	if is, text := word(t, core[0], core[1]); is != validate.Refuted {
		t.Error(text)
	}
}

// TestOddRows: what core gives as sizes and offsets may be those of no rows.
func TestOddRows(t *testing.T) {
	b := inSession(t, "before", "def f [n] (x : [n]int) : [n][?]int = map (\\k -> [k]) x")
	a := inSession(t, "after", "def f [n] (x : [n]int) : (m : int, [n]int, [n]int, [m]int) = (n, replicate(n, 1), replicate(n, 2), x)")
	if is, text := word(t, b, a); is != validate.Refuted || !strings.Contains(text, "\nresult, whose sizes and offsets are those of no rows:\n") {
		t.Error(text)
	}
}

// TestRowsAgainst: results and parameters that are not of one type are refused, in terms of the types of the programs. Rows of one size may be those of an
// irregular array.
func TestRowsAgainst(t *testing.T) {
	const irregular = "def f [n][m] (x : [n][m]int) : [n][?]int = x"
	for _, c := range []struct{ after, want string }{
		{"def f [n][m] (x : [n][m]int) : [n][m]int = x", ""},
		{"def f [n][m] (x : [n][m]int) = (n, x)", "before has 1 result, and after has 2 results"},
		{"def f [n][m] (x : [n][m]int) : [n]int = map (\\r -> length(r)) x", "result 1 is of type [n][?]int in before, and of type [n]int in after"},
		{"def f [n][m] (x : [n][m]int) : [n][?]f64 = f64(x)", "result 1 is of type [n][?]int in before, and of type [n][?]f64 in after"},
		{"def f [n][m] (x : [n][m]int) : ([n][?]int, [n][?]int) = (x, x)", "before has 1 result, and after has 2 results"},
		{"def f [n] (x : [n][?]int) : [n][?]int = x", "parameter `x` is of type [n][m]int in before, and `x` of type [n][?]int in after"},
		{"def f [n] (x : [n][?]int) (y : [n][?]int) : [n][?]int = x", "before has 1 array parameter, and after has 2 array parameters"},
	} {
		b, a := inSession(t, "before", irregular), inSession(t, "after", c.after)
		if _, err := validate.Subjects(b, a); err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, wanted %q", c.after, err, c.want)
		}
		if _, err := validate.Subjects(a, b); (err == nil) != (c.want == "") {
			t.Errorf("%s: %v, the other way round", c.after, err)
		}
	}
}

// TestRowsShown: an irregular argument is shown as it is given, with what did not matter in it, and where its rows lie if that may matter.
func TestRowsShown(t *testing.T) {
	before := inSession(t, "before", "def f [n] (k : int) (x : [n][?]int) : [n]int = map (\\r -> if length(r) > 2 then r[3] else 0) x")
	after := inSession(t, "after", "def f [n] (k : int) (x : [n][?]int) : [n]int = map (\\r -> if length(r) > 2 then r[3] + k else 0) x")
	subjects, err := validate.Subjects(before, after)
	if err != nil {
		t.Fatal(err)
	}
	vec := func(xs ...int64) *value.Array { return &value.Array{Shape: []int{len(xs)}, Elems: num.VecOf(xs)} }
	o := &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 30, Seed: 1, Each: 300_000}
	for _, c := range []struct {
		mem  bool
		want string
	}{
		{false, "  k = 7   (given)\n  x = [[5, 6], [1, 2, 3]]   (given)\n"},
		{true, "  k = 7   (given)\n  x = [[5, 6], [1, 2, 3]]   (given; x_offsets = [4, 1]; x_data = [1, 2, 3, 5, 6])\n"},
	} {
		sub := subjects[0]
		given := map[string]value.Shown{"k": value.Of(7), "x": &value.Rows{Levels: []value.Level{{Sizes: vec(2, 3), Offsets: vec(4, 1)}}, Data: vec(1, 2, 3, 5, 6)}}
		if c.mem {
			parts := given["x"].(*value.Rows).Parts()
			given = map[string]value.Shown{"k": value.Of(7), "x_sizes": value.Val{A: parts[0]}, "x_offsets": value.Val{A: parts[1]}, "x_data": value.Val{A: parts[2]}}
			list, err := validate.Subjects(before, withMemory(t, after))
			if err != nil {
				t.Fatal(err)
			}
			sub = list[0]
		}
		if err := sub.Give(given); err != nil {
			t.Fatal(err)
		}
		r, err := validate.Validate(t.Context(), sub, o)
		if err != nil {
			t.Fatal(err)
		}
		if text := r.Text(diag.Plain, nil, nil); !strings.Contains(text, c.want) {
			t.Errorf("wanted %s\n%s", c.want, text)
		}
	}
	g, h := inSession(t, "before", "def g [n] (x : [n][?]int) : [n]int = map (\\r -> r[1]) x"), inSession(t, "after", "def g [n] (x : [n][?]int) : [n]int = map (\\r -> if length(r) > 2 then 0 else r[1]) x")
	if subjects, err = validate.Subjects(g, h); err != nil {
		t.Fatal(err)
	}
	r, err := validate.Validate(t.Context(), subjects[0], o)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Text(diag.Plain, nil, r.Irrelevant(t.Context(), o)); !strings.Contains(text, "  x = [[1, 0, 0]]   (what is at [1,2], [1,3] did not matter in what was tried)\n") {
		t.Error(text)
	}
}

// TestRowsSteps: the steps name the parts of irregular arrays.
func TestRowsSteps(t *testing.T) {
	list, err := validate.Subjects(inSession(t, "before", "def f [n] (x : [n][?]int) : ([n][?]int, int) = (map (\\r -> r + 1) x, n)"), inSession(t, "after", "def f [n] (x : [n][?]int) : ([n][?]int, int) = let y = reverse x in (reverse (map (\\r -> 2 * r) y), n)"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := validate.Validate(t.Context(), list[0], options)
	if err != nil || r.Failure == nil {
		t.Fatal(err, r.Line())
	}
	traces, err := r.Explain(t.Context(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := [2][]string{}
	for k, side := range []*validate.Trace{traces.Before, traces.After} {
		for _, s := range side.Steps {
			names[k] = append(names[k], s.Name)
		}
	}
	if got := strings.Join(names[0], "; "); got != "sizes of result 1; offsets of result 1; data of result 1" {
		t.Error(got)
	}
	if got := strings.Join(names[1], "; "); got != "sizes of reverse x; offsets of reverse x; sizes of map (\\r -> 2 * r) y; offsets of map (\\r -> 2 * r) y; data of result 1; sizes of result 1; offsets of result 1" {
		t.Error(got)
	}
}

// TestRowsBound: irregular arrays that statements bind are compared, also with their parts in core.
func TestRowsBound(t *testing.T) {
	const x = "let (x : [3][?]int) = [[1, 2], [], [3]]\n"
	b := inSession(t, "before", x+"let y = reverse x")
	for _, c := range []struct {
		after, report string
	}{
		{x + "let y = map (\\r -> r * 1) (reverse x)", "valid: the statements, as bound: proved; tested on the only input there is"},
		{x + "let y = map (\\r -> r + 1) (reverse x)", "\n`y` at [1, 1]:\n  BEFORE  [[3], [], [1, 2]]\n  AFTER   [[4], [], [2, 3]]\n"},
		{x + "let y = map (\\r -> r ++ r) (reverse x)", "\n`y`, row [1]:\n"},
		{x + "let y = [1, 2]", "valid: the statements, as bound: proved; tested on the only input there is"}, // y is of another type, and said not to be compared
		{"let x_sizes = [2, 0, 1]\nlet x_offsets = [2, 1, 1]\nlet x_data = [3, 1, 2]", "valid: the statements, as bound: proved; tested on the only input there is"},
		{"let x_sizes = [2, 0, 1]\nlet x_offsets = [1, 1, 1]\nlet x_data = [3, 1, 2]", "\n`x` at [1, 1]:\n  BEFORE  [[1, 2], [], [3]]\n  AFTER   [[3, 1], [], [3]]\n"},
		{"let x_sizes = [2, 0, 1]\nlet x_offsets = [1, 1, 9]\nlet x_data = [3, 1, 2]", "\n`x`, whose sizes and offsets are those of no rows:\n"},
	} {
		if _, text := word(t, b, inSession(t, "after", c.after)); !strings.Contains(text, c.report) {
			t.Errorf("%s: wanted %s\n%s", c.after, c.report, text)
		}
	}
}
