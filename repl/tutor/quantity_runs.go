package tutor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mostLines is how many lines show a value or a race.
const mostLines = 8

// printedValue is a value as the prompt prints it.
func printedValue(v value.Shown) string { return value.Format(v, most) }

// derived says how an expression gets its value: what the rules conclude of its parts.
func derived(ctx context.Context, s *session.Session, text, printed string) ([]string, error) {
	e, err := s.Aside(ctx, source(text))
	if err != nil {
		return nil, err
	}
	m, rec := s.EvaluatorAside(), derive.NewRecorder()
	m.Record = rec
	if _, err := m.Run(ctx, e.Fun); err != nil {
		return nil, err
	}
	var lines []string
	var walk func(t *derive.Tree)
	walk = func(t *derive.Tree) { // along the statements, and not into what they consist of
		switch t.Rule {
		case "E-LET", "E-PROG", "E-DEF":
			for _, p := range t.Premises {
				walk(p)
			}
		case "", "E-IN":
		default:
			if line := concluded(t); line != "" && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	for _, t := range rec.Trees() {
		walk(t)
	}
	whole := fmt.Sprintf("`%s` is %s", text, printed)
	if n := len(lines); n > 0 && (strings.HasSuffix(lines[n-1], " is "+printed) || strings.HasSuffix(lines[n-1], " gives "+printed)) { // the last part is the whole, in core
		lines = lines[:n-1]
	}
	lines = append(known(s, e), lines...)
	if n := len(lines); n > mostLines {
		lines = append(lines[:mostLines:mostLines], fmt.Sprintf("⋮ %s, which `:derive %s` shows", diag.Count(n-mostLines, "more step"), text))
	}
	return append(lines, whole), nil
}

// longestKnown is how long the value of a variable is at most that explains another value.
const longestKnown = 60

// known are the values of the variables in an expression.
func known(s *session.Session, e *session.Scratch) (lines []string) {
	for _, x := range syntax.FreeVars(e.Unit.Core) {
		if !s.Machine.Env.Knows(x.ID) {
			continue
		}
		if text := printedValue(s.Machine.Env.Of(x.ID)); len(text) <= longestKnown {
			lines = append(lines, fmt.Sprintf("`%s` is %s", x.Name, text))
		}
	}
	return lines
}

// concluded is what a rule concludes about a part of an expression, such as "`12 + 1` is 13".
func concluded(t *derive.Tree) string {
	of, value := t.Judgement.Of, ""
	for _, p := range t.Judgement.After {
		value += p.String()
	}
	for _, p := range t.Premises {
		if c := p.Condition; c != nil && t.Rule == "E-SCALAR" { // the numbers in place of variables
			of = strings.TrimPrefix(c.Right, "conventional evaluation of ")
		}
	}
	value = strings.TrimSuffix(strings.TrimPrefix(value, "("), ")")
	if strings.HasSuffix(of, " do …") { // core has a kernel for each index
		return "the kernel gives " + value
	}
	return fmt.Sprintf("`%s` is %s", of, value)
}

// judged runs an expression beside the session, or again the entry that bound a variable if that is what the text is and
// again is set. use sees what came of it.
func judged(ctx context.Context, s *session.Session, text string, again bool, use func(*validity.Verdict) error) error {
	var e *session.Scratch
	var err error
	if n, ok := s.Elab.Lookup(text); again && ok && n.Binding != nil {
		_, e, err = s.Again(ctx, n)
	}
	if e == nil && err == nil {
		e, err = s.AsideOnHeap(ctx, source(text))
	}
	if err != nil {
		return err
	}
	if len(e.Unit.Results) == 0 && len(e.Fun.Defs()) == len(e.Fun.Decls) {
		return diag.Usagef("`%s` is a function", text).Helpf("ask for a call of it")
	}
	return s.VerdictOn(ctx, e, view.MaxTraced, nil, use)
}

// kernelOf uses the traces of the kernel of an expression, or of a variable: its last kernel outside of others.
func kernelOf(ctx context.Context, s *session.Session, text string, use func(*heap.InstanceTrace) error) error {
	return judged(ctx, s, text, true, func(v *validity.Verdict) error {
		kernels := v.Outcome.Recording.Top.Inner
		if len(kernels) == 0 {
			return diag.Usagef("no kernel runs in `%s`", text)
		}
		in := kernels[len(kernels)-1]
		if in.Ran > most || slices.ContainsFunc(in.Iterations, func(it *heap.IterTrace) bool { return it.Partial }) {
			return diag.Usagef("the kernel of `%s` is too large to be traced", text)
		}
		return use(in)
	})
}

// sets is R and W of one iteration.
type sets struct {
	i    int
	r, w []heap.Loc
}

func setsOf(in *heap.InstanceTrace) (all []sets) {
	for _, it := range in.Iterations {
		r, w := it.Sets()
		all = append(all, sets{it.Iteration, r, w})
	}
	slices.SortFunc(all, func(a, b sets) int { return a.i - b.i })
	return all
}

// accessed is the set of offsets that an iteration reads or writes.
func accessed(ctx context.Context, s *session.Session, kind, arg string, write bool) (*Computed, error) {
	number, text, ok := strings.Cut(arg, " of ")
	i, err := strconv.Atoi(strings.TrimSpace(number))
	if !ok || err != nil {
		return nil, badly(kind, arg)
	}
	c := &Computed{}
	err = kernelOf(ctx, s, strings.TrimSpace(text), func(in *heap.InstanceTrace) error {
		for _, it := range setsOf(in) {
			if it.i != i {
				continue
			}
			list := it.r
			if write {
				list = it.w
			}
			var offsets []int
			for _, l := range list {
				offsets = append(offsets, l.Offset)
			}
			c.Right = set(offsets)
			c.Why = []string{fmt.Sprintf("iteration %d has R = %s, W = %s", i, view.Locations(it.r), view.Locations(it.w))}
			return nil
		}
		return diag.Usagef("the kernel of `%s` has %s", text, diag.Count(in.Ran, "iteration"))
	})
	return c, err
}

func readsOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return accessed(ctx, s, "reads", arg, false)
}

func writesOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return accessed(ctx, s, "writes", arg, true)
}

// common are the locations of both lists.
func common(a, b []heap.Loc) (both []heap.Loc) {
	for _, l := range a {
		if slices.Contains(b, l) {
			both = append(both, l)
		}
	}
	return both
}

func racesOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	c := &Computed{Right: Answer{Form: Pairs, Items: []string{}}, Meant: map[string]string{}}
	err := kernelOf(ctx, s, arg, func(in *heap.InstanceTrace) error {
		all := setsOf(in)
		for k, x := range all {
			for _, y := range all[k+1:] {
				pair := fmt.Sprintf("%d,%d", x.i, y.i)
				line, races := meet(x, y)
				if !races {
					c.Meant[pair] = line
					continue
				}
				c.Right.Items = append(c.Right.Items, pair)
				c.Why = append(c.Why, line)
			}
		}
		return nil
	})
	if len(c.Why) == 0 {
		c.Why = []string{"no iteration writes a cell that another one reads or writes"}
	}
	if n := len(c.Why); n > mostLines {
		c.Why = append(c.Why[:mostLines:mostLines], fmt.Sprintf("⋮ and %s", diag.Count(n-mostLines, "more pair")))
	}
	if len(c.Right.Items) > most {
		return nil, diag.Usagef("the kernel of `%s` has more than %d pairs that race", arg, most)
	}
	c.Right = c.Right.sorted()
	return c, err
}

// meet says whether two iterations race, and where (eq. 4).
func meet(x, y sets) (line string, races bool) {
	for _, p := range []struct {
		a, b       []heap.Loc
		one, other string
	}{
		{x.w, y.w, "writes", "writes it too"},
		{x.w, y.r, "writes", "reads it"},
		{x.r, y.w, "reads", "writes it"},
	} {
		if both := common(p.a, p.b); len(both) > 0 {
			return fmt.Sprintf("iteration %d %s cell %d of `%s`, and iteration %d %s", x.i, p.one, both[0].Offset, both[0].Block, y.i, p.other), true
		}
	}
	return fmt.Sprintf("iterations %d and %d do not race: W = %s and %s, R = %s and %s", x.i, y.i, view.Locations(x.w), view.Locations(y.w), view.Locations(x.r), view.Locations(y.r)), false
}

func raceOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	c, err := racesOf(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	c.Right.Any = len(c.Right.Items) > 0
	return c, nil
}

func validOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	c := &Computed{Right: Answer{Form: Truth}}
	err := judged(ctx, s, arg, false, func(v *validity.Verdict) error {
		if v.Stuck != nil {
			return v.Stuck.Diag
		}
		if v.Valid {
			c.Right.Items, c.Why = []string{"yes"}, []string{fmt.Sprintf("`%s` is the same in the value semantics and on the heap", arg)}
			return nil
		}
		c.Right.Items = []string{"no"}
		for _, d := range v.Diagnostics() {
			if d.Kind == diag.Invalid {
				c.Why = append(c.Why, d.Msg)
				for _, n := range d.Notes {
					c.Why = append(c.Why, n.Msg)
				}
				break
			}
		}
		return nil
	})
	return c, err
}

func allocatedBy(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return used(ctx, s, arg, func(u heap.Usage) (int, string) {
		if u.Allocs == 0 {
			return 0, fmt.Sprintf("the evaluation of `%s` allocates no block", arg)
		}
		return u.Allocs, fmt.Sprintf("the evaluation of `%s` allocates %s, with %s: `:metrics` counts them", arg, diag.Count(u.Allocs, "block"), diag.Count(u.Locations, "cell"))
	})
}

func copiedBy(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return used(ctx, s, arg, func(u heap.Usage) (int, string) {
		return u.Copied, fmt.Sprintf("the evaluation of `%s` copies %s: `:metrics` counts them", arg, diag.Count(u.Copied, "element"))
	})
}

// used is a number of what an evaluation uses, with a line about it.
func used(ctx context.Context, s *session.Session, arg string, of func(heap.Usage) (int, string)) (*Computed, error) {
	c := &Computed{}
	err := judged(ctx, s, arg, true, func(v *validity.Verdict) error {
		if v.Stuck != nil {
			return v.Stuck.Diag
		}
		n, why := of(v.Outcome.Usage)
		c.Right, c.Why = ints(n), []string{why}
		return nil
	})
	return c, err
}
