package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// paired is the premise that result i, from 0, is in the right position: an array after its
// block, and a block before an array that lies in it. It belongs to T-MEM-PROG.
func (c *Context) paired(res []syntax.Expr, i int) *diag.Diagnostic {
	t, d := c.typeOf("T-PROG", res[i])
	switch {
	case d != nil:
		return d
	case t.Elem == syntax.Mem:
		return c.alone(res, i)
	case !t.IsArray():
		return nil
	}
	var m *syntax.Var
	if i > 0 {
		m, _ = res[i-1].(*syntax.Var)
	}
	if m == nil || m.ID != t.Mem.Block.ID {
		return c.unpaired(res[i], t.Mem.Block, m)
	}
	c.also("x_i = m for each x_{i+1} : [x̄] @ m -> L", "%s, before %s, is its block", syntax.Line(m), syntax.Line(res[i]))
	return nil
}

// alone is paired for a block: the result after it is an array that lies in it.
func (c *Context) alone(res []syntax.Expr, i int) *diag.Diagnostic {
	if i+1 < len(res) {
		next, err := c.typeOf("T-PROG", res[i+1])
		m, isVar := res[i].(*syntax.Var)
		switch {
		case err != nil:
			return err
		case next.IsArray() && next.Mem != nil && isVar && next.Mem.Block.ID == m.ID:
			return nil
		case next.IsArray() && next.Mem != nil:
			block, _ := res[i].(*syntax.Var)
			return c.unpaired(res[i+1], next.Mem.Block, block)
		}
	}
	return c.refuse("T-MEM-PROG", res[i].GetSpan(), "the block `%s` is returned without an array that lies in it", c.Show(res[i])).
		Helpf("a FUNMEM program returns ints and (mem, array) pairs: a let binds a block, which stands before an array that lies in it")
}

// unpaired is the message about an array x that is not returned after its block. before is the
// variable before it, or nil.
func (c *Context) unpaired(x syntax.Expr, block, before *syntax.Var) *diag.Diagnostic {
	array, name := c.Show(x), c.Show(block)
	refuse := func(format string, args ...any) *diag.Diagnostic {
		return c.refuse("T-MEM-PROG", x.GetSpan(), "the array `%s` "+format, append([]any{array}, args...)...)
	}
	pair := fmt.Sprintf("a FUNMEM program returns (mem, array) pairs: write `%s, %s`", name, array)
	var found *syntax.Binding
	if before != nil {
		found = c.Lookup(before.ID)
	}
	switch {
	case found == nil || found.Type.Elem != syntax.Mem:
		return refuse("is returned without its block").Helpf("%s", pair)
	case c.Show(before) != name:
		return c.boundAt(refuse("lies in block `%s`, but `%s` stands before it", name, c.Show(before)), x).Helpf("%s", pair)
	}
	return refuse("lies in another `%s` than the one before it", name).
		Note(c.Lookup(block.ID).Span, "`%s` lies in this `%s`", array, name).
		Note(found.Span, "here `%s` means this one", name).
		Helpf("give one of the two another name")
}
