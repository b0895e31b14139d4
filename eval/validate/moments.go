package validate

import (
	"fmt"
	"slices"

	"funmem/eval/finding"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/num"
)

// Event is what happens at a moment: an access, or an array that shows another value than it should.
type Event struct {
	Array  string
	Index  []int
	Write  bool
	Block  string // of the accessed location; "": nothing is accessed
	Offset int
	None   string  // why the location does not exist; "": it exists
	Shows  num.Num // the value that the array shows,
	Should num.Num // and the value that it should show
}

// missed returns the event for an access to a location that does not exist.
func missed(b *heap.BoundsError) *Event {
	e := &Event{Index: b.Index, Write: b.Write, Block: b.Block.String(), Offset: b.Offset}
	if b.Site != nil {
		e.Array = b.Site.Array
	}
	switch _, freed := b.Block.Freed(); {
	case freed:
		e.None = "was freed"
	case b.Wide:
		e.None = "has no offset beyond 64 bits"
	default:
		e.None = fmt.Sprintf("has no offset %d", b.Offset)
	}
	return e
}

// Element names the element in question. first is the number of the first element.
func (e *Event) Element(first int) string { return heap.Element(e.Array, shifted(e.Index, first-1)) }

// Word says in one word what happens to the element.
func (e *Event) Word() string {
	switch {
	case e.Block == "":
		return fmt.Sprintf("shows %s, not %s", e.Shows, e.Should)
	case e.Write:
		return "is written"
	}
	return "is read"
}

// text returns the event in one line.
func (e *Event) text(first int) string {
	text := "→ `" + e.Element(first) + "` " + e.Word()
	switch {
	case e.None != "":
		text += fmt.Sprintf(", but `%s` %s", e.Block, e.None)
	case e.Block != "":
		text += fmt.Sprintf(": offset %d of `%s`", e.Offset, e.Block)
	}
	return text
}

// spot returns the location that a failure is about, or nil.
func (f *Failure) spot() *heap.Spot {
	v := f.Verdict
	switch {
	case f.Kind == Racy:
		for _, k := range v.Outcome.Kernels {
			if k.First != nil {
				return &heap.Spot{Block: k.First.Block.String(), Offset: k.First.Offset, About: k.First}
			}
		}
	case f.meets() != nil:
		m := f.meets()
		return &heap.Spot{Block: m.Block, Offset: m.Offset}
	case v.Overwrite != nil:
		return &heap.Spot{Block: v.Overwrite.Block, Offset: v.Overwrite.Offset}
	case v.Divergence != nil && v.Divergence.Block != "":
		return &heap.Spot{Block: v.Divergence.Block, Offset: v.Divergence.Offset}
	}
	return nil
}

// meets returns the overlap that a failure is about: the first mistake or warning, if it is an overlap, or else nil.
func (f *Failure) meets() *finding.Meets {
	var about []finding.Warning
	switch f.Kind {
	case Overlapping:
		about = f.Verdict.Overlaps
	case Warned:
		about = f.Verdict.Warnings
	}
	if len(about) == 0 || about[0].Meets == nil || f.Verdict.Outcome == nil {
		return nil
	}
	return about[0].Meets
}

// freedBefore returns the name of the freed block that an evaluation is stuck for, or "".
func freedBefore(taken []*memory.Moment) string {
	for _, m := range taken {
		if m.Ended != nil {
			return m.Ended.String()
		}
	}
	return ""
}

// moments runs AFTER again, twice. It returns its states around the failure, in the order of evaluation, and the
// location. These are: both accesses of a race; before a copy that writes over what it reads; where AFTER is stuck; or
// the last write of a location, and where that shows a wrong value. Values bound later go to later: see
// memory.Moments.Bound.
func (f *Failure) moments(later map[int]memory.Val, again func(*memory.Moments) (*validity.Session, *validity.Verdict, error)) ([]*memory.Moment, *heap.Spot, error) {
	spot := f.spot()
	m := &memory.Moments{Spot: spot, Meets: f.meets(), Bound: later}
	if _, _, err := again(m); err != nil {
		return nil, nil, err
	}
	for _, met := range m.Taken {
		if d := met.Met; d != nil && f.Kind != Racy && m.Meets == nil && (spot == nil || spot.Block != d.Block || spot.Offset != d.Offset) {
			spot = &heap.Spot{Block: d.Block, Offset: d.Offset}
			m = &memory.Moments{Spot: spot, Bound: later}
			if _, _, err := again(m); err != nil {
				return nil, nil, err
			}
			break
		}
	}
	wanted := func(x *memory.Moment) bool { return x.Stuck }
	switch {
	case f.Kind == Stuck:
		freed := freedBefore(m.Taken)
		if freed == "" {
			break
		}
		m = &memory.Moments{Freed: freed}
		if _, _, err := again(m); err != nil {
			return nil, nil, err
		}
		wanted = func(x *memory.Moment) bool { return x.Stuck || x.Frees }
	case spot == nil:
		return nil, nil, nil
	case f.Kind == Racy:
		m.Want = spot.Raced[:]
		wanted = func(x *memory.Moment) bool { return x.Access != nil }
	case m.Meets != nil:
		m.Want = []int{m.Copied}
		wanted = func(x *memory.Moment) bool { return x.Access != nil }
	default:
		m.Want = []int{m.Wrote}
		wanted = func(x *memory.Moment) bool { return x.Access != nil || x.Met != nil }
	}
	if m.Want != nil {
		m = &memory.Moments{Spot: &heap.Spot{Block: spot.Block, Offset: spot.Offset}, Want: m.Want, Bound: later}
		if _, _, err := again(m); err != nil {
			return nil, nil, err
		}
	}
	return slices.DeleteFunc(m.Taken, func(x *memory.Moment) bool { return !wanted(x) }), spot, nil
}
