package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"funmem/gpu"
)

// device is an accelerator with a driver.
type device struct {
	Driver
	limits gpu.AcceleratorLimits

	life     sync.RWMutex // is held for reading by whoever uses the device, a buffer or kernels, and otherwise to free them
	closed   bool
	commands sync.Mutex // while a command is given: they are in one order, and not all drivers bear two at the same time
	building sync.Mutex // while a program is built
	waiting  sync.Mutex // while somebody waits

	lock    sync.Mutex
	account gpu.Account
	dead    error               // why the device cannot be used any more
	built   map[string]*kernels // by text
	loaded  map[*kernels]bool   // that are not freed
	buffers map[*buffer]bool    // that are not freed
	pool
}

// New makes an accelerator of a driver.
func New(d Driver) gpu.Accelerator {
	q := &device{
		Driver: d, limits: d.Limits(), built: map[string]*kernels{}, loaded: map[*kernels]bool{}, buffers: map[*buffer]bool{},
		pool: pool{spare: map[int64][]Handle{}},
	}
	if m, ok := d.(Marker); ok {
		return &timed{q, m}
	}
	return q
}

func (d *device) Limits() gpu.AcceleratorLimits { return d.limits }

func (d *device) Account() gpu.Account {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.account
}

// command begins to give a command. It returns what is to be called at the end.
func (d *device) command() (end func()) {
	d.life.RLock()
	d.commands.Lock()
	return func() {
		d.commands.Unlock()
		d.life.RUnlock()
	}
}

// note changes the account.
func (d *device) note(f func(a *gpu.Account)) {
	d.lock.Lock()
	defer d.lock.Unlock()
	f(&d.account)
}

// usable is the error that the device is closed, or that it is dead.
func (d *device) usable() error {
	if d.closed {
		return gpu.ErrFreed
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.dead
}

// failed is the error of a command, with what was tried.
func (d *device) failed(doing string, words int64, err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", doing, err)
	d.lock.Lock()
	defer d.lock.Unlock()
	switch {
	case errors.Is(err, ErrDead):
		if d.dead == nil {
			d.dead = &gpu.DeadError{Device: d.Name(), Err: err}
		}
		return d.dead
	case errors.Is(err, ErrFull):
		return &gpu.MemoryError{Words: words, Held: d.account.Held, Limit: d.limits.Words, Err: err}
	}
	return err
}

func (d *device) Wait(ctx context.Context) error {
	d.life.RLock()
	if err := d.usable(); err != nil {
		d.life.RUnlock()
		return err
	}
	done := make(chan error, 1)
	go func() { // which holds the device open for as long as it takes
		defer d.life.RUnlock()
		d.waiting.Lock()
		defer d.waiting.Unlock()
		done <- d.failed("waiting for the device", 0, d.Driver.Wait())
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (d *device) Close() error {
	d.life.Lock()
	defer d.life.Unlock()
	if d.closed {
		return gpu.ErrFreed
	}
	err := d.failed("waiting for the device", 0, d.Driver.Wait())
	d.closed = true
	for b := range d.buffers {
		d.Driver.Free(b.id)
		b.id = 0
	}
	d.trim()
	for k := range d.loaded {
		k.drop()
	}
	d.Driver.Close()
	return err
}
