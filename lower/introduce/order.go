package introduce

import (
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// order says where each variable of a program is bound and last used, and which array it is a view of. Places are
// numbers that grow from statement to statement in the text.
type order struct {
	at     map[*syntax.Let]int
	bound  map[int]int
	last   map[int]int
	views  map[int]int       // the array that a variable shows, itself or in part
	always func(id int) bool // whether a variable is used even after its last use in the text; nil: not known yet
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

// viewOf returns the operand that an expression shows as a whole or in part, or nil.
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

// viewed returns a negative number. It stands among the variables for all views of the array that a variable shows.
func (o *order) viewed(id int) int {
	if x, ok := o.views[id]; ok {
		return -x
	}
	return -id
}

// showing holds the variables that may show an origin, as far as the walk has gone.
type showing struct {
	met   []int // bound so far, without those that are not needed any more
	ahead []int // bound later on, in their order
}

// shown returns the variables that may show an origin and may still be used.
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

// forget drops variables that may show what x shows, if the region has bound them and nothing uses them any more. They
// do not keep anything from being at its last use. So each variable is looked at only as long as it is used, and the
// time for many updates of one array is linear in their number. An inner region, to which they would be from outside,
// does not miss them: whatever shows their block there comes from a variable that is used there.
func (l *lastUses) forget(x int, r *region) {
	for o := range l.Of(x) {
		met := l.shown(o)
		l.showing[o].met = slices.DeleteFunc(met, func(v int) bool {
			l.Until.Ask()
			return r.mine[v] && l.order.last[v] <= l.now && !(l.order.always != nil && l.order.always(v))
		})
	}
}
