package grade

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/heap"
	"funmem/lower/pass"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// indices is an index in its brackets.
func indices(at []int) string {
	var texts []string
	for _, k := range at {
		texts = append(texts, strconv.Itoa(k))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// isCall notes an example of `validate` or `limit` that is no call of a function of the exercise.
func (p *parser) isCall(x *Example) {
	if len(p.now.Names) == 0 {
		return // which was said
	}
	call, ok := x.Expr.(*syntax.Call)
	if !ok || !slices.Contains(p.now.Names, call.Fn) {
		p.fail(x.At, "found `%s`, wanted a call of `%s`", x.Text, strings.Join(p.now.Names, "` or `")).Helpf("its arguments are the input, as in `> %s(iota 10)`", p.now.Names[0])
	} else if x.Want != nil {
		p.fail(x.At, "the value of `%s` is that of the reference solution", x.Text).Helpf("leave it out; `### test` is for values that are stated")
	}
}

// given evaluates the arguments of a call, for the parameters of the reference solution.
func (t *taught) given(ctx context.Context, s *session.Session, x *Example) error {
	call := x.Expr.(*syntax.Call)
	d, err := session.DefNamed(t.reference.Unit, t.reference.Name, call.Fn)
	if err != nil {
		return err
	}
	params := d.Arguments() // and not where these lie
	if len(params) != len(call.Args) {
		return diag.Errorf(diag.Type, "", call.Span, "`%s` takes %s, and %d are given", call.Fn, diag.Count(len(params), "argument"), len(call.Args))
	}
	values := map[string]value.Shown{}
	for k, arg := range call.Args {
		list, err := valuesOf(ctx, s, t.asked(arg))
		if err != nil {
			return err
		}
		if len(list) != 1 {
			return diag.Errorf(diag.Type, "", arg.GetSpan(), "an argument is one value, and these are %d", len(list))
		}
		values[params[k].Written()] = list[0]
	}
	t.arguments[x] = values
	return nil
}

// options are those of a comparison.
func (s *solution) options(c *Check) *validate.Options {
	o := &validate.Options{Options: s.settings.Options(), Tests: c.Inputs, Seed: c.Seed, Each: max(1, s.Budget.Steps/patience), Steps: comparedSteps * s.Budget.Steps, Patient: true, Unproved: true, Proof: validity.NoProof}
	if c.Kind == Alone {
		o.Each = s.Budget.Steps // no reference solution takes a part of them
	}
	if s.o.Verify {
		o.Steps = max(1, o.Steps/spared)
	}
	if c.Kind == Limit {
		o.Tests = 1 // the input may lie in memory in other ways, and is counted once
	}
	if s.o.Seed != 0 {
		o.Seed = s.o.Seed
	}
	return o
}

// patience is how many times the steps of the reference solution the submission may take on one input, as `validate` has it.
const patience = 10

// comparedSteps is how many times the steps of one evaluation all inputs of a comparison may take.
const comparedSteps = 20

// spared is how many times more of these steps a submission has than the reference solution under `--verify`: the solution
// of a student may take more.
const spared = 4

// compared validates the submission against the reference solution, on random inputs or on those that are given.
func (s *solution) compared(ctx context.Context, c *Check) (items []*Item) {
	if len(c.Examples) == 0 {
		for _, name := range s.Names {
			it := &Item{What: "`" + name + "`"}
			items = append(items, s.defined(ctx, it, name, func(ctx context.Context) error {
				r, err := s.pair(ctx, c, name, nil)
				if err != nil {
					return err
				}
				s.judge(it, c, r)
				return nil
			}))
		}
		return items
	}
	for _, x := range c.Examples {
		name := x.Expr.(*syntax.Call).Fn
		it := &Item{What: oneLine(x.Text)}
		var r *validate.Result
		s.defined(ctx, it, name, func(ctx context.Context) (err error) {
			if r, err = s.pair(ctx, c, name, s.arguments[x]); err == nil {
				s.judge(it, c, r)
			}
			return err
		})
		if c.Kind == Validate {
			if it.Passed {
				it.Says = oneLine(it.What + ": " + it.Says)
			}
			items = append(items, it)
			continue
		}
		for k, b := range c.Bounds {
			what := it.What + ": " + b.String()
			switch {
			case it.Passed:
				items = append(items, within(b, what, &r.Used[1]))
			case k == 0: // a function that is wrong keeps no limit
				first := *it
				first.What = what
				items = append(items, &first)
			default:
				items = append(items, &Item{What: what, Undecided: it.Undecided, Verdict: it.Verdict, Says: "it is not counted, as above"})
			}
		}
	}
	return items
}

// within is the item of a limit.
func within(b Bound, what string, used *heap.Usage) *Item {
	n := map[string]int{"allocations": used.Allocs, "copies": used.Copied, "locations": used.Locations, "peak": used.Peak, "kernels": used.Kernels}[b.What]
	it := &Item{What: what, Passed: b.holds(n), Found: strconv.Itoa(n)}
	if !it.Passed {
		it.Expected, it.Says = b.Op+" "+strconv.Itoa(b.N), fmt.Sprintf("%s: %d", b.What, n)
	}
	return it
}

// defined is try, for a function that may not be there. Comparing has a budget of its own.
func (s *solution) defined(ctx context.Context, it *Item, name string, do func(ctx context.Context) error) *Item {
	if slices.Contains(s.lacks, name) {
		it.Says = "the submission does not define `" + name + "`"
		return it
	}
	watched, end := engine.Watch(ctx, s.settings.Memory)
	defer end()
	return s.explain(it, nil, verdict.Recovered(func() error { return do(watched) }))
}

// pair compares one function. With a limit it is its FUNMEM form that runs, after the passes of the check.
func (s *solution) pair(ctx context.Context, c *Check, name string, given map[string]value.Shown) (*validate.Result, error) {
	b, err := session.DefNamed(s.reference.Unit, s.reference.Name, name)
	if err != nil {
		return nil, err
	}
	after := s.after
	if c.Kind == Limit || s.reference.Mem && !after.Mem {
		if after, err = s.inMemory(ctx, c.Passes); err != nil {
			return nil, err
		}
	}
	k := slices.IndexFunc(after.Core.Defs(), func(d *syntax.Def) bool { return d.Name == name })
	if k < 0 {
		return nil, diag.Usagef("the passes `%s` leave no function `%s`", c.Passes, name)
	}
	sub, err := validate.Pair(s.reference, b, after, after.Core.Defs()[k])
	if err != nil {
		return nil, &mismatch{diag.Of(err)}
	}
	if given != nil {
		if err := sub.Give(given); err != nil {
			return nil, err
		}
	}
	return validate.Validate(ctx, sub, s.options(c))
}

// mismatch is the error about a function whose type is not that of the reference solution. For a teacher who compares two
// programs that is a wrong request; for a student it is an error of type.
type mismatch struct{ diag.List }

// typed are the messages.
func (m *mismatch) typed() (list diag.List) {
	for _, d := range m.List {
		c := *d
		c.Kind = diag.Type
		list = append(list, &c)
	}
	return list
}

// inMemory is the FUNMEM form of the submission, after some passes.
func (s *solution) inMemory(ctx context.Context, passes string) (*validate.Program, error) {
	in := session.NewSession(s.settings)
	in.Whole = true
	p, err := in.Program(ctx, s.prog, s.prog.Src.Name)
	if err != nil {
		return nil, err
	}
	if passes == "" {
		mem, err := in.Lower(ctx, p.Unit)
		if err != nil {
			return nil, err
		}
		return verdict.WithMemory(p, mem), nil
	}
	form := pass.Fun
	if p.Mem {
		form = pass.FunMem
	}
	steps, err := pass.Steps(passes, form)
	if err == nil && form == pass.Fun && !slices.ContainsFunc(steps, func(s *pass.Step) bool { return s.Pass.To == pass.FunMem }) {
		steps, err = pass.Steps(passes+",introduce", form)
	}
	if err != nil {
		return nil, err
	}
	stages, err := in.Manager(p.Unit).Run(ctx, p.Core, form, steps)
	if err != nil {
		return nil, err
	}
	last := stages[len(stages)-1]
	after := *last.Read
	after.Unit = &elab.Unit{Core: last.Read.Core, Mem: true}
	return &after, nil
}

// whole makes an item not decided if fewer inputs ran than were wanted because the runs took too much.
func (s *solution) whole(it *Item, c *Check, r *validate.Result) {
	if !it.Passed || r.Tests >= r.Wanted || !r.Spent && !r.GivenUp {
		return
	}
	why := "too many others take too much"
	if r.Spent {
		why = fmt.Sprintf("all inputs together may take %d steps, and took them", s.options(c).Steps)
	}
	it.Passed, it.Undecided, it.Verdict = false, true, string(validate.Unknown)
	it.Says = oneLine(fmt.Sprintf("unknown: `%s`: nothing was wrong on %s, and %d were wanted: %s", r.Name, diag.Count(r.Tests, "input"), r.Wanted, why))
}

// judge fills in what a comparison found.
func (s *solution) judge(it *Item, c *Check, r *validate.Result) {
	it.Verdict, it.Passed = string(r.Word), r.Word == validate.Valid
	it.Says = oneLine(roles.Replace(r.Line()))
	f := r.Failure
	if r.Word == validate.Unknown {
		it.Undecided = true
	}
	s.whole(it, c, r)
	if f == nil || r.Word != validate.Refuted {
		return
	}
	if !r.AllGiven() {
		for _, x := range r.Arguments(f.Input) {
			it.Inputs = append(it.Inputs, oneLine(x.Name+" = "+value.Format(x.Value, shownElements)))
		}
	}
	if k := f.Result; k >= 0 && k < len(f.Before) && k < len(f.After) {
		it.Expected, it.Found = oneLine(value.Format(f.Before[k], shownElements)), oneLine(value.Format(f.After[k], shownElements))
	}
	list := s.ownWords(r.Messages(nil), nil)
	if f.Kind == validate.Overwriting && f.Verdict.Overwrite != nil && f.Verdict.Overwrite.Side == "BEFORE" { // no star of the submission can help
		over := f.Verdict.Overwrite
		list[0].Help = fmt.Sprintf("copy `%s` before it is overwritten: a caller of the reference solution may use it later", over.Parameter)
	}
	it.tell(list)
}

// alone checks the functions against their own value semantics, as `funmem check` does.
func (s *solution) alone(ctx context.Context, c *Check) (items []*Item) {
	for _, name := range s.Names {
		it := &Item{What: "`" + name + "`"}
		items = append(items, s.defined(ctx, it, name, func(ctx context.Context) error {
			mem, err := s.inMemory(ctx, "")
			if err != nil {
				return err
			}
			d, err := session.DefNamed(s.after.Unit, s.after.Name, name)
			if err != nil {
				return err
			}
			sub, err := validate.Alone(s.after, d, mem)
			if err != nil {
				return err
			}
			r, err := validate.Validate(ctx, sub, s.options(c))
			if err != nil {
				return err
			}
			s.judgeAlone(it, c, r)
			return nil
		}))
	}
	return items
}

func (s *solution) judgeAlone(it *Item, c *Check, r *validate.Result) {
	f := r.Failure
	switch {
	case f != nil:
		it.Verdict, it.Says = string(validate.Refuted), oneLine(r.AloneKind())
		for _, x := range r.Arguments(f.Input) {
			it.Inputs = append(it.Inputs, oneLine(x.Name+" = "+value.Format(x.Value, shownElements)))
		}
		it.tell(s.ownWords(r.AloneDiagnostics(), nil))
	case !r.Ran():
		it.Verdict, it.Says, it.Undecided = string(validate.Unknown), oneLine(r.NotRun()), r.TooLong() > 0 || r.Spent
	default:
		it.Passed, it.Says = true, oneLine(r.AloneLine())
		s.whole(it, c, r)
	}
}

// constructs looks for constructs in the text of the functions.
func (s *solution) constructs(ctx context.Context, c *Check) (items []*Item) {
	for _, k := range c.Constructs {
		it := &Item{What: "`" + k.String() + "`"}
		items = append(items, s.try(ctx, it, nil, func(ctx context.Context) error {
			if len(s.lacks) > 0 {
				it.Says = "the submission does not define `" + strings.Join(s.lacks, "`, `") + "`"
				return nil
			}
			if c.Kind == Use {
				s.uses(ctx, it, k)
			} else {
				s.avoids(ctx, it, k)
			}
			return nil
		}))
	}
	return items
}

// roots calls f for the functions of the exercise.
func (s *solution) roots(f func(d *syntax.Def)) {
	for _, d := range s.prog.Defs() {
		if slices.Contains(s.Names, d.Name) {
			f(d)
		}
	}
}

// uses tells whether the results need a construct.
func (s *solution) uses(ctx context.Context, it *Item, k Construct) {
	live := newLiving(ctx, s.prog.Decls, func(n syntax.Node) { it.Passed = it.Passed || k.here(n, false) })
	s.roots(func(d *syntax.Def) { live.def(d, nil) })
	if !it.Passed {
		it.Says = fmt.Sprintf("the result of `%s` does not need `%s`", strings.Join(s.Names, "` or `"), k)
	}
}

// avoids tells whether a construct is nowhere in the text.
func (s *solution) avoids(ctx context.Context, it *Item, k Construct) {
	f := newFinder(ctx, s.prog.Decls)
	var hit *found
	s.roots(func(d *syntax.Def) {
		if hit == nil {
			hit = f.find(d.Name, d, k)
		}
	})
	if hit == nil {
		it.Passed = true
		return
	}
	it.Says = fmt.Sprintf("found `%s`", k)
	if hit.caller != "" {
		it.Says += fmt.Sprintf(" in `%s`, which `%s` %s", hit.in, hit.caller, hit.how)
	}
	it.tell(diag.List{diag.Errorf(diag.Failed, "", hit.at, "%s", it.Says)})
}
