package data

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// table reads a text of numbers with commas between them, one row to a line. As in NumPy's loadtxt, lines that are blank
// or begin with # are left out. Fields may be quoted, with spaces around the number.
type table struct {
	src    *diag.Source
	ctx    context.Context
	rows   int
	cols   int
	header []string // the fields of a first line without a number; nil: there is none
	real   bool     // a number is no int
}

// ReadCSV reads a rectangle of numbers until the context is done. Its type is [rows][columns], or [rows] if there is one
// column; it has f64s if a number has a point or an exponent, or is nan or inf, and otherwise ints. A first line in which
// no field is a number is a header; it is left out, and the note of the result says so. The array may take memory bytes
// (0: no limit). An error is of kind Syntax, with its place, row and column; the header is no row.
func ReadCSV(ctx context.Context, src *diag.Source, memory int64) (Typed, error) {
	src.Text = strings.TrimPrefix(src.Text, "\ufeff")
	if strings.HasPrefix(src.Text, "\xff\xfe") || strings.HasPrefix(src.Text, "\xfe\xff") {
		return Typed{}, usage("%s: the text is in UTF-16, wanted UTF-8", src.Name)
	}
	t := &table{src: src, ctx: ctx}
	if err := t.each(t.look); err != nil {
		return Typed{}, err
	}
	if t.rows == 0 {
		d := usage("%s holds no number, wanted rows of numbers with commas between them", src.Name)
		if t.header != nil {
			d.Helpf("its first line is taken as a header")
		}
		return Typed{}, d
	}
	shape := []int{t.rows, t.cols}
	if t.cols == 1 {
		shape = shape[:1]
	}
	n := t.rows * t.cols
	if memory > 0 && int64(n) > memory/8 {
		return Typed{}, tooMuch(src.Name, shapeText(shape), 8*int64(n), memory)
	}
	a := &value.Array{Shape: shape}
	var err error
	if t.real {
		a.Elem = syntax.F64
		a.Elems, err = t.reals(n)
	} else {
		a.Elems, err = t.ints(n)
	}
	if err != nil {
		return Typed{}, err
	}
	v := Typed{Val: value.Val{A: a}}
	if t.header != nil {
		v.Note = fmt.Sprintf("the first line of %s is taken as a header and left out: %s", diag.OneLine(src.Name), quoted(strings.Join(t.header, ",")))
	}
	return v, nil
}

// each calls row with the fields of each line, until the context is done.
func (t *table) each(row func(r *csv.Reader, fields []string) error) error {
	r := csv.NewReader(strings.NewReader(t.src.Text))
	r.FieldsPerRecord, r.ReuseRecord, r.Comment = -1, true, '#'
	for k := 0; ; k++ {
		if k%1024 == 0 && t.ctx.Err() != nil {
			return &engine.Interrupted{Cause: context.Cause(t.ctx)}
		}
		from := r.InputOffset()
		fields, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil && len(fields) == 1 && strings.TrimSpace(fields[0]) == "" && !strings.Contains(t.src.Text[from:r.InputOffset()], `"`) {
			continue
		}
		if err == nil {
			err = row(r, fields)
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			return t.quotes(wrong)
		}
		if err != nil {
			return err
		}
	}
}

// look checks a row, and notes what the array will be like.
func (t *table) look(r *csv.Reader, fields []string) error {
	if t.rows == 0 && t.header == nil && isHeader(fields) {
		t.header = append([]string{}, fields...)
		t.cols = len(fields)
		return nil
	}
	t.rows++
	if t.cols == 0 {
		t.cols = len(fields)
	}
	for k, f := range fields {
		f = strings.TrimSpace(f)
		isInt := isDecimal(f)
		switch {
		case f == "":
			return t.at(r, k, 0, "row %d, column %d is empty, wanted a number", t.rows, k+1).Helpf("write nan where there is no number")
		case !isInt && !isReal64(f):
			d := t.at(r, k, len(f), "row %d, column %d is %s, wanted a number", t.rows, k+1, quoted(f))
			switch {
			case len(fields) == 1 && strings.ContainsAny(f, ";\t "):
				d.Helpf("commas stand between the numbers of a row")
			case t.rows == 1 && t.header == nil:
				d.Helpf("a first line is a header, and left out, if none of its fields is a number")
			}
			return d
		case isInt && len(f) > maxDigits:
			return t.at(r, k, 1, "row %d, column %d has %d digits, wanted at most %d", t.rows, k+1, len(f), maxDigits)
		}
		t.real = t.real || !isInt
	}
	if len(fields) != t.cols {
		first := "row 1"
		if t.header != nil {
			first = "the header"
		}
		return t.at(r, len(fields)-1, 1, "row %d has %s, wanted %d as in %s", t.rows, diag.Count(len(fields), "field"), t.cols, first)
	}
	return nil
}

// maxDigits is how many digits an int of num.MaxBits bits can have.
const maxDigits = num.MaxBits * 3 / 10

// isHeader tells whether no field of a line is a number, and some field has text.
func isHeader(fields []string) bool {
	text := false
	for _, f := range fields {
		if f = strings.TrimSpace(f); isDecimal(f) || isReal64(f) {
			return false
		}
		text = text || f != ""
	}
	return text
}

// isDecimal tells whether a field is an int: digits, perhaps with a sign.
func isDecimal(f string) bool {
	if f != "" && (f[0] == '+' || f[0] == '-') {
		f = f[1:]
	}
	return f != "" && strings.Trim(f, "0123456789") == ""
}

// isReal64 tells whether a field is a real, as NumPy reads it: 1.5, .5e-3, nan, inf.
func isReal64(f string) bool {
	_, ok := real64(f)
	return ok
}

// real64 is the double nearest to a field.
func real64(f string) (float64, bool) {
	if strings.ContainsAny(f, "xX_pP") {
		return 0, false
	}
	return realLiteral(f, "f64")
}

// at is the error about n bytes of field k of the row that was read last.
func (t *table) at(r *csv.Reader, k, n int, format string, args ...any) *diag.Diagnostic {
	line, column := r.FieldPos(k)
	return diag.Errorf(diag.Syntax, "", t.span(line, column, n), format, args...)
}

// span is n bytes of the text from a line and a column, both from 1, but no line end.
func (t *table) span(line, column, n int) diag.Span {
	start := 0
	for ; line > 1; line-- {
		start += strings.IndexByte(t.src.Text[start:], '\n') + 1
	}
	start = min(start+column-1, len(t.src.Text))
	rest, _, _ := strings.Cut(t.src.Text[start:], "\n")
	space := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if n > 0 {
		start, rest = start+space, rest[space:]
	}
	return diag.Span{Src: t.src, Start: start, End: start + min(n, len(rest))}
}

// quotes is the error about quotes.
func (t *table) quotes(err *csv.ParseError) error {
	d := diag.Errorf(diag.Syntax, "", t.span(err.Line, err.Column, 1), "this quote begins or ends in the middle of a field")
	if errors.Is(err, csv.ErrQuote) {
		d.Msg = "the quotes of the field are not closed, or more follows them"
		if err.StartLine != err.Line {
			d.Note(t.span(err.StartLine, 1, 1), "the row begins here")
		}
	}
	return d.Helpf("numbers need no quotes; a field with quotes has one at each end")
}

// ints returns the numbers of a table that has only ints.
func (t *table) ints(n int) (*num.Vec, error) {
	v, k := num.NewVec(n), 0
	return v, t.each(t.numbers(func(f string) error {
		x, err := num.Parse(decimal(f))
		v.Set(k, x)
		k++
		return err
	}))
}

// decimal is an int without what would make it another literal: a plus sign, leading zeros.
func decimal(f string) string {
	sign := ""
	if f = strings.TrimPrefix(f, "+"); f[0] == '-' {
		sign, f = "-", f[1:]
	}
	if f = strings.TrimLeft(f, "0"); f == "" {
		return "0"
	}
	return sign + f
}

// reals returns the numbers of a table as doubles.
func (t *table) reals(n int) (*num.Vec, error) {
	v := make([]float64, 0, n)
	err := t.each(t.numbers(func(f string) error {
		x, ok := real64(f)
		if !ok {
			return strconv.ErrSyntax
		}
		v = append(v, x)
		return nil
	}))
	return num.VecOfFloats(v), err
}

// numbers calls number with each field of a row that is no header.
func (t *table) numbers(number func(field string) error) func(r *csv.Reader, fields []string) error {
	skip := t.header != nil
	return func(_ *csv.Reader, fields []string) error {
		if skip {
			skip = false
			return nil
		}
		for _, f := range fields {
			if err := number(strings.TrimSpace(f)); err != nil {
				return err
			}
		}
		return nil
	}
}
