package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"funmem/gpu"
	"funmem/gpu/opencl"
	"funmem/internal/testkit"
)

// all are options for tests.
var all = options{device: "opencl", small: true, elements: 1, runs: 2, limit: time.Hour, every: 25}

// TestSmall runs everything on a device with OpenCL.
func TestSmall(t *testing.T) {
	d, err := opencl.Open()
	testkit.Needs(t, "REQUIRE_OPENCL", err)
	d.Close()
	var out, errs bytes.Buffer
	o := all
	o.every = testkit.Sample(25, 5)
	if status := run(context.Background(), &out, &errs, o); status != 0 || strings.Contains(out.String(), "WRONG") {
		t.Fatalf("status %d\n%s\n%s", status, out.String(), errs.String())
	}
	t.Log("\n" + out.String())
	for _, want := range []string{"compared with the value semantics", "A kernel copies", "| map | 10,001 | ", "| hotspot | 70×70, 4 steps | ", "they do not run here"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// TestNoDevice: what is not there is a wrong request.
func TestNoDevice(t *testing.T) {
	for _, k := range kinds {
		d, err := k.open()
		if err == nil {
			d.Close()
			continue
		}
		var out, errs bytes.Buffer
		o := all
		o.device = k.Name
		if status := run(context.Background(), &out, &errs, o); status != 2 || !strings.Contains(errs.String(), err.Error()) {
			t.Errorf("status %d\n%s", status, errs.String())
		}
	}
	o := all
	o.device = "tpu"
	if status := run(context.Background(), &bytes.Buffer{}, &bytes.Buffer{}, o); status != 2 {
		t.Error(status)
	}
}

// TestWrong: a device that computes something else is found out, and the status says so.
func TestWrong(t *testing.T) {
	d, err := opencl.Open()
	testkit.Needs(t, "REQUIRE_OPENCL", err)
	defer d.Close()
	before := kinds
	defer func() { kinds = before }()
	kinds = []kind{{before[1].Dialect, func() (gpu.Accelerator, error) { return &spoilt{d}, nil }, copyCL, false}}
	var out, errs bytes.Buffer
	if status := run(context.Background(), &out, &errs, all); status != 1 {
		t.Errorf("status %d\n%s", status, errs.String())
	}
	for _, want := range []string{"- WRONG: map, funmem: element 1 is wrong", "| WRONG |", "The copy failed", "- WRONG: program "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// spoilt is a device whose arrays have another first element after they come back.
type spoilt struct{ gpu.Accelerator }

func (s *spoilt) Close() error { return nil }

func (s *spoilt) Build(ctx context.Context, source string, may gpu.Freedom) (gpu.Kernels, error) {
	k, err := s.Accelerator.Build(ctx, source, may)
	return &spoiltKernels{k}, err
}

func (s *spoilt) Alloc(words int64) (gpu.Buffer, error) {
	b, err := s.Accelerator.Alloc(words)
	return &spoiltBuffer{b}, err
}

type spoiltKernels struct{ gpu.Kernels }

func (k *spoiltKernels) Launch(kernel string, groups, size int, args ...any) error {
	for at, x := range args {
		if b, ok := x.(*spoiltBuffer); ok {
			args[at] = b.Buffer
		}
	}
	return k.Kernels.Launch(kernel, groups, size, args...)
}

type spoiltBuffer struct{ gpu.Buffer }

func (b *spoiltBuffer) Out(at int64, data []int64) error {
	err := b.Buffer.Out(at, data)
	if len(data) > 1 {
		data[0] ^= 1 << 55
	}
	return err
}

// TestTable: ratios stand where both times are known, and what is missing has its reason.
func TestTable(t *testing.T) {
	p := peers{Library: "CuPy 1", Ms: map[string]float64{"map": 4}, Failed: map[string]string{"sum": "no memory"}}
	tab := &table{kind: kinds[0], copied: bandwidth{rate: 1e12}, peers: p}
	got := tab.line(row{&workload{name: "map", size: "10", bytes: 1e9}, outcome{kernels: 2, whole: 9, launches: 3}, outcome{kernels: 1, launches: 1}}) +
		tab.line(row{&workload{name: "sum", size: "10", bytes: 1e9}, outcome{whole: 9}, outcome{problem: "element 1 is wrong", wrong: true}}) + tab.foot()
	want := `| map | 10 | 2 | 3 | 9 | 500 | 50 % | 1 | 100 % | 2.00 | 4 | 0.50 |
| sum | 10 | – | 0 | 9 | – | – | WRONG | – | – | – | – |

- sum: no kernel is launched; the machine between the kernels does the work
- WRONG: sum, by hand: element 1 is wrong
- sum, CuPy 1: no memory
`
	if got != want || strings.Count(tab.head(), "|") != 2*13 {
		t.Errorf("the table is\n%s", got)
	}
}
