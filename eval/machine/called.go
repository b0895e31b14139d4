package machine

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Text returns how a message shows an expression: as in the source if that is short, and otherwise as in the core.
func Text(e syntax.Expr) string {
	s := e.GetSpan().Text()
	if s == "" || strings.ContainsAny(s, "\n`") || utf8.RuneCountInString(s) > maxText {
		return derive.Expr(e)
	}
	return s
}

const maxText = 40 // characters of an expression that a message quotes

// Called returns how a message names a variable: by its name. If the programmer gave it none and it is a part of an
// array, it is named as that part is written.
func Called(x *syntax.Binding) string {
	if x.Text == "" && partOfArray.MatchString(x.Span.Text()) {
		return Text(&syntax.Var{Span: x.Span, Name: x.Name})
	}
	return x.Written()
}

// Shown returns how lists and events name an array: by its name. If the programmer gave it none, it is named by the
// text of its value, or the start of that. Results of functions have names, and so have blocks.
func Shown(x *syntax.Binding) string {
	text := x.Span.Text()
	if x.Text != "" || text == "" || x.Type == nil || !x.Type.IsArray() || resultName.MatchString(x.Name) {
		return Called(x)
	}
	return started(text)
}

// started returns the start of a source text, in one line and without comments.
func started(source string) string {
	text := strings.Join(strings.Fields(comment.ReplaceAllString(source, "")), " ")
	text = strings.ReplaceAll(text, "`", "'")
	if utf8.RuneCountInString(text) > maxText {
		text = string([]rune(text)[:maxText-1]) + "…"
	}
	return text
}

// comment matches a comment, up to the end of its line.
var comment = regexp.MustCompile(`--[^\n]*`)

// resultName matches the name of a function's result.
var resultName = regexp.MustCompile(`_res(_\d+)?$`)

// partOfArray matches a part of an array that has a name.
var partOfArray = regexp.MustCompile(`^[\pL_][\pL\pN_']*(\[[^\[\]\n]*\])+$`)

// KernelName returns how a message names a kernel: by the array that it binds. If the programmer did not name that, it
// is named by its index or, if it stands for a map or a rotate, by the text of that.
func KernelName(z *syntax.Binding, e syntax.Expr) string {
	k, ok := e.(*syntax.Kernel)
	switch {
	case z.Text != "":
		return z.Written()
	case !ok && wroteAs(e) != "" && madeFrom.FindString(e.GetSpan().Text()) == wroteAs(e): // not a copy of a result, which nobody wrote
		return Text(&syntax.Var{Span: e.GetSpan(), Name: z.Name})
	case !ok:
		return z.Written()
	}
	x := k.Index[0].X
	if form := formOf.FindString(k.Span.Text()); form != "" && x.Text == "" {
		if text := Text(&syntax.Var{Span: k.Span}); text != "" {
			return text
		}
		return form
	}
	return x.Written()
}

// wroteAs returns the word for writing an expression that is evaluated as a kernel, or "".
func wroteAs(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Copy:
		return "copy"
	case *syntax.Iota:
		return "iota"
	case *syntax.Replicate:
		return "replicate"
	}
	return ""
}

// formOf matches the first word of a kernel that nobody wrote as one.
var formOf = regexp.MustCompile(`^(map|rotate)\b`)

// KernelAt returns how messages name a kernel at a place. If it is written as something else, such as a copy or a map,
// messages do not call it a kernel. If it has no name, its text is the name.
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

// madeFrom matches the first word of an expression that becomes a kernel but is not written as one.
var madeFrom = regexp.MustCompile(`^(copy|iota|map|replicate|rotate)\b`)

// IsCopy tells whether a copy is written at a place.
func IsCopy(at diag.Span) bool { return copying.MatchString(at.Text()) }

// copying matches the start of a copy.
var copying = regexp.MustCompile(`^copy\b`)

// Rounds returns what the rounds of a loop belong to in messages.
func Rounds(e *syntax.Loop) string { return cmp.Or(e.RoundsOf, "loop") }

// LoopName returns how a message names a loop: by the first array, or else the first value, that the programmer named
// in it.
func LoopName(e *syntax.Loop) string {
	name := ""
	for _, x := range e.Params {
		switch {
		case !IsName(x.Text) || x.Text == "_":
		case x.Type.IsArray():
			return x.Text
		case name == "":
			name = x.Text
		}
	}
	switch {
	case name != "":
		return name
	case e.For != nil:
		return e.For.X.Written()
	}
	return e.Params[0].Written()
}

// FoldName returns how a message names a reduce or scan: by the variable that it binds or, if the programmer did not
// name that, by the array that it goes over.
func FoldName(z *syntax.Binding, f *syntax.Fold) string {
	if z.Text == "" {
		return Text(f.Xs[0])
	}
	return z.Written()
}

// IsName tells whether a text is a single name or number.
func IsName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// At is a place after what lies there, or "" if it is not known.
func At(at diag.Span) string {
	if !at.IsValid() {
		return ""
	}
	return " at " + at.String()
}
