package offload

import (
	"context"
	"errors"
	"slices"

	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// block is a block of memory. Its words are in host, in buffer, or the same in both.
type block struct {
	words  int64
	host   []int64    // nil: its words are not here
	buffer gpu.Buffer // nil: it has no place on the device
	there  bool       // its words are on the device
	// resident is not nil if values have the buffer, which must not change then.
	resident *Resident
	elems    *num.Vec // of an input, whose words host has
	given    bool     // host belongs to somebody else, and must not change
	single   int      // copies of single words since a kernel has used it
	freed    bool

	counted bool // it was taken from what the run may take
}

// begin makes the word that gets the status of threads.
func (r *run) begin() {
	if r.code != nil {
		r.idle() // a kernel of a run that was interrupted may still go on
		r.fail = r.buffer(1)
		r.must(r.fail.In(0, []int64{0}))
	}
}

// buffer is a new buffer.
func (r *run) buffer(words int64) gpu.Buffer {
	if r.held += words; r.held > r.limit {
		r.early(emit.Memory)
	}
	b, err := r.device.Alloc(words)
	var full *gpu.MemoryError
	if errors.As(err, &full) && evict(r.device) {
		b, err = r.device.Alloc(words)
	}
	r.must(err)
	return b
}

// end frees all buffers. The device keeps them while a kernel runs.
func (r *run) end() {
	for _, s := range r.holds {
		s.end()
	}
	if r.fail != nil {
		r.fail.Free()
	}
	for b := range r.all {
		if b.buffer != nil && b.resident == nil {
			b.buffer.Free()
		}
	}
}

// idle waits until the device has nothing to do: a copy waits for that too, and cannot be interrupted.
func (r *run) idle() { r.must(r.device.Wait(r.ctx)) }

// check ends the run if a thread has ended early.
func (r *run) check() {
	if !r.asked {
		return
	}
	r.asked = false
	if r.ctx.Err() != nil { // a driver may have waited for the kernel when it was launched
		panic(ended{context.Cause(r.ctx)})
	}
	r.idle()
	why := []int64{0}
	r.must(r.fail.Out(0, why))
	if s := max(int32(why[0]), int32(why[0]>>32)); s != 0 {
		r.early(emit.Status(s))
	}
}

// block is the block of a variable.
func (r *run) block(x *syntax.Var) *block {
	b := r.blocks[x.ID]
	if b == nil || b.freed {
		r.early(emit.Check)
	}
	return b
}

// alloc makes a block. Where its words are is decided when they are used.
func (r *run) alloc(words int64) *block {
	if words < 0 || words > emit.MaxSize {
		r.early(emit.Size)
	}
	if r.words -= words; r.words < 0 {
		r.early(emit.Memory)
	}
	return &block{words: words, counted: true}
}

// free ends a block.
func (r *run) free(b *block) {
	b.freed, b.host = true, nil
	if b.counted {
		r.words += b.words
	}
	if b.buffer != nil {
		if b.resident == nil {
			b.buffer.Free()
			r.held -= b.words
		}
		b.buffer, b.resident = nil, nil
		delete(r.all, b)
	}
}

// place gives a block a place on the device.
func (r *run) place(b *block) {
	if b.buffer != nil {
		return
	}
	b.buffer = r.buffer(b.words)
	r.all[b] = true
}

// onDevice makes sure that the words of a block are on the device.
func (r *run) onDevice(b *block) gpu.Buffer {
	r.place(b)
	if !b.there && b.host != nil {
		r.moved(toDevice, b.words, func() error { return b.buffer.In(0, b.host) })
		if b.elems != nil {
			r.alsoThere(b)
		}
	}
	b.there, b.single = true, 0
	return b.buffer
}

// here makes sure that the words of a block are here.
func (r *run) here(b *block) []int64 {
	switch {
	case b.host != nil:
	case b.there:
		r.check()
		b.host = make([]int64, b.words)
		r.moved(fromDevice, b.words, func() error { return b.buffer.Out(0, b.host) })
	default:
		b.host = make([]int64, b.words)
	}
	return b.host
}

// offset is the value of an expression as an offset in a block.
func (r *run) offset(b *block, e syntax.Expr) int64 {
	at, ok := r.scalar(e).Word()
	if !ok || at < 0 || at >= b.words {
		r.early(emit.Check)
	}
	return at
}

// mostSingle is how many words of a block are copied one by one before all are.
const mostSingle = 4

// read reads a word.
func (r *run) read(b *block, at int64) int64 {
	if b.host != nil || !b.there || b.single >= mostSingle {
		return r.here(b)[at]
	}
	b.single++
	r.check()
	word := []int64{0}
	r.moved(fromDevice, 1, func() error { return b.buffer.Out(at, word) })
	return word[0]
}

// write writes a word.
func (r *run) write(b *block, at, word int64) {
	switch {
	case !b.there:
	case b.single < mostSingle && b.resident == nil:
		b.single++
		r.moved(toDevice, 1, func() error { return b.buffer.In(at, []int64{word}) })
		if b.host == nil {
			return
		}
	default:
		r.here(b)
		b.there = false
		if b.resident != nil { // values have the buffer
			b.buffer, b.resident = nil, nil
		}
	}
	r.here(b)
	b.elems = nil
	if b.given {
		b.host, b.given = slices.Clone(b.host), false
	}
	b.host[at] = word
}
