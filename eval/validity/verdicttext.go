package validity

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/diag"
)

// Diagnostics returns the verdict as messages for people: races, the overwritten argument, the divergence, where it was
// stuck, and warnings.
func (v *Verdict) Diagnostics() diag.List {
	var l diag.List
	if d := v.Contradicted(); d != nil {
		l = append(l, d)
	}
	for i := range v.Kernels {
		if k := &v.Kernels[i]; k.Race != nil {
			l = append(l, k.diagnostic())
		}
	}
	if v.Overwrite != nil {
		l = append(l, v.Overwrite.Diagnostic())
	}
	if v.Divergence != nil {
		l = append(l, v.Divergence.Diagnostic())
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
		l = append(l, v.Overlaps[i].As(diag.Invalid))
	}
	for i := range v.Warnings {
		l = append(l, v.Warnings[i].Diagnostic())
	}
	return l
}

// Text returns the verdict for people: a summary line, a line for each kernel and array binding, and the diagnostics.
func (v *Verdict) Text(st diag.Style) string {
	var b strings.Builder
	b.WriteString(v.Summary() + "\n" + v.Lines() + AssumedLine(v.Proved()) + v.OpenText(st))
	for _, d := range v.Diagnostics() {
		b.WriteString(diag.Format(d, st))
	}
	return b.String()
}

// unproved tells whether a program is fine, and is not proved valid for all inputs although that was tried.
func (v *Verdict) unproved() bool {
	return v.Proof != nil && v.OK && v.Consistent && v.ValidStatus() == Tested
}

// OpenText says why a program that is fine is not proved valid for all inputs. It returns "" if there is no reason to be said.
func (v *Verdict) OpenText(st diag.Style) string {
	switch d := v.Open(); {
	case d != nil:
		return diag.Format(d, st)
	case v.unproved():
		return "  not proved: " + v.Proof.Why + "\n"
	}
	return ""
}

// Open returns the first point that is not shown of a program that is fine, or nil.
func (v *Verdict) Open() *diag.Diagnostic {
	if !v.unproved() || len(v.Proof.Open) == 0 {
		return nil
	}
	d := v.Proof.Open[0].Diagnostic()
	if len(v.Proof.Open) > 1 {
		d.Note(diag.Span{}, "other points are not shown either; `:prove`, or `funmem prove`, lists them")
	}
	return d
}

// Lines says what is known about each kernel and array binding, and which operators were not tried, one per line.
func (v *Verdict) Lines() string {
	var b strings.Builder
	for _, k := range OnePlace(v.Kernels) {
		b.WriteString("  " + k.Line() + "\n")
	}
	for _, n := range v.Bindings {
		b.WriteString("  " + n.Line() + "\n")
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
		key := alike{k.Binds, machine.At(k.At), k.Status, k.InBounds}
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
	s := fmt.Sprintf("kernel `%s`", k.Binds) + machine.At(k.At) + ": "
	n := fmt.Sprintf("%s in %s", diag.Count(k.Iterations, "iteration"), diag.Count(k.Instances, "instance"))
	if k.Unfinished {
		n += ", one not to its end"
	}
	switch {
	case k.Status == Refuted:
		return machine.KernelAt(k.Binds, k.At) + machine.At(k.At) + ": " + fmt.Sprintf("refuted: %s race between iterations %d and %d (%s, %s)", k.Race.Kind, k.Race.First.Iteration, k.Race.Second.Iteration, diag.Count(k.Conflicts, "conflict"), n)
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
	if elem := "`" + heap.Element(e.Array, e.Index) + "`"; len(e.Index) > 0 {
		s += " " + elem
		if elem == e.What {
			return s
		}
	}
	return s + " (" + e.What + ")"
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
