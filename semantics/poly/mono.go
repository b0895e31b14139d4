package poly

func (m mono) degree() int {
	d := 0
	for _, f := range m {
		d += f.pow
	}
	return d
}

// mul is the product of two monomials.
func (m mono) mul(n mono) mono {
	if len(m) == 0 {
		return n
	}
	if len(n) == 0 {
		return m
	}
	r := make(mono, 0, len(m)+len(n))
	for len(m) > 0 && len(n) > 0 {
		switch c := compareAtom(m[0].atom, n[0].atom); {
		case c < 0:
			r, m = append(r, m[0]), m[1:]
		case c > 0:
			r, n = append(r, n[0]), n[1:]
		default:
			r = append(r, factor{m[0].atom, m[0].pow + n[0].pow})
			m, n = m[1:], n[1:]
		}
	}
	return append(append(r, m...), n...)
}

// div is m / n and whether n divides m.
func (m mono) div(n mono) (mono, bool) {
	r := make(mono, 0, len(m))
	for _, f := range m {
		if len(n) > 0 && compareAtom(f.atom, n[0].atom) == 0 {
			if f.pow < n[0].pow {
				return nil, false
			}
			f.pow -= n[0].pow
			n = n[1:]
		}
		if f.pow > 0 {
			r = append(r, f)
		}
	}
	return r, len(n) == 0
}

// compareMono orders monomials by degree, then by their atoms. Of two with the
// same degree, the greater one has more of the first atom in which they differ.
// Multiplication keeps the order, so replacing a monomial by smaller ones comes
// to an end.
func compareMono(m, n mono) int {
	if c := m.degree() - n.degree(); c != 0 {
		return c
	}
	for i := 0; i < len(m) && i < len(n); i++ {
		if c := compareAtom(n[i].atom, m[i].atom); c != 0 {
			return c
		}
		if c := m[i].pow - n[i].pow; c != 0 {
			return c
		}
	}
	return len(m) - len(n)
}
