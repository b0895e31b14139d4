package queue

import (
	"errors"

	"funmem/gpu"
)

// buffer is a buffer of a device.
type buffer struct {
	d     *device
	id    Handle // 0: it was freed
	words int64
}

// pool is the buffers that were freed. Asking a device for memory may stop all that it does, and the next buffer often has
// the size of one before.
type pool struct {
	spare map[int64][]Handle // by words
	words int64              // of them all
}

// trim gives the spare buffers back. A command is being given.
func (d *device) trim() {
	for _, list := range d.spare {
		for _, id := range list {
			d.Driver.Free(id)
		}
	}
	clear(d.spare)
	d.words = 0
}

// Alloc makes a buffer, of what is spare if that has one of so many words. Where there is no room, what is spare goes, and it
// is tried once more.
func (d *device) Alloc(words int64) (gpu.Buffer, error) {
	defer d.command()()
	if err := d.usable(); err != nil {
		return nil, err
	}
	held := d.Account().Held
	most := d.limits.Words - held
	if d.limits.Buffer > 0 {
		most = min(most, d.limits.Buffer)
	}
	if words < 0 || words > most {
		return nil, &gpu.MemoryError{Words: words, Held: held, Limit: d.limits.Words}
	}
	id, fresh, err := d.take(max(words, 1))
	if err != nil {
		return nil, d.failed("a buffer", words, err)
	}
	b := &buffer{d: d, id: id, words: words}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.buffers[b] = true
	d.account.Held += words
	d.account.Buffers++
	if fresh {
		d.account.Allocations++
	}
	return b, nil
}

// take takes a buffer from the pool, or a fresh one.
func (d *device) take(words int64) (id Handle, fresh bool, err error) {
	if list := d.spare[words]; len(list) > 0 {
		id, d.spare[words] = list[len(list)-1], list[:len(list)-1]
		d.words -= words
		return id, false, nil
	}
	if id, err = d.Driver.Alloc(words); errors.Is(err, ErrFull) && d.words > 0 {
		d.trim()
		id, err = d.Driver.Alloc(words)
	}
	return id, true, err
}

func (b *buffer) Words() int64 { return b.words }

// check tells why so many words from at on cannot be used.
func (b *buffer) check(at, words int64) error {
	if b.id == 0 {
		return gpu.ErrFreed
	}
	if at < 0 || words < 0 || at > b.words-words {
		return gpu.ErrBounds
	}
	return b.d.usable()
}

func (b *buffer) In(at int64, data []int64) error {
	defer b.d.command()()
	n := int64(len(data))
	if err := b.check(at, n); err != nil || n == 0 {
		return err
	}
	b.d.note(func(a *gpu.Account) { a.WordsIn += n })
	return b.d.failed("copying to the device", b.words, b.d.Driver.Write(b.id, at, data))
}

func (b *buffer) Out(at int64, data []int64) error {
	defer b.d.command()()
	n := int64(len(data))
	if err := b.check(at, n); err != nil || n == 0 {
		return err
	}
	b.d.note(func(a *gpu.Account) { a.WordsOut += n })
	return b.d.failed("copying from the device", b.words, b.d.Driver.Read(b.id, at, data))
}

var errOther = errors.New("the buffer is of another device")

func (b *buffer) Copy(at int64, other gpu.Buffer, from, words int64) error {
	o, ok := other.(*buffer)
	if !ok || o.d != b.d {
		return errOther
	}
	defer b.d.command()()
	if err := b.check(at, words); err != nil {
		return err
	}
	if err := o.check(from, words); err != nil || words == 0 {
		return err
	}
	b.d.note(func(a *gpu.Account) { a.Within += words })
	return b.d.failed("copying in the device", b.words, b.d.Driver.Copy(b.id, at, o.id, from, words))
}

// spareShare is the part of the memory that spare buffers may have.
const spareShare = 8

// Free gives the buffer to the pool: commands are in one order, so that the next one who has it comes after all that use it.
func (b *buffer) Free() {
	d := b.d
	defer d.command()()
	if b.id == 0 {
		return
	}
	id, words := b.id, max(b.words, 1)
	b.id = 0
	if d.usable() == nil && d.words+words <= d.limits.Words/spareShare {
		d.spare[words] = append(d.spare[words], id)
		d.words += words
	} else {
		d.Driver.Free(id)
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	delete(d.buffers, b)
	d.account.Held -= b.words
}
