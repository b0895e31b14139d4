package equal_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes the proof miss something, one thing at a time. Then a pair is proved that is not equal, or one that is equal is not.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"nothing has to be shown of AFTER", "equal.go", "!r.before && !r.assuming && !r.holds(obligation)", "!r.before && r.assuming && !r.holds(obligation)"},
		{"what holds in one branch holds everywhere", "equal.go", "return subset(keys, r.ctx.keys) })", "return len(keys) >= 0 })"},
		{"obligations of BEFORE hold everywhere", "conditions.go", "		if r.all(keys) {", "		if len(keys) >= 0 {"},
		{"assumptions need not hold", "conditions.go", "r.decided(c); !known || holds != (k == r.truths[c][1]) {", "r.decided(c); known && holds != (k == r.truths[c][1]) {"},
		{"facts hold everywhere", "context.go", "			if subset(fs[c.learned].keys, c.keys) {", "			if len(c.keys) >= 0 {"},
		{"the other branch assumes the same", "conditions.go", "	case c.kind == atMost && holds:", "	case c.kind == atMost:"},
		{"what && says is said by its opposite", "conditions.go", "ok && no.kind == number && !k.IsZero() != holds {", "ok && no.kind == number && (k.IsZero() || holds) {"},
		{"an index has no end", "context.go", "	s.AtMost(i, n)\n", "	s.Less(i, n)\n"},
		{"a bound is as good as a greater one", "context.go", "have.Add(k).Sign() >= 0", "have.Sub(k).Sign() >= 0"},
		{"not negative is 0", "context.go", "return r.proves(p) && r.proves(p.Neg())", "return r.proves(p)"},
		{"f64s commute", "node.go", "func (r *run) apply(op syntax.Op, elem syntax.Elem, args ...*node) *node {\n", "func (r *run) apply(op syntax.Op, elem syntax.Elem, args ...*node) *node {\n	if len(args) == 2 && args[0].id > args[1].id {\n		args[0], args[1] = args[1], args[0]\n	}\n"},
		{"a condition is its opposite", "node.go", "	if negated {\n		a, b = b, a\n	}\n", "	if !negated {\n		a, b = b, a\n	}\n"},
		{"a truth is its opposite", "node.go", "		return r.not(r.known(r.intern(\"m\"+q.Key()", "		return (r.known(r.intern(\"m\"+q.Key()"},
		{"equality is at most", "scalar.go", "	case syntax.Lt:\n		return r.isAtMost(p.Sub(q).Add(one))", "	case syntax.Lt:\n		return r.isAtMost(p.Sub(q))"},
		{"a remainder may be anything", "scalar.go", "r.proves(b) && r.proves(q.Sub(b).Sub(one)) {", "r.proves(b) {"},
		{"no divisor is 0", "scalar.go", "		r.nonzero(e, q)\n", ""},
		{"all ints fit", "scalar.go", "func() bool { return r.proves(x.p.Add(most)) && r.proves(most.Sub(one).Sub(x.p)) || r.fitsLess(x.p, op) }", "func() bool { return true }"},
		{"all is in bounds", "array.go", "func() bool { return r.proves(i.Sub(one)) && r.proves(n.Sub(i)) }", "func() bool { return true }"},
		{"the end is in bounds", "array.go", "func() bool { return r.proves(i.Sub(one)) && r.proves(n.Sub(i)) }", "func() bool { return r.proves(i.Sub(one)) }"},
		{"no size is negative", "array.go", "func() bool { return r.proves(n) }, what)", "func() bool { return true }, what)"},
		{"all checks hold", "array.go", "func() bool { return r.same(d, poly.Poly{}) }", "func() bool { return true }"},
		{"slices are in bounds", "array.go", "		return s, r.proves(lo.Sub(one)) && r.proves(n.Sub(hi))", "		return s, true"},
		{"a slice begins with its second element", "array.go", "p = p.Add(ix[k].Sub(one).Mul(d.steps[k]))", "p = p.Add(ix[k].Mul(d.steps[k]))"},
		{"updates have no end", "array.go", "r.ifThen(r.isAtMost(j.Add(one).Sub(size)), func", "r.ifThen(r.isAtMost(j.Sub(size)), func"},
		{"updates have no steps", "array.go", "return r.ifThen(r.isZero(r.quotient(syntax.Mod, i, step)), then, old)", "return then()"},
		{"a transposed array is itself", "stm.go", "			at[d-1] = ix[k]\n", "			at[k], d = ix[k], d-1\n"},
		{"nobody reads what is not written", "stm.go", "	if !r.scratch || c == nil", "	if r.scratch || c == nil"},
		{"kernels with loops are the same", "kernel.go", "kernelText(n, i, r.print(v))", "kernelText(n, i, keys(v.shape()))"},
		{"the iteration of a kernel is not looked at", "kernel.go", "	if !r.lazy || whole {", "	if whole {"},
		{"the first array of a concatenation is all", "stm.go", "r.ifThen(r.isAtMost(ix[0].Sub(n)), func() *node { return xs[k].at(ix) },", "r.ifThen(r.isAtMost(ix[0].Sub(n).Sub(one)), func() *node { return xs[k].at(ix) },"},
		{"all loops end", "loop.go", "		if x.while && len(together) == 1 {", "		if x.while && len(together) == 0 {"},
		{"loops have as many rounds", "like.go", " || !x.while && !r.quickly(func() bool { return r.same(x.n, y.n) }) {", " {"},
		{"conditions of loops are the same", "loop.go", "			if c != conds[0] {\n				return\n			}\n", "			if c != conds[0] {\n				break\n			}\n"},
		{"states begin alike", "loop.go", "c.constant == x.fixed[k] && r.quickly(func() bool { return r.sameValue(c.init, v) })", "c.constant == x.fixed[k] && c.init.elem() == v.elem() && len(c.init.shape()) == len(v.shape())"},
		{"rounds keep states alike", "loop.go", "		if !changed || !ok {", "		if changed || !changed || !ok {"},
		{"the body of a loop is not looked at", "loop.go", "			if x == strict {\n				work()", "			if x == strict && x == nil {\n				work()"},
		{"BEFORE does not get stuck, nor does AFTER", "compare.go", "		r.before = false\n		r.at = defA.NameAt", "		r.at = defA.NameAt"},
		{"a part is equal if its kind is", "compare.go", "		if !r.equal(n.args[k], m.args[k], depth-1) {\n			return false", "		if r.equal(n.args[k], m.args[k], depth-1) {\n			break"},
		{"one branch is enough", "compare.go", "	for _, holds := range []bool{true, false} {\n		same", "	for _, holds := range []bool{true} {\n		same"},
		{"shapes do not matter", "compare.go", "!r.same(n, m) {\n			r.fail(", "false {\n			r.fail("},
		{"arguments are paired backwards", "compare.go", "			of[x] = numbersB[k]\n		}\n", "			of[x] = numbersB[len(numbersB)-1-k]\n		}\n"},
		{"results may be left out", "compare.go", "	if len(resB) != len(resA) {", "	if len(resB) < len(resA) {"},
		{"rounds write only their own elements", "apart.go", "			if !kept {", "			if !kept && kept {"},
		{"no round has written yet", "apart.go", "if ix[d].Key() == i.Key() {", "if len(ix) > 0 {"},
		{"a round writes what is after the last", "apart.go", "r.ifThen(r.isAtMost(i.Sub(x.n)), func", "r.ifThen(r.isAtMost(i.Sub(x.n).Sub(one)), func"},
		{"all elements are one", "apart.go", "if keys(ix) == keys(at) {", "if len(ix) == len(at) {"},
		{"elements begin with 0", "apart.go", "inits: []value{{n: x.inits[k].a.at(ix)}}", "inits: []value{{n: r.constant(0)}}"},
		{"an int has no greatest value", "scalar.go", " && r.proves(constant(mostLess-1).Sub(p))", ""},
		{"an int has no least value", "scalar.go", " && r.proves(p.Add(constant(mostLess))) && ", " && "},
		{"16 bits are 32", "scalar.go", "syntax.Ops[op].Bits > 32", "syntax.Ops[op].Bits > 8"},
		{"sizes of BEFORE in bytes say nothing", "stm.go", "r.sizing = !r.before && !r.assuming && in.side", "r.sizing = in.side"},
		{"sizes of BEFORE in bytes say nothing in loops", "stm.go", "r.sizing = !r.before && !r.assuming && in.side", "r.sizing = !r.before && in.side"},
		{"after a size in bytes all numbers fit", "stm.go", "		defer func() { r.sizing = false }()\n", "		if r.sizing {\n			r.assuming = true\n		}\n"},
		{"each number is a size in bytes", "stm.go", "&& in.side.InBytes(s.Pat[0].Span)", "&& len(s.Pat) == 1"},
		{"values stand on several lines", "text.go", `strings.Join(strings.Fields(syntax.Print(n)), " ")`, `strings.TrimSpace(syntax.Print(n))`},
		{"long values are whole", "text.go", "if len(text) <= mostCharacters {", "if len(text) <= 99*mostCharacters {"},
	}, "-run", "TestPairs|TestInBytes", ".")
}
