package rewrite_test

import (
	"testing"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestRefusal: refusals with and without a variable of their own become notes.
func TestRefusal(t *testing.T) {
	x, y := &syntax.Binding{Name: "x"}, &syntax.Binding{Name: "y_1", Text: "y"}
	for _, c := range []struct {
		r    *rewrite.Refusal
		want string
	}{
		{rewrite.Refuse(x, "it is 100%%"), "`x`: not done: it is 100%"},
		{rewrite.Refuse(nil, "it is `%s`", "%d"), "`y`: not done: it is `%d`"},
		{rewrite.Refuse(nil, "twice").Because(diag.Span{Start: 1}, "here").Because(diag.Span{Start: 2}, "and %s", "there"), "`y`: not done: twice; here; and there"},
	} {
		var j rewrite.Job
		before := c.r.Of
		n := j.Refuse(c.r.About(y), "not %s: ", "done")
		got := n.Line()
		for _, r := range n.Reasons {
			got += "; " + r.Msg
		}
		if got != c.want || n.Done || len(j.Notes) != 1 || c.r.Of != before {
			t.Errorf("%q, and wanted %q", got, c.want)
		}
	}
}
