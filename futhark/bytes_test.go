package futhark

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/semantics/diag"
)

// TestInBytes: the numbers that go into allocs and nowhere else, of a dump and of changes of it.
func TestInBytes(t *testing.T) {
	text, err := fs.ReadFile(corpus.FS(), "rows_insertion.s02-simplify.fut_seq_mem")
	if err != nil {
		t.Fatal(err)
	}
	const (
		all   = "binop_x_5642, binop_y_5643, binop_y_5654, bytes_5644, bytes_5655"
		array = "binop_x_5642, binop_y_5643, bytes_5644"
		first = "for i_5630:i64 < n_5362 do {\n"
	)
	for _, c := range []struct {
		name     string
		old, new string
		want     string
	}{
		{"as it is", "", "", all},
		{"into the bound of a loop", first, strings.Replace(first, "n_5362", "bytes_5655", 1), array},
		{"into a place", "offset: mul_nw64 (i_5630) (m_5363)", "offset: mul_nw64 (i_5630) (binop_y_5654)", array + ", bytes_5655"},
		{"into a number that nobody uses", first, first + "let {other_9001 : i64} = add64(bytes_5644, 1i64)\n", "binop_y_5654, bytes_5655"},
		{"into a number that is not used for allocs alone", first, first + "let {other_9001 : i64} = add64(binop_y_5643, 1i64)\n", "binop_y_5654, bytes_5644, bytes_5655"},
		{"into a condition", first, first + "let {other_9001 : bool} = slt64(0i64, binop_x_5642)\n", "binop_y_5643, binop_y_5654, bytes_5644, bytes_5655"},
		{"into an array", first, first + "let {other_9001 : [1i64]i64 @ mem_5656 -> {base: [1i64]; LMAD: {offset: 0i64; strides: [1i64]; shape: [1i64]}}} = replicate([1i64], bytes_5655)\n", array},
		{"into nothing", "alloc(bytes_5655)", "alloc(8i64)", array},
		{"through a sum", "let {mem_5645 : mem} =\n    alloc(bytes_5644)", "let {sum_9001 : i64} = add_nw64(bytes_5644, bytes_5644)\n  let {mem_5645 : mem} =\n    alloc(sum_9001)", all + ", sum_9001"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.ReplaceAll(string(text), c.old, c.new)
			if c.old == "" {
				changed = string(text)
			} else if changed == string(text) {
				t.Fatal("nothing is changed")
			}
			p, err := Parse(diag.NewSource("dump", changed))
			if err == nil {
				err = Resolve(p)
			}
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, s := range InBytes(p.Funs[0]) {
				names = append(names, s.Pat[0].Name.String())
			}
			slices.Sort(names)
			if got := strings.Join(names, ", "); got != c.want {
				t.Errorf("it is %s, wanted %s", got, c.want)
			}
		})
	}
}
