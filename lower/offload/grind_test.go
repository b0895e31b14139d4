package offload_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/gpu/opencl"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native/programs"
	"funmem/lower/schedule"

	"pgregory.net/rapid"
)

// simulator is a driver of OpenCL that runs kernels one instruction after the other, and reports what they do wrong.
const simulator = "/usr/lib/oclgrind/liboclgrind-rt-icd.so"

// Variables of the subprocess in which a device is oclgrind: the driver is chosen when the library is loaded.
const (
	grindWhat = "FUNMEM_GRIND"      // what runs there: right or planted
	grindLook = "FUNMEM_GRIND_LOOK" // what is looked for: races, or words that nothing wrote
	grindRows = "FUNMEM_GRIND_ROWS" // the file that gets what was found
	grindLog  = "OCLGRIND_LOG"
)

// looks are what oclgrind looks for, in one process each: together they crash it now and then.
var looks = map[string][]string{
	"races":     {"OCLGRIND_DATA_RACES=1", "OCLGRIND_UNIFORM_WRITES=1"}, // the latter: of the same value, too
	"unwritten": {"OCLGRIND_UNINITIALIZED=1"},
}

// grind runs TestUnderOclgrind in a process of its own. It returns what that found.
func grind(t *testing.T, what, look string) string {
	t.Helper()
	_, err := os.Stat(simulator)
	testkit.Needs(t, "REQUIRE_OCLGRIND", err)
	dir := t.TempDir()
	rowsFile, logFile := filepath.Join(dir, "rows"), filepath.Join(dir, "log")
	c := exec.Command(os.Args[0], "-test.run=^TestUnderOclgrind$", "-test.timeout=0", fmt.Sprintf("-more=%t", testkit.More()))
	c.Env = append(os.Environ(), "OCL_ICD_VENDORS="+simulator, grindWhat+"="+what, grindLook+"="+look, grindRows+"="+rowsFile, grindLog+"="+logFile,
		"OCLGRIND_NUM_THREADS=1",                 // the order of iterations decides which races are found first
		"OCLGRIND_MAX_ERRORS=1000000",            // all are counted together, and later ones not reported
		"OCLGRIND_BUILD_OPTIONS=-cl-opt-disable") // it does not know all that its own optimizer makes, such as llvm.abs
	c.Env = append(c.Env, looks[look]...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := os.ReadFile(rowsFile)
	if err != nil { // nothing was run: there is no library that finds drivers
		testkit.Needs(t, "REQUIRE_OCLGRIND", fmt.Errorf("%w\n%s", err, out))
	}
	return string(list)
}

// TestOclgrind runs programs on the device that oclgrind is, with the kernels that are proved free of races. It must not report
// anything, and they must give what the rules give.
func TestOclgrind(t *testing.T) {
	t.Parallel()
	for look := range looks {
		t.Run(look, func(t *testing.T) {
			t.Parallel()
			t.Log(grind(t, "right", look))
		})
	}
}

// TestUnderOclgrind is what runs in the subprocess.
func TestUnderOclgrind(t *testing.T) {
	what := os.Getenv(grindWhat)
	if what == "" {
		t.Skip("it is run by other tests")
	}
	runtime.LockOSThread() // oclgrind has a memory for each thread in which it notes what is written
	defer runtime.UnlockOSThread()
	rows := map[string]func(*testing.T) string{"right": right, "planted": planted}[what](t)
	if err := os.WriteFile(os.Getenv(grindRows), []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
}

// right runs programs that are right, and returns what became of them.
func right(t *testing.T) string {
	var sum result
	run := func(name, text, passes string, k int) {
		t.Helper()
		said := grinding(t, nil, func(d gpu.Accelerator) {
			compare(t, devices.Device{Accelerator: d, In: emit.OpenCL}, text, passes, k%3 == 0, &sum)
		})
		kinds := kindsOf(said)
		if strings.Contains(text, "scratch") { // a copy of it is made, whatever it holds
			kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == copied })
		}
		if len(kinds) > 0 {
			t.Errorf("%s: oclgrind finds %v\n%s\n%s", name, kinds, said, text)
		}
	}
	for k, p := range programs.All() {
		if !large.MatchString(p.Text) && k%testkit.Sample(20, 1) == 0 || testkit.More() {
			run(fmt.Sprintf("program %d", k+1), p.Text, "cpu", k)
		}
	}
	for name, of := range map[string]func(*rapid.T) string{"Program": testkit.Program, "Updates": testkit.Updates, "Sized": testkit.Sized} {
		draw := rapid.Custom(of)
		for seed := range testkit.Sample(3, 40) {
			run(fmt.Sprintf("%s %d", name, seed), draw.Example(seed), []string{"introduce", "cpu"}[seed%2], seed)
		}
	}
	for _, p := range inGroups {
		if !testkit.More() && p.name != "a product" {
			continue
		}
		said := grinding(t, nil, func(d gpu.Accelerator) {
			compareAfter(t, devices.Device{Accelerator: d, In: emit.OpenCL}, p.text, "cpu", schedule.Devices, &sum)
		})
		if kinds := kindsOf(said); len(kinds) > 0 {
			t.Errorf("oclgrind finds %v\n%s\n%s", kinds, said, p.text)
		}
	}
	ran := sum.whole
	for k, file := range examples(t, "*", "*/*") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := lowered(string(text), "cpu"); err != nil || k%testkit.Sample(5, 1) != 0 || wrong.Match(text) {
			continue // it needs an input, or is not right
		}
		run(file, string(text), "cpu", k)
	}
	if sum.whole < 2*sum.early || sum.launches < sum.whole || ran == sum.whole {
		t.Errorf("%d whole, %d early, %d launches", sum.whole, sum.early, sum.launches)
	}
	return fmt.Sprintf("%d whole, %d early, %d launches", sum.whole, sum.early, sum.launches)
}

// large matches numbers that take oclgrind seconds as sizes.
var large = regexp.MustCompile(`\b[0-9]{4,6}\b`)

// wrong matches the header of an example that is not right.
var wrong = regexp.MustCompile(`(?m)^-- verdict: [^o]`)

// examples are the examples of some folders.
func examples(t *testing.T, folders ...string) (files []string) {
	t.Helper()
	for _, folder := range folders {
		list, err := filepath.Glob("../../examples/" + folder + ".fun")
		if err != nil || len(list) == 0 {
			t.Fatal(list, err)
		}
		files = append(files, list...)
	}
	return files
}

// copied is what oclgrind finds where a word that nothing wrote is written elsewhere.
const copied = "copies an unwritten word"

// kinds are what oclgrind says, by how it begins, in the words of the table.
var kinds = [][2]string{
	{"Write-write data race", "write/write race"},
	{"Read-write data race", "read/write race"},
	{"Invalid write", "stray write"},
	{"Invalid read", "stray read"},
	{"Uninitialized value written", copied},
	{"Uninitialized address", "uses an unwritten word"},
	{"Controlflow depends on uninitialized", "uses an unwritten word"},
}

// kindsOf are the kinds of messages in a part of the log. The first line of a message begins without a tab.
func kindsOf(log string) (list []string) {
	for line := range strings.Lines(log) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '\t' {
			continue
		}
		for _, kind := range kinds {
			if strings.HasPrefix(line, kind[0]) {
				line = kind[1]
			}
		}
		list = append(list, line)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// grinding uses a device of its own, and returns what oclgrind says of that: it begins the log anew for each. edit changes the
// text of kernels, if it is not nil.
func grinding(t *testing.T, edit func(text string) string, use func(d gpu.Accelerator)) (said string) {
	t.Helper()
	d, err := opencl.Open()
	testkit.Needs(t, "REQUIRE_OCLGRIND", err)
	if !strings.Contains(d.Name(), "Oclgrind") {
		t.Fatalf("the device is %s", d.Name())
	}
	use(&grinder{Accelerator: d, apart: os.Getenv(grindLook) == "unwritten", edit: edit})
	log, err := os.ReadFile(os.Getenv(grindLog))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return string(log)
}

// grinder is the device under oclgrind.
type grinder struct {
	gpu.Accelerator
	apart bool  // no buffer gets the memory of an earlier one, whose words were written
	last  int64 // how large the last one is
	edit  func(text string) string
}

func (g *grinder) Build(ctx context.Context, text string, may gpu.Freedom) (gpu.Kernels, error) {
	if g.edit != nil {
		text = g.edit(text)
	}
	k, err := g.Accelerator.Build(ctx, text, may)
	return launcher{k}, err
}

// Alloc makes a buffer. Those that are spare are found by their size, so that a larger one than any before is not among them.
func (g *grinder) Alloc(words int64) (gpu.Buffer, error) {
	g.last = max(g.last+1, words)
	if !g.apart {
		g.last = words
	}
	b, err := g.Accelerator.Alloc(g.last)
	return &apart{b, words}, err
}

// apart is a buffer, which may be larger than it seems.
type apart struct {
	gpu.Buffer
	words int64
}

func (b *apart) Words() int64 { return b.words }

// In writes all words where some change: oclgrind forgets the others of the buffer otherwise.
func (b *apart) In(at int64, data []int64) error {
	if n := int64(len(data)); n < b.words {
		all := make([]int64, b.words)
		if err := b.Out(0, all); err != nil {
			return err
		}
		copy(all[at:], data)
		at, data = 0, all
	}
	return b.Buffer.In(at, data)
}

func (b *apart) Copy(at int64, other gpu.Buffer, from, words int64) error {
	return b.Buffer.Copy(at, other.(*apart).Buffer, from, words)
}

// launcher launches kernels with the buffers of the device itself.
type launcher struct{ gpu.Kernels }

func (l launcher) Launch(kernel string, groups, size int, args ...any) error {
	args = slices.Clone(args)
	for k, x := range args {
		if b, ok := x.(*apart); ok {
			args[k] = b.Buffer
		}
	}
	return l.Kernels.Launch(kernel, groups, size, args...)
}
