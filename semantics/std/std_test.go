package std_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/internal/testkit"
	_ "funmem/internal/testkit" // rapid's seed
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
	"pgregory.net/rapid"
)

// TestFiles: the functions of the library have different names, and no name of a
// built-in function. They call only each other, and use no variable of a program. A
// comment with an example stands above each.
func TestFiles(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range std.Files() {
		if len(f.Prog.Defs()) != len(f.Prog.Decls) || f.Doc == "" {
			t.Errorf("%s has something else than functions, or no comment of its own", f.Path())
		}
		for _, d := range f.Prog.Defs() {
			if seen[d.Name] || syntax.IsBuiltin(d.Name) {
				t.Errorf("`%s` is defined twice", d.Name)
			}
			seen[d.Name] = true
			if std.FileOf(d.Name) != f || std.Def(d.Name) != d || !strings.Contains(d.Doc, "\n> ") || std.Summary(d) == "" {
				t.Errorf("`%s` has no comment with an example", d.Name)
			}
			for _, called := range syntax.Calls(d) {
				if std.Def(called) == nil {
					t.Errorf("`%s` calls `%s`, which the library does not have", d.Name, called)
				}
			}
		}
		for _, c := range f.Prog.Comments {
			if len([]rune(c.Text)) > 100 {
				t.Errorf("%s: a comment is longer than 100 characters", c.Span)
			}
		}
	}
	if !slices.Equal(std.Names(), sorted(seen)) {
		t.Errorf("the names are %v", std.Names())
	}
}

// TestFormatted: the files are in the layout of `funmem fmt`.
func TestFormatted(t *testing.T) {
	for _, f := range std.Files() {
		if got := syntax.Format(f.Prog); got != f.Prog.Src.Text {
			t.Errorf("%s: funmem fmt -w semantics/%s changes it", f.Path(), f.Path())
		}
	}
}

func sorted(set map[string]bool) (names []string) {
	for n := range set {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// TestTyped: each function alone has a type, a FUNMEM form that the rules of Fig. 8
// accept, and operators that are associative.
func TestTyped(t *testing.T) {
	for _, name := range std.Names() {
		p := elaborated(t, &syntax.Program{Decls: []syntax.Decl{std.Def(name)}})
		if got := p.unit.Names; len(got) != 1 || got[0].Name != name {
			t.Errorf("`%s` declares %v", name, got)
		}
		if w, _ := validity.Operators(context.Background(), p.unit.Core, nil, nil, nil); len(w) > 0 {
			t.Errorf("`%s`: %v", name, w)
		}
	}
}

// program is a program and its FUNMEM form.
type program struct {
	unit *elab.Unit
	mem  *syntax.Program
}

func elaborated(t fataler, p *syntax.Program) program {
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v", err)
	}
	mem, err := introduce.New().TransformProgram(u.Core, s.Supply())
	if err == nil {
		err = s.Adopt(mem)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return program{u, mem}
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// TestFunctions calls each function on random arguments and compares it with a few
// lines of Go. It uses the reference and the fast engine, and the heap in any order
// of iterations, without a race or a warning.
func TestFunctions(t *testing.T) {
	for _, name := range std.Names() {
		forms := []form{{name, name, syntax.Int}}
		if std.Def(name).OverNum() { // reals, and small ints may be reals too
			forms = append(forms, form{name, name, syntax.F64})
			if testkit.More() {
				forms = append(forms, form{name, name + syntax.RealSuffix, syntax.F64})
			}
		}
		for _, f := range forms {
			keys := []string{name, name + syntax.RealSuffix}
			if f.elem == syntax.F64 {
				slices.Reverse(keys)
			}
			make, ok := cases[keys[0]]
			if !ok {
				make, ok = cases[keys[1]]
			}
			if !ok {
				t.Errorf("nothing tests `%s`", name)
				continue
			}
			t.Run(f.call+" "+syntax.Line(&syntax.Type{Elem: f.elem}), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					c := make(&draw{t})
					schedule := rapid.SampledFrom([]string{"forward", "reverse", "random:1"}).Draw(t, "schedule")
					c.run(t, f, schedule)
				})
			})
		}
	}
}

// form is a function of the library, by one of its names, on elements of a type if it is over num.
type form struct {
	name, call string
	elem       syntax.Elem
}

// run compares a call with its expected result.
func (c call) run(t *rapid.T, f form, schedule string) {
	text := make([]string, len(c.args))
	params := std.Def(f.name).Params
	for i, x := range c.args {
		elem := params[i].Type.Elem
		if elem == syntax.Num {
			elem = f.elem
		}
		text[i] = value.Format(val(x, elem), 0)
	}
	line := f.call + "(" + strings.Join(text, ", ") + ")"
	prog, err := syntax.Parse(diag.NewSource("test", line))
	if err != nil {
		t.Fatal(err)
	}
	p := elaborated(t, prog)
	elem := p.unit.Results[len(p.unit.Results)-1].Type.Elem
	wants := []value.Val{}
	if r, ok := c.want.(segments); ok {
		wants = append(wants, val(r.total, syntax.Int), val(r.sizes, syntax.Int), val(r.offsets, syntax.Int), val(r.data, elem))
	} else {
		wants = append(wants, val(c.want, elem))
	}
	opts := engine.Options{}
	if opts.Schedule, err = engine.ParseSchedule(schedule); err != nil {
		t.Fatal(err)
	}
	reference, quick := value.New(opts), value.New(opts)
	quick.Accelerate = fast.NewKernels(opts).Accelerate
	for _, m := range []*value.Machine{reference, quick} {
		got, err := m.Run(context.Background(), p.unit.Core)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for k, want := range wants {
			if shown(got[k]) != shown(want) {
				t.Fatalf("%s is %s, want %s", line, shown(got[k]), shown(want))
			}
		}
	}
	v, err := validity.Check(context.Background(), p.mem, opts)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK || !v.Consistent || len(v.Warnings) > 0 {
		t.Fatalf("%s under %s: %s", line, schedule, v.Text(diag.Plain))
	}
}

var minusZero = regexp.MustCompile(`-0\.0\b`)

// shown is a value with its type, and 0.0 for -0.0.
func shown(v value.Val) string {
	return v.Type() + " " + minusZero.ReplaceAllString(value.Format(v, 0), "0.0")
}
