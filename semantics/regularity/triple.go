package regularity

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// R is r of Listing 3a: what the size of one dimension is in all iterations around.
type R bool

// The kinds of dimensions.
const (
	Ir  R = false // irregular: the size may differ from one iteration to another
	Reg R = true  // regular: it does not
)

// Triple is d of Listing 3a, ⟨n, i, k⟩. A tuple (d, …) is a slice of triples.
type Triple struct {
	N []R  // n, from the outermost dimension to S, which ends it; none for a number
	I bool // i: ⊤, the value is independent of the iterations around; or ⊥
	K int  // k, the lowest level of the indices of kernels that it depends on; Infinity if there are none
}

// Infinity is ∞, the level of what depends on no index.
const Infinity = math.MaxInt

// independent is ⟨n, ⊤, ∞⟩.
func independent(n []R) Triple { return Triple{n, true, Infinity} }

// And is ∧ of Listing 3b: ⟨n₁, i₁, k₁⟩ ∧ ⟨n₂, i₂, k₂⟩ = ⟨n₁ ∧ n₂, i₁ ∧ i₂, min(k₁, k₂)⟩.
func (d Triple) And(e Triple) Triple { return Triple{andN(d.N, e.N), d.I && e.I, min(d.K, e.K)} }

// andN is n₁ ∧ n₂: S ∧ n = n, n ∧ S = n, and r₁ ▷ n₁ ∧ r₂ ▷ n₂ = r₁ ∧ r₂ ▷ n₁ ∧ n₂.
func andN(m, n []R) []R {
	switch {
	case len(m) == 0:
		return n
	case len(n) == 0:
		return m
	}
	return append([]R{m[0] && n[0]}, andN(m[1:], n[1:])...) // R ∧ R = R, and else Ir
}

// andTuple is (d₁, …) ∧ (d′₁, …) = (d₁ ∧ d′₁, …).
func andTuple(ds, es []Triple) []Triple {
	out := make([]Triple, len(ds))
	for l := range ds {
		out[l] = ds[l].And(es[l])
	}
	return out
}

// ir is ir of Listing 3a: ir(⟨n, i, k⟩) = ⟨irₙ(n), i, k⟩.
func ir(d Triple) Triple { return Triple{irN(d.N), d.I, d.K} }

// irN is irₙ: irₙ(S) = S and irₙ(_ ▷ n) = Ir ▷ irₙ(n).
func irN(n []R) []R { return make([]R, len(n)) }

// scalar is ⟨S, i, k⟩ of ⟨n, i, k⟩: the value alone.
func (d Triple) scalar() Triple { return Triple{nil, d.I, d.K} }

// row is ⟨n, i, k⟩ of ⟨r ▷ n, i, k⟩.
func (d Triple) row() Triple { return Triple{d.N[min(1, len(d.N)):], d.I, d.K} }

// of is ⟨r ▷ n, i, k⟩ for ⟨n, i, k⟩.
func (d Triple) of(r R) Triple { return Triple{append([]R{r}, d.N...), d.I, d.K} }

// equal tells whether two triples are the same.
func (d Triple) equal(e Triple) bool { return slices.Equal(d.N, e.N) && d.I == e.I && d.K == e.K }

// better tells whether d says more about the same value than e.
func (d Triple) better(e Triple) bool { return d.I && !e.I || d.I == e.I && d.K > e.K }

// String is the triple as the paper writes it, such as ⟨R ▷ Ir ▷ S, ⊥, 0⟩.
func (d Triple) String() string {
	var b strings.Builder
	b.WriteString("⟨")
	for _, r := range d.N {
		b.WriteString(map[R]string{Reg: "R", Ir: "Ir"}[r] + " ▷ ")
	}
	b.WriteString("S, " + map[bool]string{true: "⊤", false: "⊥"}[d.I] + ", ")
	if d.K == Infinity {
		return b.String() + "∞⟩"
	}
	return b.String() + strconv.Itoa(d.K) + "⟩"
}
