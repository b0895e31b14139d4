package native

import (
	"context"
	"fmt"
	"time"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// history is what became of code. Its owner's lock guards it.
type history struct {
	module *module       // nil: there is none
	again  time.Duration // of the C compiler for this module, which took the place of one that was ready sooner; 0: none did

	runs  int                // that may have been compared
	ends  [emit.Size + 1]int // how often it ended with each status
	fails int                // runs that ended early, since the last one that did not
	told  bool               // it was told that an int left 64 bits
	full  bool               // it was told that a device had no room
	wrong error              // why its results cannot be believed, or nil

	seen        map[string]*faster // by the shapes of the inputs for which a result was compared
	tested      map[string]*module // code that may share more kernels among threads, by sizes; nil: not known to be right
	comparisons int
	own, other  time.Duration // what a run took in the last comparison, and the engine below
}

// faster counts the comparisons for some shapes, one after the other, in which the engine below was faster.
type faster struct{ below int }

const (
	mostFails  = 16 // runs may end early, one after the other, before the code is not tried any more
	mostSlow   = 3  // comparisons may show that the engine below is faster, before it is left to that
	mostShapes = 16 // of inputs have their first result compared
)

// hopeless tells whether too many runs ended early.
func (c *compiled) hopeless() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.fails >= mostFails
}

// useless notes why the code cannot be run.
func (c *compiled) useless(why error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.fails, c.wrong = mostFails, why
}

// ended notes how a run ended.
func (c *compiled) ended(s emit.Status) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if s >= 0 && int(s) < len(c.ends) {
		c.ends[s]++
	}
	if c.fails++; s == emit.Done {
		c.fails = 0
	}
}

// comparison is a comparison of a run's result with that of the engine below.
type comparison struct {
	c      *compiled
	key    string  // the shapes of the inputs
	module *module // that runs, unless a better one takes its place meanwhile
}

// next tells, for the next run, whether its result is to be compared: then cmp is not nil. slow tells that the engine below
// is faster for inputs of these shapes.
func (c *compiled) next(mode Mode, a *Ask) (cmp *comparison, slow bool) {
	if !mode.First && mode.Every == 0 && !mode.Hot {
		return nil, false
	}
	key := shapesOf(a)
	c.lock.Lock()
	defer c.lock.Unlock()
	f := c.seen[key]
	if f != nil && mode.Hot && f.below >= mostSlow {
		return nil, true
	}
	first := f == nil && len(c.seen) < mostShapes
	c.runs++
	if first && mode.First || mode.Every > 0 && c.runs%mode.Every == 0 {
		return &comparison{c, key, c.module}, false
	}
	return nil, false
}

// unknown notes that a result could not be compared. It is not tried again for these shapes.
func (k *comparison) unknown() {
	k.c.lock.Lock()
	defer k.c.lock.Unlock()
	k.saw()
}

// saw notes that a result for some shapes was compared, unless it is the result of code that is not used any more.
func (k *comparison) saw() *faster {
	if k.module != k.c.module {
		return nil
	}
	return k.c.saw(k.key)
}

// saw notes that a result for some shapes was compared, if there is room for it. The owner's lock is held.
func (c *compiled) saw(key string) *faster {
	f := c.seen[key]
	if f == nil && len(c.seen) < mostShapes {
		f = &faster{}
		if c.seen == nil {
			c.seen = map[string]*faster{}
		}
		c.seen[key] = f
	}
	return f
}

// shapesOf is the shapes of the arguments of a call.
func shapesOf(a *Ask) (key string) {
	if call, ok := a.Exp.(*syntax.Call); ok {
		for _, x := range call.Args {
			key += atom(x, a.Env).Type()
		}
	}
	return key
}

// ended notes what both took, and how the results differ, or "".
func (k *comparison) ended(own, other time.Duration, why string) {
	c := k.c
	c.lock.Lock()
	defer c.lock.Unlock()
	c.comparisons++
	c.own, c.other = own, other
	if f := k.saw(); f != nil {
		if f.below++; own <= other {
			f.below = 0
		}
	}
	if why != "" {
		c.wrong = fmt.Errorf("native code gave another value than the engine below: %s", why)
	}
}

// Event is something that a user should hear of once.
type Event struct {
	Name string // of the function, or of what the expression binds
	At   diag.Span
	// Overflow tells that an int left 64 bits, or an operator was stuck: the engine below computed the result.
	Overflow bool
	// Wrong says how a result differed from that of the engine below, or is "". Program gives that result, of the inputs,
	// which are variables from outside.
	Wrong   string
	Near    bool // f64s may differ in their last digits, so that small differences can become large
	Program *syntax.Program
	Inputs  []Given
	May     gpu.Freedom
	Threads int
	// Refused is why the compiler does not compile, or nil. Without a Name nothing more is compiled for that reason.
	Refused error
	// Full is why a device had no room for a run, or nil.
	Full *gpu.MemoryError
	// Dead is why the device cannot be used any more, or nil.
	Dead *gpu.DeadError
	// Race is the race that a traced run found in the code, or nil.
	Race *diag.Diagnostic
}

// Given is an input of a program.
type Given struct {
	Name string
	Val  value.Val
}

// Events are those since the last call.
func (n *Engine) Events() []Event {
	n.lock.Lock()
	defer n.lock.Unlock()
	list := n.events
	n.events = nil
	return list
}

// gaveUp tells, for the first time that code gives up because of an int, that it did. It does not for what is in a function
// of which it told that.
func (n *Engine) gaveUp(ctx context.Context, c *compiled) {
	c.lock.Lock()
	tell := c.ends[emit.Overflow] > 0 && !c.told && ctx.Err() == nil
	c.told = c.told || tell
	c.lock.Unlock()
	if !tell {
		return
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, d := range n.overflows {
		if c.def == nil && c.at.Src == d.Src && c.at.Start >= d.Start && c.at.End <= d.End {
			return
		}
	}
	if c.def != nil {
		n.overflows = append(n.overflows, c.def.Span)
	}
	n.events = append(n.events, Event{Name: c.name, At: c.at, Overflow: true})
}
