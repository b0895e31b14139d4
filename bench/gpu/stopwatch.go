package main

import (
	"context"
	"time"

	"funmem/gpu"
)

// stopwatch is a device that measures how long its kernels take: from the first launch, when all before is done, to the end of
// waiting for the last one. Copies between the machine and the device are not counted. One run at a time may use it.
type stopwatch struct {
	gpu.Accelerator
	running  bool
	begin    time.Time
	spent    time.Duration
	launches int
}

// reset begins anew.
func (s *stopwatch) reset() { s.running, s.spent, s.launches = false, 0, 0 }

// start starts the clock before a launch, unless it runs.
func (s *stopwatch) start() error {
	s.launches++
	if s.running {
		return nil
	}
	if err := s.Accelerator.Wait(context.Background()); err != nil {
		return err
	}
	s.running, s.begin = true, time.Now()
	return nil
}

// settle waits for what was launched, and stops the clock.
func (s *stopwatch) settle(ctx context.Context) error {
	if !s.running {
		return nil
	}
	err := s.Accelerator.Wait(ctx)
	s.spent += time.Since(s.begin)
	s.running = false
	return err
}

func (s *stopwatch) Wait(ctx context.Context) error {
	if s.running {
		return s.settle(ctx)
	}
	return s.Accelerator.Wait(ctx)
}

func (s *stopwatch) Build(ctx context.Context, source string, may gpu.Freedom) (gpu.Kernels, error) {
	k, err := s.Accelerator.Build(ctx, source, may)
	if err != nil {
		return nil, err
	}
	return &timedKernels{k, s}, nil
}

func (s *stopwatch) Alloc(words int64) (gpu.Buffer, error) {
	b, err := s.Accelerator.Alloc(words)
	if err != nil {
		return nil, err
	}
	return &timedBuffer{b, s}, nil
}

// timedKernels start the clock.
type timedKernels struct {
	gpu.Kernels
	watch *stopwatch
}

func (k *timedKernels) Launch(kernel string, groups, size int, args ...any) error {
	own := make([]any, len(args))
	for at, x := range args {
		if b, ok := x.(*timedBuffer); ok {
			x = b.Buffer
		}
		own[at] = x
	}
	if err := k.watch.start(); err != nil {
		return err
	}
	return k.Kernels.Launch(kernel, groups, size, own...)
}

// timedBuffer stops the clock where it is copied to the machine or from it.
type timedBuffer struct {
	gpu.Buffer
	watch *stopwatch
}

func (b *timedBuffer) In(at int64, data []int64) error {
	if err := b.watch.settle(context.Background()); err != nil {
		return err
	}
	return b.Buffer.In(at, data)
}

func (b *timedBuffer) Out(at int64, data []int64) error {
	if err := b.watch.settle(context.Background()); err != nil {
		return err
	}
	return b.Buffer.Out(at, data)
}

// Copy goes on: it is work within the device, like a kernel.
func (b *timedBuffer) Copy(at int64, other gpu.Buffer, from, words int64) error {
	if o, ok := other.(*timedBuffer); ok {
		other = o.Buffer
	}
	return b.Buffer.Copy(at, other, from, words)
}
