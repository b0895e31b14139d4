package verdict

import (
	"encoding/json"

	"funmem/eval/validate"
	"funmem/eval/value"
)

// mostInJSON is how many elements of an array or cells of a block an object has in full. Of a longer array it has the type
// and the first element that differs; of a longer block, the cells around the marked one.
const mostInJSON = 10_000

// stepJSON is a step of one side: what a statement binds, the body that the steps after it belong to, or an event.
type stepJSON struct {
	Name    string          `json:"name,omitempty"`
	At      string          `json:"at,omitempty"`
	Depth   int             `json:"depth,omitempty"` // how many bodies it is bound in
	Scope   string          `json:"scope,omitempty"` // the body of the steps after it that lie deeper
	Type    string          `json:"type,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"` // in the value semantics
	Block   string          `json:"block,omitempty"` // where it lies, or which block it is
	Heap    json.RawMessage `json:"heap,omitempty"`  // what the block shows, where that differs or no value is known,
	When    string          `json:"when,omitempty"`  // and at which time
	Lacks   string          `json:"lacks,omitempty"` // why the block does not show it
	First   *elementJSON    `json:"first,omitempty"` // the first element that differs
	Size    *int            `json:"size,omitempty"`  // of the block that is allocated
	Alloc   bool            `json:"alloc,omitempty"`
	Free    bool            `json:"free,omitempty"`  // the life of the block ends
	Stuck   bool            `json:"stuck,omitempty"` // nothing is bound: the side is stuck in the statement
	Event   *eventJSON      `json:"event,omitempty"`
	Differs bool            `json:"differs,omitempty"`
}

// elementJSON is the first element of an array in which the heap differs from the value semantics.
type elementJSON struct {
	Index []int           `json:"index"`
	Value json.RawMessage `json:"value"`
	Heap  json.RawMessage `json:"heap"`
}

// eventJSON is an access, or an element that shows another value than it should.
type eventJSON struct {
	Array  string          `json:"array"`
	Index  []int           `json:"index"`
	Access string          `json:"access,omitempty"` // "read" or "write"; "": neither
	Block  string          `json:"block,omitempty"`
	Offset *int            `json:"offset,omitempty"`
	Lacks  string          `json:"lacks,omitempty"` // why the location does not exist
	Shows  json.RawMessage `json:"shows,omitempty"` // the value that the array shows,
	Should json.RawMessage `json:"should,omitempty"`
}

// rowJSON is a step of each side, or of one.
type rowJSON struct {
	Before *stepJSON `json:"before,omitempty"`
	After  *stepJSON `json:"after,omitempty"`
	Hidden bool      `json:"hidden,omitempty"` // it has nothing to do with what differs
}

// heapJSON is the heap of one side.
type heapJSON struct {
	Of     string      `json:"of"`
	When   string      `json:"when"`
	Blocks []blockJSON `json:"blocks"`
}

// blockJSON is a block with its cells from an offset on.
type blockJSON struct {
	Block  string            `json:"block"`
	Freed  bool              `json:"freed,omitempty"`
	Size   int               `json:"size"`
	From   int               `json:"from,omitempty"`
	Cells  []json.RawMessage `json:"cells,omitempty"`
	Marked *int              `json:"marked,omitempty"` // the offset that differs, or that iterations race for
	Arrays []viewJSON        `json:"arrays,omitempty"`
}

// viewJSON is an array that lies in a block.
type viewJSON struct {
	Array string `json:"array"`
	LMAD  string `json:"lmad"`
}

// Steps returns the steps of both sides, row by row.
func Steps(t *validate.Traces) (list []rowJSON) {
	for _, r := range t.Rows() {
		list = append(list, rowJSON{stepOf(r.Before), stepOf(r.After), r.Hidden()})
	}
	return list
}

// Heaps returns the heaps of both sides, as far as they are known.
func Heaps(t *validate.Traces) (list []heapJSON) {
	for k, side := range []*validate.Trace{t.Before, t.After} {
		if len(side.Heap) == 0 {
			continue
		}
		h := heapJSON{Of: t.Names()[k], When: side.When}
		for i := range side.Heap {
			h.Blocks = append(h.Blocks, blockOf(&side.Heap[i]))
		}
		list = append(list, h)
	}
	return list
}

func blockOf(c *validate.Cells) blockJSON {
	b := blockJSON{Block: c.Block, Freed: c.Freed, Size: len(c.Values)}
	for _, v := range c.Views {
		b.Arrays = append(b.Arrays, viewJSON{v.Name, v.L.String()})
	}
	if c.Freed {
		return b
	}
	if c.Marked >= 0 {
		b.Marked = &c.Marked
	}
	from, to := c.Window(mostInJSON)
	b.From = from
	for _, x := range c.Values[from:to] {
		b.Cells = append(b.Cells, JSONValue(value.Number(x)))
	}
	return b
}

func stepOf(s *validate.Step) *stepJSON {
	if s == nil {
		return nil
	}
	out := &stepJSON{Name: s.Called(), At: s.At.String(), Depth: s.Depth, Scope: s.Scope, Block: s.Block, Lacks: s.Lacks, Alloc: s.Alloc, Free: s.Free, Stuck: s.Stuck}
	switch {
	case s.Event != nil:
		return &stepJSON{Depth: s.Depth, Event: eventOf(s.Event)}
	case s.Scope != "":
		out.Name = ""
		return out
	case s.Alloc:
		out.Size = &s.Size
		return out
	case s.Free, s.Stuck, s.IsBlock:
		return out
	}
	if s.Known {
		out.Type, out.Value = s.Value.Type(), inFull(s.Value)
	}
	if s.Lacks == "" && s.Heap.A != nil && (s.Differs() || !s.Known) {
		out.Type, out.Heap, out.When, out.Differs = s.Heap.Type(), inFull(s.Heap), s.When, s.Known
		if index, x, y := s.FirstDifference(); index != nil {
			out.First = &elementJSON{index, JSONValue(value.Number(x)), JSONValue(value.Number(y))}
		}
	}
	return out
}

// inFull returns a value, or nil if it is too long.
func inFull(x value.Val) json.RawMessage {
	if x.A != nil && x.A.Elems.Len() > mostInJSON {
		return nil
	}
	return JSONValue(x)
}

func eventOf(e *validate.Event) *eventJSON {
	out := &eventJSON{Array: e.Array, Index: e.Index, Block: e.Block, Lacks: e.None}
	switch {
	case e.Block == "":
		out.Shows, out.Should = JSONValue(value.Number(e.Shows)), JSONValue(value.Number(e.Should))
	case e.Write:
		out.Access = "write"
	default:
		out.Access = "read"
	}
	if e.Block != "" && e.None == "" {
		out.Offset = &e.Offset
	}
	return out
}
