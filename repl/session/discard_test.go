package session_test

import (
	"context"
	"testing"

	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// aside evaluates an expression aside.
func aside(t *testing.T, s *session.Session, text string) []value.Val {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test", text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.ParsedAside(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Ready(context.Background(), s.EvaluatorAside(), e.Fun, e.Unit)()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// TestDiscard: the memory of values that are discarded is used again, unless a variable of the session has it.
func TestDiscard(t *testing.T) {
	settings := session.Defaults()
	settings.Engine = "native"
	testkit.Needs(t, "REQUIRE_CC", settings.NoNative())
	s := session.NewSession(settings)
	p, err := syntax.Parse(diag.NewSource("test", "def f [n] (a : [n]int) : [n]int = map (\\x -> x + 1) a\nlet a = kernel i <= 10000 do i\nlet b = f(a)"))
	if err == nil {
		_, err = s.AddProgram(context.Background(), p)
	}
	if err != nil {
		t.Fatal(err)
	}
	words := func(v []value.Val) []int64 {
		w, ok := v[0].A.Elems.Words(false)
		if !ok {
			t.Fatal("no words")
		}
		return w
	}
	b := aside(t, s, "b")
	first := &words(b)[0]
	s.Discard(b)
	if c := words(aside(t, s, "f(f(a))")); &c[0] == first || c[9] != 12 {
		t.Errorf("the memory of a variable is used again")
	}
	if b := words(aside(t, s, "b")); b[9] != 11 {
		t.Errorf("element 10 of a variable has become %d", b[9])
	}
	c := aside(t, s, "f(b)")
	at := &words(c)[0]
	s.Discard(c)
	if c := words(aside(t, s, "f(b)")); &c[0] != at || c[9] != 12 {
		t.Errorf("the memory of a value that was discarded is not used again")
	}
	updated := aside(t, s, "b with [1] = 5") // it may have taken over the memory of b
	s.Discard(updated)
	aside(t, s, "f(a)")
	if b := words(aside(t, s, "b")); b[0] != 2 || b[9] != 11 {
		t.Errorf("elements of a variable have become %d and %d", b[0], b[9])
	}
}
