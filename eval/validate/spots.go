package validate

import (
	"funmem/eval/branch"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// spot is a condition in one of the calls that lead to it.
type spot struct {
	condition
	number int         // of the condition
	path   branch.Path // of the calls
	call   diag.Span   // the innermost of them
}

// mostSpots and mostCalls limit the spots, and how many calls lead to one. Conditions beyond that are not sought.
const (
	mostSpots = 2000
	mostCalls = 16
)

// findSpots finds the spots of both sides and what is known of them. If there is only one spot for a condition, what the
// compared inputs did there is known.
func (k *seeker) findSpots() {
	for side, p := range k.programs {
		if p == nil {
			continue
		}
		w := spotWalk{k: k, number: map[diag.Span]int{}, defs: map[string]*syntax.Def{}}
		for c, x := range k.s.conditions {
			if x.side == side {
				w.number[x.at] = c
			}
		}
		for _, d := range p.Defs() {
			w.defs[d.Name] = d
		}
		w.walk(p.Main(), branchOf{-1, 0}, 0, diag.Span{}, 0)
	}
	of := make([]int, len(k.s.conditions))
	for _, x := range k.spots {
		of[x.number]++
	}
	k.seen, k.starts = make(ways, len(k.spots)), make([][2][]start, len(k.spots))
	for j, x := range k.spots {
		if of[x.number] == 1 {
			k.seen[j] = k.s.so.ways[x.number]
		} else {
			k.many = true
		}
	}
}

// spotWalk finds the spots of one side.
type spotWalk struct {
	k      *seeker
	number map[diag.Span]int
	defs   map[string]*syntax.Def
}

func (w *spotWalk) walk(n syntax.Node, in branchOf, path branch.Path, call diag.Span, depth int) {
	add := func(at diag.Span) (int, bool) {
		c, ok := w.number[at]
		if !ok || len(w.k.spots) >= mostSpots {
			return 0, false
		}
		x := spot{w.k.s.conditions[c], c, path, call}
		x.within, x.when = in.condition, in.when
		w.k.spots = append(w.k.spots, x)
		return len(w.k.spots) - 1, true
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binary:
			if branch.IsCondition(n) {
				add(n.Span)
			}
		case *syntax.If:
			if k, ok := add(n.Span); ok {
				w.walk(n.Then, branchOf{k, 1}, path, call, depth)
				w.walk(n.Else, branchOf{k, 0}, path, call, depth)
				return false
			}
		case *syntax.Call:
			if d := w.defs[n.Fn]; d != nil && depth < mostCalls {
				w.walk(d.Body, in, path.Into(n.Span), n.Span, depth+1)
			}
		}
		return true
	})
}

// inCalls returns the ways that conditions went on the compared inputs, but not in one of the calls that lead to them, as
// far as inputs were measured.
func (k *seeker) inCalls() (list []Never) {
	for j, x := range k.spots {
		if !x.call.IsValid() || k.seen[j] == 0 {
			continue
		}
		for way, name := range []string{"false", "true"} {
			if !k.seen.took(j, way) && k.s.so.ways.took(x.number, way) {
				list = append(list, Never{name, x.asks, x.call})
			}
		}
	}
	return list
}
