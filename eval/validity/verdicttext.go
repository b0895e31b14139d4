package validity

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/semantics/diag"
)

// Diagnostics returns the verdict as messages for people: races, the overwritten argument, the divergence, where it was
// stuck, and warnings.
func (v *Verdict) Diagnostics() diag.List {
	var l diag.List
	for i := range v.Kernels {
		if k := &v.Kernels[i]; k.Race != nil {
			l = append(l, k.diagnostic())
		}
	}
	if v.Overwrite != nil {
		l = append(l, v.Overwrite.diagnostic())
	}
	if v.Divergence != nil {
		l = append(l, v.Divergence.diagnostic())
	}
	if v.Stuck != nil {
		l = append(l, v.Stuck.diagnostic())
	}
	if v.Unwritten != nil {
		l = append(l, v.Unwritten.Diag)
	}
	if v.ValueStuck != nil && v.Stuck == nil && v.ValueStuck.Cause == diag.Limit {
		l = append(l, v.ValueStuck)
	} else if v.ValueStuck != nil && v.Stuck == nil {
		d := *v.ValueStuck
		d.Kind, d.Msg = diag.Invalid, "the value semantics is stuck, and the heap semantics is not: "+d.Msg
		l = append(l, &d)
	}
	for i := range v.Overlaps {
		l = append(l, v.Overlaps[i].overlap(diag.Invalid))
	}
	for i := range v.Warnings {
		l = append(l, v.Warnings[i].Diagnostic())
	}
	return l
}

// Diagnostic returns the warning as a message.
func (w *Warning) Diagnostic() *diag.Diagnostic { return w.overlap(diag.Warning) }

// Text returns the verdict for people: a summary line, a line for each kernel and array binding, and the diagnostics.
func (v *Verdict) Text(st diag.Style) string {
	var b strings.Builder
	b.WriteString(v.Summary() + "\n" + v.Lines())
	for _, d := range v.Diagnostics() {
		b.WriteString(diag.Format(d, st))
	}
	return b.String()
}

// Lines says what is known about each kernel and array binding, and which operators were not tried, one per line.
func (v *Verdict) Lines() string {
	var b strings.Builder
	for _, k := range OnePlace(v.Kernels) {
		b.WriteString("  " + k.Line() + "\n")
	}
	for _, n := range v.Bindings {
		b.WriteString("  " + n.line() + "\n")
	}
	said := map[string]bool{}
	for _, u := range v.Untested {
		if line := u.Line(); !said[line] {
			b.WriteString("  " + line + "\n")
			said[line] = true
		}
	}
	return b.String()
}

// OnePlace returns the kernels to show to people. If several kernels have the same name, place and verdict, because a
// translation made them from one statement, only the first that ran is kept.
func OnePlace(kernels []Kernel) []Kernel {
	type alike struct {
		binds, at string
		status    Status
		inBounds  bool
	}
	var out []Kernel
	first := map[alike]int{}
	for _, k := range kernels {
		key := alike{k.Binds, place(k.At), k.Status, k.InBounds}
		j, seen := first[key]
		switch {
		case !seen || k.Status == Refuted:
			first[key] = len(out)
			out = append(out, k)
		case out[j].Instances == 0:
			out[j] = k
		}
	}
	return out
}

// Line says in one line what is known about a kernel.
func (k *Kernel) Line() string {
	s := fmt.Sprintf("kernel `%s`", k.Binds) + place(k.At) + ": "
	n := fmt.Sprintf("%s in %s", diag.Count(k.Iterations, "iteration"), diag.Count(k.Instances, "instance"))
	if k.Unfinished {
		n += ", one not to its end"
	}
	switch {
	case k.Status == Refuted:
		return machine.KernelAt(k.Binds, k.At) + place(k.At) + ": " + fmt.Sprintf("refuted: %s race between iterations %d and %d (%s, %s)", k.Race.Kind, k.Race.First.Iteration, k.Race.Second.Iteration, diag.Count(k.Conflicts, "conflict"), n)
	case k.Instances == 0 && k.Status == Proved && k.InBounds:
		return s + "did not run; its text is proved race-free and in bounds for all sizes"
	case k.Instances == 0 && k.Status == Proved:
		return s + "did not run; its text is proved race-free for all sizes"
	case k.Instances == 0:
		return s + "did not run"
	case k.Status == Proved && k.InBounds:
		return s + "race-free and in bounds: proved for all sizes (" + n + ")"
	case k.Status == Proved:
		return s + "race-free: proved for all sizes (" + n + ")"
	}
	if s += "race-free: tested"; k.Unfinished {
		s += " up to where the run is stuck"
	}
	if k.InBounds {
		s += ", in bounds: proved for all sizes"
	}
	if k.Reason != "" {
		s += "; " + k.Reason
	}
	return s + " (" + n + ")"
}

func (b *Binding) line() string {
	s := fmt.Sprintf("array `%s`", b.Name) + place(b.At) + ": "
	freed := "not compared, since block `" + b.Block + "` was freed"
	switch {
	case b.Times == 0 && b.Freed > 0:
		return s + freed
	case b.Times == 0 && b.Claimed > 0:
		return s + "claimed, and compared where it is read"
	case b.Times == 0:
		return s + "not compared, it comes after the first difference"
	case !b.Agrees:
		return s + "the semantics differ"
	}
	s += "the semantics agree"
	if b.Times > 1 {
		s += fmt.Sprintf(" (%d times)", b.Times)
	}
	if b.Freed > 0 {
		s += fmt.Sprintf("; %s %s", diag.Plural(b.Freed, "time", "times"), freed)
	}
	return s
}

// diagnostic returns the report of a race with its two events.
func (k *Kernel) diagnostic() *diag.Diagnostic {
	r := k.Race
	d := diag.Errorf(diag.Race, r.Rule, k.At, "iterations %d and %d of %s are not independent: %s race at offset %d of block `%s`",
		r.First.Iteration, r.Second.Iteration, machine.KernelAt(k.Binds, k.At), r.Kind, r.Offset, r.Block)
	d.Note(r.First.At, "first, %s", r.First.text())
	d.Note(r.Second.At, "then, %s", r.Second.text())
	if r.Instance > 1 {
		d.Note(diag.Span{}, "this is instance %d of the kernel; the ones before it were race-free", r.Instance)
	}
	return d
}

// text returns "iteration 2 writes `y[1]` (result copy of kernel `y`)".
func (e *Event) text() string {
	s := fmt.Sprintf("iteration %d %ss", e.Iteration, e.Access)
	if n := len(e.Iterations); n > 1 {
		s = fmt.Sprintf("iteration %d (within %s) %ss", e.Iteration, within(e.Iterations[:n-1]), e.Access)
	}
	if elem := "`" + memory.Element(e.Array, e.Index) + "`"; len(e.Index) > 0 {
		s += " " + elem
		if elem == e.What {
			return s
		}
	}
	return s + " (" + e.What + ")"
}

// diagnostic explains a divergence: the element, both values, the place, and
// who wrote it last.
func (v *Divergence) diagnostic() *diag.Diagnostic {
	kind := diag.Warning
	if v.AffectsResult {
		kind = diag.Invalid
	}
	elem := v.Binding
	if len(v.Index) > 0 {
		elem = memory.Element(v.Binding, v.Index)
	}
	at := "when it is bound"
	if v.Use != "" {
		at = "when it is used by " + v.Use
	}
	is, has := v.Value.Brief(), v.Heap.Brief()
	if v.Types != nil {
		is, has = "of type "+v.Types[0], "one of type "+v.Types[1]
	}
	d := diag.Errorf(kind, "", v.At, "`%s` is %s in the value semantics, and the heap has %s %s", elem, is, has, at)
	if v.Types != nil {
		d.Note(diag.Span{}, "the heap has it in block `%s`", v.Block)
	} else if v.Block != "" {
		noteLocation(d, v.Block, v.Offset, v.LastWriter)
	}
	if v.Claim != nil {
		d.Note(v.Claim.At, "%s", v.Claim.Text)
	}
	d.Notes = append(d.Notes, v.Around...)
	if v.AffectsResult {
		return d.Note(diag.Span{}, "this is the first difference, and the results differ too (Def. 3.1)")
	}
	if v.NoResults {
		return d.Note(diag.Span{}, "this is the first difference; nothing is returned that it could change")
	}
	return d.Note(diag.Span{}, "this is the first difference; the results agree all the same")
}

// noteLocation notes where an element lies on the heap, and who wrote it last.
func noteLocation(d *diag.Diagnostic, block string, offset int, w *LastWriter) {
	d.Note(diag.Span{}, "the heap has it at offset %d of block `%s`", offset, block)
	if w != nil {
		d.Note(w.At, "that location was last written by %s", w.text())
	} else {
		d.Note(diag.Span{}, "nothing wrote that location")
	}
}

// diagnostic explains that a call changed an argument: the element, its value before and after, and who wrote it last.
func (v *Overwrite) diagnostic() *diag.Diagnostic {
	if v.Index == nil {
		return v.beside()
	}
	d := diag.Errorf(diag.Invalid, "", v.At, "`%s` was %s before this call of `%s`, and the heap has %s afterwards",
		memory.Element(v.Argument, v.Index), v.Before.Brief(), v.Def, v.After.Brief())
	noteLocation(d, v.Block, v.Offset, v.LastWriter)
	in, where := "", ""
	switch v.Side {
	case "BEFORE":
		in, where = " in BEFORE", " in both programs"
	case "AFTER":
		in, where = " in AFTER", " in AFTER too"
	}
	d.Note(v.Declared, "no star marks the parameter `%s` of `%s`%s, so that a call must not change it", v.Parameter, v.Def, in)
	d.Notes = append(d.Notes, v.Around...)
	return d.Helpf("mark the parameter%s, `(*%s : …)`, or copy it before it is overwritten", where, v.Parameter)
}

// beside explains that a call changed a location next to its arguments.
func (v *Overwrite) beside() *diag.Diagnostic {
	d := diag.Errorf(diag.Invalid, "", v.At, "offset %d of block `%s`, beside `%s`, was %s before this call of `%s`, and the heap has %s afterwards",
		v.Offset, v.Block, v.Argument, v.Before.Brief(), v.Def, v.After.Brief())
	if v.LastWriter != nil {
		d.Note(v.LastWriter.At, "that location was last written by %s", v.LastWriter.text())
	}
	d.Note(v.Declared, "`%s` of `%s` says where it lies, and other arrays of a caller may lie beside it", v.Parameter, v.Def)
	return d.Helpf("write only where an argument lies that a star marks")
}

// text returns "result copy of kernel `y` in iteration 2, within iteration 1 of kernel `z`".
func (w *LastWriter) text() string {
	s := w.What
	for k := len(w.Iterations) - 1; k >= 0; k-- {
		inner := k
		for k > 0 && w.Kernels[k-1] == w.Kernels[k] {
			k--
		}
		s += " in iteration " + machine.Iteration(w.Iterations[k:inner+1])
		if name := w.Kernels[k]; !strings.Contains(w.What, strings.TrimPrefix(name, "the ")) {
			s += " of " + name
		}
		if k > 0 {
			s += ","
		}
	}
	return s
}

func (s *Stuck) diagnostic() *diag.Diagnostic {
	d := *s.Diag
	if s.HeapOnly && s.Diag.Cause != diag.Limit {
		d.Notes = append(d.Notes[:len(d.Notes):len(d.Notes)], diag.Note{Msg: "the value semantics of the program is not stuck"})
	}
	return &d
}

// within returns "iteration 2 of the kernel around it", outermost first.
func within(iterations []int) string {
	parts := make([]string, len(iterations))
	for k, i := range iterations {
		parts[k] = fmt.Sprint(i)
	}
	if len(parts) == 1 {
		return "outer iteration " + parts[0]
	}
	return "outer iterations " + strings.Join(parts, ", ")
}

func place(at diag.Span) string {
	if !at.IsValid() {
		return ""
	}
	return " at " + at.String()
}
