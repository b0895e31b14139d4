package host

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"unsafe"
)

// pool keeps large blocks that are not used any more. To use one again is much faster than to get fresh memory, which the
// system hands out page by page, and Go fills with zeros.
type pool struct {
	lock  sync.Mutex
	free  map[int][][]int64 // by size
	words int               // in free
	made  int64             // blocks that were made
	fresh int               // words that were made since the last collection that this pool asked for
	lent  map[uintptr]int   // words of the blocks that come back, by the address of the first one
}

// The addresses of lent blocks are kept as numbers, since a pointer would keep the blocks from being collected.
var spare = &pool{free: map[int][][]int64{}, lent: map[uintptr]int{}}

const (
	mostSpare  = 16 << 20  // words that are kept
	collect    = 4 << 20   // after so many fresh words a collection may find blocks that nobody uses any more,
	cheapLevel = 256 << 20 // if it is cheap: so many bytes are in use
	hugeFrom   = 1 << 18   // words of a block for which large pages are worth it
)

// take returns a block of some words, with any content.
func (p *pool) take(words int) []int64 {
	p.lock.Lock()
	if list := p.free[words]; len(list) > 0 {
		data := list[len(list)-1]
		p.free[words] = list[:len(list)-1]
		p.words -= words
		p.lock.Unlock()
		return data
	}
	p.made++
	p.fresh += words
	ask := p.fresh >= collect
	if ask {
		p.fresh = 0
	}
	p.lock.Unlock()
	if ask && inUse() < cheapLevel {
		runtime.GC()
	}
	data := make([]int64, words)
	if words >= hugeFrom {
		huge(data)
	}
	return data
}

// give takes a block back that nobody uses.
func (p *pool) give(data []int64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	n := len(data)
	for size, list := range p.free { // others make room
		if p.words+n <= mostSpare {
			break
		}
		p.words -= size * len(list)
		delete(p.free, size)
	}
	if p.words+n > mostSpare {
		return
	}
	p.free[n] = append(p.free[n], data)
	p.words += n
}

// lend hands out a block that comes back when nothing refers to it any more, or somebody gives it back.
func (p *pool) lend(data []int64) {
	n := len(data)
	p.lock.Lock()
	p.lent[address(data)] = n
	p.lock.Unlock()
	runtime.SetFinalizer(&data[0], func(at *int64) { p.back(unsafe.Slice(at, n)) })
}

// back takes a lent block back. It does nothing if there is no such block.
func (p *pool) back(data []int64) {
	if len(data) == 0 {
		return
	}
	p.lock.Lock()
	ours := p.lent[address(data)] == len(data)
	if ours {
		delete(p.lent, address(data))
		runtime.SetFinalizer(&data[0], nil)
	}
	p.lock.Unlock()
	if ours {
		p.give(data)
	}
}

func address(data []int64) uintptr { return uintptr(unsafe.Pointer(&data[0])) }

// inUse is how many bytes of the heap were in use after the last collection.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Storage is what calls have taken of the system's memory.
type Storage struct {
	Taken int64 // how often memory was taken: for stacks, for what a call needs besides, and for blocks that callers may get
	Most  int64 // words of a stack that were in use at one time, in calls and kernels that ended since this was asked last
	Kept  int64 // words of the stacks of calls that are not used now
}
