package validity

import "slices"

// WithProofs returns a verdict that says about its kernels what is proved about kernels at the same place. So a report
// that has both says the same of each kernel.
func (v *Verdict) WithProofs(proved []Kernel) *Verdict {
	c := *v
	c.Kernels = slices.Clone(v.Kernels)
	for i := range c.Kernels {
		k := &c.Kernels[i]
		at := slices.IndexFunc(proved, func(p Kernel) bool { return p.At == k.At && p.Binds == k.Binds })
		if at < 0 || k.Status == Refuted {
			continue
		}
		if p := proved[at]; p.Status == Proved {
			k.Status, k.Reason = Proved, p.Reason
		}
		k.InBounds = k.InBounds || proved[at].InBounds
	}
	return &c
}
