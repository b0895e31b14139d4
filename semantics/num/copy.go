package num

// Copy stores n values of w, from offset from on, at offset at and on. The values of w are not those of v.
func (v *Vec) Copy(at int, w *Vec, from, n int) {
	if n == 0 {
		return
	}
	v.own()
	w.own()
	v.copy = nil
	kind := kindOf(w.kind == reals) // zeros that nobody stored read as integers
	if v.wide != nil || w.wide != nil || v.kind != none && v.kind != kind {
		for k := range n {
			v.Set(at+k, w.At(from+k))
		}
		return
	}
	v.kind = kind
	copy(v.small[at:at+n], w.small[from:from+n])
}
