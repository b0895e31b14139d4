package tutor

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// array is where an array lies: one of the session, or the value of an expression beside it.
func array(ctx context.Context, s *session.Session, text string) (v memory.Val, err error) {
	if err := s.CatchUp(ctx); err != nil {
		return v, err
	}
	n, ok := s.Elab.Lookup(text)
	switch {
	case !ok:
		err = judged(ctx, s, text, false, func(on *validity.Verdict) error {
			if on.Stuck != nil {
				return on.Stuck.Diag
			}
			v = on.Outcome.Results[len(on.Outcome.Results)-1]
			return nil
		})
		if err != nil {
			return v, err
		}
	case n.Binding == nil:
		return v, diag.Usagef("`%s` is a function", text)
	case len(s.Elab.InCore(n)) > 1:
		return v, diag.Usagef("`%s` has rows of several sizes", text)
	default:
		v = s.Heap.Check.Heap.Env.Of(n.Binding.ID)
	}
	if !v.IsArray() {
		return v, diag.Usagef("`%s` is no array on the heap", text)
	}
	return v, nil
}

var indexed = regexp.MustCompile(`^([\pL_][\pL\pN_'#]*)\s*\[([^\[\]]*)\]$`)

// indices are the parts of a text such as t[2, 1].
func indices(kind, text string) (name string, at []int, err error) {
	m := indexed.FindStringSubmatch(text)
	if m == nil {
		return "", nil, badly(kind, text)
	}
	for _, part := range strings.Split(m[2], ",") {
		i, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return "", nil, badly(kind, text)
		}
		at = append(at, i)
	}
	return m[1], at, nil
}

func cellOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	name, at, err := indices("cell", arg)
	if err != nil {
		return nil, err
	}
	v, err := array(ctx, s, name)
	if err != nil {
		return nil, err
	}
	if !v.L.Contains(at) {
		return nil, diag.Usagef("`%s` is no element: the shape of `%s` is %v", arg, name, v.L.Shape())
	}
	off, ok := v.L.At(at...)
	if !ok {
		return nil, diag.Usagef("`%s` lies beyond all offsets", arg)
	}
	return &Computed{Right: ints(off), Meant: elementsAt(name, v, off), Why: []string{
		fmt.Sprintf("`%s` lies in `%s` at %s", name, v.B, v.L),
		fmt.Sprintf("so `%s` lies at %s = %d", arg, located(v, at), off),
	}}, nil
}

// located is the sum of eq. (1) for an element: 0 + (2 - 1)·1 + (1 - 1)·3.
func located(v memory.Val, at []int) string {
	text := strconv.Itoa(v.L.Offset)
	for k, d := range v.L.Dims {
		text += fmt.Sprintf(" + (%d - 1)·%d", at[k], d.Stride)
	}
	return text
}

// elementsAt says which elements of an array lie at the cells of its block, except at one.
func elementsAt(name string, v memory.Val, except int) map[string]string {
	if v.B.Len() > most {
		return nil
	}
	meant := map[string]string{}
	for off := range v.B.Len() {
		text := fmt.Sprintf("no element of `%s` lies at %d", name, off)
		if y, ok := v.L.Find(off); ok {
			text = fmt.Sprintf("at %d lies `%s[%s]`", off, name, joined(y, ", "))
		}
		if off != except {
			meant[strconv.Itoa(off)] = text
		}
	}
	meant[strconv.Itoa(v.B.Len())] = fmt.Sprintf("`%s` has the cells 0 to %d", v.B, v.B.Len()-1)
	return meant
}

func elementOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	name, at, ok := strings.Cut(arg, " at ")
	off, err := strconv.Atoi(strings.TrimSpace(at))
	if !ok || err != nil {
		return nil, badly("element", arg)
	}
	v, err := array(ctx, s, strings.TrimSpace(name))
	if err != nil {
		return nil, err
	}
	y, ok := v.L.Find(off)
	if !ok {
		return nil, diag.Usagef("no element of `%s` lies at %d", name, off)
	}
	return &Computed{Right: ints(y...), Why: []string{
		fmt.Sprintf("`%s` lies in `%s` at %s", name, v.B, v.L),
		fmt.Sprintf("%s = %d, so `%s[%s]` lies there", located(v, y), off, name, joined(y, ", ")),
	}}, nil
}

func offsetOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	v, err := array(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	ones := slices.Repeat([]int{1}, v.L.Rank())
	return &Computed{Right: ints(v.L.Offset), Why: []string{
		fmt.Sprintf("`%s` lies in `%s` at %s", arg, v.B, v.L),
		fmt.Sprintf("its first element, `%s[%s]`, lies at %d", arg, joined(ones, ", "), v.L.Offset),
	}}, nil
}

func strideOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	number, text, ok := strings.Cut(arg, " of ")
	k, err := strconv.Atoi(strings.TrimSpace(number))
	if !ok || err != nil {
		return nil, badly("stride", arg)
	}
	v, err := array(ctx, s, strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	if k < 1 || k > v.L.Rank() {
		return nil, diag.Usagef("`%s` has %s", text, diag.Count(v.L.Rank(), "dimension"))
	}
	return &Computed{Right: ints(v.L.Dims[k-1].Stride), Why: []string{
		fmt.Sprintf("`%s` lies in `%s` at %s", text, v.B, v.L),
		fmt.Sprintf("one more in dimension %d is %s further", k, diag.Count(v.L.Dims[k-1].Stride, "cell")),
	}}, nil
}

func blockOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	v, err := array(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	return &Computed{Right: Answer{Form: Name, Items: []string{v.B.String()}}, Why: []string{fmt.Sprintf("`%s` lies in `%s` at %s", arg, v.B, v.L)}}, nil
}

func cellsOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	v, err := array(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	list, err := image(arg, v)
	return &Computed{Right: set(list), Why: []string{fmt.Sprintf("`%s` lies in `%s` at %s: its cells are %s", arg, v.B, v.L, set(list))}}, err
}

// image is the offsets of all elements of an array.
func image(name string, v memory.Val) (list []int, err error) {
	if v.L.Count() > most {
		return nil, diag.Usagef("`%s` has more than %d elements", name, most)
	}
	v.L.Each(func(off int) bool {
		list = append(list, off)
		return true
	})
	return list, nil
}

func sharedOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	words := strings.Fields(arg)
	if len(words) != 2 {
		return nil, badly("shared", arg)
	}
	var vs [2]memory.Val
	var cells [2][]int
	why := []string{}
	for k, w := range words {
		var err error
		if vs[k], err = array(ctx, s, w); err != nil {
			return nil, err
		}
		if cells[k], err = image(w, vs[k]); err != nil {
			return nil, err
		}
		why = append(why, fmt.Sprintf("`%s` lies in `%s` at %s: its cells are %s", w, vs[k].B, vs[k].L, set(cells[k])))
	}
	both := []int{}
	for _, off := range cells[0] {
		if vs[0].B == vs[1].B && slices.Contains(cells[1], off) {
			both = append(both, off)
		}
	}
	return &Computed{Right: set(both), Why: why}, nil
}

func sizeOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	b, ok := s.Heap.Check.Heap.Heap.Lookup(arg)
	if !ok {
		return nil, diag.Usagef("there is no block `%s`", arg).Helpf("`:heap` shows the blocks")
	}
	return &Computed{Right: ints(b.Len()), Why: []string{fmt.Sprintf("`%s` has %s: `:heap %s` draws them", b, diag.Count(b.Len(), "cell"), b)}}, nil
}

func holdsOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	name, at, err := indices("holds", arg)
	if err != nil {
		return nil, err
	}
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	cell := arg
	b, ok := s.Heap.Check.Heap.Heap.Lookup(name)
	if n, array := s.Elab.Lookup(name); array && n.Binding != nil && n.Binding.Type.IsArray() {
		c, err := cellOf(ctx, s, arg)
		if err != nil {
			return nil, err
		}
		v := s.Heap.Check.Heap.Env.Of(n.Binding.ID)
		b, ok = v.B, true
		at[0], _ = v.L.At(at...)
		at, cell = at[:1], fmt.Sprintf("%s[%s]", b, c.Right.Items[0])
	}
	switch {
	case !ok:
		return nil, diag.Usagef("there is no block or array `%s`", name).Helpf("`:heap` shows them")
	case len(at) != 1 || at[0] < 0 || at[0] >= b.Len():
		return nil, diag.Usagef("`%s` is no cell: `%s` has the cells 0 to %d", arg, name, b.Len()-1)
	}
	w, written := b.LastWriter(at[0])
	if !written {
		return nil, diag.Usagef("nothing has written `%s`", cell)
	}
	printed := b.Cell(at[0]).String()
	right, err := Parse(Numbers, printed)
	if err != nil {
		return nil, diag.Usagef("`%s` holds %s", cell, printed)
	}
	why := fmt.Sprintf("`%s` holds %s", cell, printed)
	if w.Site != nil {
		why += ": it was last written by " + w.Site.What
	}
	c := &Computed{Right: right, Why: []string{why}}
	if cell != arg {
		c.Why = []string{fmt.Sprintf("`%s` lies at `%s`", arg, cell), why}
	}
	return c, nil
}
