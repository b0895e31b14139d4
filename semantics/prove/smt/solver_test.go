package smt_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
	"funmem/semantics/stop"
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

// TestAnswers has solvers that do not do what they are asked.
func TestAnswers(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("the solvers of this test are scripts of sh, which is not here")
	}
	y := &prove.Symbols{}
	script := smt.Write(asked(y, equation(y.New("x"))))
	for says, want := range map[string]smt.Answer{
		"echo unsat":                           smt.Unsat,
		"echo sat":                             smt.Sat,
		"echo unknown":                         smt.Unknown,
		"echo timeout":                         smt.Unknown,
		"echo unsat; echo unsat":               smt.Unknown,
		"echo '(error \"what?\")'; echo unsat": smt.Unknown,
		":":                                    smt.Unknown,
		"exit":                                 smt.Unknown,
	} {
		dir := t.TempDir()
		text := "#!" + sh + "\nwhile read -r line; do case $line in *check-sat*) " + says + " ;; *get-value*) echo '((x 0))' ;; *echo*) echo funmem-end ;; esac; done\n"
		if err := os.WriteFile(filepath.Join(dir, "z3"), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir)
		solver, err := smt.Open("z3", smt.Limit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // also after it has ended
			if answer, _ := solver.Ask(script); answer != want {
				t.Errorf("%s: %s", says, answer)
			}
		}
		solver.Close()
	}
}

// TestEnds ends a solver that does not answer.
func TestEnds(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("the solver of this test is a script of sh, which is not here")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "z3"), []byte("#!"+sh+"\nwhile read -r line; do :; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	polls := 0
	solver, err := smt.Open("z3", smt.Limit{}, func() error {
		if polls++; polls > 2 {
			return errors.New("enough")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	y := &prove.Symbols{}
	script := smt.Write(asked(y, equation(y.New("x"))))
	err = func() (err error) {
		defer stop.Caught(&err)
		solver.Ask(script)
		return nil
	}()
	if err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}

// equation is x = 0.
func equation(x poly.Poly) (s prove.System) {
	s.Zero(x)
	return s
}
