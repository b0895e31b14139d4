package heap

import (
	"cmp"
	"slices"
)

// Recording is the traces ⟨R, W⟩ of an evaluation (Fig. 10), kept on request
// and up to a limit, for people to look at. Race detection does not need it.
type Recording struct {
	Keep Selection  // set before the evaluation starts
	Top  *IterTrace // what ran outside kernels; its Iteration is 0

	left int // what may still be kept
	own  int // the part of it for the present iteration of the outermost kernel
	racy int // instances of kernels that raced so far
}

// Selection is which iterations of the outermost kernels are recorded, each with
// all that runs in it.
type Selection struct {
	First, Last int            // the number of first and last ones, in the order in which they run; both 0: all
	Also        []map[int]bool // for each outermost instance, further iterations
	Each        int            // the most accesses and what runs in it, for one iteration; 0: any number
}

// InstanceTrace is one instance of a kernel.
type InstanceTrace struct {
	Kernel     *Kernel
	Bound      int          // n
	Ran        int          // the number of iterations that were started
	Now        int          // the last one that was started
	Iterations []*IterTrace // those that are recorded
	Race       *Race        // the first, nil when there is none
	Within     int          // the first iteration of an outermost kernel, before the last, in which another kernel raced; 0: none
}

// IterTrace is one iteration: its own accesses in the order of evaluation, each
// location once as read and once as written, and the kernels that ran in it.
type IterTrace struct {
	Iteration int
	Position  int  // in the order in which they ran, from 0
	Partial   bool // the limit was reached: some of what it did is missing
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

// Record keeps the traces of what runs from now on, up to limit. The limit
// counts accesses, instances and iterations of inner kernels together.
func (t *Tracer) Record(limit int) *Recording {
	t.recording = &Recording{Top: &IterTrace{}, left: limit, own: limit}
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

// take counts one thing that is kept. At the limit it is false, and the
// iterations that are running are marked.
func (r *Recording) take(t *Tracer) bool {
	if r.left > 0 && r.own > 0 {
		r.left--
		r.own--
		return true
	}
	if len(t.frames) == 0 {
		r.Top.Partial = true
	}
	for k := range t.frames {
		if it := t.frames[k].iterRec; it != nil {
			it.Partial = true
		}
	}
	return false
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
	if it := r.around(t, d-1); it != nil && (d == 1 || r.take(t)) {
		in := &InstanceTrace{Kernel: k, Bound: n}
		it.Inner = append(it.Inner, in)
		t.frames[d-1].rec = in
	}
}

func (r *Recording) iteration(t *Tracer, i int) {
	f := &t.frames[len(t.frames)-1]
	in := f.rec
	f.iterRec = nil
	if in == nil {
		return
	}
	outermost := len(t.frames) == 1
	if outermost {
		r.within(t, in)
	}
	it := &IterTrace{Iteration: i, Position: in.Ran}
	in.Ran++
	in.Now = i
	switch {
	case outermost && !r.Keep.has(len(r.Top.Inner)-1, it, in.Bound):
		return
	case outermost:
		r.own = cmp.Or(r.Keep.Each, r.left)
	case !r.take(t):
		return
	}
	f.iterRec = it
	in.Iterations = append(in.Iterations, it)
}

// has tells whether an iteration is to be recorded. n is the bound of its
// kernel, and number is the number of the outermost instance.
func (s *Selection) has(number int, it *IterTrace, n int) bool {
	return s.First == 0 && s.Last == 0 || it.Position < s.First || it.Position >= n-s.Last ||
		number < len(s.Also) && s.Also[number][it.Iteration]
}

// within notes the iteration that ends now if a kernel that ran in it raced and
// none had before.
func (r *Recording) within(t *Tracer, in *InstanceTrace) {
	racy := 0
	for _, s := range t.kernels {
		if s.Kernel != in.Kernel {
			racy += s.Racy
		}
	}
	if in.Ran > 0 && in.Within == 0 && racy > r.racy {
		in.Within = in.Now
	}
	r.racy = racy
}

func (r *Recording) add(t *Tracer, b *Block, off int, write bool, site *Site, index []int) {
	it := r.around(t, len(t.frames))
	if it == nil {
		return
	}
	key := locAccess{Loc{b, off}, write}
	if _, ok := it.seen[key]; ok || !r.take(t) {
		return
	}
	if it.seen == nil {
		it.seen = map[locAccess]struct{}{}
	}
	it.seen[key] = struct{}{}
	it.Accesses = append(it.Accesses, LocAccess{key.Loc, write, site, slices.Clone(index)})
}
