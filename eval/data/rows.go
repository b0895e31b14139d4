package data

import (
	"archive/zip"
	"fmt"
	"io"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// A .npz file holds a regular value as numpy.savez does, in arr_0. An irregular array is its parts there: sizes, offsets (from 1)
// and data. If several of its sizes are irregular, these are sizes1, offsets1, sizes2, offsets2, … and data, outermost first.

// inParts says what to do with an irregular array that a file of some kind cannot hold.
const inParts = "write it to a .npz file, which holds its sizes, its offsets and its data"

// partNames are the names of the parts of an irregular array of so many levels.
func partNames(levels int) (names []string) {
	for k := range levels {
		number := ""
		if levels > 1 {
			number = fmt.Sprint(k + 1)
		}
		names = append(names, "sizes"+number, "offsets"+number)
	}
	return append(names, "data")
}

// WriteNPZ writes v as the arrays of a zip file. Messages call it name.
func WriteNPZ(w io.Writer, name string, v value.Shown) error {
	names, arrays := []string{"arr_0"}, []value.Val{}
	switch v := v.(type) {
	case value.Val:
		arrays = append(arrays, v)
	case *value.Rows:
		r := v.InOrder()
		names = partNames(len(r.Levels))
		for _, a := range r.Parts() {
			arrays = append(arrays, value.Val{A: a})
		}
	}
	z := zip.NewWriter(w)
	for k, a := range arrays {
		f, err := z.Create(names[k] + ".npy")
		if err == nil {
			err = WriteNPY(f, name, a)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

// hasParts tells whether the arrays of a file are the parts of an irregular array, and returns their names in order.
func hasParts(order []string) ([]string, bool) {
	names := partNames((len(order) - 1) / 2)
	return names, len(order) > 1 && slices.Equal(slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(names)))
}

// rowsOf is the irregular array of these parts. They may come from anywhere, and must fit together.
func rowsOf(name string, names []string, parts []Typed) (Typed, error) {
	r := &value.Rows{}
	for k := 0; k < len(parts)-1; k += 2 {
		sizes, offsets, under := parts[k].A, parts[k+1].A, parts[min(k+2, len(parts)-1)].A
		for j, a := range []*value.Array{sizes, offsets, under} {
			if a == nil || len(a.Shape) == 0 || j < 2 && a.Elem != syntax.Int {
				return Typed{}, usage("%s: %s are %s, wanted an array of ints", name, names[k+j], parts[k+j].Val.Type())
			}
		}
		if !slices.Equal(sizes.Shape, offsets.Shape) {
			return Typed{}, usage("%s: %s are %s, and %s %s, wanted one of each for each row", name, names[k], parts[k].Val.Type(), names[k+1], parts[k+1].Val.Type())
		}
		total := int64(under.Shape[0])
		for i := range sizes.Elems.Len() {
			n, ok := sizes.Elems.At(i).Int64()
			from, too := offsets.Elems.At(i).Int64()
			if !ok || !too || n < 0 || n > 0 && (from < 1 || n > total || from > total-n+1) {
				return Typed{}, usage("%s: row %s has size %s and offset %s, and there are %d in %s", name, Index(sizes.Shape, i), sizes.Elems.At(i), offsets.Elems.At(i), total, names[min(k+2, len(names)-1)])
			}
			if n == 0 {
				offsets.Elems.Set(i, num.Of(1))
			}
		}
		r.Levels = append(r.Levels, value.Level{Sizes: sizes, Offsets: offsets})
	}
	r.Data = parts[len(parts)-1].A
	return Typed{Rows: r, Type: parts[len(parts)-1].Type}, nil
}
