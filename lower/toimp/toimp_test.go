package toimp_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// TestForms shows what each construct becomes, and runs it.
func TestForms(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/forms.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		f := lowered(t, text)
		b.WriteString(text + "=>\n" + ast.Print(f.imp) + "\n=>\n")
		for _, schedule := range schedules {
			b.WriteString(ran(t, f, schedule))
		}
		b.WriteString("---\n")
	}
	testkit.Golden(t, "testdata/forms.golden", b.String())
}

// ran returns the results of a program of IMP under a schedule, and compares them with
// those under others.
func ran(t *testing.T, f forms, schedule string) string {
	t.Helper()
	out, err := run(again(t, f.imp), schedule)
	if err != nil {
		t.Fatalf("%s\n%v", ast.Print(f.imp), err)
	}
	if len(out.Warnings) > 0 {
		t.Errorf("%s\n%v", ast.Print(f.imp), out.Warnings)
	}
	var b strings.Builder
	for _, v := range out.Results {
		b.WriteString(value.Format(v, 0) + "\n")
	}
	return b.String()
}

// TestDefs shows the forms of functions as programs of their own, which read back. A
// function whose parameters lie where no input can is refused.
func TestDefs(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/defs.fun") {
		mem := lowered(t, c.Source.Text).mem
		for _, d := range mem.Defs() {
			if d.Name != "form" {
				continue
			}
			p, _, err := toimp.Program(mem, toimp.Options{Def: d})
			if c.Match(t, err); err == nil {
				again(t, p)
				b.WriteString(strings.TrimLeft(c.Source.Text, "\n") + "=>\n" + ast.Print(p) + "\n---\n")
			}
		}
	}
	testkit.Golden(t, "testdata/defs.golden", b.String())
}

// TestFig13 makes Fig. 13 of Fig. 7: the same up to the names.
func TestFig13(t *testing.T) {
	fig7, err := os.ReadFile("../../examples/figures/fig7.fun")
	if err != nil {
		t.Fatal(err)
	}
	fig13, err := os.ReadFile("../../examples/figures/fig13.imp")
	if err != nil {
		t.Fatal(err)
	}
	f := lowered(t, string(fig7))
	want, err := ast.Parse(diag.NewSource("fig13", string(fig13)))
	if err != nil {
		t.Fatal(err)
	}
	// The three declarations of the figure's free variables stand before it.
	got := f.imp.Body[len(f.imp.Body)-len(want.Body):]
	if n := len(f.imp.Body) - len(want.Body); n != 6 {
		t.Errorf("%d statements before the figure", n)
	}
	names := map[string]string{}
	if !sameUpToNames(names, reflect.ValueOf(got), reflect.ValueOf(want.Body)) {
		t.Errorf("Fig. 7 becomes\n%s\nwhich is not Fig. 13 up to names\n%s", ast.Print(&ast.Program{Body: got}), fig13)
	}
}

// sameUpToNames compares trees without their places. Each name stands for one name, except
// the index of a kernel, which the figure uses twice.
func sameUpToNames(names map[string]string, a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() == b.IsNil() && (a.IsNil() || sameUpToNames(names, a.Elem(), b.Elem()))
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !sameUpToNames(names, a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		for i := range a.NumField() {
			switch field := a.Type().Field(i); field.Name {
			case "Span", "ID", "Text", "Of", "w":
			case "Name":
				x, y := a.Field(i).String(), b.Field(i).String()
				if was, ok := names[y]; ok && was != x && !strings.HasPrefix(x, "i") {
					return false
				}
				names[y] = x
			case "Type":
				if s, ok := a.Addr().Interface().(*syntax.Binding); ok && s.Name[0] == 'i' {
					continue // the index of a kernel
				}
				if !sameUpToNames(names, a.Field(i), b.Field(i)) {
					return false
				}
			default:
				if !sameUpToNames(names, a.Field(i), b.Field(i)) {
					return false
				}
			}
		}
		return true
	}
	return a.Equal(b)
}

// TestInputs turns the free variables of a program into inputs: arrays, numbers, and blocks
// that arrays share.
func TestInputs(t *testing.T) {
	s := elab.NewSession(nil)
	three := []syntax.Expr{&syntax.IntLit{Val: value.Of(3).I}}
	x := s.Bind("x", &syntax.Type{Dims: three})
	n := s.Bind("n", &syntax.Type{})
	unused := s.Bind("unused", &syntax.Type{})
	p, err := syntax.Parse(diag.NewSource("test", "map (\\a -> a * n) (reverse x)"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	block := s.Supply().Binding("x_mem", &syntax.Type{Elem: syntax.Mem})
	array := *x
	array.Type = &syntax.Type{Dims: three, Mem: &syntax.MemAnn{Block: block.Use(), L: syntax.RowMajor(three)}}
	intro := introduce.New()
	for _, b := range []*syntax.Binding{block, &array, n, unused} {
		intro.Bind(b)
	}
	mem, err := intro.TransformProgram(u.Core, s.Supply())
	if err != nil {
		t.Fatal(err)
	}
	q, given, err := toimp.Program(mem, toimp.Options{Inputs: []*syntax.Binding{&array, n, unused}})
	if err != nil {
		t.Fatal(err)
	}
	if text := ast.Print(q); !strings.HasPrefix(text, "input x : [3]int @ x_mem -> R(3);\ninput n : int;\nvar ") || strings.Contains(text, "unused") {
		t.Error(text)
	}
	types := map[int]*syntax.Type{x.ID: array.Type, n.ID: n.Type, block.ID: block.Type}
	q, given, err = toimp.Program(mem, toimp.Options{Type: func(id int) *syntax.Type { return types[id] }})
	if err != nil {
		t.Fatal(err)
	}
	if text := ast.Print(q); !strings.HasPrefix(text, "input x_mem : mem;\ninput n : int;\nvar ") || given[0].ID != block.ID || given[1].ID != n.ID {
		t.Error(text, given)
	}
}

// TestPoll ends a translation.
func TestPoll(t *testing.T) {
	f, end, left := lowered(t, "let a = 1\nlet b = a + 1\nlet c = b + 1\nc"), errors.New("end"), 2
	_, _, err := toimp.Program(f.mem, toimp.Options{Poll: func() error {
		if left--; left < 0 {
			return end
		}
		return nil
	}})
	if err != end {
		t.Errorf("the error is %v", err)
	}
}

// TestTooLarge refuses a program whose calls would make it too large.
func TestTooLarge(t *testing.T) {
	text := "def f0 (x : int) : int = x + 1\n"
	for k := range 20 {
		text += strings.NewReplacer("$", string(rune('a'+k)), "@", map[bool]string{true: "f0", false: "f" + string(rune('a'+k-1))}[k == 0]).
			Replace("def f$ (x : int) : int = @(@(x))\n")
	}
	p, err := syntax.Parse(diag.NewSource("test", text+"ft(1)"))
	if err != nil {
		t.Fatal(err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = toimp.Program(u.Core, toimp.Options{}); err == nil || !strings.Contains(err.Error(), "calls are inlined") {
		t.Errorf("the error is %v", err)
	}
	if v, err := value.New(engine.Options{}).Run(context.Background(), u.Core); err != nil || value.Format(v[0], 0) != "1048577" {
		t.Error(v, err)
	}
}
