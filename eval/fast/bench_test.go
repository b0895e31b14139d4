package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
)

const blurText = `
def blur [n][m] (x : [n][m]int) =
  kernel i <= n - 2, j <= m - 2 do
    (x[i, j]     + x[i, j + 1]     + x[i, j + 2]
   + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2]
   + x[i + 2, j] + x[i + 2, j + 1] + x[i + 2, j + 2]) / 9

blur(photo)
`

func photo() input {
	return input{"photo", array(func(k int) int64 { return int64(k*7919%251) ^ 3 }, 512, 512)}
}

// plainBlur is the blur as a person writes it in Go.
func plainBlur(x []int64, n, m int) []int64 {
	y := make([]int64, (n-2)*(m-2))
	for i := range n - 2 {
		for j := range m - 2 {
			o := i*m + j
			y[i*(m-2)+j] = (x[o] + x[o+1] + x[o+2] +
				x[o+m] + x[o+m+1] + x[o+m+2] +
				x[o+2*m] + x[o+2*m+1] + x[o+2*m+2]) / 9
		}
	}
	return y
}

func BenchmarkBlurGo(b *testing.B) {
	x, _ := photo().v.A.Elems.Narrow()
	for b.Loop() {
		plainBlur(x, 512, 512)
	}
}

func BenchmarkBlurValue(b *testing.B) {
	in := photo()
	p, ids := parse(b, blurText, in)
	m := machine(ids, in)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
	m.Accelerate = acc.Accelerate
	for b.Loop() {
		if _, err := m.Run(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
	if acc.no > 0 {
		b.Fatal("the kernel was not accelerated")
	}
}
