package prove

// Model is values of the variables, by ID, that fit a system. It tries values up to MaxValue, small ones first, and
// from -MaxValue on for variables that may be negative. It is nil when none was found.
func Model(y *Symbols, facts System, negative func(id int) bool) []int64 {
	s := &search{evaluator: evaluator{vars: y.Made()}, left: maxVisits}
	var ok bool
	if s.facts, ok = s.stage(facts); !ok {
		return nil
	}
	var found []int64
	for radius := int64(0); radius <= MaxValue && s.left > 0 && found == nil; radius++ {
		s.each(s.facts, func(id int) (lo, hi int64) {
			if negative(id) {
				lo = -radius
			}
			return lo, radius
		}, func(v []int64) bool {
			s.left--
			found = append([]int64{}, v...)
			return false
		})
	}
	return found
}

// Nonempty adds that all of the LMADs have elements.
func (s *System) Nonempty(ls ...LMAD) {
	for _, l := range ls {
		for _, d := range l.Dims {
			s.NonNeg(d.Size.Sub(one))
		}
	}
}
