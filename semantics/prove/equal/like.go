package equal

import (
	"slices"
)

// joined looks at an instance together with others from before. If no while loop goes on as long as another one, it is alone.
func (r *run) joined(x *instance) (together []*instance, classes []*class) {
	r.asAssumed(func() {
		most := -1
		for _, y := range r.like(x) {
			xs := []*instance{y, x}
			if cs, ok := r.settle(xs); ok && matched(cs, x) > most {
				together, classes, most = xs, cs, matched(cs, x)
			}
			if most == len(x.inits) || most >= 0 && !y.after && covered(classes, y, x) {
				return
			}
		}
		if most < 0 {
			together = []*instance{x}
			classes, _ = r.settle(together)
		}
	})
	return together, classes
}

// covered tells whether the other instance has all states of an instance that change.
func covered(classes []*class, y, x *instance) bool {
	for _, c := range classes {
		if !c.constant && c.members[0].x == y && c.members[len(c.members)-1].x != x {
			return false
		}
	}
	return true
}

// matched is how many states of an instance do not change, or are those of another one.
func matched(classes []*class, x *instance) (n int) {
	for _, c := range classes {
		for _, m := range c.members {
			if m.x == x && (c.constant || c.members[0].x != x) {
				n++
			}
		}
	}
	return n
}

// like are the instances from before that may carry the same: those that begin with the most states in common. Of several, those with the same names
// come first, and those that are not like another one already.
func (r *run) like(x *instance) (list []*instance) {
	type candidate struct {
		y     *instance
		score int
	}
	var all []candidate
	for _, y := range r.instances {
		if y.inside || y.again || y.while != x.while || !subset(y.keys, r.ctx.keys) || !x.while && !r.quickly(func() bool { return r.same(x.n, y.n) }) {
			continue
		}
		n, names := shared(x, y), common(x.names, y.names)
		if r.before && slices.ContainsFunc(x.begins, func(v string) bool { return !slices.Contains(y.begins, v) }) {
			continue // BEFORE has it once more only if all is the same
		}
		if n+names > 0 {
			score := 2*n + 8*names
			if !y.taken {
				score++
			}
			if !y.after {
				score += 16
			}
			all = append(all, candidate{y, score})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.score - a.score })
	for _, c := range all[:min(len(all), mostLike)] {
		list = append(list, c.y)
	}
	return list
}

// shared is how many states of an instance begin as one of another instance does, as far as their texts tell. Arrays count more.
func shared(x, y *instance) (n int) {
	for k, v := range x.begins {
		if slices.Contains(x.begins[:k], v) || !slices.Contains(y.begins, v) {
			continue
		}
		n++
		if x.inits[k].a != nil {
			n += 3
		}
	}
	return n
}

// common is how many names are in both lists.
func common(a, b []string) (n int) {
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}
