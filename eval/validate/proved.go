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
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Proofs is what is shown about two programs for all inputs.
type Proofs struct {
	Before, After *validity.Proof // that each is valid by itself; nil: nothing was to be shown, because it has no memory, for example
	Values        string          // why both have the same values; "": that is only tested
}

// Hold tells whether AFTER is proved to be a valid form of BEFORE: it is valid by itself, and has the values of BEFORE.
func (p *Proofs) Hold() bool { return p.After.Holds() && p.Values != "" }

// prove tries what can be shown for all inputs, as far as the time allows. A counterexample is confronted with it.
func (r *Result) prove(ctx context.Context, e validity.Effort) {
	if e == validity.NoProof || r.alone || r.Word != Valid && r.Word != Refuted {
		return
	}
	until, cancel := apart(ctx, r.deadline)
	defer cancel()
	poll := engine.NewBudget(until, 0).Poll
	p := Proofs{After: r.After.proved(e, poll), Before: r.Before.proved(e, poll), Values: r.sameValues(poll)}
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
	r.Bug = p.contradicted(r.Failure)
}

// contradicted returns a message if a counterexample shows what is proved not to be.
func (p *Proofs) contradicted(f *Failure) *diag.Diagnostic {
	v := *f.Verdict
	v.Proof = p.After
	switch {
	case f.Kind == Stuck, f.Kind == Invalid, f.Kind == Unlike:
		return v.Contradicted()
	case (f.Kind == Different || f.Kind == Unequal) && p.Hold():
		return validity.Contradiction(p.After)
	}
	return nil
}

// proved tries to show that a side is valid by itself. It returns nil for a side without memory, and for one of compiled code, which copies
// element by element.
func (s *side) proved(e validity.Effort, poll stop.Poll) (p *validity.Proof) {
	if s.program.IMP != nil || !s.program.Mem || s.program.Compiled != nil && s.program.compiledAt(s.span()) {
		return nil
	}
	text := &validity.Text{Program: s.program.Core, Types: s.program.typeOf}
	err := func() (err error) {
		defer stop.Caught(&err)
		p = text.Valid(e, s.def, poll)
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

// sameValues says why both sides have the same values for all inputs. It is "" if nothing shows that. This is the one place that decides it: what
// else proves that two programs have the same values gives its reason here.
func (r *Result) sameValues(poll stop.Poll) string {
	if r.Word == Valid && r.Tests > 0 && len(r.Arrays)+len(r.Numbers)+len(r.Before.program.Outside)+len(r.After.program.Outside) == 0 {
		return "there is no input, and all that is to be compared was compared"
	}
	if r.After.program.IMP != nil || r.Unplaced > 0 || len(r.letNames) > 0 || r.starsMore() {
		return ""
	}
	before, _ := r.Before.text()
	after, _ := r.After.text()
	functions := map[string]string{}
	if r.Before.def != nil && r.After.def != nil {
		functions[r.Before.def.Name] = r.After.def.Name
	}
	same := false
	err := func() (err error) {
		defer stop.Caught(&err)
		same = syntax.Alike(erase.Covered(before, nil, poll), erase.Covered(after, nil, poll), functions)
		return nil
	}()
	if err != nil || !same {
		return ""
	}
	return "without memory they are one program"
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
	p := r.Proofs
	values := "tested: it has the values of BEFORE"
	if p.Values != "" {
		values = "it has the values of BEFORE, since " + p.Values
	}
	switch {
	case p.After.Holds() && p.Before.Holds():
		lines = append(lines, fmt.Sprintf("%s: BEFORE and AFTER are each valid by itself (Def. 3.1); %s", p.After.Words(), strings.Replace(values, "it has", "AFTER has", 1)))
	case p.After.Holds():
		lines = append(lines, fmt.Sprintf("%s: AFTER is valid by itself (Def. 3.1); %s", p.After.Words(), values))
	}
	if p.After.Holds() && strings.Contains(p.After.For, "arguments") {
		lines = append(lines, "assumed: "+validity.Assumed)
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
	return lines
}

// ProofMessages returns what is not shown, with the places. The first one has the smallest sizes that were tried.
func (r *Result) ProofMessages() diag.List {
	list := slices.Concat(r.Proofs.Before.Messages(), r.Proofs.After.Messages())
	if sizes := r.smallestSizes(); len(list) > 0 && sizes != "" {
		list[0].Note(diag.Span{}, "inputs from %s on were tried", sizes)
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
