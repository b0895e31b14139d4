package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"funmem/eval/data"
	"funmem/lower/native"
	"funmem/semantics/syntax"
)

// WriteReproducer writes a program whose native result is wrong, and its inputs, to a new folder, and returns the path of
// the program. Its first lines say how to run it.
func WriteReproducer(e native.Event) (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(cache, "funmem"), 0o700); err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp(filepath.Join(cache, "funmem"), "wrong-"+plain(e.Name)+"-")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "-- The native code of `%s` gave another value than the engine below: %s.\n", e.Name, e.Wrong)
	b.WriteString("-- In this folder, this compares both:\n--   funmem run program.fun --engine native --verify 1")
	for _, in := range e.Inputs {
		file := plain(in.Name) + ".npy"
		fmt.Fprintf(&b, " --in %s=%s", in.Name, file)
		if _, err := data.Write(filepath.Join(folder, file), in.Val); err != nil {
			return "", err
		}
	}
	b.WriteString("\n\n" + syntax.Print(e.Program) + "\n")
	path = filepath.Join(folder, "program.fun")
	return path, os.WriteFile(path, []byte(b.String()), 0o600)
}

// plain is a name as a part of the name of a file.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}
