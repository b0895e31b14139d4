package futhark

// Certified returns the numbers of the names that a body uses. They include the certificates that a statement or a
// result needs, and those used as values. Futhark may drop an assertion whose certificate nothing needs, as it drops a
// value that nothing needs.
func Certified(b *Body) map[int]bool {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	r.body(newScope(nil), b)
	needed := map[int]bool{}
	for tag := range r.used {
		needed[tag] = true
	}
	return needed
}
