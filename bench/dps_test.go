package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"funmem/gpu/host"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/syntax"
)

// called is a program of Fig. 11 and 12 of Destination-Passing Style: a function that is called many times. Its arguments depend
// on the round, so that no call can be left out.
type called struct {
	name  string
	calls int // as in the paper, or as many as take no more than a second
	leaky int // as many as leak less than 2 GB
	numpy int // as many as NumPy does in some seconds
	near  bool
}

var calledPrograms = []called{
	{"add3", 1_000_000, 1_000_000, 100_000, false},
	{"cross", 1_000_000, 1_000_000, 100_000, false},
	{"project", 10_000_000, 1_000_000, 10_000, true},
	{"gmm", 10_000, 10_000, 1_000, true},
	{"hand", 1_000_000, 1_000_000, 10_000, true},
}

// These are the variants in C, as bench/c/dps/dps.h has them. The last one is of gmm alone.
const leaky, freeing, stack, once = "LEAKY", "FREEING", "STACK", "STACK -DONCE"

// variants compiles the variants of a program in C.
func (p called) variants(t testing.TB) map[string]string {
	exe := map[string]string{}
	for _, v := range []string{leaky, freeing, stack, once} {
		if v != once || p.name == "gmm" {
			exe[v] = compiled(t, twin{name: "dps/" + p.name}, strings.Fields("-D"+v)...)
		}
	}
	return exe
}

// twin is the program in Fun, for some calls.
func (p called) twin(t testing.TB, calls int) twin {
	t.Helper()
	file := filepath.Join("bench", "fun", "dps", p.name+".fun")
	src, err := session.ReadSource(context.Background(), filepath.Join(testkit.Root(t), file), 0)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	expr, times := cli.Benchmarks(prog)[0], fmt.Sprintf("rounds(%d,", calls)
	if strings.Count(expr, "rounds(1000,") != 1 {
		t.Fatalf("%s does not make 1000 calls", file)
	}
	return twin{name: p.name, file: file, expr: strings.Replace(expr, "rounds(1000,", times, 1), near: p.near}
}

// natively are the settings for native code on one thread.
func natively() session.Settings {
	s := session.Defaults()
	s.Engine, s.Threads = "native", 1
	return s
}

// TestCalled: the variants in C, and NumPy, compute what native code does.
func TestCalled(t *testing.T) {
	_, _, err := host.Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	np := python()
	for _, p := range calledPrograms {
		t.Run(p.name, func(t *testing.T) {
			const calls = 7
			file := filepath.Join(t.TempDir(), "other.npy")
			exes := p.variants(t)
			shape, data := resultBy(t, p.twin(t, calls), natively())
			same := func(what string, most float64, cmd *exec.Cmd) {
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", what, err, out)
				}
				if s, d := npy(t, file); s != shape || !bytes.Equal(d, data) && !near(d, data, most) {
					t.Errorf("%s computes something else: shapes %s and %s", what, s, shape)
				}
			}
			most := 0.0
			if p.near {
				most = 1e-11
			}
			for v, exe := range exes {
				same(v, most, exec.Command(exe, "--calls", strconv.Itoa(calls), "--out", file))
			}
			there(t, np, "Python with NumPy", "REQUIRE_NUMPY")
			same("NumPy", mostError, exec.Command(np, "-B", filepath.Join("numpy", "dps.py"), p.name, "--calls", strconv.Itoa(calls), "--out", file))
		})
	}
}

// resident returns the most memory that this process had, in KiB, or 0 where the system does not say.
func resident(t testing.TB) (kib int) {
	text, err := os.ReadFile("/proc/self/status")
	testkit.Needs(t, "REQUIRE_PROC", err)
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}

// TestCalledPeak prints how much memory native code takes for some calls. BenchmarkDPS runs it in processes of its own.
func TestCalledPeak(t *testing.T) {
	var name string
	var calls int
	if _, err := fmt.Sscan(os.Getenv("FUNMEM_CALLS"), &name, &calls); err != nil {
		t.Skip("BenchmarkDPS runs it")
	}
	for _, p := range calledPrograms {
		if p.name != name {
			continue
		}
		run := func(calls int) int {
			w := p.twin(t, calls)
			inRoot(t, func() {
				if err := cli.Run(context.Background(), streams(io.Discard), &cli.Options{Settings: natively(), Exprs: []string{w.expr}}, []string{w.file}); err != nil {
					t.Fatal(err)
				}
			})
			return resident(t)
		}
		run(1) // what each session needs besides is there then
		base := run(1)
		fmt.Printf("resident %d %d\n", base, run(calls))
	}
}

// nativePeak is what a process takes for one call, and how much more for all of them, in KiB. A first process compiles, and
// only the second one counts, which finds the code in the cache.
func (p called) nativePeak(b *testing.B, calls int) (base, growth int) {
	var peak int
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestCalledPeak$")
		cmd.Env = append(os.Environ(), fmt.Sprintf("FUNMEM_CALLS=%s %d", p.name, calls))
		out, err := cmd.CombinedOutput()
		if _, e := fmt.Sscanf(string(out), "resident %d %d", &base, &peak); err != nil || e != nil {
			b.Fatalf("%v, %v\n%s", err, e, out)
		}
	}
	return base, peak - base
}

// oneCall is the time of a call in a process that makes many, in ns, and the peak of the process, in KiB.
func oneCall(b *testing.B, calls int, name string, args ...string) (ns float64, peak int) {
	m := measure(b, exec.Command(name, append(args, "--calls", strconv.Itoa(calls))...))
	return median(m.Ns) / float64(calls), m.Peak
}

// BenchmarkDPS measures the programs of Fig. 11 and 12, and puts the tables into docs/papers/dps.md with -update.
func BenchmarkDPS(b *testing.B) {
	np := python()
	if np == "" {
		b.Log("there is no Python with NumPy: its columns stay empty")
	}
	times := "| program | calls | native, ns for each call | native / stack C | native / freeing C | native / leaky C | NumPy / native |\n|---|---|---|---|---|---|---|\n"
	peaks := "| program | calls | leaky C | freeing C | stack C | NumPy | native: one call, and how much more |\n|---|---|---|---|---|---|---|\n"
	for _, p := range calledPrograms {
		exe := p.variants(b)
		times += p.timesRow(b, exe, np)
		for calls := p.calls / 1000; calls <= p.calls; calls *= 10 {
			peaks += p.peaksRow(b, exe, np, calls)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + times + "\n" + peaks)
	if *testkit.Update {
		writeTo(b, "papers/dps.md", "times", times)
		writeTo(b, "papers/dps.md", "peaks", peaks)
	}
}

// script is the program of NumPy.
var script = filepath.Join("numpy", "dps.py")

// timesRow measures how long a call takes.
func (p called) timesRow(b *testing.B, exe map[string]string, np string) string {
	native, ns := math.Inf(1), map[string]float64{}
	w := p.twin(b, p.calls)
	for range 5 { // in turns, for the machine may do something else
		native = min(native, timed(b, w, "native", 1)/float64(p.calls))
		for v, file := range exe {
			calls, args := p.calls, []string{"--seconds", "0.3"}
			if v == leaky { // it cannot repeat them
				calls, args = p.leaky, nil
			}
			t, _ := oneCall(b, calls, file, args...)
			if ns[v] == 0 || t < ns[v] {
				ns[v] = t
			}
		}
	}
	overStack := fmt.Sprintf("%.2f", native/ns[stack])
	if ns[once] > 0 {
		overStack += fmt.Sprintf("; %.2f with ONCE", native/ns[once])
	}
	overNumPy := ""
	if np != "" {
		t, _ := oneCall(b, p.numpy, np, "-B", script, p.name)
		overNumPy = fmt.Sprintf("%.3g", t/native)
	}
	b.ReportMetric(native/ns[stack], p.name+"/stack")
	return fmt.Sprintf("| %s | %d | %.3g | %s | %.2f | %.3f | %s |\n", p.name, p.calls, native, overStack, native/ns[freeing], native/ns[leaky], overNumPy)
}

// peaksRow measures how much memory some calls take.
func (p called) peaksRow(b *testing.B, exe map[string]string, np string, calls int) string {
	cell := func(most int, name string, args ...string) string {
		if calls > most || name == "" {
			return ""
		}
		_, peak := oneCall(b, calls, name, args...)
		return fmt.Sprintf("%.1f", float64(peak)*1024/1e6)
	}
	base, growth := p.nativePeak(b, calls)
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %s | %.1f, %.1f |\n", p.name, calls, cell(p.leaky, exe[leaky]), cell(p.calls, exe[freeing]), cell(p.calls, exe[stack]),
		cell(p.numpy, np, "-B", script, p.name), float64(base)*1024/1e6, float64(growth)*1024/1e6)
}
