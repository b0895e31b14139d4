package heap

import (
	"cmp"
	"slices"
)

// Recording is the full traces ⟨R, W⟩ of an evaluation (Fig. 10), kept on
// request and up to a limit, for people to look at. Race detection does not
// need it.
type Recording struct {
	Top       *IterTrace // what ran outside kernels; its Iteration is 0
	Truncated bool       // the limit was reached: later accesses and iterations are missing

	left int
}

// InstanceTrace is one instance of a kernel.
type InstanceTrace struct {
	Kernel     *Kernel
	Bound      int // n
	Iterations []*IterTrace
	Race       *Race // the first, nil when there is none
}

// IterTrace is one iteration: its own accesses in the order of evaluation, each
// location once as read and once as written, and the kernels that ran in it.
type IterTrace struct {
	Iteration int
	Accesses  []LocAccess
	Inner     []*InstanceTrace

	seen map[locAccess]struct{}
}

// Loc is a location (ℓ, offset).
type Loc struct {
	Block  *Block
	Offset int
}

// LocAccess is an access to a location.
type LocAccess struct {
	Loc
	Write bool
	Site  *Site
	Index []int
}

type locAccess struct {
	Loc
	write bool
}

// Record keeps the full traces of what runs from now on, up to limit accesses,
// iterations and instances together.
func (t *Tracer) Record(limit int) *Recording {
	t.recording = &Recording{Top: &IterTrace{}, left: limit}
	return t.recording
}

// Sets is R and W, kernels that ran in the iteration included, each sorted by
// label and offset.
func (it *IterTrace) Sets() (reads, writes []Loc) {
	var all [2]map[Loc]struct{}
	all[0], all[1] = map[Loc]struct{}{}, map[Loc]struct{}{}
	it.unite(&all)
	var sets [2][]Loc
	for k := range all {
		for loc := range all[k] {
			sets[k] = append(sets[k], loc)
		}
		slices.SortFunc(sets[k], func(x, y Loc) int {
			return cmp.Or(cmp.Compare(x.Block.Label, y.Block.Label), cmp.Compare(x.Offset, y.Offset))
		})
	}
	return sets[0], sets[1]
}

func (it *IterTrace) unite(all *[2]map[Loc]struct{}) {
	for _, a := range it.Accesses {
		k := 0
		if a.Write {
			k = 1
		}
		all[k][a.Loc] = struct{}{}
	}
	for _, in := range it.Inner {
		for _, inner := range in.Iterations {
			inner.unite(all)
		}
	}
}

// take counts one thing that is kept; it is false at the limit.
func (r *Recording) take() bool {
	if r.left <= 0 {
		r.Truncated = true
		return false
	}
	r.left--
	return true
}

// around is the iteration that kernel number d is nested in, nil when it is not
// kept.
func (r *Recording) around(t *Tracer, d int) *IterTrace {
	if d == 0 {
		return r.Top
	}
	return t.frames[d-1].iterRec
}

func (r *Recording) enter(t *Tracer, k *Kernel, n int) {
	d := len(t.frames)
	if it := r.around(t, d-1); it != nil && r.take() {
		in := &InstanceTrace{Kernel: k, Bound: n}
		it.Inner = append(it.Inner, in)
		t.frames[d-1].rec = in
	}
}

func (r *Recording) iteration(t *Tracer, i int) {
	f := &t.frames[len(t.frames)-1]
	f.iterRec = nil
	if f.rec != nil && r.take() {
		f.iterRec = &IterTrace{Iteration: i}
		f.rec.Iterations = append(f.rec.Iterations, f.iterRec)
	}
}

func (r *Recording) add(t *Tracer, b *Block, off int, write bool, site *Site, index []int) {
	it := r.around(t, len(t.frames))
	if it == nil {
		return
	}
	key := locAccess{Loc{b, off}, write}
	if _, ok := it.seen[key]; ok || !r.take() {
		return
	}
	if it.seen == nil {
		it.seen = map[locAccess]struct{}{}
	}
	it.seen[key] = struct{}{}
	it.Accesses = append(it.Accesses, LocAccess{key.Loc, write, site, slices.Clone(index)})
}
