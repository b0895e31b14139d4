package repl

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/semantics/diag"
	"funmem/semantics/futhark/tofunmem"
)

// resized is a validation of dumps under other sizes than those that --set gives, or Futhark's run time has by
// itself.
type resized struct {
	set   []string // as --set has them
	tests int      // inputs that were compared
	why   string   // nothing was compared; it says why
}

// String is the line of the report.
func (r resized) String() string {
	with := "with --set " + strings.Join(r.set, " --set ")
	if r.why != "" {
		return "not compared " + with + ": " + r.why
	}
	return "also valid " + with + ", on " + diag.Count(r.tests, "input")
}

// small are the sizes that are 2 in other validations, so that small inputs have several groups and tiles.
var small = []string{"group_size", "num_groups", "thread_block_size", "grid_size", "tile_size", "reg_tile_size"}

// otherSizes are settings, beside those of --set, under which the versions of a program that a run of small inputs with
// the sizes of the run time never comes to are compared: small groups and tiles, and with these each version
// that a threshold decides on, and the sequential versions of operations, all and one at a time: one that stands in
// another's parallel version runs only alone.
func (o *Options) otherSizes() (list [][]string) {
	known := map[string]bool{}
	for _, u := range o.units {
		for name := range u.Sizes {
			known[name] = true
		}
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
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if strings.HasPrefix(name, "suff_") {
			list = append(list, slices.Concat(groups, []string{name + "=1"}))
			thresholds++
		}
	}
	if known["default_threshold"] && thresholds != 1 {
		list = append(list, slices.Concat(groups, []string{"default_threshold=1"}))
	}
	if !known[tofunmem.Sequential] {
		return list
	}
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
	c.Sizes, c.units, c.sides = slices.Concat(o.Sizes, sizes), nil, nil
	return &c
}

// fewer is how many inputs are compared under each of the other sizes, of those that are under the first ones; 0 of few.
func fewer(tests int) int { return tests / 10 }

// underSizes validates two dumps under other sizes until AFTER is refuted: then it gives the options and the
// program before, and the result. Where nothing is wrong, it gives what was compared.
func (o *Options) underSizes(ctx context.Context, st Streams, before, after string, v *validate.Options, until time.Time) (seen []resized, wrong *refutation, err error) {
	if !isDump(before) || !isDump(after) || fewer(v.Tests) == 0 {
		return nil, nil, nil
	}
	settings := o.otherSizes()
	for k, set := range settings {
		c, few := o.with(set), *v
		few.Tests = fewer(v.Tests)
		r := resized{set: set}
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
				return seen, &refutation{c, b, result, &few}, nil
			case result.Word != validate.Valid:
				r.why = strings.ReplaceAll(string(result.Word), "-", " ")
			}
			r.tests += result.Tests
		}
		seen = append(seen, r)
	}
	return seen, nil, nil
}

// refutation is a result under other sizes, with these and the program before under them.
type refutation struct {
	o      *Options
	before *validate.Program
	*validate.Result
	with *validate.Options
}
