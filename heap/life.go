package heap

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Life is what happens to one location, or to a whole block, in the order of evaluation. It is kept on request; a nil
// Life keeps nothing.
type Life struct {
	Block  string // the display name of the block
	Offset int    // or -1: all of its locations
	Events []Event
	More   int // events that were not kept

	// Around is the iterations, rounds and calls around the present place, innermost first, such as "iteration 2 of
	// kernel `y`". The evaluator sets it. If it is nil, events do not say.
	Around func() []string

	blocks map[string]bool     // the blocks that came to be or are seen, by display name
	arrays map[string][]string // the arrays that are seen, with the blocks they are in
}

// Deed is the kind of an event.
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
	Deed   Deed
	Offset int
	What   string // the cause of an access
	Array  string // the array that it goes through, or that sees the location
	Index  []int
	At     diag.Span
	Value  num.Num
	Size   int      // of a block that is allocated
	Around []string // see Life.Around
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
	if l.Around != nil {
		e.Around = l.Around()
	}
	l.Events = append(l.Events, e)
}

// mostNames is how many names of blocks, and of arrays, a life remembers, to list them when somebody asks for an
// unknown one.
const mostNames = 1000

// knows remembers a block, and an array in it; "": no array.
func (l *Life) knows(b *Block, array string) {
	name := b.String()
	if l.blocks == nil {
		l.blocks, l.arrays = map[string]bool{}, map[string][]string{}
	}
	if len(l.blocks) < mostNames {
		l.blocks[name] = true
	}
	if in := l.arrays[array]; array != "" && len(in) < mostNames && len(l.arrays) < mostNames && !slices.Contains(in, name) {
		l.arrays[array] = append(in, name)
	}
}

// Blocks are the names of the blocks that came to be or are seen, sorted.
func (l *Life) Blocks() []string { return slices.Sorted(maps.Keys(l.blocks)) }

// Of are the blocks that hold arrays of that name, in the order in which they are seen.
func (l *Life) Of(array string) []string { return l.arrays[array] }

// allocated notes that a block came to be.
func (l *Life) allocated(b *Block) {
	l.knows(b, "")
	if l.follows(b, l.offset()) {
		l.add(Event{Deed: Allocated, Offset: -1, At: b.At, Size: b.Len()})
	}
}

// freed notes that a block was freed.
func (l *Life) freed(b *Block) {
	if l.follows(b, l.Offset) {
		l.add(Event{Deed: Ended, Offset: -1, Array: b.end.Name, At: b.end.At})
	}
}

func (l *Life) offset() int {
	if l == nil {
		return 0
	}
	return l.Offset
}

// access notes a read or a write.
func (l *Life) access(b *Block, off int, deed Deed, x num.Num, site *Site, index []int) {
	if !l.follows(b, off) {
		return
	}
	e := Event{Deed: deed, Offset: off, Value: x, Index: slices.Clone(index)}
	if site != nil {
		e.What, e.Array, e.At = site.What, site.Array, site.At
	}
	l.add(e)
}

// Given notes that an input came to be, with all its elements.
func (l *Life) Given(b *Block, site *Site, L LMAD) {
	if l == nil {
		return
	}
	l.knows(b, "")
	L.EachIndex(func(y []int, off int) bool {
		l.access(b, off, Wrote, b.cells.At(off), site, y)
		return true
	})
}

// See notes that an array (b, L) was bound.
func (l *Life) See(name string, at diag.Span, b *Block, L LMAD) {
	if l == nil {
		return
	}
	if l.knows(b, name); b.String() != l.Block {
		return
	}
	e := Event{Deed: Seen, Offset: l.Offset, Array: name, At: at}
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

// Last is the index of the last event that reads or sees the location, or -1 if none does.
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
		through = Element(e.Array, e.Index)
	}
	at := ""
	for _, in := range e.Around {
		turn, of, _ := strings.Cut(in, " of ")
		if k := strings.Index(of, "`"); k >= 0 && strings.HasSuffix(e.What, of[k:]) { // as "copy into `y`"
			in = turn
		}
		at += ", in " + in
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
