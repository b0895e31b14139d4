package derive

// Tree is a derivation: the conclusion of a rule over the derivations of its premises. A
// premise without rules of its own has a Condition, and no Rule and no Premises. If
// iterations of a kernel were left out, their place has only Elided. If evaluation got
// stuck, no rule has an instance there, and the conclusions of the rules below have no
// value.
type Tree struct {
	Rule      string
	Judgement Judgement
	Condition *Condition
	Premises  []*Tree
	Elided    int  // number of iterations left out here
	Stuck     bool // no rule has an instance
}

// Size returns the number of rules, conditions and elisions in the tree.
func (t *Tree) Size() int {
	n := 1
	for _, p := range t.Premises {
		n += p.Size()
	}
	return n
}

// Rules returns the names of the rules in the tree, with how often each occurs.
func (t *Tree) Rules() map[string]int {
	count := map[string]int{}
	t.Each(func(t *Tree) {
		if t.Rule != "" {
			count[t.Rule]++
		}
	})
	return count
}

// Each calls f for the tree and for each tree in it, a conclusion before its premises.
func (t *Tree) Each(f func(*Tree)) {
	f(t)
	for _, p := range t.Premises {
		p.Each(f)
	}
}

// Conditions returns the premises of the last rule that have no rules of their own, in
// their order.
func (t *Tree) Conditions() []*Condition {
	var list []*Condition
	for _, p := range t.Premises {
		if p.Condition != nil {
			list = append(list, p.Condition)
		}
	}
	return list
}
