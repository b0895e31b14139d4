package whole

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// only checks that a folder has these files and no others, such as temporary ones.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, wanted %q", found, names)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); string(got) != want || err != nil {
		t.Errorf("%s holds %.40q, %v; wanted %.40q", path, got, err, want)
	}
}

func put(t *testing.T, path, text string, perm os.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, perm)); err != nil {
		t.Fatal(err)
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("n", 250)) // a longer name would not work
	for _, text := range []string{"one", "", "two\n"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	only(t, dir, filepath.Base(path))
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	a, _ := os.Stat(path)
	if b, _ := os.Stat(plain); a.Mode() != b.Mode() {
		t.Errorf("a new file has the permissions %s, wanted %s", a.Mode(), b.Mode())
	}
	for _, bad := range []string{"", dir, filepath.Join(dir, "no", "file"), filepath.Join(dir, "no") + string(filepath.Separator)} {
		if err := WriteFile(bad, []byte("x")); err == nil {
			t.Errorf("%q was written", bad)
		}
	}
	only(t, dir, filepath.Base(path))
}

func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for k, want := range []string{"x\n", "x\nx\n"} {
		if err := Append(path, []byte("x\n"), 0o600); err != nil {
			t.Error(k, err)
		}
		holds(t, path, want)
	}
}

// TestFull: on a full disk the old file stays, and no other file is left.
func TestFull(t *testing.T) {
	defer func(old func(*os.File, []byte) error) { write = old }(write)
	write = func(f *os.File, text []byte) error {
		f.Write(text[:len(text)/2])
		return &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	err := WriteFile(path, []byte("new text"))
	if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), ".funmem-") {
		t.Error(err)
	}
	only(t, dir)
	put(t, path, "old", 0o640)
	if err := WriteFile(path, []byte("new text")); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	only(t, dir, "a")
	holds(t, path, "old")
	if err := Append(path, []byte(" and new"), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	holds(t, path, "old")
}

// TestPermissions: permissions are kept, and a file that may not be written is not written.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have other permissions here")
	}
	path := filepath.Join(t.TempDir(), "a")
	for _, perm := range []os.FileMode{0o600, 0o644, 0o777, 0o204} {
		put(t, path, "old", perm)
		if err := WriteFile(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != perm {
			t.Errorf("%s became %s, %v", perm, info.Mode().Perm(), err)
		}
	}
	put(t, path, "old", 0o444)
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("permissions stop nobody here")
	}
	if err := WriteFile(path, []byte("new")); !errors.Is(err, os.ErrPermission) {
		t.Error(err)
	}
	holds(t, path, "old")
}

// TestLinks: a symbolic link remains a link, and its target is written, even if it does not
// exist yet.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, from string) {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	link("../b/file", "a/one")
	link(filepath.Join(dir, "a", "one"), "two")
	link("b", "folder")
	link("../a/new", "b/three") // .. is relative to b, however it is reached
	for path, end := range map[string]string{"a/one": "b/file", "two": "b/file", "folder/three": "a/new"} {
		for _, text := range []string{"first", "second"} {
			if err := WriteFile(filepath.Join(dir, path), []byte(text)); err != nil {
				t.Fatal(err)
			}
			holds(t, filepath.Join(dir, end), text)
		}
		if _, err := os.Readlink(filepath.Join(dir, path)); !strings.HasPrefix(path, "folder") && err != nil {
			t.Error("it is no link any more: ", err)
		}
	}
	only(t, filepath.Join(dir, "a"), "new", "one")
	only(t, filepath.Join(dir, "b"), "file", "three")
	link("loop", "loop")
	if err := WriteFile(filepath.Join(dir, "loop"), nil); err == nil {
		t.Error("a link to itself was written")
	}
}

// TestDevice: a file that is not regular is written to and not replaced.
func TestDevice(t *testing.T) {
	if info, err := os.Stat("/dev/full"); err == nil && info.Mode()&os.ModeDevice != 0 {
		if err := WriteFile("/dev/full", []byte("x")); !errors.Is(err, syscall.ENOSPC) {
			t.Error(err)
		}
	}
	if err := WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device is gone", err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	path := fmt.Sprint("/proc/self/fd/", w.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("pipes have no path here: ", err)
	}
	if err := WriteFile(path, []byte("through")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 7)
	if _, err := r.Read(got); string(got) != "through" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestStandardOutput: if a file is standard output, the text comes after what was printed
// before.
func TestStandardOutput(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func(old *os.File) { os.Stdout = old }(os.Stdout)
	os.Stdout = f
	f.WriteString("before\n")
	if err := WriteFile(f.Name(), []byte("text\n")); err != nil {
		t.Fatal(err)
	}
	f.WriteString("after\n")
	holds(t, f.Name(), "before\ntext\nafter\n")
}

// TestReaders: a reader sees the old text or the new one at any time.
func TestReaders(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	a, b := bytes.Repeat([]byte("a"), 1<<16), bytes.Repeat([]byte("b"), 1<<17)
	if err := WriteFile(path, a); err != nil {
		t.Fatal(err)
	}
	var writer sync.WaitGroup
	writer.Add(1)
	go func() {
		defer writer.Done()
		for k := range 100 {
			if err := WriteFile(path, [][]byte{a, b}[k%2]); err != nil {
				t.Error(err)
			}
		}
	}()
	for range 200 {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, a) && !bytes.Equal(got, b) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	}
	writer.Wait()
	only(t, dir, "a")
}

// TestAbandon: a process that ends in the middle leaves nothing behind.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	f, err := create(filepath.Join(dir, ".funmem-x"), true)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	Abandon()
	defer unfinished.Unlock()
	only(t, dir)
}
