package schedule_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests catch mistakes in the rewrites.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a border of one iteration less", "split.go", "			lo = max(lo, v)\n", "			lo = max(lo, v-1)\n"},
		{"the middle is thought to end earlier", "split.go", "in.facts.NonNeg(n.Sub(s.env.Of(lit(hi))).Sub(at))", "in.facts.NonNeg(n.Sub(s.env.Of(lit(hi + 1))).Sub(at))"},
		{"the middle is thought to begin later", "split.go", "in.facts.NonNeg(at.Sub(s.env.Of(lit(lo + 1))))", "in.facts.NonNeg(at.Sub(s.env.Of(lit(lo + 2))))"},
		{"the last iterations are others", "split.go", "E: bin(syntax.Add, e.Use(), rest.Use())}", "E: e.Use()}"},
		{"a short kernel has a middle", "split.go", "bin(syntax.Max, bin(syntax.Sub, k.N, lit(lo+hi)), lit(0))", "bin(syntax.Sub, k.N, lit(lo+hi))"},
		{"a remainder of what is too large", "fold.go", "positive, below := f.proves(x), f.proves(y.Sub(x).Sub(one))", "positive, below := f.proves(x), f.proves(y)"},
		{"a remainder of more than twice the divisor", "fold.go", "case positive && f.proves(y.Add(y).Sub(x).Sub(one)):", "case positive:"},
		{"a remainder of what is too negative", "fold.go", "case below && f.proves(x.Add(y)):", "case below:"},
		{"less is at most", "fold.go", "		if f.proves(d.Sub(one)) {\n			return true, true", "		if f.proves(d) {\n			return true, true"},
		{"a variable that changes is known", "fold.go", "	if p := f.env.Of(s.E); f.fixed(p) {", "	if p := f.env.Of(s.E); true {"},
		{"what a branch assigns is known after it", "fold.go", "	f.forget(assigned(s.Then))\n", ""},
		{"what is left out could be stuck", "fold.go", "	if !rewrite.Total(e.X) || !rewrite.Total(e.Y) {", "	if false {"},
		{"a check in the first iteration alone", "checks.go", "range []poly.Poly{one, n}", "range []poly.Poly{one, one.Add(n).Sub(n)}"},
		{"a value that changes later", "same.go", "e != nil && !syntax.Equal(e, a.E)", "e != nil && false"},
		{"the value of a variable that changes", "same.go", "j.changes[y.ID] || ", ""},
		{"a check of what the loop changes", "checks.go", "bad = bad || id != x.ID && local[id]", "bad = bad || false"},
		{"a check of an inner loop without rounds", "checks.go", "return &imp.If{Span: s.Span, Cond: s.Cond, Then: all, Else: s.Else}", "return &imp.If{Span: s.Span, Cond: lit(1), Then: all, Else: s.Else}"},
		{"a copy of what is overwritten", "content.go", "ok = ok && !from[s.X.ID] && (", "ok = ok && (from[s.X.ID] || "},
		{"a copy of what is freed", "content.go", "			ok = ok && !from[s.X.ID]\n		case *imp.Alloc", "			ok = ok && true\n		case *imp.Alloc"},
		{"a block of negative size", "content.go", "f.size && !rewrite.IsSize(n, c.sizes)", "f.size && rewrite.IsSize(n, c.sizes)"},
		{"another element", "content.go", "by := r.indices(s.At)", "by := r.indices(bin(syntax.Add, s.At, lit(1)))"},
		{"a block that is read before", "content.go", "return ok && reads == c.reads[m]", "return ok"},
		{"a block with another name", "content.go", "c.writes[m] != 1 || c.mentions[m] > 0", "c.writes[m] != 1 || false"},
		{"a number that changes", "content.go", "if !own[x.ID] && c.changes[x.ID] {", "if !own[x.ID] && false {"},
		{"a copy to another place", "drop.go", "s.X.ID != from.Y.ID || !syntax.Equal(s.At, from.At) {\n				return false\n			}\n			from = nil", "s.X.ID != from.Y.ID {\n				return false\n			}\n			from = nil"},
		{"one round less", "unroll.go", "for i := int64(1); i <= n; i++ {", "for i := int64(1); i < n; i++ {"},
		{"the middle begins where it began before", "split.go", "		lo, hi = max(lo, lo2), max(hi, hi2)\n", "		return x, inner.stms(body), max(lo, lo2), hi\n"},
		{"turns are counted the other way", "turns.go", "lit(n-1-m)), k)", "lit(m)), k)"},
		{"the last turns are left out", "turns.go", "bin(syntax.Sub, k.N, bin(syntax.Mul, lit(n), count.Use()))", "bin(syntax.Sub, count.Use(), count.Use())"},
		{"a turn sees what another one leaves", "turns.go", "		if !declares(k.Body, id) {\n", "		if !declares(k.Body, id) && false {\n"},
		{"the remainder of what is not known", "turns.go", "err != nil || !m.IsZero()", "err != nil && !m.IsZero()"},
		{"a loop that may be stuck later", "early.go", "case *imp.Write, *imp.Check:", "case *imp.Write:"},
		{"a sum keeps 0", "early.go", "(b.Op == syntax.Mul ||", "(b.Op == syntax.Add ||"},
		{"a disjunction keeps what it has", "early.go", "k == keeps {", "k >= 0 {"},
		{"a share of one round less", "early.go", "lit(atOnce), bin(syntax.Sub, f.N, from.Use())", "lit(atOnce-1), bin(syntax.Sub, f.N, from.Use())"},
		{"the last rounds of a share", "early.go", "bin(syntax.Add, f.N, lit(atOnce-1))", "f.N"},
		{"copies share variables", "copy.go", "		y := j.fresh(x.Name, x.Type.Elem)\n", "		y := &syntax.Binding{Name: x.Name, ID: x.ID, Type: x.Type}\n"},
		{"an element that was written since", "share.go", "		case *imp.Write, *imp.Free, *imp.Alloc:", "		case *imp.Free, *imp.Alloc:"},
		{"an element of a freed block", "share.go", "		case *imp.Write, *imp.Free, *imp.Alloc:", "		case *imp.Write, *imp.Alloc:"},
		{"an element that an earlier round wrote", "share.go", "			s.forget(m.Body...)\n			out = append(out, &imp.For", "			out = append(out, &imp.For"},
		{"an element that a branch wrote", "share.go", "			s.forget(m)\n		case *imp.Kernel", "		case *imp.Kernel"},
		{"a shared number that changes", "share.go", "	if !s.fixed(p) || p.Large() {\n		return false\n	}\n	s.env.Define", "	s.env.Define"},
		{"a number that is computed in a branch alone", "share.go", "yes, no := s.inner().stms(m.Then)", "yes, no := s.stms(m.Then)"},
		{"a number that would be stuck goes", "share.go", "s.kept[m.X.ID] || !rewrite.Total(m.E)", "s.kept[m.X.ID]"},
		{"an unused number that would be stuck goes", "share.go", "!kept[a.X.ID] && rewrite.Total(a.E) {", "!kept[a.X.ID] {"},
		{"a check of what changes", "share.go", "		if !s.fixed(p) || p.Large() || !rewrite.Total(t) {", "		if p.Large() {"},
		{"what is stuck comes before a loop without rounds", "lift.go", "j.elems[a.X.ID] != syntax.Int || !rewrite.Total(a.E) {", "j.elems[a.X.ID] != syntax.Int || false && !rewrite.Total(a.E) {"},
		{"a number that depends on the iteration comes before the loop", "lift.go", "j.changes[v.ID] || inside[v.ID] && values[v.ID] == nil", "j.changes[v.ID]"},
		{"a number that changes comes before the loop", "lift.go", "j.changes[v.ID] || inside[v.ID] && values[v.ID] == nil", "!j.changes[v.ID] && inside[v.ID] && values[v.ID] == nil"},
		{"sums of f64s in parts", "tree.go", "return of == syntax.Int", "return true"},
		{"a part that begins with the value before", "tree.go", "	return lit(0)\n", "	return before.Use()\n"},
		{"what is used otherwise", "tree.go", "if uses(body, id) != 1 {", "if uses(body, id) > 9 {"},
		{"the last rounds", "tree.go", "rounds.Use(), lit(parts-1))", "rounds.Use(), lit(0))"},
		{"a sum that is used twice", "tree.go", " && uses(body, v.ID) == 1", ""},
	}, "-run", "TestRandom|TestRewrites|TestHand", "-rapid.checks", "60", ".")
}
