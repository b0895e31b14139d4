package value

import (
	"fmt"
	"regexp"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Frame is a call, an iteration of a kernel or a round of a loop or fold that is being evaluated.
type Frame struct {
	At     diag.Span
	Call   *syntax.Def // of a call
	What   string      // of a kernel, loop or fold: its name
	I      int         // and the iteration or round
	Rounds string      // of a loop or fold: of what they are; "": a kernel or a call
}

func (f Frame) isKernel() bool { return f.Call == nil && f.Rounds == "" }

// Around tells of frames, outermost first as they are. Kernels one in the other of one name and place, such as those
// of a kernel of several dimensions, are one, with the iterations of all.
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
		case !f.isKernel():
			notes = append(notes, diag.Note{Span: f.At, Msg: fmt.Sprintf("in round %d of %s `%s`", f.I, f.Rounds, f.What)})
			continue
		}
		is := []int{f.I}
		for k+1 < len(frames) && frames[k+1].isKernel() && frames[k+1].What == f.What && frames[k+1].At.Src == f.At.Src && frames[k+1].At.Start == f.At.Start {
			k++
			is = append(is, frames[k].I)
		}
		notes = append(notes, diag.Note{Span: f.At, Msg: "in iteration " + Iteration(is) + " of " + KernelAt(f.What, f.At)})
	}
	return notes
}

// KernelAt is what messages call a kernel at a place: one that is written as something else, such as a copy or a map, is
// none to its programmer. Of one without a name the text is the name.
func KernelAt(name string, at diag.Span) string {
	switch form := madeFrom.FindString(at.Text()); {
	case form == "":
		return "kernel `" + name + "`"
	case strings.HasPrefix(name, form) && name != form:
		return "`" + name + "`"
	default:
		return "the " + form + " into `" + name + "`"
	}
}

// madeFrom is the word that what becomes a kernel begins with, where that is not kernel.
var madeFrom = regexp.MustCompile(`^(copy|iota|map|replicate|rotate)\b`)

// IsCopy tells whether a copy is written at a place.
func IsCopy(at diag.Span) bool { return copying.MatchString(at.Text()) }

// copying is how a copy begins.
var copying = regexp.MustCompile(`^copy\b`)

// Iteration is an iteration of kernels that are one, outermost first: 3, or (1, 3).
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
