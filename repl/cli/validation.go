package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/finding"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// Validation is what was found out about the subjects of two programs.
type Validation struct {
	Options *validate.Options
	Style   diag.Style
	validate.Comparison
	reports []*validate.Report // of the subjects that are explained
	life    []map[string]any   // of --explain, for --json
	sizes   []resized          // dumps, under other sizes
	wrong   *refutation        // the result that refutes AFTER under other sizes

	broken  []finding.Warning   // promises that operators of AFTER do not keep
	untried []validity.Untested // operators of AFTER that nothing tries
}

// Add adds what was found out about one subject.
func (v *Validation) Add(r *validate.Result) { v.Results = append(v.Results, r) }

// AddIllTyped adds an AFTER that is no program.
func (v *Validation) AddIllTyped(t *validate.IllTyped) { v.IllTyped = append(v.IllTyped, t) }

// starved tells that the verdict is unknown only for lack of memory, so that other sizes may give one.
func (v *Validation) starved() bool {
	return v.Word() == validate.Unknown && slices.ContainsFunc(v.Results, (*validate.Result).OutOfMemory)
}

// Status is the exit status.
func (v *Validation) Status() int {
	switch v.Word() {
	case validate.Valid:
		switch {
		case v.Options.Strict && len(v.broken)+len(v.Missing)+len(v.Open)+v.strays() > 0:
			return 1
		case len(v.Missing)+len(v.Open) > 0: // nothing is known about those
			return 3
		}
		return 0
	case validate.Refuted, validate.Ill:
		return 1
	}
	return 3
}

// strays counts the subjects, or other sizes, for which AFTER is not consistent, though its results agree.
func (v *Validation) strays() (n int) {
	for _, r := range v.Results {
		if r.Strays > 0 && r.Word == validate.Valid {
			n++
		}
	}
	for _, r := range v.sizes {
		n += len(r.unlike)
	}
	return n
}

// Summary counts the words.
func (v *Validation) Summary() string {
	var parts []string
	for _, w := range []validate.Word{validate.Valid, validate.Refuted, validate.Ill, validate.StuckBefore, validate.Unknown} {
		n := 0
		if w == validate.Ill {
			n = len(v.IllTyped)
		}
		for _, r := range v.Results {
			if r.Word == w {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, w.Text()))
		}
		if p := v.Proved(); w == validate.Valid && p > 0 {
			parts[0] += map[bool]string{true: ", proved", false: fmt.Sprintf(" (%d proved)", p)}[p == len(v.Results)]
		}
	}
	if n := v.strays(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not consistent", n))
	}
	if len(v.broken) > 0 {
		parts = append(parts, diag.Count(len(v.broken), "warning")+" about operators")
	}
	return strings.Join(parts, ", ")
}

// Explain adds the report on a result, with both traces.
func (v *Validation) Explain(ctx context.Context, r *validate.Result, before *validate.Program) {
	rep := &validate.Report{Result: r}
	if v.wrong != nil && v.wrong.Result == r {
		rep.Step = "with --set " + strings.Join(v.wrong.o.Sizes, " --set ")
	}
	v.reports = append(v.reports, rep)
	if r.Word == validate.Refuted {
		verdict.Refute(ctx)
	}
	if r.Failure == nil {
		return
	}
	rep.Irrelevant = r.Irrelevant(ctx, v.Options)
	if traces, err := r.Explain(ctx, v.Options, inMemory(before)); err == nil {
		traces.Hide(r)
		rep.Traces = traces
	}
}

// Text is the last report.
func (v *Validation) Text() string {
	r := v.reports[len(v.reports)-1]
	return r.Text(v.Style, r.Traces, r.Irrelevant)
}

// inMemory is the FUNMEM form of a Fun program.
func inMemory(p *validate.Program) *validate.Program {
	if p.Mem {
		return nil
	}
	intro := introduce.New()
	for _, x := range p.Outside {
		intro.Bind(x)
	}
	mem, err := intro.TransformProgram(p.Core, p.Supply)
	if err != nil {
		return nil
	}
	return &validate.Program{Unit: &elab.Unit{Core: mem, Mem: true}, Name: p.Name, Supply: p.Supply, Inputs: p.Inputs, Outside: p.Outside}
}

// json is the object of --json.
func (v *Validation) json(ctx context.Context) map[string]any {
	list := []map[string]any{}
	tests := 0
	all := map[string]any{"verdict": v.Word(), "seed": v.Options.Seed, "wanted": v.Options.Tests}
	if status := v.Status(); status != 3 { // the verdict is known
		all["ok"] = status == 0
	}
	if status := v.Comparison.Status(); status != "" {
		all["validStatus"] = status
	}
	for k, r := range v.Results {
		rep := v.reports[k]
		tests += r.Tests
		one := map[string]any{"name": r.Name, "verdict": r.Word, "tests": r.Tests}
		if status := r.ValidStatus(); status != "" {
			one["validStatus"] = status
		}
		if proofs := proofsJSON(r); proofs != nil {
			one["proofs"] = proofs
		}
		if names, _ := r.Given(); len(names) > 0 {
			one["given"] = names
		}
		if t := triedJSON(r); t != nil {
			one["tried"] = t
		}
		if len(r.Never) > 0 {
			var list []map[string]any
			for _, n := range r.Never {
				never := map[string]any{"way": n.Way, "condition": n.Asks.Text(), "at": n.Asks.String()}
				if n.Call.IsValid() {
					never["call"] = n.Call.String()
				}
				list = append(list, never)
			}
			one["never"] = list
		}
		if r.Stopped > 0 {
			one["stopped"] = r.Stopped
		}
		if r.Outside > 0 {
			one["outside"] = r.Outside
		}
		if v.wrong != nil && v.wrong.Result == r {
			one["set"] = v.wrong.o.Sizes
		}
		if r.Skipped > 0 {
			one["skipped"] = r.Skipped
		}
		if r.Starved > 0 {
			one["starved"] = r.Starved
		}
		if r.Long > 0 {
			one["long"] = r.Long
		}
		if r.Late || r.Spent {
			one["ended"] = r.Over()
		}
		if r.Only() {
			one["only"] = true
		}
		if r.Little() {
			one["little"] = true
		}
		if r.Unfit > 0 {
			one["unfit"] = r.Unfit
		}
		if r.Few() {
			one["again"] = r.Again
		}
		if r.AsBound() {
			one["compared"] = "as bound"
		}
		if r.InFun() {
			one["memory"] = false
		}
		if len(r.Ends) > 0 {
			one["atEnd"] = atEnd(r)
		}
		if len(r.Kernels) > 0 {
			one["kernels"] = r.Kernels
		}
		if len(r.Warnings) > 0 {
			one["warnings"] = r.Warnings
		}
		if f := r.Unlike; f != nil {
			one["inconsistent"] = map[string]any{"inputs": r.Strays, "example": verdict.Counterexample(r, f, verdict.InputsJSON(r, f.Input)), "divergence": f.Verdict.Divergence, "messages": r.StrayMessages()}
		}
		if r.Stuck != nil {
			one["stuck"] = r.Stuck
		}
		if r.Bug != nil {
			one["bug"] = r.Bug
		}
		if list := slices.Concat(r.ProofMessages(), r.Messages(rep.Traces)); len(list) > 0 {
			one["messages"] = list
		}
		if notes := append(r.AllNotes(), r.CutShort()...); len(notes) > 0 {
			one["notes"] = notes
		}
		if r.Reason != "" {
			one["reason"] = r.Reason
		}
		if f := r.Failure; f != nil {
			one["kind"] = f.Says()
			one["counterexample"] = verdict.Counterexample(r, f, verdict.InputsJSON(r, f.Input))
			if list := verdict.Irrelevant(r, rep.Irrelevant); len(list) > 0 {
				one["irrelevant"] = list
			}
			if rep.Traces != nil {
				one["steps"], one["heaps"] = verdict.Steps(rep.Traces), verdict.Heaps(rep.Traces)
			}
			if r.Word == validate.Refuted && all["counterexample"] == nil {
				all["counterexample"] = one["counterexample"]
			}
			one["check"] = f.Verdict.WithProofs(r.Kernels)
		}
		list = append(list, one)
	}
	all["tests"], all["subjects"] = tests, list
	var errors diag.List
	for _, t := range v.IllTyped {
		errors = append(errors, t.Errors...)
	}
	if len(errors) > 0 {
		all["typeErrors"] = errors
	}
	if len(v.sizes) > 0 {
		var sizes []map[string]any
		for _, r := range v.sizes {
			one := map[string]any{"set": r.set, "tests": r.tests}
			if len(r.odd) > 0 {
				one["one of"] = r.odd
			}
			if r.why != "" {
				one["why"] = r.why
			}
			if len(r.unlike) > 0 {
				one["inconsistent"] = r.unlike
			}
			if len(r.stuck) > 0 {
				one["stuck"] = r.stuck
			}
			sizes = append(sizes, one)
		}
		all["sizes"] = sizes
	}
	if v.life != nil {
		all["life"] = v.life
	}
	if len(v.broken) > 0 {
		all["warnings"] = v.broken
	}
	if len(v.untried) > 0 {
		all["untested"] = v.untried
	}
	if len(v.Missing) > 0 {
		all["missing"] = v.Missing
	}
	if len(v.Open) > 0 {
		var open []map[string]string
		for _, o := range v.Open {
			open = append(open, map[string]string{"what": strings.Trim(o.What, "`"), "why": o.Why})
		}
		all["notCompared"] = open
	}
	return all
}

// proofsJSON says what is shown for all inputs. It is nil if nothing was to be shown.
func proofsJSON(r *validate.Result) map[string]any {
	p, one := r.Proofs, map[string]any{}
	whole := p.Whole()
	if whole == nil { // what it needs to be more than tested
		return nil
	}
	if p.Before != nil {
		one["before"] = p.Before
	}
	if p.After != nil {
		one["after"] = p.After
	}
	if p.Values != "" {
		one["values"] = p.Values
	}
	if list := p.ValueMessages(); len(list) > 0 {
		one["open"] = list
	}
	if p.Unshown != "" {
		one["why"] = p.Unshown
	}
	if p.After == nil && whole.Shown { // no proof of AFTER by itself says it
		if whole.For != "" {
			one["for"] = whole.For
		}
		if assumed := p.Assumed(); assumed != "" {
			one["assumed"] = assumed
		}
	}
	one["text"] = r.ProofText()
	return one
}

// atEnd returns the names that the memory of AFTER no longer shows at the end. They are not compared there.
func atEnd(r *validate.Result) (list []map[string]any) {
	for _, e := range r.Ends {
		one := map[string]any{"name": e.Name, "block": e.Block}
		if e.Lacks != "" {
			one["lacks"] = e.Lacks
		} else {
			one["index"], one["offset"], one["value"], one["heap"] = e.Index, e.Offset, verdict.JSONValue(value.Number(e.Value)), verdict.JSONValue(value.Number(e.Heap))
		}
		list = append(list, one)
	}
	return list
}

// triedJSON says which values the inputs had that both sides ran on. It may be nil.
func triedJSON(r *validate.Result) map[string]any {
	t := r.Tried
	if t == nil {
		return nil
	}
	one := map[string]any{}
	var largest []map[string]int
	for _, shape := range r.Largest() {
		sizes := map[string]int{}
		for k, name := range r.SizeNames() {
			sizes[name] = shape[k]
		}
		largest = append(largest, sizes)
	}
	if len(largest) > 0 {
		one["largest"] = largest
	}
	if len(t.Sizes) > 0 {
		one["sizes"] = t.Sizes
	}
	if len(t.Layouts) > 0 {
		one["layouts"], one["offsets"], one["strides"] = t.Layouts, t.Offsets, t.Strides
	}
	if t.AnyInt {
		one["ints"] = t.Ints
	}
	if t.AnyReal {
		one["f64s"] = t.Reals
	}
	if len(t.Infinite) > 0 {
		one["infinite"] = t.Infinite
	}
	if len(t.Constants) > 0 {
		one["constants"] = t.Constants
	}
	if r.Long > 0 {
		one["long"] = r.Long
	}
	return one
}
