package footprint_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests catch mistakes in what is found before the run.
func TestPlanted(t *testing.T) {
	const walk, size = "footprint.go", "size.go"
	testkit.Planted(t, [][4]string{
		{"what is given back stays", walk, "live = live.Sub(at[s.Block.ID])", "_ = live"},
		{"the last block alone", walk, "at[s.Pat[0].ID], live = n, live.Add(n)", "at[s.Pat[0].ID], live = n, n"},
		{"a statement alone, without what is in use around it", walk, "inner.storage.plus(live)", "inner.storage.plus(poly.Poly{})"},
		{"a size that is data is one", walk, "				if data != nil {\n					d := *data\n					d.Of = \"the size of block", "				if false {\n					d := *data\n					d.Of = \"the size of block"},
		{"a block that outlives its body is not looked at", walk, "if len(at) > 0 && !(w.main && b == w.top) {", "if false {"},
		{"a larger one is left out for a smaller one", walk, "known.AtLeast(a.p.Sub(b.p).Expr(), least)", "known.AtLeast(b.p.Sub(a.p).Expr(), least)"},
		{"a bound stands for what is exact", walk, "		least = 1\n", "		least = 0\n"},
		{"branches that data choose, as if they were known", walk, "of: []*Size{yes.storage, no.storage}, bound: true}", "of: []*Size{yes.storage, no.storage}}"},
		{"the branches the other way round", walk, "&Size{kind: chosen, cond: cond, of: []*Size{yes, no}}", "&Size{kind: chosen, cond: cond, of: []*Size{no, yes}}"},
		{"loops without rounds need what a round needs", walk, "return &Size{kind: chosen, cond: w.positive(n), n: n, of: []*Size{s, nothing()}}", "return s"},
		{"the last round is taken for the largest", walk, "return in.AtLeast(last.Sub(s.p).Expr(), 0)", "_, _ = in, last; return true"},
		{"the ints of a function in the place of those of the call", walk, "			by[x.ID] = p\n", "			_ = p\n"},
		{"what decides in a function decides in a call of it", walk, "		storage = storage.undecided(x.ID)\n", "		by[x.ID] = p\n"},
		{"a loop of rounds that are not known needs all of them", walk, "unknown(round.storage)", "round.storage"},
		{"the first of the rounds", size, "for k := int64(1); k <= n; k++ {", "for k := int64(1); k <= n && k < 2; k++ {"},
		{"the smallest", size, "most = most.Max(v.at(o, of))", "most = most.Min(v.at(o, of))"},
		{"without rounds as with rounds, in calls", walk, "yes.p.Sub(no.p).Subst(map[int]poly.Poly{id: {}}).IsZero()", "id != 0"},
		{"a condition within the same condition: the other branch", "settle.go", "return s.of[which].where(cond, which)", "return s.of[1-which].where(cond, which)"},
		{"a size that data lead to is one that is reached", walk, "if yes.lack.equal(no.lack) {", "if yes.lack != nil {"},
		{"a size in a round that may not be reached", walk, "return need{s.storage, nothing()}", "return need{s.storage, s.lack}"},
		{"a size is never negative", walk, "lacks = w.add(lacks, exactly(n.Neg()), known)", "_ = n.Neg()"},
		{"numbers: the smallest", "settle.go", "a.Cmp(b) > 0", "a.Cmp(b) < 0"},
		{"a condition that is known: the other branch", "settle.go", "ok && k.IsZero() {", "ok && !k.IsZero() {"},
		{"a bound among bounds is exact", "settle.go", "		if s.bound {\n			o = unknown(o)\n		}\n", ""},
		{"more is added to one of two alone", size, "c.of = append(c.of, o.plus(p))", "c.of = append(c.of, o.plus(p.Mul(poly.Poly{})))"},
	}, "-vet=off")
}
