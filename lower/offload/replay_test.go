package offload_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/internal/fakecuda"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native/programs"
	"funmem/lower/offload"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/imp"
)

// replay notes what a device is asked for as a function in C++, which does it again with a thread of the system for each thread
// of a kernel: the sanitizers of the compiler can look at that.
type replay struct {
	gpu.Accelerator
	name    string
	buffers int
	built   int             // texts
	kernels strings.Builder // their texts, without the prelude
	body    strings.Builder
}

// replayed is a buffer of a replay.
type replayed struct {
	gpu.Buffer
	r    *replay
	name string
}

// launched are kernels of a replay.
type launched struct {
	gpu.Kernels
	r    *replay
	name string // of its text in the replay
	text string
}

func (r *replay) line(format string, args ...any) { fmt.Fprintf(&r.body, "  "+format+"\n", args...) }

func (r *replay) Alloc(words int64) (gpu.Buffer, error) {
	b, err := r.Accelerator.Alloc(words)
	if err != nil {
		return nil, err
	}
	r.buffers++
	name := fmt.Sprintf("b%d", r.buffers)
	r.line("i64 *%s = (i64 *)calloc(1, %d);", name, max(8*words, 1)) // whatever is there is copied now and then
	return &replayed{b, r, name}, b.In(0, make([]int64, words))
}

// words are numbers as an array of C++.
func words(data []int64) string {
	var list []string
	for _, w := range data {
		list = append(list, fmt.Sprintf("(i64)%dULL", uint64(w)))
	}
	return "{" + strings.Join(append(list, "0"), ", ") + "}"
}

func (b *replayed) In(at int64, data []int64) error {
	b.r.line("{ static const i64 data[] = %s; memcpy(%s + %d, data, %d); }", words(data), b.name, at, 8*len(data))
	return b.Buffer.In(at, data)
}

func (b *replayed) Out(at int64, data []int64) error {
	err := b.Buffer.Out(at, data)
	b.r.line("{ static const i64 data[] = %s; if (memcmp(%s + %d, data, %d)) exit(3); }", words(data), b.name, at, 8*len(data))
	return err
}

func (b *replayed) Copy(at int64, other gpu.Buffer, from, words int64) error {
	o := other.(*replayed)
	b.r.line("memcpy(%s + %d, %s + %d, %d);", b.name, at, o.name, from, 8*words)
	return b.Buffer.Copy(at, o.Buffer, from, words)
}

func (b *replayed) Free() {
	b.r.line("free(%s);", b.name)
	b.Buffer.Free()
}

func (r *replay) Build(ctx context.Context, text string, may gpu.Freedom) (gpu.Kernels, error) {
	k, err := r.Accelerator.Build(ctx, text, may)
	r.built++
	name := fmt.Sprintf("%s_%d", r.name, r.built)
	own, narrow := strings.CutPrefix(text, emit.Narrow)
	r.kernels.WriteString("#undef FM_NARROW\n#undef FM_SMALL\n#undef FM_OVER\n")
	if narrow {
		r.kernels.WriteString(emit.Narrow)
	}
	r.kernels.WriteString(regexp.MustCompile(`(?s)#ifdef FM_NARROW.*?#endif\n`).FindString(text))
	r.kernels.WriteString(strings.NewReplacer("fm_part", name+"_part", emit.Clear, name+"_clear").Replace(strings.TrimPrefix(own, emit.CUDA.Prelude())))
	return &launched{k, r, name, text}, err
}

func (k *launched) Launch(kernel string, groups, size int, args ...any) error {
	var given []string
	inner := make([]any, len(args))
	for at, a := range args {
		switch a := a.(type) {
		case *replayed:
			inner[at] = a.Buffer
			given = append(given, a.name)
		default:
			inner[at] = a
			given = append(given, fmt.Sprintf("%dLL", a))
		}
	}
	if kernel == emit.Clear {
		k.r.line("memset(%s, 0, 8 * %s);", given[0], given[1])
		return k.Kernels.Launch(kernel, groups, size, inner...)
	}
	given[0] = "(int32_t *)" + given[0]
	run, threads := "run", min(args[4].(int64)-args[3].(int64)+1, int64(groups*size)) // the last one has nothing to do
	if regexp.MustCompile(`__launch_bounds__\(\d+\) void ` + kernel + `\(`).MatchString(k.text) {
		run, threads = "run_groups", int64(groups*size)
	}
	k.r.line("%s(%d, %d, [=] { %s(%s); });", run, threads, size, strings.ReplaceAll(kernel, "fm_part", k.name+"_part"), strings.Join(given, ", "))
	return k.Kernels.Launch(kernel, groups, size, inner...)
}

// around begins the text of an executable.
const around = `#include "%s"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
%s
template <class F> struct job { const F *f; unsigned block, thread; };
template <class F> static void *one(void *p) {
  job<F> *j = (job<F> *)p;
  blockIdx.x = j->block;
  threadIdx.x = j->thread;
  (*j->f)();
  return 0;
}
template <class F> static void run_from(long first, long threads, unsigned size, const F &f) {
  blockDim.x = size;
  pthread_t *ids = new pthread_t[threads];
  job<F> *jobs = new job<F>[threads];
  for (long k = 0; k < threads; k++) {
    jobs[k] = {&f, (unsigned)((first + k) / size), (unsigned)((first + k) %% size)};
    if (pthread_create(&ids[k], 0, one<F>, &jobs[k])) exit(4);
  }
  for (long k = 0; k < threads; k++) pthread_join(ids[k], 0);
  delete[] ids;
  delete[] jobs;
}
template <class F> static void run(long threads, unsigned size, const F &f) { run_from(0, threads, size, f); }
static pthread_barrier_t all;
static void meet() { pthread_barrier_wait(&all); }
template <class F> static void run_groups(long threads, unsigned size, const F &f) {
  fm_meet = meet;
  pthread_barrier_init(&all, 0, size);
  for (long first = 0; first < threads; first += size) run_from(first, size, size, f);
  pthread_barrier_destroy(&all);
}
`

// executable compiles replays with a sanitizer. The one of the number that it is called with runs.
func executable(t *testing.T, list []*replay, sanitizer string) string {
	t.Helper()
	dir := t.TempDir()
	env, err := fakecuda.Build(dir)
	testkit.Needs(t, "REQUIRE_CC", err)
	var text strings.Builder
	prelude := strings.NewReplacer("typedef signed char int8_t;", "", "typedef short int16_t;", "", "typedef int int32_t;", "", "typedef long long int64_t;", "", "typedef unsigned char uint8_t;", "",
		"typedef unsigned short uint16_t;", "", "typedef unsigned int uint32_t;", "", "typedef unsigned long long uint64_t;", "", // the system's headers have them
		"#define INT64_C(x) x##LL", "", "#define INT64_MIN (-9223372036854775807LL - 1)", "").Replace(emit.CUDA.Prelude())
	fmt.Fprintf(&text, around, env["FAKE_SHIM"], "#include <stdint.h>\n"+prelude)
	for _, r := range list {
		fmt.Fprintf(&text, "%s\n#line 1 \"replay\"\nstatic void %s() {\n%s}\n", r.kernels.String(), r.name, r.body.String())
	}
	text.WriteString("int main(int n, char **args) {\n  switch (atoi(args[1])) {\n")
	for k, r := range list {
		fmt.Fprintf(&text, "  case %d: %s(); break;\n", k, r.name)
	}
	text.WriteString("  }\n  return 0;\n}\n")
	source, out := filepath.Join(dir, "replay.cc"), filepath.Join(dir, "replay")
	if err := os.WriteFile(source, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command("g++", "-std=c++17", "-w", "-g", "-O0", "-DFM_THREADS", "-fwrapv", "-ffp-contract=off", "-fsanitize="+sanitizer, "-fno-sanitize-recover=all", "-o", out, source, "-lpthread").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, said)
	}
	return out
}

// replaying is a program that ran on the fake of CUDA, or nil if it did not end well.
func replaying(t *testing.T, a gpu.Accelerator, name string, q *imp.Program, free func(*imp.Kernel) bool, inputs []value.Val) *replay {
	t.Helper()
	r := &replay{Accelerator: a, name: name}
	p, err := offload.New(context.Background(), r, emit.CUDA, q, free, gpu.Freedom{}, nil)
	if err != nil {
		return nil // no engine compiles it
	}
	var early *offload.Early
	if _, err := p.Run(context.Background(), inputs, engine.Options{Memory: 1 << 26}, nil, nil); err != nil && !errors.As(err, &early) {
		t.Fatal(err)
	}
	if len(p.Grids) == 0 {
		return nil
	}
	return r
}

// TestSanitized: kernels that are proved free of races run again, a thread of the system for each of theirs, under the
// sanitizers of the compiler, which find nothing; and with kernels that race, they find that.
func TestSanitized(t *testing.T) {
	t.Parallel()
	a, err := devices.CUDA()
	testkit.Needs(t, "REQUIRE_CC", err)
	defer a.Close()
	var right, wrong []*replay
	for k, p := range programs.All() {
		if large.MatchString(p.Text) || k%testkit.Sample(24, 1) != 0 {
			continue
		}
		_, q, free, err := lowered(p.Text, "cpu")
		if err != nil {
			t.Fatal(err)
		}
		if r := replaying(t, a, fmt.Sprintf("right%d", k), q, free, nil); r != nil {
			right = append(right, r)
		}
	}
	for k, p := range inGroups {
		_, q, free, err := lowered(p.text, "cpu")
		if err == nil {
			q, err = schedule.Through(schedule.CUDA, q, free, nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.name != "" && testkit.More() { // others have more threads than a sanitizer can follow
			right = append(right, replaying(t, a, fmt.Sprintf("groups%d", k), q, free, nil))
		}
	}
	var names []string
	for k, w := range ours(t) {
		q, _, err := toimp.Program(w.core, toimp.Options{Def: w.def, Type: none})
		if err != nil {
			t.Fatal(err)
		}
		r := &replay{Accelerator: a, name: fmt.Sprintf("wrong%d", k)}
		p, err := offload.New(context.Background(), r, emit.CUDA, q, always, gpu.Freedom{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w.where(p.Grids) != inThreads {
			continue
		}
		if r := replaying(t, a, r.name, q, always, nil); r != nil {
			wrong = append(wrong, r)
			names = append(names, w.name)
		}
	}
	for _, sanitizer := range []string{"thread", "address,undefined"} {
		t.Run(sanitizer, func(t *testing.T) {
			if sanitizer != "thread" && !testkit.More() {
				t.Skip("-more runs it")
			}
			exe := executable(t, right, sanitizer)
			for k, r := range right {
				if said, err := exec.Command(exe, fmt.Sprint(k)).CombinedOutput(); err != nil {
					t.Errorf("%v\n%s\n%s\n%s", err, said, r.kernels.String(), r.body.String())
				}
			}
			t.Logf("%d programs", len(right))
			if len(right) < 3 {
				t.Errorf("only %d programs", len(right))
			}
		})
	}
	t.Run("planted", func(t *testing.T) {
		exe := executable(t, wrong, "thread")
		for k := range wrong {
			if k%testkit.Sample(3, 1) != 0 {
				continue
			}
			said, err := exec.Command(exe, fmt.Sprint(k)).CombinedOutput()
			if err == nil || !strings.Contains(string(said), "data race") {
				t.Errorf("no race was found in %q: %v\n%s", names[k], err, said)
			}
		}
		t.Logf("%d programs", len(wrong))
		if len(wrong) < 5 {
			t.Errorf("only %d programs", len(wrong))
		}
	})
	t.Run("stray", func(t *testing.T) {
		stray := &replay{name: "stray"}
		stray.kernels.WriteString(`extern "C" __global__ void stray_part1(int32_t *fm_fail, i64 fm_turn, i64 fm_first, i64 fm_total, i64 *x) { x[threadIdx.x] = 1; }`)
		stray.line("i64 *b1 = (i64 *)malloc(8), *b2 = (i64 *)malloc(24);")
		stray.line("run(4, 256, [=] { stray_part1((int32_t *)b1, 0LL, 0LL, 3LL, b2); });")
		said, err := exec.Command(executable(t, []*replay{stray}, "address,undefined"), "0").CombinedOutput()
		if err == nil || !strings.Contains(string(said), "heap-buffer-overflow") {
			t.Errorf("%v\n%s", err, said)
		}
	})
}
