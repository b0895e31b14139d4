package validate

import (
	"context"
	"slices"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Comparison is what was found out about two programs: a result for each subject, and what was not compared. Without any
// subject nothing is known.
type Comparison struct {
	Results  []*Result
	IllTyped []*IllTyped // the AFTERs that are no programs
	Missing  []string    // the functions of BEFORE that AFTER does not have
	Open     []Open      // what else is not compared
}

// Word is the verdict on the subjects: the worst one. It says nothing of what was not compared; OK does.
func (c *Comparison) Word() Word {
	if len(c.IllTyped) > 0 {
		return Ill
	}
	for _, w := range []Word{Unknown, StuckBefore, Refuted} {
		if slices.ContainsFunc(c.Results, func(r *Result) bool { return r.Word == w }) {
			return w
		}
	}
	if len(c.Results) == 0 {
		return Unknown
	}
	return Valid
}

// OK tells whether every subject is valid and nothing was left out. Status says whether that is proved or tested.
func (c *Comparison) OK() bool { return c.Word() == Valid && len(c.Missing)+len(c.Open) == 0 }

// Status says how much is known: proved only if all that is to be compared is proved. It is "" if nothing is known.
func (c *Comparison) Status() validity.Status {
	switch c.Word() {
	case Refuted, Ill:
		return validity.Refuted
	case Valid:
		if c.OK() && c.Proved() == len(c.Results) {
			return validity.Proved
		}
		return validity.Tested
	}
	return ""
}

// Proved counts the subjects that are proved.
func (c *Comparison) Proved() (n int) {
	for _, r := range c.Results {
		if r.ValidStatus() == validity.Proved {
			n++
		}
	}
	return n
}

// Refutation is the first result with a counterexample, or nil.
func (c *Comparison) Refutation() *Result {
	for _, r := range c.Results {
		if r.Word == Refuted {
			return r
		}
	}
	return nil
}

// Compare validates all subjects of two programs. An error is about the request: the programs do not belong together, or
// the context ended. A program that is wrong is no error.
func Compare(ctx context.Context, before, after *Program, o *Options) (_ *Comparison, err error) {
	defer stop.Caught(&err)
	if err := Comparable(ctx, before, after); err != nil {
		return nil, err
	}
	subjects, err := Subjects(before, after)
	if err != nil {
		return nil, err
	}
	c, start := &Comparison{}, time.Now()
	for k, sub := range subjects {
		part := *o
		part.Time = Share(o.Time, start, len(subjects)-k)
		r, err := Validate(ctx, sub, &part)
		if err != nil {
			return nil, err
		}
		c.Results = append(c.Results, r)
	}
	c.Leave(subjects, before, after)
	return c, nil
}

// Leave notes what the subjects of two whole programs leave out.
func (c *Comparison) Leave(subjects []*Subject, before, after *Program) {
	c.Open, c.Missing = subjects[0].Open, missing(before, after)
}

// Share is the time for the next of several subjects: what is left of the whole time, in equal parts. 0 is no limit.
func Share(whole time.Duration, start time.Time, left int) time.Duration {
	if whole <= 0 {
		return 0
	}
	return max(time.Millisecond, (whole-time.Since(start))/time.Duration(left))
}

// missing are the functions of BEFORE that AFTER does not have. IMP has no functions.
func missing(before, after *Program) []string {
	var names []string
	if after.IMP != nil {
		return nil
	}
	for _, n := range before.Names {
		if n.Def == nil {
			continue
		}
		for _, f := range n.Def.Forms() {
			if !slices.ContainsFunc(after.Core.Defs(), func(d *syntax.Def) bool { return d.Name == f.Name }) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// Comparable returns an error if two programs are of languages that cannot be compared: BEFORE is IMP, or it mentions memory
// and AFTER, which has arrays, does not.
func Comparable(ctx context.Context, before, after *Program) error {
	switch {
	case before.IMP != nil:
		return diag.Usagef("%s is an IMP program, and BEFORE one of Fun or FUNMEM", before.Name)
	case before.Mem && !after.Mem && after.HasArrays(ctx):
		return diag.Usagef("%s mentions no memory, and %s, which is BEFORE, does", after.Name, before.Name).
			Helpf("`funmem lower %s --to mem` prints its FUNMEM form", after.Name)
	}
	return nil
}

// HasArrays tells whether a program binds arrays. A program without arrays is its own FUNMEM form.
func (p *Program) HasArrays(ctx context.Context) bool {
	found := false
	syntax.WalkUntil(engine.NewBudget(ctx, 0).Poll, p.Core, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binding)
		found = found || ok && b.Type != nil && b.Type.IsArray()
		return !found
	})
	return found
}
