package native

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/offload"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Engine keeps the compiled code of sessions. It is safe for concurrent use.
type Engine struct {
	Always  bool // kernels run on several threads, however short they are; for tests
	General bool // no sizes are constants; for tests

	device  gpu.Device
	on      *accelerator  // where kernels run; nil: on the device
	one     chan struct{} // has an element while code is made in the background
	profile atomic.Pointer[offload.Profile]
	ctx     context.Context
	end     context.CancelFunc
	running sync.WaitGroup // code that is made in the background

	lock      sync.Mutex
	code      map[unit]*compiled
	heat      map[syntax.Node]*heat
	variants  map[unit]int                 // how much code for constants there is of code for all sizes
	lengths   map[*syntax.Def]map[int]bool // what sizesIn found
	banned    map[syntax.Node]bool         // gave a wrong result, with whatever freedom
	events    []Event
	overflows []diag.Span // of functions whose ints left 64 bits, as was told
	made      int64       // how often code was begun
	done      int64       // runs of code that ended well
	refused   int         // texts, one after the other, that the compiler did not compile
	broken    error       // why nothing more is compiled, or nil
	toldOfIt  bool        // that the compiler does not work
	dead      error       // why the device cannot be used any more, or nil
}

// unit is what is compiled: a function, or an expression, and what the compiler may do.
type unit struct {
	syntax.Node
	may   gpu.Freedom
	fixed string // what is constant
}

// NewEngine returns an engine on a device.
func NewEngine(d gpu.Device) *Engine {
	n := &Engine{device: d, code: map[unit]*compiled{}, heat: map[syntax.Node]*heat{}, banned: map[syntax.Node]bool{}, variants: map[unit]int{}, lengths: map[*syntax.Def]map[int]bool{}, one: make(chan struct{}, 1)}
	n.ctx, n.end = context.WithCancel(context.Background())
	return n
}

// Close ends what is made in the background, and waits for that. Nothing more is made in the background then.
func (n *Engine) Close() {
	n.end()
	n.running.Wait()
}

// mostCompiled limits the functions and expressions that are kept.
const mostCompiled = 1024

// Ask is a kernel, a fold, a loop or a call whose values are wanted.
type Ask struct {
	Pat []*syntax.Binding // what it binds
	Exp syntax.Expr
	Env value.Env
	Def func(name string) *syntax.Def
	// Below is the engine below. It may decline; nil: there is none.
	Below func() ([]value.Val, bool)
	// Rules evaluate it in any case: they give its values, or say why it is stuck. A native result is compared with
	// theirs.
	Rules func(ctx context.Context) ([]value.Val, error)
	// Again evaluates it in another environment with other functions, some time later. With it, results may stay on a device:
	// should that lose them, they are computed anew. It may be nil.
	Again func(env value.Env, def func(string) *syntax.Def) ([]value.Val, error)
	// Before, if not nil, is called before each run of code, which may end the process if the compiler is wrong.
	Before func()
}

// below asks the engine below.
func (a *Ask) below() ([]value.Val, bool) {
	if a.Below == nil {
		return nil, false
	}
	return a.Below()
}

// at is the place of what is asked for.
func (a *Ask) at(d *syntax.Def) diag.Span {
	if a.Exp != nil {
		return a.Exp.GetSpan()
	}
	return d.Span
}

// Mode says what is compiled, and what is compared with the engine below.
type Mode struct {
	Hot   bool // what has taken long, in the background; otherwise everything, at once
	First bool // the first result for each shape of the inputs is compared
	Every int  // every so many results one is compared; 0: none
	May   gpu.Freedom
}

// Accelerate computes the values of an expression. ok is false, and nothing has changed, if it declines.
//
// Where a result differs from that of the engine below, the latter is the value, and the code is not used any more.
func (n *Engine) Accelerate(ctx context.Context, opts engine.Options, a *Ask, mode Mode) (v []value.Val, ok bool) {
	c, h := n.find(ctx, a, mode)
	if c == nil || c.hopeless() {
		return n.below(a, h)
	}
	compare, slow := c.next(mode, a)
	if slow {
		return a.below()
	}
	if a.Before != nil {
		a.Before()
	}
	start := time.Now()
	v, ok = n.call(ctx, opts, c, a, mode)
	own := time.Since(start)
	if !ok {
		n.gaveUp(ctx, c)
		return a.below()
	}
	n.lock.Lock()
	n.done++
	n.lock.Unlock()
	if compare == nil {
		return v, true
	}
	start = time.Now()
	w, err := a.Rules(ctx)
	other, why := time.Since(start), ""
	var stuck *diag.Diagnostic
	switch {
	case errors.As(err, &stuck) && stuck.Kind == diag.Stuck:
		why = "it has a value where there is none: " + stuck.Msg
	case err != nil: // ctx is done, or there is not enough memory for both
		if ctx.Err() == nil {
			compare.unknown()
		}
		return v, true
	default:
		why = differ(v, w, c.code.Near)
	}
	compare.ended(own, other, why)
	if why == "" {
		return v, true
	}
	e := Event{Name: c.name, At: c.at, Wrong: why, Near: c.code.Near, May: c.may, Threads: opts.Threads}
	e.Program, e.Inputs = c.reproducer(a)
	n.ban(c, e)
	return w, err == nil
}

// ban leaves a function to the engine below from now on, and tells that.
func (n *Engine) ban(c *compiled, e Event) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.banned[c.key] = true
	n.events = append(n.events, e)
}

// Done is how many runs of code have ended well.
func (n *Engine) Done() int64 {
	n.lock.Lock()
	defer n.lock.Unlock()
	return n.done
}

// Made is how often code was begun.
func (n *Engine) Made() int64 {
	n.lock.Lock()
	defer n.lock.Unlock()
	return n.made
}

// below asks the engine below, and adds what that takes to the heat of the expression.
func (n *Engine) below(a *Ask, h *heat) ([]value.Val, bool) {
	if h == nil {
		return a.below()
	}
	start := time.Now()
	v, ok := a.below()
	h.add(time.Since(start), ok)
	return v, ok
}

// find returns the code of an expression, or nil. If there is none it is made, at once or, if the expression is hot, in
// the background. Of an expression without code it returns the heat, if the mode asks for that.
func (n *Engine) find(ctx context.Context, a *Ask, mode Mode) (*compiled, *heat) {
	key := syntax.Node(a.Exp)
	var d *syntax.Def
	if call, ok := a.Exp.(*syntax.Call); ok {
		if d = a.Def(call.Fn); d == nil {
			return nil, nil
		}
		key = d
	}
	n.lock.Lock()
	if n.banned[key] || n.dead != nil {
		n.lock.Unlock()
		return nil, nil
	}
	of := n.variant(unit{Node: key, may: mode.May}, d, a)
	c := n.code[of]
	if c != nil && !c.fits(a.Env, a.Def) {
		c = nil
	}
	if c == nil {
		if mode.Hot {
			h := n.heatOf(key)
			if !h.isHot() {
				n.lock.Unlock()
				return nil, h
			}
		}
		if n.broken != nil {
			n.lock.Unlock()
			return nil, nil
		}
		c = n.begin(ctx, of, d, a, mode.Hot)
	}
	c.last = time.Now()
	n.lock.Unlock()
	if !c.done() && mode.Hot {
		return nil, nil
	}
	return n.wait(ctx, of, c), nil
}

// begin begins to make code. The engine is locked.
func (n *Engine) begin(ctx context.Context, of unit, d *syntax.Def, a *Ask, background bool) *compiled {
	n.made++
	c, p := newCompiled(a, d, of)
	c.on = n.on
	if len(n.code) >= mostCompiled {
		clear(n.code)
		clear(n.variants)
	}
	if of.fixed != "" && n.code[of] == nil {
		n.variants[unit{Node: of.Node, may: of.may}]++
	}
	n.code[of] = c
	if background {
		ctx = n.ctx
	}
	ctx, c.stop = context.WithCancel(ctx)
	n.running.Go(func() {
		defer c.stop()
		if !background {
			n.make(ctx, c, p, false)
			return
		}
		n.inTurn(func() { n.make(ctx, c, p, true) })
		n.inTurn(func() { c.improve(ctx, n.device) })
	})
	return c
}

// make makes code, within the time that there is for that, and notes whether the compiler works.
func (n *Engine) make(ctx context.Context, c *compiled, p *program, quick bool) {
	within, stop := context.WithTimeoutCause(ctx, longest, errLong)
	defer stop()
	c.make(within, n.device, p, quick, func() { n.heard(ctx, c) })
}

// heard notes whether the compiler works. The first time that it does not, it tells that. After mostRefused times, and after
// one for which it took longer than it may, nothing more is compiled, unless the user asks for a function by name.
func (n *Engine) heard(ctx context.Context, c *compiled) {
	nothing := c.offload != nil && len(c.offload.Grids) == 0 // was compiled
	if c.err != nil && n.lost(c.err) || c.err != nil && c.refused == nil || ctx.Err() != nil || nothing {
		return
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	if c.refused == nil {
		n.refused, n.broken, n.toldOfIt = 0, nil, false
		return
	}
	n.refused++
	if !n.toldOfIt {
		n.toldOfIt = true
		n.events = append(n.events, Event{Name: c.name, At: c.at, Refused: c.err})
	}
	long := (errors.Is(c.err, context.DeadlineExceeded) || errors.Is(c.err, errLong)) && c.whole-c.took < longest/2
	if n.broken == nil && (n.refused >= mostRefused || long) {
		n.broken = c.err
		n.events = append(n.events, Event{Refused: c.err})
	}
}

// Broken is why nothing more is compiled but what the user asks for by name, or nil.
func (n *Engine) Broken() error {
	n.lock.Lock()
	defer n.lock.Unlock()
	return n.broken
}

// mostRefused is how many texts, one after the other, the compiler may refuse.
const mostRefused = 3

// inTurn does some work in the background once no other is done there.
func (n *Engine) inTurn(work func()) {
	n.one <- struct{}{}
	defer func() { <-n.one }()
	work()
}

// longest is how long it may take to make code. errLong says that it took longer.
const longest = time.Minute

var errLong = errors.New("compiling it took more than a minute")

// wait waits for code. It returns nil if ctx is done, or there is none.
func (n *Engine) wait(ctx context.Context, of unit, c *compiled) *compiled {
	select {
	case <-c.ready:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		n.lock.Lock()
		if n.code[of] == c { // who asks again begins again
			delete(n.code, of)
		}
		n.lock.Unlock()
		return nil
	}
	if c.err != nil {
		return nil
	}
	return c
}
