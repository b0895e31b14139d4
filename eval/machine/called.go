package machine

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/eval/derive"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Text is how a message calls an expression: as the source has it when that is
// short, and else as the core has it.
func Text(e syntax.Expr) string {
	s := e.GetSpan().Text()
	if s == "" || strings.ContainsAny(s, "\n`") || utf8.RuneCountInString(s) > maxText {
		return derive.Expr(e)
	}
	return s
}

const maxText = 40 // characters of an expression that a message quotes

// Called is how a message calls a variable: by its name, or, where the programmer gave it none and it is a part of an
// array, as that is written.
func Called(x *syntax.Binding) string {
	if x.Text == "" && partOfArray.MatchString(x.Span.Text()) {
		return Text(&syntax.Var{Span: x.Span, Name: x.Name})
	}
	return x.Written()
}

// Shown is what lists and events call an array: by its name, or, where the programmer gave it none, as what it is the value
// of is written, or the start of that. Results of functions have names, and blocks.
func Shown(x *syntax.Binding) string {
	text := x.Span.Text()
	if x.Text != "" || text == "" || x.Type == nil || !x.Type.IsArray() || resultName.MatchString(x.Name) {
		return Called(x)
	}
	return started(text)
}

// started is the start of a source, in one line and without comments.
func started(source string) string {
	text := strings.Join(strings.Fields(comment.ReplaceAllString(source, "")), " ")
	text = strings.ReplaceAll(text, "`", "'")
	if utf8.RuneCountInString(text) > maxText {
		text = string([]rune(text)[:maxText-1]) + "…"
	}
	return text
}

// comment is a comment, up to the end of its line.
var comment = regexp.MustCompile(`--[^\n]*`)

// resultName is what the result of a function is called.
var resultName = regexp.MustCompile(`_res(_\d+)?$`)

// partOfArray is a part of an array that has a name.
var partOfArray = regexp.MustCompile(`^[\pL_][\pL\pN_']*(\[[^\[\]\n]*\])+$`)

// KernelName is how a message calls a kernel: by the array that it binds, or,
// where the programmer did not name that, by its index, or, where it stands for a map or a rotate, by that.
func KernelName(z *syntax.Binding, e syntax.Expr) string {
	k, ok := e.(*syntax.Kernel)
	switch {
	case z.Text != "":
		return z.Written()
	case !ok && wroteAs(e) != "" && madeFrom.FindString(e.GetSpan().Text()) == wroteAs(e): // not the copy of a result, which nobody wrote
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

// wroteAs is the word by which one writes an expression that is evaluated as a kernel, or "".
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

// formOf is the word that a kernel which nobody wrote begins with.
var formOf = regexp.MustCompile(`^(map|rotate)\b`)

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

// Rounds is of what the rounds of a loop are in messages.
func Rounds(e *syntax.Loop) string { return cmp.Or(e.RoundsOf, "loop") }

// LoopName is how a message calls a loop: by the first array, or the first value,
// that the programmer named in it.
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

// FoldName is how a message calls a reduce or scan: by the variable that it binds,
// or, where the programmer did not name that, by the array that it goes over.
func FoldName(z *syntax.Binding, f *syntax.Fold) string {
	if z.Text == "" {
		return Text(f.Xs[0])
	}
	return z.Written()
}

// isName tells whether a text is a single name or number.
func IsName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
