package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// compiled compiles the C program of a twin. Without a C compiler the test is skipped, unless REQUIRE_CC is set.
func compiled(t testing.TB, w twin, flags ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	testkit.Needs(t, "REQUIRE_CC", err)
	to := filepath.Join(t.TempDir(), filepath.Base(w.name))
	args := append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O3", "-march=native", "-ffp-contract=off"}, flags...)
	out, err := exec.Command(cc, append(args, filepath.Join("c", w.name+".c"), "-o", to, "-lm", "-lpthread")...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return to
}

// in runs f in the root of the repository, where the files of the twins are.
func inRoot(t testing.TB, f func()) {
	t.Helper()
	here, err := os.Getwd()
	if err == nil {
		err = os.Chdir(testkit.Root(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(here)
	f()
}

func streams(out io.Writer) cli.Streams {
	return cli.Streams{In: strings.NewReader(""), Out: out, Err: io.Discard}
}

// npy returns the shape and the data of a .npy file.
func npy(t testing.TB, file string) (shape string, data []byte) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || len(text) < 10 {
		t.Fatalf("%s: %v", file, err)
	}
	end := 10 + int(binary.LittleEndian.Uint16(text[8:]))
	head := string(text[10:end])
	return strings.Join(strings.FieldsFunc(head[strings.Index(head, "("):strings.Index(head, ")")], func(r rune) bool { return r < '0' || r > '9' }), " "), text[end:]
}

// near tells whether f64s are equal but for some last digits: a relative error of at most most.
func near(x, y []byte, most float64) bool {
	if len(x) != len(y) {
		return false
	}
	for k := 0; k < len(x); k += 8 {
		a, b := math.Float64frombits(binary.LittleEndian.Uint64(x[k:])), math.Float64frombits(binary.LittleEndian.Uint64(y[k:]))
		if !(math.Abs(a-b) <= most*math.Max(1, math.Abs(a))) {
			return false
		}
	}
	return true
}

// result returns what a Fun program computes, as .npy has it.
func result(t testing.TB, w twin) (shape string, data []byte) {
	return resultBy(t, w, session.Defaults())
}

// resultBy is result by some engine.
func resultBy(t testing.TB, w twin, s session.Settings) (shape string, data []byte) {
	file := filepath.Join(t.TempDir(), "fun.npy")
	o := &cli.Options{Settings: s, Exprs: []string{w.expr}, Out: file}
	inRoot(t, func() {
		if err := cli.Run(context.Background(), streams(io.Discard), o, []string{w.file}); err != nil {
			t.Fatal(err)
		}
	})
	return npy(t, file)
}

// TestTwins: each C program computes what the example does, bit for bit, or but for the last digits of sin, exp, ….
func TestTwins(t *testing.T) {
	for k, w := range twins(t) {
		if k%testkit.Sample(3, 1) != 0 {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			exe, c := compiled(t, w), filepath.Join(t.TempDir(), "c.npy")
			shape, data := result(t, w)
			threads := []string{"1"}
			if w.two {
				threads = append(threads, "2")
			}
			for _, n := range threads {
				if out, err := exec.Command(exe, "--out", c, "--threads", n).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				if s, d := npy(t, c); s != shape || !bytes.Equal(d, data) && !(w.near && near(d, data, 1e-11)) {
					t.Errorf("%s threads: C computes something else: shapes %s and %s", n, s, shape)
				}
			}
		})
	}
}

// measured is what a program prints about its repeats.
type measured struct {
	Ns      []float64
	Library string // NumPy: the library that does the main work
	Near    string // NumPy: why the last digits may differ
	Peak    int    // BenchmarkDPS: the most memory that the process had, in KiB
}

// measure runs a program that prints the times of its repeats.
func measure(t testing.TB, cmd *exec.Cmd) (m measured) {
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &m)
	}
	if err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	return m
}

// median returns the median of times, in ns.
func median(ns []float64) float64 {
	slices.Sort(ns)
	return ns[len(ns)/2]
}

// timing is what `funmem bench` says of a program.
type timing struct {
	Median    float64 `json:"median_ns"`
	Allocated float64 `json:"allocated_bytes"`
}

// timed returns the median time of the Fun program, in ns.
func timed(b *testing.B, w twin, engine string, threads int) (ns float64) {
	s := session.Defaults()
	s.Engine, s.Threads = engine, threads
	return w.timed(b, s).Median
}

func (w twin) timed(b *testing.B, s session.Settings) timing {
	return w.timedAs(b, &cli.Options{Settings: s})
}

// timedAs is timed with more options.
func (w twin) timedAs(b *testing.B, o *cli.Options) timing {
	var out bytes.Buffer
	o.Exprs, o.JSON = []string{w.expr}, true
	inRoot(b, func() {
		if err := cli.Bench(context.Background(), streams(&out), o, []string{w.file}); err != nil {
			b.Fatal(err)
		}
	})
	var got struct{ Results []timing }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || len(got.Results) != 1 {
		b.Fatalf("%v\n%s", err, out.String())
	}
	return got.Results[0]
}

// TestCompile prints how long it takes to make native code of a twin, in ns. BenchmarkTwins runs it in processes of its own.
func TestCompile(t *testing.T) {
	name := os.Getenv("FUNMEM_TWIN")
	if name == "" {
		t.Skip("BenchmarkTwins runs it")
	}
	for _, w := range twins(t) {
		if w.name != name {
			continue
		}
		s := session.Defaults()
		s.Engine, s.Threads = "native", 1
		inRoot(t, func() {
			o := &cli.Options{Settings: s, Exprs: []string{w.expr}}
			if err := cli.Run(context.Background(), streams(&bytes.Buffer{}), o, []string{w.file}); err != nil {
				t.Fatal(err)
			}
		})
		n, err := session.Native()
		if err != nil {
			t.Fatal(err)
		}
		var all time.Duration
		for _, r := range n.Reports() {
			all += r.Whole
		}
		fmt.Printf("compiled in %d ns\n", all.Nanoseconds())
	}
}

// compiling returns how long it takes to make native code of a twin, in ns, with an empty cache and with what is then in it.
func compiling(b *testing.B, w twin) (cold, cached float64) {
	cache := b.TempDir()
	for _, ns := range []*float64{&cold, &cached} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestCompile$")
		cmd.Env = append(os.Environ(), "FUNMEM_TWIN="+w.name, "XDG_CACHE_HOME="+cache)
		out, err := cmd.CombinedOutput()
		if _, e := fmt.Sscanf(string(out), "compiled in %f ns", ns); err != nil || e != nil {
			b.Fatalf("%v, %v\n%s", err, e, out)
		}
	}
	return cold, cached
}

// BenchmarkTwins measures each example and its C program, in turns, and prints the table of docs/bench.md; -update
// writes it there.
func BenchmarkTwins(b *testing.B) {
	table := "| program | C, ms | native / C | native / C, two threads | compiled, ms | cached, ms | fast / C | NumPy / C | fast: two threads / one | C: two threads / one | `check` / `run` | |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n"
	np := python()
	for _, w := range twins(b) {
		exe := compiled(b, w)
		inf := math.Inf(1)
		c, c2, one, two, heap, native, native2, numpy := inf, inf, inf, inf, inf, inf, inf, inf
		library := ""
		for range 2 { // for the machine may do something else
			c, native = min(c, inC(b, exe, "1")), min(native, timed(b, w, "native", 1))
			one, two, heap = min(one, timed(b, w, "value", 1)), min(two, timed(b, w, "value", 2)), min(heap, timed(b, w, "heap", 1))
			if w.two {
				c2, native2 = min(c2, inC(b, exe, "2")), min(native2, timed(b, w, "native", 2))
			}
			if file := w.numpy(); np != "" && file != "" {
				m := measure(b, exec.Command(np, "-B", file))
				numpy = min(numpy, median(m.Ns))
				if library = ""; m.Library != "" {
					library = ", " + m.Library
				}
			}
		}
		cold, cached := compiling(b, w)
		over := func(format string, x, y float64) string {
			if math.IsInf(x, 1) {
				return ""
			}
			return fmt.Sprintf(format, x/y)
		}
		table += fmt.Sprintf("| %s | %.3g | %.2f | %s | %.0f | %.1f | %.1f | %s | %.2f | %s | %.1f | %s |\n", w.name, c/1e6, native/c, over("%.2f", native2, c2), cold/1e6, cached/1e6, one/c, over("%.1f"+library, numpy, c), two/one, over("%.2f", c2, c), heap/one, w.why)
		b.ReportMetric(native/c, w.name+"/C")
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + table)
	if *testkit.Update {
		write(b, "twins", table)
	}
}

// inC is the median time of a C program on some threads, in ns.
func inC(b *testing.B, exe, threads string) float64 {
	return median(measure(b, exec.Command(exe, "--threads", threads)).Ns)
}

// BenchmarkFuthark measures the C programs and those of Futhark, in turns; -update writes the table into docs/bench.md.
func BenchmarkFuthark(b *testing.B) {
	futharkC := futhark()
	there(b, futharkC, "Futhark", "REQUIRE_FUTHARK")
	table := "| program | Futhark / C |\n|---|---|\n"
	for _, w := range twins(b) {
		file := w.futhark()
		if file == "" {
			continue
		}
		exe, c, fut := compiled(b, w), math.Inf(1), math.Inf(1)
		for range 2 {
			c, fut = min(c, inC(b, exe, "1")), min(fut, median(newFuthark(b, futharkC, file).times(b)))
		}
		table += fmt.Sprintf("| %s | %.1f |\n", w.name, fut/c)
		b.ReportMetric(fut/c, w.name+"/C")
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + table)
	if *testkit.Update {
		write(b, "futhark", table)
	}
}

// write puts a table into its place in docs/bench.md.
func write(b *testing.B, place, table string) { writeTo(b, "bench.md", place, table) }

// writeTo puts a table into a page below docs.
func writeTo(b *testing.B, page, place, table string) {
	page = filepath.Join(testkit.Root(b), "docs", page)
	text, err := os.ReadFile(page)
	if err != nil {
		b.Fatal(err)
	}
	begin, end := "<!-- "+place+" -->\n", "<!-- end of "+place+" -->\n"
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, done := strings.Cut(rest, end)
	if !ok || !done {
		b.Fatalf("%s has no place for the table", page)
	}
	if err := os.WriteFile(page, []byte(head+begin+table+end+tail), 0o666); err != nil {
		b.Fatal(err)
	}
}
