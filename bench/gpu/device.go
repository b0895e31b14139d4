package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	handwritten "funmem/bench/cuda"
	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/gpu/opencl"
	"funmem/lower/emit"
)

//go:embed copy.cl
var copyCL string

// kind is a kind of device: how it is opened, what it is programmed in, and a program in that which copies.
type kind struct {
	emit.Dialect
	open func() (gpu.Accelerator, error)
	copy string
	hand bool // there are programs for it that were written by hand
}

var kinds = []kind{
	{emit.CUDA, cuda.Open, handwritten.Text("copy.cu"), true},
	{emit.OpenCL, opencl.Open, copyCL, false},
}

// driver is what the system says of NVIDIA's driver.
func driver() string {
	text, err := os.ReadFile("/proc/driver/nvidia/version")
	if err != nil {
		return "driver not known"
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.Join(strings.Fields(first), " ")
}

// median is that of some times, in ms.
func median(list []time.Duration) float64 {
	slices.Sort(list)
	return float64(list[len(list)/2]) / float64(time.Millisecond)
}

// bandwidth is what a device does at best.
type bandwidth struct {
	bytes   int64   // that were copied
	rate    float64 // bytes a second, read and written
	nothing float64 // ms from the launch of a kernel that does nothing to the end of waiting for it
}

var errCopy = errors.New("what was copied in the device is something else")

// copies copies some words in the device with a kernel, a few times in a row without a pause.
func (k kind) copies(ctx context.Context, d gpu.Accelerator, words int64, runs int) (b bandwidth, err error) {
	const inRow = 10
	code, err := d.Build(ctx, k.copy, gpu.Freedom{})
	if err != nil {
		return b, err
	}
	x, err := d.Alloc(words)
	if err != nil {
		return b, err
	}
	defer x.Free()
	y, err := d.Alloc(words)
	if err != nil {
		return b, err
	}
	defer y.Free()
	data := make([]int64, words)
	for i := range data {
		data[i] = int64(i) * 0x9e3779b97f4a7c
	}
	if err := x.In(0, data); err != nil {
		return b, err
	}
	size := min(group, d.Limits().Group)
	timed := func(kernel string, n, groups int, args ...any) (ms float64, err error) {
		var list []time.Duration
		for r := range runs + 1 {
			if err := d.Wait(ctx); err != nil {
				return 0, err
			}
			begin := time.Now()
			for range n {
				if err := code.Launch(kernel, groups, size, args...); err != nil {
					return 0, err
				}
			}
			if err := d.Wait(ctx); err != nil {
				return 0, err
			}
			if r > 0 {
				list = append(list, time.Since(begin))
			}
		}
		return median(list), nil
	}
	if b.nothing, err = timed("nothing", 1, 1, y); err != nil {
		return b, err
	}
	ms, err := timed("copy", inRow, over(words/2+1, size), x, y, words)
	if err != nil {
		return b, err
	}
	b.bytes, b.rate = words*8, float64(inRow*2*8*words)/(ms/1000)
	got := make([]int64, words)
	if err := y.Out(0, got); err != nil {
		return b, err
	}
	if !slices.Equal(got, data) {
		return b, errCopy
	}
	return b, nil
}

// text is a line about it.
func (b bandwidth) text() string {
	return fmt.Sprintf("A kernel copies %d MB at %.3g GB/s, read and written. A kernel that does nothing takes %.3g ms, from its launch to the end of waiting for it.", b.bytes/1_000_000, b.rate/1e9, b.nothing)
}
