package check

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Same tells whether two sizes have the same normal form.
func (c *Context) Same(x, y syntax.Expr) bool {
	if isIrregular(x) || isIrregular(y) {
		return isIrregular(x) && isIrregular(y)
	}
	return c.sizes.Compare(x, y) == poly.Equal
}

// isIrregular tells whether a size differs from row to row.
func isIrregular(size syntax.Expr) bool {
	_, ok := size.(*syntax.Irregular)
	return ok
}

// SameSize is the premise got = want between two sizes.
func (c *Context) SameSize(rule string, at diag.Span, got, want syntax.Expr, why string) *diag.Diagnostic {
	if isIrregular(got) || isIrregular(want) {
		if c.Same(got, want) {
			return nil
		}
		return c.refuse(rule, at, "%s: found `%s`, wanted `%s`, and `?` differs from row to row", why, c.Show(got), c.Show(want))
	}
	verdict := c.sizes.Compare(got, want)
	switch {
	case verdict == poly.Equal:
		c.equal("sizes are equal", got, want)
		return nil
	case verdict == poly.Different:
		return c.from(c.refuse(rule, at, "%s: %s", why, c.differ(got, want)), got, want)
	case c.env.need != nil:
		c.env.need(Need{got, want, c.because(why, got, want), at})
		return nil
	}
	d := c.from(c.refuse(rule, at, "%s: %s, and nothing says that the two are equal", why, c.differ(got, want)), got, want)
	x, y := c.Show(got), c.Show(want)
	switch {
	case x == y:
		return d.Helpf("give one of the two another name, to `check` that they are equal")
	case strings.Contains(x+y, SizeWords): // a size that no name of the program stands for
		return d.Helpf("bind the arrays to names x and y, and write `check length(x) = length(y)` before it")
	}
	return d.Helpf("write `check %s = %s` before it", x, y)
}

// differ says which sizes were found and wanted.
func (c *Context) differ(got, want syntax.Expr) string {
	x, y := c.known(got), c.known(want)
	if x == y {
		return "found " + x + ", wanted another " + y
	}
	return "found " + x + ", wanted " + y
}

// because says what needs two sizes to be equal, and where they come from.
func (c *Context) because(why string, got, want syntax.Expr) string {
	d := c.from(&diag.Diagnostic{}, got, want)
	lines := []string{why}
	for _, n := range d.Notes {
		lines = append(lines, n.Span.String()+": "+n.Msg)
	}
	return strings.Join(lines, "\n")
}

// known prints a size, followed by its normal form if that says more.
func (c *Context) known(e syntax.Expr) string {
	text, nf := c.Show(e), c.Show(c.sizes.Of(e).Expr())
	if text == nf {
		return "`" + text + "`"
	}
	return "`" + text + "` (that is " + nf + ")"
}

// SizeWords begin what messages call the size of an array that only exists when the program runs.
const SizeWords = "the size of "

// SizeOf is the name of dimension k, from 0, of an array in messages.
func SizeOf(k int, what string, rank int) string {
	if rank == 1 {
		return SizeWords + what
	}
	return fmt.Sprintf("size %d of %s", k+1, what)
}

func (c *Context) sizeInScope(rule string, size syntax.Expr) *diag.Diagnostic {
	for _, v := range syntax.FreeVars(size) {
		b := c.Lookup(v.ID)
		if b == nil {
			return c.refuse(rule, v.Span, "the size `%s` is not in scope here", c.Show(v))
		}
		if !b.Type.IsInt() {
			return c.boundAt(c.refuse(rule, v.Span, "a size is an int, but `%s` is of type %s", c.Show(v), c.Show(b.Type)), v)
		}
		c.member(v, b.Type)
	}
	return nil
}

// sameShape is the premise that got is want apart from memory, with sizes under
// S.
func (c *Context) sameShape(rule string, at diag.Span, what string, got, want *syntax.Type, s map[int]syntax.Expr) *diag.Diagnostic {
	if got.Elem != want.Elem || got.Rank() != want.Rank() {
		return c.refuse(rule, at, "%s is of type %s, but its value is of type %s", what, c.Show(want.Bare()), c.Show(got.Bare()))
	}
	for k := range got.Dims {
		if d := c.SameSize(rule, at, got.Dims[k], syntax.Subst(want.Dims[k], s), SizeOf(k, what, got.Rank())); d != nil {
			return d
		}
	}
	return nil
}
