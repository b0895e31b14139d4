package validate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// String is what messages call a subject.
func (s *Subject) String() string {
	if s.Name == "" {
		return "the results"
	}
	return "`" + s.Name + "`"
}

// Line is what was found out in one line.
func (r *Result) Line() string {
	text := r.Subject.String()
	switch r.Word {
	case Valid:
		return fmt.Sprintf("valid: %s, on %s%s", text, diag.Count(r.Tests, "input"), r.others())
	case Refuted:
		return fmt.Sprintf("invalid: %s: %s", text, r.Failure.Kind)
	case StuckBefore:
		if r.Failure != nil {
			return fmt.Sprintf("stuck before: %s: BEFORE is itself wrong: %s", text, strings.ReplaceAll(r.Failure.Kind.String(), "AFTER", "BEFORE"))
		}
		return fmt.Sprintf("stuck before: %s: BEFORE is stuck on all %s that were tried", text, diag.Count(r.Outside, "input"))
	}
	if r.Tests == 0 {
		return fmt.Sprintf("unknown: %s: %s", text, r.Reason)
	}
	return fmt.Sprintf("unknown: %s, after %s%s: %s", text, diag.Count(r.Tests, "input"), r.others(), r.Reason)
}

// others says what became of the inputs that were not compared.
func (r *Result) others() string {
	text := ""
	if r.Outside > 0 {
		text += fmt.Sprintf("; BEFORE is stuck on %d more", r.Outside)
	}
	if r.Skipped > 0 {
		text += fmt.Sprintf("; BEFORE takes too long on %d more", r.Skipped)
	}
	if r.Late {
		text += "; then the time was over"
	}
	return text
}

// Text is what was found out, with the counterexample, where there is one. The
// traces and what does not matter may be nil.
func (r *Result) Text(st diag.Style, traces *Traces, irr *Irrelevant) string {
	var b strings.Builder
	b.WriteString(r.Line() + "\n")
	for _, n := range r.Notes {
		b.WriteString("  note: " + n + "\n")
	}
	if r.Stuck != nil {
		b.WriteString(diag.Format(r.Stuck, st))
	}
	f := r.Failure
	if f == nil {
		r.kernelText(&b)
		for i := range r.Warnings {
			b.WriteString(diag.Format(r.Warnings[i].Diagnostic(), st))
		}
		return b.String()
	}
	r.inputText(&b, irr)
	if !f.Schedule.IsForward() {
		fmt.Fprintf(&b, "in the order %s of iterations\n", f.Schedule)
	}
	f.resultText(&b)
	r.kernelText(&b)
	for _, d := range f.diagnostics() {
		b.WriteString(diag.Format(d, st))
	}
	if traces != nil {
		traces.text(&b)
	}
	return b.String()
}

// diagnostics are those of the verdict; that of a difference says as well which
// statement should have written what is not there.
func (f *Failure) diagnostics() diag.List {
	v := f.Verdict
	list := v.Diagnostics()
	if v.Divergence == nil {
		return list
	}
	k := slices.IndexFunc(list, func(d *diag.Diagnostic) bool {
		return d.Span == v.Divergence.At && (d.Kind == diag.Invalid || d.Kind == diag.Warning)
	})
	for _, b := range slices.Backward(v.Bindings) {
		if k >= 0 && b.Name == v.Divergence.Binding && b.Times > 0 {
			more := *list[k]
			more.Notes = append(slices.Clone(more.Notes), diag.Note{Span: b.At, Msg: "`" + b.Name + "`, which should have it, is bound here"})
			list[k] = &more
			break
		}
	}
	return list
}

// kernelText is what is known of the kernels of AFTER, one to a line; of those that a
// counterexample is not about, how many there are.
func (r *Result) kernelText(b *strings.Builder) {
	proved, tested := 0, 0
	for _, k := range r.Kernels {
		switch {
		case r.Failure == nil || k.Status == validity.Refuted:
			fmt.Fprintf(b, "  %s\n", k.Line())
		case k.Status == validity.Proved:
			proved++
		default:
			tested++
		}
	}
	switch {
	case proved+tested == 0 || r.Failure == nil:
	case tested == 0:
		fmt.Fprintf(b, "  %s race-free: proved for all sizes\n", diag.Count(proved, "kernel"))
	case proved == 0:
		fmt.Fprintf(b, "  %s race-free: tested\n", diag.Count(tested, "kernel"))
	default:
		fmt.Fprintf(b, "  %s race-free: %d proved for all sizes, %d tested\n", diag.Count(proved+tested, "kernel"), proved, tested)
	}
}

// anyValue says of a number that it does not matter.
const anyValue = "any value shows it"

// inputText is the arguments, one to a line.
func (r *Result) inputText(b *strings.Builder, irr *Irrelevant) {
	in := r.Failure.Input
	for k, x := range r.Numbers {
		note := ""
		if irr != nil && irr.Numbers[k] {
			note = "   (" + anyValue + ")"
		}
		fmt.Fprintf(b, "  %s = %s%s\n", x.name, in.Numbers[k], note)
	}
	for k, x := range r.Arrays {
		note := ""
		if notes := in.notes(k, irr); len(notes) > 0 {
			note = "   (" + strings.Join(notes, "; ") + ")"
		}
		fmt.Fprintf(b, "  %s = %s%s\n", x.name, value.Format(value.Val{A: in.Arrays[k]}, 40), note)
	}
}

// notes say how an array lies and what of it does not matter.
func (in *Input) notes(k int, irr *Irrelevant) []string {
	var notes []string
	if in.Layouts[k] != RowMajor {
		notes = append(notes, in.Layouts[k].String())
	}
	if irr != nil {
		notes = append(notes, irrelevantText(irr.Elements[k], in.Arrays[k].Shape)...)
	}
	return notes
}

// irrelevantText says which elements may have any value.
func irrelevantText(any []bool, shape []int) []string {
	var free []string
	for i, is := range any {
		if is {
			y := indexIn(shape, i)
			for d := range y {
				y[d]++
			}
			free = append(free, strings.ReplaceAll(strings.Trim(fmt.Sprint(y), "[]"), " ", ","))
		}
	}
	switch {
	case len(free) == 0:
		return nil
	case len(free) == len(any) && len(any) == 1:
		return []string{anyValue}
	case len(free) == len(any):
		return []string{"any elements show it"}
	case len(free) > 8:
		return []string{fmt.Sprintf("%d of the elements do not matter", len(free))}
	}
	return []string{"what is at [" + strings.Join(free, "], [") + "] does not matter"}
}

// resultText is the first result that differs.
func (f *Failure) resultText(b *strings.Builder) {
	if f.Result < 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n  BEFORE  %s\n  AFTER   %s\n", f.where(), value.Format(f.Before[f.Result], 40), value.Format(f.After[f.Result], 40))
}

// where is the first result that differs and its first element that does.
func (f *Failure) where() string {
	at := "result"
	if len(f.Before) > 1 {
		at += fmt.Sprintf(" %d", f.Result+1)
	}
	if len(f.Index) > 0 {
		at += " at [" + strings.ReplaceAll(strings.Trim(fmt.Sprint(f.Index), "[]"), " ", ", ") + "]"
	}
	return at
}

// text is the steps of both sides next to each other, and their heaps.
func (t *Traces) text(b *strings.Builder) {
	lines := [][2]string{{"BEFORE", "AFTER"}}
	hidden := false
	for _, r := range t.Rows() {
		if !r.Hidden() {
			lines = append(lines, [2]string{r.Before.text(), r.After.text()})
		} else if !hidden {
			lines = append(lines, [2]string{"…", "…"})
		}
		hidden = r.Hidden()
	}
	width := 0
	for _, l := range lines {
		width = max(width, min(utf8.RuneCountInString(l[0]), column))
	}
	b.WriteString("steps:\n")
	for _, l := range lines {
		left, right := cut(l[0]), cut(l[1])
		text := "  " + left + strings.Repeat(" ", width-utf8.RuneCountInString(left)) + "  " + right
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	for _, side := range []struct {
		name string
		*Trace
	}{{"BEFORE", t.Before}, {"AFTER", t.After}} {
		if len(side.Heap) > 0 {
			fmt.Fprintf(b, "heap of %s at the end:\n", side.name)
			for _, c := range side.Heap {
				fmt.Fprintf(b, "  %s: %s\n", c.Block, c.text())
			}
		}
	}
}

// shown is how many elements of an array a step shows.
const shown = 12

// column is how wide a step is shown.
const column = 58

func cut(s string) string {
	if utf8.RuneCountInString(s) <= column {
		return s
	}
	return string([]rune(s)[:column-1]) + "…"
}

// text is the step in one line; nothing of none.
func (s *Step) text() string {
	switch {
	case s == nil:
		return ""
	case s.Alloc:
		return fmt.Sprintf("%s: block of %d", s.Name, s.Size)
	case s.IsBlock:
		return fmt.Sprintf("%s: block %s", s.Name, s.Block)
	case s.Block != "" && s.Differs():
		text := fmt.Sprintf("%s = %s, and %s shows %s at the end", s.Name, value.Format(s.Value, shown), s.Block, value.Format(s.Heap, shown))
		if utf8.RuneCountInString(text) > column {
			return s.difference(text)
		}
		return text
	case s.Block != "" && !s.Known:
		return fmt.Sprintf("%s in %s", s.Name, s.Block)
	case s.Block != "":
		return fmt.Sprintf("%s = %s in %s", s.Name, value.Format(s.Value, shown), s.Block)
	}
	return fmt.Sprintf("%s = %s", s.Name, value.Format(s.Value, shown))
}

// difference is a step that is too long for its column, by the first element that
// differs.
func (s *Step) difference(text string) string {
	k := firstDifference(s.Value, s.Heap)
	if k < 0 {
		return text
	}
	y := indexIn(s.Value.A.Shape, k)
	for d := range y {
		y[d]++
	}
	return fmt.Sprintf("%s is %s, and %s shows %s at the end", memory.Element(s.Name, y), s.Value.A.Elems.At(k), s.Block, s.Heap.A.Elems.At(k))
}

// mostShown is how many cells of a block are shown.
const mostShown = 24

// window is from which offset up to which cells are shown.
func (c *Cells) window() (from, to int) {
	from, to = 0, len(c.Values)
	if to > mostShown {
		from = min(max(0, c.Marked-mostShown/2), to-mostShown)
		to = from + mostShown
	}
	return from, to
}

// text is the cells with the one that differs in angle brackets.
func (c *Cells) text() string {
	from, to := c.window()
	var parts []string
	if from > 0 {
		parts = append(parts, "…")
	}
	for off := from; off < to; off++ {
		text := c.Values[off].String()
		if off == c.Marked {
			text = "⟨" + text + "⟩"
		}
		parts = append(parts, text)
	}
	if to < len(c.Values) {
		parts = append(parts, "…")
	}
	return strings.Join(parts, " ")
}

// Hide marks the steps of AFTER that do not take part in what differs: those whose
// variables neither the differing results nor the differing block need.
func (t *Traces) Hide(r *Result) {
	f := r.Failure
	if f.Result < 0 && f.Verdict.Divergence == nil {
		return
	}
	for _, s := range []struct {
		side  *side
		trace *Trace
	}{{&r.Before, t.Before}, {&r.After, t.After}} {
		if s.side.program.IMP != nil { // variables do not say what made them
			continue
		}
		needed := map[string]bool{}
		ids := map[int]bool{}
		for _, k := range s.side.results {
			if f.Result < 0 || k == s.side.results[f.Result] {
				for _, v := range syntax.FreeVars(s.side.body.Res[k]) {
					ids[v.ID] = true
				}
			}
		}
		blocks := map[string]bool{}
		if d := f.Verdict.Divergence; d != nil && s.side == &r.After {
			blocks[d.Block] = true
			needed[d.Binding] = true
		}
		s.side.slice(ids, needed)
		for k := range s.trace.Steps {
			step := &s.trace.Steps[k]
			step.Hidden = !needed[step.Name] && !blocks[step.Block]
		}
	}
}

// slice adds the names of all variables that those with the given IDs need.
func (s *side) slice(ids map[int]bool, names map[string]bool) {
	for _, stm := range slices.Backward(s.body.Stms) {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		if !slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return ids[x.ID] || names[x.Written()] }) {
			continue
		}
		for _, x := range let.Pat {
			names[x.Written()] = true
		}
		for _, v := range syntax.FreeVars(let) {
			ids[v.ID] = true
		}
	}
}
