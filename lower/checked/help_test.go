package checked_test

import (
	"context"
	"testing"

	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// withMemory returns a program with memory.
func withMemory(t testing.TB, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if u.Mem {
		return u.Core
	}
	mem, err := introduce.New().TransformProgram(u.Core, s.Supply())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return mem
}

var background = context.Background()
