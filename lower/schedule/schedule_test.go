package schedule_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/native"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// lowered is a program of Fun as IMP.
func lowered(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) *ast.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test", text))
	if err != nil {
		t.Fatalf("%v", err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	mem := u.Core
	passes, ok := strings.CutPrefix(text, "-- passes: ")
	switch {
	case ok:
		passes, _, _ = strings.Cut(passes, "\n")
		steps, err := pass.Steps(passes, pass.Fun)
		if err != nil {
			t.Fatalf("%v", err)
		}
		supply := s.Supply()
		for _, step := range steps {
			if mem, err = step.Pass.Run(&rewrite.Job{Supply: supply, Options: step.Options}, mem); err != nil {
				t.Fatalf("%v", err)
			}
		}
	case !u.Mem:
		if mem, err = introduce.New().TransformProgram(u.Core, s.Supply()); err != nil {
			t.Fatalf("%v", err)
		}
	}
	out, _, err := toimp.Program(mem, toimp.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out
}

// outcome is what a program gives, or the message that it ends with.
func outcome(p *ast.Program) (string, []value.Val) {
	out, err := imp.Run(context.Background(), p, nil, engine.Options{Memory: 1 << 28})
	if err != nil {
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			return "stuck", nil
		}
		return err.Error(), nil
	}
	for _, w := range out.Warnings {
		if w.Kind == diag.Race {
			return "a race", out.Results
		}
	}
	return "", out.Results
}

func TestMain(m *testing.M) {
	schedule.Least(3)
	schedule.Widths(5, 2)
	schedule.Groups(2, 3)
	os.Exit(m.Run())
}

// near tells whether two results are the same, but for the last digits of f64s if a kernel of a program adds them in another
// order.
func near(p *ast.Program, v, w value.Val) bool {
	if v.Equal(w) {
		return true
	}
	may := false
	ast.Walk(p.Body, func(s ast.Stm) bool {
		k, ok := s.(*ast.Kernel)
		may = may || ok && k.Near
		return true
	})
	most, ok := native.Apart(v, w)
	return may && ok && most < 1e-12
}

// same compares a program with its rewritten forms, each as it reads back. It returns those for the machine's own cores and for
// devices.
func same(t interface {
	Helper()
	Fatalf(string, ...any)
}, p *ast.Program) (host, device string) {
	t.Helper()
	before := ast.Print(p)
	want, values := outcome(p)
	for _, name := range append([]string{"host", "device"}, names()...) {
		list := map[string][]string{"host": schedule.Host, "device": schedule.Devices}[name]
		if list == nil {
			list = []string{name}
		}
		q, err := schedule.Through(list, p, func(*ast.Kernel) bool { return true }, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := ast.Print(q)
		switch {
		case name == "host":
			host = text
		case name == "device":
			device = text
		case text == before:
			continue
		}
		again, err := ast.Parse(diag.NewSource("printed", text))
		if err == nil {
			again, err = ast.Resolve(again, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s\n=>\n%s", name, err, before, text)
		}
		got, others := outcome(again)
		if got != want || len(others) != len(values) {
			t.Fatalf("%s: it ends with %q, and before with %q\n%s\n=>\n%s", name, got, want, before, text)
		}
		for k := range values {
			if !near(q, values[k], others[k]) {
				t.Fatalf("%s: result %d is %v, and before %v\n%s\n=>\n%s", name, k+1, others[k], values[k], before, text)
			}
		}
	}
	return host, device
}

func names() (list []string) {
	for _, s := range schedule.Table {
		list = append(list, s.Name)
	}
	return list
}

// TestRandom compares random programs.
func TestRandom(t *testing.T) {
	for name, of := range map[string]func(*rapid.T) string{"Program": testkit.Program, "Updates": testkit.Updates, "Sized": testkit.Sized} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { same(rt, lowered(rt, of(rt))) })
		})
	}
}

// TestRewrites compares the programs of testdata, and shows what becomes of them, of folds on devices too. Small sizes come
// around the borders.
func TestRewrites(t *testing.T) {
	files, err := filepath.Glob("testdata/*.fun")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 12 {
			host, device := same(t, lowered(t, strings.ReplaceAll(string(text), "SIZE", strconv.Itoa(n))))
			if n == 8 {
				name := strings.TrimSuffix(file, ".fun")
				testkit.Golden(t, name+".imp", host+"\n")
				if _, err := os.Stat(name + ".device.imp"); err == nil {
					testkit.Golden(t, name+".device.imp", device+"\n")
				}
			}
		}
	}
}

// TestHand compares programs of IMP that were written for what rewrites may get wrong.
func TestHand(t *testing.T) {
	text, err := os.ReadFile("testdata/hand.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range strings.Split(string(text), "---\n") {
		p, err := ast.Parse(diag.NewSource("hand", program))
		if err == nil {
			p, err = ast.Resolve(p, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		same(t, p)
	}
}
