package data

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// futhark reads the values of a text in Futhark's text format or its binary format. In the text,
// a value is written as `futhark run` and `futhark dataset` print it, or as a literal of Fun:
//
//	values ::= {value}
//	value  ::= scalar | "[" [value {"," value}] "]" | text | "empty" "(" {"[" [size] "]"} type ")"
//
// Rows that differ in size, which Futhark does not have, make an irregular array. White space separates values; `--` starts a comment.
type futhark struct {
	src    *diag.Source
	text   string
	pos    int
	budget *engine.Budget
	limit  int64 // of the budget, in bytes
	seen   int   // elements so far, to check the context now and then
	typed  bool  // a number of the value names its type
}

// Typed is a value that was read.
type Typed struct {
	value.Val
	Rows *value.Rows // in the place of the Val, where rows differ in size
	Type string      // Futhark's name for the type of the number or the elements, such as u8; "" if the text has none
	Note string      // what was left out, as a sentence; "": nothing
}

// Shown is the value as it is printed.
func (v Typed) Shown() value.Shown {
	if v.Rows != nil {
		return v.Rows
	}
	return v.Val
}

// Same tells whether two values are the same, whatever their types are called.
func (v Typed) Same(w Typed) bool {
	if v.Rows == nil || w.Rows == nil {
		return v.Rows == w.Rows && v.Val.Equal(w.Val)
	}
	return v.Rows.Equal(w.Rows)
}

// ReadFuthark reads the values in a text, which may hold several, until the context is done.
// Together with the text they may take memory bytes (0: no limit). An error in a text is of kind
// Syntax, with its place.
func ReadFuthark(ctx context.Context, src *diag.Source, memory int64) ([]Typed, error) {
	r := &futhark{src: src, text: src.Text, budget: engine.NewBudget(ctx, memory), limit: memory}
	var all []Typed
	for {
		if r.space(); r.pos == len(r.text) {
			return all, nil
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
}

// space skips white space, comments, and a byte order mark.
func (r *futhark) space() {
	if r.pos == 0 && strings.HasPrefix(r.text, "\ufeff") {
		r.pos += len("\ufeff")
	}
	for r.pos < len(r.text) {
		switch rest := r.text[r.pos:]; {
		case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			r.pos++
		case strings.HasPrefix(rest, "--"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			r.pos += n
		default:
			return
		}
	}
}

// next skips white space and then the character c. It tells whether c was there.
func (r *futhark) next(c byte) bool {
	r.space()
	if r.pos < len(r.text) && r.text[r.pos] == c {
		r.pos++
		return true
	}
	return false
}

// span returns the text from an offset to the reader's position, but at least one character.
func (r *futhark) span(from int) diag.Span {
	return diag.Span{Src: r.src, Start: from, End: min(len(r.text), max(r.pos, from+1))}
}

func (r *futhark) errorf(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Syntax, "", at, format, args...)
}

// wanted returns the error about the text at the reader's position.
func (r *futhark) wanted(what string) error {
	from := r.pos
	found := "the end of the text"
	if from < len(r.text) {
		if r.pos += r.wordLen(); r.pos == from {
			_, n := utf8.DecodeRuneInString(r.text[from:])
			r.pos += n
		}
		found = quoted(r.text[from:r.pos])
	}
	return r.errorf(r.span(from), "found %s, wanted %s", found, what)
}

// quoted returns a piece of a text for a message.
func quoted(text string) string {
	if len(text) > 40 {
		text = text[:20] + "…" + text[len(text)-10:]
	}
	return "`" + strings.ToValidUTF8(text, "?") + "`"
}

// value reads one value.
func (r *futhark) value() (Typed, error) {
	r.typed = false
	switch rest := r.text[r.pos:]; {
	case startsArray(rest):
		a := &literal{rank: -1}
		if err := r.part(a, 0); err != nil {
			return Typed{}, err
		}
		return r.withType(a.value(), a.typ), nil
	case isBinary(rest):
		return r.binary()
	}
	from := r.pos
	x, typ, err := r.scalar()
	if err != nil {
		return Typed{}, err
	}
	if end := r.pos; end < len(r.text) {
		if r.space(); r.pos == end {
			r.pos += max(1, r.wordLen())
			return Typed{}, r.errorf(r.span(end), "found %s directly after %s, wanted white space between values", quoted(r.text[end:r.pos]), quoted(r.text[from:end]))
		}
	}
	return r.withType(Typed{Val: value.Val{I: x}}, typ), nil
}

// startsArray tells whether a text starts with an array.
func startsArray(text string) bool {
	return text[0] == '[' || text[0] == '"' || strings.HasPrefix(text, "empty")
}

// withType returns a value with its type, if the text names it.
func (r *futhark) withType(v Typed, typ string) Typed {
	if r.typed {
		v.Type = typ
	}
	return v
}

// literal is an array that is being read.
type literal struct {
	typ   string  // of the elements so far; "": none
	rank  int     // -1: not known yet
	dims  []dim   // what is known about each dimension
	words []int64 // the elements
	wide  map[int]num.Num
}

// irregular is the size of a dimension whose rows differ in size.
const irregular = -1

// dim is a dimension of an array that is being read.
type dim struct {
	size  int   // of its rows; -1: not known yet
	rows  int   // how many there are so far
	sizes []int // of each of them, once two differ
}

// value returns the finished array.
func (a *literal) value() Typed {
	real := isReal(a.typ)
	elems, elem := num.VecOfWords(a.words, real), syntax.Int
	if real {
		elem = syntax.F64
	}
	for i, x := range a.wide {
		elems.Set(i, x)
	}
	var shape []int
	sizes := make([][]int, len(a.dims))
	differ := false
	for k, d := range a.dims {
		if d.sizes != nil {
			differ, sizes[k], d.size = true, d.sizes, irregular
		}
		shape = append(shape, d.size)
	}
	if differ {
		return Typed{Rows: value.NewRows(elem, shape, sizes, elems)}
	}
	return Typed{Val: value.Val{A: &value.Array{Elem: elem, Shape: shape, Elems: elems}}}
}

// part reads an array, or the part of one at a depth, to its end.
func (r *futhark) part(a *literal, depth int) error {
	if strings.HasPrefix(r.text[r.pos:], "empty") {
		return r.empty(a, depth)
	}
	from := r.pos
	if r.text[r.pos] == '"' {
		return r.characters(a, depth)
	}
	if r.pos++; depth == maxRank {
		return r.errorf(r.span(from), "the array has more than %d dimensions", maxRank)
	}
	if a.rank == depth {
		return r.errorf(r.span(from), "found an array, wanted a number, as the elements before it")
	}
	n := 0
	for ; !r.next(']'); n++ {
		if n > 0 && !r.next(',') {
			return r.wanted("`,` or `]`")
		}
		if err := r.entry(a, depth); err != nil {
			return err
		}
	}
	return r.size(a, depth, n, 1, from)
}

// entry reads an entry of an array's part at a depth.
func (r *futhark) entry(a *literal, depth int) error {
	if r.space(); r.pos == len(r.text) {
		return r.wanted("an element or `]`")
	}
	if startsArray(r.text[r.pos:]) {
		return r.part(a, depth+1)
	}
	from := r.pos
	x, typ, err := r.scalar()
	switch {
	case err != nil:
		return err
	case a.rank >= 0 && a.rank != depth+1, len(a.dims) > depth+1:
		return r.errorf(r.span(from), "found the number %s, wanted an array, as the rows before it", quoted(r.text[from:r.pos]))
	}
	a.rank = depth + 1
	if err := r.join(a, typ, from); err != nil {
		return err
	}
	return r.add(a, x)
}

// join combines a type with the type of the array's elements. An int without a type goes with any
// of them.
func (r *futhark) join(a *literal, typ string, from int) error {
	switch {
	case a.typ == "" || a.typ == untyped && !isReal(typ) && typ != "bool":
		a.typ = typ
	case typ == a.typ || typ == untyped && !isReal(a.typ) && a.typ != "bool":
	default:
		d := r.errorf(r.span(from), "found %s, of type %s, in an array of %s", quoted(r.text[from:r.pos]), typ, a.typ)
		if isReal(typ) != isReal(a.typ) {
			d.Helpf("ints and reals do not mix: write each element as a real, such as `1.0`, or as an int")
		}
		return d
	}
	return nil
}

// add appends an element.
func (r *futhark) add(a *literal, x num.Num) error {
	if n := len(a.words); n == cap(a.words) {
		if err := r.grant(int64(n + max(16, n))); err != nil {
			return err
		}
		a.words = slices.Grow(a.words, max(16, n))
	}
	word, ok := x.Word()
	if !ok {
		if a.wide == nil {
			a.wide = map[int]num.Num{}
		}
		a.wide[len(a.words)] = x
		if err := r.grant(2 * wideBytes / 8); err != nil {
			return err
		}
	}
	a.words = append(a.words, word)
	if r.seen++; r.seen%1024 == 0 {
		return r.budget.Poll()
	}
	return nil
}

// grant asks for n values of 8 bytes.
func (r *futhark) grant(n int64) error {
	err := r.budget.Grant(n)
	if much, ok := err.(*engine.TooMuch); ok {
		return usage("%s: %s", r.src.Name, much).Helpf("read a smaller array, or raise the limit with `--memory`")
	}
	return err
}

// size notes that rows at a depth have n entries. Without a row, n is what rows there would have; it may be irregular.
func (r *futhark) size(a *literal, depth, n, rows, from int) error {
	for len(a.dims) <= depth {
		a.dims = append(a.dims, dim{size: -1})
	}
	d := &a.dims[depth]
	if d.size < 0 && n != irregular {
		d.size = n
	}
	if d.sizes == nil && (d.size != n || n == irregular) {
		if rows == 0 && n != irregular {
			return r.errorf(r.span(from), "the rows of this array would have %s, and the rows before them have %d", diag.Count(n, "element"), d.size)
		}
		if err := r.grant(int64(d.rows)); err != nil {
			return err
		}
		d.sizes = append([]int{}, slices.Repeat([]int{d.size}, d.rows)...)
	}
	if d.rows += rows; d.sizes == nil {
		return nil
	}
	if err := r.grant(int64(rows)); err != nil {
		return err
	}
	for range rows {
		d.sizes = append(d.sizes, n)
	}
	return nil
}
