package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/futhark"
	"funmem/futhark/tofunmem"
	"funmem/semantics/diag"
)

// resized is a validation of dumps under other sizes than those that --set gives, or that are the defaults of Futhark's
// run time.
type resized struct {
	set    []string // in the form of --set
	odd    []string // one of these is set besides
	tests  int      // inputs that were compared
	why    string   // nothing was compared; it says why
	stuck  []string // why and where BEFORE is stuck with an odd size
	unlike []string // where AFTER is not consistent, though its results agree
}

// String is the line of the report.
func (r resized) String() string {
	with := "with --set " + strings.Join(r.set, " --set ")
	if len(r.odd) == 1 {
		with += " --set " + r.odd[0]
	} else if len(r.odd) > 0 {
		with += " and one of " + strings.Join(r.odd, ", ")
	}
	if r.why != "" {
		return "not compared " + with + ": " + r.why
	}
	line := "also valid " + with + ", on " + diag.Count(r.tests, "input")
	for _, s := range slices.Concat(r.stuck, r.unlike) {
		line += "\n  note: " + s
	}
	return line
}

// small are the classes of sizes that are 2 in the other validations, so that small inputs have several groups and
// tiles.
var small = []string{"group_size", "num_groups", "thread_block_size", "grid_size", "tile_size", "reg_tile_size"}

// sizing is a possible value of --set.
type sizing struct {
	set []string
	odd string // one more size, which differs from the others of its class; "": none
}

// mostOdd is the most settings with an odd size, and mostTestsOdd how many inputs are compared under each.
const (
	mostOdd      = 40
	mostTestsOdd = 10
)

// odd returns settings in which one of several sizes of a class is 3. Each such size is combined with one of the
// settings in others. In the first round the sizes take these in turn, and in each later round the assignment moves on
// by one.
func (o *Options) odd(known map[string]bool, others [][]string) (list []sizing) {
	members := map[string][]string{}
	for _, u := range o.Units {
		for name, class := range u.Class {
			if known[name] && known[class] && slices.Contains(small, class) && !slices.Contains(members[class], name) {
				members[class] = append(members[class], name)
			}
		}
	}
	var names []string
	for _, in := range members {
		if len(in) > 1 {
			names = append(names, in...)
		}
	}
	slices.Sort(names)
	for shift := range others {
		for k, name := range names {
			if len(list) < mostOdd {
				list = append(list, sizing{others[(k+shift)%len(others)], name + "=3"})
			}
		}
	}
	slices.SortFunc(list, func(a, b sizing) int { return cmp.Or(slices.Compare(a.set, b.set), strings.Compare(a.odd, b.odd)) })
	return list
}

// otherSizes returns settings besides those of --set. They make versions of the program run that small inputs never
// reach with the default sizes. First come small groups and tiles; then, with these, each version that a threshold
// selects, and the sequential versions of operations, all together and one at a time. (A sequential version inside
// another's parallel version only runs alone.) Last come settings with one size that differs from the others of its
// class.
func (o *Options) otherSizes() (all []sizing) {
	var list [][]string
	known, own := map[string]bool{}, map[string]bool{}
	for _, u := range o.Units {
		for name := range u.Sizes {
			known[name] = true
		}
		maps.Copy(own, u.Own)
	}
	for _, set := range o.Sizes {
		name, _, _ := strings.Cut(set, "=")
		delete(known, name)
	}
	var groups []string
	for _, name := range small {
		if known[name] {
			groups = append(groups, name+"=2")
		}
	}
	if len(groups) > 0 {
		list = append(list, groups)
	}
	thresholds := 0
	var every []string // sets them all, because a size with its own default would differ from the others
	if known["default_threshold"] {
		every = append(every, "default_threshold=1")
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if strings.HasPrefix(name, "suff_") {
			list = append(list, slices.Concat(groups, []string{name + "=1"}))
			if thresholds++; own[name] {
				every = append(every, name+"=1")
			}
		}
	}
	if len(every) > 0 && thresholds != 1 {
		list = append(list, slices.Concat(groups, every))
	}
	odd := o.odd(known, list)
	if known[tofunmem.Sequential] {
		list = append(list, sequentials(known, groups)...)
	}
	for _, set := range list {
		all = append(all, sizing{set: set})
	}
	return append(all, odd...)
}

// sequentials returns the settings with sequential versions: all of them, and, if there are several, each alone.
func sequentials(known map[string]bool, groups []string) (list [][]string) {
	list = append(list, slices.Concat(groups, []string{tofunmem.Sequential + "=1"}))
	var choices []string
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if strings.HasPrefix(name, tofunmem.Sequential+"_") {
			choices = append(choices, name+"=1")
		}
	}
	if len(choices) > 1 {
		for _, set := range choices {
			list = append(list, slices.Concat(groups, []string{set}))
		}
	}
	return list
}

// with are the options with more sizes set.
func (o *Options) with(sizes []string) *Options {
	c := *o
	c.Sizes, c.Units, c.sides = slices.Concat(o.Sizes, sizes), nil, nil
	return &c
}

// fewer returns how many inputs are compared under each of the other sizes: a tenth of those under the first sizes, but
// 50 if there are as many. It is 0 if there are fewer than 20.
func fewer(tests int) int {
	if tests < 20 {
		return 0
	}
	return max(tests/10, min(tests, 50))
}

// underSizes validates two dumps under other sizes until AFTER is refuted. Then it returns the options, the program
// before, and the result. Otherwise it returns what was compared.
func (o *Options) underSizes(ctx context.Context, st Streams, before, after string, v *validate.Options, until time.Time) (seen []resized, wrong *refutation, err error) {
	if !futhark.IsDump(before) || !futhark.IsDump(after) || fewer(v.Tests) == 0 {
		return nil, nil, nil
	}
	settings := o.otherSizes()
	for k, set := range settings {
		with, odd := set.set, []string(nil)
		if set.odd != "" {
			odd = []string{set.odd}
			with = slices.Concat(with, odd)
		}
		if o.Time > 0 && time.Now().After(until) {
			seen = together(seen, resized{set: set.set, odd: odd, why: "the time was over"})
			continue
		}
		c, few := o.with(with), *v
		few.Branches = false // they were sought before
		few.Proof, few.Second, few.Unproved = validity.NoProof, nil, true
		if few.Tests = fewer(v.Tests); v.Quick {
			few.Tests = max(1, few.Tests/2)
		}
		if set.odd != "" {
			few.Tests = min(few.Tests, mostTestsOdd)
		}
		r := resized{set: set.set, odd: odd}
		b, err := c.side(ctx, st, before)
		if err != nil {
			return nil, nil, err
		}
		a, err := c.side(ctx, st, after)
		if err != nil {
			return nil, nil, err
		}
		subjects, err := c.subjects(b, a)
		if err != nil {
			return nil, nil, err
		}
		for n, sub := range subjects {
			if o.Time > 0 {
				few.Time = max(time.Millisecond, time.Until(until)/time.Duration((len(settings)-k)*len(subjects)-n))
			}
			result, err := validate.Validate(ctx, sub, &few)
			switch {
			case err != nil:
				return nil, nil, err
			case result.Word == validate.Refuted:
				o.Units = append(o.Units, c.Units...) // messages name blocks of versions that only these units have
				return seen, &refutation{c, b, result, &few}, nil
			case result.Word != validate.Valid:
				r.why = result.Word.Text()
			}
			if f := result.Unlike; f != nil {
				d := f.Verdict.Divergence
				r.unlike = append(r.unlike, fmt.Sprintf("with --set %s AFTER is not consistent on %d of them: %s: `%s` has other values than in its value semantics", strings.Join(with, " --set "), result.Strays, d.At, d.Array))
			}
			if r.tests += result.Tests; set.odd != "" && result.Tests > 0 && result.Outside > 0 {
				r.stuck = append(r.stuck, fmt.Sprintf("with %s BEFORE is stuck on some inputs: %s: %s", set.odd, result.Stuck.Span, result.Stuck.Msg))
			}
		}
		seen = together(seen, r)
	}
	return seen, nil, nil
}

// together adds a comparison to the line before it, if the two only differ in the odd size.
func together(seen []resized, r resized) []resized {
	for k := range seen {
		if s := &seen[k]; len(s.odd) > 0 && len(r.odd) > 0 && s.why == r.why && slices.Equal(s.set, r.set) {
			s.odd, s.tests, s.stuck, s.unlike = append(s.odd, r.odd...), s.tests+r.tests, append(s.stuck, r.stuck...), append(s.unlike, r.unlike...)
			return seen
		}
	}
	return append(seen, r)
}

// refutation is a result under other sizes, with the options and the program before under these sizes.
type refutation struct {
	o      *Options
	before *validate.Program
	*validate.Result
	with *validate.Options
}
