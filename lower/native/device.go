package native

import (
	"context"
	"errors"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/lower/offload"
	"funmem/semantics/stop"
)

// accelerator is a device with memory of its own, and what it is programmed in.
type accelerator struct {
	device  gpu.Accelerator
	dialect emit.Dialect
}

// NewAccelerated returns an engine whose kernels run on an accelerator that understands a dialect. No sizes are constants in
// its code.
func NewAccelerated(d gpu.Accelerator, in emit.Dialect) *Engine {
	n := NewEngine(nil)
	n.on, n.General = &accelerator{d, in}, true
	return n
}

// Account is what the accelerator of the engine has done so far. ok is false if it has none.
func (n *Engine) Account() (a gpu.Account, ok bool) {
	if n.on == nil {
		return a, false
	}
	return n.on.device.Account(), true
}

// forDevice lowers a program and compiles its kernels.
func (c *compiled) forDevice(ctx context.Context, p *program) {
	defer func() {
		if c.err != nil && ctx.Err() != nil {
			c.err = context.Cause(ctx)
		}
	}()
	if c.lowered, c.err = lower(ctx, p, true); c.err != nil {
		return
	}
	defer stop.Caught(&c.err)
	c.code.Near = c.code.Near || c.may.Contract
	q, err := c.imp()
	if err != nil {
		c.err = err
		return
	}
	start := time.Now()
	c.offload, c.err = offload.New(ctx, c.on.device, c.on.dialect, q, c.free, c.may, engine.NewBudget(ctx, 0).Poll)
	c.took = time.Since(start)
	var refused *gpu.CompileError
	if errors.As(c.err, &refused) || c.err != nil && ctx.Err() != nil {
		c.refused = c.err
	}
}

// callDevice runs code whose kernels run on a device. What ends with an error of the device is not tried again.
func (n *Engine) callDevice(ctx context.Context, opts engine.Options, c *compiled, values []value.Val) (v []value.Val, ok bool) {
	res, err := c.offload.Run(ctx, values, opts)
	var early *offload.Early
	switch {
	case errors.As(err, &early):
		if early.Status != offload.Unfit {
			c.ended(early.Status)
		}
		return nil, false
	case err != nil:
		if ctx.Err() == nil {
			c.useless(err)
			n.lock.Lock()
			defer n.lock.Unlock()
			n.events = append(n.events, Event{Name: c.name, At: c.at, Refused: err})
		}
		return nil, false
	}
	c.ended(emit.Done)
	if c.def == nil {
		return res, true
	}
	return c.all(res), true
}
