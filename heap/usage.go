package heap

// Usage is how much memory an evaluation used.
type Usage struct {
	Allocs    int `json:"allocs"`          // blocks that it allocated
	InKernels int `json:"allocsInKernels"` // the number of them within a kernel
	Locations int `json:"locations"`       // of all these blocks together
	Peak      int `json:"peak"`            // the most locations that blocks had at one time, including earlier blocks
	Copied    int `json:"copied"`          // elements that a memcopy moved to another location
	Kernels   int `json:"kernels"`         // kernel instances
}

// Usage is the usage so far.
func (t *Tracer) Usage() Usage {
	u := t.used
	u.Peak = t.heap.peak
	for _, k := range t.kernels {
		u.Kernels += k.Instances
	}
	return u
}

// Add adds what another evaluation used, with the greater peak of the two.
func (u *Usage) Add(v Usage) {
	u.Allocs += v.Allocs
	u.InKernels += v.InKernels
	u.Locations += v.Locations
	u.Peak = max(u.Peak, v.Peak)
	u.Copied += v.Copied
	u.Kernels += v.Kernels
}

// Moves counts the elements of an array that is copied, except those that are already
// where they go. Memcopy and Memcopies count by themselves.
func (t *Tracer) Moves(src *Block, from LMAD, dst *Block, to LMAD) {
	if src != dst || !from.Same(to) {
		t.used.Copied += from.Count()
	}
}
