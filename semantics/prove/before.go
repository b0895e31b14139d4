package prove

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// Before tells, without a search, whether all locations of a lie before those of b. No
// stride may be negative. The difference between the first location of b and the last of a
// must be sums of products of what single facts say is not negative. The parts of a
// concatenation are like that.
func Before(facts System, a, b LMAD) bool {
	gap := b.Offset.Sub(a.Offset).Sub(one)
	for _, d := range a.Dims {
		gap = gap.Sub(d.Size.Sub(one).Mul(d.Stride))
	}
	signs := []poly.Poly{gap}
	for _, l := range []LMAD{a, b} {
		for _, d := range l.Dims {
			signs = append(signs, d.Stride)
		}
	}
	for _, p := range signs {
		if !p.NoNegative() {
			return false
		}
	}
	asked := map[int]bool{}
	for _, p := range signs {
		for _, t := range p.Terms() {
			for _, id := range t.Mono.Vars() {
				x := poly.Term{Coef: num.Of(1), Mono: poly.MonoOf(id)}.Poly()
				if !asked[id] && !facts.Says(x) {
					return false
				}
				asked[id] = true
			}
		}
	}
	return true
}
