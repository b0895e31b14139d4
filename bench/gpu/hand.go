package main

import (
	"context"
	"math"

	"funmem/bench/cuda"
	"funmem/gpu"
)

// hand runs the programs that were written by hand.
type hand struct {
	device *stopwatch
	w      *workload
}

// group is how many threads a group of their kernels has, and perUnit how many groups there are for each unit of the device
// where the threads share the elements among them.
const (
	group   = 256
	perUnit = 16
)

// launcher is a compiled file, with the first error of its launches.
type launcher struct {
	gpu.Kernels
	err error
}

func (h *hand) file(name string) *launcher {
	k, err := h.device.Build(context.Background(), cuda.Text(name), gpu.Freedom{Contract: true})
	return &launcher{k, err}
}

func (l *launcher) run(kernel string, groups int, args ...any) {
	if l.err == nil {
		l.err = l.Launch(kernel, groups, group, args...)
	}
}

// spread is how many groups share n elements.
func (h *hand) spread(n int64) int {
	return int(max(1, min((n+group-1)/group, int64(h.device.Limits().Units)*perUnit)))
}

// side is how many rows and columns a square array has.
func side(b *timedBuffer) int64 { return int64(math.Sqrt(float64(b.Words()))) }

// over is how many parts of some elements n elements have.
func over(n int64, part int) int { return int((n-1)/int64(part)) + 1 }

func (h *hand) mapped(in, out []*timedBuffer) error {
	n, l := in[0].Words(), h.file("map.cu")
	l.run("map", h.spread(n/2), in[0], in[1], out[0], n)
	return l.err
}

func (h *hand) sum(in, out []*timedBuffer) error {
	n, l := in[0].Words(), h.file("sum.cu")
	groups := h.spread(n / 2)
	l.run("parts", groups, in[0], out[1], n)
	l.run("all", 1, out[1], out[0], int64(groups))
	return l.err
}

func (h *hand) scan(in, out []*timedBuffer) error {
	n, l := in[0].Words(), h.file("scan.cu")
	tiles := over(n, 2048)
	l.run("tiles", tiles, in[0], out[1], n)
	l.run("offsets", 1, out[1], int64(tiles))
	l.run("scan", tiles, in[0], out[1], out[0], n)
	return l.err
}

func (h *hand) transpose(in, out []*timedBuffer) error {
	n, l := side(in[0]), h.file("transpose.cu")
	l.run("transpose", over(n, 32)*over(n, 32), in[0], out[0], n, n)
	return l.err
}

func (h *hand) matmul(in, out []*timedBuffer) error     { return h.product("matmul", in, out) }
func (h *hand) matmulInts(in, out []*timedBuffer) error { return h.product("matmul_ints", in, out) }

func (h *hand) product(kernel string, in, out []*timedBuffer) error {
	n, l := side(in[0]), h.file("matmul.cu")
	l.run(kernel, over(n, 64)*over(n, 64), in[0], in[1], out[0], n)
	return l.err
}

// hotspot goes from one buffer to the other so that the last step writes the first.
func (h *hand) hotspot(in, out []*timedBuffer) error {
	n, l := side(in[0]), h.file("hotspot.cu")
	steps := int(h.w.scalars[0].(int64))
	from := in[1]
	for k := range steps {
		to := out[(steps-1-k)%2]
		l.run("step", over(n, 8)*over(n, 32), in[0], from, to, n, n, bits(chip[0]), bits(chip[1]), bits(chip[2]), bits(chip[3]))
		from = to
	}
	return l.err
}

func (h *hand) rowadd(in, out []*timedBuffer) error {
	n, l := side(in[0]), h.file("rowadd.cu")
	l.run("rowadd", over(n, group)*over(n, 16), in[0], out[0], n, n)
	return l.err
}
