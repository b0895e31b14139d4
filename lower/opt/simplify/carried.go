package simplify

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// carried is what a loop carries, with its body rebuilt.
type carried struct {
	*forward
	pat    []*syntax.Binding
	params []*syntax.Binding
	start  []value // of each parameter
	next   []value // its value at the end of a round
	fixed  []bool  // it keeps its first value in each round
	twin   []int   // an earlier parameter that is the same in each round, or itself
}

// carriedBy compares what a loop starts with and what its rounds give. end is the end of
// its body.
func (f *forward) carriedBy(pat []*syntax.Binding, l *syntax.Loop, end rebuilt) *carried {
	c := &carried{forward: f, pat: pat, params: l.Params}
	for k, x := range l.Params {
		c.start = append(c.start, valueOf(x, l.Init[k], f.env))
		c.next = append(c.next, valueOf(x, end.Res[k], end.env))
	}
	c.fixed, c.twin = slices.Repeat([]bool{true}, len(pat)), numbers(len(pat))
	return c
}

// invariant returns, for each parameter of a loop, its first value if all rounds keep it.
// At first all parameters are supposed to be fixed, until a round gives something else;
// then more may change.
func (c *carried) invariant() []syntax.Expr {
	for again := true; again; {
		again = false
		for k := range c.params {
			if c.fixed[k] && !c.stays(k) && !c.under(c.next[k]).equal(c.start[k]) {
				c.fixed[k], again = false, true
			}
		}
	}
	same := make([]syntax.Expr, len(c.params))
	for k, v := range c.start {
		if c.fixed[k] {
			same[k] = v.x
		}
	}
	return same
}

// stays tells whether a round keeps the value of a parameter or gives the first value of the loop, whatever a check in
// the body says about it.
func (c *carried) stays(k int) bool {
	return sameAtom(c.next[k].x, c.params[k].Use()) || sameAtom(c.next[k].x, c.start[k].x)
}

// under returns a value in a round where fixed parameters have their first values and twins
// are equal.
func (c *carried) under(v value) value {
	if !v.isInt {
		if x := asVar(v.x); x != nil {
			if k := slices.IndexFunc(c.params, func(p *syntax.Binding) bool { return p.ID == x.ID }); k >= 0 {
				return c.param(k)
			}
		}
		return v
	}
	by := map[int]poly.Poly{}
	for k, p := range c.params {
		if p.Type.IsInt() {
			by[p.ID] = c.param(k).n
		}
	}
	return value{n: v.n.Subst(by), isInt: true}
}

// param returns the value of a parameter in a round.
func (c *carried) param(k int) value {
	if c.fixed[k] {
		return c.start[k]
	}
	x := c.params[c.twin[k]]
	return valueOf(x, x.Use(), &poly.Env{})
}

// twins finds what a loop carries twice among what stays: two parameters that start equal,
// and stay equal in a round where all twins are equal. It returns those that still stay,
// and what replaces the parameters of the others.
func (c *carried) twins(pat []*syntax.Binding, stay []int) ([]*syntax.Binding, []int, map[int]syntax.Expr) {
	c.suppose(stay)
	for again := true; again; {
		again = false
		for _, k := range stay {
			if j := c.twin[k]; j != k && !c.under(c.next[k]).equal(c.under(c.next[j])) {
				c.twin[k], again = k, true
			}
		}
	}
	var left []int
	by := map[int]syntax.Expr{}
	for i, k := range stay {
		j := c.twin[k]
		if j == k {
			left = append(left, i)
			continue
		}
		c.did(c.pat[k], "each round of the loop gives what it gives for `%s`, and both start as one", c.pat[j].Written())
		c.learn(c.pat[k])
		c.by[c.pat[k].ID] = c.pat[j].Use()
		by[c.params[k].ID] = c.params[j].Use()
	}
	return choose(pat, left), choose(stay, left), by
}

// suppose takes parameters that start equal as twins.
func (c *carried) suppose(stay []int) {
	for i, k := range stay {
		x := c.params[k]
		if !isSupport(x) || !c.replaceable(c.pat[k:k+1]) {
			continue
		}
		for _, j := range stay[:i] {
			if y := c.params[j]; c.twin[j] == j && x.Type.Elem == y.Type.Elem && isSupport(y) && c.start[k].equal(c.start[j]) {
				c.twin[k] = j
				break
			}
		}
	}
}
