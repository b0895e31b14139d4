package smt_test

import (
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/prove/smt"
)

// z3 is a running z3. Its answers do not depend on the machine.
func z3(t testing.TB) *smt.Solver {
	t.Helper()
	s, err := smt.Open("z3", smt.Limit{Steps: 1_000_000}, nil)
	testkit.Needs(t, "REQUIRE_Z3", err)
	t.Cleanup(s.Close)
	return s
}

// TestOpen has the errors about solvers.
func TestOpen(t *testing.T) {
	for name, want := range map[string]string{
		"z4":      "usage error: there is no prover z4\n  help: did you mean z3?\n",
		"vampire": "usage error: there is no prover vampire\n  help: those that can be asked are z3 and cvc5\n",
	} {
		_, err := smt.Open(name, smt.Limit{}, nil)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Setenv("PATH", "")
	_, err := smt.Open("cvc5", smt.Limit{}, nil)
	if want := "cvc5 is not installed: there is no program of that name on the PATH (on Debian `apt install cvc5` brings it)"; err == nil || err.Error() != want {
		t.Error(err)
	}
}
