package tutor

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Quantity is something that the semantics can compute: what a question asks for.
type Quantity struct {
	Span diag.Span
	Kind *Kind
	Arg  string
}

// Computed is a quantity of a session.
type Computed struct {
	Right Answer
	Why   []string          // lines that show it
	Meant map[string]string // what some wrong answers would be, by the text of the answer
}

// Kind is a kind of quantities.
type Kind struct {
	Name    string
	Args    string // how its argument is written
	Doc     string
	Form    Form
	compute func(ctx context.Context, s *session.Session, arg string) (*Computed, error)
}

// Kinds is the table of the kinds of quantities.
var Kinds []*Kind

func init() { // the functions use parts that use the table
	Kinds = []*Kind{
		{"value", "EXPR", "the value of an expression: a number, or the numbers of an array in order", Numbers, valueOf},
		{"shape", "EXPR", "the sizes of an array, outermost first", Numbers, shapeOf},
		{"cell", "ARRAY[I, J]", "the offset in its block at which an element lies", Numbers, cellOf},
		{"element", "ARRAY at K", "the index of the element of an array that lies at an offset", Numbers, elementOf},
		{"offset", "ARRAY", "the offset of the LMAD of an array", Numbers, offsetOf},
		{"stride", "K of ARRAY", "the stride of dimension K of an array", Numbers, strideOf},
		{"block", "ARRAY", "the block in which an array lies", Name, blockOf},
		{"cells", "ARRAY", "the offsets of all elements of an array", Set, cellsOf},
		{"shared", "ARRAY ARRAY", "the offsets at which both arrays have an element", Set, sharedOf},
		{"size", "BLOCK", "the number of cells of a block", Numbers, sizeOf},
		{"holds", "BLOCK[K]", "what a cell of a block holds; for `ARRAY[I, J]`, the cell of that element", Numbers, holdsOf},
		{"reads", "I of EXPR", "the offsets that iteration I of a kernel reads", Set, readsOf},
		{"writes", "I of EXPR", "the offsets that iteration I of a kernel writes", Set, writesOf},
		{"races", "EXPR", "all pairs of iterations of a kernel that race, by eq. (4)", Pairs, racesOf},
		{"race", "EXPR", "one pair of iterations of a kernel that race; any of them is right", Pairs, raceOf},
		{"valid", "EXPR", "whether the heap shows what the value semantics has (Def. 3.1)", Truth, validOf},
		{"allocated", "EXPR", "how many blocks an evaluation allocates", Numbers, allocatedBy},
		{"copied", "EXPR", "how many elements an evaluation copies", Numbers, copiedBy},
		{"allocs", "DEF after PASSES", "how many statements of a function allocate after a list of passes", Numbers, allocsOf},
		{"copies", "DEF after PASSES", "how many copies a function has after a list of passes", Numbers, copiesOf},
		{"last", "ARRAY in DEF", "the variable of the statement that uses the block of an array last", Name, lastOf},
	}
}

// quantity reads a quantity, such as `cell t[2, 1]`.
func quantity(at diag.Span, text string) (*Quantity, error) {
	name, arg, _ := strings.Cut(strings.TrimSpace(text), " ")
	var names []string
	for _, k := range Kinds {
		if k.Name == name {
			if arg = strings.TrimSpace(arg); arg == "" {
				return nil, diag.Errorf(diag.Syntax, "", at, "`%s` needs an argument", name).Helpf("write `%s %s`: %s", k.Name, k.Args, k.Doc)
			}
			return &Quantity{at, k, arg}, nil
		}
		names = append(names, k.Name)
	}
	d := diag.Errorf(diag.Syntax, "", at, "%q is nothing that can be asked for", name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	}
	return nil, d.Helpf("it is one of %s", strings.Join(names, ", "))
}

// Compute computes a quantity of a session, which stays as it is. The error is at the quantity.
func (q *Quantity) Compute(ctx context.Context, s *session.Session) (*Computed, error) {
	c, err := q.Kind.compute(ctx, s, q.Arg)
	if err == nil {
		c.Right.Form = q.Kind.Form
		return c, nil
	}
	list := diag.Of(err)
	if len(list) == 0 {
		return nil, err // it was interrupted
	}
	d := diag.Errorf(diag.Failed, "", q.Span, "`%s` cannot be computed: %s", q, list[0].Msg)
	if list[0].Help != "" {
		d.Helpf("%s", list[0].Help)
	}
	return nil, d
}

// String is the quantity as it is written.
func (q *Quantity) String() string { return q.Kind.Name + " " + q.Arg }

// badly is the error about an argument that is written in another way.
func badly(kind, arg string) error {
	for _, k := range Kinds {
		if k.Name == kind {
			return diag.Usagef("%q is no argument of `%s`", arg, kind).Helpf("write `%s %s`", k.Name, k.Args)
		}
	}
	return errors.New(kind)
}

// source is a text that a quantity evaluates.
func source(text string) *diag.Source { return diag.NewSource("question", text) }

// evaluated is the value of an expression.
func evaluated(ctx context.Context, s *session.Session, text string) (value.Shown, error) {
	e, err := s.Aside(ctx, source(text))
	if err != nil {
		return nil, err
	}
	return onlyValue(ctx, s, e, text)
}

// onlyValue evaluates a program beside the session, which has to be one expression.
func onlyValue(ctx context.Context, s *session.Session, e *session.Scratch, text string) (value.Shown, error) {
	if len(e.Unit.Names) > 0 {
		return nil, diag.Usagef("`%s` defines something, and is no expression", text)
	}
	values, err := s.Values(ctx, e)
	if err != nil {
		return nil, err
	}
	v, n := session.LastValue(session.Shown(e.Unit, values))
	if n != 1 {
		return nil, diag.Usagef("`%s` is not one expression", text)
	}
	return v.Value, nil
}

func valueOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	v, err := evaluated(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	printed := printedValue(v)
	right, err := Parse(Numbers, printed)
	if err != nil {
		return nil, diag.Usagef("the value of `%s` is %s, and a question wants up to %d numbers", arg, printed, most)
	}
	why, err := derived(ctx, s, arg, printed)
	return &Computed{Right: right, Why: why}, err
}

func shapeOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	v, err := evaluated(ctx, s, arg)
	if err != nil {
		return nil, err
	}
	x, ok := v.(value.Val)
	if !ok || x.A == nil {
		return nil, diag.Usagef("`%s` is %s, which has no shape", arg, printedValue(v))
	}
	return &Computed{Right: ints(x.A.Shape...), Why: []string{fmt.Sprintf("`%s` is %s: its sizes are %s", arg, printedValue(v), joined(x.A.Shape, ", "))}}, nil
}

// ints are whole numbers as an answer.
func ints(list ...int) Answer {
	a := Answer{Form: Numbers, Items: []string{}}
	for _, k := range list {
		a.Items = append(a.Items, strconv.Itoa(k))
	}
	return a
}

// set is a set of whole numbers as an answer.
func set(list []int) Answer {
	a := ints(list...)
	a.Form = Set
	return a.sorted()
}

// joined joins numbers.
func joined(list []int, by string) string { return strings.Join(ints(list...).Items, by) }

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
		fmt.Sprintf("so `%s` lies at %s = %d", arg, product(v, at), off),
	}}, nil
}

// product is the sum of eq. (1) for an element: 0 + (2 - 1)·1 + (1 - 1)·3.
func product(v memory.Val, at []int) string {
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
		fmt.Sprintf("%s = %d, so `%s[%s]` lies there", product(v, y), off, name, joined(y, ", ")),
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
