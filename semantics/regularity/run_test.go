package regularity_test

import (
	"fmt"
	"strings"

	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// array is a value of nested core; its rows are ints or arrays.
type array []any

// stuck ends a run that is stuck, or too long.
type stuck struct{}

// machine runs a program of nested core, and compares what the analysis says with what happens.
type machine struct {
	found   regularity.Found
	outside regularity.Outside
	env     map[int]any
	index   []int          // those of the kernels around, by level
	rounds  []int          // those of the loops around
	values  map[string]any // the first value of a variable, by the rounds and the indices that it may depend on
	sizes   map[string]int // the first size of a dimension that is regular
	steps   int
	checked map[string]int // how often what was compared
	slices  map[*syntax.Kernel]*slice
	wrong   string // the first thing that is not as the analysis says; if the run gets stuck later, that does not count
}

// slice is what is put before a kernel for the sizes of its rows.
type slice struct {
	body *syntax.Body
	rows map[int]int // the result that is the size of a row, by the result of the kernel
}

// run runs the main part of a program. It tells whether the program came to its end.
func (m *machine) run(b *syntax.Body) (ended bool, err string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stuck:
			ended = false
		default:
			panic(r)
		}
	}()
	m.body(b)
	return true, m.wrong
}

// fail notes that something is not as the analysis says.
func (m *machine) fail(format string, args ...any) {
	if m.wrong == "" {
		m.wrong = fmt.Sprintf(format, args...)
	}
}

func (m *machine) body(b *syntax.Body) (vs []any) {
	for _, s := range b.Stms {
		if m.steps++; m.steps > 20_000 {
			panic(stuck{})
		}
		switch s := s.(type) {
		case *syntax.Let:
			m.let(s)
		case *syntax.Check:
			if m.eval(s.X) != m.eval(s.Y) {
				panic(stuck{})
			}
		}
	}
	for _, e := range b.Res {
		vs = append(vs, m.eval(e))
	}
	return vs
}

func (m *machine) let(s *syntax.Let) {
	vs := m.exp(s)
	if len(vs) < len(s.Pat) {
		row := vs[0].(array)
		vs = []any{len(row), vs[0]}
	}
	for k, x := range s.Pat {
		m.env[x.ID] = vs[k]
	}
	for k, x := range s.Pat {
		if x.Type.IsArray() {
			m.typed(x, x.Type.Dims, vs[k])
		}
	}
	for k, x := range s.Pat {
		m.compare(x, vs[k])
	}
}

// typed makes sure that a value has its type: else the test is wrong.
func (m *machine) typed(x *syntax.Binding, dims []syntax.Expr, v any) {
	if len(dims) == 0 {
		return
	}
	if _, ok := dims[0].(*syntax.Irregular); !ok {
		if n := m.eval(dims[0]).(int); n != len(v.(array)) {
			panic(fmt.Sprintf("%s has %d rows: %v", x, len(v.(array)), v))
		}
	}
	for _, row := range v.(array) {
		m.typed(x, dims[1:], row)
	}
}

// bind binds what is no let.
func (m *machine) bind(x *syntax.Binding, v any) {
	m.env[x.ID] = v
	m.compare(x, v)
}

// compare compares a value with what is known of its variable.
func (m *machine) compare(x *syntax.Binding, v any) {
	k := m.found.Of(x.ID)
	if k == nil { // of the body of a slice
		return
	}
	at := fmt.Sprint(x.ID, m.rounds)
	group := at
	for level, i := range m.index {
		if level >= k.D.K {
			group += fmt.Sprint(" ", i)
		}
	}
	if first, ok := m.values[group]; !ok {
		m.values[group] = v
	} else if fmt.Sprint(first) != fmt.Sprint(v) {
		m.fail("%s : %s is %v in one iteration and %v in another (%s)", x.Name, k.D, first, v, k.Rule)
	} else if k.D.I && len(m.index) > 0 {
		m.checked["independent"]++
	}
	if k.D.I != (k.D.K == regularity.Infinity) {
		m.fail("%s : %s", x.Name, k.D)
	}
	m.regular(x, k, at, 0, v)
	m.shape(x, k.NS, v)
	if i, ok := v.(int); ok && k.Is != nil {
		if is := m.eval(k.Is); is != i {
			m.fail("%s is %d and not %s, which is %d", x.Name, i, syntax.Line(k.Is), is)
		}
		m.checked["ints"]++
	}
}

// regular compares the sizes of dimension k.
func (m *machine) regular(x *syntax.Binding, is *regularity.Known, at string, k int, v any) {
	rows, ok := v.(array)
	if !ok {
		if k != len(is.D.N) {
			m.fail("%s : %s has %d dimensions", x.Name, is.D, k)
		}
		return
	}
	if is.D.N[k] == regularity.Reg {
		key := fmt.Sprint(at, " ", k)
		if first, ok := m.sizes[key]; !ok {
			m.sizes[key] = len(rows)
		} else if first != len(rows) {
			m.fail("%s : %s has sizes %d and %d in dimension %d (%s)", x.Name, is.D, first, len(rows), k+1, is.Rule)
		} else {
			m.checked["regular"]++
		}
	}
	for _, row := range rows {
		m.regular(x, is, at, k+1, row)
	}
}

// shape compares a value with its descriptor.
func (m *machine) shape(x *syntax.Binding, ns regularity.Nested, v any) {
	if root, at := of(ns); root != nil { // u, or a row of it
		if root.ID == x.ID {
			return
		}
		u := m.env[root.ID]
		for _, i := range at {
			u = m.row(u.(array), m.eval(i).(int))
		}
		if shapeOf(u) != shapeOf(v) {
			m.fail("%s has the shape %s, and %v has %s", x.Name, ns, v, shapeOf(u))
		}
		m.checked["unknown"]++
		return
	}
	n, ok := ns.(regularity.Sizes)
	rows, isArray := v.(array)
	if ok != isArray {
		m.fail("%s has the shape %s: %v", x.Name, ns, v)
	}
	if !ok {
		return
	}
	if size := m.outermost(x, n.S, len(rows)); size != len(rows) {
		m.fail("%s has the shape %s, but its size is %d, not %d: %v", x.Name, ns, len(rows), size, v)
	}
	m.checked["shapes"]++
	for i, row := range rows {
		if n.V != nil {
			m.env[n.V.X.ID] = i + 1
		}
		m.shape(x, n.NS, row)
	}
}

// outermost is the size that a descriptor says.
func (m *machine) outermost(x *syntax.Binding, s regularity.Shape, is int) int {
	switch s := s.(type) {
	case regularity.Extent:
		return m.eval(s.E[0]).(int)
	case regularity.Outer:
		root, at := of(s.NS)
		if root.ID == x.ID {
			return is
		}
		u := m.env[root.ID]
		for _, i := range at {
			u = m.row(u.(array), m.eval(i).(int))
		}
		return len(u.(array))
	}
	panic("a shape that is not simplified")
}

// of takes u or a row of it apart.
func of(ns regularity.Nested) (*syntax.Binding, []syntax.Expr) {
	switch ns := ns.(type) {
	case regularity.Unknown:
		return ns.L, nil
	case regularity.Inner:
		x, at := of(ns.NS)
		return x, append(at, ns.At)
	}
	return nil, nil
}

// shapeOf is the shape of a value as text.
func shapeOf(v any) string {
	rows, ok := v.(array)
	if !ok {
		return "."
	}
	var b strings.Builder
	b.WriteString("[")
	for _, row := range rows {
		b.WriteString(shapeOf(row))
	}
	return b.String() + "]"
}

// row is row i of an array, from 1.
func (m *machine) row(x array, i int) any {
	if i < 1 || i > len(x) {
		panic(stuck{})
	}
	return x[i-1]
}
