package shape_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests catch mistakes in the rules.
func TestPlanted(t *testing.T) {
	const rules, file = "rules.go", "shape.go"
	testkit.Planted(t, [][4]string{
		{"branches of any shape", rules, "case !yes[k].p.Sub(no[k].p).IsZero():", "case false:"},
		{"data in the second branch", rules, "			yes[k] = no[k]\n", ""},
		{"rounds that change an int", rules, "!(ok && own == p.ID) && !next[k].p.Sub(cs[k].p).IsZero()", "!(ok && own == p.ID) && false"},
		{"rounds that give another int", rules, "!(ok && own == p.ID)", "!(ok && own != 0)"},
		{"the sizes of other arguments", rules, "by[v.ID] = e.dims[a.ID][n]", "by[v.ID] = e.dims[a.ID][0]"},
		{"calls without their ints", rules, "by[p.ID] = x.Args[k]", "by[p.ID] = p.Use()"},
		{"what was data in a function is none in a call", rules, "return card{data: &d}", "return card{}"},
		{"elements are cardinalities", rules, "return same(let, &Data{Rule: \"S-Get\"", "return e.all([]syntax.Expr{x.At[0]}); return same(let, &Data{Rule: \"S-Get\""},
		{"results of folds are cardinalities", rules, "		e.fold(syntax.FoldOf(x), d)\n		return same(let, d)\n	case *syntax.Scan:", "		d = d; return e.all(x.Ne)\n	case *syntax.Scan:"},
		{"f64s are cardinalities", file, "return at, at.IsValid()", "return at, false"},
		{"a variable that is data is a cardinality", file, "if d := e.data[v.ID]; d != nil {", "if d := e.data[-v.ID]; d != nil {"},
		{"sizes that are results are not looked at", file, "own[x.ID] = ints[k]", "own[-x.ID] = ints[k]"},
	}, "-vet=off")
}
