package validate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/prove"
	same "funmem/semantics/prove/equal"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Proofs is what is shown about two programs for all inputs.
type Proofs struct {
	Before, After *validity.Proof // that each is valid by itself; nil: nothing was to be shown, because it has no memory, for example
	Values        string          // why both have the same values; "": that is only tested
	Open          []same.Open     // what is not shown of the values
	Unshown       string          // or why no proof of these is there, if nothing is in Open

	bare *validity.Proof // AFTER has no memory: what the proof of its values is about; nil: it has some, or nothing was tried
}

// Hold tells whether AFTER is proved to be a valid form of BEFORE: it is valid by itself, or has no memory, and it has the values of BEFORE.
func (p *Proofs) Hold() bool { return (p.bare != nil || p.After.Holds()) && p.Values != "" }

// Whole is what is proved of AFTER: that it is valid by itself or, if it has no memory, that it has the values of BEFORE. It is nil if nothing was tried.
func (p *Proofs) Whole() *validity.Proof {
	if p.bare == nil {
		return p.After
	}
	c := *p.bare
	c.Shown = p.Values != ""
	return &c
}

// Prove tries what can be shown of a subject for all inputs. It runs nothing.
func Prove(ctx context.Context, sub *Subject, o *Options) *Result {
	r := &Result{Subject: sub, Word: Valid}
	r.prove(ctx, o, false, &established{})
	return r
}

// prove tries what can be shown for all inputs, as far as the time allows; of BEFORE by itself too, if both. A counterexample is confronted with it.
func (r *Result) prove(ctx context.Context, o *Options, both bool, known *established) {
	if o.Proof == validity.NoProof || r.alone || r.Word != Valid && r.Word != Refuted {
		return
	}
	until, cancel := apart(ctx, r.deadline)
	defer cancel()
	poll := engine.NewBudget(until, 0).Poll
	var p Proofs
	if placed := r.Word == Valid && r.Unplaced == 0; placed && known.proofs != nil {
		p = *known.proofs
	} else {
		p = r.proofs(o, both, poll)
		if placed {
			kept := p
			known.proofs = &kept
		}
	}
	if ctx.Err() != nil {
		panic(&stop.Stopped{Cause: context.Cause(ctx)})
	}
	if r.Word == Valid {
		if r.Unlike != nil && p.After.Holds() {
			r.Bug, p.After = validity.Contradiction(p.After), p.After.Unless("a run shows that it is not")
		}
		r.Proofs = p
		return
	}
	r.Bug = p.Contradicted(r.Failure)
}

// proofs tries what can be shown for all inputs.
func (r *Result) proofs(o *Options, both bool, poll stop.Poll) Proofs {
	p := Proofs{After: r.After.proved("after", o, poll), bare: r.After.bare(poll)}
	if both {
		p.Before = r.Before.proved("before", o, poll)
	}
	if p.bare != nil || p.After != nil && (r.Word == Valid || p.After.Holds()) {
		r.sameValues(&p, o, poll)
	}
	return p
}

// Contradicted returns a message if a counterexample shows what is proved not to be.
func (p *Proofs) Contradicted(f *Failure) *diag.Diagnostic {
	v := *f.Verdict
	v.Proof = p.After
	switch {
	case f.Kind == Stuck && p.Hold() && v.Stuck != nil && !v.Stuck.HeapOnly && !v.Stuck.Beyond():
		return validity.Contradiction(p.Whole()) // BEFORE is not stuck, so AFTER has its values
	case f.Kind == Stuck, f.Kind == Invalid, f.Kind == Unlike, f.Kind == Overlapping:
		return v.Contradicted()
	case (f.Kind == Different || f.Kind == Unequal) && p.Hold():
		return validity.Contradiction(p.Whole())
	}
	return nil
}

// proved tries to show that a side is valid by itself. It returns nil for a side without memory.
func (s *side) proved(of string, o *Options, poll stop.Poll) (p *validity.Proof) {
	if s.program.IMP != nil || !s.program.Mem {
		return nil
	}
	text := s.program.proving()
	err := func() (err error) {
		defer stop.Caught(&err)
		name := ""
		if s.def != nil {
			name = s.def.Name
		}
		o.asking("the validity of %s, "+strings.ToUpper(of), of, name, func(second prove.Second) {
			text.Second = second
			p = text.Valid(o.Proof, s.def, poll)
		})
		return nil
	}()
	if err != nil {
		return &validity.Proof{Why: "the time, or the memory, was over before the proof ended"}
	}
	if p.For = text.About(p, func(*syntax.Var) bool { return true }); s.def != nil {
		return p.OfCalls()
	}
	return p
}

// proving is a program for a proof.
func (p *Program) proving() *validity.Text {
	return &validity.Text{Program: p.Core, Types: p.typeOf, Compiled: p.Compiled}
}

// bare is what a proof of the values of a side is about, if the side has no memory. Otherwise it is nil.
func (s *side) bare(poll stop.Poll) (p *validity.Proof) {
	if s.program.IMP != nil || s.program.Mem {
		return nil
	}
	text := s.program.proving()
	err := func() (err error) {
		defer stop.Caught(&err)
		p = text.OfValues(s.def, poll)
		return nil
	}()
	if err != nil {
		return nil // the time is over
	}
	if p.For = text.About(p, func(*syntax.Var) bool { return true }); s.def != nil {
		return p.OfCalls()
	}
	return p
}

// sameValues says why both sides have the same values for all inputs, or what is not shown of that. This is the one place that decides it: what
// else proves that two programs have the same values gives its reason here.
func (r *Result) sameValues(p *Proofs, o *Options, poll stop.Poll) {
	if r.Word == Valid && r.Tests > 0 && len(r.Arrays)+len(r.Numbers)+len(r.Before.program.Outside)+len(r.After.program.Outside) == 0 {
		p.Values = "there is no input, and all that is to be compared was compared"
		return
	}
	switch {
	case r.Unplaced > 0:
		p.Unshown = "AFTER does not take all arguments that were tried"
	case p.bare == nil && r.starsMore():
		p.Unshown = "AFTER may overwrite an argument that BEFORE may not"
	case r.statements:
		p.Unshown = "it would compare results, and a program has none"
	}
	if p.Unshown != "" {
		return
	}
	err := func() (err error) {
		defer stop.Caught(&err)
		before, _ := r.Before.text()
		after, _ := r.After.text()
		functions, laid := map[string]string{}, true
		if r.Before.def != nil && r.After.def != nil {
			functions[r.Before.def.Name] = r.After.def.Name
			laid = syntax.LaidAlike(r.Before.def, r.After.def)
		}
		if laid && syntax.Alike(erase.Covered(before, nil, poll), erase.Covered(after, nil, poll), functions) {
			p.Values = "without memory they are one program"
			return nil
		}
		for _, s := range []struct {
			name string
			*syntax.Program
		}{{"BEFORE", before}, {"AFTER", after}} {
			if why := unlooked(s.Program, r.Before.def != nil, poll); why != "" {
				p.Unshown = s.name + " " + why
				return nil
			}
		}
		if o.Digits > 0 && (hasReals(before) || hasReals(after)) {
			p.Unshown = "f64s have other digits than doubles, and a proof knows the doubles of constants"
			return nil
		}
		var open []same.Open
		done := false
		o.asking("the values of %s", "values", r.Name, func(second prove.Second) {
			steps := o.Proof.Budget()
			steps.Second = second
			open, done = same.Programs(steps, r.Before.compared(before), r.After.compared(after), poll)
		})
		switch {
		case !done:
			p.Unshown = validity.TooLong
		case len(open) > 0:
			p.Open = open
		default:
			p.Values = "each element of its results is the same, whatever its index"
		}
		return nil
	}()
	if err != nil {
		*p = Proofs{Before: p.Before, After: p.After, bare: p.bare, Unshown: "the time, or the memory, was over before the proof ended"}
	}
}

// hasReals tells whether a program has f64 constants.
func hasReals(p *syntax.Program) (has bool) {
	syntax.Walk(p, func(n syntax.Node) bool {
		_, is := n.(*syntax.RealLit)
		has = has || is
		return !has
	})
	return has
}

// compared is a side for a proof that both have the same values.
func (s *side) compared(text *syntax.Program) same.Side {
	return same.Side{Program: text, Def: s.def, Args: append(slices.Clip(s.arrays), s.numbers...), InBytes: s.program.InBytes}
}

// unlooked says why the values of a program, or of a function with all that it calls, are not proved. It is "" if a proof looks at all of it.
func unlooked(p *syntax.Program, function bool, poll stop.Poll) string {
	seen := map[string]bool{}
	for _, d := range p.Decls {
		f, ok := d.(*syntax.Def)
		switch {
		case !ok && function:
			return "uses values of statements, and a proof looks at functions by themselves"
		case ok && seen[f.Name]:
			return "has two functions of one name"
		case ok:
			seen[f.Name] = true
		}
	}
	if outside := syntax.FreeVars(p, poll); len(outside) > 0 {
		return "uses `" + outside[0].Name + "` from outside, which a proof knows nothing of"
	}
	return ""
}

// FirstOpen says what the first thing is that a proof lacks that AFTER is a valid form of BEFORE, with its place. It is "" if it lacks nothing.
func (p *Proofs) FirstOpen() string {
	switch {
	case p.Hold():
		return ""
	case p.Whole() == nil:
		return "there is no proof of it"
	case p.After != nil && !p.After.Shown && len(p.After.Open) > 0:
		return p.After.Open[0].Text()
	case p.After != nil && !p.After.Shown:
		return p.After.Why
	case len(p.Open) > 0:
		return p.Open[0].Text()
	}
	return p.Unshown
}

// starsMore tells whether AFTER may overwrite an argument that BEFORE may not: the callers of BEFORE do not know of such a star.
func (r *Result) starsMore() bool {
	for k, x := range r.After.arrays {
		if x.Unique && !r.Before.arrays[k].Unique {
			return true
		}
	}
	return false
}

// ValidStatus says how much is known about a subject. It is "" if nothing is.
func (r *Result) ValidStatus() validity.Status {
	switch {
	case r.Word == Refuted:
		return validity.Refuted
	case r.Word == Valid && r.Proofs.Hold():
		return validity.Proved
	case r.Word == Valid:
		return validity.Tested
	}
	return ""
}

// ProofText says what is proved, what is tested, and what the proofs assume, a line for each.
func (r *Result) ProofText() (lines []string) {
	p := &r.Proofs
	values := "tested: it has the values of BEFORE"
	if p.Values != "" {
		values = "it has the values of BEFORE, since " + p.Values
	}
	ofAfter := strings.Replace(values, "it has", "AFTER has", 1)
	switch {
	case p.bare != nil && p.Values != "" && p.Before.Holds():
		lines = append(lines, fmt.Sprintf("%s: BEFORE is valid by itself (Def. 3.1); %s", p.Whole().Words(), ofAfter))
	case p.bare != nil && p.Values != "":
		lines = append(lines, fmt.Sprintf("%s: %s", p.Whole().Words(), ofAfter))
	case p.bare != nil && p.Before.Holds():
		lines = append(lines, fmt.Sprintf("%s: BEFORE is valid by itself (Def. 3.1); %s", p.Before.Words(), ofAfter))
	case p.After.Holds() && p.Before.Holds():
		lines = append(lines, fmt.Sprintf("%s: BEFORE and AFTER are each valid by itself (Def. 3.1); %s", p.After.Words(), ofAfter))
	case p.After.Holds():
		lines = append(lines, fmt.Sprintf("%s: AFTER is valid by itself (Def. 3.1); %s", p.After.Words(), values))
	case p.Values != "":
		lines = append(lines, "proved: without memory AFTER has the values of BEFORE, since "+p.Values)
	}
	if assumed := p.Assumed(); assumed != "" {
		lines = append(lines, "assumed: "+assumed)
	}
	for _, x := range []struct {
		of string
		*validity.Proof
	}{{"BEFORE", p.Before}, {"AFTER", p.After}} {
		switch {
		case x.Proof == nil || x.Shown:
		case len(x.Open) == 0:
			lines = append(lines, fmt.Sprintf("not proved: that %s is valid by itself: %s", x.of, x.Why))
		default:
			lines = append(lines, fmt.Sprintf("not proved: that %s is valid by itself: %s", x.of, validity.NotShown(len(x.Open))))
		}
	}
	const lacking = "not proved: that AFTER has the values of BEFORE: "
	switch {
	case len(p.Open) > 0:
		lines = append(lines, lacking+validity.NotShown(len(p.Open)))
	case p.Unshown != "":
		lines = append(lines, lacking+p.Unshown)
	}
	return lines
}

// Assumed says what is assumed of inputs where something is proved. It is "" if nothing is proved, or there are no inputs.
func (p *Proofs) Assumed() string {
	var shown []*validity.Proof
	if whole := p.Whole(); whole.Holds() {
		shown = append(shown, whole)
	}
	if p.bare != nil && p.Before.Holds() {
		shown = append(shown, p.Before)
	}
	if len(shown) == 0 && p.After != nil && p.After.Compiled && p.Values != "" { // of the values alone: their ints have widths
		shown = append(shown, p.After)
	}
	if len(shown) == 0 || shown[0].For == "" {
		return ""
	}
	return validity.Assumed(shown...)
}

// ProofMessages returns what is not shown, with the places. The first one has the smallest sizes that were tried.
func (r *Result) ProofMessages() diag.List {
	list := slices.Concat(r.Proofs.Before.Messages(), r.Proofs.After.Messages(), r.Proofs.ValueMessages())
	if sizes := r.smallestSizes(); len(list) > 0 && sizes != "" {
		list[0].Note(diag.Span{}, "inputs from %s on were tried", sizes)
	}
	return list
}

// ValueMessages returns what is not shown of the values, as messages.
func (p *Proofs) ValueMessages() (list diag.List) {
	for _, o := range p.Open {
		list = append(list, o.Diagnostic())
	}
	return list
}

// smallestSizes returns the sizes of the smallest input that both sides ran on, or "".
func (r *Result) smallestSizes() string {
	if r.Tried == nil || len(r.Tried.Least) == 0 {
		return ""
	}
	var parts []string
	for k, n := range r.Tried.Least {
		parts = append(parts, fmt.Sprintf("%s = %d", r.SizeName(k), n))
	}
	return strings.Join(parts, ", ")
}
