package expand_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes one mistake in the pass at a time. The checks of the manager find it in
// one of the cases.
func TestPlanted(t *testing.T) {
	const lmad = "../../semantics/lmad/lmad.go"
	mistakes := [][4]string{
		{"x for x - 1, as the paper prints it", "kernel.go", "X: i, Y: lmad.Const(1)}", "X: i, Y: lmad.Const(0)}"},
		{"strides as they were", lmad, "none.Of(d.Stride).Mul(by).Expr()", "none.Of(d.Stride).Expr()"},
		{"offsets as they were, as the paper prints it", lmad, "none.Of(l.Offset).Mul(by)", "none.Of(l.Offset)"},
		{"the block of one iteration", "kernel.go", "all := lmad.Simplify(&syntax.Binary{Op: syntax.Mul, X: b.slot.size, Y: n})", "all := b.slot.size"},
		{"the index of the outer kernel only", "kernel.go", "before := &syntax.Binary{Op: syntax.Sub, X: i, Y: lmad.Const(1)}", "before := syntax.Expr(&syntax.Binary{Op: syntax.Sub, X: i, Y: lmad.Const(1)})\n\tif k.nested {\n\t\tbefore = lmad.Const(0)\n\t}"},
		{"the number of iterations for the size", "kernel.go", "X: before, Y: b.slot.size}", "X: before, Y: []syntax.Expr{n, b.slot.size}[0]}"},
		{"a block that a loop carries", "kernel.go", "b.m.ID); at != nil", "b.m.ID); at != nil && as == nil"},
		{"what may be another block is this one", "flow.go", "len(s.own) > 0 && !s.other", "len(s.own) > 0"},
		{"blocks of one name have parts of different sizes", "flow.go", "if b.group < c.group {", "if b.group < c.group && b == c {"},
		{"the last iteration's size", "slot.go", "greater(a.Use(), x.Use())", "x.Use()"},
		{"the last iteration's size, nested", "slot.go", "greater(acc.Use(), each.Res[0])", "each.Res[0]"},
		{"the last round's size", "need.go", "greater(most.Use(), in.v.Use())", "in.v.Use()"},
		{"a size from what the kernel overwrites", "slice.go", "by != nil && !sl.made(x)", "by != nil && by == nil"},
		{"a size is negative where it is not reached", "../rewrite/guard.go", "if !in.AtLeast(n, 0) {", "if in.AtLeast(n, 0) {"},
		{"a block of a branch that is not taken", "slot.go", "k.known.Guarded(size, taken)", "k.known.Guarded(size, nil)"},
		{"a block of a branch that no iteration takes", "slot.go", "varies == nil || k.inside", "varies == nil || varies != nil || k.inside"},
		{"the part of one iteration is small", "../rewrite/guard.go", "size = size.Mul(iterations)", "_ = iterations"},
		{"rounds that are not done", "slot.go", "} else if varies == nil {", "} else if _, isIf := s.let().Exp.(*syntax.If); isIf && varies == nil {"},
		{"a branch is taken where the other one is", "slot.go", "b.path[j+1].in == e.Then}", "b.path[j+1].in == e.Else}"},
		{"a size that may be stuck, where there is no iteration", "slot.go", "if k.known.AtLeast(k.e.Index[0].N, 1) {", "if m != nil {"},
		{"a block that is passed to a function", "flow.go", "k.given(); call != nil", "k.given(); call != nil && call.Fn == \"\""},
	}
	testkit.Planted(t, mistakes, "-vet=off", "-run", "TestValid|TestFits|TestNoneTakes")
}
