package branch_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests catch mistakes in the distances.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"equal or not is all that counts", "distance.go", "return math.Abs(x - y)", "return truth(x == y, 1)"},
		{"the other comparison", "distance.go", "syntax.Lt: syntax.Ge, syntax.Ge: syntax.Lt", "syntax.Lt: syntax.Gt, syntax.Ge: syntax.Lt"},
		{"a sign", "distance.go", "return truth(x >= y, y-x)", "return truth(x >= y, x-y)"},
		{"a && b where a is false is not farther", "distance.go", "least = min(least, 1+below(", "least = min(least, below("},
		{"the first part of a || b alone", "distance.go", "least = below(n.distance(res[now], way, scalar))", "least = 1"},
		{"negation", "distance.go", "return n.distance(e.X, !way, scalar)", "return n.distance(e.X, way, scalar)"},
		{"large distances are alike", "distance.go", "log := math.Log1p(d)", "log := d"},
		{"the last distance and not the least", "notes.go", "w.Near[1-now] = min(w.Near[1-now], below(", "w.Near[1-now] = max(0, below("},
		{"one way is taken for the other", "notes.go", "	if holds {\n		w.Went[1] = true", "	if !holds {\n		w.Went[1] = true"},
	}, "-run", "TestDistance|TestNear|TestOne")
}
