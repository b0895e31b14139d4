package infold_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: the checks of the manager catch wrong versions of the pass.
func TestPlantedMistakes(t *testing.T) {
	const applicable, explicit, run, behaved = "applicable.go", "explicit.go", "infold.go", "../../live/behaved.go"
	testkit.Planted(t, [][4]string{
		{"refusals are forgotten", run, "if f.why = s.applicable(f); f.why != nil {", "if f.why = s.applicable(f); f.why != nil && f.acc.Type.Rank() > 9 {"},
		{"the accumulator is used afterwards", applicable, "range b.Stms[at+1:] {", "range b.Stms[:0] {"},
		{"it is used in the next statement", applicable, "range b.Stms[at+1:] {", "range b.Stms[min(at+2, len(b.Stms)):] {"},
		{"it is used by another name", applicable, "if s.live.Meet(id, f.acc.ID) {", "if id == f.acc.ID {"},
		{"it is another result as well", applicable, "return ok && s.live.Meet(v.ID, f.acc.ID)", "return ok && v.ID < 0"},
		{"any access pattern", applicable, "if s.uses(fill, f) && !s.readsOwn(f, fill, block) {", "if s.uses(fill, f) && !s.readsOwn(f, fill, block) && block == nil {"},
		{"a block of any size", applicable, "return s.env.Of(n).Key() == s.env.Of(lmad.Count(f.acc.Type.Dims)).Key() && f.acc", "return n != nil && lmad.Count(f.acc.Type.Dims) != nil && f.acc"},
		{"a part of a block", applicable, "f.acc.Type.Mem.L.RowMajor && s.types", "s.types"},
		{"a block that others use", applicable, "|| syntax.Uses(b, block.ID) < s.mentions[block.ID]", ""},
		{"the indices run in another direction", applicable, "!w.Type.Mem.L.RowMajor || ", ""},
		{"any shape", applicable, "return s.env.Of(m).Key() == s.env.Of(n).Key()", "return m != nil && n != nil"},
		{"a fold within may read it", applicable, "return syntax.Uses(fill, v.ID) == 1", "return syntax.Uses(fill, v.ID) >= 1"},
		{"a fold within begins with anything", applicable, "if !ok || v.ID != f.acc.ID {", "if !ok {"},
		{"a fold within may read it by another name", applicable, "if id != v.ID && s.live.Meet(id, v.ID) {", "if id < 0 {"},
		{"the names of blocks stay", explicit, "return syntax.Subst(p, s.into)", "return p"},
		{"the inner one of two folds goes to a block that is gone", explicit, "s.into[id] = s.last(block)", "s.into[id] = block"},
		{"the blocks are allocated all the same", explicit, "rewrite.Without(s.into)", "rewrite.Without(map[int]bool{})"},
		{"other arrays in the block of the accumulator", behaved, "if id != c.ID && id != block", "if id < 0 && id != block"},
		{"calls that read it", behaved, "range l.Mentions(let) {", "range free(let) {"},
		{"any index", behaved, "return ok && v.ID == b.ID", "return ok || v.ID != b.ID"},
		{"any other reads", behaved, "return own == all", "return own > 0"},
	}, "-vet=off", "-run", "Valid|Random|Allocs")
}
