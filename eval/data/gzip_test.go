package data

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gzipped compresses a text.
func gzipped(t *testing.T, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestZipped reads compressed files as those that they were made of.
func TestZipped(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, err := Write(filepath.Join(dir, "a.npy"), ints(1, 2, 3)); err != nil {
		t.Fatal(err)
	}
	npy, err := os.ReadFile(filepath.Join(dir, "a.npy"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"text.in.gz": "[1i64, 2i64, 3i64]", "UPPER.OUT.GZ": "[1, 2, 3]", "array.npy.gz": string(npy),
		"binary.in.gz": "b\x02\x01  i8\x03\x00\x00\x00\x00\x00\x00\x00\x01\x02\x03",
	} {
		path := write(name, gzipped(t, text))
		if v, err := readOne(path, 64<<20); err != nil || !v.Equal(ints(1, 2, 3)) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if !IsFile(path) {
			t.Errorf("%s is no file", name)
		}
	}
	whole := gzipped(t, "[1, 2, 3]")
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"plain.in.gz":  {[]byte("[1, 2, 3, 4, 5, 6]"), "cannot read " + filepath.Join(dir, "plain.in.gz") + ": gzip: invalid header"},
		"cut.in.gz":    {whole[:len(whole)-6], "unexpected EOF"},
		"sum.in.gz":    {append(bytes.Clone(whole[:len(whole)-8]), 0, 0, 0, 0, 10, 0, 0, 0), "gzip: invalid checksum"},
		"large.in.gz":  {gzipped(t, strings.Repeat(" ", 65<<20)), "memory"},
		"other.dat.gz": {whole, "its name ends in .dat, wanted"},
		"alone.gz":     {whole, "its name has no ending, wanted"},
	} {
		if v, err := readOne(write(name, c.text), 64<<20); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, wanted %q", name, v, err, c.want)
		}
	}
}
