package offload_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/lower/offload"
)

// TestProfiled: a kernel counts words that threads read and write, each word of a block once at most.
func TestProfiled(t *testing.T) { devices.Each(t, testProfiled) }

func testProfiled(t *testing.T, d devices.Device) {
	for text, want := range map[string]int64{
		"let a = loop (a = kernel i <= 1000 do i) for r <= 1 do kernel i <= 1000 do 2 * a[i]\na[7]":                           1000 + 2000, // a map
		"let a = loop (a = kernel i <= 1000 do i) for r <= 1 do kernel i <= 10 do 2 * a[3 * i]\na[7]":                         1000 + 20,   // a part of a block
		"let a = loop (a = kernel i <= 1000 do i) for r <= 1 do kernel i <= 998 do a[i] + a[i + 1] + a[i + 2]\na[7]":          1000 + 1998, // neighbours
		"let a = loop (a = kernel i <= 100 do i) for r <= 1 do kernel i <= 50 do loop (s = 0) for k <= 100 do s + a[k]\na[7]": 100 + 150,   // each thread reads all
	} {
		_, q, free, err := lowered(text, "cpu")
		if err != nil {
			t.Fatal(err)
		}
		p, err := offload.New(context.Background(), d, d.In, q, free, gpu.Freedom{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var profile offload.Profile
		if _, err := p.Run(context.Background(), nil, engine.Options{Memory: 1 << 28}, nil, &profile); err != nil {
			t.Fatal(err)
		}
		words := int64(0)
		for _, k := range profile.Take().Kernels {
			words += k.Words
		}
		if words != want {
			t.Errorf("%s: %d words, wanted %d", text, words, want)
		}
	}
}
