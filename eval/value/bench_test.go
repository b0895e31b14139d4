package value

import (
	"context"
	"testing"

	"funmem/eval/engine"
)

// BenchmarkKernel measures a kernel with five operations per element.
func BenchmarkKernel(b *testing.B) {
	p := core(b, "let (n : int) = 10000\nlet (x : [n]int) = kernel i <= n do\n  let (k : int) = (i * i + 3) % 1000 - i // 7\n  in (k)\nin (x)")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(engine.Options{}).Run(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
}
