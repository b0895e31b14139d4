package native

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Report says what became of a function or an expression.
type Report struct {
	Name  string      // of the function, or of what the expression binds
	Fixed string      // the sizes that are constants in this code of the function, as "n = 3, k = 5", or ""
	Def   *syntax.Def // nil: it is an expression
	At    diag.Span   // where it was called, or is
	Err   error       // why there is no native code, or it is not used any more; nil otherwise
	Ends  map[emit.Status]int
	Code  *emit.Code // nil if there is none

	Making  bool          // the code is not there yet
	Steps   []Step        // passes and schedules, in their order
	Kernels []Kernel      // of the lowered program
	Took    time.Duration // to compile the C, or to take it from the cache
	Again   time.Duration // to compile the C once more, after a quick start; 0: it was not, or not yet
	Cached  bool
	Text    string // of the kernels, if a device runs them
	// Compiled tells whether there was a module, and GivenUp that it ended early too often to be tried again.
	Compiled, GivenUp bool
	Whole             time.Duration // from the function to code that runs

	Comparisons int           // of results with those of the engine below; all agreed, unless Err says otherwise
	Own, Below  time.Duration // what the last comparison took, and the engine below; 0: there was none
	Slower      []string      // the types of the arguments for which the engine below was faster, and is used
	Near        bool          // f64s are compared within a bound, and not bit for bit
}

// Warm is a function that the engine below works on.
type Warm struct {
	Def   *syntax.Def
	Name  string
	Spent time.Duration
	Runs  int
}

// called is what a report calls an expression.
func called(pat []*syntax.Binding, d *syntax.Def) string {
	switch {
	case d != nil:
		return d.Name
	case len(pat) > 0:
		return pat[0].Written()
	}
	return ""
}

// Reports are those of all that was looked at, by place.
func (n *Engine) Reports() (list []Report) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range n.code {
		list = append(list, c.report())
	}
	slices.SortFunc(list, func(a, b Report) int {
		if a.At.Start != b.At.Start {
			return a.At.Start - b.At.Start
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Fixed, b.Fixed))
	})
	return list
}

// report is the report on code.
func (c *compiled) report() Report {
	r := Report{Name: c.name, Fixed: c.fixed, Def: c.def, At: c.at, Ends: map[emit.Status]int{}}
	if !c.done() {
		r.Making = true
		return r
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	r.Err = c.err
	if c.lowered != nil {
		r.Steps = c.steps
	}
	if c.lowered != nil && c.code != nil {
		r.Code, r.Steps, r.Kernels, r.Took, r.Whole, r.Near = c.code, c.steps, slices.Clone(c.kernels), c.took, c.whole, c.code.Near
	}
	if c.module != nil {
		r.Compiled, r.Cached, r.Again = true, c.module.Cached(), c.again
	}
	if c.offload != nil {
		r.Compiled, r.Text = true, c.offload.Text
	}
	r.GivenUp = c.fails >= mostFails
	r.Err = cmp.Or(r.Err, c.wrong)
	for k, times := range c.ends {
		if times > 0 {
			r.Ends[emit.Status(k)] = times
		}
	}
	r.Comparisons, r.Own, r.Below = c.comparisons, c.own, c.other
	for key, f := range c.seen {
		if f.below >= mostSlow {
			r.Slower = append(r.Slower, key)
		}
	}
	slices.Sort(r.Slower)
	return r
}

// Warm lists the functions that the engine below works on, the hottest first.
func (n *Engine) Warm() (list []Warm) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for key, h := range n.heat {
		if d, ok := key.(*syntax.Def); ok && !n.has(d) {
			list = append(list, Warm{d, d.Name, h.spent, h.runs})
		}
	}
	slices.SortFunc(list, func(a, b Warm) int { return cmp.Or(cmp.Compare(b.Spent, a.Spent), cmp.Compare(a.Name, b.Name)) })
	return list
}

// has tells whether there is code of a function, or some that is being made. The engine is locked.
func (n *Engine) has(d *syntax.Def) bool {
	for of := range n.code {
		if of.Node == d {
			return true
		}
	}
	return false
}

// Compile makes the code of a function for all sizes now, unless it has some code, and reports on it: on that which ran last
// if there are several. What the compiler refused it tries again. env has the variables from outside.
func (n *Engine) Compile(ctx context.Context, d *syntax.Def, may gpu.Freedom, env value.Env, def func(string) *syntax.Def) (Report, error) {
	a := &Ask{Env: env, Def: def}
	n.lock.Lock()
	of := unit{Node: d, may: may}
	c := n.code[of]
	for u, other := range n.code {
		if u.Node == d && u.may == may && other.fits(env, def) && (c == nil || other.last.After(c.last)) {
			of, c = u, other
		}
	}
	if c == nil || !c.fits(env, def) || c.done() && c.refused != nil {
		of = unit{Node: d, may: may}
		c = n.begin(ctx, of, d, a, false)
	}
	n.lock.Unlock()
	n.wait(ctx, of, c)
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	r := c.report()
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.banned[d] {
		r.Err = cmp.Or(r.Err, errBanned)
	}
	return r, nil
}

// errBanned says that a function is not native because of another form of it.
var errBanned = errors.New("its native code gave another value than the engine below, with other settings")

// Lower returns a function as C. env has the variables from outside.
func Lower(ctx context.Context, d *syntax.Def, env value.Env, def func(string) *syntax.Def) (*emit.Code, error) {
	c := &compiled{def: d, looked: map[string]*syntax.Def{}, shapes: map[int]shape{}, at: d.Span}
	l, err := lower(ctx, c.program(nil, nil, env, def, nil), onCores)
	if err != nil {
		return nil, err
	}
	return l.code, nil
}
