package introduce

import (
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// order is where the variables of a program are bound and used last, and what is a view of what. Places are numbers that grow
// from statement to statement as the text goes on.
type order struct {
	at     map[*syntax.Let]int
	bound  map[int]int
	last   map[int]int
	views  map[int]int       // the array that a variable shows, itself or in part
	always func(id int) bool // what is used even after its last use in the text; nil: not known yet
}

// orderOf goes through a program once.
func orderOf(p *syntax.Program, until stop.Poll) *order {
	o := &order{at: map[*syntax.Let]int{}, bound: map[int]int{}, last: map[int]int{}, views: map[int]int{}}
	n := 0
	syntax.WalkUntil(until, p, func(m syntax.Node) bool {
		n++
		switch m := m.(type) {
		case *syntax.Let:
			o.at[m] = n
			if x, ok := viewOf(m.Exp).(*syntax.Var); ok {
				o.views[m.Pat[0].ID] = -o.viewed(x.ID)
			}
		case *syntax.Binding:
			o.bound[m.ID] = n
		case *syntax.Var:
			o.last[m.ID] = n
		}
		return true
	})
	return o
}

// viewOf is the operand that an expression shows, itself or in part, or nil.
func viewOf(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Var:
		return e
	case *syntax.Slice:
		return e.X
	case *syntax.Transpose:
		return e.X
	case *syntax.Permute:
		return e.X
	case *syntax.Reverse:
		return e.X
	case *syntax.Reshape:
		return e.X
	}
	return nil
}

// viewed stands for all views of the array that a variable shows, among the variables: it is negative.
func (o *order) viewed(id int) int {
	if x, ok := o.views[id]; ok {
		return -x
	}
	return -id
}

// showing are the variables that may show an origin, as far as the walk has come.
type showing struct {
	met   []int // bound so far, without those that are of no more use
	ahead []int // bound later on, in their order
}

// shown are the variables that may show an origin and that something may still use.
func (l *lastUses) shown(o *alias.Origin) []int {
	list, ok := l.showing[o]
	if !ok {
		list = &showing{ahead: slices.Clone(l.Shown(o))}
		slices.SortFunc(list.ahead, func(v, w int) int { return l.order.bound[v] - l.order.bound[w] })
		l.showing[o] = list
	}
	for len(list.ahead) > 0 && l.order.bound[list.ahead[0]] <= l.now {
		list.met, list.ahead = append(list.met, list.ahead[0]), list.ahead[1:]
	}
	return list.met
}

// forget leaves out, of the variables that may show what x shows, those that the region has bound and nothing uses any
// more: they keep nothing from being at its last use. So each is looked at again only as long as it is used, and many
// updates of one array take no longer than they are many. In an inner region, where they would be from outside, they are
// not missed: what shows their block there comes of a variable that is used there.
func (l *lastUses) forget(x int, r *region) {
	for o := range l.Of(x) {
		met := l.shown(o)
		l.showing[o].met = slices.DeleteFunc(met, func(v int) bool {
			l.Until.Ask()
			return r.mine[v] && l.order.last[v] <= l.now && !(l.order.always != nil && l.order.always(v))
		})
	}
}
