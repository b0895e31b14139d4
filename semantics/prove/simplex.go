package prove

import (
	"maps"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// tableau is the dictionary of the system a·y + b >= 0, y >= 0, in which each
// monomial is an unknown of its own: den times the k-th basic variable is
// rows[k][last] + Σ rows[k][j] times the j-th other variable. Entries stay integers
// (Edmonds' pivoting).
type tableau struct {
	rows  [][]int64
	den   int64
	basic []int // of a row: a fact, from 0, or the unknown -1, -2, …
	other []int // of a column
}

// infeasible looks for c with Σ cₖ·fₖ < 0 as refutes wants it. If a row of a
// dictionary has a negative constant and only negative coefficients, no values of the
// monomials make all facts true, and the row shows which sum of facts proves it. It
// gives up when it has computed more numbers than are left.
func (p *prover) infeasible(facts []poly.Poly, simple map[int]bool) (c []int64, ok bool) {
	t, ok := newTableau(facts, simple)
	for range maxPivots {
		if !ok {
			return nil, false
		}
		r := t.negative()
		if r < 0 {
			return nil, false
		}
		col := t.entering(r)
		if col < 0 {
			return t.multipliers(r, len(facts)), true
		}
		numbers := len(t.rows) * (len(t.other) + 1)
		p.entries -= numbers
		ok = p.Step(1+numbers/numbersPerStep) && p.entries >= 0 && t.pivot(r, col)
	}
	return nil, false
}

// newTableau has a row for each fact and a column for each monomial, two for one that
// may be negative. It is not ok when a coefficient is too large.
func newTableau(facts []poly.Poly, simple map[int]bool) (*tableau, bool) {
	monos := map[string]poly.Mono{}
	for _, f := range facts {
		for _, t := range f.Terms() {
			monos[t.Mono.Key()] = t.Mono
		}
	}
	column := map[string]int{}
	width := 0
	for _, key := range sorted(monos) {
		if monos[key].Degree() == 0 {
			continue
		}
		column[key] = width
		if width++; !allIn(monos[key], simple) {
			width++
		}
	}
	t := &tableau{den: 1}
	for j := range width {
		t.other = append(t.other, -1-j)
	}
	for k, f := range facts {
		row := make([]int64, width+1)
		for _, term := range f.Terms() {
			v, small := entry(term)
			if !small {
				return nil, false
			}
			if term.Mono.Degree() == 0 {
				row[width] = v
				continue
			}
			j := column[term.Mono.Key()]
			row[j] = v
			if !allIn(term.Mono, simple) {
				row[j+1] = -v
			}
		}
		t.rows = append(t.rows, row)
		t.basic = append(t.basic, k)
	}
	return t, true
}

// maxEntry bounds the coefficients that a tableau begins with.
const maxEntry = 1 << 31

// entry is a coefficient as a number of a tableau, if it is not too large.
func entry(t poly.Term) (v int64, small bool) {
	v, small = t.Coef.Int64()
	return v, small && -maxEntry <= v && v <= maxEntry
}

// fits tells whether a tableau may have a row for a fact.
func fits(p poly.Poly) bool {
	return !slices.ContainsFunc(p.Terms(), func(t poly.Term) bool {
		_, small := entry(t)
		return !small
	})
}

// negative is the row with a negative constant whose variable comes first, or -1:
// all facts hold with the other variables 0. The least number prevents cycles (Bland).
func (t *tableau) negative() int {
	best := -1
	for k, row := range t.rows {
		if row[len(row)-1] < 0 && (best < 0 || t.basic[k] > t.basic[best]) {
			best = k
		}
	}
	return best
}

// entering is the column with a positive coefficient in the row whose variable comes
// first, or -1.
func (t *tableau) entering(r int) int {
	best := -1
	for j, v := range t.rows[r][:len(t.other)] {
		if v > 0 && (best < 0 || t.other[j] > t.other[best]) {
			best = j
		}
	}
	return best
}

// multipliers reads a row whose coefficients and constant are not positive: its
// variable and the others, times the negated coefficients, sum up to the constant.
func (t *tableau) multipliers(r, facts int) []int64 {
	c := make([]int64, facts)
	if k := t.basic[r]; k >= 0 {
		c[k] = t.den
	}
	for j, k := range t.other {
		if k >= 0 {
			c[k] = -t.rows[r][j]
		}
	}
	return c
}

// pivot exchanges the variables of a row and a column. It is not ok when a number
// does not fit.
func (t *tableau) pivot(r, c int) bool {
	p := t.rows[r][c]
	for k, row := range t.rows {
		f := row[c]
		if k == r {
			continue
		}
		for j := range row {
			if j == c {
				continue
			}
			x, ok1 := num.Mul64(row[j], p)
			y, ok2 := num.Mul64(f, t.rows[r][j])
			d := x - y
			if !ok1 || !ok2 || (x^y)&(x^d) < 0 {
				return false
			}
			row[j] = d / t.den
		}
	}
	row := t.rows[r]
	for j := range row {
		if j != c {
			row[j] = -row[j]
		}
	}
	row[c] = t.den
	t.den = p
	t.basic[r], t.other[c] = t.other[c], t.basic[r]
	return true
}

func sorted(m map[string]poly.Mono) []string { return slices.Sorted(maps.Keys(m)) }
