package tutor_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/session"
	"funmem/repl/tutor"
	"funmem/semantics/diag"

	"pgregory.net/rapid"
)

// asked is a quantity of a lesson that asks for it.
func asked(t rapid.TB, text string) *tutor.Quantity {
	t.Helper()
	l, err := tutor.ReadLesson(diag.NewSource("asked", "lesson: T\n\nquestion: Q\nask: "+text+"\n"))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return l.Steps[0].Question.Ask
}

// entered is a session after some lines.
func entered(t rapid.TB, lines ...string) *session.Session {
	t.Helper()
	s := session.NewSession(session.Defaults())
	for _, l := range lines {
		if _, err := s.Add(context.Background(), diag.NewSource("line", l)); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
	return s
}

// is compares a quantity with what was computed without funmem.
func is(t rapid.TB, s *session.Session, text string, want ...any) {
	t.Helper()
	q := asked(t, text)
	c, err := q.Compute(context.Background(), s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	items := []string{}
	for _, w := range want {
		items = append(items, fmt.Sprint(w))
	}
	found := slices.Clone(c.Right.Items)
	if f := c.Right.Form; f == tutor.Set || f == tutor.Pairs {
		slices.Sort(items)
		slices.Sort(found)
		items = slices.Compact(items)
	}
	if !slices.Equal(found, items) {
		t.Fatalf("%s is %v, wanted %v", text, found, items)
	}
	if len(c.Why) == 0 {
		t.Fatalf("%s: nothing shows it", text)
	}
}

// model is an array whose elements are the numbers of the cells in which they lie.
type model struct {
	dims  []int
	cells []int
}

func (m model) at(index ...int) int {
	k := 0
	for d, i := range index {
		k = k*m.dims[d] + i - 1
	}
	return m.cells[k]
}

// view draws a view of an array, as a text and as a model.
func view(t *rapid.T, name string, m model) (text string, v model) {
	part := func(n int) (first, count, step int) {
		first = rapid.IntRange(1, n).Draw(t, "first")
		step = rapid.IntRange(1, 2).Draw(t, "step")
		count = rapid.IntRange(1, (n-first)/step+1).Draw(t, "count")
		return
	}
	if len(m.dims) == 1 {
		a, n, s := part(m.dims[0])
		v.dims = []int{n}
		for i := range n {
			v.cells = append(v.cells, m.at(a+i*s))
		}
		if rapid.Bool().Draw(t, "reversed") {
			slices.Reverse(v.cells)
			return fmt.Sprintf("reverse(%s[%d:%d:%d])", name, a, n, s), v
		}
		return fmt.Sprintf("%s[%d:%d:%d]", name, a, n, s), v
	}
	rows, columns := m.dims[0], m.dims[1]
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		v.dims = []int{columns, rows}
		for j := range columns {
			for i := range rows {
				v.cells = append(v.cells, m.at(i+1, j+1))
			}
		}
		return "transpose " + name, v
	case 1:
		i := rapid.IntRange(1, rows).Draw(t, "row")
		v.dims = []int{columns}
		for j := range columns {
			v.cells = append(v.cells, m.at(i, j+1))
		}
		return fmt.Sprintf("%s[%d]", name, i), v
	case 2:
		j := rapid.IntRange(1, columns).Draw(t, "column")
		v.dims = []int{rows}
		for i := range rows {
			v.cells = append(v.cells, m.at(i+1, j))
		}
		return fmt.Sprintf("%s[:, %d]", name, j), v
	}
	a, n, s := part(rows)
	b, k, p := part(columns)
	v.dims = []int{n, k}
	for i := range n {
		for j := range k {
			v.cells = append(v.cells, m.at(a+i*s, b+j*p))
		}
	}
	return fmt.Sprintf("%s[%d:%d:%d, %d:%d:%d]", name, a, n, s, b, k, p), v
}

// TestViewsOracle compares the quantities of views with where the numbers of their elements lie.
func TestViewsOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		m := model{dims: []int{rows, columns}}
		for k := range rows * columns {
			m.cells = append(m.cells, k)
		}
		lines := []string{fmt.Sprintf("let x = kernel i <= %d, j <= %d do (i - 1) * %d + j - 1", rows, columns, columns)}
		name := "x"
		for k := range rapid.IntRange(1, 3).Draw(t, "views") {
			var text string
			text, m = view(t, name, m)
			name = fmt.Sprintf("v%d", k+1)
			lines = append(lines, "let "+name+" = "+text)
		}
		lines = append(lines, "let other = x + 1")
		s := entered(t, lines...)
		is(t, s, "shared other "+name)
		index := make([]int, len(m.dims))
		for d, n := range m.dims {
			index[d] = rapid.IntRange(1, n).Draw(t, "index")
		}
		written := strings.Trim(strings.ReplaceAll(fmt.Sprint(index), " ", ", "), "[]")
		cell := m.at(index...)
		is(t, s, "cell "+name+"["+written+"]", cell)
		is(t, s, "value "+name+"["+written+"]", cell)
		is(t, s, fmt.Sprintf("holds x_mem[%d]", cell), cell)
		is(t, s, "offset "+name, m.cells[0])
		is(t, s, "block "+name, "x_mem")
		is(t, s, "size x_mem", rows*columns)
		var every, shape, where []any
		for _, c := range m.cells {
			every = append(every, c)
		}
		for d, n := range m.dims {
			shape = append(shape, n)
			where = append(where, index[d])
			if n > 1 {
				next := slices.Clone(index)
				one := slices.Clone(index)
				one[d], next[d] = 1, 2
				is(t, s, fmt.Sprintf("stride %d of %s", d+1, name), m.at(next...)-m.at(one...))
			}
		}
		is(t, s, "cells "+name, every...)
		is(t, s, "shared x "+name, every...)
		is(t, s, "shape "+name, shape...)
		is(t, s, fmt.Sprintf("element %s at %d", name, cell), where...)
		is(t, s, "shared "+name+" x", every...)
		c, err := asked(t, "cell "+name+"["+written+"]").Compute(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for off := range rows * columns { // what wrong answers would be
			at := slices.Index(m.cells, off)
			said := c.Meant[fmt.Sprint(off)]
			if lies := strings.Contains(said, "lies `"); off != cell && lies != (at >= 0) {
				t.Fatalf("%q of offset %d", said, off)
			}
		}
	})
}

// TestKernelsOracle compares what is said about kernels and validity with arithmetic on cells.
func TestKernelsOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 8
		k := rapid.IntRange(1, 4).Draw(t, "iterations")
		stride := rapid.IntRange(0, 2).Draw(t, "stride")
		offset := rapid.IntRange(0, n-1-(k-1)*stride).Draw(t, "offset")
		a := rapid.IntRange(0, 1).Draw(t, "a")
		b := rapid.IntRange(1, n-k*a).Draw(t, "b")
		d := rapid.IntRange(1, n).Draw(t, "d")
		read := func(i int) []int { return []int{a*i + b - 1, (i+d)%n + 1 - 1} }
		write := func(i int) int { return offset + (i-1)*stride }
		statement := fmt.Sprintf("let (q : [%d] @ m -> %d + {(%d : %d)}) = kernel i <= %d do in (p[%d * i + %d] + 10 * p[(i + %d) %% %d + 1])", k, offset, k, stride, k, a, b, d, n)
		s := entered(t, fmt.Sprintf("let (m : mem) = alloc %d", n), fmt.Sprintf("let (p : [%d] @ m -> R(%d)) = iota %d", n, n, n), statement)

		var memory, q [n + 1]int
		for c := range n {
			memory[c] = c + 1
		}
		var pairs []any
		for i := 1; i <= k; i++ {
			r := read(i)
			q[i] = r[0] + 1 + 10*(r[1]+1)
			memory[write(i)] = memory[r[0]] + 10*memory[r[1]]
			is(t, s, fmt.Sprintf("reads %d of q", i), r[0], r[1])
			is(t, s, fmt.Sprintf("writes %d of q", i), write(i))
			for j := i + 1; j <= k; j++ {
				if write(i) == write(j) || slices.Contains(read(j), write(i)) || slices.Contains(r, write(j)) {
					pairs = append(pairs, fmt.Sprintf("%d,%d", i, j))
				}
			}
		}
		is(t, s, "races q", pairs...)
		c, err := asked(t, "races q").Compute(context.Background(), s)
		if err != nil || len(c.Meant)+len(pairs) != k*(k-1)/2 {
			t.Fatalf("%v: %d pairs race, and of %d it is said why not", err, len(pairs), len(c.Meant))
		}
		is(t, s, "race q", pairs...)
		valid := map[string]string{"p": "yes", "q": "yes"}
		for c := range n {
			is(t, s, fmt.Sprintf("holds m[%d]", c), memory[c])
			is(t, s, fmt.Sprintf("holds p[%d]", c+1), memory[c])
			if memory[c] != c+1 {
				valid["p"] = "no"
			}
		}
		for i := 1; i <= k; i++ {
			is(t, s, fmt.Sprintf("holds q[%d]", i), memory[write(i)])
			if memory[write(i)] != q[i] {
				valid["q"] = "no"
			}
		}
		is(t, s, "valid p", valid["p"])
		is(t, s, "valid q", valid["q"])
	})
}

// TestPassesOracle compares what is counted with what the text of a function lets one count.
func TestPassesOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		var chain, rows, names []string
		for k := 1; k <= n; k++ {
			before := "x"
			if k > 1 {
				before = fmt.Sprintf("a%d", k-1)
			}
			chain = append(chain, fmt.Sprintf("let a%d = %s + %d", k, before, k))
			rows = append(rows, fmt.Sprintf("let a%d = x + %d", k, k))
			names = append(names, fmt.Sprintf("a%d", k))
		}
		m := rapid.IntRange(2, 5).Draw(t, "m")
		s := entered(t,
			fmt.Sprintf("def chain [n] (x : [n]int) = %s in a%d", strings.Join(chain, " "), n),
			fmt.Sprintf("def rows [n] (x : [n]int) = %s in [%s]", strings.Join(rows, " "), strings.Join(names, ", ")),
			fmt.Sprintf("let v = iota %d", m))
		is(t, s, "allocs chain", n)
		is(t, s, "allocs chain after merge", min(n, 2))
		is(t, s, "allocated chain(v)", n)
		is(t, s, "allocs rows", n+1)
		is(t, s, "copies rows after introduce", n)
		is(t, s, "copies rows after simplify, shortcircuit", 0)
		is(t, s, "allocs rows after simplify,shortcircuit", 1)
		is(t, s, "copied rows(v)", n*m)
		is(t, s, "copied v with [2] = 7", m)
		for k := 1; k < n; k++ {
			is(t, s, fmt.Sprintf("last a%d in chain", k), fmt.Sprintf("a%d", k+1))
		}
	})
}

// TestLastOracle compares last uses with those that a draw has made.
func TestLastOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 7).Draw(t, "n")
		root := map[int]int{} // the array in whose block a variable lies
		last := map[int]int{}
		var lines []string
		for k := 1; k <= n; k++ {
			if k == 1 {
				root[k] = k
				lines = append(lines, "let a1 = x + 1")
				continue
			}
			i, j := rapid.IntRange(1, k-1).Draw(t, "i"), rapid.IntRange(1, k-1).Draw(t, "j")
			if k < n && rapid.Bool().Draw(t, "view") {
				root[k] = root[i]
				lines = append(lines, fmt.Sprintf("let a%d = reverse(a%d)", k, i))
				last[root[i]] = k
				continue
			}
			root[k] = k
			lines = append(lines, fmt.Sprintf("let a%d = a%d + %d * a%d", k, i, k, j))
			last[root[i]], last[root[j]] = k, k
		}
		s := entered(t, fmt.Sprintf("def f [n] (x : [n]int) = %s in a%d", strings.Join(lines, " "), n))
		for k := 1; k < n; k++ {
			if root[k] == k && last[k] > 0 {
				is(t, s, fmt.Sprintf("last a%d in f", k), fmt.Sprintf("a%d", last[k]))
			}
		}
	})
}

// TestValuesOracle compares values with those of an arithmetic of its own.
func TestValuesOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, z := rapid.IntRange(-50, 50).Draw(t, "x"), rapid.IntRange(-50, 50).Draw(t, "y"), rapid.IntRange(0, 50).Draw(t, "z")
		s := entered(t, fmt.Sprintf("let a = [%d, %d]", x, y))
		is(t, s, fmt.Sprintf("value a[1] * %d + a[2]", z), x*z+y)
		is(t, s, fmt.Sprintf("value a + %d", z), x+z, y+z)
	})
}

// TestPlanted: the tests find mistakes in what is computed and in how answers are read.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"offsets from 1", "quantity_heap.go", "	return &Computed{Right: ints(off), Meant", "	return &Computed{Right: ints(off + 1), Meant"},
		{"the strides are mixed up", "quantity_heap.go", "v.L.Dims[k-1].Stride), Why", "v.L.Dims[v.L.Rank()-k].Stride), Why"},
		{"blocks are not compared", "quantity_heap.go", "if vs[0].B == vs[1].B && slices.Contains", "if slices.Contains"},
		{"the wrong element lies there", "quantity_heap.go", `		if y, ok := v.L.Find(off); ok {`, `		if y, ok := v.L.Find(off + 1); ok {`},
		{"writes are reads", "quantity_runs.go", "			if write {\n", "			if !write {\n"},
		{"two reads race", "quantity_runs.go", `		{x.r, y.w, "reads", "writes it"},`, `		{x.r, y.w, "reads", "writes it"}, {x.r, y.r, "reads", "reads it"},`},
		{"only later reads race", "quantity_runs.go", `		{x.r, y.w, "reads", "writes it"},`, ``},
		{"two writes do not race", "quantity_runs.go", `		{x.w, y.w, "writes", "writes it too"},`, ``},
		{"consistent is valid", "quantity_runs.go", "		if v.Valid {", "		if v.RaceFree {"},
		{"locations for blocks", "quantity_runs.go", "return u.Allocs, fmt", "return u.Locations, fmt"},
		{"the metrics before the last pass", "quantity_passes.go", "		c.Right = ints(n)\n", "		if len(c.Right.Items) == 0 {\n			c.Right = ints(n)\n		}\n"},
		{"the last use is a part of a statement", "quantity_passes.go", "			return let.Pat[len(let.Pat)-1].Text", "			return let.Pat[len(let.Pat)-1].Name"},
		{"copies in kernels only", "quantity_passes.go", "		return m.Copies, diag", "		return m.InKernels, diag"},
		{"signs are lost", "answer.go", "				x.Neg(x)\n", ""},
		{"pairs have an order", "answer.go", "	if x.Cmp(y) > 0 {", "	if x.Cmp(y) > 9 {"},
		{"a part of a set is enough", "answer.go", "	if a.Any {\n		return len(b.Items) > 0", "	if a.Any || a.Form == Set {\n		return len(b.Items) > 0"},
		{"other words are passed over", "answer.go", "		default:\n			return nil, nil, unread(form, text)\n		}\n	}\n	if negative", "		default:\n		}\n	}\n	if negative"},
	}, "-run", "Oracle|TestAnswers", ".")
}
