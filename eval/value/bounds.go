package value

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/eval/derive"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// IxVal is E(ix): an index of a slice with its values put in, before anything
// is known of its bounds.
type IxVal struct {
	Fix               bool
	Off, Size, Stride num.Num
	Flat              [][2]num.Num // (size : stride) pairs; nil: not flat
}

// CheckIndex gives the indices of e as machine integers when all of them are
// in the bounds of shape. It is stuck otherwise, at the given rule.
func CheckIndex(rule string, e *syntax.Index, shape []int, k []num.Num) []int {
	in := make([]int, len(k))
	for j, k := range k {
		in[j] = checkFix(rule, e, e.X, shape, j, k)
	}
	return in
}

// CheckSlice gives the indices of e as machine integers when the slice is in
// the bounds of shape: a fixed dimension at its index, a range at its first and
// its last element. A range of size 0 is in bounds wherever it starts. It is
// stuck otherwise, at the given rule; it is also stuck where a size is negative
// or a stride 0.
func CheckSlice(rule string, e *syntax.Slice, shape []int, ix []IxVal) []Ix {
	in := make([]Ix, len(ix))
	for j, x := range ix {
		if x.Fix {
			in[j] = Ix{Fix: true, Off: checkFix(rule, e, e.X, shape, j, x.Off)}
			continue
		}
		if x.Flat != nil {
			in[j] = checkFlat(rule, e, shape, j, x)
			continue
		}
		in[j] = checkRange(rule, e, shape, j, x)
	}
	return in
}

// checkFlat is in bounds where the least and the greatest element of o + {(n : s) …} are,
// counted from 0; one without elements is so anywhere.
func checkFlat(rule string, e *syntax.Slice, shape []int, j int, x IxVal) Ix {
	out := Ix{Flat: make([][2]int, len(x.Flat))}
	var pairs []string
	lo, hi, wide, empty := x.Off, x.Off, false, false
	for _, f := range x.Flat {
		pairs = append(pairs, "("+short(f[0])+" : "+short(f[1])+")")
		reach, err := f[0].Sub(num.Of(1)).Mul(f[1])
		wide = wide || err != nil
		if reach.Sign() < 0 {
			lo = lo.Add(reach)
		} else {
			hi = hi.Add(reach)
		}
		empty = empty || f[0].IsZero()
	}
	text := short(x.Off) + " + {" + strings.Join(pairs, " ") + "}"
	for k, f := range x.Flat {
		if f[0].Sign() < 0 {
			panic(negativeSlice(rule, e, text, f[0], j))
		}
		n, ok := f[0].Int64()
		if !ok && empty {
			panic(Stuck(rule, e, "slice %s has the size %s, more than can be counted", text, short(f[0])))
		}
		out.Flat[k][0] = int(n)
	}
	if empty {
		return out
	}
	_, ok := within(lo.Add(num.Of(1)), shape[j])
	if !ok || wide {
		panic(Stuck(rule, e, "slice %s starts out of bounds at offset %s: %s", text, short(lo), dimension(e.X, shape, j)))
	}
	if _, ok := within(hi.Add(num.Of(1)), shape[j]); !ok {
		panic(Stuck(rule, e, "slice %s ends out of bounds at offset %s: %s", text, short(hi), dimension(e.X, shape, j)))
	}
	off, _ := x.Off.Int64()
	out.Off = int(off)
	for k, f := range x.Flat {
		if out.Flat[k][1] = 1; out.Flat[k][0] > 1 {
			s, _ := f[1].Int64()
			out.Flat[k][1] = int(s)
		}
	}
	return out
}

func checkFix(rule string, at syntax.Expr, x syntax.Expr, shape []int, j int, k num.Num) int {
	if i, ok := within(k, shape[j]); ok {
		return i
	}
	panic(Stuck(rule, at, "index %s is out of bounds: %s", short(k), dimension(x, shape, j)))
}

// negativeSlice is the diagnostic that a size of a slice of dimension j is negative.
func negativeSlice(rule string, e *syntax.Slice, text string, size num.Num, j int) *diag.Diagnostic {
	what := fmt.Sprintf("the size of slice %s in dimension %d of `%s`", text, j+1, Text(e.X))
	return Stuck(rule, e, "%s", diag.Negative(what, short(size)))
}

func checkRange(rule string, e *syntax.Slice, shape []int, j int, x IxVal) Ix {
	text := short(x.Off) + ":" + short(x.Size)
	if !x.Stride.Equal(num.Of(1)) {
		text += ":" + short(x.Stride)
	}
	switch {
	case x.Size.Sign() < 0:
		panic(negativeSlice(rule, e, text, x.Size, j))
	case x.Stride.IsZero():
		panic(Stuck(rule, e, "slice %s has stride 0 in dimension %d of `%s`", text, j+1, Text(e.X)))
	case x.Size.IsZero():
		return Ix{Off: 1, Size: 0, Stride: 1}
	}
	first, ok := within(x.Off, shape[j])
	if !ok {
		panic(Stuck(rule, e, "slice %s starts out of bounds at index %s: %s", text, short(x.Off), dimension(e.X, shape, j)))
	}
	reach, err := x.Size.Sub(num.Of(1)).Mul(x.Stride)
	if err != nil {
		panic(Stuck(rule, e, "slice %s ends out of bounds: %s", text, dimension(e.X, shape, j)))
	}
	if _, ok := within(x.Off.Add(reach), shape[j]); !ok {
		panic(Stuck(rule, e, "slice %s ends out of bounds at index %s: %s", text, short(x.Off.Add(reach)), dimension(e.X, shape, j)))
	}
	size, _ := x.Size.Int64()
	if size == 1 {
		return Ix{Off: first, Size: 1, Stride: 1}
	}
	stride, _ := x.Stride.Int64()
	return Ix{Off: first, Size: int(size), Stride: int(stride)}
}

// within is k as a machine integer and whether 1 ≤ k ≤ m.
func within(k num.Num, m int) (int, bool) {
	i, ok := k.Int64()
	return int(i), ok && 1 <= i && i <= int64(m)
}

// dimension is "dimension 1 of `x` has size 5".
func dimension(x syntax.Expr, shape []int, j int) string {
	return fmt.Sprintf("dimension %d of `%s` has size %d", j+1, Text(x), shape[j])
}

// Stuck makes the diagnostic of an expression (or statement) for which the rule
// has no instance. One that no text stands for is shown in a note.
func Stuck(rule string, at syntax.Node, format string, args ...any) *diag.Diagnostic {
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

const maxText = 40 // characters of an expression that a message quotes

// Text is how a message calls an expression: as the source has it when that is
// short, and else as the core has it.
func Text(e syntax.Expr) string {
	s := e.GetSpan().Text()
	if s == "" || strings.ContainsAny(s, "\n`") || utf8.RuneCountInString(s) > maxText {
		return derive.Expr(e)
	}
	return s
}

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

// isName tells whether a text is a single name or number.
func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// short is an integer as a message shows it.
func short(x num.Num) string { return Format(Number(x), 1) }
