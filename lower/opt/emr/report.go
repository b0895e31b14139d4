package emr

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// report writes the candidates of each with-loop after each phase, as §4.1.1 and §4.1.2 print them, and what became of it.
func (r *reuse) report() string {
	var inference, filtering, blocks strings.Builder
	for _, w := range r.order {
		x := w.x.Written()
		fmt.Fprintf(&inference, "  %s: `%s`: RC=%s, ERC=%s\n", w.x.Span, x, names(w.rc), names(w.erc))
		switch {
		case w.chosen == nil:
			fmt.Fprintf(&filtering, "  `%s`: RC={}, ERC={}\n", x)
			fmt.Fprintf(&blocks, "  `%s`: a block of its own, `%s`\n", x, w.m.Written())
			continue
		case slices.Contains(w.rc, w.chosen):
			fmt.Fprintf(&filtering, "  `%s`: RC=%s, ERC={}\n", x, names(w.left))
		default:
			fmt.Fprintf(&filtering, "  `%s`: RC={}, ERC=%s\n", x, names(w.left))
		}
		fmt.Fprintf(&blocks, "  `%s`: the block of `%s`\n", x, w.chosen.x.Written())
	}
	return "inference (Algorithm 1)\n" + inference.String() + "filtering (Algorithm 2)\n" + filtering.String() + "what each is computed in\n" + blocks.String()
}

// ofLoops writes what the third phase made of the loops of a program, as §4.1.3 prints it, and what it noted.
func (r *reuse) ofLoops(before, after *syntax.Program, notes []rewrite.Note) string {
	text := "loops (Algorithms 3 and 4)\n"
	for _, n := range notes {
		text += "  " + n.Line() + "\n"
	}
	l := &loopReport{alone: map[int]bool{}, known: map[int]bool{}}
	for _, w := range r.order {
		l.alone[w.x.ID] = w.chosen == nil
	}
	for _, loop := range loopsOf(before) {
		for _, x := range loop.Exp.(*syntax.Loop).Params {
			l.known[x.ID] = true
		}
	}
	for _, loop := range loopsOf(after) {
		l.loop(loop)
	}
	return text + l.text.String()
}

// loopReport writes the candidates that loops pass on.
type loopReport struct {
	alone map[int]bool // with-loops without candidates of their body, by the ID of the array
	known map[int]bool // the parameters that loops had before
	text  strings.Builder
}

// loop writes the fresh parameters of a loop, what they begin with, and what the next round gets for them; and the with-loops of
// its rounds that are computed in their blocks.
func (l *loopReport) loop(let *syntax.Let) {
	e := let.Exp.(*syntax.Loop)
	fresh := map[int]*syntax.Binding{}
	var params []string
	for k, x := range e.Params {
		if !l.known[x.ID] && x.Type.Elem == syntax.Mem {
			fresh[x.ID] = x
			params = append(params, fmt.Sprintf("`%s` (first `%s`, then `%s`)", x.Name, e.Init[k].(*syntax.Var).Name, e.Body.Res[k].(*syntax.Var).Name))
		}
	}
	if len(fresh) == 0 {
		return
	}
	fmt.Fprintf(&l.text, "  loop `%s`: fresh %s\n", rewrite.Called(let.Pat), strings.Join(params, ", "))
	l.round(e.Body, fresh)
}

// round writes the with-loops of a body, and of its branches, that are computed in fresh blocks.
func (l *loopReport) round(b *syntax.Body, fresh map[int]*syntax.Binding) {
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if e, ok := let.Exp.(*syntax.If); ok {
			l.round(e.Then, fresh)
			l.round(e.Else, fresh)
		}
		for _, x := range let.Pat {
			if l.alone[x.ID] && fresh[x.Type.Mem.Block.ID] != nil {
				fmt.Fprintf(&l.text, "    `%s`: RC={}, ERC={`%s`}\n", x.Written(), fresh[x.Type.Mem.Block.ID].Written())
			}
		}
	}
}

// loopsOf are the loops of a program, from its top.
func loopsOf(p *syntax.Program) (list []*syntax.Let) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok {
			if _, ok := let.Exp.(*syntax.Loop); ok {
				list = append(list, let)
			}
		}
		return true
	})
	return list
}
