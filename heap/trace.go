package heap

import (
	"slices"

	"funmem/semantics/diag"
)

// Tracer follows one evaluation: the kernels that are running, the accesses
// that they make, races, and reads of locations that nothing wrote. Accesses
// outside kernels are fine and never race.
type Tracer struct {
	Life *Life // the life of the location that is followed; nil: none is
	Spot *Spot // the location whose accesses are numbered, or nil

	// Touch is called before each read and write of a location that there is; nil: it is not.
	Touch func(b *Block, off int, write bool)

	// Watch is told of accesses and races; nil: nobody is.
	Watch Watcher

	// Carry makes a copy of a location that nothing wrote an undefined element, without
	// a warning. A program with scratch arrays copies such locations.
	Carry bool

	heap      *Heap
	frames    []frame
	top       writings // outside kernels
	kernels   []*KernelStats
	stats     map[*Kernel]*KernelStats
	unwritten []*Unwritten
	bySite    map[*Site]*Unwritten
	recording *Recording
	index     []int // scratch of Memcopy
	copied    uint  // elements that Memcopy copied
	meeting   Meeting
	used      Usage
}

// Watcher is told what a Tracer sees.
type Watcher interface {
	// Access tells of a read or write of a location that there is, before it. index is that of the element, if it is known.
	Access(b *Block, off int, write bool, site *Site, index []int)
	// Raced tells of a race whose second access is the one told last.
	Raced(r *Race)
}

// frame is a kernel instance that is running.
type frame struct {
	base  uint64 // stamp of iteration 1
	stamp uint64 // of the present iteration; 0 between EnterKernel and Iteration
	iter  int
	stats *KernelStats

	number  int // of the instance
	racy    bool
	blocks  int       // of the heap, at EnterKernel
	in      *instance // nil until something needs it
	writing writings
	rec     *InstanceTrace
	iterRec *IterTrace
}

// NewTracer follows an evaluation on h. One tracer at a time may use a heap.
func NewTracer(h *Heap) *Tracer {
	t := &Tracer{heap: h, stats: map[*Kernel]*KernelStats{}, bySite: map[*Site]*Unwritten{}}
	t.meeting = Meeting{Grant: h.grant, Poll: t.poll}
	return t
}

// Heap is the heap that the tracer works on.
func (t *Tracer) Heap() *Heap { return t.heap }

// Alloc is Heap.Alloc within the kernels that are running (E-MEM-ALLOC).
func (t *Tracer) Alloc(name string, at diag.Span, n int) (*Block, error) {
	b, err := t.heap.Alloc(name, at, n)
	if d := len(t.frames); err == nil && d > 0 {
		b.depth, b.birth = d, t.frames[d-1].stamp
	}
	if err != nil {
		return nil, err
	}
	t.used.Allocs++
	t.used.Locations += n
	if len(t.frames) > 0 {
		t.used.InKernels++
	}
	if t.Life != nil {
		t.Life.allocated(b)
	}
	return b, nil
}

// Declare gives the kernel a place in Kernels before it runs, if it ever does.
func (t *Tracer) Declare(k *Kernel) *KernelStats {
	s := t.stats[k]
	if s == nil {
		s = &KernelStats{Kernel: k}
		t.stats[k] = s
		t.kernels = append(t.kernels, s)
	}
	return s
}

// Kernels is what was counted, one entry per kernel in the text, in the order
// of their declaration or first instance.
func (t *Tracer) Kernels() []*KernelStats { return t.kernels }

// EnterKernel starts an instance of k with n iterations, nested in the present
// iteration of the kernel around it. Each iteration that runs is announced by
// Iteration, once and in any order, and LeaveKernel ends the instance. After
// an error an evaluation does not go on, and its tracer is of no further use.
func (t *Tracer) EnterKernel(k *Kernel, n int) {
	s := t.Declare(k)
	s.Instances++
	s.Open++
	l := len(t.frames)
	if l < cap(t.frames) {
		t.frames = t.frames[:l+1]
	} else {
		t.frames = append(t.frames, frame{})
	}
	f := &t.frames[l]
	*f = frame{stats: s, number: s.Instances, blocks: len(t.heap.blocks), base: t.heap.stamps(l, n), writing: writings{recent: f.writing.recent[:0]}}
	if t.recording != nil {
		t.recording.enter(t, k, n)
	}
}

// Iteration starts iteration i, from 1 to n, of the innermost instance. The
// blocks that the iteration before it allocated are dropped: a kernel's body
// returns no block.
func (t *Tracer) Iteration(i int) {
	f := &t.frames[len(t.frames)-1]
	f.iter, f.stamp = i, f.base+uint64(i-1)
	f.stats.Iterations++
	t.heap.truncate(f.blocks)
	if t.recording != nil {
		t.recording.iteration(t, i)
	}
}

// LeaveKernel ends the innermost instance and tells whether eq. (4) holds for it.
func (t *Tracer) LeaveKernel() (raceFree bool) {
	l := len(t.frames) - 1
	t.heap.truncate(t.frames[l].blocks)
	t.frames[l].stats.Open--
	t.frames = t.frames[:l]
	return !t.frames[:l+1][l].racy
}

// Depth is the number of kernels that are running.
func (t *Tracer) Depth() int { return len(t.frames) }

// Iterations is the present iteration of each kernel that is running, outermost
// first.
func (t *Tracer) Iterations() []int {
	var is []int
	for k := range t.frames {
		is = append(is, t.frames[k].iter)
	}
	return is
}

// stamps takes the next n stamps of level l and gives the first.
func (h *Heap) stamps(l, n int) uint64 {
	for len(h.clocks) <= l {
		h.clocks = append(h.clocks, 0)
	}
	if n := uint64(max(n, 0)); h.clocks[l] > maxStamp-n-1 {
		h.restart(l)
	}
	base := h.clocks[l] + 1
	h.clocks[l] += uint64(max(n, 0))
	return base
}

// restart sets the clock of level l back. Nothing is running at that level, so its
// records may go.
func (h *Heap) restart(l int) {
	h.clocks[l] = 0
	for _, b := range h.blocks {
		if l < len(b.shadow) {
			b.shadow[l] = level{}
		}
		if b.depth == l+1 {
			b.depth = 0
		}
	}
}

// writing is the site within the innermost instance. There is one per site, so that a
// write allocates no memory.
func (t *Tracer) writing(site *Site) *writing {
	ws := &t.top
	if d := len(t.frames); d > 0 {
		ws = &t.frames[d-1].writing
	}
	for k, w := range ws.recent {
		if w.site == site {
			if k > 0 {
				ws.recent[k], ws.recent[k-1] = ws.recent[k-1], w
			}
			return w
		}
	}
	if w := ws.more[site]; w != nil {
		return w
	}
	w := &writing{site, t.instance(len(t.frames))}
	switch {
	case len(ws.recent) < fewSites:
		ws.recent = append(ws.recent, w)
	case ws.more == nil:
		ws.more = map[*Site]*writing{site: w}
	default:
		ws.more[site] = w
	}
	return w
}

// fewSites are looked through faster than a map.
const fewSites = 16

// writings are one per site that wrote. A literal has a site for each of its elements.
type writings struct {
	recent []*writing
	more   map[*Site]*writing // nil: there are no more
}

// instance is the innermost of the first d kernels that are running.
func (t *Tracer) instance(d int) *instance {
	if d == 0 {
		return nil
	}
	f := &t.frames[d-1]
	if f.in == nil {
		f.in = &instance{kernel: f.stats.Kernel, parent: t.instance(d - 1)}
		if d > 1 {
			f.in.parentIter = t.frames[d-2].iter
		}
	}
	return f.in
}

// Unwritten is reads of locations that nothing wrote: the first one from a site, and
// how many there were. alloc fills blocks with zeros, so evaluation went on.
type Unwritten struct {
	Access Access
	Block  *Block
	Offset int
	Count  int
}

func (t *Tracer) noteUnwritten(b *Block, off int, site *Site, index []int) {
	u := t.bySite[site]
	if u == nil {
		u = &Unwritten{Access{site, false, slices.Clone(index), t.Iterations()}, b, off, 0}
		t.bySite[site] = u
		t.unwritten = append(t.unwritten, u)
	}
	u.Count++
}

// Unwritten is the reads of locations that nothing wrote, one entry per site, in
// the order of the first of them.
func (t *Tracer) Unwritten() []*Unwritten { return t.unwritten }
