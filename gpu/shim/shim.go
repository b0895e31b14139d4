// Package shim is a device that the machine's own C++ compiler makes: kernels in CUDA are compiled as C++, with a shim for what
// CUDA has, and run in a process of their own, one thread after the other. It tells what each thread reads and writes. It is
// slow, and for small sizes.
package shim

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"funmem/gpu"
	"funmem/gpu/host"
)

// Header is the shim: what stands before the text of kernels.
//
//go:embed library/shim.h
var Header []byte

// Run is what runs the threads of a kernel.
//
//go:embed library/run.h
var Run []byte

//go:embed library/runner.cc
var runner []byte

// Compiler is the name of the C++ compiler.
const Compiler = "g++"

// Access is what a thread does to a word of an argument that is a buffer, the first argument being 0.
type Access struct {
	Thread, Argument, Word int64
	Write                  bool
}

// Launch is a launch of a kernel. Strays tells whether it ended since a thread would have accessed what is in no buffer.
type Launch struct {
	Kernel   string
	Args     []any // as they were given
	Accesses []Access
	Strays   bool
}

// Open returns the device, which calls watch after each launch. The error is a *gpu.Absent if there is no compiler.
func Open(watch func(*Launch)) (gpu.Accelerator, error) {
	if _, err := exec.LookPath(Compiler); err != nil {
		return nil, &gpu.Absent{What: "simulated CUDA device", Why: "it needs the compiler " + Compiler + ", which was not found"}
	}
	folder, err := os.MkdirTemp("", "shim")
	if err != nil {
		return nil, err
	}
	return &device{folder: folder, watch: watch}, nil
}

// Limits of the device: few, since all arguments go to another process at each launch.
const (
	mostGroup  = 1024
	mostWords  = 1 << 27
	mostShared = 6144
	mostArgs   = 128
)

type device struct {
	folder  string
	watch   func(*Launch)
	account gpu.Account
	texts   int
}

func (d *device) Name() string { return "simulated CUDA device" }

func (d *device) Limits() gpu.AcceleratorLimits {
	return gpu.AcceleratorLimits{Units: 1, Group: mostGroup, Words: mostWords, Local: mostShared, Args: mostArgs}
}

func (d *device) Account() gpu.Account           { return d.account }
func (d *device) Wait(ctx context.Context) error { return ctx.Err() }
func (d *device) Close() error                   { return os.RemoveAll(d.folder) }

func (d *device) Alloc(words int64) (gpu.Buffer, error) {
	if d.account.Held+words > mostWords {
		return nil, &gpu.MemoryError{Words: words, Held: d.account.Held, Limit: mostWords}
	}
	d.account.Buffers++
	d.account.Allocations++
	d.account.Held += words
	return &buffer{d: d, data: make([]int64, words)}, nil
}

type buffer struct {
	d    *device
	data []int64
}

func (b *buffer) Words() int64 { return int64(len(b.data)) }

func (b *buffer) part(at, words int64) ([]int64, error) {
	if at < 0 || words < 0 || at > b.Words()-words {
		return nil, gpu.ErrBounds
	}
	return b.data[at : at+words], nil
}

func (b *buffer) In(at int64, data []int64) error {
	to, err := b.part(at, int64(len(data)))
	b.d.account.WordsIn += int64(copy(to, data))
	return err
}

func (b *buffer) Out(at int64, data []int64) error {
	from, err := b.part(at, int64(len(data)))
	b.d.account.WordsOut += int64(copy(data, from))
	return err
}

func (b *buffer) Copy(at int64, other gpu.Buffer, from, words int64) error {
	to, err := b.part(at, words)
	if err != nil {
		return err
	}
	src, err := other.(*buffer).part(from, words)
	b.d.account.Within += int64(copy(to, src))
	return err
}

func (b *buffer) Free() {
	b.d.account.Held -= b.Words()
	b.data = nil
}

// Build compiles a text.
func (d *device) Build(ctx context.Context, source string, may gpu.Freedom) (gpu.Kernels, error) {
	d.texts++
	folder := filepath.Join(d.folder, fmt.Sprint(d.texts))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	files := map[string][]byte{"shim.h": Header, "run.h": Run, "runner.cc": runner, "kernels.cc": []byte("#include \"shim.h\"\n#line 1 \"kernels\"\n" + source)}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	contract := "off"
	if may.Contract {
		contract = "fast"
	}
	// The compiler calls what the shim has at each access, since it thinks that its own checker of races is there.
	kernels := []string{"-std=c++17", "-w", "-DFM_WATCH", "-fsanitize=thread", "--param", "tsan-instrument-func-entry-exit=0", "-O0", "-fwrapv", "-ffp-contract=" + contract, "-c", "kernels.cc"}
	for _, args := range [][]string{kernels, {"-std=c++17", "-O1", "-pthread", "-rdynamic", "-o", "run", "runner.cc", "kernels.o", "-ldl", "-lm"}} {
		c := exec.CommandContext(ctx, Compiler, args...)
		c.Dir = folder
		host.Alone(c)
		if said, err := c.CombinedOutput(); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		} else if err != nil {
			return nil, &gpu.CompileError{Command: Compiler, Output: string(said), Err: err}
		}
	}
	return &kernelsOf{d: d, ctx: ctx, text: source, path: filepath.Join(folder, "run")}, nil
}

type kernelsOf struct {
	d    *device
	ctx  context.Context // of the run that they are compiled for
	text string
	path string
}

func (k *kernelsOf) Close() error { return os.RemoveAll(filepath.Dir(k.path)) }

// meets tells whether the threads of a kernel wait for each other: then it says how many they are.
func (k *kernelsOf) meets(kernel string) bool {
	return regexp.MustCompile(`__launch_bounds__\(\d+\) void ` + regexp.QuoteMeta(kernel) + `\(`).MatchString(k.text)
}

// Group is the same for all kernels.
func (k *kernelsOf) Group(string) (int, error) { return mostGroup, nil }

// Launch runs a kernel, and ends when that has ended.
func (k *kernelsOf) Launch(kernel string, groups, size int, args ...any) error {
	if groups < 1 || size < 1 || size > mostGroup || len(args) > mostArgs {
		return fmt.Errorf("kernel `%s` cannot run in %d groups of %d threads with %d arguments", kernel, groups, size, len(args))
	}
	var in bytes.Buffer
	put := func(words ...int64) { binary.Write(&in, binary.NativeEndian, words) } //nolint:errcheck // a buffer takes all
	put(int64(len(kernel)))
	in.WriteString(kernel)
	meets := int64(0)
	if k.meets(kernel) {
		meets = 1
	}
	put(meets, int64(groups), int64(size), int64(len(args)))
	var buffers []*buffer
	for _, x := range args {
		switch x := x.(type) {
		case int64:
			put(0, x)
		case *buffer:
			if at := slices.Index(buffers, x); at >= 0 {
				put(2, int64(at))
				continue
			}
			put(1, x.Words())
			put(x.data...)
			buffers = append(buffers, x)
		default:
			return fmt.Errorf("an argument of kernel `%s` is a %T", kernel, x)
		}
	}
	c := exec.CommandContext(k.ctx, k.path)
	c.Stdin = &in
	host.Alone(c)
	out, err := c.Output()
	switch {
	case k.ctx.Err() != nil:
		return context.Cause(k.ctx)
	case err != nil:
		return fmt.Errorf("kernel `%s` did not run to its end: %w", kernel, err)
	}
	words := make([]int64, len(out)/8)
	if err := binary.Read(bytes.NewReader(out), binary.NativeEndian, words); err != nil || len(words) < 2 || int64(len(words)) < 2+4*words[1] {
		return fmt.Errorf("kernel `%s` gave %d bytes", kernel, len(out))
	}
	l := &Launch{Kernel: kernel, Args: args, Strays: words[0] != 0}
	n := words[1]
	for a := range slices.Chunk(words[2:2+4*n], 4) {
		l.Accesses = append(l.Accesses, Access{Thread: a[0], Argument: a[1], Word: a[2], Write: a[3] != 0})
	}
	rest := words[2+4*n:]
	for _, b := range buffers {
		if len(rest) < len(b.data) {
			return fmt.Errorf("kernel `%s` gave too few words", kernel)
		}
		copy(b.data, rest[:len(b.data)])
		rest = rest[len(b.data):]
	}
	k.d.account.Launches++
	if k.d.watch != nil {
		k.d.watch(l)
	}
	return nil
}
