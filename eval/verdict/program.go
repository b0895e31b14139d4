package verdict

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/finding"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Program is what is known about a program: the verdict on what ran, the results of the defs that ran on inputs, and
// what was not run at all.
type Program struct {
	*validity.Verdict
	trials []trial
	Idle   []Idle
	list   diag.List // what is wrong, for people

	Subjects []*validate.Subject // the subjects that ran on inputs
	Empty    bool                // there is nothing to run
	strict   bool                // warnings count as failures, and there are some
	Late     string              // why some things were not found out; "": all were
}

// trial is the result for a def that ran on inputs.
type trial struct {
	def *syntax.Def
	*validate.Result
	irrelevant *validate.Irrelevant
}

// Idle is a def that was not run, and why.
type Idle struct {
	Def       *syntax.Def
	Name, Why string
	file      string // the file that it is imported from, or ""
	Tried     bool   // it was meant to run on inputs
	*validate.Result
}

// partly tells whether it ran on some inputs.
func (i Idle) partly() bool { return i.Result != nil && i.Partly() }

// Why a def was not run although something else was.
const (
	uncalled  = "nothing calls it"
	unreached = "the run comes to no call of it"
)

// Of returns the findings of a run.
func Of(v *validity.Verdict) *Program {
	return &Program{Verdict: v, list: v.Diagnostics()}
}

// add notes the result of a def on inputs, and adds it to the verdict.
func (f *Program) add(t trial) {
	if !t.Ran() {
		f.Idle = append(f.Idle, Idle{Def: t.def, Name: t.Name, Why: t.NotRun(), Tried: true, Result: t.Result})
		if !t.Partly() {
			return
		}
	} else {
		f.trials = append(f.trials, t)
	}
	v := *f.Verdict
	v.Kernels, v.Warnings = slices.Clone(v.Kernels), slices.Clone(v.Warnings)
	v.Add(&validity.Verdict{Kernels: t.Kernels, Warnings: t.Warnings})
	for i := range t.Warnings {
		f.list = append(f.list, t.Warnings[i].Diagnostic())
	}
	if t.Failure != nil {
		g := t.Failure.Verdict
		v.OK, v.Valid, v.Consistent, v.RaceFree = false, v.Valid && g.Valid, v.Consistent && g.Consistent, v.RaceFree && g.RaceFree
		v.Overlaps = slices.Concat(v.Overlaps, g.Overlaps)
		if v.Overwrite == nil && v.Divergence == nil && v.Stuck == nil && v.Unwritten == nil {
			v.Overwrite, v.Divergence, v.Stuck, v.Unwritten = g.Overwrite, g.Divergence, g.Stuck, g.Unwritten
		}
		f.list = append(f.list, t.AloneDiagnostics()...)
	}
	f.Verdict = &v
}

// Prove adds what is shown of the validity of what ran: of the defs that ran on inputs, and of the statements, if there are any. valid tries the proof for
// a def or, if that is nil, for the statements.
func (f *Program) Prove(statements bool, valid func(d *syntax.Def) *validity.Proof) {
	v := *f.Verdict
	all := &validity.Proof{Shown: true}
	if statements {
		all = all.And(valid(nil))
	}
	inputs := 0
	for k, t := range f.trials {
		r := *t.Result
		r.Proofs.After = valid(t.def).OfCalls()
		all, inputs = all.And(r.Proofs.After), inputs+t.Tests
		f.trials[k].Result = &r
	}
	switch {
	case len(f.trials) > 0:
		v.Tried = "tested on " + diag.Count(inputs, "input")
	case len(f.Idle) > 0 && all != nil:
		all.For = "what ran"
	}
	if v.Proof = all; f.Verdict.Limited() || len(f.trials) == 0 && !statements {
		v.Proof = nil
	}
	if f.Verdict = &v; v.Contradicted() != nil {
		f.list = append(diag.List{v.Contradicted()}, f.list...)
	}
}

// Runs returns a function that makes runs on some of the inputs of the subjects.
func Runs(subjects []*validate.Subject, o *validate.Options) func() []validity.Run {
	return func() (list []validity.Run) {
		for _, sub := range subjects {
			list = append(list, sub.Runs(o)...)
		}
		return list
	}
}

// Operators adds what was found out about operators.
func (f *Program) Operators(list []finding.Warning, untested []validity.Untested) {
	v := *f.Verdict
	v.Untested = slices.Concat(v.Untested, untested)
	v.Warnings = slices.Concat(v.Warnings, list)
	f.Verdict = &v
	for i := range list {
		f.list = append(f.list, list[i].Diagnostic())
	}
}

// Life tells what happens to a location in the first counterexample that has it.
func (f *Program) Life(ctx context.Context, o *validate.Options, l *heap.Life) error {
	for _, t := range f.trials {
		if t.Failure == nil || len(l.Events) > 0 {
			continue
		}
		if err := t.Life(ctx, o, l); err != nil {
			return err
		}
	}
	return nil
}

// Refuse makes warnings count as failures if strict is set.
func (f *Program) Refuse(strict bool) {
	if f.strict = strict && len(f.Warnings) > 0 && !f.Limited(); f.strict && f.OK {
		v := *f.Verdict
		v.OK, f.Verdict = false, &v
	}
}

// decided tells whether everything that was to run did run, or what ran is wrong.
func (f *Program) decided() bool {
	return !f.OK && !f.Limited() || f.OK && !f.Empty && !f.isLate() && f.beside() == 0 && !slices.ContainsFunc(f.Idle, func(i Idle) bool { return i.Tried })
}

// isLate tells whether the time was over before everything was found out.
func (f *Program) isLate() bool {
	return f.Late != "" || slices.ContainsFunc(f.trials, func(t trial) bool { return t.Late })
}

// beside returns the number of inputs on which dump defs that ran on other inputs are stuck although no assertion
// fails. It is not known whether these are arguments at all: sizes are trusted, and so is what a program marks as
// unsafe.
func (f *Program) beside() (n int) {
	for _, t := range f.trials {
		n += t.Beside
	}
	return n
}

// Status returns the exit status.
func (f *Program) Status() int {
	switch {
	case f.decided() && !f.OK, f.strict:
		return 1
	case !f.decided():
		return 3
	}
	return 0
}

// complete tells whether everything that was to run ran to its end. A def that is wrong on one input was not run on the
// inputs after it.
func (f *Program) complete() bool {
	return !f.Empty && !f.Limited() && !f.isLate() && f.beside() == 0 && !slices.ContainsFunc(f.Idle, func(i Idle) bool { return i.Tried }) &&
		!slices.ContainsFunc(f.trials, func(t trial) bool { return t.Failure != nil })
}

// summary returns the verdict in one line. It claims nothing about what was not run.
func (f *Program) summary() string {
	text := ""
	switch {
	case f.Limited():
		return f.Summary()
	case !f.decided() && len(f.trials) == 0 && f.isLate() && len(f.Idle) == 0:
		text = "typed; not all was found out"
	case !f.decided() && len(f.trials) == 0 && !slices.ContainsFunc(f.Idle, Idle.partly):
		text = "typed; not run"
	case !f.decided() && f.beside() > 0:
		text = "typed; stuck on " + diag.Count(f.beside(), "input") + " where no assertion fails"
	case !f.decided():
		text = "typed; not all was run"
	case len(f.trials) > 0:
		text = f.SummaryOf("on the inputs that were tried ", f.complete())
	case len(f.Idle) > 0:
		text = f.SummaryOf("what ran is ", f.complete())
	default:
		text = f.Summary()
	}
	if f.strict {
		text += "; there are warnings"
	}
	return text
}

// Text returns the findings for people: the summary, a line for each def, kernel and array binding, and what is wrong.
func (f *Program) Text(st diag.Style) string {
	var b strings.Builder
	b.WriteString(f.summary() + "\n")
	for _, t := range f.trials {
		b.WriteString("  " + t.AloneLine() + "\n")
		if t.Failure != nil {
			for line := range strings.Lines(t.AloneInput(t.irrelevant)) {
				b.WriteString("  " + line)
			}
		}
	}
	type group struct{ file, why string }
	together := map[group][]string{}
	for _, i := range f.Idle {
		if i.partly() {
			b.WriteString("  " + i.AloneLine() + "\n")
			continue
		}
		g := group{i.file, i.Why}
		together[g] = append(together[g], i.Name)
	}
	for _, i := range f.Idle {
		g := group{i.file, i.Why}
		if names := together[g]; names != nil {
			fmt.Fprintf(&b, "  not run: %s: %s\n", namesIn(names, i.file), ofSeveral(i.Why, len(names)))
			delete(together, g)
		}
	}
	if f.Late != "" {
		b.WriteString("  unknown: what else there is to say: " + f.Late + "\n")
	}
	if f.Empty {
		b.WriteString("  the file declares nothing of its own\n")
	}
	b.WriteString(f.Lines() + validity.AssumedLine(f.said()...) + f.OpenText(st))
	for _, d := range f.list {
		b.WriteString(diag.Format(d, st))
	}
	return b.String()
}

// said are the proofs that the text tells of: of the whole, and of defs.
func (f *Program) said() []*validity.Proof {
	var list []*validity.Proof
	if f.decided() && f.complete() {
		list = append(list, f.Proved())
	}
	for _, t := range f.trials {
		if t.Failure == nil {
			list = append(list, t.Proofs.After)
		}
	}
	return list
}

// namesIn lists functions that were not run. For an imported file it is short.
func namesIn(names []string, file string) string {
	switch {
	case file == "":
		return strings.Join(names, ", ")
	case len(names) == 1:
		return names[0] + " of " + diag.OneLine(file)
	}
	return fmt.Sprintf("%s and %d more of %s", names[0], len(names)-1, diag.OneLine(file))
}

// ofSeveral returns why n defs were not run.
func ofSeveral(why string, n int) string {
	if n > 1 && (why == uncalled || why == unreached) {
		return strings.TrimSuffix(why, "it") + "them"
	}
	return why
}

// programJSON is the object of --json. What was not run has no verdict.
type programJSON struct {
	validity.Object
	Bindings []finding.Binding `json:"bindings,omitempty"` // the arrays that were bound
	Defs     []defJSON         `json:"defs,omitempty"`
	NotRun   []defJSON         `json:"notRun,omitempty"`
	Late     string            `json:"late,omitempty"`  // why not all was found out
	Empty    bool              `json:"empty,omitempty"` // there is nothing to run
	Messages diag.List         `json:"messages,omitempty"`
	Life     []map[string]any  `json:"life,omitempty"`
}

// defJSON is the --json object for a def that ran on inputs or was not run.
type defJSON struct {
	Def             string            `json:"def"`
	At              string            `json:"at"`
	Tested          *int              `json:"tested,omitempty"`  // inputs
	Outside         int               `json:"outside,omitempty"` // inputs on which the value semantics is stuck
	Beside          int               `json:"beside,omitempty"`  // those of Outside that no assertion of a dump refuses
	SmallestOutside *beyondJSON       `json:"smallestOutside,omitempty"`
	Stopped         int               `json:"stopped,omitempty"`  // inputs on which an assertion fails
	Skipped         int               `json:"skipped,omitempty"`  // inputs that take too many steps or too much memory
	Unplaced        int               `json:"unplaced,omitempty"` // inputs that do not lie where the parameters say
	Kind            string            `json:"kind,omitempty"`     // what is wrong
	Counterexample  map[string]any    `json:"counterexample,omitempty"`
	Check           *validity.Verdict `json:"check,omitempty"` // on the counterexample
	Why             string            `json:"why,omitempty"`   // why it was not run
	File            string            `json:"file,omitempty"`  // that it is imported from
	Given           []string          `json:"given,omitempty"` // the arguments that --in gives
	Only            bool              `json:"only,omitempty"`  // there is only one input
	Irrelevant      []irrelevantJSON  `json:"irrelevant,omitempty"`
	CalledLate      bool              `json:"calledLate,omitempty"` // it is called after all statements
	Ended           string            `json:"ended,omitempty"`      // why no more inputs were tried
	Starved         int               `json:"starved,omitempty"`    // those of Skipped that take too much memory
	Misplaced       string            `json:"misplaced,omitempty"`  // why the last of Unplaced does not lie there
	Proof           *validity.Proof   `json:"proof,omitempty"`      // that it is valid for all arguments, if there is one, and none of the whole
}

type beyondJSON struct {
	Inputs  map[string]any `json:"inputs"`
	Message string         `json:"message"`
	At      string         `json:"at"`
}

// Json returns the object of --json, without the life of a location.
func (f *Program) Json() programJSON {
	out := programJSON{Object: f.Object(f.complete()), Bindings: f.Bindings, Late: f.Late, Empty: f.Empty, Messages: f.list}
	if d := f.Open(); d != nil {
		out.Messages = slices.Concat(diag.List{d}, f.list)
	}
	if out.Unknown == "" && f.Late != "" {
		if out.Verdict, out.Unknown = string(validate.Unknown), f.Late; out.OK != nil && !*out.OK {
			out.Verdict = string(validate.Refuted)
		}
	}
	for _, t := range f.trials {
		one := aboutDef(t.def, t.Name, t.Result)
		one.Tested = &t.Tests
		if t.Failure == nil && !f.Proof.Holds() && t.Proofs.After.Holds() {
			one.Proof = t.Proofs.After
		}
		one.Given, _ = t.Given()
		one.Only, one.CalledLate, one.Starved, one.Misplaced = t.Only(), t.Failure != nil && t.After.CalledLate(), t.Starved+t.Unfit, t.Unplaceable
		switch {
		case t.GivenUp:
			one.Ended = "too many take too many steps or too much memory"
		case t.Result.Late || t.Spent:
			one.Ended = t.Over()
		}
		if t.Failure != nil {
			one.Irrelevant = Irrelevant(t.Result, t.irrelevant)
			one.Kind, one.Counterexample, one.Check = t.AloneKind(), Counterexample(t.Result, t.Failure, InputsJSON(t.Result, t.Failure.Input)), t.Failure.Verdict.WithProofs(f.Kernels)
		}
		out.Defs = append(out.Defs, one)
	}
	for _, i := range f.Idle {
		one := aboutDef(i.Def, i.Name, i.Result)
		if one.Why, one.File = i.Why, i.file; i.partly() {
			one.Tested = &i.Tests
		}
		out.NotRun = append(out.NotRun, one)
	}
	return out
}

// aboutDef returns the object about a def, with the inputs on which it was not tested.
func aboutDef(d *syntax.Def, name string, r *validate.Result) defJSON {
	one := defJSON{Def: name, At: d.NameAt.String()}
	if r == nil {
		return one
	}
	one.Outside, one.Beside, one.Stopped, one.Skipped, one.Unplaced = r.Outside, r.Beside, r.Stopped, r.TooLong(), r.Unplaced
	if b := r.Beyond; b != nil {
		one.SmallestOutside = &beyondJSON{InputsJSON(r, b.Input), b.Stuck.Msg, b.Stuck.Span.String()}
	}
	return one
}

// InputsJSON returns the arguments of an input by name.
func InputsJSON(r *validate.Result, in *validate.Input) map[string]any {
	inputs := map[string]any{}
	for _, a := range r.Arguments(in) {
		inputs[a.Name] = JSONValue(a.Value)
	}
	return inputs
}
