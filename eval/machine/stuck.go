package machine

import (
	"strconv"
	"strings"

	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Form is an expression or statement, of Fun or of IMP, for which a rule has no instance.
type Form interface{ GetSpan() diag.Span }

// Stuck returns the diagnostic for an expression or statement for which the rule has no instance. If it does not come
// from the text, a note shows it.
func Stuck(rule string, at Form, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Stuck, rule, at.GetSpan(), format, args...)
	if !d.Span.IsValid() {
		switch at := at.(type) {
		case syntax.Expr:
			d.Note(diag.Span{}, "in `%s`", derive.Expr(at))
		case syntax.Stm:
			d.Note(diag.Span{}, "in `%s`", derive.Stm(at))
		}
	}
	return d
}

// CheckFailed returns the message for a check whose sides have the values x and y. E gives the value of an atom.
func CheckFailed(rule string, s *syntax.Check, x, y num.Num, E func(syntax.Expr) num.Num) *diag.Diagnostic {
	if s.Says != nil {
		return assertionFailed(rule, s, E)
	}
	left, right := x.Brief(), y.Brief()
	var d *diag.Diagnostic
	_, known := s.X.(*syntax.IntLit)
	_, constant := s.Y.(*syntax.IntLit)
	switch {
	case constant:
		d = Stuck(rule, s, "check failed: `%s` is %s, not %s", Text(s.X), left, right)
	case known:
		d = Stuck(rule, s, "check failed: `%s` is %s, not %s", Text(s.Y), right, left)
	case IsName(Text(s.X)) && IsName(Text(s.Y)):
		d = Stuck(rule, s, "check failed: `%s` is %s, and `%s` is %s", Text(s.X), left, Text(s.Y), right)
	default: // a size may be located at the array that it is a size of
		d = Stuck(rule, s, "check failed: %s, of `%s`, is not %s, of `%s`", left, Text(s.X), right, Text(s.Y))
	}
	d.Cause = diag.Checked
	if s.Why != "" {
		d.Note(diag.Span{}, "%s", s.Why)
	}
	return d
}

// AssertionFailed comes before the text of an assertion.
const AssertionFailed = "the assertion failed: "

// assertionFailed returns the text of a failed assertion, with its values. An assertion that the program itself does
// not have is reported like an access out of bounds.
func assertionFailed(rule string, s *syntax.Check, E func(syntax.Expr) num.Num) *diag.Diagnostic {
	var b strings.Builder
	for _, p := range s.Says.Parts {
		switch {
		case p.X == nil:
			b.WriteString(p.Text)
		case p.Bool:
			b.WriteString(strconv.FormatBool(!E(p.X).Equal(num.Of(0))))
		default:
			b.WriteString(E(p.X).Brief())
		}
	}
	if s.Says.At == "" {
		return Stuck(rule, s, "%s", b.String()).Helpf("%s", s.Says.Help)
	}
	d := Stuck(rule, s, "%s%s", AssertionFailed, b.String())
	if d.Cause = diag.Asserted; s.Says.Idle {
		d.Cause = diag.Needless
	}
	return d.Note(diag.Span{}, "the program asserts this at %s, and `%s` is false", s.Says.At, Text(s.X))
}

// Made is where a scratch array was made.
type Made struct {
	Name string
	At   diag.Span
}

// Unwritten returns the message for a rule that reads the undefined element y, from 1, of the array called name.
func Unwritten(rule string, at syntax.Node, name string, y []int, x num.Num) *diag.Diagnostic {
	d := Stuck(rule, at, "`%s` is undefined: nothing has written it since `scratch` made the array", heap.Element(name, y))
	if from, ok := x.Origin().(Made); ok {
		if IsName(from.Name) {
			d.Note(from.At, "`%s` was made here", from.Name)
		} else {
			d.Note(from.At, "it was made here")
		}
	}
	return d.Helpf("write the element first, or make the array by `replicate`")
}
