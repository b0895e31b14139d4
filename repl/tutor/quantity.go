package tutor

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

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
		{"seen", "ARRAY[I, J]", "as `cell`; what explains it is the picture of the block, and no LMAD", Numbers, seenOf},
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
	c, err := q.compute(ctx, s)
	if err == nil {
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

// compute computes a quantity. The error is about the session.
func (q *Quantity) compute(ctx context.Context, s *session.Session) (*Computed, error) {
	c, err := q.Kind.compute(ctx, s, q.Arg)
	if err == nil {
		c.Right.Form = q.Kind.Form
	}
	return c, err
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
