package offload

import (
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"weak"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Resident is the elements of an array, row-major, in a buffer of a device, which several values may have. They never change
// there.
type Resident struct {
	On     gpu.Accelerator
	Words  int64
	buffer gpu.Buffer
	values atomic.Int64 // that have it
}

// inMemory is what values have on each device.
var inMemory struct {
	sync.Mutex
	words  map[gpu.Accelerator]int64
	shares map[gpu.Accelerator]map[*share]weak.Pointer[num.Vec]
}

// residentShare is the part of a device's memory that values may have. Beyond it they are copied from the device at once.
// mostDepth is how many values, each made from the one before, may be on a device alone: to make the last one anew takes all.
const (
	residentShare = 2
	mostDepth     = 16
)

// Lost gives the words of the k-th result of a run, when the device does not give them any more, as an error says.
type Lost func(k int, err error) []int64

// resides makes the buffer of a block one that values have, unless they take too much memory there. The block no longer owns
// it then.
func (r *run) resides(b *block) bool {
	if b.resident != nil {
		return true
	}
	inMemory.Lock()
	defer inMemory.Unlock()
	if inMemory.words[r.device]+b.words > r.device.Limits().Words/residentShare {
		return false
	}
	if inMemory.words == nil {
		inMemory.words = map[gpu.Accelerator]int64{}
	}
	inMemory.words[r.device] += b.words
	b.resident = &Resident{On: r.device, Words: b.words, buffer: b.buffer}
	r.held -= b.words
	r.hold(b.resident)
	return true
}

// hold keeps the buffer of values until the run ends, whatever becomes of them.
func (r *run) hold(res *Resident) { r.holds = append(r.holds, res.share()) }

// stays makes a value of the elements that a block has on the device.
func (r *run) stays(b *block, k int, elem syntax.Elem, shape []int, lost Lost) (value.Val, bool) {
	if r.depth > mostDepth || !r.resides(b) {
		return value.Val{}, false
	}
	n := 1
	for _, d := range shape {
		n *= d
	}
	of := b.resident.share()
	of.depth = r.depth
	v := num.VecAway(n, elem == syntax.F64, of, func() []int64 {
		words := make([]int64, n)
		if err := of.of.buffer.Out(0, words); err != nil {
			return lost(k, err)
		}
		return words
	})
	of.belongs(v)
	return value.Val{A: &value.Array{Elem: elem, Shape: shape, Elems: v}}, true
}

// alsoThere lets the elements of an input have the buffer to which they were copied, so that they need not be copied again.
func (r *run) alsoThere(b *block) {
	if r.resides(b) {
		of := b.resident.share()
		b.elems.AlsoIn(of)
		of.belongs(b.elems)
	}
}

// share is one more value that has the words.
func (res *Resident) share() *share {
	res.values.Add(1)
	return &share{of: res}
}

// share is what a value has of a Resident, until it ends. A run has one too while it uses the words.
type share struct {
	of    *Resident
	depth int // how many values this one was made from, one from the other, that were on the device alone
	ended sync.Once
}

// belongs makes the share end with the value that has it.
func (s *share) belongs(v *num.Vec) {
	runtime.AddCleanup(v, (*share).end, s)
	inMemory.Lock()
	defer inMemory.Unlock()
	of := inMemory.shares[s.of.On]
	if of == nil {
		of = map[*share]weak.Pointer[num.Vec]{}
		if inMemory.shares == nil {
			inMemory.shares = map[gpu.Accelerator]map[*share]weak.Pointer[num.Vec]{}
		}
		inMemory.shares[s.of.On] = of
	}
	of[s] = weak.Make(v)
}

func (s *share) end() {
	s.ended.Do(func() {
		inMemory.Lock()
		of := inMemory.shares[s.of.On]
		if delete(of, s); len(of) == 0 {
			delete(inMemory.shares, s.of.On)
		}
		inMemory.Unlock()
		s.of.release()
	})
}

// evict takes from a device what values have that are also here, or gone. It tells whether there was anything.
func evict(d gpu.Accelerator) bool {
	inMemory.Lock()
	list := maps.Clone(inMemory.shares[d])
	inMemory.Unlock()
	found := false
	for s, p := range list {
		v := p.Value()
		if v != nil && v.IsAway() {
			continue
		}
		if v != nil {
			v.AlsoIn(nil)
		}
		s.end()
		found = true
	}
	return found
}

// Where tells on which device the elements of a value are, and whether they are only there.
func Where(v value.Val) (d gpu.Accelerator, only bool) {
	if v.A == nil {
		return nil, false
	}
	if s, ok := v.A.Elems.Copied().(*share); ok {
		return s.of.On, v.A.Elems.IsAway()
	}
	return nil, false
}

// Discard gives the memory of values on devices back. Nobody may use the values any more.
func Discard(values []value.Val) {
	for _, v := range values {
		if v.A == nil {
			continue
		}
		if s, ok := v.A.Elems.Copied().(*share); ok {
			s.end()
		}
	}
}

// release notes that a value is gone, and frees the buffer after the last one.
func (res *Resident) release() {
	if res.values.Add(-1) > 0 {
		return
	}
	res.buffer.Free()
	inMemory.Lock()
	defer inMemory.Unlock()
	if inMemory.words[res.On] -= res.Words; inMemory.words[res.On] == 0 {
		delete(inMemory.words, res.On)
	}
}

// residing returns the block of an input whose elements are on the device already, or nil.
func (r *run) residing(v *value.Array) *block {
	s, ok := v.Elems.Copied().(*share)
	if !ok || s.of.On != r.device {
		return nil
	}
	res := s.of
	r.hold(res)
	if v.Elems.IsAway() {
		r.depth = max(r.depth, s.depth+1)
	}
	return &block{words: int64(v.Elems.Len()), buffer: res.buffer, there: true, resident: res}
}

// apart gives a block whose buffer values have, and which a kernel writes, a buffer of its own.
func (r *run) apart(b *block) {
	if b.resident == nil {
		return
	}
	from := b.buffer
	b.buffer, b.resident = nil, nil
	r.place(b)
	if b.there {
		r.must(b.buffer.Copy(0, from, 0, b.words))
	}
}
