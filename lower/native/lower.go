package native

import (
	"context"
	"errors"
	"time"

	"funmem/eval/engine"
	"funmem/lower/emit"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Pipeline is the passes that a program goes through.
const Pipeline = "cpu"

// way is how a program is lowered: passes, and rewrites of IMP.
type way struct {
	passes   string
	layout   string // that of expand; "" is what passes say
	rewrites []string
}

var onCores = way{passes: Pipeline, rewrites: schedule.Host}

// firstID is above the IDs that sessions and transformations before a run hand out.
const firstID = 1 << 26

// program is what is lowered: a function, or statements with their results.
type program struct {
	core *syntax.Program
	def  *syntax.Def // nil: the program itself
	// outside gives the types of variables from outside, each an array that lies row-major in a block of its own.
	outside map[int]*syntax.Type
	names   map[int]string
	// args are the parameters of def, in the order of the inputs.
	args []*syntax.Binding
}

// typeOf is the type of a variable from outside, also of the block of an array, or nil.
func (p *program) typeOf(id int) *syntax.Type {
	if t := p.outside[id]; t != nil {
		return t
	}
	for _, t := range p.outside {
		if t.Mem != nil && t.Mem.Block.ID == id {
			return &syntax.Type{Elem: syntax.Mem}
		}
	}
	return nil
}

// lowered is a program as C, and where its inputs come from.
type lowered struct {
	imp     func() (*imp.Program, error) // for kernels that are not proved
	free    func(k *imp.Kernel) bool     // which kernels are; nil: it comes from the cache
	code    *emit.Code
	inputs  []source
	steps   []Step
	kernels []Kernel
}

// These are the parts of the way from a function to C. Steps of the first change Fun and FUNMEM, and those of the last change
// IMP.
const (
	Passes    = "passes"
	ToIMP     = "IMP"
	Schedules = "schedules"
)

// Step is a pass, the translation to IMP, or a schedule.
type Step struct {
	Part string
	Name string
	Took time.Duration
	// Before and After are how many statements the program had.
	Before, After int
}

// Kernel is a kernel of a lowered program, before schedules make several of it.
type Kernel struct {
	Name     string // of its index
	At       diag.Span
	Proved   bool     // its iterations are independent (eq. 4), for all sizes and arguments
	Launched bool     // the device runs it, a thread for each iteration
	Grouped  bool     // the device runs it, a group of threads for each iteration, or for some, where it is large
	Made     bool     // it is made of a fold or scan
	Tested   []string // otherwise, the shapes of the arguments of a run in which they were
}

// source is where an input comes from, argument arg of a call or a variable from outside, and what it is.
type source struct {
	arg, id int
	elem    syntax.Elem
	rank    int
}

// errScratch refuses programs with elements that nothing defines.
var errScratch = errors.New("elements may be undefined")

// lower lowers a program.
func lower(ctx context.Context, p *program, by way) (l *lowered, err error) {
	defer stop.Caught(&err)
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			err = e
		default:
			panic(e)
		}
	}()
	until := engine.NewBudget(ctx, 0).Poll
	if syntax.HasScratch(p.core) || syntax.HasClaim(p.core) {
		return nil, errScratch
	}
	steps, err := pass.Steps(by.passes, pass.Fun)
	if err != nil {
		return nil, err
	}
	supply := syntax.SupplyAfter(firstID)
	core := p.core
	l = &lowered{}
	for _, s := range steps {
		options := map[string]string{"exact": "yes", "sums": "yes"} // what is stuck must stay stuck
		for name, v := range s.Options {
			if options[name] == "" {
				options[name] = v
			}
		}
		if by.layout != "" && options["layout"] != "" {
			options["layout"] = by.layout
		}
		job := &rewrite.Job{Supply: supply, Options: options, Until: until, Type: func(id int) *syntax.Type { return p.outside[id] }}
		step := Step{Part: Passes, Name: s.String(), Before: size(core)}
		start := time.Now()
		if core, err = s.Pass.Run(job, core); err != nil {
			return nil, err
		}
		step.Took, step.After = time.Since(start), size(core)
		l.steps = append(l.steps, step)
	}
	o := toimp.Options{Poll: until, Type: func(id int) *syntax.Type { return p.outside[id] }}
	n := 0
	if p.def != nil {
		for _, d := range core.Defs() {
			if d.Name == p.def.Name {
				o.Def = d
			}
		}
		if o.Def == nil {
			return nil, errors.New("the function is gone")
		}
		if n = len(p.args); n != len(o.Def.Arguments()) {
			return nil, errors.New("the function has other arguments")
		}
	}
	for id, t := range p.outside {
		o.Inputs = append(o.Inputs, &syntax.Binding{Name: p.names[id], ID: id, Type: t})
	}
	var q *imp.Program
	given := []*syntax.Var(nil)
	start := time.Now()
	if q, given, err = toimp.Program(core, o); err != nil {
		return nil, err
	}
	if len(given) != len(q.Inputs) || len(given) < n {
		return nil, errors.New("the inputs have changed")
	}
	for k, x := range given {
		t := q.Inputs[k].Type
		if k < n {
			l.inputs = append(l.inputs, source{k, 0, t.Elem, len(t.Dims)})
			continue
		}
		if p.outside[x.ID] == nil {
			return nil, errors.New("an input comes from nowhere")
		}
		l.inputs = append(l.inputs, source{-1, x.ID, t.Elem, len(t.Dims)})
	}
	l.steps = append(l.steps, Step{Part: ToIMP, Name: "translation", Took: time.Since(start), Before: size(core), After: statements(q)})
	free := Proved(core, p.typeOf, until)
	imp.Walk(q.Body, func(s imp.Stm) bool {
		if k, ok := s.(*imp.Kernel); ok {
			l.kernels = append(l.kernels, Kernel{Name: k.X.Name, At: k.Span, Proved: free(k)})
		}
		return true
	})
	before := statements(q)
	start = time.Now()
	if q, err = schedule.Through(by.rewrites, q, free, until, func(name string, p *imp.Program) {
		after := statements(p)
		l.steps = append(l.steps, Step{Part: Schedules, Name: name, Took: time.Since(start), Before: before, After: after})
		before, start = after, time.Now()
	}); err != nil {
		return nil, err
	}
	l.free, l.imp = free, func() (*imp.Program, error) { return q, nil }
	l.code, err = emit.C(q, free, until)
	return l, err
}

// size is how many statements a program of Fun or FUNMEM has.
func size(p *syntax.Program) (n int) {
	syntax.Walk(p, func(x syntax.Node) bool {
		if _, ok := x.(*syntax.Let); ok {
			n++
		}
		return true
	})
	return n
}

// statements is how many a program of IMP has.
func statements(p *imp.Program) (n int) {
	imp.Walk(p.Body, func(imp.Stm) bool { n++; return true })
	return n
}

// mostSteps is what the proofs of independence of the kernels of a program may take.
const mostSteps = 100_000

// Proved tells which kernels of a FUNMEM program are proved free of races, for all sizes. outside gives the types of
// variables that it does not bind. A kernel is known by its place: all at that place must be.
func Proved(core *syntax.Program, outside func(id int) *syntax.Type, until stop.Poll) func(k *imp.Kernel) bool {
	of := places{}
	for _, k := range races.KernelsWithin(prove.NewBudget(mostSteps), core, nil, outside, until) {
		at := k.Let.Exp.GetSpan()
		if !at.IsValid() {
			at = k.Let.Span
		}
		of.add(at, k.Proved)
	}
	return func(k *imp.Kernel) bool { return k.Apart || of.all(k.Span) }
}

// places tells of the kernels at a place whether something holds for all of them: several kernels may have come from one.
type places map[diag.Span]bool

func (p places) add(at diag.Span, holds bool) {
	before, known := p[at]
	p[at] = holds && (before || !known)
}

// all tells whether it holds for all kernels at a place, of which there is one.
func (p places) all(at diag.Span) bool { return at.IsValid() && p[at] }
