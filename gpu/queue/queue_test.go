package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"funmem/gpu"
)

// driver is a device of this process. A kernel `add` adds a word to all those of a buffer.
type driver struct {
	lock    sync.Mutex
	next    Handle
	buffers map[Handle][]int64
	names   map[Handle]string
	room    int64         // words
	fail    error         // of the next command
	hold    chan struct{} // not nil: Wait waits for it
	calls   map[string]int
	closed  bool
}

func newDriver() *driver {
	return &driver{buffers: map[Handle][]int64{}, names: map[Handle]string{}, room: 1000, calls: map[string]int{}}
}

// called notes a call, and returns the error that is due.
func (d *driver) called(name string) error {
	d.calls[name]++
	err := d.fail
	if d.fail = nil; d.closed {
		return errors.New("it is closed")
	}
	return err
}

func (d *driver) Name() string { return "a device" }
func (d *driver) Limits() gpu.AcceleratorLimits {
	return gpu.AcceleratorLimits{Units: 1, Group: 8, Words: 1000, Buffer: 600, Args: 10}
}

func (d *driver) Alloc(words int64) (Handle, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if err := d.called("alloc"); err != nil {
		return 0, err
	}
	if words > d.room {
		return 0, fmt.Errorf("%w: %d words are left", ErrFull, d.room)
	}
	d.room -= words
	d.next++
	d.buffers[d.next] = make([]int64, words)
	return d.next, nil
}

func (d *driver) Free(b Handle) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.calls["free"]++
	if d.buffers[b] == nil {
		panic("a buffer is freed twice")
	}
	d.room += int64(len(d.buffers[b]))
	delete(d.buffers, b)
}

func (d *driver) Write(b Handle, at int64, data []int64) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	copy(d.buffers[b][at:], data)
	return d.called("write")
}

func (d *driver) Read(b Handle, at int64, data []int64) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	copy(data, d.buffers[b][at:])
	return d.called("read")
}

func (d *driver) Copy(to Handle, at int64, from Handle, fromAt, words int64) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	copy(d.buffers[to][at:at+words], d.buffers[from][fromAt:])
	return d.called("copy")
}

func (d *driver) Build(text string, _ gpu.Freedom) (Handle, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if strings.HasPrefix(text, "wrong") {
		return 0, &gpu.CompileError{Command: "compile", Output: "\n" + text, Err: errors.New("it is wrong")}
	}
	d.next++
	return d.next, d.called("build")
}

func (d *driver) Kernel(_ Handle, name string) (Handle, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if name != "add" {
		return 0, gpu.ErrNoFunction
	}
	d.next++
	d.names[d.next] = name
	return d.next, nil
}

func (d *driver) Group(Handle) int { return 6 }

func (d *driver) Drop(Handle, []Handle) { d.calls["drop"]++ }

func (d *driver) Launch(_ Handle, _, _ int, args []uint64) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	for k := range d.buffers[Handle(args[0])] {
		d.buffers[Handle(args[0])][k] += int64(args[1])
	}
	return d.called("launch")
}

func (d *driver) Wait() error {
	if d.hold != nil {
		<-d.hold
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.called("wait")
}

func (d *driver) Close() { d.closed = true }

func alloc(t *testing.T, d gpu.Accelerator, words int64) gpu.Buffer {
	t.Helper()
	b, err := d.Alloc(words)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPool: a buffer gets the memory of one of its size that was freed, what is spare goes where there is no room, and little
// is spare.
func TestPool(t *testing.T) {
	of := newDriver()
	d := New(of)
	a := alloc(t, d, 100)
	a.Free()
	a.Free()
	b := alloc(t, d, 100)
	if acc := d.Account(); acc.Buffers != 2 || acc.Allocations != 1 || acc.Held != 100 || of.calls["free"] != 0 {
		t.Errorf("%+v %v", acc, of.calls)
	}
	b.Free()
	of.room = 250 // somebody else has the rest
	c := alloc(t, d, 300)
	if of.calls["alloc"] != 3 || of.calls["free"] != 1 {
		t.Errorf("%v", of.calls)
	}
	c.Free()
	if of.calls["free"] != 2 { // an eighth may be spare
		t.Errorf("%v", of.calls)
	}
	var full *gpu.MemoryError
	for _, words := range []int64{-1, 601, 351} {
		if _, err := d.Alloc(words); !errors.As(err, &full) || full.Words != words || full.Limit != 1000 {
			t.Error(words, err)
		}
	}
	empty := alloc(t, d, 0)
	if err := errors.Join(empty.In(0, nil), empty.Out(0, nil)); err != nil || empty.Words() != 0 || d.Account().Held != 0 {
		t.Error(err, d.Account())
	}
}

// TestFailures: an error says what was tried, and whether there was no room.
func TestFailures(t *testing.T) {
	of := newDriver()
	d := New(of)
	b, ctx := alloc(t, d, 4), context.Background()
	k, err := d.Build(ctx, "kernels", gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	for what, f := range map[string]func() error{
		"copying to the device":   func() error { return b.In(0, []int64{1}) },
		"copying from the device": func() error { return b.Out(0, []int64{1}) },
		"copying in the device":   func() error { return b.Copy(0, b, 1, 2) },
		"launching kernel `add`":  func() error { return k.Launch("add", 1, 1, b, int64(1)) },
		"waiting for the device":  func() error { return d.Wait(ctx) },
	} {
		of.fail = errors.New("a mishap")
		if err := f(); err == nil || err.Error() != what+": a mishap" {
			t.Errorf("%s: %v", what, err)
		}
		of.fail = ErrFull
		var full *gpu.MemoryError
		if err := f(); !errors.As(err, &full) {
			t.Errorf("%s: %v", what, err)
		}
		if err := f(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var refused *gpu.CompileError
	if _, err := d.Build(ctx, "wrong "+strings.Repeat("x", 2*mostLog), gpu.Freedom{}); !errors.As(err, &refused) || len(refused.Output) != mostLog {
		t.Error(err)
	}
	if again, _ := d.Build(ctx, "kernels", gpu.Freedom{}); again != k {
		t.Error("it was compiled twice")
	}
	for _, err := range []error{k.Launch("add", 0, 1), k.Launch("add", 1, 9), k.Launch("add", 1, 1, 3), k.Launch("sub", 1, 1), k.Launch("add", 1, 1, alloc(t, New(newDriver()), 1), int64(1))} {
		if err == nil {
			t.Error("a launch that cannot be")
		}
	}
}

// TestDead: after an error that the device does not survive nothing is asked of it any more, and all is given back.
func TestDead(t *testing.T) {
	of := newDriver()
	d := New(of)
	b, ctx := alloc(t, d, 4), context.Background()
	k, err := d.Build(ctx, "kernels", gpu.Freedom{})
	of.fail = fmt.Errorf("a fault: %w", ErrDead)
	var dead *gpu.DeadError
	if err := errors.Join(err, k.Launch("add", 1, 1, b, int64(1))); !errors.As(err, &dead) || dead.Device != "a device" {
		t.Fatal(err)
	}
	before := fmt.Sprint(of.calls)
	_, none := d.Alloc(1)
	_, no := d.Build(ctx, "others", gpu.Freedom{})
	for _, err := range []error{none, no, b.In(0, []int64{1}), b.Out(0, []int64{1}), b.Copy(0, b, 0, 1), k.Launch("add", 1, 1, b, int64(1)), d.Wait(ctx)} {
		if !errors.As(err, &dead) || !strings.Contains(err.Error(), "launching kernel `add`: a fault") {
			t.Error(err)
		}
	}
	if now := fmt.Sprint(of.calls); now != before {
		t.Errorf("%s became %s", before, now)
	}
	b.Free()
	d.Close()
	if len(of.buffers) != 0 || !of.closed || of.calls["drop"] != 1 {
		t.Errorf("%v %v", of.buffers, of.calls)
	}
}

// TestWaiting: who waits is let go when he does not want to any more, others may give commands meanwhile, and the device is
// closed after that.
func TestWaiting(t *testing.T) {
	of := newDriver()
	of.hold = make(chan struct{})
	d := New(of)
	b := alloc(t, d, 4)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := d.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := b.In(0, []int64{1, 2}); err != nil {
		t.Error(err)
	}
	closed := make(chan error)
	go func() { closed <- d.Close() }()
	close(of.hold)
	if err := <-closed; err != nil || !of.closed || len(of.buffers) != 0 {
		t.Error(err)
	}
	if d.Close() != gpu.ErrFreed || b.In(0, []int64{1}) != gpu.ErrFreed || d.Wait(context.Background()) != gpu.ErrFreed {
		t.Error("a closed device was used")
	}
	b.Free()
}
