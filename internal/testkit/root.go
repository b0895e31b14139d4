package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// Root returns the folder of the module around the current folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			err = os.ErrNotExist
		}
		dir = filepath.Dir(dir)
	}
	t.Fatalf("no go.mod above the present folder: %v", err)
	return ""
}
