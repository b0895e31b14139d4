package session

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/gpu"
	"funmem/gpu/host"
	"funmem/lower/native"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// WriteReproducer writes a program whose native result is wrong, and its inputs, to a new folder, and returns the path of
// the program. Its first lines say how to run it.
func WriteReproducer(e native.Event) (path string, err error) {
	base, err := host.Folder("wrong")
	if err != nil {
		return "", err
	}
	thin(base)
	folder, err := os.MkdirTemp(base, plain(e.Name)+"-")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "-- The native code of `%s` gave another value than the engine below: %s.\n", e.Name, e.Wrong)
	fmt.Fprintf(&b, "-- In this folder, this compares both:\n--   funmem run program.fun --engine native --verify 1 --threads %d", max(e.Threads, 1))
	if e.May.Contract {
		b.WriteString(" --contract on")
	}
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

// mostWrong is how many programs are kept.
const mostWrong = 20

// thin removes the oldest of them.
func thin(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	age := func(e os.DirEntry) int64 {
		if info, err := e.Info(); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(age(a), age(b)) })
	for len(entries) >= mostWrong {
		os.RemoveAll(filepath.Join(base, entries[0].Name()))
		entries = entries[1:]
	}
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

// NativeNotes are what native code has to tell since the last time: notes, and errors about results that were wrong. failed
// tells that the evaluation was stuck, which says more than that native code gave up.
func NativeNotes(failed bool) (notes []string, wrong diag.List) {
	var events []native.Event
	for _, n := range engines() {
		events = append(events, n.Events()...)
	}
	for _, e := range events {
		switch {
		case e.Race != nil:
			d := *e.Race
			wrong = append(wrong, d.Helpf("that is the form in which `%s` was to become native code, and a mistake of funmem; the engine below evaluates it", e.Name))
		case e.Wrong != "" && e.Near:
			notes = append(notes, fmt.Sprintf("the native code of `%s` gave another value than the engine below: %s. The last digits of C's functions, of contracted products and of sums on a device may differ, and the difference grows where numbers cancel; or it is a mistake. The engine below gave the value, and evaluates `%s` from now on%s",
				e.Name, e.Wrong, e.Name, reproduced(e)))
		case e.Wrong != "":
			d := diag.Errorf(diag.Bug, "", e.At, "the native code of `%s` gave another value than the engine below: %s", e.Name, e.Wrong)
			wrong = append(wrong, d.Helpf("the engine below gave the value, and evaluates `%s` from now on%s", e.Name, reproduced(e)))
		case e.Full != nil:
			notes = append(notes, fmt.Sprintf("`%s` ran below: %s (said once)", e.Name, e.Full))
		case e.Dead != nil:
			notes = append(notes, fmt.Sprintf("%s; the engine below evaluates all that it would have", e.Dead))
		case e.Refused != nil && e.Name == "":
			notes = append(notes, "nothing more is compiled, since the compiler does not work; `:lower NAME` tries it again")
		case e.Refused != nil:
			notes = append(notes, fmt.Sprintf("`%s` is not native: %s (said once)", e.Name, FirstLine(e.Refused)))
		case e.Overflow && !failed:
			notes = append(notes, fmt.Sprintf("an int of `%s` left 64 bits, so the engine below computed the exact result (said once for each function)", e.Name))
		}
	}
	return notes, wrong
}

// reproduced says where the program is that shows what was wrong.
func reproduced(e native.Event) string {
	path, err := WriteReproducer(e)
	if err != nil {
		return "; no program that reproduces it could be written: " + err.Error()
	}
	return "; " + path + " reproduces it"
}

// FirstLine is the first line of an error, and of what a compiler said.
func FirstLine(err error) string {
	text := err.Error()
	if l := diag.Of(err); len(l) > 0 {
		text = l[0].Msg
	}
	line, _, _ := strings.Cut(text, "\n")
	var refused *gpu.CompileError
	if errors.As(err, &refused) && refused.Output != "" {
		said, _, _ := strings.Cut(refused.Output, "\n")
		line += ": " + said
	}
	return line
}
