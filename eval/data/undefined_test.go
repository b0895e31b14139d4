package data

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestUndefined: an element that nobody has written is not written to a file, and is null
// in JSON.
func TestUndefined(t *testing.T) {
	for _, elem := range []syntax.Elem{syntax.Int, syntax.F64} {
		a := &value.Array{Elem: elem, Shape: []int{1, 2}, Elems: num.NewScratch(2, elem == syntax.F64, nil)}
		a.Elems.Set(0, num.Zero(elem == syntax.F64))
		v := value.Val{A: a}
		var b bytes.Buffer
		for what, err := range map[string]error{
			"npy":     WriteNPY(&b, "f", v),
			"futhark": WriteFuthark(&b, "f", v),
		} {
			if err == nil || !strings.Contains(err.Error(), "element [1, 2] is undefined") {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := WritePNG(&b, "f", v); err == nil || !strings.Contains(err.Error(), "a pixel is undefined") {
			t.Error(err)
		}
		var text bytes.Buffer
		w := bufio.NewWriter(&text)
		if err := WriteJSON(w, v); err != nil || w.Flush() != nil || !strings.HasSuffix(text.String(), ",null]]") {
			t.Errorf("%v: %s", err, text.String())
		}
	}
}
