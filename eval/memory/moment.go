package memory

import (
	"slices"

	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Moments are states of an evaluation: at accesses to a location, at the first difference, or when it gets stuck.
type Moments struct {
	Spot  *heap.Spot     // the location; nil: none
	Want  []int          // the numbers of the accesses to it before which the state is kept
	Freed string         // the display name of a block; the state before it is freed is kept
	Meets *finding.Meets // an overlap found at the location in an earlier run, to be found again; nil: none
	Taken []*Moment      // in the order of evaluation

	// Bound has, by ID, the values that variables of statements had once these were done, if a state was kept before.
	// Its arrays lie in copies of the blocks. Only IDs that are already in Bound are kept; nil: none are.
	Bound map[int]Val

	// Wrote is the number of the last write to the location before the difference, or before the end.
	Wrote int

	// Copied is the number of the access by which the copy of Meets reads the location, before it has written
	// anything.
	Copied int

	reads map[*heap.Site]int // while Meets is looked for: for each site, the number of its last access to the location

	met   bool              // the difference was met
	none  *heap.BoundsError // the access at which the evaluation is stuck
	ended *heap.Block       // the freed block that it is stuck for
	env   Env               // the last value of every variable, including those in bodies
	at    []syntax.Stm
	from  []int // for each of these: how many kernels, loops and calls are around it
}

// Moment is the state of an evaluation at one time. Its arrays lie in copies of the blocks.
type Moment struct {
	Env    Env                 // the last value of every variable, including those in bodies
	At     []Inside            // outermost first; the last is the statement that is being evaluated
	Access *heap.Access        // the access about to be made; nil: none
	Met    *finding.Divergence // the difference found here; nil: none
	Frees  bool                // a block is about to be freed
	Stuck  bool                // the evaluation goes no further,
	None   *heap.BoundsError   // for want of this location; nil: for something else
	Ended  *heap.Block         // or because this block was freed
	Blocks []*heap.Block
}

// Inside is a statement that is being evaluated.
type Inside struct {
	Stm   syntax.Stm
	Turn  *machine.Frame // the running iteration, round or call; nil: there is none
	Begun bool           // some statement in it has been evaluated
}

// begin notes that a statement is being evaluated. The index of a repeated body is 0 until an iteration or round
// starts.
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
func (m *Moments) meet(r *run, d *finding.Divergence) {
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

// copied records by which access a finished copy read what it then wrote over, if it is the
// wanted copy.
func (m *Moments) copied(at *finding.Meets, from *heap.Site) {
	if m != nil && m.reads != nil && m.Meets.Same(at) {
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

// misses notes the access at which the evaluation is stuck. It reads e if it belongs to no site.
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

// frees keeps the state before a block is freed, if that is the wanted block.
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

// finish notes the last write of the whole evaluation, if it met no difference.
func (m *Moments) finish() {
	if m != nil && m.Spot != nil && !m.met {
		m.Wrote = m.Spot.Wrote
	}
}

// take keeps the current state.
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
