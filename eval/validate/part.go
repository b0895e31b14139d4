package validate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Part is what a part of the inputs of a subject showed, so that parts can be searched apart and joined. The inputs are those with the
// numbers 1 to Options.Tests. An input that repeats another one counts again, because parts do not know of each other.
type Part struct {
	Name    string          `json:"name"`              // of the subject
	Inputs  int             `json:"inputs"`            // how many there are in the part
	Failing []Failing       `json:"failing,omitempty"` // the smallest failing inputs, at most mostFailing, in order
	Seen    map[string]Seen `json:"seen,omitempty"`    // what the inputs showed; nil if some fail, since larger inputs are left out then
}

// Failing is an input that decides: AFTER is wrong on it or, if Before is set, BEFORE is.
type Failing struct {
	Size   int    `json:"size"`   // the sum of the sizes
	Number int    `json:"number"` // from 1
	Kind   string `json:"kind"`   // what is wrong
	Before bool   `json:"before,omitempty"`
	Text   string `json:"input"` // the arguments, unshrunk
}

// Seen counts inputs that showed the same.
type Seen struct {
	Count int `json:"count"`
	First int `json:"first"` // the smallest number of one, from 1
}

// mostFailing is how many failing inputs a part keeps. An input that is larger than all of them is not run.
const mostFailing = 4

// compare orders failing inputs: by size, then by number.
func (f Failing) compare(g Failing) int {
	return cmp.Or(cmp.Compare(f.Size, g.Size), cmp.Compare(f.Number, g.Number))
}

// smallest returns the smallest failing inputs of a list, each once.
func smallest(list []Failing) []Failing {
	slices.SortFunc(list, Failing.compare)
	list = slices.CompactFunc(list, func(f, g Failing) bool { return f.Number == g.Number })
	return list[:min(len(list), mostFailing)]
}

// numbered returns the search of the numbered inputs alone: none are added to make conditions go other ways, since which ones are
// depends on all inputs before them.
func numbered(ctx context.Context, sub *Subject, o *Options) *search {
	own := *o
	own.Branches, own.Time = false, 0
	return newSearch(ctx, sub, &own)
}

// SearchPart runs the inputs of a subject whose numbers, from 0, has tells to be in the part. It does not end at the first that fails,
// because a smaller one may come later. The error is an engine.Interrupted.
func SearchPart(ctx context.Context, sub *Subject, o *Options, has func(t int) bool) (_ *Part, err error) {
	defer stop.Caught(&err)
	s := numbered(ctx, sub, o)
	p := &Part{Name: sub.Name, Seen: map[string]Seen{}}
	var mu sync.Mutex
	next, bug := 0, any(nil)
	take := func() (t int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		for next < s.tests && !has(next) {
			next++
		}
		if next >= s.tests || bug != nil || ctx.Err() != nil {
			return 0, false
		}
		p.Inputs++
		next++
		return next - 1, true
	}
	idle := func(in *Input, t int) bool {
		mu.Lock()
		defer mu.Unlock()
		return len(p.Failing) == mostFailing && p.Failing[mostFailing-1].compare(Failing{Size: total(in.Sizes), Number: t + 1}) < 0
	}
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), s.tests) {
		all.Go(func() {
			defer func() {
				if b := recover(); b != nil {
					mu.Lock()
					defer mu.Unlock()
					bug = b
				}
			}()
			r := newRunner(s.sub, s.o)
			for t, ok := take(); ok; t, ok = take() {
				r.forget()
				in, o := s.numberedInput(ctx, r, t, idle)
				r.taken()
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				p.add(s, t, in, o)
				if s.o.Progress != nil {
					s.o.Progress(s.sub, p.Inputs, s.tests)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	switch {
	case bug != nil:
		panic(bug)
	case ctx.Err() != nil:
		return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	case len(p.Failing) > 0:
		p.Seen = nil
	}
	return p, nil
}

// numberedInput makes input number t and runs it, unless it need not be run. One that does not fit into memory next to others runs alone.
func (s *search) numberedInput(ctx context.Context, r *runner, t int, idle func(*Input, int) bool) (*Input, outcome) {
	attempt := func() (*Input, outcome) {
		in, o := r.attempt(ctx, func(b *engine.Budget) (*Input, error) { return s.inputs.at(b, t) }, func(ctx context.Context, in *Input) outcome {
			if idle != nil && idle(in, t) {
				return outcome{}
			}
			return r.try(ctx, in)
		})
		o.full = in == nil || !in.empty()
		return in, o
	}
	s.beside.RLock()
	in, o := attempt()
	s.beside.RUnlock()
	if !o.starved() {
		return in, o
	}
	s.beside.Lock()
	defer s.beside.Unlock()
	return attempt()
}

// add notes what input number t showed.
func (p *Part) add(s *search, t int, in *Input, o outcome) {
	if f := cmp.Or(o.fail, o.wrong); f != nil {
		p.Failing = smallest(append(p.Failing, Failing{total(in.Sizes), t + 1, f.Says(), o.wrong != nil, s.sub.Text(in)}))
		return
	}
	for _, what := range shows(s.sub, o) {
		p.Seen[what] = p.Seen[what].and(Seen{1, t + 1})
	}
}

// and adds two counts.
func (a Seen) and(b Seen) Seen {
	if a.Count == 0 {
		return b
	}
	return Seen{a.Count + b.Count, min(a.First, b.First)}
}

// shows names all that an input shows. The first inputs of all these names show what all inputs do.
func shows(sub *Subject, o outcome) (list []string) {
	word := func(is bool, text string) {
		if is {
			list = append(list, text)
		}
	}
	is := func(text string, err error) {
		word(true, text)
		word(o.full, text+", with elements")
		word(noMemory(err), text+", for lack of memory")
	}
	switch {
	case o.outside != nil:
		is("BEFORE is stuck", nil)
	case o.stops != nil:
		is("both stop", nil)
	case o.why != nil:
		is("not placed", nil)
		word(o.narrow, "not placed for AFTER alone")
	case o.limit != nil:
		is("AFTER at a limit", o.limit)
	case o.skipped != nil:
		is("BEFORE at a limit", o.skipped)
	case o.long:
		is("long", nil)
	case o.unfit != nil:
		is("too large for the memory", nil)
	case o.ran != nil:
		is("compared", nil)
		word(o.strays, "not consistent")
		for _, w := range o.ran.Warnings {
			word(true, "warning "+w.Kind+" at "+w.At.String())
		}
		for _, e := range o.ends {
			word(true, "at the end "+e.Name)
		}
	}
	return list
}

// Join adds another part of the same subject. Joined in any order, parts give the same.
func (p *Part) Join(q *Part) {
	p.Inputs += q.Inputs
	p.Failing = smallest(slices.Concat(p.Failing, q.Failing))
	if len(p.Failing) > 0 {
		p.Seen = nil
		return
	}
	seen := map[string]Seen{}
	for _, m := range []map[string]Seen{p.Seen, q.Seen} {
		for what, n := range m {
			seen[what] = seen[what].and(n)
		}
	}
	p.Seen = seen
}

// sound returns the error that a part speaks of inputs that there are none of: its file was damaged.
func (p *Part) sound(sub *Subject, tests int) error {
	numbers := map[int]bool{}
	for _, f := range p.Failing {
		numbers[f.Number] = true
	}
	for _, n := range p.Seen {
		numbers[n.First] = true
	}
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		if n < 1 || n > tests {
			return diag.Usagef("a part of %s has input %d, and they are numbered from 1 to %d", sub, n, tests)
		}
	}
	return nil
}

// Conclude returns what all parts together showed. It runs the smallest failing input again and makes it smaller, or else those inputs
// again that were the first to show something, and tries a proof. So the result does not depend on how many parts there were. Kernels and
// the values that were tried are not reported: no part knows them of all inputs. missing says why not all inputs were tried, or "".
func (p *Part) Conclude(ctx context.Context, sub *Subject, o *Options, missing string) (_ *Result, err error) {
	defer stop.Caught(&err)
	s := numbered(ctx, sub, o)
	res := &Result{Subject: sub, Wanted: s.tests, fromZero: s.o.FromZero}
	a := &tally{s: s, res: res, left: sub.mayHaveElements()}
	r := newRunner(sub, s.o)
	again := func(number int) (outcome, error) {
		r.forget()
		in, out := s.numberedInput(ctx, r, number-1, nil)
		r.taken()
		if out.ran != nil {
			out.tried = s.inputs.tried(in)
		}
		if ctx.Err() != nil {
			return out, &engine.Interrupted{Cause: context.Cause(ctx)}
		}
		return out, nil
	}
	if err := p.sound(sub, s.tests); err != nil {
		return nil, err
	}
	if len(p.Failing) > 0 {
		f := p.Failing[0]
		out, err := again(f.Number)
		if err != nil {
			return nil, err
		}
		if g := cmp.Or(out.fail, out.wrong); g == nil || g.Says() != f.Kind || (out.fail == nil) != f.Before {
			return nil, differs(sub, f.Number, f.Kind)
		}
		a.add(f.Number-1, out)
		a.decide()
		return res, nil
	}
	if missing != "" {
		res.Word, res.Reason = Unknown, missing
		return res, nil
	}
	if p.Inputs != s.tests {
		return nil, diag.Usagef("the parts have %s of %s, and there are %d", diag.Count(p.Inputs, "input"), sub, s.tests)
	}
	if n := p.Seen["compared"].Count; n > s.tests {
		return nil, diag.Usagef("the parts have compared %s of %s, and there are %d", diag.Count(n, "input"), sub, s.tests)
	}
	var numbers []int
	for _, n := range p.Seen {
		numbers = append(numbers, n.First)
	}
	slices.Sort(numbers)
	seen := map[string]bool{}
	for _, number := range slices.Compact(numbers) {
		out, err := again(number)
		if err != nil {
			return nil, err
		}
		if out.fail != nil || out.wrong != nil {
			return nil, differs(sub, number, "no failure")
		}
		for _, what := range shows(sub, out) {
			seen[what] = true
		}
		a.add(number-1, out)
	}
	for what, n := range p.Seen {
		if !seen[what] {
			return nil, differs(sub, n.First, what)
		}
	}
	count := func(what string) int { return p.Seen[what].Count }
	res.Tests, res.Outside, res.Stopped, res.Unplaced = count("compared"), count("BEFORE is stuck"), count("both stop"), count("not placed")
	res.Skipped, res.Starved, res.Long, res.Unfit = count("BEFORE at a limit"), count("BEFORE at a limit, for lack of memory"), count("long"), count("too large for the memory")
	res.Strays = count("not consistent")
	a.decide()
	if res.Failure == nil {
		res.Kernels, res.Tried = nil, nil
	}
	return res, nil
}

// differs is the error that an input shows something else than it did in its part.
func differs(sub *Subject, number int, was string) error {
	return diag.Usagef("input %d of %s showed something else in its part: %s", number, sub, was).
		Helpf("the programs, the options, funmem or the memory were others there: %s", fmt.Sprintf("search the part that has input %d again", number))
}
