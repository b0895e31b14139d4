package footprint_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/footprint"
	"funmem/lower/rewrite"
	"funmem/semantics/num"
)

// cases are the programs of testdata, by what they are cases of.
func cases(t *testing.T) (names, texts []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.fun")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(data), "-- case: ")[1:] {
		name, text, _ := strings.Cut(c, "\n")
		names, texts = append(names, name), append(texts, text)
	}
	return names, texts
}

// of is the footprint of the function f of a program.
func of(t *testing.T, text string) *footprint.Footprint {
	t.Helper()
	p := passtest.Parse(t, "case", text).Mem(t)
	for _, f := range footprint.Of(&rewrite.Job{Supply: p.Supply}, style(t, p, "simplify,dps")) {
		if f.Def != nil && f.Def.Name == "f" {
			return f
		}
	}
	t.Fatalf("there is no f in\n%s", text)
	return nil
}

// TestCases shows the footprint of each case.
func TestCases(t *testing.T) {
	var b strings.Builder
	names, texts := cases(t)
	for k, text := range texts {
		report, err := footprint.Report(of(t, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(names[k] + "\n" + text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1] + lastLine(text) + "  " + strings.ReplaceAll(strings.TrimSpace(report), "\n", "\n  ") + "\n\n")
	}
	testkit.Golden(t, "testdata/cases.golden", b.String())
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:] + "\n"
}

// TestFunction: the footprint as a function of Fun gives what it is for values of sizes and ints.
func TestFunction(t *testing.T) {
	compared := 0
	_, texts := cases(t)
	for _, text := range texts {
		f := of(t, text)
		if f.Storage == nil {
			continue
		}
		for n := range 12 {
			for m := range 3 {
				args := ""
				values := map[int]num.Num{}
				for k, name := range params(f.Text()) {
					if k > 0 {
						args += ", "
					}
					v := []int{n, m}[min(k, 1)]
					args += num.Of(int64(v)).String()
					for _, x := range f.Def.Sizes {
						if x.Written() == name {
							values[x.ID] = num.Of(int64(v))
						}
					}
					for _, x := range f.Def.Params {
						if x.Written() == name {
							values[x.ID] = num.Of(int64(v))
						}
					}
				}
				p := passtest.Parse(t, "function", f.Text()+"\nf_footprint("+args+")\n")
				got, err := value.New(engine.Options{}).Run(context.Background(), p.Core)
				if err != nil {
					t.Fatalf("%s: %v", f.Text(), err)
				}
				want, err := f.Storage.At(func(id int) num.Num { return values[id] })
				if err != nil {
					t.Fatal(err)
				}
				if is := value.Format(got[0], 0); is != want.String() {
					t.Errorf("%s gives %s for %s, and not %s", f.Text(), is, args, want)
				}
				compared++
			}
		}
	}
	if compared < 300 {
		t.Errorf("only %d values compared", compared)
	}
}

// params are the names of the parameters of a function in text.
func params(text string) (names []string) {
	head, _, _ := strings.Cut(text, " : int = ")
	for _, part := range strings.Split(head, "(")[1:] {
		name, _, _ := strings.Cut(part, " ")
		names = append(names, name)
	}
	return names
}

// TestStuck: a run is said to be stuck at a negative size if it surely comes to that.
func TestStuck(t *testing.T) {
	const g = "def g (k : int) = sum(scan (+) 0 (iota (k - 5)))\n"
	for _, c := range []struct {
		text  string
		k     int64
		stuck bool
	}{
		{"def f (k : int) = sum(scan (+) 0 (iota k))", -1, true},
		{"def f (k : int) = sum(scan (+) 0 (iota k))", 0, false},
		{g + "def f (k : int) = if k > 2 then g(k) else 0", 3, true},
		{g + "def f (k : int) = if k > 2 then g(k) else 0", 2, false},
		{g + "def f (k : int) = loop (s = 0) for i <= k do s + g(6 - i)", 1, false},
		{g + "def f (k : int) = loop (s = 0) for i <= k do s + g(6 - i)", 2, true},
		{"def f [n] (x : [n]int) (k : int) = if x[1] > 0 then sum(scan (+) 0 (iota k)) else 0", -1, false},
		{"def f [n] (x : [n]int) (k : int) = if x[1] > 0 then sum(scan (+) 0 (iota k)) else sum(scan (max) 0 (iota k))", -1, true},
		{"def f [n] (x : [n]int) (k : int) = loop (s = 0) for i <= x[1] do s + (if x[2] > i then sum(scan (+) 0 (iota k)) else sum(scan (max) 0 (iota k)))", -1, false},
	} {
		f := of(t, c.text)
		if f.Storage == nil {
			t.Errorf("%s has no footprint", c.text)
			continue
		}
		lack, err := f.Lack.At(func(int) num.Num { return num.Of(c.k) })
		if err != nil || lack.Sign() > 0 != c.stuck {
			t.Errorf("%s, k = %d: lack %s (%s), %v; wanted stuck: %t", c.text, c.k, lack, f.Lack, err, c.stuck)
		}
	}
}
