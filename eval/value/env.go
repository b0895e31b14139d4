package value

// Env is E: the value of each variable.
type Env struct{ Table[Val] }

// Clone returns an independent copy.
func (E *Env) Clone() Env { return Env{E.Table.Clone()} }

// Without returns a copy that forgets the arrays of variables that are not kept.
func (E *Env) Without(keep func(id int) bool) Env {
	next := E.Clone()
	for id := range E.IDs() {
		if next.Of(id).A != nil && !keep(id) {
			next.Bind(id, Val{})
		}
	}
	return next
}
