package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"funmem/gpu/host"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestKeep: what a session has is kept until Forget, and is found when its process is gone. Files and folders that others
// could have written are not looked at.
func TestKeep(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := NewSession(Defaults())
	for _, text := range []string{"let x = 3", "def f (n : int) : int =\n  n + x"} {
		p, err := syntax.Parse(diag.NewSource("[1]", text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddProgram(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	}
	path, err := s.Keep()
	if err != nil {
		t.Fatal(err)
	}
	if l := LeftBehind(); l != nil {
		t.Errorf("this session goes on: %v", l)
	}
	gone := func(k int) string { return filepath.Join(filepath.Dir(path), fmt.Sprintf("session-%d.txt", 1<<30+k)) }
	if err := os.Rename(path, gone(1)); err != nil {
		t.Fatal(err)
	}
	want := []string{"let x = 3", "def f (n : int) : int =\n  n + x"}
	l := LeftBehind()
	if l == nil || !slices.Equal(l.Entries, want) || l.Others != 0 {
		t.Fatalf("%+v", l)
	}
	if err := os.WriteFile(gone(2), []byte("let y = 4"), 0o666); err != nil || os.Chmod(gone(2), 0o666) != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(gone(1), gone(3)); err != nil {
		t.Fatal(err)
	}
	if l := LeftBehind(); l == nil || !slices.Equal(l.Entries, want) || l.Others != 0 {
		t.Errorf("others could have written it: %+v", l)
	}
	if err := os.Chmod(gone(2), 0o600); err != nil {
		t.Fatal(err)
	}
	if l := LeftBehind(); l == nil || l.Others != 1 {
		t.Errorf("%+v", l)
	} else {
		l.Done()
	}
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if l := LeftBehind(); l != nil {
		t.Errorf("others may use the folder: %+v", l)
	}
	if _, err := s.Keep(); err == nil {
		t.Error("others may use the folder")
	}
	if err := os.Chmod(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Keep(); err != nil {
		t.Error(err)
	}
	Forget()
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "session-*")); len(files) != 2 { // one, and the link
		t.Error(files)
	}
	if folder, err := host.Folder("sessions"); err != nil || folder != filepath.Dir(path) {
		t.Error(folder, err)
	}
}
