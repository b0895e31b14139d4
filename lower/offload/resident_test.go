package offload_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/lower/offload"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// inPlace overwrites its input by a kernel, and then one element of it.
const inPlace = `input n : int;
input a : [n]int @ a_mem -> R(n);
kernel i <= n do
  var t : int; t <- a_mem[i - 1];
  a_mem[i - 1] <- t * 10
done;
if n > 5 then a_mem[2] <- 7 else skip fi;
return a : [n]int @ a_mem -> R(n)`

// twice doubles its input.
const twice = `input n : int;
input a : [n]int @ a_mem -> R(n);
var r : mem; r <- alloc n;
kernel i <= n do
  var t : int; t <- a_mem[i - 1];
  r[i - 1] <- t * 2
done;
return a : [n]int @ r -> R(n)`

// TestInputs: an input is copied to the device once.
func TestInputs(t *testing.T) { devices.Each(t, testInputs) }

func testInputs(t *testing.T, d devices.Device) {
	q := program(t, d, twice)
	a := ints(1, 2, 3, 4, 5)
	for range 3 {
		v, err := q.Run(context.Background(), []value.Val{value.Of(5), a}, engine.Options{Memory: 1 << 20}, func(int, error) []int64 { return nil }, nil)
		if err != nil || !v[0].Equal(ints(2, 4, 6, 8, 10)) {
			t.Fatal(v, err)
		}
	}
	if in := d.Account().WordsIn; in != 5+3 {
		t.Errorf("%d words went to the device", in)
	}
	if !a.Equal(ints(1, 2, 3, 4, 5)) {
		t.Error(a)
	}
}

// program compiles a program of IMP for a device. All of its kernels are launched.
func program(t *testing.T, d devices.Device, text string) *offload.Program {
	t.Helper()
	p, err := imp.Parse(diag.NewSource("t.imp", text))
	if err == nil {
		p, err = imp.Resolve(p, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	q, err := offload.New(context.Background(), d, d.In, p, always, gpu.Freedom{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func ints(words ...int64) value.Val {
	return value.Val{A: &value.Array{Elem: syntax.Int, Shape: []int{len(words)}, Elems: num.VecOf(words)}}
}

// TestResident: values stay on the device until they are looked at, and no run changes them there.
func TestResident(t *testing.T) { devices.Each(t, testResident) }

func testResident(t *testing.T, d devices.Device) {
	q := program(t, d, inPlace)
	lost := func(k int, err error) []int64 {
		t.Errorf("result %d is lost: %v", k, err)
		return make([]int64, 6)
	}
	call := func(a value.Val) value.Val {
		t.Helper()
		v, err := q.Run(context.Background(), []value.Val{value.Of(a.A.Elems.Len()), a}, engine.Options{Memory: 1 << 20}, lost, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v[0]
	}
	moved := func() (in, out int64) {
		a := d.Account()
		return a.WordsIn, a.WordsOut
	}
	a := ints(1, 2, 3, 4, 5)
	b := call(a)
	in, out := moved()
	c := call(b)
	call(a)
	if in2, out2 := moved(); in2-in > 7 || out2-out > 2 || !b.A.Elems.IsAway() || !c.A.Elems.IsAway() {
		t.Errorf("%d words went to the device, and %d came back", in2-in, out2-out)
	}
	for k, v := range []value.Val{a, b, c} {
		scale := []int64{1, 10, 100}[k]
		if want := ints(scale, 2*scale, 3*scale, 4*scale, 5*scale); !v.Equal(want) || v.A.Elems.IsAway() {
			t.Errorf("%v instead of %v", v, want)
		}
	}
	if again := call(a); !again.Equal(b) || !a.Equal(ints(1, 2, 3, 4, 5)) {
		t.Error(again, a)
	}
	if b2 := call(b); !b2.Equal(c) || !b.Equal(ints(10, 20, 30, 40, 50)) {
		t.Error(b2, b)
	}
	// the host writes an element of what is on the device
	e := call(ints(1, 2, 3, 4, 5, 6))
	f := call(e)
	if !f.Equal(ints(100, 200, 7, 400, 500, 600)) || !e.Equal(ints(10, 20, 7, 40, 50, 60)) {
		t.Error(e, f)
	}
	held := d.Account().Held
	offload.Discard([]value.Val{f, f})
	if now := d.Account().Held; now > held {
		t.Error(held, now)
	}
	// of a value that changes the device has no copy
	g := a.A.Elems.With([]int{0}, func(int) num.Num { return num.Of(9) })
	if h := call(value.Val{A: &value.Array{Elem: syntax.Int, Shape: []int{5}, Elems: g}}); !h.Equal(ints(90, 20, 30, 40, 50)) {
		t.Error(h)
	}
	if !a.Equal(ints(1, 2, 3, 4, 5)) {
		t.Error(a)
	}
	// what the device does not give any more is computed anew
	asked := error(nil)
	lost = func(_ int, err error) []int64 { asked = err; return []int64{10, 20} }
	y, err := q.Run(context.Background(), []value.Val{value.Of(2), ints(1, 2)}, engine.Options{Memory: 1 << 20}, lost, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	if !y[0].Equal(ints(10, 20)) || !errors.Is(asked, gpu.ErrFreed) {
		t.Error(y[0], asked)
	}
}

// TestPressure: where there is no room, the device gives up what is also here; and of values that are made from each other
// only so many are there alone.
func TestPressure(t *testing.T) { devices.Each(t, testPressure) }

func testPressure(t *testing.T, d devices.Device) {
	limited := &small{d.Accelerator, 10_000}
	q := program(t, devices.Device{Accelerator: limited, In: d.In}, inPlace)
	call := func(a value.Val) value.Val {
		t.Helper()
		v, err := q.Run(context.Background(), []value.Val{value.Of(a.A.Elems.Len()), a}, engine.Options{Memory: 1 << 24}, func(int, error) []int64 {
			t.Error("lost")
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v[0]
	}
	zeros := func(n int) value.Val { return ints(make([]int64, n)...) }
	var kept []value.Val
	for range 4 {
		v := call(zeros(2000))
		v.A.Elems.At(0) // it is here, too
		kept = append(kept, v)
	}
	call(zeros(6000)) // for which some of these go
	last := zeros(3)
	for range 40 {
		last = call(last)
		kept = append(kept, last)
	}
	away := 0
	for _, v := range kept {
		if v.A.Elems.IsAway() {
			away++
		}
	}
	if away > 38 || away < 10 {
		t.Errorf("%d values are on the device alone", away)
	}
}

// small is a device with less memory.
type small struct {
	gpu.Accelerator
	words int64
}

func (s *small) Limits() gpu.AcceleratorLimits {
	l := s.Accelerator.Limits()
	l.Words = s.words
	return l
}

func (s *small) Alloc(words int64) (gpu.Buffer, error) {
	if held := s.Account().Held; held+words > s.words {
		return nil, &gpu.MemoryError{Words: words, Held: held, Limit: s.words}
	}
	return s.Accelerator.Alloc(words)
}
