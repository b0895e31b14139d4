// Package watch finds out what the threads of kernels read and write on a device: that of gpu/shim, on which CUDA runs as C++.
// It compares that with what the heap semantics says of each iteration (Fig. 10).
package watch

import (
	"context"
	"errors"
	"maps"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/gpu/shim"
	"funmem/heap"
	"funmem/lower/emit"
	"funmem/lower/offload"
	"funmem/semantics/imp"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Seen is what was seen of a run.
type Seen struct {
	Launches []*Launch // in the order in which they ran
	Ended    error     // why the run ended early, or nil
}

// Launch is a run of a kernel, or of a rectangular nest of them.
type Launch struct {
	Kernel  *imp.Kernel
	Threads int64
	Strays  bool // it ended since a thread would have left all blocks
	Raced   bool // two of its threads, or groups that run iterations, touched a word, and one of these wrote it

	touched map[int64][]*Touched // by thread or group, from 0 on
	used    map[word]*users
}

// word is a word of an argument, and users are the threads that touched it.
type word struct{ argument, word int64 }

type users struct {
	reader, writer int64 // threads, or -1
	readers        bool  // more than one
}

// Touched is the words that an iteration reads and writes of a block: offsets, in their order.
type Touched struct {
	Name          string // that of the block in IMP
	Reads, Writes []int
}

// Run runs a program with values of its inputs, in their order. All kernels run in threads, whether or not that is proved to be
// right. The error is a *gpu.Absent if there is no compiler, or a diagnostic if the program is not compiled.
func Run(ctx context.Context, p *imp.Program, inputs []value.Val, opts engine.Options, poll stop.Poll) (*Seen, error) {
	s := &Seen{}
	grids := map[string]*emit.Grid{}
	names := namesOf(p)
	device, err := shim.Open(func(l *shim.Launch) { s.add(l, grids[l.Kernel], names) })
	if err != nil {
		return nil, err
	}
	defer device.Close() //nolint:errcheck // its folder is a temporary one
	q, err := offload.New(ctx, device, emit.CUDA, p, func(*imp.Kernel) bool { return true }, gpu.Freedom{}, poll)
	if ctx.Err() != nil {
		err = &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	if err != nil {
		return nil, err
	}
	for _, g := range q.Grids {
		grids[g.Name] = g
	}
	var early *offload.Early
	if _, err = q.Run(ctx, inputs, opts, nil, nil); errors.As(err, &early) {
		s.Ended, err = early, nil
	}
	if ctx.Err() != nil {
		err = &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return s, err
}

// namesOf are the names of the variables of a program.
func namesOf(p *imp.Program) map[int]string {
	names := map[int]string{}
	for _, x := range p.Inputs {
		names[x.ID] = x.Name
		if x.Type.IsArray() {
			names[x.Type.Mem.Block.ID] = x.Name
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			names[d.X.ID] = d.X.Name
		}
		return true
	})
	return names
}

// add notes a launch. A kernel of many iterations is launched several times.
func (s *Seen) add(l *shim.Launch, g *emit.Grid, names map[int]string) {
	const first, before = 3, 5 // the arguments that are the first iteration, and those before the variables
	from := l.Args[first].(int64)
	if from == 0 {
		s.Launches = append(s.Launches, &Launch{Kernel: g.Of, touched: map[int64][]*Touched{}, used: map[word]*users{}})
	}
	out := s.Launches[len(s.Launches)-1]
	out.Strays = out.Strays || l.Strays
	out.Threads = l.Args[first+1].(int64)
	of := map[int64]string{} // the names of arguments
	at := int64(before)
	for k, x := range g.Args {
		of[at] = names[x.ID]
		if at++; g.Mem[k] {
			at++ // its length
		}
	}
	each := int64(max(g.Group, 1)) // threads of a group run an iteration together
	for _, a := range l.Accesses {
		name, ok := of[a.Argument]
		if !ok {
			continue // the status
		}
		w := word{a.Argument, a.Word}
		if out.used[w] == nil {
			out.used[w] = &users{-1, -1, false}
		}
		u, thread := out.used[w], from+a.Thread/each
		others := u.writer >= 0 && u.writer != thread
		if a.Write {
			others = others || u.readers || u.reader >= 0 && u.reader != thread
			u.writer = thread
		} else {
			u.readers = u.readers || u.reader >= 0 && u.reader != thread
			u.reader = thread
		}
		out.Raced = out.Raced || others
		out.touch(thread, name, int(a.Word), a.Write)
	}
}

func (l *Launch) touch(thread int64, name string, at int, write bool) {
	l.touched[thread] = touch(l.touched[thread], name, at, write)
}

// touch notes an access among those of some blocks.
func touch(list []*Touched, name string, at int, write bool) []*Touched {
	k := slices.IndexFunc(list, func(t *Touched) bool { return t.Name == name })
	if k < 0 {
		k = len(list)
		list = append(list, &Touched{Name: name})
	}
	set := &list[k].Reads
	if write {
		set = &list[k].Writes
	}
	if pos, found := slices.BinarySearch(*set, at); !found {
		*set = slices.Insert(*set, pos, at)
	}
	return list
}

// Iteration is what one of bound iterations touches. The threads of a nest are those of its innermost kernel, so that an
// iteration of the outermost one may be several threads.
func (l *Launch) Iteration(number, bound int) (all []*Touched) {
	width := l.Threads / int64(max(bound, 1))
	for thread := int64(number-1) * width; thread < int64(number)*width; thread++ {
		for _, t := range l.touched[thread] {
			for _, at := range t.Reads {
				all = touch(all, t.Name, at, false)
			}
			for _, at := range t.Writes {
				all = touch(all, t.Name, at, true)
			}
		}
	}
	return all
}

// Comparison is one of a launch with an instance under the heap semantics.
type Comparison struct {
	*Launch
	in    *heap.InstanceTrace
	names map[string]*heap.Block // what blocks of the device are there, as far as that is known
	own   map[*heap.Block]int    // blocks that the device does not have, and the iteration that has them for itself
}

// With begins to compare a launch with an instance.
func (l *Launch) With(in *heap.InstanceTrace) *Comparison {
	return &Comparison{l, in, map[string]*heap.Block{}, map[*heap.Block]int{}}
}

// Own are the names of the blocks that an iteration allocates and has for itself: on the device they are memory of the thread.
func (c *Comparison) Own() []string {
	set := map[string]bool{}
	for b := range c.own {
		set[b.Name] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// Same tells whether an iteration touches the same on the device. Blocks may have other names there, but each one name in all
// iterations. What an iteration allocates and no other one touches may be missing.
func (c *Comparison) Same(it *heap.IterTrace) bool {
	reads, writes := it.Sets()
	left := map[*heap.Block]*Touched{}
	var order []*heap.Block
	for k, list := range [][]heap.Loc{reads, writes} {
		for _, loc := range list {
			t := left[loc.Block]
			if t == nil {
				t = &Touched{}
				left[loc.Block] = t
				order = append(order, loc.Block)
			}
			if k == 0 {
				t.Reads = append(t.Reads, loc.Offset)
			} else {
				t.Writes = append(t.Writes, loc.Offset)
			}
		}
	}
	for _, t := range c.Iteration(it.Iteration, c.in.Bound) {
		fits := func(b *heap.Block) bool {
			if known := c.names[t.Name]; known != nil && known != b {
				return false
			}
			return slices.Equal(left[b].Reads, t.Reads) && slices.Equal(left[b].Writes, t.Writes)
		}
		k := slices.IndexFunc(order, func(b *heap.Block) bool { return b.Name == t.Name && fits(b) })
		if k < 0 {
			k = slices.IndexFunc(order, fits)
		}
		if k < 0 {
			return false
		}
		if !order[k].InKernel() {
			c.names[t.Name] = order[k]
		}
		order = slices.Delete(order, k, k+1)
	}
	for _, b := range order {
		if other := c.own[b]; !b.InKernel() || other != 0 && other != it.Iteration {
			return false
		}
		c.own[b] = it.Iteration
	}
	return true
}

// Locations are the locations that one of bound iterations touches, as those of the heap semantics. blocks has the blocks by their
// names, and gets new ones.
func (l *Launch) Locations(number, bound int, blocks map[string]*heap.Block) (reads, writes []heap.Loc) {
	for _, t := range l.Iteration(number, bound) {
		b := blocks[t.Name]
		if b == nil {
			b = &heap.Block{Name: t.Name}
			blocks[t.Name] = b
		}
		for _, at := range t.Reads {
			reads = append(reads, heap.Loc{Block: b, Offset: at})
		}
		for _, at := range t.Writes {
			writes = append(writes, heap.Loc{Block: b, Offset: at})
		}
	}
	return reads, writes
}

// Block is a block from outside, as a value.
func Block(b *heap.Block) value.Val {
	elem := syntax.Int
	if b.Cells().IsReal() {
		elem = syntax.F64
	}
	return value.Val{A: &value.Array{Elem: elem, Shape: []int{b.Len()}, Elems: b.Cells()}}
}
