package prove

import (
	"fmt"
	"slices"

	"funmem/semantics/poly"
)

// question is two LMADs and what is known of their variables, which take the values
// from 0 to the bound of the oracle.
type question struct {
	shape string
	syms  *Symbols
	facts System
	a, b  LMAD
}

// oracle answers questions by looking at all elements for all values of the variables
// up to a bound.
type oracle struct {
	bound int64
	marks [1 << 16]uint32
	stamp uint32
}

// compiled is a polynomial to be evaluated often.
type compiled []struct {
	coef int64
	vars []int
}

func compile(p poly.Poly) compiled {
	var c compiled
	for _, t := range p.Terms() {
		k, _ := t.Coef.Int64()
		var vars []int
		for _, id := range t.Mono.Vars() {
			for m := t.Mono; m.Has(id); {
				vars = append(vars, id)
				m, _ = m.Div(poly.MonoOf(id))
			}
		}
		c = append(c, struct {
			coef int64
			vars []int
		}{k, vars})
	}
	return c
}

func (c compiled) at(v []int64) int64 {
	var sum int64
	for _, t := range c {
		x := t.coef
		for _, id := range t.vars {
			x *= v[id]
		}
		sum += x
	}
	return sum
}

type compiledLMAD struct {
	offset        compiled
	sizes, stride []compiled
}

func compileLMAD(l LMAD) compiledLMAD {
	c := compiledLMAD{offset: compile(l.Offset)}
	for _, d := range l.Dims {
		c.sizes = append(c.sizes, compile(d.Size))
		c.stride = append(c.stride, compile(d.Stride))
	}
	return c
}

// each visits the offsets of the elements until one visit is false.
func (c *compiledLMAD) each(v []int64, visit func(off int64) bool) bool {
	var walk func(k int, off int64) bool
	walk = func(k int, off int64) bool {
		if k == len(c.sizes) {
			return visit(off)
		}
		s := c.stride[k].at(v)
		for range c.sizes[k].at(v) {
			if !walk(k+1, off) {
				return false
			}
			off += s
		}
		return true
	}
	return walk(0, c.offset.at(v))
}

// facts that can be looked at as soon as the variables up to one have values.
func (q *question) staged() (zeros, nonNegs [][]compiled) {
	n := q.syms.Made()
	stage := func(ps []poly.Poly) [][]compiled {
		out := make([][]compiled, n+1)
		for _, p := range ps {
			last := 0
			if ids := p.Vars(); len(ids) > 0 {
				last = slices.Max(ids)
			}
			out[last] = append(out[last], compile(p))
		}
		return out
	}
	return stage(q.facts.zeros), stage(q.facts.nonNegs)
}

// assignments visits the values of the variables that the facts allow.
func (o *oracle) assignments(q *question, visit func(v []int64) bool) bool {
	zeros, nonNegs := q.staged()
	n := q.syms.Made()
	v := make([]int64, n+1)
	var walk func(id int) bool
	walk = func(id int) bool {
		for _, c := range zeros[id] {
			if c.at(v) != 0 {
				return true
			}
		}
		for _, c := range nonNegs[id] {
			if c.at(v) < 0 {
				return true
			}
		}
		if id == n {
			return visit(v)
		}
		for x := range o.bound + 1 {
			v[id+1] = x
			if !walk(id + 1) {
				return false
			}
		}
		return true
	}
	return walk(0)
}

// disjoint tells whether no values that the facts allow make the two meet.
func (o *oracle) disjoint(q *question) bool {
	a, b := compileLMAD(q.a), compileLMAD(q.b)
	const half = int64(len(o.marks)) / 2
	return o.assignments(q, func(v []int64) bool {
		o.stamp++
		a.each(v, func(off int64) bool {
			o.marks[off+half] = o.stamp
			return true
		})
		return b.each(v, func(off int64) bool { return o.marks[off+half] != o.stamp })
	})
}

// String is the question as :overlap is asked it.
func (q *question) String() string {
	s := q.shape + ": " + q.a.String() + " and " + q.b.String() + " where"
	for _, p := range q.facts.nonNegs {
		s += " " + p.String() + " >= 0,"
	}
	return s
}

func percent(what string, k, n int) string {
	return fmt.Sprintf("  %5.1f %%  of %5d  %s", 100*float64(k)/float64(n), n, what)
}
