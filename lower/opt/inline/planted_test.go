package inline_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the checks of the manager find mistakes of the passes.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"the arguments in another order", "inline.go", "by[x.ID] = e.Args[k]", "by[x.ID] = e.Args[len(e.Args)-1-k]"},
		{"the first size of an argument for any", "inline.go", "return t.Dims[dim]", "return t.Dims[dim*0]"},
		{"the first result for all", "inline.go", "in.by[z.ID] = b.Res[k]", "in.by[z.ID] = b.Res[0]"},
		{"the binders of the function as they are", "inline.go",
			"b := syntax.Fresh(in.job.Supply, d.Body, by, results(s, d.Body))", "b := syntax.Subst(d.Body, by)"},
		{"results that are not put in", "inline.go", "d = rewrite.Replace(in.done[f.Name], in.by)", "d = in.done[f.Name]"},
		{"a name of a result that takes no place", "inline.go", "!ok || x.ID != z.ID {", "!ok || z.Text == \"\" && x.ID != z.ID {"},
		{"what is still called left out", "neededdefs.go", "needed[f.Name] = true", "needed[f.Name] = false"},
		{"a value for an int that has none", "specialise.go", "isConst {", "isConst || x.ID > 0 {"},
		{"a value that is not put into functions", "specialise.go", "c.Body = syntax.Subst(f.Body, by)", "c.Body = syntax.Subst(f.Body, nil)"},
		{"a call stays that is within the limit", "inline.go", "n > in.limit {", "n > in.limit/1000 {"},
	}, "-run", "Checked", ".")
}
