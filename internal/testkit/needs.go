package testkit

import (
	"os"
	"testing"
)

// Needs skips a test for the error that something is missing which it needs. Where the environment variable is set, which
// asks for that, the test fails.
func Needs(t testing.TB, variable string, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv(variable) != "":
		t.Fatalf("%v, and %s is set", err, variable)
	default:
		t.Skip(err)
	}
}
