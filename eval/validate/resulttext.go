package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
)

// String returns what messages call a subject.
func (s *Subject) String() string {
	switch {
	case s.statements:
		return "the statements"
	case s.Name == "":
		return "the results"
	}
	return "`" + s.Name + "`"
}

// Line returns the result in one line.
func (r *Result) Line() string {
	text := r.Subject.String()
	switch r.Word {
	case Valid:
		if r.Tests == 0 {
			return fmt.Sprintf("valid: %s, both stop with an error on %s", text, r.on(r.Stopped))
		}
		tested := ","
		if r.Proofs.Hold() {
			tested = ": " + r.Proofs.Whole().Words() + "; tested"
		}
		return fmt.Sprintf("valid: %s%s%s on %s%s%s%s", text, r.asBound(), tested, r.on(r.Tests), r.triedSizes(), r.others(), r.strayed())
	case Refuted:
		return fmt.Sprintf("invalid: %s: %s", text, r.Failure.Says())
	case StuckBefore:
		if r.Failure != nil {
			return fmt.Sprintf("stuck before: %s: BEFORE is itself wrong: %s", text, itself.Replace(r.Failure.Kind.String()))
		}
		if r.AllGiven() {
			return fmt.Sprintf("stuck before: %s: BEFORE is stuck on the inputs that are given", text)
		}
		return fmt.Sprintf("stuck before: %s: BEFORE is stuck on all %s that were tried%s", text, diag.Count(r.Outside+r.Stopped, "input"), r.asGiven())
	}
	if r.Tests == 0 {
		return fmt.Sprintf("unknown: %s: %s", text, r.Reason)
	}
	return fmt.Sprintf("unknown: %s, after %s%s%s: %s", text, r.on(r.Tests), r.triedSizes(), r.others(), r.Reason)
}

// emptyReason says why nothing is known if only inputs without elements were compared.
func (r *Result) emptyReason() string {
	switch {
	case r.Outside > 0:
		return "BEFORE is stuck on all inputs that were tried and have elements"
	case r.Late || r.Spent:
		return r.Over() + " before an input with elements was compared"
	}
	return "no input that has elements was compared"
}

// on says how many inputs there were, and which arguments were given.
func (r *Result) on(n int) string {
	if r.AllGiven() {
		return "the inputs that are given"
	}
	switch {
	case r.only(n):
		return "the only input there is" + r.asGiven()
	case r.Few() && n == r.Tests:
		return diag.Count(n, "different input") + r.asGiven()
	}
	return diag.Count(n, "input") + r.asGiven()
}

// only tells whether n inputs are the only one that there is. Others that BEFORE is not stuck on may exist.
func (r *Result) only(n int) bool { return n == 1 && (r.Sole() || r.Few() && r.Outside == 0) }

// Only tells whether only one input can be made, and was compared.
func (r *Result) Only() bool { return r.only(r.Tests) }

// AllGiven tells whether there are arguments and all of them are given.
func (r *Result) AllGiven() bool {
	names, all := r.Given()
	return all && len(names) > 0
}

// asGiven names the arguments that are the same in all inputs, if any.
func (r *Result) asGiven() string {
	names, _ := r.Given()
	if len(names) == 0 {
		return ""
	}
	return " with `" + strings.Join(names, "`, `") + "` as given"
}

// Little tells whether few inputs were compared because BEFORE takes few.
func (r *Result) Little() bool {
	return r.Word == Valid && r.Few() && !r.Sole() && 10*r.Tests < r.Wanted && r.Outside > r.Tests
}

// triedSizes returns SizesText as the first line has it.
func (r *Result) triedSizes() string {
	text := r.SizesText()
	switch {
	case text == "" || r.AllGiven():
		return ""
	case strings.HasPrefix(text, "largest"):
		return "; " + text
	}
	return ", " + text
}

// others says what became of the inputs that were not compared.
func (r *Result) others() string {
	text := ""
	if r.Stopped > 0 {
		text += fmt.Sprintf("; both stop with an error on %d more", r.Stopped)
	}
	if r.Outside > 0 {
		text += fmt.Sprintf("; BEFORE is stuck on %d more", r.Outside)
	}
	if n := r.Skipped - r.Starved; n > 0 {
		text += fmt.Sprintf("; BEFORE takes too long on %d more", n)
	}
	if r.Starved > 0 {
		text += fmt.Sprintf("; BEFORE runs out of memory on %d more", r.Starved)
	}
	if r.Long > 0 {
		text += fmt.Sprintf("; %d more take too many steps or too much memory", r.Long)
	}
	if r.Unfit > 0 {
		text += fmt.Sprintf("; %s did not fit into --memory", diag.Count(r.Unfit, "input"))
	}
	if r.Late || r.Spent {
		text += "; then " + r.Over()
	}
	return text
}

// CutShort returns what the report on a failure lacks because the time or the steps were over.
func (r *Result) CutShort() (list []string) {
	if r.Unshrunk != "" {
		list = append(list, "the input was not made smaller to the end: "+r.Unshrunk)
	}
	if r.Untraced != "" {
		list = append(list, "what the programs bind is not shown: "+r.Untraced)
	}
	return list
}

// Text returns the result, with the counterexample if there is one. traces and irr may be nil.
func (r *Result) Text(st diag.Style, traces *Traces, irr *Irrelevant) string {
	var b strings.Builder
	b.WriteString(r.Line() + "\n")
	if r.Bug != nil {
		b.WriteString(diag.Format(r.Bug, st))
	}
	if sizes := r.AmongSizes(); sizes != "" && r.Failure == nil && !r.AllGiven() {
		b.WriteString("  sizes: " + sizes + "\n")
	}
	if layouts := r.LayoutsText(); layouts != "" && r.Failure == nil {
		b.WriteString("  layouts: " + layouts + "\n")
	}
	if values := r.ValuesText(); values != "" && r.Failure == nil {
		b.WriteString("  values: " + values + "\n")
	}
	if r.Little() {
		fmt.Fprintf(&b, "  little is shown: BEFORE takes few inputs of those that were tried; `--in` gives it some, and `--sizes` fixes sizes\n")
	}
	for _, never := range r.NeverText() {
		b.WriteString("  " + never + "\n")
	}
	for _, n := range r.AllNotes() {
		b.WriteString("  note: " + n + "\n")
	}
	switch {
	case r.Stuck == nil:
	case r.Word == StuckBefore:
		b.WriteString(diag.Format(r.Stuck, st))
	case r.Outside > 0:
		fmt.Fprintf(&b, "  note: such an input is none of its arguments: %s: %s\n", r.Stuck.Span, r.Stuck.Msg)
	}
	f := r.Failure
	if f == nil {
		for _, line := range r.ProofText() {
			b.WriteString("  " + line + "\n")
		}
		r.kernelText(&b)
		for _, d := range slices.Concat(r.ProofMessages(), r.Messages(nil)) {
			b.WriteString(diag.Format(d, st))
		}
		b.WriteString(r.StraysText(st))
		return b.String()
	}
	r.inputText(&b, irr)
	for _, why := range r.CutShort() {
		b.WriteString("  note: " + why + "\n")
	}
	if !f.Schedule.IsForward() {
		fmt.Fprintf(&b, "in the order %s of iterations\n", f.Schedule)
	}
	f.resultText(&b, r.counts())
	r.kernelText(&b)
	for _, d := range r.Messages(traces) {
		b.WriteString(diag.Format(d, st))
	}
	if traces != nil {
		traces.text(&b, r.counts())
	}
	return b.String()
}

// AllNotes returns what a reader may not expect: about the pairs, about what was compared and what was not.
func (r *Result) AllNotes() []string {
	notes := append(slices.Clone(r.Notes), r.EndsText()...)
	if r.InFun() {
		notes = append(notes, inFun)
	}
	return notes
}

// Messages returns the messages of the report, but for where BEFORE is stuck and AFTER is not consistent. traces may be nil.
func (r *Result) Messages(traces *Traces) (list diag.List) {
	if r.Failure != nil {
		return append(r.Failure.diagnostics(), r.first(traces)...)
	}
	for i := range r.Warnings {
		list = append(list, r.Warnings[i].Diagnostic())
	}
	return list
}

// counts returns the number of the first element and of the first result in the report.
func (r *Result) counts() int {
	if r.fromZero {
		return 0
	}
	return 1
}

// Alone returns what is wrong with BEFORE if that is all there is to say: the first line, the arguments and the
// places. irr may be nil.
func (r *Result) Alone(st diag.Style, irr *Irrelevant) string {
	var b strings.Builder
	b.WriteString(r.AloneKind() + "\n" + r.AloneInput(irr))
	for _, d := range r.AloneDiagnostics() {
		b.WriteString(diag.Format(d, st))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// first says where the values of AFTER, apart from memory, start to differ: at the first name that both sides bind
// to different values, or else at the result.
func (r *Result) first(traces *Traces) diag.List {
	f := r.Failure
	if f.Kind != Different && !(f.Kind == Unequal && r.InFun()) || f.Result < 0 {
		return nil
	}
	x, y, at, name := f.Before[f.Result], f.After[f.Result], r.After.resultAt(f.Result), "the result"
	if f.names != nil {
		name = f.names[f.Result]
	}
	var bound diag.Span
	if traces != nil {
		if row := traces.First(); row != nil {
			x, y, at, name, bound = row.Before.Value, row.After.Value, row.After.At, row.After.Name, row.Before.At
		}
	}
	where, _ := value.Difference(x, y)
	p, _ := value.PartAt(x, where)
	q, _ := value.PartAt(y, where)
	_, array := p.Len()
	row := array && len(where) > 0
	if !array && len(where) > 0 {
		x, y = value.Number(p.Number()), value.Number(q.Number())
	}
	switch {
	case name == "the result":
	case array || len(where) == 0:
		name = "`" + name + "`"
	default:
		name = "`" + heap.Element(name, where) + "`"
	}
	d := diag.Errorf(diag.Invalid, "", at, "%s is %s in BEFORE, and %s in AFTER", name, value.Format(x, shown), value.Format(y, shown))
	if row {
		n, _ := p.Len()
		m, _ := q.Len()
		d.Msg = fmt.Sprintf("row %s of %s has %s in BEFORE, and %d in AFTER", heap.Element("", where), name, diag.Count(n, "element"), m)
	}
	if v, ok := y.(value.Val); ok && v.A == nil && v.I.IsUndefined() {
		d.Msg = fmt.Sprintf("%s is %s in BEFORE, and undefined in AFTER: nothing has written it there", name, value.Format(x, shown))
	}
	if bound.IsValid() {
		d.Note(bound, "it is bound here in BEFORE")
	}
	return diag.List{d}
}

// diagnostics returns those of the verdict. The one about a difference also says which statement should have
// written the missing value.
func (f *Failure) diagnostics() diag.List {
	v := f.Verdict
	list := append(f.stop(), v.Diagnostics()...)
	if v.Divergence == nil {
		return list
	}
	k := slices.IndexFunc(list, func(d *diag.Diagnostic) bool {
		return d.Span == v.Divergence.At && (d.Kind == diag.Invalid || d.Kind == diag.Warning)
	})
	for _, b := range slices.Backward(v.Bindings) {
		if k >= 0 && b.Name == v.Divergence.Array && b.Times > 0 && b.At != list[k].Span {
			more := *list[k]
			more.Notes = append(slices.Clone(more.Notes), diag.Note{Span: b.At, Msg: "`" + b.Name + "`, which should have it, is bound here"})
			list[k] = &more
			break
		}
	}
	return list
}

// kernelText adds what is known about the kernels of AFTER, one per line. For kernels that a counterexample is not
// about, it only says how many there are.
func (r *Result) kernelText(b *strings.Builder) {
	var proved, tested, begun, idle int
	for _, k := range validity.OnePlace(r.Kernels) {
		switch {
		case r.Failure == nil || k.Status == validity.Refuted:
			fmt.Fprintf(b, "  %s\n", k.Line())
		case k.Instances == 0:
			idle++
		case k.Status == validity.Proved:
			proved++
		case k.Unfinished:
			begun++
		default:
			tested++
		}
	}
	if n := proved + tested; n > 0 {
		fmt.Fprintf(b, "  %s race-free: ", diag.Count(n, "kernel"))
		switch {
		case tested == 0:
			b.WriteString("proved for all sizes\n")
		case proved == 0:
			b.WriteString("tested\n")
		default:
			fmt.Fprintf(b, "%d proved for all sizes, %d tested\n", proved, tested)
		}
	}
	if begun > 0 {
		fmt.Fprintf(b, "  %s race-free up to where the run is stuck\n", diag.Count(begun, "kernel"))
	}
	if idle > 0 {
		fmt.Fprintf(b, "  %s did not run\n", diag.Count(idle, "kernel"))
	}
}

// othersShow says that a number did not matter in what was tried.
const othersShow = "other values that were tried show it too"

// inputText adds the arguments, one per line.
func (r *Result) inputText(b *strings.Builder, irr *Irrelevant) {
	in := r.Failure.Input
	for _, size := range r.sizesIfShortened(in) {
		fmt.Fprintf(b, "  %s\n", size)
	}
	for _, x := range r.Arguments(in) {
		fmt.Fprintf(b, "  %s%s\n", x.text(), noted(r.about(&x, irr, r.counts())))
	}
}

// noted returns notes to put after a value.
func noted(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "   (" + strings.Join(notes, "; ") + ")"
}

// resultText adds the first result that differs.
func (f *Failure) resultText(b *strings.Builder, first int) {
	if f.Result < 0 {
		return
	}
	text := func(x value.Shown) string { return value.FormatNear(x, mostElements, f.Index, nil) }
	fmt.Fprintf(b, "%s:\n  BEFORE  %s\n  AFTER   %s\n", f.where(first), text(f.Before[f.Result]), text(f.After[f.Result]))
	if long := f.ifShortened(first); long != "" {
		fmt.Fprintf(b, "  %s\n", long)
	}
}

// where names the first result that differs and its first differing element. first is the number of the first
// result and element.
func (f *Failure) where(first int) string {
	at := "result"
	if f.names != nil {
		at = "`" + f.names[f.Result] + "`"
	} else if len(f.Before) > 1 {
		at += fmt.Sprintf(" %d", f.Result+first)
	}
	switch {
	case f.odd:
		at += ", whose sizes and offsets are those of no rows"
	case len(f.Index) == 0:
	case len(f.Index) < f.Before[f.Result].Rank():
		at += ", row " + heap.Element("", shifted(f.Index, first-1))
	default:
		at += " at " + heap.Element("", shifted(f.Index, first-1))
	}
	return at
}

// shifted returns an index with a number added to each part.
func shifted(y []int, by int) []int {
	y = slices.Clone(y)
	for d := range y {
		y[d] += by
	}
	return y
}

// itself turns text about AFTER and BEFORE into text about BEFORE and its own value semantics.
var itself = strings.NewReplacer("AFTER", "BEFORE", "BEFORE", "its value semantics")

// alone does the same if the program needs no name.
var alone = strings.NewReplacer("AFTER", "it", "BEFORE", "its value semantics")
