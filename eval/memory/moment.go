package memory

import (
	"slices"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Moments are states of an evaluation: at accesses to a location, and where it meets a difference or is stuck.
type Moments struct {
	Spot  *heap.Spot // the location; nil: none
	Want  []int      // the numbers of the accesses to it at which the state is kept
	Freed string     // the display name of the block before whose free the state is kept
	Meets *Meets     // an overlap of an earlier run at the location, which is looked for; nil: none
	Taken []*Moment  // in the order of evaluation

	// Bound is what variables of statements stood for when these were done, by ID, if a state was kept before. Its arrays
	// lie in copies of the blocks. It is kept of the IDs that it has; nil: of none.
	Bound map[int]Val

	// Wrote is the number of the last write to the location before the difference, or before the end.
	Wrote int

	// Copied is the number of the access with which the copy of Meets reads the location: it has written nothing yet.
	Copied int

	reads map[*heap.Site]int // while Meets is looked for: the number of the last access to the location from each site

	met   bool              // a difference
	none  *heap.BoundsError // the access that the evaluation is stuck at
	ended *heap.Block       // which it is stuck for, as it was freed
	env   Env               // the last value of every variable, of those in bodies too
	at    []syntax.Stm
	from  []int // of each of these: how many kernels, loops and calls there are around it
}

// Moment is the state of an evaluation at one time. Its arrays lie in copies of the blocks.
type Moment struct {
	Env    Env               // the last value of every variable, of those in bodies too
	At     []Inside          // outermost first; the last is the statement that is being evaluated
	Access *heap.Access      // that is about to be made; nil: none
	Met    *Divergence       // the difference that is met; nil: none
	Frees  bool              // a block is about to be freed
	Stuck  bool              // the evaluation goes no further,
	None   *heap.BoundsError // for want of this location; nil: for something else
	Ended  *heap.Block       // or because this block was freed
	Blocks []*heap.Block
}

// Inside is a statement that is being evaluated.
type Inside struct {
	Stm   syntax.Stm
	Turn  *machine.Frame // the iteration or round that is running, or the call; nil: it has none
	Begun bool           // statements of that have been evaluated
}

// begin notes that a statement is evaluated. The index of what it repeats is 0 until there is an iteration or a round.
func (m *Moments) begin(s syntax.Stm, around []frame) {
	m.at, m.from = append(m.at, s), append(m.from, len(around))
	if n := len(around); n > 0 {
		around[n-1].begun = true
	}
	let, ok := s.(*syntax.Let)
	if !ok {
		return
	}
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		for _, b := range e.Index {
			m.env.bindNumber(b.X, num.Num{})
		}
	case *syntax.Loop:
		if e.For != nil {
			m.env.bindNumber(e.For.X, num.Num{})
		}
	}
}

// end notes that the innermost statement is done.
func (m *Moments) end(s syntax.Stm) {
	m.at, m.from = m.at[:len(m.at)-1], m.from[:len(m.from)-1]
	let, ok := s.(*syntax.Let)
	if !ok || len(m.Taken) == 0 {
		return
	}
	for _, x := range let.Pat {
		if _, wanted := m.Bound[x.ID]; wanted {
			v := m.env.Of(x.ID)
			v.B = v.B.Copy()
			m.Bound[x.ID] = v
		}
	}
}

// start makes the tracer number the accesses to the location.
func (m *Moments) start(r *run) {
	if m == nil {
		return
	}
	m.env = r.Env.Clone()
	if m.Spot == nil {
		return
	}
	r.T.Spot = m.Spot
	if m.Meets != nil {
		m.reads = map[*heap.Site]int{}
	}
	m.Spot.Before = func(k int, a heap.Access) {
		if m.reads != nil {
			m.reads[a.Site] = k
		}
		if slices.Contains(m.Want, k) {
			m.take(r, &a)
		}
	}
}

// meet keeps the state at the first difference.
func (m *Moments) meet(r *run, d *Divergence) {
	if m == nil || m.met {
		return
	}
	m.met = true
	if m.Spot != nil {
		m.Wrote = m.Spot.Wrote
	}
	m.take(r, nil)
	m.Taken[len(m.Taken)-1].Met = d
}

// copied takes the number of the access with which a copy, which has been made, reads from a site what it writes over,
// if it is the copy that is looked for.
func (m *Moments) copied(at *Meets, from *heap.Site) {
	if m != nil && m.reads != nil && m.Meets.same(at) {
		m.Copied, m.reads = m.reads[from], nil
	}
}

// stuck keeps the state in which no rule applies.
func (m *Moments) stuck(r *run) {
	if m != nil {
		m.take(r, nil)
		last := m.Taken[len(m.Taken)-1]
		last.Stuck, last.None, last.Ended = true, m.none, m.ended
	}
}

// misses notes the access that the evaluation is stuck at, which reads e where it belongs to no site.
func (m *Moments) misses(b *heap.BoundsError, e syntax.Expr) {
	if m == nil {
		return
	}
	if _, freed := b.Block.Freed(); freed {
		m.ended = b.Block
	}
	none := *b
	if none.Site == nil {
		none.Site = &heap.Site{Array: machine.Text(e)}
	}
	m.none = &none
}

// frees keeps the state before a block is freed, if it is the one of which that is wanted.
func (m *Moments) frees(r *run, b *heap.Block) {
	if m == nil {
		return
	}
	if _, freed := b.Freed(); freed {
		m.ended = b
	} else if m.Freed != "" && m.Freed == b.String() {
		m.take(r, nil)
		m.Taken[len(m.Taken)-1].Frees = true
	}
}

// finish notes the last write of the whole evaluation, where it met no difference.
func (m *Moments) finish() {
	if m != nil && m.Spot != nil && !m.met {
		m.Wrote = m.Spot.Wrote
	}
}

// take keeps the present state.
func (m *Moments) take(r *run, a *heap.Access) {
	of := r.H.Copy()
	now := &Moment{Env: m.env.Clone(), Access: a}
	for id := range now.Env.IDs() {
		if b := now.Env.Of(id).B; b != nil {
			now.Env.Place(id).B = of(b)
		}
	}
	for _, b := range r.H.Blocks() {
		now.Blocks = append(now.Blocks, of(b))
	}
	for k, s := range m.at {
		in := Inside{Stm: s}
		if n := m.from[k]; n < len(r.around) && (k+1 == len(m.at) || n < m.from[k+1]) {
			turn := r.around[n].Frame
			in.Turn, in.Begun = &turn, r.around[n].begun
		}
		now.At = append(now.At, in)
	}
	m.Taken = append(m.Taken, now)
}
