package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
)

// Word is the verdict on a subject in one word.
type Word string

// The words.
const (
	Valid       Word = "valid"
	Refuted     Word = "invalid"
	Ill         Word = "ill-typed"
	StuckBefore Word = "stuck-before"
	Unknown     Word = "unknown"
)

// Text is the word as people write it.
func (w Word) Text() string {
	if w == Ill {
		return string(w)
	}
	return strings.ReplaceAll(string(w), "-", " ")
}

// Result is what was found out about a subject.
type Result struct {
	*Subject
	Word        Word
	Tests       int               // different inputs that both sides ran on
	Again       int               // inputs that repeated an earlier one, and do not count
	Unplaced    int               // inputs whose arrays cannot lie where the parameters say
	Unplaceable string            // why the last of them cannot
	Wanted      int               // how many inputs were wanted
	Outside     int               // inputs on which BEFORE is stuck
	Beside      int               // for a lone def of a dump: those of Outside on which no assertion fails
	Stopped     int               // inputs on which an assertion of BEFORE fails and a check of AFTER does too
	Skipped     int               // inputs on which BEFORE runs into a limit
	Starved     int               // those of Skipped that ran out of memory
	Long        int               // larger inputs that took too many steps or too much memory
	Unfit       int               // inputs that do not fit into memory
	Tried       *Tried            // what occurred in the inputs that both sides ran on; nil: there were none, or there are no arguments
	Never       []Never           // the conditions that never went one way, if Options.Branches is set
	Failure     *Failure          // the smallest counterexample found, or what is wrong with BEFORE
	Strays      int               // inputs on which AFTER is not consistent although its results equal those of BEFORE
	Proofs      Proofs            // what is shown for all inputs
	Bug         *diag.Diagnostic  // a proof and a counterexample exclude each other
	Unlike      *Failure          // the smallest of these, if there is no Failure
	Ends        []End             // the names of the statements that BEFORE's memory shows at the end and AFTER's does not
	Stuck       *diag.Diagnostic  // where BEFORE was first stuck, if there is no Failure
	Beyond      *Beyond           // for a lone def: the smallest input of Outside, or of Beside, made small
	Reason      string            // why nothing is known
	Number      int               // the number of the input that showed the failure, from 1; 0: none did
	Shrunk      int               // how many inputs were tried to make the counterexample smaller
	Unshrunk    string            // why shrinking stopped early; "": it did not
	Untraced    string            // why Explain stopped early; "": it did not
	Late        bool              // the time was over before all tests had run
	Spent       bool              // the steps were used up
	GivenUp     bool              // too many inputs ran into a limit
	Empty       bool              // no compared input has an element, but some inputs that were not compared do: nothing is known
	Kernels     []validity.Kernel // of AFTER, in the order of its text
	Warnings    []finding.Warning // about AFTER, on the compared inputs
	fromZero    bool              // Options.FromZero
	hungry      bool              // AFTER ran out of memory
	deadline    time.Time         // from Options.Time
	Used        [2]heap.Usage     // by BEFORE and by AFTER on the compared inputs, run forward, if they are in FUNMEM and not judged by Clean
}

// result returns what the inputs showed, with a small counterexample. It does not depend on the order in
// which the inputs ended.
func (s *search) result() *Result {
	res := &Result{Subject: s.sub, Wanted: s.tests - s.sought, Late: s.late, fromZero: s.o.FromZero, deadline: s.deadline}
	tried := s.tried
	if s.enough { // what later inputs showed meanwhile does not count
		tried = tried[:s.so.n]
		res.Late = false
		res.Spent = s.spent(s.so.steps) && s.so.ran < s.tests
		res.GivenUp = s.givenUp()
	}
	all := &tally{s: s, res: res, left: s.sub.mayHaveElements()}
	keys := map[uint64]bool{}
	for t, o := range tried {
		if res.Tests == s.tests {
			break
		}
		if o.made && !o.again { // inputs that were not counted in order are looked at here
			o.again = keys[o.key]
			keys[o.key] = true
		}
		if all.add(t, o); res.Number > 0 {
			break
		}
	}
	all.decide()
	return res
}

// decide finds the word from what the inputs showed, and makes a counterexample smaller.
func (a *tally) decide() {
	s, res := a.s, a.res
	if res.Number > 0 {
		res.Stuck = nil
	}
	if a.why != nil {
		res.Unplaceable = a.why.Error()
	}
	switch {
	case a.decides.fail != nil:
		res.Word = Refuted
		s.shrink(res, a.decides.fail, func(o outcome) *Failure { return o.fail })
	case a.decides.wrong != nil:
		res.Word = StuckBefore
		s.shrink(res, a.decides.wrong, func(o outcome) *Failure { return o.wrong })
	case a.unlike != nil && s.sub.alone:
		res.Word = Refuted
		s.shrink(res, a.unlike, func(o outcome) *Failure { return o.unlike })
	case a.limit != nil:
		res.Word, res.Reason = Unknown, fmt.Sprintf("AFTER runs into a limit on input %d: %s", a.limited, limitText(a.limit, patience*s.o.each()))
	case res.Tests > 0 && !a.full && a.left:
		res.Word, res.Empty, res.Reason = Unknown, true, res.emptyReason()
	case res.Tests > 0 && res.TooLong() > res.Tests && !s.sub.alone:
		who, why := "BEFORE runs", limitText(cmp.Or(a.endless, a.unfit), s.o.each())
		if a.endless == nil && a.unfit == nil {
			who, why = "BEFORE or AFTER runs", limitText(nil, stepsOfLarger)
		}
		res.Word, res.Reason = Unknown, fmt.Sprintf("%s into a limit on %d of %s, and nothing was wrong on %d: %s", who, res.TooLong(), diag.Count(res.TooLong()+res.Tests, "input"), res.Tests, why)
	case res.Tests > 0 && a.narrow != nil:
		res.Word, res.Reason = Unknown, fmt.Sprintf("AFTER does not take all arguments that BEFORE takes, in any layout that was tried: %s; nothing was wrong on the %s that it takes", a.narrow, diag.Count(res.Tests, "input"))
	case res.Tests > 0:
		res.Word = Valid
	case res.Skipped > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("BEFORE runs into a limit on all %s that were tried: %s", diag.Count(res.TooLong(), "input"), limitText(a.endless, s.o.each()))
	case res.Late || res.Spent:
		res.Word, res.Reason = Unknown, res.Over()+" before an input was compared"
	case res.Outside > 0:
		res.Word = StuckBefore
	case res.Stopped > 0 && s.sub.alone:
		res.Word = StuckBefore
	case res.Stopped > 0 && !a.full && a.left:
		res.Word, res.Empty, res.Reason = Unknown, true, res.emptyReason()
	case res.Stopped > 0:
		res.Word = Valid
	case res.Long > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("each of %s that were tried takes too many steps or too much memory", diag.Count(res.Long, "larger input"))
	case res.Unfit > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("no input fits into --memory, of %s that were tried: %s", diag.Count(res.Unfit, "input"), limitText(a.unfit, 0))
	case a.why != nil:
		res.Word, res.Reason = Unknown, a.why.Error()
	default:
		res.Word, res.Reason = Unknown, "no input was tried"
	}
	if res.Word == Valid || res.Word == Unknown && res.Tests > 0 {
		res.Never = append(never(s.conditions, s.so.ways), s.inCalls...)
	}
	if res.Failure == nil {
		res.Warnings = a.all.Warnings
		if a.unlike != nil {
			var small Result
			s.shrink(&small, a.unlike, func(o outcome) *Failure { return o.unlike })
			res.Unlike = small.Failure
		}
	}
	if res.Beyond != nil {
		res.Beyond = s.smaller(res.Beyond)
	}
	res.judge(s.ctx, &a.all, s.o, s.known)
	res.prove(s.ctx, s.o, !s.o.Unproved, s.known)
}

// OutOfMemory tells whether nothing is known because a run ran out of memory.
func (r *Result) OutOfMemory() bool {
	return r.Word == Unknown && (r.Starved > 0 || r.Unfit > 0 || r.hungry)
}

// judge says for each kernel of AFTER what is proved about it, as far as the time allows, what was tested
// over all inputs, and what a counterexample refutes.
func (r *Result) judge(ctx context.Context, all *validity.Verdict, o *Options, known *established) {
	switch {
	case r.Word == Refuted:
		all = r.Failure.Verdict
	case r.Tests == 0 || o.Unproved && !r.alone:
		return
	}
	if r.InFun() { // races are about memory
		return
	}
	if r.alone || o.Proof == validity.NoProof { // if alone, proofs are about the whole file
		r.Kernels = all.Kernels
		return
	}
	r.Kernels = r.proved(ctx, all, o, known)
	slices.SortStableFunc(r.Kernels, func(k, l validity.Kernel) int { return k.At.Start - l.At.Start })
}

// proved returns the kernels of a verdict with what is proved about them. If the time is over first, nothing
// is.
func (r *Result) proved(ctx context.Context, all *validity.Verdict, o *Options, known *established) []validity.Kernel {
	if known.looked {
		return all.With(known.kernels).Kernels
	}
	until, cancel := apart(ctx, r.deadline)
	defer cancel()
	prove := func() (err error) {
		defer stop.Caught(&err)
		text, _ := r.After.text()
		o.asking("the kernels of %s", "kernels", r.Name, func(second prove.Second) {
			steps := prove.NewBudget(prove.MaxSteps)
			steps.Second = second
			known.kernels = validity.ProveKernels(steps, text, nil, r.After.program.typeOf, engine.NewBudget(until, 0).Poll)
			known.looked = true
		})
		return nil
	}
	err := prove()
	switch {
	case err == nil:
		return all.With(known.kernels).Kernels
	case ctx.Err() != nil:
		panic(&stop.Stopped{Cause: err})
	}
	why := "the time was over before a proof"
	if noMemory(context.Cause(until)) {
		why = "a proof takes too much memory"
	}
	kernels := slices.Clone(all.Kernels)
	for k := range kernels {
		if kernels[k].Status == validity.Tested {
			kernels[k].Reason = why
		}
	}
	return kernels
}

// Over says what ended the tests early.
func (r *Result) Over() string {
	if r.Spent {
		return "all steps were taken"
	}
	return "the time was over"
}

func limitText(err error, each int64) string {
	if d, ok := err.(*diag.Diagnostic); ok {
		return d.Msg
	}
	if much := (*engine.TooMuch)(nil); errors.As(err, &much) {
		return much.Error()
	}
	if many := manySteps(0); errors.As(err, &many) {
		return many.Error()
	}
	return manySteps(each).Error()
}
