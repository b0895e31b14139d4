package validate

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/semantics/syntax"
)

// stepName is what a step calls a variable of a body: its name, or, where the programmer gave it none, the text that it
// stands for. It is "" of what nobody wrote, which no step shows.
func (s *side) stepName(x *syntax.Binding, e syntax.Expr, of *syntax.Body) string {
	name := machine.Called(x)
	switch {
	case x.Text != "" || name != x.Written():
		return name
	case x.Type != nil && x.Type.Elem == syntax.Mem:
		return ""
	case of == s.body && s.def != nil && gives(of, x):
		return name
	case x.Type != nil && x.Type.IsNumber() && of != s.body:
		return ""
	case of != nil && gives(of, x):
		return "result"
	case x.Type != nil && x.Type.IsNumber() && !computes(e):
		return ""
	}
	return shortText(x)
}

// gives tells whether a variable is a result of a body.
func gives(b *syntax.Body, x *syntax.Binding) bool {
	return slices.ContainsFunc(b.Res, func(r syntax.Expr) bool {
		v, ok := r.(*syntax.Var)
		return ok && v.ID == x.ID
	})
}

// computes tells whether an expression is one of those that a programmer may write as an operand and that are evaluated
// in steps of their own. Others that have a number may be sizes and checks of what they stand in.
func computes(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Reduce, *syntax.Call:
		return true
	case *syntax.Loop:
		return e.RoundsOf != syntax.Comparing
	case *syntax.If:
		return writtenIf.MatchString(e.Span.Text())
	}
	return false
}

// mostText is how long the text may be by which a step calls a variable without a name.
const mostText = 32

// shortText is the text that a variable stands for, if it is short; "" otherwise.
func shortText(x *syntax.Binding) string {
	text := x.Span.Text()
	if strings.ContainsAny(text, "\n`") || utf8.RuneCountInString(text) > mostText {
		return ""
	}
	if opensBody.MatchString(text) { // a value behind it would be read as a part of its body
		return "(" + text + ")"
	}
	return text
}

// opensBody is the word that an expression begins with which ends as far to the right as it can.
var opensBody = regexp.MustCompile(`^(kernel|loop|if|let)\b`)
