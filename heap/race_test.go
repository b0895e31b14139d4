package heap

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// action is a step of a random evaluation: an access, an alloc, or a kernel.
type action struct {
	kernel *run // not nil: a kernel
	alloc  bool // binds the slot until the iteration ends
	write  bool
	slot   int // 0 and 1 are blocks that are always there
	off    int
}

// run is a kernel instance: its body for each iteration, in the order that
// they run in.
type run struct {
	kernel int // which kernel of the text at this depth
	order  []int
	body   map[int][]action
}

const blockSize = 3

func genActions(depth int) *rapid.Generator[[]action] {
	return rapid.Custom(func(t *rapid.T) []action {
		var as []action
		for range rapid.IntRange(depth&1, 4).Draw(t, "actions") {
			what := rapid.IntRange(0, 11).Draw(t, "what")
			a := action{slot: rapid.IntRange(0, 3).Draw(t, "slot"), off: rapid.IntRange(0, blockSize-1).Draw(t, "off")}
			switch {
			case what < 4 && depth < 3:
				r := &run{kernel: rapid.IntRange(0, 1).Draw(t, "kernel"), body: map[int][]action{}}
				r.order = rapid.Permutation(indices0(rapid.IntRange(0, 3).Draw(t, "n"))).Draw(t, "order")
				for _, i := range r.order {
					r.body[i] = genActions(depth+1).Draw(t, "body")
				}
				a.kernel = r
			case what == 4 || what == 5:
				a.alloc = true
			default:
				a.write = what < 9
			}
			as = append(as, a)
		}
		return as
	})
}

type evaluation struct {
	actions  []action
	near     []uint64 // how close the clocks are to their end
	recorded bool
}

func genEvaluation() *rapid.Generator[evaluation] {
	return rapid.Custom(func(t *rapid.T) evaluation {
		return evaluation{genActions(0).Draw(t, "actions"), rapid.SliceOfN(rapid.Uint64Range(1, 20), 0, 3).Draw(t, "near"),
			rapid.Bool().Draw(t, "recorded")}
	})
}

// detector is the race detection under test: the real one, or a planted mistake.
type detector struct {
	enter     func(t *Tracer, k *Kernel, n int)
	iteration func(t *Tracer, i int)
	leave     func(t *Tracer) bool
	read      func(t *Tracer, b *Block, off int, site *Site, index []int) (num.Num, error)
	write     func(t *Tracer, b *Block, off int, x num.Num, site *Site, index []int) error
}

var realDetector = detector{(*Tracer).EnterKernel, (*Tracer).Iteration, (*Tracer).LeaveKernel, (*Tracer).Read, (*Tracer).Write}

// sets is R and W of an iteration, with the numbers of the accesses.
type sets [2]map[Loc][]int

// naiveInstance is a kernel instance by eq. (4): the sets of each iteration.
type naiveInstance struct {
	kernel *Kernel
	order  []int
	iters  map[int]*naiveIter
	now    int
}

type naiveIter struct {
	sets  sets
	inner []*naiveInstance
}

func newIter() *naiveIter { return &naiveIter{sets: sets{map[Loc][]int{}, map[Loc][]int{}}} }

// raceFree is eq. (4): no W_i meets R_j ∪ W_j for another j.
func (in *naiveInstance) raceFree() bool {
	for i, x := range in.iters {
		for j, y := range in.iters {
			for loc := range x.sets[1] {
				if i != j && (y.sets[0][loc] != nil || y.sets[1][loc] != nil) {
					return false
				}
			}
		}
	}
	return true
}

// follower evaluates actions under a detector and keeps the sets beside it.
type follower struct {
	d       detector
	t       *Tracer
	text    [][2]*Kernel
	slots   [4]*Block
	top     *naiveIter
	open    []*naiveInstance
	counts  map[*Kernel]*KernelStats // First.Instance is the first racy one
	access  int
	failure error
}

func (f *follower) fail(format string, args ...any) {
	if f.failure == nil {
		f.failure = fmt.Errorf(format, args...)
	}
}

func (f *follower) around() *naiveIter {
	if len(f.open) == 0 {
		return f.top
	}
	in := f.open[len(f.open)-1]
	return in.iters[in.now]
}

func (f *follower) run(actions []action) {
	bound := f.slots
	for _, a := range actions {
		switch {
		case a.kernel != nil:
			f.kernel(a.kernel)
		case a.alloc:
			b, err := f.t.Alloc("slot", spanless, blockSize)
			if err != nil {
				f.fail("%v", err)
			}
			f.slots[2+a.slot%2] = b
		default:
			f.touch(a)
		}
	}
	f.slots = bound
}

func (f *follower) touch(a action) {
	b := f.slots[a.slot]
	if b == nil {
		b = f.slots[0]
	}
	f.access++
	site := &Site{What: fmt.Sprint(f.access)}
	index := []int{f.access, 1}
	var err error
	mode := 0
	if a.write {
		mode = 1
		err = f.d.write(f.t, b, a.off, num.Of(1), site, index)
	} else {
		_, err = f.d.read(f.t, b, a.off, site, index)
	}
	if err != nil {
		f.fail("access: %v", err)
	}
	loc := Loc{b, a.off}
	f.top.sets[mode][loc] = append(f.top.sets[mode][loc], f.access)
	for _, in := range f.open {
		s := in.iters[in.now].sets
		s[mode][loc] = append(s[mode][loc], f.access)
	}
}

func (f *follower) kernel(r *run) {
	k := f.text[len(f.open)][r.kernel]
	c := f.counts[k]
	if c == nil {
		c = &KernelStats{Kernel: k}
		f.counts[k] = c
	}
	c.Instances++
	in := &naiveInstance{kernel: k, order: r.order, iters: map[int]*naiveIter{}}
	it := f.around()
	it.inner = append(it.inner, in)
	f.open = append(f.open, in)
	f.d.enter(f.t, k, len(r.order))
	for _, i := range r.order {
		c.Iterations++
		in.now, in.iters[i] = i, newIter()
		f.d.iteration(f.t, i)
		f.run(r.body[i])
	}
	free := f.d.leave(f.t)
	f.open = f.open[:len(f.open)-1]
	if free != in.raceFree() {
		f.fail("instance %d of kernel %s is race-free: %t, want %t", c.Instances, k.Binds, free, !free)
	}
	if !in.raceFree() {
		if c.Racy++; c.Racy == 1 {
			c.First = &Race{Instance: c.Instances}
			f.report(c, in)
		}
	}
}

// report checks the pair of accesses that the detector names for the first racy
// instance of a kernel.
func (f *follower) report(c *KernelStats, in *naiveInstance) {
	s := f.t.stats[in.kernel]
	if s == nil || s.First == nil {
		f.fail("kernel %s has no race to show", in.kernel.Binds)
		return
	}
	r := s.First
	if r.Kernel != in.kernel || r.Instance != c.Instances {
		f.fail("the race of kernel %s is in instance %d, want %d", in.kernel.Binds, r.Instance, c.Instances)
	}
	kind := "read/write"
	if r.First.Write && r.Second.Write {
		kind = "write/write"
	} else if !r.First.Write && !r.Second.Write {
		f.fail("two reads race")
	}
	if r.Kind() != kind {
		f.fail("a %s race is called %s", kind, r.Kind())
	}
	d := len(f.open)
	var outer []int
	for _, o := range f.open {
		outer = append(outer, o.now)
	}
	number := [2]int{}
	for k, a := range []Access{r.First, r.Second} {
		if len(a.Iterations) != d+1 || !slices.Equal(a.Iterations[:d], outer) {
			f.fail("access %d of the race is in iteration %v, around it are %v", k+1, a.Iterations, outer)
			return
		}
		mode := 0
		if a.Write {
			mode = 1
		}
		if _, err := fmt.Sscan(a.Site.What, &number[k]); err != nil || !slices.Equal(a.Index, []int{number[k], 1}) {
			f.fail("access %d of the race is at %s, index %v", k+1, a.Site.What, a.Index)
		}
		it := in.iters[a.Iterations[d]]
		if it == nil || !slices.Contains(it.sets[mode][Loc{r.Block, r.Offset}], number[k]) {
			f.fail("access %d of the race, %s %s in iteration %d, did not happen", k+1, a.Word(), a.Site.What, a.Iterations[d])
		}
	}
	if r.First.Iterations[d] == r.Second.Iterations[d] || number[0] >= number[1] {
		f.fail("iteration %d races with %d, access %d with %d",
			r.First.Iterations[d], r.Second.Iterations[d], number[0], number[1])
	}
}

// recorded compares a recording with the sets.
func (f *follower) recorded(got *IterTrace, want *naiveIter) {
	if got.Partial {
		f.fail("iteration %d is not recorded as a whole", got.Iteration)
	}
	once := map[locAccess]bool{}
	for _, a := range got.Accesses {
		key := locAccess{a.Loc, a.Write}
		if once[key] {
			f.fail("iteration %d: %v is recorded twice", got.Iteration, key)
		}
		once[key] = true
	}
	reads, writes := got.Sets()
	for mode, locs := range [][]Loc{reads, writes} {
		set := map[Loc]bool{}
		for _, loc := range locs {
			set[loc] = true
		}
		if len(set) != len(locs) || !maps.EqualFunc(set, want.sets[mode], func(bool, []int) bool { return true }) {
			f.fail("iteration %d: recorded %v, want %v", got.Iteration, set, want.sets[mode])
		}
	}
	if len(got.Inner) != len(want.inner) {
		f.fail("%d kernels are recorded, want %d", len(got.Inner), len(want.inner))
		return
	}
	for k, in := range want.inner {
		rec := got.Inner[k]
		if rec.Kernel != in.kernel || rec.Bound != len(in.order) || len(rec.Iterations) != len(in.order) || (rec.Race == nil) != in.raceFree() {
			f.fail("kernel %s is recorded as %+v", in.kernel.Binds, rec)
			return
		}
		if s := f.t.stats[in.kernel]; rec.Race != nil && rec.Race.Instance == s.First.Instance && rec.Race != s.First {
			f.fail("kernel %s: the first race is not the one recorded", in.kernel.Binds)
		}
		for n, i := range in.order {
			if rec.Iterations[n].Iteration != i {
				f.fail("iteration %d is recorded as %d", i, rec.Iterations[n].Iteration)
			}
			f.recorded(rec.Iterations[n], in.iters[i])
		}
	}
}

// check follows the evaluation twice on one heap, as two lines of a session.
func (d detector) check(e evaluation) error {
	h := New()
	for _, n := range e.near {
		h.clocks = append(h.clocks, maxStamp-n)
	}
	blocks := [2]*Block{alloc(h, "a", blockSize), alloc(h, "b", blockSize)}
	for range 2 {
		f := &follower{d: d, t: NewTracer(h), top: newIter(), counts: map[*Kernel]*KernelStats{}}
		f.slots[0], f.slots[1] = blocks[0], blocks[1]
		for depth := range 4 {
			f.text = append(f.text, [2]*Kernel{{Binds: fmt.Sprint("k", depth)}, {Binds: fmt.Sprint("l", depth)}})
		}
		var rec *Recording
		if e.recorded {
			rec = f.t.Record(1 << 20)
		}
		f.run(e.actions)
		if e.recorded {
			f.recorded(rec.Top, f.top)
		}
		for _, s := range f.t.Kernels() {
			c := f.counts[s.Kernel]
			if c == nil || s.Instances != c.Instances || s.Iterations != c.Iterations || s.Racy != c.Racy ||
				s.RaceFree() != (c.Racy == 0) || s.Conflicts < s.Racy {
				f.fail("kernel %s: %+v, want %+v", s.Kernel.Binds, s, c)
			} else if c.Racy > 0 && s.First.Instance != c.First.Instance {
				f.fail("the race shown for kernel %s is of instance %d, want %d", s.Kernel.Binds, s.First.Instance, c.First.Instance)
			}
		}
		if len(f.counts) != len(f.t.Kernels()) {
			f.fail("%d kernels are counted, want %d", len(f.t.Kernels()), len(f.counts))
		}
		if f.failure != nil {
			return f.failure
		}
	}
	return nil
}

// TestRaces compares the detector with the pairwise definition of eq. (4), per
// kernel instance, on random evaluations with nested kernels.
func TestRaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		holds(t, genEvaluation(), realDetector.check)
	})
}

// TestOwnBlocks: a block that an iteration allocated cannot race around that
// iteration. It races like any other in the kernels that the iteration runs, or
// if another iteration should ever hold it.
func TestOwnBlocks(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	outer, inner := &Kernel{Binds: "outer"}, &Kernel{Binds: "inner"}
	var kept *Block
	write := func(b *Block) {
		if err := tr.Write(b, 0, num.Of(1), &Site{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, escapes := range []bool{false, true} {
		tr.EnterKernel(outer, 2)
		for i := 1; i <= 2; i++ {
			tr.Iteration(i)
			own, _ := tr.Alloc("own", spanless, 1)
			write(own)
			tr.EnterKernel(inner, 2)
			for j := 1; j <= 2; j++ {
				tr.Iteration(j)
				write(own)
			}
			if tr.LeaveKernel() {
				t.Error("the race within an iteration is not seen")
			}
			if kept == nil {
				kept = own
			}
			if escapes {
				write(kept)
			}
		}
		if tr.LeaveKernel() == escapes {
			t.Errorf("a block that escapes (%t) is taken for the iteration's own, or the other way round", escapes)
		}
	}
}

// TestRaceCases is small evaluations with their verdicts.
func TestRaceCases(t *testing.T) {
	type access struct {
		iteration int
		write     bool
		off       int
	}
	const r, w = false, true
	for name, c := range map[string]struct {
		n        int
		accesses []access
		race     string
	}{
		"disjoint writes":          {2, []access{{1, w, 0}, {2, w, 1}}, ""},
		"two writes":               {2, []access{{1, w, 0}, {2, w, 0}}, "write/write 1 2"},
		"two writes of one":        {2, []access{{1, w, 0}, {1, w, 0}, {2, w, 1}}, ""},
		"reads":                    {3, []access{{1, r, 0}, {2, r, 0}, {3, r, 0}}, ""},
		"write then read":          {2, []access{{1, w, 0}, {2, r, 0}}, "read/write 1 2"},
		"read then write":          {2, []access{{1, r, 0}, {2, w, 0}}, "read/write 1 2"},
		"own update":               {2, []access{{1, r, 0}, {1, w, 0}, {2, r, 1}, {2, w, 1}}, ""},
		"many readers":             {3, []access{{1, r, 0}, {2, r, 0}, {3, r, 0}, {3, w, 0}}, "read/write 1 3"},
		"neighbour in place":       {3, []access{{1, r, 1}, {1, w, 0}, {2, r, 2}, {2, w, 1}}, "read/write 1 2"},
		"backwards":                {3, []access{{3, w, 2}, {2, w, 1}, {1, w, 2}}, "write/write 3 1"},
		"write under a read of it": {2, []access{{1, w, 0}, {1, r, 0}, {2, r, 0}}, "read/write 1 2"},
	} {
		t.Run(name, func(t *testing.T) {
			h := New()
			tr := NewTracer(h)
			b := alloc(h, "m", 3)
			k := &Kernel{Binds: "y"}
			tr.EnterKernel(k, c.n)
			now := 0
			for _, a := range c.accesses {
				if a.iteration != now {
					now = a.iteration
					tr.Iteration(now)
				}
				if a.write {
					_ = tr.Write(b, a.off, num.Of(1), &Site{}, nil)
				} else {
					_, _ = tr.Read(b, a.off, &Site{}, nil)
				}
			}
			got := ""
			if free := tr.LeaveKernel(); !free {
				r := tr.Kernels()[0].First
				got = fmt.Sprint(r.Kind(), " ", r.First.Iterations[0], " ", r.Second.Iterations[0])
			}
			if got != c.race {
				t.Errorf("%q, want %q", got, c.race)
			}
		})
	}
}

// TestPack: an index that does not fit one word is left out, never wrong.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		index := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(1, 1000), rapid.IntRange(0, 1<<62)), 1, 17).Draw(t, "index")
		got := pack(index).unpack()
		if got != nil && !slices.Equal(got, index) {
			t.Fatalf("%v is packed as %v", index, got)
		}
		if got == nil && len(index) <= 2 && slices.Max(index) < 1<<30 {
			t.Fatalf("%v is not packed", index)
		}
	})
}
