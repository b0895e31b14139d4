package checked_test

import (
	"context"
	"os"
	"testing"

	"funmem/gpu/host"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// device returns the machine's own cores, or skips the test.
func device(t testing.TB) *host.Device {
	t.Helper()
	d, _, err := host.Open()
	if err != nil {
		if os.Getenv("REQUIRE_CC") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return d
}

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
