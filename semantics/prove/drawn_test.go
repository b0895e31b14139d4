package prove

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/poly"
)

// The sample: pairs that are disjoint for all sizes up to mostSize, none of them twice.
const (
	mostSize   = 12
	fewDrawn   = 160 // pairs, without -more
	manyDrawn  = 600 // with it
	farSize    = 40  // the sizes up to which a pair that is not proved is looked at
	wantProved = 95  // percent
)

// term is a constant up to 4, a size, or a product of these.
func (d *drawn) term(sizes []poly.Poly) poly.Poly {
	size := func() poly.Poly { return sizes[d.IntN(len(sizes))] }
	switch d.IntN(6) {
	case 0, 1:
		return d.number(0, 4)
	case 2, 3:
		return size()
	case 4:
		return size().Mul(d.number(2, 4))
	}
	return size().Mul(size())
}

// sum is a term, or the sum of two.
func (d *drawn) sum(sizes []poly.Poly) poly.Poly {
	p := d.term(sizes)
	if d.IntN(2) == 0 {
		p = p.Add(d.term(sizes))
	}
	return p
}

// lmad is an LMAD of the given rank. Its sizes are the two sizes, constants from 1 to 4, or a size and such a constant more.
func (d *drawn) lmad(rank int, sizes []poly.Poly) LMAD {
	l := LMAD{Offset: d.sum(sizes)}
	for range rank {
		n := d.number(1, 4)
		switch d.IntN(4) {
		case 0, 1:
			n = sizes[d.IntN(2)]
		case 2:
			n = sizes[d.IntN(2)].Add(d.number(1, 4))
		}
		l.Dims = append(l.Dims, Dim{n, d.sum(sizes)})
	}
	return l
}

// locationSet is a set of offsets.
type locationSet []uint64

// set is the locations of an LMAD whose parts are not negative.
func (e *evaluator) set(l compiledLMAD, v []int64) locationSet {
	sizes, strides, off, ok := e.concrete(l, v)
	if !ok {
		panic("not evaluated")
	}
	last := off
	for k, n := range sizes {
		if n <= 0 {
			return nil
		}
		last += (n - 1) * strides[k]
	}
	s := make(locationSet, last/64+1)
	s[off/64] = 1 << (off % 64)
	for k, n := range sizes {
		for have := int64(1); have < n; { // there are have copies of it, a stride apart
			by := min(have, n-have)
			s.shifted(by * strides[k])
			have += by
		}
	}
	return s
}

// shifted adds what lies by so many locations further on.
func (s locationSet) shifted(by int64) {
	words, rest := int(by/64), by%64
	for k := len(s) - 1; k >= words; k-- {
		w := s[k-words] << rest
		if rest > 0 && k > words {
			w |= s[k-words-1] >> (64 - rest)
		}
		s[k] |= w
	}
}

func (s locationSet) meets(t locationSet) bool {
	for k := range min(len(s), len(t)) {
		if s[k]&t[k] != 0 {
			return true
		}
	}
	return false
}

func (s locationSet) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// kindOf is how two LMADs that are disjoint for all sizes up to mostSize lie to each other, or "" if they meet for some: one lies before
// the other for all sizes, or they lie between each other for some. Pairs of which there are never two locations each at
// once are "empty": anybody can tell that they are apart.
func kindOf(q *question, mostSize int64) string {
	e := &evaluator{vars: q.syms.Made()}
	a, ok := e.compileLMAD(q.a)
	b, ok2 := e.compileLMAD(q.b)
	if !ok || !ok2 {
		panic("not evaluated")
	}
	before, after, some := true, true, false
	v := make([]int64, e.vars+1)
	for v[1] = 0; v[1] <= mostSize; v[1]++ {
		for v[2] = 0; v[2] <= mostSize; v[2]++ {
			s, t := e.set(a, v), e.set(b, v)
			if s.meets(t) {
				return ""
			}
			if s == nil || t == nil {
				continue
			}
			some = some || s.count() > 1 && t.count() > 1
			before, after = before && s.last() < t.first(), after && t.last() < s.first()
		}
	}
	switch {
	case !some:
		return "empty"
	case before || after:
		return "one before the other"
	}
	return "between each other"
}

func (s locationSet) first() int {
	k := slices.IndexFunc(s, func(w uint64) bool { return w != 0 })
	return 64*k + bits.TrailingZeros64(s[k])
}

func (s locationSet) last() int {
	for k, w := range slices.Backward(s) {
		if w != 0 {
			return 64*k + bits.Len64(w) - 1
		}
	}
	panic("empty")
}

// proofCount is how many pairs were drawn, and how many of them were proved.
type proofCount struct{ drawn, proved int }

func (c proofCount) more(proved bool) proofCount {
	c.drawn++
	if proved {
		c.proved++
	}
	return c
}

// TestDrawnPairs draws pairs of LMADs of ranks 1 to 3. Offsets and strides are sums of up to two terms; a term is a constant up to 4,
// one of two sizes, or a product of these. Of the pairs that share no location for sizes up to 12, 95 % have to be proved
// disjoint; that the sizes are not negative is all that is known. Pairs are dropped that never have two locations each at once, and
// pairs that came before. At most half of the rest may be of those where one lies before the other. A pair that is not proved
// and that meets for some sizes up to 40 is counted apart, since a proof would be wrong. No pair that meets for sizes up to 12 may be proved.
func TestDrawnPairs(t *testing.T) {
	want := fewDrawn
	if testkit.More() {
		want = manyDrawn
	}
	var mu sync.Mutex
	counts, missed := map[string]proofCount{}, []string{}
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(27, uint64(worker)))
			seen, of := map[string]bool{}, map[string]int{}
			for of["one before the other"]+of["between each other"] < want/workers && !t.Failed() {
				d := &drawn{r, question{syms: &Symbols{}}}
				sizes := []poly.Poly{d.size("n"), d.size("m")}
				ra, rb := 1+r.IntN(3), 1+r.IntN(3)
				d.a, d.b = d.lmad(ra, sizes), d.lmad(rb, sizes)
				q := &d.question
				kind := kindOf(q, mostSize)
				if d.shape = fmt.Sprintf("ranks %d and %d, %s", min(ra, rb), max(ra, rb), kind); seen[q.String()] {
					continue
				}
				if kind == "one before the other" && of[kind] >= want/workers/2 || kind == "empty" {
					continue
				}
				// One in some of those that meet is asked about.
				if kind == "" && r.IntN(64) > 0 {
					continue
				}
				seen[q.String()] = true
				of[kind]++
				_, ok := Disjoint(q.syms, q.facts, q.a, q.b)
				if kind != "" && !ok && kindOf(q, farSize) == "" {
					kind = "they meet for greater sizes" // so no proof is right
				}
				mu.Lock()
				switch {
				case kind == "" && ok:
					t.Errorf("wrong proof: %s", q)
				case kind == "they meet for greater sizes":
					counts[kind] = counts[kind].more(false)
				case kind != "" && !ok:
					missed = append(missed, q.String())
				}
				if kind == "one before the other" || kind == "between each other" {
					for _, name := range []string{kind, d.shape, "all"} {
						counts[name] = counts[name].more(ok)
					}
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	var lines []string
	for name, c := range counts {
		lines = append(lines, percent(name, c.proved, c.drawn))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[20:], b[20:]) })
	slices.Sort(missed)
	t.Logf("proved of the disjoint ones:\n%s\nnot proved:\n%s", strings.Join(lines, "\n"), strings.Join(missed[:min(len(missed), 60)], "\n"))
	if c := counts["all"]; c.proved*100 < c.drawn*wantProved {
		t.Errorf("%s, and %d %% are wanted", percent("all", c.proved, c.drawn), wantProved)
	}
}
