package native_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"funmem/gpu/host"
	"funmem/internal/cores"
	"funmem/lower/native"
)

// keeping counts what a device recalls, and may spoil it.
type keeping struct {
	*host.Device
	recalled, kept int
	spoil          func(text []byte) []byte
}

func (k *keeping) Keep(name string, text []byte) {
	k.kept++
	k.Device.Keep(name, text)
}

func (k *keeping) Recall(name string) ([]byte, bool) {
	text, ok := k.Device.Recall(name)
	if !ok {
		return nil, false
	}
	k.recalled++
	if k.spoil != nil {
		text = k.spoil(text)
	}
	return text, true
}

// TestKept: what was lowered once is not lowered again, in this process or another one, and works and is reported as before.
// Other programs, and the same one with arrays of other shapes around it, are lowered anew.
func TestKept(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	nw, err := os.ReadFile(filepath.Join("..", "..", "examples", "rodinia", "nw.fun"))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(nw, []byte("def score"))
	program := func(k, n int) string {
		return fmt.Sprintf("def f [n] (a : [n]int) : [n]int = map (\\x -> x * x + %d) a\ndef g (n : int) = let a = kernel i <= n do f64(i) * 0.5 in (a, reduce max 0.0 a)\n"+
			"%s\nlet a = kernel i <= %d do i * i\nlet b = f(a)\nlet c = kernel i <= 3 do a[i] + %d\n(b, c, g(%d), align(10, kernel i <= 14, j <= 14 do i * j %% 5 - 2))", k, head, n, k, n)
	}
	var first []native.Report
	for round, c := range []struct {
		text         string
		spoil        func([]byte) []byte
		kept, before int
	}{
		{program(1, 15), nil, 6, 0},
		{program(1, 15), nil, 0, 6},
		{program(2, 15), nil, 2, 4}, // the constant is in f and in c
		{program(2, 16), nil, 2, 4}, // c and the kernel before it depend on the size
		{program(1, 15), func(text []byte) []byte { return text[:len(text)/2] }, 6, 6},
		{program(1, 15), func([]byte) []byte { return []byte(`{"Text":"","Strange":1}`) }, 6, 6},
	} {
		d := &keeping{Device: cores.Device(t), spoil: c.spoil}
		n := native.NewEngine(d)
		both(t, n, c.text)
		if d.kept != c.kept || d.recalled != c.before {
			t.Errorf("round %d: %d were kept and %d recalled, and %d and %d are wanted", round, d.kept, d.recalled, c.kept, c.before)
		}
		if round == 0 {
			first = n.Reports()
		}
		if round == 1 {
			for k, r := range n.Reports() {
				if fmt.Sprint(r.Kernels) != fmt.Sprint(first[k].Kernels) || len(r.Steps) != len(first[k].Steps) || !r.Cached || r.Name != first[k].Name {
					t.Errorf("%+v\nbefore: %+v", r, first[k])
				}
			}
		}
	}
}
