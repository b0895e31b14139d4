package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/gpu"
	"funmem/gpu/queue"
	"funmem/internal/testkit"
	"funmem/lower/emit"
)

// emulated is a driver whose kernels in CUDA are compiled for the machine, with a thread for each of theirs. It is slow, and
// shows that they compute what they should within the bounds of their buffers.
type emulated struct {
	cxx, dir string
	buffers  map[queue.Handle][]int64
	texts    []string
	kernels  []string // programs
}

func (e *emulated) Name() string { return "emulated" }
func (e *emulated) Limits() gpu.AcceleratorLimits {
	return gpu.AcceleratorLimits{Units: 2, Group: group, Words: 1 << 24, Args: 100}
}

// firstBuffer is above the words that are given to kernels, so that a handle is known by its number.
const firstBuffer = 1 << 40

func (e *emulated) Alloc(words int64) (queue.Handle, error) {
	h := queue.Handle(firstBuffer + len(e.buffers))
	e.buffers[h] = slices.Repeat([]int64{math.MinInt64 / 3}, int(words))
	return h, nil
}

func (e *emulated) Free(queue.Handle) {}
func (e *emulated) Write(b queue.Handle, at int64, data []int64) error {
	copy(e.buffers[b][at:], data)
	return nil
}

func (e *emulated) Read(b queue.Handle, at int64, data []int64) error {
	copy(data, e.buffers[b][at:])
	return nil
}

func (e *emulated) Copy(to queue.Handle, at int64, from queue.Handle, fromAt, words int64) error {
	copy(e.buffers[to][at:], e.buffers[from][fromAt:fromAt+words])
	return nil
}

func (e *emulated) Build(text string, _ gpu.Freedom) (queue.Handle, error) {
	e.texts = append(e.texts, text)
	return queue.Handle(len(e.texts)), nil
}

func (e *emulated) Kernel(program queue.Handle, name string) (queue.Handle, error) {
	source, to := filepath.Join(e.dir, fmt.Sprintf("%d.cu", program)), filepath.Join(e.dir, fmt.Sprintf("%d-%s", program, name))
	if err := os.WriteFile(source, []byte(e.texts[program-1]), 0o600); err != nil {
		return 0, err
	}
	out, err := exec.Command(e.cxx, "-std=c++20", "-w", "-fsanitize=address", "-DKERNEL="+name, "-DKERNELS=\""+source+"\"", "testdata/emulated.cpp", "-o", to, "-lpthread").CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	e.kernels = append(e.kernels, to)
	return queue.Handle(len(e.kernels)), nil
}

func (e *emulated) Group(queue.Handle) int { return 0 }

func (e *emulated) Drop(queue.Handle, []queue.Handle) {}

func (e *emulated) Launch(kernel queue.Handle, groups, size int, args []uint64) error {
	if size != group {
		return fmt.Errorf("a group of %d threads", size)
	}
	data := []int64{int64(groups), int64(len(args))}
	var given [][]int64
	for _, a := range args {
		if b, ok := e.buffers[queue.Handle(a)]; ok {
			data = append(append(data, int64(len(b))), b...)
			given = append(given, b)
		} else {
			data = append(data, -1, int64(a))
		}
	}
	var file bytes.Buffer
	if err := binary.Write(&file, binary.LittleEndian, data); err != nil {
		return err
	}
	path := filepath.Join(e.dir, "data")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		return err
	}
	cmd := exec.Command(e.kernels[kernel-1], path)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	back := bytes.NewReader(raw)
	for _, b := range given {
		if err := binary.Read(back, binary.LittleEndian, b); err != nil {
			return err
		}
	}
	return nil
}

func (e *emulated) Wait() error { return nil }
func (e *emulated) Close()      {}

// TestByHand: the programs that were written by hand compute what the Fun programs do, at sizes that fill no tile.
func TestByHand(t *testing.T) {
	cxx, err := exec.LookPath("g++")
	testkit.Needs(t, "REQUIRE_CXX", err)
	d := queue.New(&emulated{cxx: cxx, dir: t.TempDir(), buffers: map[queue.Handle][]int64{}})
	b, err := newBench(d, emit.CUDA, 1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for k, w := range workloads(sizes{elements: 5001, rows: 45, matrix: 70, steps: 3, grid: 35}) {
		if k%testkit.Sample(8, 1) != 0 {
			continue // compiling takes long
		}
		in := w.arrays()
		want := w.want(in)
		if o := b.byHand(context.Background(), w, in, want); o.problem != "" || o.launches == 0 {
			t.Errorf("%s: %+v", w.name, o)
		}
		if w.name != "map" {
			continue
		}
		want.words[len(want.words)-1]++
		if o := b.byHand(context.Background(), w, in, want); !o.wrong || !strings.Contains(o.problem, "is wrong") {
			t.Errorf("%s: a wrong result is not found: %+v", w.name, o)
		}
	}
	if c, err := kinds[0].copies(context.Background(), d, 1001, 1); err != nil || c.rate <= 0 {
		t.Errorf("the copy: %+v, %v", c, err)
	}
}
