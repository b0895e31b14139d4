//go:build cgo && linux

package host

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"funmem/gpu"
	"funmem/internal/testkit"
)

// twice is a library: a function that doubles its first word, and one that runs until it is stopped.
const twice = `#include <stdint.h>
typedef struct env { void *(*alloc)(struct env *, int64_t); void (*release)(struct env *, void *, int64_t); const volatile int64_t *stop; } env;
int64_t twice(env *e, int64_t *words) { words[0] *= 2; return 7; }
int64_t forever(env *e, int64_t *words) { words[0] = 1; while (!*e->stop); return 5; }
int64_t blocks(env *e, int64_t *words) {
	int64_t *a = e->alloc(e, 1000), *b = e->alloc(e, 20), *c = e->alloc(e, 1000000), *d = e->alloc(e, 50);
	if (!a || !b || c || !d) return 1;
	e->release(e, d, 50);
	if (e->alloc(e, 52) != d) return 2;
	for (int k = 0; k < 20; k++) b[k] = k;
	e->release(e, a, 1000);
	words[0] = (int64_t)b;
	words[1] = (int64_t)a;
	return ((int64_t)b & 31) != 0 || e->alloc(e, -1) != 0;
}
`

// open returns a device whose cache is empty, or skips the test.
func device(t *testing.T) *Device {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	d, note, err := Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	if note != nil {
		t.Fatal(note)
	}
	return d
}

// works runs twice(21).
func works(t *testing.T, d *Device) {
	t.Helper()
	m, err := d.Compile(context.Background(), twice, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	words := []int64{21}
	r, err := m.Call(context.Background(), "twice", words, gpu.Budget{Words: 100})
	if err != nil || words[0] != 42 || r.Status != 7 {
		t.Fatal(words, r, err)
	}
	r.Memory.Free()
}

// again is a device that has compiled nothing yet.
func again(t *testing.T) *Device {
	t.Helper()
	d, _, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCall(t *testing.T) {
	d := device(t)
	works(t, d)
	m, _ := d.Compile(context.Background(), twice, gpu.Freedom{})
	if _, err := m.Call(context.Background(), "nothing", nil, gpu.Budget{}); !errors.Is(err, gpu.ErrNoFunction) {
		t.Error(err)
	}
	words := []int64{0, 0}
	r, err := m.Call(context.Background(), "blocks", words, gpu.Budget{Words: 2000})
	if err != nil || r.Status != 0 {
		t.Fatal(r, err)
	}
	if b, err := r.Memory.At(words[0], 20); err != nil || b[19] != 19 {
		t.Error(b, err)
	}
	for _, at := range [][2]int64{{words[0], 25}, {words[1], 1000}, {words[0] + 8, 1}} {
		if _, err := r.Memory.At(at[0], int(at[1])); err == nil {
			t.Error("a block that is not there", at)
		}
	}
	r.Memory.Free()
}

// TestStop: what runs ends when the caller wants that.
func TestStop(t *testing.T) {
	d := device(t)
	m, err := d.Compile(context.Background(), twice, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	r, err := m.Call(ctx, "forever", []int64{0}, gpu.Budget{})
	if err != nil || r.Status != 5 {
		t.Error(r, err)
	}
	r.Memory.Free()
}

// TestQuick: a text that is not small is compiled with less effort, unless what takes more is there.
func TestQuick(t *testing.T) {
	d := device(t)
	long := twice + "//" + strings.Repeat(" ", small) + "\n"
	compile := func(d *Device, text string, may gpu.Freedom) gpu.Module {
		m, err := d.Compile(context.Background(), text, may)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if quick := compile(d, long, gpu.Freedom{Quick: true}); quick == compile(d, long, gpu.Freedom{}) || quick.Cached() {
		t.Error("it was not compiled twice")
	}
	if quick := compile(again(t), long, gpu.Freedom{Quick: true}); !quick.Cached() {
		t.Error("it was compiled, and the better code was there")
	}
	for _, may := range []gpu.Freedom{{}, {Contract: true}} {
		text, quick := long, gpu.Freedom{Quick: true, Contract: may.Contract}
		if !may.Contract {
			text = twice
		}
		if compile(d, text, quick) != compile(d, text, may) {
			t.Error("it was compiled twice", may)
		}
	}
	if list := flags(small, gpu.Freedom{Quick: true}); !slices.Contains(list, "-O1") || slices.Contains(list, "-O3") {
		t.Error(list)
	}
}

// TestCache: a library is compiled once, and what is no library is compiled again.
func TestCache(t *testing.T) {
	works(t, device(t))
	files, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "funmem", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	t.Setenv("CC", compiler(t, "exit 1")) // another compiler: not that library
	if _, err := again(t).Compile(context.Background(), twice, gpu.Freedom{}); err == nil {
		t.Error("a library of another compiler was taken")
	}
	t.Setenv("CC", "")
	before, _ := os.Stat(files[0])
	works(t, again(t))
	if after, err := os.Stat(files[0]); err != nil || !os.SameFile(before, after) {
		t.Error("it was compiled again", err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"rubbish", string(whole[:5000]), string(whole[:len(whole)-1]), "", "x" + string(whole[1:])} {
		if err := errors.Join(os.Remove(files[0]), os.WriteFile(files[0], []byte(text), 0o600)); err != nil { // the library is in use
			t.Fatal(err)
		}
		works(t, again(t))
		if now, err := os.ReadFile(files[0]); err != nil || string(now) == text {
			t.Errorf("%d bytes that are no library are still there: %v", len(text), err)
		}
	}
}

// TestUnsafeCache: a folder that others may use, or that is none, is not used, and something says why.
func TestUnsafeCache(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, folder string){
		"others may write": func(t *testing.T, folder string) {
			if err := errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, 0o777)); err != nil {
				t.Fatal(err)
			}
		},
		"a link": func(t *testing.T, folder string) {
			if err := os.Symlink(t.TempDir(), folder); err != nil {
				t.Fatal(err)
			}
		},
		"a file": func(t *testing.T, folder string) {
			if err := os.WriteFile(folder, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			device(t)
			folder := filepath.Join(os.Getenv("XDG_CACHE_HOME"), "funmem")
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
			spoil(t, folder)
			d, note, err := Open()
			if err != nil || note == nil || !strings.Contains(note.Error(), folder) {
				t.Fatal(note, err)
			}
			works(t, d)
			if files, _ := os.ReadDir(folder); len(files) > 0 {
				t.Error("something was put there")
			}
		})
	}
}

// TestStrangeLibraries: a library in the cache that is a link, or that others may write, is not loaded.
func TestStrangeLibraries(t *testing.T) {
	d := device(t)
	path := d.cache.path(d.hash(twice, Flags))
	if err := os.Symlink("/nowhere.so", path); err != nil {
		t.Fatal(err)
	}
	works(t, d)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		t.Error("the link is still there", err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.cache.find(d.hash(twice, Flags)); ok {
		t.Error("a library that others may write")
	}
}

// TestFullCache: what cannot be kept is used all the same, and old libraries make room for new ones.
func TestFullCache(t *testing.T) {
	d := device(t)
	if err := os.Remove(d.cache.folder); err != nil {
		t.Fatal(err)
	}
	works(t, d) // the folder went away
	if err := os.Mkdir(d.cache.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"b.so", "a.so", "c.so"} {
		path := filepath.Join(d.cache.folder, name)
		at := time.Unix(int64(1000+k), 0)
		if err := errors.Join(os.WriteFile(path, make([]byte, 100), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	d.cache.shrink(150)
	if files, _ := os.ReadDir(d.cache.folder); len(files) != 1 || files[0].Name() != "c.so" {
		t.Error(files)
	}
}

// compiler makes a script that stands for a C compiler.
func compiler(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mycc")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCompilers: a compiler that is missing, fails, hangs or makes something else gives an error that says so.
func TestCompilers(t *testing.T) {
	device(t)
	for script, want := range map[string]string{
		"echo no such luck; exit 3": "no such luck",
		"exit 0":                    "it made no library",
		`while [ "$1" != -o ]; do shift; done; echo rubbish >"$2"`:                                  "it made no library",
		`while [ "$1" != -o ]; do shift; done; mkfifo "$2"`:                                         "it made no library",
		`gcc "$@"; while [ "$1" != -o ]; do shift; done; head -c 5000 "$2" >"$2.x"; mv "$2.x" "$2"`: "it made no library",
	} {
		t.Setenv("CC", compiler(t, script))
		var e *gpu.CompileError
		if _, err := again(t).Compile(context.Background(), twice, gpu.Freedom{}); !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
	t.Setenv("CC", compiler(t, "sleep 1000 & sleep 1000"))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := again(t).Compile(ctx, twice, gpu.Freedom{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	t.Setenv("CC", "/nowhere/cc")
	var absent *gpu.Absent
	if _, _, err := Open(); !errors.As(err, &absent) || !strings.Contains(err.Error(), "/nowhere/cc") {
		t.Error(err)
	}
}

// TestAbandon: a process that ends on a signal leaves neither compilers nor files.
func TestAbandon(t *testing.T) {
	device(t)
	temp, pid := t.TempDir(), filepath.Join(t.TempDir(), "pid")
	t.Setenv("TMPDIR", temp)
	t.Setenv("CC", compiler(t, "sleep 1000 & echo $! >"+pid+".new; mv "+pid+".new "+pid+"; wait"))
	d, failed := again(t), make(chan error)
	go func() {
		_, err := d.Compile(context.Background(), twice, gpu.Freedom{})
		failed <- err
	}()
	for {
		if _, err := os.Stat(pid); err == nil {
			break
		}
		select {
		case err := <-failed:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
	Abandon()
	defer func() { running.ended = false }()
	if err := <-failed; err == nil {
		t.Error("it was compiled")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	text, _ := os.ReadFile(pid)
	// what ended is a zombie until somebody waits for it, or is gone; it ends some time after it was killed
	for {
		state, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/stat")
		if err != nil || strings.Contains(string(state), ") Z ") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if _, err := d.Compile(context.Background(), twice, gpu.Freedom{}); err == nil {
		t.Error("another compiler has started")
	}
}

// TestTogether: many compile the same text at the same time, also in other processes.
func TestTogether(t *testing.T) {
	if os.Getenv("FUNMEM_TOGETHER") != "" {
		works(t, again(t))
		return
	}
	d := device(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := d.Compile(context.Background(), twice, gpu.Freedom{}); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestTogether$")
			cmd.Env = append(os.Environ(), "FUNMEM_TOGETHER=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	all.Wait()
	works(t, d)
}

// TestRecycle: a block that was handed over comes back when it is given back, once, and other words do not.
func TestRecycle(t *testing.T) {
	d, p := device(t), &pool{free: map[int][][]int64{}, lent: map[uintptr]int{}}
	defer func(old *pool) { spare = old }(spare)
	spare = p
	data := p.take(5000)
	d.Recycle(data) // nobody has lent it
	if p.words != 0 {
		t.Error("a block came back that was not handed over")
	}
	p.lend(data)
	d.Recycle(data[:10])
	d.Recycle(nil)
	if p.words != 0 {
		t.Error("a part of a block came back")
	}
	d.Recycle(data)
	d.Recycle(data)
	if p.words != 5000 || len(p.free[5000]) != 1 {
		t.Errorf("%d words came back, in %d blocks", p.words, len(p.free[5000]))
	}
	if again := p.take(5000); &again[0] != &data[0] {
		t.Error("the block is not used again")
	}
}

// TestNowhere: without a folder for temporary files nothing is compiled, and an error says so.
func TestNowhere(t *testing.T) {
	d := device(t)
	t.Setenv("TMPDIR", "/nowhere")
	if _, err := d.Compile(context.Background(), twice, gpu.Freedom{}); err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Error(err)
	}
}

// TestWords: CC may have arguments.
func TestWords(t *testing.T) {
	d := device(t)
	t.Setenv("CC", d.Compiler()+" -O1 -DTWICE")
	works(t, again(t))
	t.Setenv("CC", d.Compiler()+" --no-such-argument")
	if _, err := again(t).Compile(context.Background(), twice, gpu.Freedom{}); err == nil || !strings.Contains(err.Error(), "no-such-argument") {
		t.Error(err)
	}
}

// TestTexts: what is kept under a name is found again as it was, and not if it was spoilt or others may write it.
func TestTexts(t *testing.T) {
	d := device(t)
	d.Keep("0a", []byte("text"))
	if text, ok := again(t).Recall("0a"); !ok || string(text) != "text" {
		t.Error(text, ok)
	}
	if _, ok := d.Recall("0b"); ok {
		t.Error("it is there")
	}
	path := d.cache.textPath("0a")
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Recall("0a"); ok {
		t.Error("others may write it")
	}
	if err := errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, []byte("spoilt text, without a checksum of its own"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Recall("0a"); ok {
		t.Error("it is spoilt")
	}
}
