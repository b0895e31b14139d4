package regularity_test

import (
	"fmt"
	"slices"

	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// eval is a number, or the value of a variable.
func (m *machine) eval(e syntax.Expr) any {
	switch e := e.(type) {
	case *syntax.IntLit:
		n, _ := e.Val.Int64()
		return int(n)
	case *syntax.Var:
		v, ok := m.env[e.ID]
		if !ok {
			panic(fmt.Sprintf("%s is used, and has no value", e.Name))
		}
		return v
	case *syntax.Unary:
		x := m.eval(e.X).(int)
		switch e.Op {
		case syntax.Abs:
			return max(x, -x)
		case syntax.Neg:
			return -x
		case syntax.Not:
			return truth(x == 0)
		}
	case *syntax.Binary:
		return m.binary(e.Op, m.eval(e.X).(int), m.eval(e.Y).(int))
	case *syntax.Index:
		v := m.eval(e.X)
		for _, i := range e.At {
			v = m.row(v.(array), m.eval(i).(int))
		}
		return v
	case *syntax.Length:
		root, at := regularity.RowOf(e.X)
		v := m.eval(root)
		for _, i := range at {
			v = m.row(v.(array), m.eval(i).(int))
		}
		return len(v.(array))
	}
	panic(fmt.Sprintf("%T: %s", e, syntax.Line(e)))
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *machine) binary(op syntax.Op, x, y int) int {
	switch op {
	case syntax.Add:
		return small(x + y)
	case syntax.Sub:
		return small(x - y)
	case syntax.Mul:
		return small(x * y)
	case syntax.Mod, syntax.Div:
		if y == 0 {
			panic(stuck{})
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if op == syntax.Mod {
			return r
		}
		return q
	case syntax.Min:
		return min(x, y)
	case syntax.Max:
		return max(x, y)
	case syntax.Lt:
		return truth(x < y)
	case syntax.Le:
		return truth(x <= y)
	case syntax.Gt:
		return truth(x > y)
	case syntax.Ge:
		return truth(x >= y)
	case syntax.Eq:
		return truth(x == y)
	case syntax.Ne:
		return truth(x != y)
	}
	panic(op.String())
}

// small is a number of a run that goes on.
func small(x int) int {
	if x > 1<<30 || x < -1<<30 {
		panic(stuck{})
	}
	return x
}

// exp is the values of an expression.
func (m *machine) exp(s *syntax.Let) []any {
	switch e := s.Exp.(type) {
	case *syntax.If:
		if m.eval(e.Cond) != 0 {
			return m.body(e.Then)
		}
		return m.body(e.Else)
	case *syntax.Kernel:
		return m.kernel(e, len(s.Pat))
	case *syntax.Loop:
		return m.loop(e)
	case *syntax.Reduce, *syntax.Scan:
		return m.fold(syntax.FoldOf(e))
	case *syntax.Call:
		if b := m.found.Copy(e); b != nil {
			return m.body(b)
		}
		return m.called(e)
	case *syntax.Slice:
		return []any{m.slice(m.eval(e.X), e.At)}
	}
	return []any{m.simple(s.Exp)}
}

// called is a call in a slice.
func (m *machine) called(e *syntax.Call) []any {
	d := m.outside.Def(e.Fn)
	by := map[int]any{}
	for k, x := range d.Params {
		by[x.ID] = m.eval(e.Args[k])
	}
	for _, n := range d.Sizes {
		p, dim, _ := d.FixedBy(n)
		v := by[d.Params[p].ID]
		for range dim {
			v = v.(array)[0]
		}
		by[n.ID] = len(v.(array))
	}
	for id, v := range by {
		m.env[id] = v
	}
	return m.body(d.Body)
}

func (m *machine) kernel(e *syntax.Kernel, results int) []any {
	n := m.size(e.Index[0].N)
	before := m.before(e, n)
	out := make([]any, results)
	for r := range out {
		out[r] = array{}
	}
	for i := range n {
		m.index = append(m.index, i+1)
		m.bind(e.Index[0].X, i+1)
		for r, v := range m.body(e.Body) {
			out[r] = append(out[r].(array), v)
			if size, ok := before[r]; ok && size != len(v.(array)) {
				m.fail("row %d of result %d has the size %d, and the slice says %d", i+1, r+1, len(v.(array)), size)
			}
		}
		m.index = m.index[:len(m.index)-1]
	}
	if len(before) > 0 {
		m.checked["slices"]++
	}
	return out
}

// before runs the slice for the sizes of the rows of a kernel.
func (m *machine) before(e *syntax.Kernel, n int) map[int]int {
	s := m.slices[e]
	if s == nil || n == 0 {
		return nil
	}
	sizes := m.alone(s.body)
	of := map[int]int{}
	if sizes == nil {
		return of
	}
	for r, k := range s.rows {
		of[r] = sizes[k].(int)
	}
	return of
}

// alone runs what stands before a kernel. If it is stuck, the kernel has to be stuck too.
func (m *machine) alone(b *syntax.Body) (sizes []any) {
	steps, index, rounds := m.steps, m.index, m.rounds
	defer func() {
		m.steps, m.index, m.rounds = steps, index, rounds
		switch r := recover().(type) {
		case nil:
		case stuck:
			m.fail("what stands before a kernel is stuck:\n%s", syntax.Print(b))
		default:
			panic(r)
		}
	}()
	return m.body(b)
}

// size is a size; a negative one is stuck.
func (m *machine) size(e syntax.Expr) int {
	n := m.eval(e).(int)
	if n < 0 || n > 200 {
		panic(stuck{})
	}
	return n
}

func (m *machine) loop(e *syntax.Loop) []any {
	var vs []any
	for _, x := range e.Init {
		vs = append(vs, m.eval(x))
	}
	rounds := 1 << 30
	if e.For != nil {
		rounds = m.eval(e.For.N).(int)
	}
	m.rounds = append(m.rounds, 0)
	defer func() { m.rounds = m.rounds[:len(m.rounds)-1] }()
	for r := 1; r <= rounds; r++ {
		m.rounds[len(m.rounds)-1] = r
		for l, x := range e.Params {
			m.env[x.ID] = vs[l]
		}
		for l, x := range e.Params {
			m.compare(x, vs[l])
		}
		if e.For != nil {
			m.bind(e.For.X, r)
		} else if m.body(e.While)[0] == 0 {
			break
		}
		vs = m.body(e.Body)
	}
	return vs
}

func (m *machine) fold(e *syntax.Fold) []any {
	_, accs, elems, _ := e.Params()
	var vs []any
	for _, x := range e.Ne {
		vs = append(vs, m.eval(x))
	}
	out := make([]any, len(accs))
	for l := range out {
		out[l] = array{}
	}
	m.rounds = append(m.rounds, 0)
	for r := range m.eval(e.Xs[0]).(array) {
		m.rounds[len(m.rounds)-1] = r
		for l, x := range accs {
			m.bind(x, vs[l])
		}
		for l, x := range elems {
			m.bind(x, m.eval(e.Xs[l]).(array)[r])
		}
		vs = m.body(e.Lambda().Body)
		for l := range out {
			out[l] = append(out[l].(array), vs[l])
		}
	}
	m.rounds = m.rounds[:len(m.rounds)-1]
	if e.Name == "scan" {
		return out
	}
	return vs
}

func (m *machine) slice(v any, at []syntax.Ix) any {
	if len(at) == 0 {
		return v
	}
	if at[0].Kind == syntax.IxFix {
		return m.slice(m.row(v.(array), m.eval(at[0].Off).(int)), at[1:])
	}
	out := array{}
	stride := 1
	if at[0].Stride != nil {
		stride = m.eval(at[0].Stride).(int)
	}
	for k := range m.size(at[0].Size) {
		out = append(out, m.slice(m.row(v.(array), m.eval(at[0].Off).(int)+k*stride), at[1:]))
	}
	return out
}

// simple is an expression without bodies.
func (m *machine) simple(e syntax.Expr) any {
	switch e := e.(type) {
	case *syntax.Iota:
		out := array{}
		for i := range m.size(e.N) {
			out = append(out, i+1)
		}
		return out
	case *syntax.Replicate:
		out := array{}
		for range m.size(e.N) {
			out = append(out, m.eval(e.X))
		}
		return out
	case *syntax.Copy:
		return m.eval(e.X)
	case *syntax.Literal:
		out := array{}
		for _, x := range e.Elems {
			out = append(out, m.eval(x))
		}
		return out
	case *syntax.Concat:
		out := array{}
		for _, x := range e.Xs {
			out = append(out, m.eval(x).(array)...)
		}
		return out
	case *syntax.Reverse:
		out := slices.Clone(m.eval(e.X).(array))
		slices.Reverse(out)
		return out
	case *syntax.Flatten:
		out := array{}
		for _, row := range m.eval(e.X).(array) {
			out = append(out, row.(array)...)
		}
		return out
	case *syntax.With:
		out := slices.Clone(m.eval(e.X).(array))
		i := m.eval(e.At[0].Off).(int)
		m.row(out, i)
		out[i-1] = m.eval(e.V)
		return out
	}
	return m.eval(e)
}
