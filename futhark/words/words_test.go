package words

import (
	"testing"

	"funmem/futhark/tofunmem"
)

// TestEmptyInput checks that with --as-futhark an argument without elements has the type that the entry point takes.
func TestEmptyInput(t *testing.T) {
	o := &Words{AsFuthark: true, Units: []*tofunmem.Unit{{Entries: []*tofunmem.Entry{{Params: []*tofunmem.Param{{Name: "a", Elem: "i32"}, {Name: "b", Elem: "f32"}}}}}}}
	text := "  a = empty([1][0]int)   (given)\n  b = empty([0][2]f64)\n  c = empty([0][2]f64)\n  a = [1]\n"
	want := "  a = empty([1][0]i32)   (given)\n  b = empty([0][2]f32)\n  c = empty([0][2]f64)\n  a = [1]\n"
	if got := o.Text(text); got != want {
		t.Errorf("found %s, wanted %s", got, want)
	}
}

// TestFromZero checks that with --as-futhark the indices and dimensions of messages count from 0.
func TestFromZero(t *testing.T) {
	o := &Words{AsFuthark: true, Units: []*tofunmem.Unit{{}}}
	for text, want := range map[string]string{
		"`x[1, 12]` is 10": "`x[0, 11]` is 10",
		"index 3 is out of bounds: dimension 1 of `x` has size 2":                    "index 2 is out of bounds: dimension 0 of `x` has size 2",
		"slice 4:3:2 starts out of bounds at index 4: dimension 2 of `x` has size 1": "slice 3:3:2 starts out of bounds at index 3: dimension 1 of `x` has size 1",
		"the size of slice 1:-1 in dimension 1 of `x` is -1":                         "the size of slice 0:-1 in dimension 0 of `x` is -1",
		"size 2 of the reshape, `n`, is -1":                                          "size 1 of the reshape, `n`, is -1",
		"index 2 of dimension 1 of `x` would be changed twice":                       "index 1 of dimension 0 of `x` would be changed twice",
		"x.fut_seq_mem:7:3: `x[1]` is 10\n  note: `y[2]`\n":                          "x.fut_seq_mem:7:3: `x[0]` is 10\n  note: `y[1]`\n",
		"[2]:7:3: `x[1]` is 10\n  note: `y[2]`\n":                                    "[2]:7:3: `x[1]` is 10\n  note: `y[2]`\n",
		"in round 1 of loop `x`, offset 2 of block `m`":                              "in round 1 of loop `x`, offset 2 of block `m`",
	} {
		if got := o.Text(text); got != want {
			t.Errorf("%s becomes %s, wanted %s", text, got, want)
		}
	}
}
