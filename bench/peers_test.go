package bench

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// python returns a Python that has NumPy, or "".
func python() string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		cmd := exec.Command(name, "-c", "import numpy")
		cmd.Dir = os.TempDir() // where no folder is called numpy
		if cmd.Run() == nil {
			return name
		}
	}
	return ""
}

// futhark returns the Futhark compiler, or "".
func futhark() string {
	path, err := exec.LookPath("futhark")
	if err != nil {
		return ""
	}
	return path
}

// there skips a test without a tool, unless a variable requires the tool.
func there(t testing.TB, path, what, variable string) {
	t.Helper()
	if path == "" {
		testkit.Needs(t, variable, fmt.Errorf("there is no %s", what))
	}
}

// numpy returns the NumPy twin of a program, or "".
func (w twin) numpy() string { return existing("numpy", w.name+".py") }

// futhark returns the Futhark twin of a program, or "".
func (w twin) futhark() string { return existing("futhark", w.name+".fut") }

func existing(dir, name string) string {
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// withoutTwin are the programs that other tools do not have, and that their pages say why.
var withoutTwin = map[string][]string{"numpy": {"loop4", "loop5"}}

// TestAllHaveTwins: a program without a twin is a known one.
func TestAllHaveTwins(t *testing.T) {
	for _, w := range twins(t) {
		for dir, file := range map[string]string{"numpy": w.numpy(), "futhark": w.futhark(), "c": existing("c", w.name+".c")} {
			if (file == "") != slices.Contains(withoutTwin[dir], w.name) {
				t.Errorf("%s in %s: %q", w.name, dir, file)
			}
		}
	}
}

// mostError is the relative error that NumPy and Futhark may have where they add in another order.
const mostError = 1e-9

// TestNumPy: each NumPy program computes what the example does, bit for bit unless it says why not.
func TestNumPy(t *testing.T) {
	np := python()
	there(t, np, "Python with NumPy", "REQUIRE_NUMPY")
	for k, w := range twins(t) {
		file := w.numpy()
		if file == "" || k%testkit.Sample(3, 1) != 0 {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "numpy.npy")
			if text, err := exec.Command(np, "-B", file, "--out", out).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			shape, data := result(t, w)
			s, d := npy(t, out)
			if s == shape && bytes.Equal(d, data) {
				return
			}
			m := measure(t, exec.Command(np, "-B", file, "--seconds", "0"))
			if s != shape || m.Near == "" || !near(d, data, mostError) {
				t.Errorf("NumPy computes something else: shapes %s and %s; %q", s, shape, m.Near)
			}
		})
	}
}

// futharkTwin is a compiled Futhark program, with its inputs.
type futharkTwin struct{ exe, inputs string }

// newFuthark compiles a Futhark program, and makes its inputs.
func newFuthark(t testing.TB, compiler, file string) (f futharkTwin) {
	dir := t.TempDir()
	f.exe, f.inputs = filepath.Join(dir, "twin"), filepath.Join(dir, "in.data")
	if text, err := exec.Command(compiler, "c", file, "-o", f.exe).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	data, err := exec.Command(f.exe, "-b", "-e", "inputs").Output()
	if err == nil {
		err = os.WriteFile(f.inputs, data, 0o666)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return f
}

// main runs the entry point that computes the result.
func (f futharkTwin) main(t testing.TB, args ...string) []byte {
	in, err := os.Open(f.inputs)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.Command(f.exe, append([]string{"-b", "-e", "main"}, args...)...)
	cmd.Stdin = in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// times returns the time of each of some repeats, in ns, as the program itself measures it.
func (f futharkTwin) times(t testing.TB) (ns []float64) {
	file := f.inputs + ".times"
	f.main(t, "-n", "-r", "50", "-t", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Fields(string(text)) {
		us, err := strconv.ParseFloat(line, 64)
		if err != nil {
			t.Fatal(err)
		}
		ns = append(ns, us*1e3)
	}
	return ns
}

// result returns what the program computes, as .npy has it.
func (f futharkTwin) result(t testing.TB) (shape string, data []byte) {
	out := f.main(t)
	if len(out) < 7 || out[0] != 'b' || out[1] != 2 {
		t.Fatalf("%q is not Futhark's binary format", out[:min(len(out), 10)])
	}
	rank := int(out[2])
	var dims []string
	size := 8
	for k := range rank {
		n := binary.LittleEndian.Uint64(out[7+8*k:])
		dims = append(dims, fmt.Sprint(n))
		size *= int(n)
	}
	return strings.Join(dims, " "), out[7+8*rank:][:size]
}

// TestFuthark: each Futhark program computes what the example does, bit for bit or nearly. Without -more it is one
// program of five, because compiling takes a second for each.
func TestFuthark(t *testing.T) {
	compiler := futhark()
	there(t, compiler, "futhark", "REQUIRE_FUTHARK")
	for k, w := range twins(t) {
		if k%testkit.Sample(5, 1) != 0 {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			shape, data := result(t, w)
			if s, d := newFuthark(t, compiler, w.futhark()).result(t); s != shape || !bytes.Equal(d, data) && !near(d, data, mostError) {
				t.Errorf("Futhark computes something else: shapes %s and %s", s, shape)
			}
		})
	}
}
