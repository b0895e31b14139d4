package machine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// Frame is a call, an iteration of a kernel or a round of a loop or fold that is being evaluated.
type Frame struct {
	At     diag.Span
	Call   *syntax.Def // for a call
	What   string      // for a kernel, loop or fold: its name
	I      int         // and its iteration or round
	Rounds string      // for a loop or fold: what the rounds belong to; "": a kernel or a call
}

func (f Frame) IsKernel() bool { return f.Call == nil && f.Rounds == "" }

// Around describes frames, which are outermost first. Nested kernels with the same name and place, such as those of
// a kernel of several dimensions, count as one, with the iterations of all.
func Around(frames []Frame) []diag.Note {
	var notes []diag.Note
	for k := 0; k < len(frames); k++ {
		f := frames[k]
		switch {
		case f.Rounds == syntax.Comparing: // a loop that nobody wrote
			continue
		case f.Call != nil:
			notes = append(notes, diag.Note{Span: f.At, Msg: "in the call of `" + f.Call.Name + "`"})
			continue
		case !f.IsKernel():
			notes = append(notes, diag.Note{Span: f.At, Msg: fmt.Sprintf("in round %d of %s `%s`", f.I, f.Rounds, f.What)})
			continue
		}
		is := []int{f.I}
		for k+1 < len(frames) && frames[k+1].IsKernel() && frames[k+1].What == f.What && frames[k+1].At.Src == f.At.Src && frames[k+1].At.Start == f.At.Start {
			k++
			is = append(is, frames[k].I)
		}
		notes = append(notes, diag.Note{Span: f.At, Msg: "in iteration " + Iteration(is) + " of " + KernelAt(f.What, f.At)})
	}
	return notes
}

// Within completes a diagnostic with the statement and the frames around its place, innermost first. What happens in a function of the library is told
// at its call: users know neither its text nor its names.
func Within(d *diag.Diagnostic, at syntax.Stm, frames []Frame) *diag.Diagnostic {
	if at != nil {
		locate(d, at)
	}
	inLibrary := func(at diag.Span) bool { return at.Src != nil && at.Src.Library }
	if inLibrary(d.Span) {
		for k, f := range slices.Backward(frames) {
			if f.Call == nil || inLibrary(f.At) {
				continue
			}
			d.Msg = fmt.Sprintf("in `%s` of the library: %s", f.Call.NameAt.Text(), ofCall(f.Call, itsSizes.ReplaceAllString(d.Msg, "")))
			d.Notes = slices.DeleteFunc(d.Notes, func(n diag.Note) bool { return inLibrary(n.Span) })
			inner := f.Call
			for _, g := range frames[k:] {
				if g.Call != nil {
					inner = g.Call
				}
			}
			if inner == f.Call {
				d.Note(d.Span, "here, in %s", inner.Signature())
			} else {
				d.Note(f.Call.NameAt, "%s", f.Call.Signature())
			}
			d.Help = ""
			if text := std.Summary(f.Call); text != "" {
				d.Helpf("`%s`: %s%s", f.Call.NameAt.Text(), strings.ToLower(text[:1]), strings.TrimSuffix(text[1:], "."))
			}
			d.Span, frames = f.At, frames[:k]
			break
		}
	}
	around := Around(frames)
	slices.Reverse(around)
	d.Notes = append(d.Notes, around...)
	return d
}

// ofCall is a message about what happens in a function of the library, without the names of arrays that are none of its parameters. Users
// may have arrays of these names too.
func ofCall(f *syntax.Def, msg string) string {
	return itsArray.ReplaceAllStringFunc(msg, func(text string) string {
		name := itsArray.FindStringSubmatch(text)[1]
		if slices.ContainsFunc(f.Params, func(p *syntax.Binding) bool { return p.Written() == name }) {
			return strings.Replace(text, "of `"+name+"`", "of its `"+name+"`", 1)
		}
		return strings.Replace(text, "of `"+name+"`", "of an array in it", 1)
	})
}

// itsArray is an array of which a size is told.
var itsArray = regexp.MustCompile("dimension [0-9]+ of `([^`]*)`")

// itsSizes are what the two sides of a check stand for in a function.
var itsSizes = regexp.MustCompile(", of `[^`]*`,?")

// locate gives a diagnostic without a place that of its statement. A size of what a call gives is written in the function: it is told
// at the call.
func locate(d *diag.Diagnostic, at syntax.Stm) {
	let, ok := at.(*syntax.Let)
	switch stm := at.GetSpan(); {
	case !d.Span.IsValid():
		d.Span = stm
	case ok && let.Exp.GetSpan() == d.Span && stm.IsValid() && (stm.Src != d.Span.Src || d.Span.End <= stm.Start || stm.End <= d.Span.Start):
		if d.Span.Src != nil && d.Span.Src.Library {
			d.Msg = "in a size of the library: " + d.Msg
		}
		d.Note(d.Span, "this is a size of its result")
		d.Span = stm
	}
}

// Iteration shows the iteration of kernels that count as one, outermost first: 3, or (1, 3).
func Iteration(is []int) string {
	parts := make([]string, len(is))
	for k, i := range is {
		parts[k] = fmt.Sprint(i)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Turn is an iteration of a kernel, or a round of a loop or fold.
type Turn struct {
	Kernel bool
	I      int
}

// Turns returns the iterations and rounds of frames, without calls.
func Turns(frames []Frame) []Turn {
	var list []Turn
	for _, f := range frames {
		if f.Call == nil {
			list = append(list, Turn{f.IsKernel(), f.I})
		}
	}
	return list
}
