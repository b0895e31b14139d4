package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/semantics/syntax"
)

// stepName returns what a step calls a variable of a body: its name or, if the programmer gave it none, the text that
// it stands for. It returns "" for a variable that nobody wrote; no step shows it.
func (s *side) stepName(x *syntax.Binding, e syntax.Expr, of *syntax.Body) string {
	name := machine.Called(x)
	switch {
	case x.Text != "" || name != x.Written():
		return name
	case x.Type != nil && x.Type.Elem == syntax.Mem:
		return ""
	}
	if of == s.body {
		if part := s.program.partOfName(x); part != "" {
			return part
		}
		if part, is := s.partOfResult(x); is {
			return part
		}
	}
	switch part := partOfRows.FindStringSubmatch(syntax.Base(x.Name)); {
	case part != nil && shortText(x) == "":
		return ""
	case part != nil:
		return part[1] + " of " + shortText(x)
	case onTheWay.MatchString(syntax.Base(x.Name)):
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

// partOfRows matches what elaboration calls the sizes, the offsets and the data of rows (semantics/nested), and onTheWay what it needs to make an
// irregular array (semantics/flatten): no text stands for that.
var (
	partOfRows = regexp.MustCompile(`^(?:.*_)?(sizes|offsets|data)$`)
	onTheWay   = regexp.MustCompile(`^(ends|starts|space|segment|taken|place|rows|others)$`)
)

// partOfResult is what a step calls a variable that is a part of an irregular result. That is "" for how many rows it has.
func (s *side) partOfResult(x *syntax.Binding) (string, bool) {
	for at, r := range s.body.Res {
		if v, ok := r.(*syntax.Var); !ok || v.ID != x.ID {
			continue
		}
		place := slices.Index(s.results, at)
		for k, o := range s.outputs {
			switch {
			case !o.irregular():
			case place < 0 && x.Type.IsInt():
				return "", true
			case place >= o.at && place < o.at+o.n:
				name := "result"
				if len(s.outputs) > 1 {
					name += fmt.Sprint(" ", k+1)
				}
				return o.partName(place-o.at, name), true
			}
		}
	}
	return "", false
}

// partOfName is what a step calls a variable that is a part of an irregular array with a name, or "".
func (p *Program) partOfName(x *syntax.Binding) string {
	for _, n := range p.Names {
		if n.Binding == nil {
			continue
		}
		parts := p.partsOf(n.Binding)
		if k := slices.Index(parts, x); k >= 0 && len(parts) > 1 {
			return output{n.Binding.Type, 0, len(parts)}.partName(k, n.Name)
		}
	}
	return ""
}

// partName names a part of an irregular array: "sizes of result". It is "" for how many rows or elements a level has.
func (o output) partName(part int, name string) string {
	levels, after := o.typ.Irregulars(), o.n-1-part // how many parts come after it
	switch {
	case after == 0:
		return "data of " + name
	case after > 2*levels:
		return ""
	}
	what := [2]string{"sizes of ", "offsets of "}[after%2]
	return what + strings.Repeat("the rows of ", levels-(after+1)/2) + name
}

// gives tells whether a variable is a result of a body.
func gives(b *syntax.Body, x *syntax.Binding) bool {
	return slices.ContainsFunc(b.Res, func(r syntax.Expr) bool {
		v, ok := r.(*syntax.Var)
		return ok && v.ID == x.ID
	})
}

// computes tells whether an expression is one that a programmer may write as an operand and that is evaluated in a step
// of its own. Other expressions with a number may be sizes or checks.
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

// mostText is the maximum length of such a text.
const mostText = 32

// shortText returns the text that a variable stands for if it is short, and "" otherwise.
func shortText(x *syntax.Binding) string {
	text := x.Span.Text()
	if strings.ContainsAny(text, "\n`") || utf8.RuneCountInString(text) > mostText {
		return ""
	}
	if opensBody.MatchString(text) { // a value after it would be read as part of its body
		return "(" + text + ")"
	}
	return text
}

// opensBody matches the first word of an expression that extends as far to the right as it can.
var opensBody = regexp.MustCompile(`^(kernel|loop|if|let)\b`)
