package flatten_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/flatten"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// deep is a program with kernel i <= n do kernel j <= count(i) do cell(i, j), and so on for more kernels. Its rows are irregular arrays.
type deep struct {
	*program
	index []*syntax.Binding
	at    *syntax.Type // of a cell
	known []bool       // which counts are known outside
}

// deeply builds and lifts such a program, from the innermost kernel on. levels is how many kernels there are; the bound of kernel k
// is count_k(i, …), or n_k if fixed has it.
func deeply(text string, levels int, fixed map[int]bool) (*deep, error) {
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	d := &deep{program: p}
	s := p.session.Supply()
	for range levels {
		d.index = append(d.index, s.Binding("i", nil))
	}
	cell := s.Binding("cell", nil)
	call, t := d.call("cell", uses(d.index))
	cell.Type = t
	body := &syntax.Body{Stms: call(cell), Res: nil}
	parts := []syntax.Expr{cell.Use()}
	for k := levels - 1; k >= 0; k-- {
		var bound syntax.Expr
		var before []syntax.Stm
		if k == 0 || fixed[k] {
			bound = p.globals[fmt.Sprintf("n%d", k)]
		} else {
			count, ct := d.call(fmt.Sprintf("count%d", k), uses(d.index[:k]))
			m := s.Binding("m", ct)
			before, bound = count(m), m.Use()
		}
		all := &syntax.Type{Elem: t.Elem, Dims: []syntax.Expr{bound}}
		for _, x := range t.Dims {
			if v, ok := x.(*syntax.Var); ok && p.types[v.ID] == nil {
				x = &syntax.Irregular{}
			}
			all.Dims = append(all.Dims, x)
		}
		z := s.Binding("z", all)
		e := &syntax.Kernel{Index: []syntax.Bound{{X: d.index[k], N: bound}}, Body: body}
		stms, lifted, err := p.job().Kernel(z.Span, e, []flatten.Row{{Z: z, Parts: parts}})
		if err != nil {
			return nil, err
		}
		body = &syntax.Body{Stms: append(before, stms...)}
		parts = nil
		for _, x := range lifted[0] {
			parts = append(parts, x.Use())
		}
		t = all
		p.parts, p.rows = lifted, []flatten.Row{{Z: z}}
	}
	d.at = t
	p.lifted = &syntax.Program{}
	for _, s := range body.Stms {
		p.lifted.Decls = append(p.lifted.Decls, s)
	}
	p.lifted.Decls = append(p.lifted.Decls, &syntax.In{Res: parts})
	return d, p.check()
}

// call is the call of a function, as statements that bind x, and its type. A size in it is bound by them too.
func (d *deep) call(name string, args []syntax.Expr) (stms func(x *syntax.Binding) []syntax.Stm, t *syntax.Type) {
	f := d.def(name)
	e := &syntax.Call{Fn: name}
	by := map[int]syntax.Expr{}
	for k, x := range args {
		e.Args = append(e.Args, x)
		by[f.Params[k].ID] = x
	}
	let := &syntax.Let{Exp: e}
	var before []syntax.Stm
	for k, z := range f.Ret {
		t = &syntax.Type{Elem: z.Type.Elem}
		for _, x := range z.Type.Dims {
			if x = syntax.Subst(x, by); !syntax.IsAtom(x) {
				size := d.session.Supply().Binding("d", &syntax.Type{})
				before = append(before, &syntax.Let{Pat: []*syntax.Binding{size}, Exp: x})
				x = size.Use()
			}
			t.Dims = append(t.Dims, x)
		}
		if k+1 < len(f.Ret) {
			size := d.session.Supply().Binding("d", t)
			by[z.ID] = size.Use()
			let.Pat = append(let.Pat, size)
		}
	}
	return func(x *syntax.Binding) []syntax.Stm {
		let.Pat = append(let.Pat, x)
		return append(before, let)
	}, t
}

// tree is a cell, or the rows of an array.
type tree struct {
	cell value.Val
	rows []tree
}

// compareCells compares all cells with the calls that give them.
func (d *deep) compareCells() error {
	m, err := d.machine(limited())
	if err != nil {
		return err
	}
	want, failed := d.wanted(m, nil)
	got, err := m.Run(engine.WithSteps(context.Background(), 40*steps), d.lifted)
	if stuck, ok := isStuck(err); !ok || stuck != (failed != nil) {
		return fmt.Errorf("one is stuck:\ncells: %v\nlifted: %v\n%s", failed, err, syntax.Print(d.lifted))
	} else if stuck {
		return nil
	}
	k := 1
	if d.at.IsIrregular() {
		k = 2
	}
	all, err := d.found(0, d.at, got[:k], got[k:])
	if err == nil {
		err = same(want, all, nil)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, syntax.Print(d.lifted))
	}
	return nil
}

// wanted are the cells at some first indices, by calls.
func (d *deep) wanted(m *value.Machine, at []int64) (tree, error) {
	if len(at) == len(d.index) {
		v, err := d.one(m, "cell", at)
		return tree{cell: v}, err
	}
	var n value.Val
	if x, ok := d.globals[fmt.Sprintf("n%d", len(at))].(*syntax.Var); ok {
		n = m.Env.Of(x.ID)
	} else {
		var err error
		if n, err = d.one(m, fmt.Sprintf("count%d", len(at)), at); err != nil {
			return tree{}, err
		}
	}
	if numberOf(n) < 0 {
		return tree{}, errors.New("a negative bound")
	}
	t := tree{rows: []tree{}}
	for i := range numberOf(n) {
		r, err := d.wanted(m, append(at[:len(at):len(at)], int64(i+1)))
		if err != nil {
			return tree{}, err
		}
		t.rows = append(t.rows, r)
	}
	return t, nil
}

// one is what a function gives.
func (d *deep) one(m *value.Machine, name string, at []int64) (value.Val, error) {
	var args []syntax.Expr
	for _, i := range at {
		args = append(args, &syntax.IntLit{Val: num.Of(i)})
	}
	call, t := d.call(name, args)
	r := d.session.Supply().Binding("r", t)
	p := &syntax.Program{}
	for _, s := range call(r) {
		p.Decls = append(p.Decls, s)
	}
	p.Decls = append(p.Decls, &syntax.In{Res: []syntax.Expr{r.Use()}})
	v, err := m.Run(limited(), p)
	if err != nil {
		return value.Val{}, err
	}
	return v[0], nil
}

// found are the cells of an array of type t that lie in level, which is one array, or sizes and offsets of rows in rest. depth is how
// many indices are around.
func (d *deep) found(depth int, t *syntax.Type, level, rest []value.Val) (tree, error) {
	all := tree{rows: []tree{}}
	for i := range level[0].Shape()[0] {
		var here []value.Val
		for _, x := range level {
			here = append(here, atIndex(x, i))
		}
		r, err := d.rowOf(depth+1, &syntax.Type{Elem: t.Elem, Dims: t.Dims[1:]}, here, rest, t.Regular() == 1 && len(level) > 1)
		if err != nil {
			return tree{}, err
		}
		all.rows = append(all.rows, r)
	}
	return all, nil
}

// rowOf are the cells of one row. With differs, here are its size and its offset.
func (d *deep) rowOf(depth int, t *syntax.Type, here, rest []value.Val, differs bool) (tree, error) {
	if depth == len(d.index) {
		var v value.Val
		var err error
		switch {
		case differs:
			v, err = block(t, rest, numberOf(here[1])-1, numberOf(here[0]))
		case len(here) > 1:
			v, err = rows(t, here, rest)
		default:
			v = here[0]
		}
		return tree{cell: v}, err
	}
	if !differs {
		return d.found(depth, t, here, rest)
	}
	t = &syntax.Type{Elem: t.Elem, Dims: append([]syntax.Expr{&syntax.IntLit{}}, t.Dims[1:]...)}
	k := 1
	if t.IsIrregular() {
		k = 2
	}
	var inside []value.Val
	for _, x := range rest[:k] {
		size, from := numberOf(here[0]), numberOf(here[1])-1
		if size == 0 {
			from = 0
		}
		if from < 0 || from+size > x.Shape()[0] {
			return tree{}, errors.New("a row ends beyond its data")
		}
		inside = append(inside, slice(x, from, size))
	}
	return d.found(depth, t, inside, rest[k:])
}

// same compares cells.
func same(want, got tree, at []int) error {
	if want.rows == nil {
		if !agree(want.cell, got.cell) {
			return fmt.Errorf("cell %v is %s, and should be %s", at, text(got.cell), text(want.cell))
		}
		return nil
	}
	if len(want.rows) != len(got.rows) {
		return fmt.Errorf("%v has %d rows, and should have %d", at, len(got.rows), len(want.rows))
	}
	for i := range want.rows {
		if err := same(want.rows[i], got.rows[i], append(at, i+1)); err != nil {
			return err
		}
	}
	return nil
}

// TestNested compares kernels in kernels whose rows are irregular arrays.
func TestNested(t *testing.T) {
	for _, c := range []struct {
		levels int
		fixed  map[int]bool
		text   string
	}{
		{2, nil, "def cell (i : int) (j : int) = iota (i + j)\ndef count1 (i : int) : int = i % 3\nlet n0 = 5"},
		{2, nil, "def cell (i : int) (j : int) = filter(map (\\e -> e % 2 == j % 2) (iota (i + j)), iota (i + j))\ndef count1 (i : int) : int = 4 - i\nlet n0 = 4"},
		{2, map[int]bool{1: true}, "def cell (i : int) (j : int) = replicate(i % 3, f64(j))\nlet n0 = 5\nlet n1 = 2"},
		{2, nil, "def cell (i : int) (j : int) = kernel a <= i, b <= j do a * b\ndef count1 (i : int) : int = 4 - i\nlet n0 = 4"},
		{2, nil, "def cell (i : int) (j : int) = kernel a <= i, b <= 2 do a * b\ndef count1 (i : int) : int = 4 - i\nlet n0 = 4"},
		{3, nil, "def cell (i : int) (j : int) (k : int) = iota (i * j % 3 + k)\ndef count1 (i : int) : int = i % 3\ndef count2 (i : int) (j : int) : int = (i + j) % 3\nlet n0 = 5"},
		{3, map[int]bool{1: true}, "def cell (i : int) (j : int) (k : int) = iota (i * j % 3 + k)\ndef count2 (i : int) (j : int) : int = (i + j) % 3\nlet n0 = 4\nlet n1 = 2"},
		{3, map[int]bool{2: true}, "def cell (i : int) (j : int) (k : int) = if k > 1 then [i, j, k] else iota i\ndef count1 (i : int) : int = i - 1\nlet n0 = 4\nlet n2 = 2"},
		{2, nil, "def cell (i : int) (j : int) : int = i * j\ndef count1 (i : int) : int = i - 1\nlet n0 = 4"},
		{2, nil, "def cell (i : int) (j : int) = iota j\ndef count1 (i : int) : int = i\nlet n0 = 0"},
	} {
		d, err := deeply(c.text, c.levels, c.fixed)
		if err == nil {
			err = d.compareCells()
		}
		if err != nil {
			t.Errorf("%v\n%s", err, c.text)
		}
	}
}

// TestNestedRandom does the same with random functions.
func TestNestedRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text, levels, fixed := randomCells(rt)
		last(text)
		d, err := deeply(text, levels, fixed)
		if err == nil {
			err = d.compareCells()
		}
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
	})
}

// randomCells draws a program as deeply wants it.
func randomCells(t *rapid.T) (text string, levels int, fixed map[int]bool) {
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "of") }
	levels, fixed = rapid.IntRange(2, 3).Draw(t, "levels"), map[int]bool{}
	params := "(i : int) (j : int)"
	if levels == 3 {
		params += " (k : int)"
	}
	cell := pick("iota (i + j)", "replicate(i % 2, j)", "i * j", "[i, j]", "evens(iota (i * j))",
		"if i > j then iota j else [i]", "kernel a <= i % 3, b <= j % 3 do a + b", "loop (x = iota i) while length(x) > j do x[1 : length(x) - 1]",
		"scan (+) 0.0 (map (\\e -> f64(e)) (iota j))", "kernel a <= i % 2, b <= 2 do a + j", "kernel a <= 2, b <= j do a + j", "iota (4 - i * j)",
		"loop (x = iota i) for r <= j do x with [r] = j", "sort(reverse (iota (i * j % 5)))", "grow(iota i, j)")
	text = helpers + "def cell " + params + " = " + cell + "\nlet n0 = " + pick("0", "1", "3", "5") + "\n"
	for k := 1; k < levels; k++ {
		if rapid.Bool().Draw(t, "fixed") {
			fixed[k] = true
			text += fmt.Sprintf("let n%d = %s\n", k, pick("0", "1", "2"))
		} else {
			text += fmt.Sprintf("def count%d %s : int = %s\n", k, []string{"", "(i : int)", "(i : int) (j : int)"}[k], pick("i % 3", "i", "max(i - 2, 0)", "0", "3", "2 - i"))
		}
	}
	return text, levels, fixed
}

func uses(xs []*syntax.Binding) (list []syntax.Expr) {
	for _, x := range xs {
		list = append(list, x.Use())
	}
	return list
}
