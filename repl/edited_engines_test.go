package repl

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/lower/introduce"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	ast "funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// engines runs the program in all engines and compares their results.
func (e *editedProgram) engines() {
	bug := verdict.Recovered(func() error {
		e.compare()
		return nil
	})
	if bug != nil {
		e.fails("engines: %s", bug)
	}
}

// outcome is the result of a program in one engine: values, or the error that it is stuck.
type outcome struct {
	values []value.Val
	err    error
}

// limited tells whether limits ended a run, so that it says nothing about the program.
func limited(ctx context.Context, err error) bool {
	return ctx.Err() != nil || err != nil && strings.Contains(err.Error(), "of memory")
}

func (e *editedProgram) compare() {
	opts := e.settings().Options()
	ctx, stopped := e.within()
	defer func() {
		if stopped() {
			e.count["compared: stopped"]++
		}
	}()
	fun, mem := e.unit.Core, e.unit.Core
	if e.unit.Mem {
		fun = erase.Program(fun)
	} else {
		var err error
		if mem, err = introduce.New().TransformProgram(fun, e.supply); err != nil {
			e.fails("introduce: %s", err)
			return
		}
	}
	want := e.inValues(ctx, fun, opts)
	if limited(ctx, want.err) {
		return
	}
	v := e.onHeap(ctx, mem, opts)
	if v == nil {
		return
	}
	e.meaning(ctx, mem, v, want, opts)
	e.proofs(mem, v)
	e.asIMP(ctx, mem, v, opts)
	e.count["compared"]++
}

// inValues runs the value semantics: the reference engine, and the one with the fast engine.
func (e *editedProgram) inValues(ctx context.Context, p *syntax.Program, opts engine.Options) outcome {
	ref, quick := value.New(opts), value.New(opts)
	quick.Accelerate = fast.NewKernels(opts).Accelerate
	want, err := ref.Run(ctx, p)
	got, gotErr := quick.Run(ctx, p)
	switch {
	case limited(ctx, err) || limited(ctx, gotErr):
	case (err == nil) != (gotErr == nil) || opts.Schedule.IsForward() && fmt.Sprint(err) != fmt.Sprint(gotErr):
		e.fails("value: the reference says %v, the fast engine %v", err, gotErr)
	case err != nil && !diag.Of(err)[0].Span.IsValid():
		e.fails("value: no place: %v", err)
	case err == nil && formatted(want) != formatted(got):
		e.fails("value: the reference gives %s, the fast engine %s", formatted(want), formatted(got))
	}
	if err == nil && gotErr != nil {
		err = gotErr
	}
	return outcome{want, err}
}

func formatted(vs []value.Val) string {
	texts := make([]string, len(vs))
	for k, v := range vs {
		texts[k] = value.Format(v, 0)
	}
	return strings.Join(texts, ", ")
}

// onHeap returns the verdict of the reference engine, and compares that of the fast engine with it. It returns nil when
// a limit was met.
func (e *editedProgram) onHeap(ctx context.Context, p *syntax.Program, opts engine.Options) *validity.Verdict {
	v, err := validity.Check(ctx, p, opts)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		e.fails("heap: %v", err)
		return nil
	}
	if v.Stuck != nil && limited(ctx, v.Stuck.Diag) {
		return nil
	}
	c, ok := fast.Check(ctx, p, nil, opts)
	if !ok {
		return v
	}
	e.count["compared: clean in the fast engine"]++
	if !v.OK || len(v.Warnings) > 0 {
		e.fails("heap: the fast engine calls clean what is not: %s", v.Text(diag.Plain))
		return v
	}
	if got, want := formatted(c.Results), shownResults(v.Outcome.Results, true); got != want {
		e.fails("heap: the fast engine gives %s, the reference %s", got, want)
	}
	return v
}

// shownResults are results as the value semantics has them. Blocks, which it shows as 0, may be left out.
func shownResults(results []memory.Val, blocks bool) string {
	var vs []value.Val
	for _, r := range results {
		show, err := memory.Show(r)
		switch {
		case err != nil:
			return err.Error()
		case r.IsNumber() || r.IsArray():
			vs = append(vs, show)
		case blocks:
			vs = append(vs, value.Of(0))
		}
	}
	return formatted(vs)
}

// meaning compares a verdict with a separate run of the heap semantics.
func (e *editedProgram) meaning(ctx context.Context, p *syntax.Program, v *validity.Verdict, want outcome, opts engine.Options) {
	out, err := memory.New(memory.Options{Options: opts}).Run(ctx, p)
	if limited(ctx, err) {
		return
	}
	var stuck *diag.Diagnostic
	if err != nil && !errors.As(err, &stuck) {
		e.fails("heap: %v", err)
		return
	}
	e.count[fmt.Sprintf("verdicts: valid %v, race-free %v, stuck %v", v.Valid, v.RaceFree, v.Stuck != nil)]++
	switch {
	case stuck != nil && !stuck.Span.IsValid():
		e.fails("heap: no place: %v", stuck)
	case (stuck != nil) != (v.Stuck != nil) && !syntax.HasScratch(p): // without the value semantics it does not know what is undefined
		e.fails("heap: alone it is stuck: %v, in lockstep %v", err, v.Stuck)
	case v.Valid && (stuck != nil || want.err != nil):
		e.fails("heap: valid, and stuck: %v, %v", stuck, want.err)
	case v.Consistent && !v.Valid && v.Stuck == nil && v.Overwrite == nil:
		e.fails("heap: consistent and not valid: %s", v.Text(diag.Plain))
	case stuck == nil && want.err == nil && v.Overwrite == nil && v.Valid != (shownResults(out.Results, e.unit.Mem) == formatted(want.values)):
		e.fails("heap: valid is %v, and the heap alone gives %s, the value semantics %s\n%s", v.Valid, shownResults(out.Results, e.unit.Mem), formatted(want.values), v.Text(diag.Plain))
	}
	if e.unit.Mem {
		return
	}
	switch {
	case want.err == nil && !v.OK:
		e.fails("introduce: a program of Fun has a form that is not ok: %s", v.Text(diag.Plain))
	case want.err != nil && v.Stuck == nil:
		e.fails("introduce: a program of Fun is stuck (%v), and its form is not: %s", want.err, v.Text(diag.Plain))
	}
}

// proofs compares what is proved for all sizes with the run: a kernel that is proved does not race, and one that is proved
// in bounds is not where the run is stuck at an access.
func (e *editedProgram) proofs(p *syntax.Program, v *validity.Verdict) {
	astray := v.Stuck != nil && outOfBounds.MatchString(v.Stuck.Message)
	if v.RaceFree && !astray {
		return
	}
	c := *v
	c.Kernels = slices.Clone(v.Kernels)
	for k := range c.Kernels {
		c.Kernels[k].Status = "" // a proof says nothing of one that the run refutes
	}
	for _, k := range c.Prove(prove.NewBudget(prove.MaxSteps), p, nil, nil).Kernels {
		switch {
		case k.Status == validity.Proved && !k.RaceFree:
			e.fails("kernel `%s` is proved and races", k.Binds)
		case k.Status == validity.Proved && k.InBounds && k.Unfinished && astray:
			e.fails("kernel `%s` is proved in bounds, and stuck: %s", k.Binds, v.Stuck.Message)
		case astray && k.Unfinished:
			e.count["proofs: not in bounds, and stuck there"]++
		}
	}
}

// outOfBounds matches what is said of an access that is not in bounds.
var outOfBounds = regexp.MustCompile(`out of bounds|lies outside block|after it was freed`)

// asIMP runs the program as IMP. It must be stuck if it is stuck on the heap, race if it races there, and give the same
// values.
func (e *editedProgram) asIMP(ctx context.Context, p *syntax.Program, v *validity.Verdict, opts engine.Options) {
	q, _, err := toimp.Program(p, toimp.Options{})
	if err != nil {
		e.fails("toimp: %v", err)
		return
	}
	printed := ast.Print(q)
	again, err := ast.Parse(diag.NewSource("imp", printed))
	if err == nil {
		again, err = ast.Resolve(again, nil)
	}
	if err != nil || ast.Print(again) != printed {
		e.fails("toimp: what is printed is read as something else: %v\n%s", err, printed)
		return
	}
	out, err := imp.Run(ctx, q, nil, opts)
	if limited(ctx, err) || syntax.HasScratch(p) { // IMP does not know what is undefined
		return
	}
	if v.Stuck != nil && strings.Contains(v.Stuck.Message, "too many digits") || err != nil && strings.Contains(err.Error(), "too many digits") {
		return // whether normal forms reach this limit may differ
	}
	if (err != nil) != (v.Stuck != nil) {
		e.fails("imp: it says %v, the heap %v\n%s", err, v.Stuck, printed)
		return
	}
	if err != nil {
		if d := diag.Of(err)[0]; d.Kind != diag.Stuck || !d.Span.IsValid() {
			e.fails("imp: %v", err)
		}
		return
	}
	if races := raced(out.Warnings); races == v.RaceFree {
		e.fails("imp: it races: %v, the heap: %v\n%s", races, !v.RaceFree, printed)
		return
	}
	if !v.RaceFree && !opts.Schedule.IsForward() {
		return // kernels nest differently there, so the orders differ
	}
	if got, want := formatted(out.Results), shownResults(v.Outcome.Results, false); got != want {
		e.fails("imp: it gives %s, the heap %s\n%s", got, want, printed)
	}
}

func raced(warnings diag.List) bool {
	for _, w := range warnings {
		if w.Kind == diag.Race {
			return true
		}
	}
	return false
}
