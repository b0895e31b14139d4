package machine

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestAround: nested kernels with the same name and place are mentioned once.
func TestAround(t *testing.T) {
	src := diag.NewSource("f", "0123456789")
	at := func(start, end int) diag.Span { return diag.Span{Src: src, Start: start, End: end} }
	kernel := func(what string, at diag.Span, i int) Frame { return Frame{At: at, What: what, I: i} }
	for _, c := range []struct {
		frames []Frame
		want   string
	}{
		{nil, ""},
		{[]Frame{{At: at(0, 1), Call: &syntax.Def{Name: "f"}}, kernel("k", at(1, 5), 2), {At: at(2, 3), What: "l", I: 4, Rounds: "loop"}},
			"in the call of `f`, in iteration 2 of kernel `k`, in round 4 of loop `l`"},
		{[]Frame{kernel("k", at(1, 5), 2), kernel("k", at(1, 4), 1), kernel("k", at(1, 3), 7)}, "in iteration (2, 1, 7) of kernel `k`"},
		{[]Frame{kernel("k", at(1, 5), 2), kernel("k", at(2, 5), 1)}, "in iteration 2 of kernel `k`, in iteration 1 of kernel `k`"},
		{[]Frame{kernel("k", at(1, 5), 2), kernel("l", at(1, 5), 1)}, "in iteration 2 of kernel `k`, in iteration 1 of kernel `l`"},
		{[]Frame{kernel("k", at(1, 5), 2), {At: at(1, 5), What: "k", I: 3, Rounds: "loop"}, kernel("k", at(1, 5), 1)},
			"in iteration 2 of kernel `k`, in round 3 of loop `k`, in iteration 1 of kernel `k`"},
	} {
		var msgs []string
		for _, n := range Around(c.frames) {
			msgs = append(msgs, n.Msg)
		}
		if got := strings.Join(msgs, ", "); got != c.want {
			t.Errorf("%v: %s, want %s", c.frames, got, c.want)
		}
	}
}
