package doublebuffer

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// out takes the allocs of the pool out of the loop, and returns those that come before it.
func (p *pool) out() (before []syntax.Stm) {
	loop := *p.changed()
	loop.Body = p.body
	r := &ring{id: p.s.Pat[0].ID, params: p.params, shadow: map[int]int{}, origins: p.origins}
	at := p.made[0].Span
	carry := func(x *syntax.Binding, first *syntax.Var) int {
		if first == nil {
			m := p.Supply.Again(x)
			before = append(before, &syntax.Let{Span: at, Pat: []*syntax.Binding{m}, Exp: &syntax.Alloc{Span: at, N: p.size}})
			first = m.Use()
		}
		loop.Params = append(slices.Clip(loop.Params), x)
		loop.Init = append(slices.Clip(loop.Init), first)
		p.s.Pat = append(slices.Clip(p.s.Pat), p.Supply.Again(x))
		return len(loop.Params) - 1
	}
	for _, x := range p.spares {
		r.spares = append(r.spares, carry(x, nil))
	}
	for _, k := range p.params {
		if x := p.shadows[k]; x != nil {
			var first *syntax.Var
			if p.stays[k] == nil {
				first = p.first(p.loop.Params[k])
			}
			r.shadow[k] = carry(x, first)
		}
	}
	p.s.Exp = &loop
	p.doubler.rings[r.id] = append(p.doubler.rings[r.id], r)
	p.explain(len(before))
	return before
}

// explain says what was done.
func (p *pool) explain(fresh int) {
	var own []string
	for _, k := range p.params {
		if p.stays[k] == nil {
			own = append(own, "`"+p.first(p.loop.Params[k]).Name+"`")
		}
	}
	count := [...]string{"no", "one", "two", "three", "four", "five"}
	number := fmt.Sprint(fresh)
	if fresh < len(count) {
		number = count[fresh]
	}
	text := fmt.Sprintf("%s blocks from before the loop", number)
	if fresh == 1 {
		text = "one block from before the loop"
	}
	if len(own) > 0 {
		text = fmt.Sprintf("%s, which it starts with, and %s", strings.Join(own, ", "), strings.Replace(strings.Replace(text, "blocks", "more blocks", 1), "block from", "more block from", 1))
	}
	for i, s := range p.made {
		n := p.Did(s.Pat[0], "rounds of `%s` take turns with %s", rewrite.Called(p.s.Pat), text)
		for _, k := range p.params {
			if why := p.stays[k]; why != nil && i == 0 {
				n.Because(why.Span, "`%s`, which `%s` starts with, stays as it is: %s", p.first(p.loop.Params[k]).Name, p.loop.Params[k].Written(), why.Msg)
			}
		}
	}
}
