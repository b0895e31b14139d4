package prove

import (
	"flag"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"funmem/semantics/poly"
)

var pairs = flag.Int("pairs", 4000, "how many random pairs of LMADs are tried")

// drawn is a question in the making.
type drawn struct {
	*rand.Rand
	question
}

func (d *drawn) size(name string) poly.Poly {
	n := d.syms.New(name)
	d.facts.NonNeg(n)
	return n
}

// signed is an int that may be negative.
func (d *drawn) signed(name string) poly.Poly {
	x := d.syms.New(name)
	d.negative = append(d.negative, d.syms.Made())
	return x
}

// dim is a size that is a variable, or sometimes a number.
func (d *drawn) dim(name string) poly.Poly {
	if d.IntN(4) == 0 {
		return constant(int64(1 + d.IntN(5)))
	}
	return d.size(name)
}

// iterations are two indices 1 <= i < j <= n; now and then i may be j.
func (d *drawn) iterations(n poly.Poly) (i, j poly.Poly) {
	i, j = d.syms.New("i"), d.syms.New("j")
	d.facts.AtMost(one, i)
	d.facts.AtMost(j, n)
	if d.IntN(12) == 0 {
		d.facts.AtMost(i, j)
	} else {
		d.facts.Less(i, j)
	}
	if d.IntN(2) == 0 {
		return j, i
	}
	return i, j
}

// offset is an index 1 <= i <= n.
func (d *drawn) offset(n poly.Poly) poly.Poly {
	i := d.syms.New("k")
	d.facts.AtMost(one, i)
	d.facts.AtMost(i, n)
	return i
}

func (d *drawn) number(lo, hi int) poly.Poly { return constant(int64(lo + d.IntN(hi-lo+1))) }

func rowMajor(sizes ...poly.Poly) LMAD {
	l := LMAD{Dims: make([]Dim, len(sizes))}
	stride := one
	for k, n := range slices.Backward(sizes) {
		l.Dims[k] = Dim{n, stride}
		stride = stride.Mul(n)
	}
	return l
}

// fix is dimension k at the index i, from 1.
func (l LMAD) fix(k int, i poly.Poly) LMAD {
	return LMAD{l.Offset.Add(i.Sub(one).Mul(l.Dims[k].Stride)), slices.Delete(slices.Clone(l.Dims), k, k+1)}
}

// part is o : n : s of dimension k.
func (l LMAD) part(k int, o, n, s poly.Poly) LMAD {
	m := LMAD{l.Offset.Add(o.Sub(one).Mul(l.Dims[k].Stride)), slices.Clone(l.Dims)}
	m.Dims[k] = Dim{n, l.Dims[k].Stride.Mul(s)}
	return m
}

func (l LMAD) shift(p poly.Poly) LMAD { return LMAD{l.Offset.Add(p), l.Dims} }

// flip is a dimension back to front.
func (l LMAD) flip(k int) LMAD {
	m := LMAD{l.Offset.Add(l.Dims[k].Size.Sub(one).Mul(l.Dims[k].Stride)), slices.Clone(l.Dims)}
	m.Dims[k].Stride = m.Dims[k].Stride.Neg()
	return m
}

// shapes are the kinds of questions, modelled on what programs do.
var shapes = map[string]func(d *drawn) (a, b LMAD){
	"rows": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		i, j := d.iterations(n)
		x := rowMajor(n, m)
		return x.fix(0, i), x.fix(0, j)
	},
	"columns": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		i, j := d.iterations(m)
		x := rowMajor(n, m)
		return x.fix(1, i), x.fix(1, j)
	},
	"planes": func(d *drawn) (a, b LMAD) {
		sizes := []poly.Poly{d.dim("n"), d.dim("m"), d.dim("l")}
		k := d.IntN(3)
		i, j := d.iterations(sizes[k])
		x := rowMajor(sizes...)
		return x.fix(k, i), x.fix(k, j)
	},
	"neighbours": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		k := d.IntN(2)
		i, j := d.iterations([]poly.Poly{n, m}[k])
		x := rowMajor(n, m)
		return x.fix(k, i.Add(d.number(-1, 1))), x.fix(k, j.Add(d.number(-1, 2)))
	},
	"halves": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		k := d.syms.New("k")
		d.facts.NonNeg(k)
		at := d.IntN(2)
		size := []poly.Poly{n, m}[at]
		d.facts.AtMost(k, size)
		x := rowMajor(n, m)
		return x.part(at, one, k, one), x.part(at, k.Add(d.number(0, 1)), size.Sub(k), one)
	},
	"cells": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		i, j := d.iterations(n)
		x := rowMajor(n, m)
		return x.fix(0, i).fix(0, d.offset(m)), x.fix(0, j).fix(0, d.offset(m))
	},
	"tiles": func(d *drawn) (a, b LMAD) {
		t := d.number(1, 4)
		if d.IntN(2) == 0 {
			t = d.size("t")
		}
		n, m := d.dim("n"), d.dim("m")
		i, j := d.iterations(n)
		x := LMAD{Dims: []Dim{{t, m.Mul(t)}, {t, one}}}
		row, col := x.Dims[0].Stride.Mul(t), t
		if d.IntN(2) == 0 {
			k, l := d.offset(m), d.offset(m)
			return x.shift(row.Mul(i).Add(col.Mul(k))), x.shift(row.Mul(j).Add(col.Mul(l)))
		}
		d.facts.AtMost(j, m)
		d.facts.AtMost(i, m)
		k, l := d.offset(n), d.offset(n)
		return x.shift(row.Mul(k).Add(col.Mul(i))), x.shift(row.Mul(l).Add(col.Mul(j)))
	},
	"blocked": func(d *drawn) (a, b LMAD) {
		n, t := d.dim("n"), d.dim("t")
		i, j := d.iterations(n)
		x := LMAD{Dims: []Dim{{t, one}}}
		return x.shift(i.Sub(one).Mul(t)), x.shift(j.Sub(one).Mul(t))
	},
	"interleaved": func(d *drawn) (a, b LMAD) {
		p, n, m := d.dim("p"), d.dim("n"), d.dim("m")
		i, j := d.iterations(p)
		x := LMAD{Dims: []Dim{{n, p}}}
		if d.IntN(2) == 0 {
			x = LMAD{Dims: []Dim{{n, m.Mul(p)}, {m, p}}}
		}
		return x.shift(i), x.shift(j)
	},
	"strided": func(d *drawn) (a, b LMAD) {
		n, m, s := d.dim("n"), d.dim("m"), d.number(2, 4)
		a = LMAD{d.number(0, 3), []Dim{{n, s}}}
		b = LMAD{d.number(0, 3), []Dim{{m, s}}}
		if d.IntN(2) == 0 {
			b.Dims[0].Stride = s.Mul(d.number(1, 2))
		}
		return a, b
	},
	"symbolic stride": func(d *drawn) (a, b LMAD) {
		n, s := d.dim("n"), d.size("s")
		i, j := d.iterations(s)
		return LMAD{i, []Dim{{n, s}}}, LMAD{j, []Dim{{d.dim("m"), s}}}
	},
	"triangle": func(d *drawn) (a, b LMAD) {
		n := d.size("n")
		i, j := d.iterations(n)
		x := rowMajor(n, n)
		low := func(i poly.Poly) LMAD { return x.fix(0, i).part(0, one, i, one) }
		up := func(i poly.Poly) LMAD { return x.fix(0, i).part(0, i, n.Sub(i).Add(one), one) }
		left := func(i poly.Poly) LMAD { return x.fix(1, i).part(0, one, i, one) }
		kinds := []func(poly.Poly) LMAD{low, up, left}
		return kinds[d.IntN(3)](i), kinds[d.IntN(3)](j)
	},
	"growing": func(d *drawn) (a, b LMAD) {
		n := d.size("n")
		i, j := d.iterations(n)
		x := func(i poly.Poly) LMAD { return LMAD{i.Mul(i), []Dim{{i.Add(i).Add(d.number(0, 1)), one}}} }
		return x(i), x(j)
	},
	"diagonals": func(d *drawn) (a, b LMAD) {
		n := d.size("n")
		x := rowMajor(n, n)
		diagonal := LMAD{Dims: []Dim{{n, n.Add(one)}}}
		i := d.offset(n)
		switch d.IntN(3) {
		case 0:
			return diagonal, LMAD{d.number(0, 2), []Dim{{n.Sub(one), n.Add(one)}}}
		case 1:
			return diagonal, x.fix(0, i).part(0, i.Add(d.number(0, 1)), n.Sub(i), one)
		}
		j := d.offset(n)
		d.facts.Less(i, j)
		k := d.size("b")
		return LMAD{i, []Dim{{k, n.Add(one)}}}, LMAD{j, []Dim{{k, n.Add(one)}}}
	},
	"antidiagonals": func(d *drawn) (a, b LMAD) {
		n := d.size("n")
		i, j := d.iterations(n)
		x := func(i poly.Poly) LMAD { return LMAD{i.Sub(one), []Dim{{i, n.Sub(one)}}} }
		return x(i), x(j)
	},
	"border": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		x := rowMajor(n, m)
		two := constant(2)
		inner := x.part(0, two, n.Sub(two), one).part(1, two, m.Sub(two), one)
		edges := []LMAD{x.fix(0, one), x.fix(0, n), x.fix(1, one), x.fix(1, m), x.fix(0, two)}
		return inner, edges[d.IntN(len(edges))]
	},
	"even and odd": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		x := LMAD{Dims: []Dim{{n, m.Add(m)}, {m, one}}}
		return x, x.shift(m.Add(d.number(-1, 1)))
	},
	"concat": func(d *drawn) (a, b LMAD) {
		n, m, l := d.dim("n"), d.dim("m"), d.dim("l")
		a = rowMajor(n, l)
		return a, rowMajor(m, l).shift(n.Mul(l).Add(d.number(-1, 1)))
	},
	"batch": func(d *drawn) (a, b LMAD) {
		p, n, m := d.dim("p"), d.dim("n"), d.dim("m")
		i, j := d.iterations(p)
		x := rowMajor(p, n, m)
		y, z := x.fix(0, i), x.fix(0, j)
		if d.IntN(2) == 0 {
			y = y.fix(1, d.offset(m))
		}
		if d.IntN(2) == 0 {
			z = z.fix(0, d.offset(n))
		}
		return y, z
	},
	"red and black": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		two := constant(2)
		row := m.Mul(two)
		i := d.offset(n)
		if d.IntN(2) == 0 {
			red := LMAD{Dims: []Dim{{n, row}, {m, two}}}
			return red, red.shift(d.number(-1, 2))
		}
		return LMAD{i.Mul(row), []Dim{{m, two}}}, LMAD{d.offset(n).Mul(row).Add(d.number(0, 3)), []Dim{{m, two}}}
	},
	"inner blocks": func(d *drawn) (a, b LMAD) {
		n, k, t := d.dim("n"), d.dim("k"), d.dim("t")
		i, j := d.iterations(n)
		x := rowMajor(n, k, t)
		if d.IntN(2) == 0 {
			o := d.offset(t)
			return x.fix(0, i).part(1, one, o, one), x.fix(0, j).fix(1, o)
		}
		return x.fix(2, d.offset(t)).fix(0, i), x.fix(0, j)
	},
	"wavefront": func(d *drawn) (a, b LMAD) {
		// blocks on an antidiagonal, and the row and column that they read (NW, SC'22)
		t := d.dim("t")
		d.facts.AtMost(one, t)
		q, i := d.size("q"), d.size("i")
		d.facts.Less(i, q)
		n := q.Mul(t).Add(one)
		o, step, k := i.Mul(t), n.Mul(t).Sub(t), i.Add(one)
		w := LMAD{o.Add(n).Add(one), []Dim{{k, step}, {t, n}, {t, one}}}
		if d.IntN(2) == 0 {
			return w, LMAD{o, []Dim{{k, step}, {t.Add(one), n}}}
		}
		return w, LMAD{o.Add(one), []Dim{{k, step}, {t, one}}}
	},
	"signed": func(d *drawn) (a, b LMAD) {
		n, m := d.size("n"), d.size("m")
		s, o := d.signed("s"), d.signed("o")
		switch d.IntN(4) {
		case 0:
			d.facts.Less(poly.Poly{}, s)
		case 1:
			d.facts.Less(s, poly.Poly{})
		}
		if d.IntN(2) == 0 {
			return LMAD{o, []Dim{{n, s}}}, LMAD{o.Add(n.Mul(s)), []Dim{{m, s}}}
		}
		i, j := d.iterations(n)
		return LMAD{o.Add(i.Mul(s)), []Dim{{s, one}}}, LMAD{o.Add(j.Mul(s)), []Dim{{s, one}}}
	},
	"tail": func(d *drawn) (a, b LMAD) {
		n, t := d.size("n"), d.number(2, 4)
		k := d.size("k")
		d.facts.AtMost(k.Mul(t), n)
		return LMAD{Dims: []Dim{{k, t}, {t, one}}}, LMAD{k.Mul(t), []Dim{{n.Sub(k.Mul(t)), one}}}
	},
	"pairs": func(d *drawn) (a, b LMAD) {
		n, s := d.dim("n"), d.number(2, 3)
		i, j := d.iterations(n)
		return LMAD{i.Mul(s), []Dim{{s, one}}}, LMAD{j.Mul(s), []Dim{{s.Sub(d.number(0, 1)), one}}}
	},
	"anything": func(d *drawn) (a, b LMAD) {
		n, m := d.dim("n"), d.dim("m")
		any := func() LMAD {
			l := LMAD{Offset: d.number(-2, 6)}
			for range 1 + d.IntN(2) {
				l.Dims = append(l.Dims, Dim{[]poly.Poly{n, m, one, n.Sub(one)}[d.IntN(4)], []poly.Poly{n, m, d.number(-4, 4), one}[d.IntN(4)]})
			}
			if d.IntN(2) == 0 {
				l.Offset = l.Offset.Add([]poly.Poly{n, m, n.Mul(m)}[d.IntN(3)])
			}
			return l
		}
		return any(), any()
	},
}

// draw is a random question: a shape, often seen through another view, and now and
// then made wrong.
func draw(r *rand.Rand) *question {
	names := make([]string, 0, len(shapes))
	for name := range shapes {
		names = append(names, name)
	}
	sort.Strings(names)
	d := &drawn{r, question{syms: &Symbols{}}}
	if d.shape = "anything"; r.IntN(5) > 0 {
		d.shape = names[r.IntN(len(names))]
	}
	d.a, d.b = shapes[d.shape](d)
	d.a, d.b = d.seen(d.a), d.seen(d.b)
	if r.IntN(2) == 0 {
		d.a, d.b = d.b, d.a
	}
	return &d.question
}

// seen is an LMAD through another view: dimensions permuted, back to front, parts of
// them; sometimes with a mistake.
func (d *drawn) seen(l LMAD) LMAD {
	l.Dims = slices.Clone(l.Dims)
	if k := len(l.Dims); k > 0 {
		switch d.IntN(10) {
		case 0:
			l = l.flip(d.IntN(k))
		case 1:
			d.Shuffle(k, func(i, j int) { l.Dims[i], l.Dims[j] = l.Dims[j], l.Dims[i] })
		case 2:
			at := d.IntN(k)
			l.Dims[at].Size = l.Dims[at].Size.Add(d.number(-1, 1))
		case 3:
			at := d.IntN(k)
			l = l.part(at, one, l.Dims[at].Size.Sub(one), one)
		}
	}
	if d.IntN(20) == 0 {
		l.Offset = l.Offset.Add(d.number(-1, 1))
	}
	return l
}

// answer is the answers of the prover and the oracle.
type answer struct{ proved, disjoint bool }

// workers is how many parts the questions come in.
const workers = 4

// TestRandomPairs asks many questions. The oracle looks at all elements for variables
// up to 8. It must refute none that is proved, and most that it does not refute must
// be proved.
func TestRandomPairs(t *testing.T) {
	disjoint, proved := map[string]int{}, map[string]int{}
	missed := map[string]string{}
	answers := map[string]answer{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			r, o := rand.New(rand.NewPCG(1, uint64(worker))), &oracle{bound: 8}
			for range *pairs / workers {
				if t.Failed() {
					return
				}
				q := draw(r)
				key := q.String()
				mu.Lock()
				known, seen := answers[key]
				mu.Unlock()
				if !seen {
					_, known.proved = Disjoint(q.syms, q.facts, q.a, q.b)
					known.disjoint = o.disjoint(q)
				}
				ok, truth := known.proved, known.disjoint
				mu.Lock()
				answers[key] = known
				switch {
				case ok && !truth:
					t.Errorf("wrong proof: %s", q)
				case ok:
					proved[q.shape]++
					proved["all"]++
				case truth:
					missed[q.shape] += "\n    " + q.String()
				}
				if truth {
					disjoint[q.shape]++
					disjoint["all"]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	var lines []string
	for shape, n := range disjoint {
		lines = append(lines, percent(shape, proved[shape], n))
	}
	sort.Strings(lines)
	t.Logf("%d pairs, %d of them different; proved of the disjoint ones:\n%s", *pairs, len(answers), strings.Join(lines, "\n"))
	if testing.Verbose() {
		for shape, m := range missed {
			t.Logf("%s: %s", shape, m[:min(len(m), 900)])
		}
	}
	if n := disjoint["all"]; proved["all"]*100 < n*95 {
		t.Errorf("%s, and 95 %% are wanted", percent("all", proved["all"], n))
	}
}
