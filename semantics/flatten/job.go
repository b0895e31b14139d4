package flatten

import (
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Job is what lifting needs to know of the program around a kernel.
type Job struct {
	Supply *syntax.Supply
	Type   func(id int) *syntax.Type     // of a variable that the kernel does not bind
	Def    func(name string) *syntax.Def // a function, with a body of plain core; nil if it is unknown
	Until  stop.Poll                     // may end the work by its panic; may be nil

	Matrix    bool // rows of nearly one size may be made in a matrix, if the sizes are as cheap as that takes: see matrix.go
	Unwritten bool // arrays have no elements where nobody reads one before it is written: for tests
}

// Row is one result of a kernel of nested core.
type Row struct {
	Z     *syntax.Binding // the array of all rows: its type begins with the bound of the kernel, and sizes in it may be irregular
	Parts []syntax.Expr   // the row, an atom of the body; or the parts of a row that is an irregular array itself, in the order of Parts
}

// Parts is how many arrays stand for an array of a type: itself, or two for each irregular size, the sizes and the offsets
// of these rows, from the outermost on, and the data.
func Parts(t *syntax.Type) int {
	n := 1
	for _, d := range t.Dims {
		if _, ok := d.(*syntax.Irregular); ok {
			n += 2
		}
	}
	return n
}

// Kernel is kernel x <= n do b as plain core. b is plain core, except that its results are those of the rows. For each row
// it returns the arrays that stand for it, in the order of Parts. Some of them may be arrays that were there before. The
// error is a *diag.Diagnostic that says what can't be lifted and where.
func (j *Job) Kernel(at diag.Span, e *syntax.Kernel, rows []Row) (stms []syntax.Stm, parts [][]*syntax.Binding, err error) {
	l := &lifter{Job: j, at: at, vars: map[int]*variable{}, bound: map[int]*syntax.Type{}, sure: map[int]bool{}, inside: map[syntax.Stm]bool{}, bounds: map[syntax.Stm]bool{}, implied: map[syntax.Stm]bool{}, out: &block{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			stms, parts, err = nil, nil, r.d
		default:
			panic(r)
		}
	}()
	l.surely(e, rows)
	l.careful = l.isCareful(e.Body)
	if j.Matrix {
		if m, before := l.matrix(e, rows); m != nil {
			parts = m.either(before, func() [][]*syntax.Binding { return l.together(e, rows) })
			return l.out.stms, parts, nil
		}
	}
	parts = l.together(e, rows)
	return l.out.stms, parts, nil
}

// together makes all rows of a kernel at once.
func (l *lifter) together(e *syntax.Kernel, rows []Row) [][]*syntax.Binding {
	c := l.context(nil, e.Index[0].N, e.Index[0].X.Name)
	l.bind(c, e.Index[0].X, iteration{})
	res, shown := l.plain(c, e.Body, rows)
	l.body(c, append(append([]syntax.Stm(nil), e.Body.Stms...), shown...), allOf(res))
	parts := l.finish(c, rows, res)
	l.settle(c)
	return parts
}

func allOf(parts [][]syntax.Expr) (list []syntax.Expr) {
	for _, p := range parts {
		list = append(list, p...)
	}
	return list
}

// refusal is the panic that ends lifting when something can't be lifted.
type refusal struct{ d *diag.Diagnostic }

// refuse ends lifting.
func (l *lifter) refuse(at diag.Span, format string, args ...any) {
	if !at.IsValid() {
		at = l.at
	}
	d := diag.Errorf(diag.Type, "T-KERNEL", at, format, args...)
	d.Note(l.at, "the rows of this kernel differ in size")
	panic(refusal{d})
}
