package session

import (
	"archive/zip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/eval/data"
	"funmem/eval/value"
	_ "funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// lines are what a random session is made of, by kinds that come equally often; many are errors where they stand, and leave
// nothing behind.
var lines = [][]string{
	{
		"let a = 3", "let a = a + 1", "let b = a * 2", "let c = [a, 2, 3]", "let c = iota 150", "let (a, b) = (b, a)", "let d = map (\\x -> x * a) c", "let a = c[1]",
		"let e = kernel i <= 2, j <= 0 do 0.5", "let m = _", "let m = _ + 1", "let sum = 5",
	},
	{"let q = f(a)", "let q = g(f(2)) + a", "let t = map f c", "let k = h(2)", "let w = sum(4) + sum", "let o = k + h(k)", "let b = l.h(a)"},
	{"let r = 1.0 / 3.0", "let r = r * 2.0 + f64(a)", "let s = [r, -0.0]", ":digits 25", ":digits 0", ":digits 0"},
	{
		"def f (n : int) = n + 1", "def f (n : int) = n + a", "def f (n : int) = n * b - a", "def g (n : int) = f(n) + f(a)", "def g (n : int) =\n  let z = n in\n  z + b",
		"def f [n] (x : [n]int) = n", "def h (n : int) = n - a", "def sum (n : int) = n",
	},
	{"a", "f(2)", "(a, g(1))", "f(a + 100)", "c", "r", "_"},
	{"check a = 3", "check b = b", ":undo"},
	{"import \"lib.fun\"", "import \"lib.fun\" as l", ":input a=7", ":input c=[4, 5]", ":input c=two.npy", ":input b=two.npz:b", ":input a,b=two.npz", ":input s=two.npz:s", ":input v,w=1 [2.5]"},
}

// first are the lines that each session begins with, so that most of the others mean something.
var first = []string{"let a = 3", "let b = 4", "let c = [5, 6]", "let r = 0.1", "def f (n : int) = n + 10", "def g (n : int) = f(n) - b", "def h (n : int) = n"}

// libText is the file that lines import.
const libText = "let k = 2\nlet unused = 3\ndef h (n : int) = n + k\n"

// TestSave saves random sessions and loads them, and compares all values, what functions give, and the precision.
func TestSave(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx := context.Background()
	if err := os.WriteFile("lib.fun", []byte(libText), 0o600); err != nil {
		t.Fatal(err)
	}
	two := value.Val{A: &value.Array{Shape: []int{2}, Elems: num.VecOf([]int64{8, 9})}}
	if _, err := data.Write("two.npy", two); err != nil {
		t.Fatal(err)
	}
	writeNPZ(t, "two.npz", map[string]value.Val{"a": {I: num.Of(4)}, "b": {I: num.Of(6)}, "s": two})
	saved, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := NewSession(Defaults())
		var typed, shown []string
		for k := range len(first) + rapid.IntRange(0, 25).Draw(t, "lines") {
			line := first[min(k, len(first)-1)]
			if k >= len(first) {
				line = rapid.SampledFrom(rapid.SampledFrom(lines).Draw(t, "kind")).Draw(t, "line")
			}
			if values, err := entered(ctx, s, line); err == nil {
				typed, shown = append(typed, line), append(shown, values...)
			}
		}
		out, err := s.Save(ctx, filepath.Join("out", "s.fun"))
		if err != nil {
			if refused++; !strings.Contains(err.Error(), "cannot be saved") {
				t.Fatalf("%s\n\n%v", strings.Join(typed, "\n"), err)
			}
			return
		}
		saved++
		os.RemoveAll("out")
		if err := os.Mkdir("out", 0o700); err != nil {
			t.Fatal(err)
		}
		for _, a := range out.Arrays {
			if _, err := data.Write(a.Path, a.Value.Val); err != nil {
				t.Fatal(err)
			}
		}
		again := NewSession(Defaults())
		again.Loading = true
		added, err := again.AddFile(ctx, diag.NewSource(filepath.Join("out", "s.fun"), out.Text))
		if err != nil {
			t.Fatalf("%s\n\n%s\n%v", strings.Join(typed, "\n"), out.Text, err)
		}
		for _, one := range resultsOf(added) { // some of what was shown, in the same order
			k := slices.Index(shown, one)
			if k < 0 {
				t.Fatalf("%s\n\n%s\nit shows %s", strings.Join(typed, "\n"), out.Text, one)
			}
			shown = shown[k+1:]
		}
		if was, is := stateOf(ctx, s), stateOf(ctx, again); was != is {
			t.Fatalf("%s\n\n%s\nwas\n%s\nis\n%s", strings.Join(typed, "\n"), out.Text, was, is)
		}
	})
	if refused*10 > saved {
		t.Errorf("%d of %d sessions were refused", refused, saved+refused)
	}
}

// entered enters a line as the prompt does, and returns what it shows.
func entered(ctx context.Context, s *Session, line string) (shown []string, err error) {
	if text, ok := strings.CutPrefix(line, ":input "); ok {
		_, _, err := s.Input(ctx, text, map[string]string{})
		return nil, err
	}
	switch line {
	case ":undo":
		_, err := s.Undo()
		return nil, err
	case ":digits 25":
		return nil, s.Settings.Set("precision", "25")
	case ":digits 0":
		return nil, s.Settings.Set("precision", "double")
	}
	added, err := s.Add(ctx, diag.NewSource("[1]", line))
	if err != nil {
		return nil, err
	}
	return resultsOf(added), nil
}

// resultsOf are the expressions of an addition with their values.
func resultsOf(added *Added) (list []string) {
	for k, v := range added.Values {
		list = append(list, added.Unit.Results[k].Span.Text()+" is "+value.Format(v, 0))
	}
	return list
}

// stateOf is what a session has: its names with their values, and what its functions of an int give.
func stateOf(ctx context.Context, s *Session) string {
	var b strings.Builder
	fmt.Fprintf(&b, "precision %d\n", s.Settings.Digits)
	for _, n := range []string{"a", "b", "c", "d", "e", "k", "m", "o", "q", "r", "s", "sum", "t", "v", "w"} {
		if name, ok := s.Elab.Lookup(n); ok && name.Binding != nil && strings.Count(n, "_in") == 0 {
			v := s.Machine.Env.Of(name.Binding.ID)
			fmt.Fprintf(&b, "%s : %s = %s\n", n, v.Type(), value.Format(v, 0))
		}
	}
	for _, f := range []string{"f", "g", "h", "l.h", "sum"} {
		aside := *s
		aside.state = s.Snapshot()
		aside.Elab = s.Elab.Clone()
		added, err := aside.Add(ctx, diag.NewSource("[1]", f+"(3)"))
		if err != nil {
			fmt.Fprintf(&b, "%s(3): %s\n", f, diag.Of(err)[0].Msg)
			continue
		}
		fmt.Fprintf(&b, "%s(3) = %s\n", f, value.Format(added.Values[0], 0))
	}
	return b.String()
}

// writeNPZ writes arrays as numpy.savez does.
func writeNPZ(t *testing.T, path string, arrays map[string]value.Val) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for name, v := range arrays {
		w, err := z.Create(name + ".npy")
		if err == nil {
			err = data.WriteNPY(w, name, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
