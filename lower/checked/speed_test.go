package checked_test

import (
	"context"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/gpu"
	"funmem/lower/checked"
)

const hotspotText = `
def step [rows][cols] (power : [rows][cols]f64) (temp : [rows][cols]f64) : [rows][cols]f64 =
  let height = 0.016 / f64(rows)
  let width = 0.016 / f64(cols)
  let cap = 0.5 * 1.75e6 * 0.0005 * width * height
  let rx = width / (2.0 * 100.0 * 0.0005 * height)
  let ry = height / (2.0 * 100.0 * 0.0005 * width)
  let rz = 0.0005 / (100.0 * height * width)
  let time = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6))
  in kernel r <= rows, c <= cols do
       let t = temp[r, c]
       let north = temp[max(r - 1, 1), c]
       let south = temp[min(r + 1, rows), c]
       let west = temp[r, max(c - 1, 1)]
       let east = temp[r, min(c + 1, cols)]
       in t + time / cap
            * (power[r, c]
                 + (west + east - 2.0 * t) / rx
                 + (north + south - 2.0 * t) / ry
                 + (80.0 - t) / rz)
def hotspot [rows][cols] (steps : int) (temp : [rows][cols]f64) (power : [rows][cols]f64) : [rows][cols]f64 =
  loop (temp = temp) for k <= steps do step(power, temp)
let temp = kernel i <= 1024, j <= 1024 do 320.0 + f64((i * i + 3 * j) % 11)
let power = kernel i <= 1024, j <= 1024 do f64((5 * i + j * j) % 7) / 1000.0
hotspot(4, temp, power)
`

const matmulText = `
def matmul [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.0 a[i] b[:, j]
let a = kernel i <= 512, j <= 512 do f64(i * j % 7) / 3.0
let b = kernel i <= 512, j <= 512 do f64(i + j) / 7.0
matmul(a, b)
`

const mapText = `
def mapped [n] (a : [n]int) (b : [n]int) : [n]int = kernel i <= n do a[i] * 3 + b[i] * b[i]
let a = kernel i <= 10000000 do i % 1000
let b = kernel i <= 10000000 do 7 * i % 1009
mapped(a, b)
`

func TestSpeed(t *testing.T) {
	d := device(t)
	for _, text := range []string{hotspotText, matmulText, mapText} {
		p := withMemory(t, text)
		for range 3 {
			k := timedKernels{checked.On(func() (gpu.Device, error) { return d, nil }), t}
			at := time.Now()
			_, ok := fast.CheckNatively(background, p, nil, engine.Options{Memory: 8 << 30}, k, true)
			one := time.Since(at)
			at = time.Now()
			_, ok2 := fast.Check(background, p, nil, engine.Options{Memory: 8 << 30})
			t.Log(ok, one, ok2, time.Since(at))
		}
	}
}

type timedKernels struct {
	*checked.Kernels
	t *testing.T
}

func (k timedKernels) Run(ctx context.Context, c *fast.Code, words []int64, memory int64) bool {
	at := time.Now()
	ok := k.Kernels.Run(ctx, c, words, memory)
	k.t.Log(c.Name, words[fast.WordFull], words[fast.WordUnit], time.Since(at))
	return ok
}
