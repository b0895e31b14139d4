package validate

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Alone returns the subject that compares a def of p with its own value semantics: its FUNMEM form in mem runs under
// the heap semantics. If the def is already FUNMEM, both programs are the same. The error says why no arguments can be
// made for it.
func Alone(p *Program, before *syntax.Def, mem *Program) (*Subject, error) {
	after := mem.def(before.Name)
	if why := Outside(after); why != "" {
		return nil, diag.Usagef("%s", why)
	}
	s, err := Pair(p, before, mem, after)
	if err == nil {
		s.alone, s.Before.outputs, s.After.outputs = true, nil, nil // the two are one program of core
	}
	return s, err
}

// Beyond is an input on which the value semantics of a def is stuck, so it is not a valid argument of the def.
type Beyond struct {
	Input *Input
	Stuck *diag.Diagnostic
}

// smaller shrinks such an input as long as the value semantics is still stuck on it.
func (s *search) smaller(b *Beyond) *Beyond {
	w, end := trying(s.ctx, s.deadline, newRunner(s.sub, s.o), mostSmall)
	defer end()
	s.work = w
	better := func(make func(*engine.Budget) *Input) bool {
		if !w.next() {
			return false
		}
		in, o := w.as(make, func(ctx context.Context, in *Input) outcome {
			_, o := w.run.tryBefore(w.run.within(ctx, w.run.limit), in)
			return o
		})
		if o.outside == nil || s.sub.unexcused(o.outside) != s.sub.unexcused(b.Stuck) {
			return false
		}
		b = &Beyond{in, o.outside}
		return true
	}
	for again := true; again && w.over() == ""; {
		f := &Failure{Input: b.Input}
		again = s.smallerSizes(f, better) || s.smallerNumbers(f, better) || s.smallerElements(f, better)
	}
	return b
}

// unexcused tells whether the value semantics of a lone def is stuck where compiled code would go on. That is so if the
// def comes from a dump, which is total except for its assertions, and no assertion fails. A number that does not fit
// its bits does not count: sizes with such a number do not fit the memory.
func (sub *Subject) unexcused(stuck *diag.Diagnostic) bool {
	if !sub.alone || sub.Before.program.Compiled == nil || !sub.Before.program.Compiled(stuck.Span) {
		return false
	}
	return stuck.Cause == diag.Other || stuck.Cause == diag.Checked
}

// CalledLate tells whether a def is called after statements that stand below it and that it needs.
func (s *side) CalledLate() bool { return s.late }

// Ran tells whether the def ran on an input. An input that is not a valid argument does not count.
func (r *Result) Ran() bool { return r.Word == Valid || r.Word == Refuted }

// Partly tells whether a lone def was fine on some inputs and ran into a limit on a later one, so that it is not known whether that one is fine.
func (r *Result) Partly() bool { return r.alone && r.Word == Unknown && r.Tests > 0 && !r.Empty }

// AloneLine returns the result for a lone def in one line: "tested: f on 50 inputs".
func (r *Result) AloneLine() string {
	switch {
	case r.Word == Refuted:
		if r.After.CalledLate() {
			return "wrong: " + r.AloneKind() + ", called after all statements"
		}
		return "wrong: " + r.AloneKind()
	case r.Partly():
		return fmt.Sprintf("unknown: %s: %s; valid on %s", r.Name, r.NotRun(), diag.Count(r.Tests, "other input"))
	case !r.Ran():
		return "not run: " + r.Name + ": " + r.NotRun()
	}
	text := fmt.Sprintf("tested: %s on %s", r.Name, r.on(r.Tests))
	switch p := r.Proofs.After; {
	case len(r.Numbers)+len(r.Arrays) == 0 && p.Holds():
		text = "proved: " + r.Name + ", which takes nothing"
	case len(r.Numbers)+len(r.Arrays) == 0:
		text = "tested: " + r.Name + ", which takes nothing"
	case p.Holds():
		text = fmt.Sprintf("proved: %s for %s; tested on %s", r.Name, p.For, r.on(r.Tests))
	}
	if r.Stopped > 0 {
		text += fmt.Sprintf("; an assertion fails on %d more", r.Stopped)
	}
	if n := r.Outside - r.Beside; n > 0 {
		text += fmt.Sprintf("; the value semantics is stuck on %d more, which are none of its arguments", n)
		if r.Beside == 0 {
			text += r.beyond()
		}
	}
	if r.Beside > 0 {
		text += fmt.Sprintf("; the value semantics is stuck on %d more, where no assertion fails%s", r.Beside, r.beyond())
	}
	if r.Unplaced > 0 {
		text += fmt.Sprintf("; %d more do not lie where its parameters say: %s", r.Unplaced, r.Unplaceable)
	}
	if n := r.TooLong() - r.starved(); n > 0 {
		text += fmt.Sprintf("; %d more take too many steps", n)
	}
	if n := r.starved(); n > 0 {
		text += fmt.Sprintf("; %d more take too much memory", n)
	}
	switch {
	case r.GivenUp:
		text += ", so that no others were tried"
	case r.Late || r.Spent:
		text += "; then " + r.Over()
	}
	return text
}

// TooLong returns how many inputs take too many steps or too much memory. It includes larger inputs and those that do
// not fit into memory.
func (r *Result) TooLong() int { return r.Skipped + r.Long + r.Unfit }

// starved returns how many of these certainly take too much memory.
func (r *Result) starved() int { return r.Starved + r.Unfit }

// NotRun returns why a lone def did not run.
func (r *Result) NotRun() string {
	switch {
	case r.Empty && r.Outside > 0:
		return fmt.Sprintf("%s ran, and the value semantics is stuck on all that have elements%s", diag.Count(r.Tests, "empty input"), r.beyond())
	case r.Word == Unknown:
		return alone.Replace(r.Reason)
	case r.Outside == 0:
		return fmt.Sprintf("an assertion fails on all %s that were tried", diag.Count(r.Stopped, "input"))
	}
	return fmt.Sprintf("the value semantics is stuck on all %s that were tried%s%s", diag.Count(r.Outside+r.Stopped, "input"), r.asGiven(), r.beyond())
}

// beyond shows the smallest input on which the value semantics is stuck, and where it is stuck.
func (r *Result) beyond() string {
	text := ""
	if r.Beyond == nil {
		return text
	}
	at := *r.Beyond.Input
	if !r.Subject.Before.program.Mem { // how arrays lie makes no difference
		at.Layouts = make([]Layout, len(at.Arrays))
	}
	if in := r.Subject.Text(&at); in != "" {
		text = ", the smallest " + in
	}
	return fmt.Sprintf("%s: %s: %s", text, r.Beyond.Stuck.Span, r.Beyond.Stuck.Msg)
}

// AloneKind returns what is wrong with a program that is compared with its own value semantics.
func (r *Result) AloneKind() string {
	name := r.Subject.String()
	if r.Name == "" {
		name = "the program"
	}
	if r.Failure.Kind == Stuck { // a note says that its value semantics is not stuck
		return name + " is stuck"
	}
	return strings.NewReplacer("AFTER", name, "BEFORE", "its value semantics").Replace(r.Failure.Kind.String())
}

// AloneInput returns the counterexample for a program that is compared with its own value semantics, one argument per
// line. irr may be nil.
func (r *Result) AloneInput(irr *Irrelevant) string {
	var b strings.Builder
	r.inputText(&b, irr)
	if s := r.Failure.Schedule; !s.IsForward() {
		fmt.Fprintf(&b, "  in the order %s of iterations\n", s)
	}
	return b.String()
}

// AloneDiagnostics returns where and how it goes wrong.
func (r *Result) AloneDiagnostics() diag.List { return r.Failure.diagnostics() }
