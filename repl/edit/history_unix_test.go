//go:build unix

package edit

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestHistoryIsNoFile checks that a pipe or a device is neither waited for nor replaced.
func TestHistoryIsNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	for _, path := range []string{pipe, "/dev/zero", "/dev/tty"} {
		before, err := os.Stat(path)
		if err != nil {
			continue
		}
		h := loadHistory(path)
		if kept, err := h.add("one"); !kept || err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v, %v", path, kept, err)
		}
		if after, err := os.Stat(path); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s is another file: %v", path, err)
		}
	}
	// it became one while the session ran
	path := filepath.Join(t.TempDir(), "history")
	h := loadHistory(path)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := h.add("one"); err == nil {
		t.Error("a pipe was written to")
	}
}

// TestHistoryLink checks that a link stays a link when the file is appended to and when it is cut.
func TestHistoryLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte(strings.Repeat("a\nb\n", 3*maxEntries)), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no links here: ", err)
	}
	h := loadHistory(link)
	if _, err := h.add("new"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if want := strings.Repeat("a\nb\n", maxEntries/2) + "new\n"; string(text) != want || err != nil {
		t.Errorf("%d bytes, wanted %d, %v", len(text), len(want), err)
	}
	if to, err := os.Readlink(link); to != "file" {
		t.Error("it is no link any more: ", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Error(info.Mode(), err)
	}
}
