package heap

import (
	"fmt"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Life is what happens to one location, or to all of a block, in the order of
// evaluation. It is kept on request; a nil Life keeps nothing.
type Life struct {
	Block  string // the display name of the block
	Offset int    // or -1: all of its locations
	Events []Event
	More   int // events that were not kept
}

// Deed is what an event does.
type Deed uint8

// The deeds.
const (
	Allocated Deed = iota
	Wrote
	Read
	Seen  // an array was bound that has the location as an element
	Ended // the block was freed
)

// Event is one thing that happens to a location.
type Event struct {
	Deed       Deed
	Offset     int
	What       string // the cause of an access
	Array      string // the array that it goes through, or that sees the location
	Index      []int
	At         diag.Span
	Value      num.Num
	Size       int   // of a block that is allocated
	Iterations []int // of the kernels around it, outermost first
}

// mostEvents is how many events a life keeps.
const mostEvents = 500

// follows tells whether a life is about a location of a block.
func (l *Life) follows(b *Block, off int) bool {
	return l != nil && (l.Offset < 0 || l.Offset == off) && b.String() == l.Block
}

// Outside tells whether the block is always too small for the location.
func (l *Life) Outside() bool {
	for _, e := range l.Events {
		if e.Deed != Ended && (e.Deed != Allocated || e.Size > l.Offset) {
			return false
		}
	}
	return len(l.Events) > 0
}

func (l *Life) add(e Event) {
	if len(l.Events) == mostEvents {
		l.More++
		return
	}
	l.Events = append(l.Events, e)
}

// allocated notes that a block came to be.
func (l *Life) allocated(t *Tracer, b *Block) {
	if l.follows(b, l.offset()) {
		l.add(Event{Deed: Allocated, Offset: -1, At: b.At, Size: b.Len(), Iterations: t.Iterations()})
	}
}

// freed notes that a block was freed.
func (l *Life) freed(t *Tracer, b *Block) {
	if l.follows(b, l.Offset) {
		l.add(Event{Deed: Ended, Offset: -1, Array: b.end.Name, At: b.end.At, Iterations: t.Iterations()})
	}
}

func (l *Life) offset() int {
	if l == nil {
		return 0
	}
	return l.Offset
}

// access notes a read or a write.
func (l *Life) access(t *Tracer, b *Block, off int, deed Deed, x num.Num, site *Site, index []int) {
	if !l.follows(b, off) {
		return
	}
	e := Event{Deed: deed, Offset: off, Value: x, Index: slices.Clone(index), Iterations: t.Iterations()}
	if site != nil {
		e.What, e.Array, e.At = site.What, site.Array, site.At
	}
	l.add(e)
}

// See notes that an array (b, L) was bound.
func (l *Life) See(t *Tracer, name string, at diag.Span, b *Block, L LMAD) {
	if l == nil || b.String() != l.Block {
		return
	}
	e := Event{Deed: Seen, Offset: l.Offset, Array: name, At: at, Iterations: t.Iterations()}
	if l.Offset < 0 {
		l.add(e)
		return
	}
	L.EachIndex(func(y []int, off int) bool {
		if off != l.Offset {
			return true
		}
		e.Index = slices.Clone(y)
		l.add(e)
		return false
	})
}

// Last is the last event that reads or sees the location; it is -1 where nothing
// does.
func (l *Life) Last() int {
	for k, e := range slices.Backward(l.Events) {
		if e.Deed == Read || e.Deed == Seen {
			return k
		}
	}
	return -1
}

// Text is the event in words: "written 7 by with `z`, as `z[1]`".
func (e *Event) Text() string {
	through := ""
	if len(e.Index) > 0 {
		through = e.Array + "["
		for k, y := range e.Index {
			if k > 0 {
				through += ", "
			}
			through += fmt.Sprint(y)
		}
		through += "]"
	}
	at := ""
	if len(e.Iterations) > 0 {
		at = fmt.Sprintf(", iteration %v", e.Iterations[len(e.Iterations)-1])
	}
	switch e.Deed {
	case Ended:
		return "freed" + at
	case Allocated:
		return fmt.Sprintf("allocated, with %s", diag.Count(e.Size, "location")) + at
	case Seen:
		if through == "" {
			return "seen by `" + e.Array + "`" + at
		}
		return "seen by `" + e.Array + "` as `" + through + "`" + at
	}
	verb := "read"
	if e.Deed == Wrote {
		verb = "written"
	}
	text := fmt.Sprintf("%s: %s, by %s", verb, e.Value, e.What)
	if through != "" && "`"+through+"`" != e.What {
		text += ", as `" + through + "`"
	}
	return text + at
}
