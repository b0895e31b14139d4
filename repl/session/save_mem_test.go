package session

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/diag"

	"pgregory.net/rapid"
)

// memLines are what a random session that mentions memory is made of.
var memLines = []string{
	"let a = iota 3", "let a = map (\\x -> x * 2) a", "let b = a[2] + 1", "let r = 0.5", "def g [n] (x : [n]int) = x[1]", "def g [n] (x : [n]int) = x[1] + b", "let c = g(a)", "def h [n] (x : [n]int) = g(x) + 1", "let c = h(a)",
	"let (m : mem) = alloc 3", "let (m : mem) = alloc 4", "let (x : [3]int @ m -> R(3)) = kernel i <= 3 do i * i",
	"let (x : [3]int @ m -> R(3)) = kernel i <= 3 do a[i] + p[i]", "let (y : [3]int @ m -> R(3)) = x with [2] = 9", "let k = x[2]", "x", "a", "k", "let _ = 3",
	"let (v : [2]int @ m -> 1 + {(2 : 1)}) = x[2 : 2]", "free m", ":input p=[1, 2, 3]", ":input a=[7, 8, 9]", ":undo",
}

// TestSaveMem saves random sessions that mention memory, and compares all values of arrays and numbers after loading.
func TestSaveMem(t *testing.T) {
	ctx := context.Background()
	saved, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := NewSession(Defaults())
		typed := []string{"let (m : mem) = alloc 3"}
		if _, err := entered(ctx, s, typed[0]); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 15).Draw(t, "lines") {
			line := rapid.SampledFrom(memLines).Draw(t, "line")
			if _, err := entered(ctx, s, line); err == nil {
				typed = append(typed, line)
			}
		}
		out, err := s.Save(ctx, "s.fun")
		if err != nil {
			if refused++; !strings.Contains(err.Error(), "cannot be saved") {
				t.Fatalf("%s\n\n%v", strings.Join(typed, "\n"), err)
			}
			return
		}
		saved++
		if len(out.Arrays) > 0 {
			return // TestSave writes such files
		}
		again := NewSession(Defaults())
		again.Loading = true
		if _, err := again.AddFile(ctx, diag.NewSource("s.fun", out.Text)); err != nil {
			t.Fatalf("%s\n\n%s\n%v", strings.Join(typed, "\n"), out.Text, err)
		}
		for _, name := range []string{"a", "b", "c", "r", "x", "y", "k", "v", "p"} {
			was, ok := s.Elab.Lookup(name)
			is, still := again.Elab.Lookup(name)
			if ok != still || ok && !s.Machine.Env.Of(was.Binding.ID).Equal(again.Machine.Env.Of(is.Binding.ID)) {
				t.Fatalf("%s\n\n%s\n`%s` was %s", strings.Join(typed, "\n"), out.Text, name, value.Format(s.Machine.Env.Of(was.Binding.ID), 0))
			}
		}
	})
	if refused*10 > saved {
		t.Errorf("%d of %d sessions were refused", refused, saved+refused)
	}
}
