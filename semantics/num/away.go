package num

// VecAway is n integers, or the bits of doubles, which lie elsewhere, such as in the memory of a device. fetch gets them when
// a value is looked at; it is called once at most. copy is what has them: see Copied.
func VecAway(n int, real bool, copy any, fetch func() []int64) *Vec {
	return &Vec{kind: kindOf(real), copy: copy, old: &replaced{n: n, fetch: fetch}}
}

// Copied is what else has the values of v, as VecAway or AlsoIn was told, or nil: there is no such thing, or v has changed
// since.
func (v *Vec) Copied() any { return v.copy }

// AlsoIn says what else has the values of v.
func (v *Vec) AlsoIn(copy any) { v.copy = copy }

// IsAway tells whether the values are not here yet.
func (v *Vec) IsAway() bool { return v.old != nil && v.old.fetch != nil }

// here fetches the values, if that is still to be done. It may need others that are away.
func (v *Vec) here() {
	if v.IsAway() {
		v.small = v.old.fetch()
		v.old = nil
	}
}
