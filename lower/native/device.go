package native

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/lower/offload"
	"funmem/lower/schedule"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// accelerator is a device with memory of its own, and what it is programmed in.
type accelerator struct {
	device  gpu.Accelerator
	dialect emit.Dialect

	lock                sync.Mutex
	lowering, compiling time.Duration // so far
}

// NewAccelerated returns an engine whose kernels run on an accelerator that understands a dialect. No sizes are constants in
// its code.
func NewAccelerated(d gpu.Accelerator, in emit.Dialect) *Engine {
	n := NewEngine(nil)
	n.on, n.General = &accelerator{device: d, dialect: in}, true
	return n
}

// Account is what the accelerator of the engine has done so far. ok is false if it has none.
func (n *Engine) Account() (a gpu.Account, ok bool) {
	if n.on == nil {
		return a, false
	}
	return n.on.device.Account(), true
}

// spend adds the time since begin.
func (a *accelerator) spend(to *time.Duration, begin time.Time) {
	a.lock.Lock()
	defer a.lock.Unlock()
	*to += time.Since(begin)
}

// Spent is how long lowering and compiling for the accelerator took so far; both are 0 if the engine has none.
func (n *Engine) Spent() (lowering, compiling time.Duration) {
	if n.on == nil {
		return 0, 0
	}
	n.on.lock.Lock()
	defer n.on.lock.Unlock()
	return n.on.lowering, n.on.compiling
}

// forDevice lowers a program and compiles its kernels.
func (c *compiled) forDevice(ctx context.Context, p *program) {
	defer func() {
		if c.err != nil && ctx.Err() != nil {
			c.err = context.Cause(ctx)
		}
	}()
	begin := time.Now()
	c.lowered, c.err = lower(ctx, p, wayTo(c.on.device, c.on.dialect))
	c.on.spend(&c.on.lowering, begin)
	if c.err != nil {
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
	c.on.spend(&c.on.compiling, start)
	if c.err == nil {
		c.launched(c.offload.Grids)
	}
	var refused *gpu.CompileError
	if errors.As(c.err, &refused) || c.err != nil && ctx.Err() != nil {
		c.refused = c.err
	}
}

// launched notes which kernels the device runs.
func (c *compiled) launched(grids []*emit.Grid) {
	at, grouped, own := map[diag.Span]bool{}, map[diag.Span]bool{}, map[diag.Span]bool{}
	for _, g := range grids {
		for _, k := range g.Nest {
			at[k.Span] = at[k.Span] || g.Group == 0
			grouped[k.Span] = grouped[k.Span] || g.Group > 0
		}
	}
	for k := range c.kernels {
		s := &c.kernels[k]
		s.Launched, s.Grouped, own[s.At] = at[s.At], grouped[s.At], true
	}
	for _, g := range grids {
		if s := g.Of; !own[s.Span] {
			c.kernels = append(c.kernels, Kernel{Name: s.X.Name, At: s.Span, Proved: true, Launched: at[s.Span], Grouped: grouped[s.Span], Made: true})
			own[s.Span] = true
		}
	}
}

// again computes results anew that the device has lost: from the same values, by the same functions. It is nil if nobody says
// how.
func (n *Engine) again(c *compiled, a *Ask) offload.Lost {
	if a.Again == nil {
		return nil
	}
	needs := map[int]bool{} // nothing else is kept alive
	for _, x := range syntax.FreeVars(a.Exp) {
		needs[x.ID] = true
	}
	for id := range c.shapes {
		needs[id] = true
	}
	env := a.Env.Without(func(id int) bool { return needs[id] })
	var at []int
	if c.def != nil {
		at = c.def.Values()
	}
	once := sync.OnceValues(func() ([]value.Val, error) {
		return a.Again(env, func(name string) *syntax.Def {
			if d := c.looked[name]; d != nil {
				return d
			}
			return a.Def(name)
		})
	})
	return func(k int, why error) []int64 {
		n.lost(why)
		v, err := once()
		if at != nil {
			k = at[k]
		}
		var ended *engine.Interrupted
		switch {
		case errors.As(err, &ended):
			panic(ended)
		case err != nil:
			panic(&engine.Interrupted{Cause: err})
		}
		words, _ := v[k].A.Elems.Words(v[k].Elem() == syntax.F64) // the device had them as words
		return slices.Clone(words)
	}
}

// lost tells whether an error says that the device cannot be used any more. The first time that it does, it tells that; all is
// left to the engine below then.
func (n *Engine) lost(err error) bool {
	var dead *gpu.DeadError
	if !errors.As(err, &dead) {
		return false
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.dead == nil {
		n.dead = dead
		n.events = append(n.events, Event{Dead: dead})
	}
	return true
}

// noRoom tells, for the first time that a device has no room for a run of some code, that it has not.
func (n *Engine) noRoom(c *compiled, err error) {
	var full *gpu.MemoryError
	if !errors.As(err, &full) {
		return
	}
	c.lock.Lock()
	told := c.full
	c.full = true
	c.lock.Unlock()
	if !told {
		n.lock.Lock()
		defer n.lock.Unlock()
		n.events = append(n.events, Event{Name: c.name, At: c.at, Full: full})
	}
}

// Device is the device on which kernels run, or nil if that is the machine's own cores.
func (n *Engine) Device() gpu.Accelerator {
	if n.on == nil {
		return nil
	}
	return n.on.device
}

// Profile makes the engine note where the time of kernels and copies goes, or ends that with nil.
func (n *Engine) Profile(p *offload.Profile) { n.profile.Store(p) }

// wayTo is how programs are lowered for a device and its dialect; nil is a GPU that is not there. What iterations allocate is
// allocated before a kernel, but for blocks of few words. On a GPU neighbouring iterations have neighbouring words then, and
// on a processor each has words beside each other.
func wayTo(d gpu.Accelerator, in emit.Dialect) way {
	switch {
	case d != nil && d.Limits().Shared:
		return way{passes: "device", layout: "blocked", rewrites: schedule.Processors}
	case d != nil && (d.Limits().Group < schedule.GroupThreads || d.Limits().Local < schedule.GroupMemory):
		return way{passes: "device", rewrites: schedule.Single}
	case in.Name == emit.CUDA.Name:
		return way{passes: "device", rewrites: schedule.CUDA}
	}
	return way{passes: "device", rewrites: schedule.Devices}
}

// Kernels returns the kernels of a function in a dialect of devices, as native code has them on a device, and all others of
// the function. text is "" if the device runs none. Without a device it is as on a GPU. env has the variables from outside.
func Kernels(ctx context.Context, in emit.Dialect, on gpu.Accelerator, d *syntax.Def, env value.Env, def func(string) *syntax.Def) (text string, kernels []Kernel, err error) {
	c := &compiled{def: d, looked: map[string]*syntax.Def{}, shapes: map[int]shape{}, at: d.Span}
	if c.lowered, err = lower(ctx, c.program(nil, nil, env, def, nil), wayTo(on, in)); err != nil {
		return "", nil, err
	}
	defer stop.Caught(&err)
	q, err := c.imp()
	if err != nil {
		return "", nil, err
	}
	text, grids, err := emit.Kernels(q, in, c.free, engine.NewBudget(ctx, 0).Poll)
	c.launched(grids)
	if len(grids) == 0 {
		text = ""
	}
	return text, c.kernels, err
}

// callDevice runs code whose kernels run on a device. What ends with an error of the device is not tried again.
func (n *Engine) callDevice(ctx context.Context, opts engine.Options, c *compiled, a *Ask, values []value.Val) (v []value.Val, ok bool) {
	res, err := c.offload.Run(ctx, values, opts, n.again(c, a), n.profile.Load())
	var early *offload.Early
	switch {
	case errors.As(err, &early):
		if early.Status != offload.Unfit {
			c.ended(early.Status)
		}
		n.noRoom(c, err)
		return nil, false
	case err != nil:
		if ctx.Err() == nil && !n.lost(err) {
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
