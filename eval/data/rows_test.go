package data

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
	"pgregory.net/rapid"
)

// reads tells whether w is what v reads back as from a text: rows of one size are regular there.
func reads(v, w Typed) bool {
	if v.Rows == nil {
		return w.Rows == nil && v.Val.Equal(w.Val)
	}
	return v.Rows.Rank() == w.Shown().Rank() && v.Rows.Data.Elem == w.Shown().Elem() && value.Format(v.Rows, 0) == value.Format(w.Shown(), 0)
}

// TestReadRows: rows that differ in size make an irregular array. A dimension is irregular if it has two sizes.
func TestReadRows(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[[1, 2], [], [3]]", "[[1, 2], [], [3]] : [3][?]int"},
		{"[[], [1.5f32]]", "[[], [1.5]] : [2][?]f64"},
		{"[[[1], [2]], [[3], [4, 5]]]", "[[[1], [2]], [[3], [4, 5]]] : [2][2][?]int"},
		{"[[[1, 2], [3, 4]], [[5, 6]]]", "[[[1, 2], [3, 4]], [[5, 6]]] : [2][?][2]int"},
		{"[[], [[1], []]]", "[[], [[1], []]] : [2][?][?]int"},
		{"[[[]], []]", "[[[]], []] : [2][?][0]int"},
		{`["ab", "", "c"]`, "[[97, 98], [], [99]] : [3][?]int"},
		{"[[[1, 2]], empty([0][2]i32), [[3, 4], [5, 6]]]", "[[[1, 2]], [], [[3, 4], [5, 6]]] : [3][?][2]int"},
		{"empty([0][2][?]i64)", "empty([0][2][?]int) : [0][2][?]int"},
		{"[empty([0][?]f64), [[1.0]]]", "[[], [[1.0]]] : [2][?][?]f64"},
		{"[[1, 2], [3, 4]]", "[[1, 2], [3, 4]] : [2][2]int"},
		{"[[], []]", "empty([2][0]int) : [2][0]int"},
	} {
		vs, err := readTyped(c.text)
		if err != nil || len(vs) != 1 {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		v := vs[0].Shown()
		if got := value.Format(v, 0) + " : " + v.Type(); got != c.want {
			t.Errorf("%s: %s, wanted %s", c.text, got, c.want)
		}
	}
}

// genRows draws an irregular array, with its rows in order or not.
func genRows(t *rapid.T) *value.Rows {
	size := rapid.IntRange(0, 3)
	dims := []int{size.Draw(t, "size")}
	irregular := false
	for range rapid.IntRange(1, 3).Draw(t, "dimensions") {
		d := rapid.IntRange(-1, 3).Draw(t, "size")
		dims, irregular = append(dims, d), irregular || d < 0
	}
	if !irregular {
		dims = append(dims, -1)
	}
	sizes := make([][]int, len(dims))
	rows := dims[0]
	for k, d := range dims[1:] {
		next := rows * d
		if d < 0 {
			next = 0
			for range rows {
				n := size.Draw(t, "row")
				sizes[k+1], next = append(sizes[k+1], n), next+n
			}
		}
		rows = next
	}
	elem := rapid.SampledFrom([]syntax.Elem{syntax.Int, syntax.F64}).Draw(t, "elem")
	elems := num.NewVec(rows)
	for k := range rows {
		if elem == syntax.F64 {
			elems.Set(k, num.OfFloat(rapid.Float64().Draw(t, "element")))
		} else {
			elems.Set(k, num.Of(rapid.Int64().Draw(t, "element")))
		}
	}
	elems.Words(elem == syntax.F64)
	r := value.NewRows(elem, dims, sizes, elems)
	if rapid.Bool().Draw(t, "reversed") {
		l := r.Levels[0]
		for k, n := 0, l.Sizes.Elems.Len(); k < n/2; k++ {
			for _, v := range []*num.Vec{l.Sizes.Elems, l.Offsets.Elems} {
				x, y := v.At(k), v.At(n-1-k)
				v.Set(k, y)
				v.Set(n-1-k, x)
			}
		}
	}
	return r
}

// TestRowsRoundTrip: an irregular array reads back as itself from a .npz file, and from Fun where its type is given. From a text it
// reads back with the same elements, and is irregular where its rows differ in size.
func TestRowsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRows(t)
		if in := r.InOrder(); !in.Equal(r) {
			t.Fatalf("%s in order is %s", value.Format(r, 0), value.Format(in, 0))
		}
		var b bytes.Buffer
		if err := WriteNPZ(&b, "x.npz", r); err != nil {
			t.Fatal(err)
		}
		vs, err := ReadNPZ(context.Background(), b.String(), "x.npz", []string{"x"}, false, 0)
		if err != nil || len(vs) != 1 || vs[0].Rows == nil || !vs[0].Rows.Equal(r) {
			t.Fatal(vs, err)
		}
		if got := inFun(t, r.Type(), value.Format(r, 0)); !got.Equal(r) {
			t.Fatalf("%s, wanted %s", value.Format(got, 0), value.Format(r, 0))
		}
		b.Reset()
		if err := WriteFuthark(&b, "x.txt", r); err != nil {
			if !strings.Contains(err.Error(), "has no elements") {
				t.Fatal(err)
			}
			return
		}
		if vs, err = readTyped(b.String()); err != nil || len(vs) != 1 || !reads(Typed{Rows: r}, vs[0]) {
			t.Fatal(b.String(), vs, err)
		}
	})
}

// inFun is the value of a text in a program that declares its type.
func inFun(t *rapid.T, typ, text string) *value.Rows {
	p, err := syntax.Parse(diag.NewSource("x.fun", "let (x : "+typ+") = "+text+" in (x)"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatal(err)
	}
	vals, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
	if err != nil || len(vals) != u.Results[0].Parts {
		t.Fatal(vals, err)
	}
	return value.RowsOf(vals)
}

// TestRowsFiles: what a file cannot hold is refused.
func TestRowsFiles(t *testing.T) {
	ints := func(xs ...int64) value.Val {
		return value.Val{A: &value.Array{Shape: []int{len(xs)}, Elems: num.VecOf(xs)}}
	}
	rows := func(sizes, offsets, data value.Val) string {
		return zipped(t, "sizes.npy", asNPY(t, sizes), "data.npy", asNPY(t, data), "offsets.npy", asNPY(t, offsets))
	}
	for _, c := range []struct{ file, want string }{
		{rows(ints(2, 0, 1), ints(2, 9, 1), ints(7, 8, 9)), "[[8, 9], [], [7]]"},
		{rows(ints(2, -1), ints(1, 1), ints(7, 8)), "x.npz: row [2] has size -1 and offset 1, and there are 2 in data"},
		{rows(ints(2), ints(2), ints(7, 8)), "row [1] has size 2 and offset 2"},
		{rows(ints(2), ints(0), ints(7, 8)), "row [1] has size 2 and offset 0"},
		{rows(ints(1<<62), ints(1<<62), ints(7, 8)), "row [1] has size 4611686018427387904"},
		{rows(ints(2), ints(1, 2), ints(7, 8)), "x.npz: sizes are [1]int, and offsets [2]int, wanted one of each for each row"},
		{rows(value.Of(2), ints(1), ints(7, 8)), "x.npz: sizes are int, wanted an array of ints"},
		{rows(ints(2), ints(1), value.Of(7)), "x.npz: data are int, wanted an array"},
		{rows(value.Val{A: &value.Array{Elem: syntax.F64, Shape: []int{1}, Elems: num.VecOfFloats([]float64{2})}}, ints(1), ints(7, 8)), "x.npz: sizes are [1]f64, wanted an array of ints"},
	} {
		vs, err := ReadNPZ(context.Background(), c.file, "x.npz", []string{"x"}, false, 0)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = value.Format(vs[0].Shown(), 0)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s, wanted %s", got, c.want)
		}
	}
	if vs, err := ReadNPZ(context.Background(), rows(ints(1), ints(1), ints(7)), "x.npz", []string{"sizes"}, false, 0); err != nil || !vs[0].Equal(ints(1)) {
		t.Error(vs, err)
	}
	vs, err := readTyped("[[1], []]")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"x.npy": "the rows of the value of type [2][?]int differ in size, and a file of this kind has rows of one size\n  help: write it to a .npz file",
		"x.png": "differ in size",
	} {
		if _, err := Write(filepath.Join(t.TempDir(), name), vs[0].Rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
	none := value.NewRows(syntax.F64, []int{2, -1}, [][]int{nil, {0, 0}}, num.NewVec(0))
	if _, err := Write(filepath.Join(t.TempDir(), "x.txt"), none); err == nil || !strings.Contains(err.Error(), "the value of type [2][?]f64 has no elements") {
		t.Error(err)
	}
}
