package ahead

import (
	"context"
	"errors"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/lower/opt/fuse"
	"funmem/lower/opt/simplify"
	"funmem/lower/rewrite"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Limits of the time that a transformation may take: larger programs are run as written.
const (
	mostNodes  = 4000 // of a program or function
	mostProofs = 1000 // steps of the proofs about it: see prove.MaxSteps
)

var longest = 20 * time.Millisecond // most take less than one; tests take what they need

// firstID is above the IDs that sessions hand out.
const firstID = 1 << 24

// Functions keeps the transformed functions of a session. It is safe for concurrent use.
type Functions struct {
	lock   sync.Mutex
	off    bool // nothing is transformed
	supply *syntax.Supply
	of     map[*syntax.Def]*function
}

// function is a transformed function, and those that were looked at for it.
type function struct {
	def    *syntax.Def
	looked map[string]*syntax.Def
}

// mostFunctions is how many functions are kept.
const mostFunctions = 4096

// NewFunctions returns an empty store.
func NewFunctions() *Functions {
	return &Functions{supply: syntax.SupplyAfter(firstID), of: map[*syntax.Def]*function{}}
}

// Off ends all transformations. There may be arrays with undefined elements: to read one is stuck, wherever it came from.
func (f *Functions) Off() {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.off = true
}

// Faster returns a lookup that gives the transformed form of each function that def gives. outside gives the types of
// variables that the functions take from outside.
func (f *Functions) Faster(ctx context.Context, def func(name string) *syntax.Def, outside func(id int) *syntax.Type) func(name string) *syntax.Def {
	return func(name string) *syntax.Def {
		d := def(name)
		if d == nil {
			return nil
		}
		f.lock.Lock()
		defer f.lock.Unlock()
		if f.off {
			return d
		}
		if x := f.of[d]; x != nil && x.fits(def) {
			return x.def
		}
		x := &function{def: d, looked: map[string]*syntax.Def{}}
		job := f.job(ctx, outside)
		job.Def = func(name string) *syntax.Def {
			x.looked[name] = def(name)
			return x.looked[name]
		}
		p, err := transformed(job, &syntax.Program{Span: d.Span, Decls: []syntax.Decl{d}})
		switch {
		case ctx.Err() != nil:
			return d
		case err == nil:
			x.def = p.Defs()[0]
		}
		if len(f.of) >= mostFunctions {
			clear(f.of)
		}
		f.of[d] = x
		return x.def
	}
}

// fits tells whether the functions that were looked at are still the same.
func (x *function) fits(def func(name string) *syntax.Def) bool {
	for name, d := range x.looked {
		if def(name) != d {
			return false
		}
	}
	return true
}

// Program returns the transformed form of a program whose variables for which keep is true are used after it. It is p
// itself if there is nothing to do. Its functions stay as they are: see Faster.
func (f *Functions) Program(ctx context.Context, p *syntax.Program, keep func(id int) bool, def func(name string) *syntax.Def, outside func(id int) *syntax.Type) *syntax.Program {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.off {
		return p
	}
	job, main, own := f.job(ctx, outside), &syntax.Program{Span: p.Span}, map[string]*syntax.Def{}
	for _, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok {
			own[d.Name] = d
			continue
		}
		main.Decls = append(main.Decls, d)
	}
	free, err := used(job, own)
	if err != nil {
		return p
	}
	job.Keep = func(id int) bool { return free[id] || keep(id) }
	job.Def = func(name string) *syntax.Def {
		if d := own[name]; d != nil {
			return d
		}
		return def(name)
	}
	out, err := transformed(job, main)
	if err != nil || out == main {
		return p
	}
	for _, d := range p.Defs() {
		out.Decls = append(out.Decls, d)
	}
	return out
}

// used returns the variables that definitions use. It returns an error if it was stopped.
func used(job *rewrite.Job, defs map[string]*syntax.Def) (free map[int]bool, err error) {
	defer stop.Caught(&err)
	ask := job.Until.Seldom()
	free = map[int]bool{}
	for _, d := range defs {
		ask()
		for _, v := range syntax.FreeVars(d, job.Until) {
			free[v.ID] = true
		}
	}
	return free, nil
}

func (f *Functions) job(ctx context.Context, outside func(id int) *syntax.Type) *rewrite.Job {
	budget, start := engine.NewBudget(ctx, 0), time.Now()
	until := func() error {
		if time.Since(start) > longest {
			return errLong
		}
		return budget.Poll()
	}
	return &rewrite.Job{
		Supply: f.supply, Options: map[string]string{"limit": "0", "exact": "yes", "sums": "yes"}, Type: outside,
		Until: until, Budget: prove.NewBudget(mostProofs),
	}
}

// errLong says that a transformation takes too long. The program is then run as it is written.
var errLong = errors.New("this takes too long")

// transformed is the pipeline. It returns an error if it was stopped.
func transformed(job *rewrite.Job, p *syntax.Program) (out *syntax.Program, err error) {
	defer stop.Caught(&err)
	nodes, ask := 0, job.Until.Seldom()
	syntax.Walk(p, func(syntax.Node) bool {
		ask()
		nodes++
		return nodes <= mostNodes
	})
	if nodes > mostNodes {
		return p, nil
	}
	if out, err = fuse.Program(job, p); err != nil {
		return nil, err
	}
	return simplify.Once(out), nil
}
