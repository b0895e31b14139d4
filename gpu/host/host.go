package host

import (
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"funmem/gpu"
)

// Flags are those of the compiler. Ints wrap, f64s are those of IEEE, and no product and sum are made one operation. Without
// -frounding-math gcc makes 0.0 - x a -x where x cannot be -0.0, which is wrong for 0.0; with -fno-trapping-math it forgets
// that f64(int(x)) is no -0.0.
var Flags = []string{"-O3", "-march=native", "-std=gnu11", "-fPIC", "-shared", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno", "-frounding-math", "-w"}

// longest is how long a compiler may take.
const longest = time.Minute

// mostOutput is how much of what a compiler says is kept, in bytes.
const mostOutput = 4096

// Device compiles for the machine's own cores.
type Device struct {
	compiler string   // path of the C compiler
	given    []string // its first arguments, if CC has some
	cache    *cache   // nil: nothing is kept
	lock     sync.Mutex
	modules  map[string]gpu.Module // by hash
}

// Open finds the C compiler: that of the environment variable CC, or cc, gcc or clang. The error is a *gpu.Absent. note
// says why nothing is kept in the user's cache, or is nil.
func Open() (d *Device, note error, err error) {
	if !loads {
		_, err := open("", false)
		return nil, nil, err
	}
	names := []string{"cc", "gcc", "clang"}
	d = &Device{modules: map[string]gpu.Module{}}
	if cc := os.Getenv("CC"); cc != "" {
		names = []string{cc}
		if words := strings.Fields(cc); len(words) > 1 {
			if _, err := exec.LookPath(cc); err != nil {
				names, d.given = words[:1], words[1:]
			}
		}
	}
	for _, name := range names {
		if d.compiler, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return nil, nil, &gpu.Absent{What: "C compiler", Why: fmt.Sprintf("%s: not found; set CC to one, or install gcc", strings.Join(names, ", "))}
	}
	d.cache, note = openCache()
	return d, note, nil
}

// Name is the kind of processor.
func (d *Device) Name() string { return "host (" + runtime.GOARCH + ")" }

// Limits are the cores that Go may use.
func (d *Device) Limits() gpu.Limits { return gpu.Limits{Cores: runtime.GOMAXPROCS(0)} }

// Compiler is the path of the C compiler.
func (d *Device) Compiler() string { return d.compiler }

// Recycle takes back a block that a call has handed over.
func (d *Device) Recycle(data []int64) { spare.back(data) }

// Compile compiles a source text, unless it was compiled before, and loads it.
func (d *Device) Compile(ctx context.Context, source string, may gpu.Freedom) (gpu.Module, error) {
	if may.Quick {
		return d.quickly(ctx, source, may)
	}
	flags := flags(len(source), may)
	hash := d.hash(source, flags)
	d.lock.Lock()
	m := d.modules[hash]
	d.lock.Unlock()
	if m != nil {
		return m, nil
	}
	m, err := d.load(ctx, hash, source, flags)
	if err != nil {
		return nil, err
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	if old := d.modules[hash]; old != nil {
		return old, nil
	}
	d.modules[hash] = m
	return m, nil
}

// quickly compiles a text that is to be compiled again with more effort, unless there is the result of that already, or the
// text is small. Where products and sums may be one operation, the results of both would differ.
func (d *Device) quickly(ctx context.Context, source string, may gpu.Freedom) (gpu.Module, error) {
	full := may
	full.Quick = false
	if _, there := d.cache.find(d.hash(source, flags(len(source), full))); there || may.Contract || len(source) < small {
		return d.Compile(ctx, source, full)
	}
	flags := flags(len(source), may)
	return d.load(ctx, d.hash(source, flags), source, flags)
}

// large is how many bytes a text has for which -O3 takes too long: the code is hardly faster than that of -O2 with vectors.
const large = 112 << 10

// small is how many bytes a text has for which -O1 takes hardly less than -O3.
const small = 28 << 10

// flags are those of the compiler for a text of so many bytes. Of two that contradict each other the last one counts.
func flags(size int, may gpu.Freedom) []string {
	list := slices.Clone(Flags)
	if full := slices.Index(list, "-O3"); full >= 0 {
		switch {
		case may.Quick:
			list[full] = "-O1"
		case size >= large:
			list = slices.Replace(list, full, full+1, "-O2", "-ftree-vectorize")
		}
	}
	if may.Contract {
		list = append(list, "-ffp-contract=fast")
	}
	return list
}

// Keep keeps a text in the cache, if there is one.
func (d *Device) Keep(name string, text []byte) { d.cache.putText(name, text) }

// Recall is a text of the cache.
func (d *Device) Recall(name string) ([]byte, bool) { return d.cache.text(name) }

// load takes the library from the cache, or compiles it.
func (d *Device) load(ctx context.Context, hash, source string, flags []string) (gpu.Module, error) {
	if path, ok := d.cache.find(hash); ok {
		if m, err := open(path, true); err == nil {
			return m, nil
		}
	}
	folder, remove, err := workplace()
	if err != nil {
		return nil, err
	}
	defer remove()
	path, err := d.compile(ctx, folder, source, flags)
	if err != nil {
		return nil, err
	}
	m, err := open(path, false)
	if err != nil {
		return nil, &gpu.CompileError{Command: d.compiler, Output: "", Err: fmt.Errorf("what it made cannot be loaded: %w", err)}
	}
	d.cache.put(hash, path)
	return m, nil
}

// compile makes a library in a folder, and returns its path.
func (d *Device) compile(ctx context.Context, folder, source string, flags []string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, longest, fmt.Errorf("it took more than %s", longest))
	defer cancel()
	in, out := filepath.Join(folder, "program.c"), filepath.Join(folder, "program.so")
	if err := os.WriteFile(in, []byte(source), 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, d.compiler, slices.Concat(d.given, flags, []string{"-o", out, in, "-lm"})...)
	said := &head{most: mostOutput}
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = folder, nil, said, said
	cmd.WaitDelay = time.Second
	Alone(cmd)
	runtime.LockOSThread() // the compiler ends with the thread that started it
	err := start(folder, cmd)
	if err == nil {
		err = cmd.Wait()
	}
	runtime.UnlockOSThread()
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case err == nil:
		if err = isLibrary(out); err == nil {
			return out, nil
		}
	}
	return "", &gpu.CompileError{Command: d.compiler, Output: said.String(), Err: err}
}

// isLibrary tells why a file is no library, as far as that shows: to load one of which a part is missing ends the process.
func isLibrary(path string) error {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return errors.New("it made no library")
	}
	if runtime.GOOS != "linux" {
		return nil
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("it made no library: %w", err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Off+p.Filesz > uint64(info.Size()) {
			return errors.New("a part of the library that it made is missing")
		}
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_NOBITS && s.Offset+s.FileSize > uint64(info.Size()) {
			return errors.New("a part of the library that it made is missing")
		}
	}
	if _, err := f.DynamicSymbols(); err != nil {
		return fmt.Errorf("it made no library: %w", err)
	}
	return nil
}

// head keeps the beginning of what is written.
type head struct {
	strings.Builder
	most int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.most - h.Len(); room > 0 {
		h.Builder.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// hash tells libraries apart: the source, the flags, the compiler, and the processor, since -march=native depends on it.
func (d *Device) hash(source string, flags []string) string {
	h := sha256.New()
	part := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	part(source)
	part(strings.Join(flags, " "))
	part(d.compiler)
	part(strings.Join(d.given, " "))
	if path, err := filepath.EvalSymlinks(d.compiler); err == nil {
		if info, err := os.Stat(path); err == nil {
			part(fmt.Sprint(path, info.Size(), info.ModTime().UnixNano()))
		}
	}
	part(processor())
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// processor says what the processor can do, as far as the system tells.
var processor = sync.OnceValue(func() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 16384))
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "flags") || strings.HasPrefix(line, "Features") {
			return line
		}
	}
	return runtime.GOARCH
})
