package heap

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// copyCase is a memcopy between two blocks, or within one.
type copyCase struct {
	sizes    [2]int
	from, to int // which block
	src, dst LMAD
	k        *int // copy an int
	skip     int  // rows of the destination array before dst
}

// part is the index in dst of an element of the array that dst is a part of, in iteration
// 9. It is not ok when the element is outside dst.
func (c copyCase) part(index []int) (y []int, ok bool) {
	y = slices.Clone(index[1:])
	if len(y) > 0 {
		y[0] -= c.skip
	}
	return y, index[0] == 9
}

func genCopy() *rapid.Generator[copyCase] {
	return rapid.Custom(func(t *rapid.T) copyCase {
		c := copyCase{to: rapid.IntRange(0, 1).Draw(t, "to")}
		for k := range c.sizes {
			c.sizes[k] = rapid.IntRange(0, 12).Draw(t, "size")
		}
		if rapid.IntRange(0, 9).Draw(t, "int") == 0 {
			k := rapid.Int().Draw(t, "k")
			c.k = &k
			c.dst.Offset = rapid.IntRange(-1, 12).Draw(t, "offset")
			return c
		}
		number := rapid.IntRange(-3, 4)
		c.src.Offset, c.dst.Offset = rapid.IntRange(0, 8).Draw(t, "from"), rapid.IntRange(0, 8).Draw(t, "at")
		for range rapid.IntRange(0, 3).Draw(t, "rank") {
			n := rapid.SampledFrom([]int{0, 1, 2, 2, 3, 3}).Draw(t, "n")
			c.src.Dims = append(c.src.Dims, Dim{n, number.Draw(t, "s")})
			c.dst.Dims = append(c.dst.Dims, Dim{n, number.Draw(t, "d")})
		}
		if len(c.dst.Dims) > 0 {
			c.skip = rapid.IntRange(0, 2).Draw(t, "skip")
		}
		switch rapid.IntRange(0, 4).Draw(t, "how") {
		case 0:
			c.dst = c.src
		case 1:
			if len(c.dst.Dims) > 0 {
				c.dst.Dims[0].Size++ // another shape
			}
		case 2:
			c.sizes = [2]int{40, 40}
			c.src.Offset, c.dst.Offset = c.src.Offset+15, c.dst.Offset+15
		}
		return c
	})
}

// outcome is what a memcopy does, in a form to compare.
type outcome struct {
	cells         [2][]string
	reads, writes map[[2]int]bool
	overlap       Overlap
	err           string
}

// naiveCopy is eq. (5) with the errata, word for word. It uses maps, and shares nothing
// with the implementation.
func naiveCopy(c copyCase, initial [2][]string) outcome {
	r := outcome{reads: map[[2]int]bool{}, writes: map[[2]int]bool{}}
	r.cells = [2][]string{slices.Clone(initial[0]), slices.Clone(initial[1])}
	if c.k == nil && !slices.Equal(c.src.Shape(), c.dst.Shape()) {
		r.err = fmt.Sprintf("copy of an array of shape %v to one of shape %v", c.src.Shape(), c.dst.Shape())
		return r
	}
	dom := indices(c.dst.Shape())
	at := func(l LMAD, y []int) int { return int(point(l, y).Int64()) }
	outside := func(how string, block int, l LMAD) bool {
		for _, y := range dom {
			if off := at(l, y); r.err == "" && (off < 0 || off >= c.sizes[block]) {
				r.err = fmt.Sprintf("%s %d of %d", how, off, block)
			}
		}
		return r.err != ""
	}
	if c.k == nil && outside("read", c.from, c.src) || outside("write", c.to, c.dst) {
		return r
	}
	after := map[int]string{} // i ↦ k_i, the last j with i = L_dst(j)
	readFor, writtenFor := map[int][]int{}, map[int]int{}
	for n, y := range dom {
		i := at(c.dst, y)
		if c.k != nil {
			after[i] = fmt.Sprint(*c.k)
		} else {
			j := at(c.src, y)
			after[i] = initial[c.from][j]
			r.reads[[2]int{c.from, j}] = true
			readFor[j] = append(readFor[j], n)
		}
		r.writes[[2]int{c.to, i}] = true
		if writtenFor[i]++; writtenFor[i] > 1 {
			r.overlap.Self = c.k == nil
		}
	}
	for i, k := range after {
		r.cells[c.to][i] = k
	}
	if c.k == nil && c.from == c.to {
		r.overlap.Met = naiveMeeting(c, dom, at, readFor)
		if !r.overlap.Self && (r.overlap.Met != nil) != inSomeOrder(c, dom, at, initial[c.to], r.cells[c.to]) {
			panic("an order decides, and that is not where the elements meet")
		}
	}
	return r
}

// inSomeOrder tells whether copying element by element gives anything else than eq. (5) in
// some order. Each element comes first once.
func inSomeOrder(c copyCase, dom [][]int, at func(LMAD, []int) int, initial, want []string) bool {
	for first := range dom {
		cells := slices.Clone(initial)
		cells[at(c.dst, dom[first])] = cells[at(c.src, dom[first])]
		for n, y := range dom {
			if n != first {
				cells[at(c.dst, y)] = cells[at(c.src, y)]
			}
		}
		if !slices.Equal(cells, want) {
			return true
		}
	}
	return false
}

// naiveMeeting is the first element that is written where an element is read that goes
// elsewhere.
func naiveMeeting(c copyCase, dom [][]int, at func(LMAD, []int) int, readFor map[int][]int) *Met {
	for _, y := range dom {
		off := at(c.dst, y)
		if from := readFor[off]; len(from) > 0 && at(c.src, y) != off {
			return &Met{off, dom[from[0]], y}
		}
	}
	return nil
}

// memcopy is Tracer.Memcopy or a planted mistake.
type memcopy func(t *Tracer, src Source, dst Dest) (Overlap, error)

// check compares one memcopy with the naive one.
func (do memcopy) check(c copyCase) error {
	h := New()
	tr := NewTracer(h)
	fill, from, to := &Site{What: "fill"}, &Site{What: "from"}, &Site{What: "to"}
	var blocks [2]*Block
	var initial [2][]string
	for k, n := range c.sizes {
		v := num.NewVec(n)
		for i := range n {
			v.Set(i, num.Of(int64(100*(k+1)+i)))
			initial[k] = append(initial[k], v.At(i).String())
		}
		blocks[k] = h.Adopt("m", spanless, v, fill)
	}
	want := naiveCopy(c, initial)
	src := Source{Block: blocks[c.from], L: c.src, Site: from}
	if c.k != nil {
		src = Source{K: num.Of(int64(*c.k))}
	}
	used := LMAD{0, []Dim{{3, 4}, {4, 1}}}
	tr.meeting.mark(used) // leaves marks in the scratch memory
	rec := tr.Record(1000)
	got := outcome{reads: map[[2]int]bool{}, writes: map[[2]int]bool{}}
	var err error
	got.overlap, err = do(tr, src, Dest{blocks[c.to], c.dst, to, []int{9}, c.skip})
	if err != nil {
		got.err = err.Error()
		var out *BoundsError
		if errors.As(err, &out) {
			how, block := "read", 0
			if out.Write {
				how = "write"
			}
			if out.Block == blocks[1] {
				block = 1
			}
			got.err = fmt.Sprintf("%s %d of %d", how, out.Offset, block)
			l, index, in := c.src, out.Index, true
			if out.Write {
				l = c.dst
				index, in = c.part(index)
			}
			if off, _ := l.At(index...); off != out.Offset || !in {
				return fmt.Errorf("%+v: offset %d is said to have index %v", c, out.Offset, out.Index)
			}
		}
	}
	for k, b := range blocks {
		for i := range b.Len() {
			got.cells[k] = append(got.cells[k], b.Cell(i).String())
		}
	}
	number := map[*Block]int{blocks[0]: 0, blocks[1]: 1}
	for _, a := range rec.Top.Accesses {
		key := [2]int{number[a.Block], a.Offset}
		index, l := a.Index, c.src
		if a.Write {
			got.writes[key] = true
			l = c.dst
			var in bool
			if index, in = c.part(index); a.Site != to || !in {
				return fmt.Errorf("%+v: a write at site %v, index %v", c, a.Site, a.Index)
			}
		} else {
			got.reads[key] = true
		}
		if off, ok := l.At(index...); !ok || off != a.Offset {
			return fmt.Errorf("%+v: offset %d is said to have index %v", c, a.Offset, index)
		}
	}
	for off := range blocks[c.to].Len() {
		if w, _ := blocks[c.to].LastWriter(off); (w.Site == to) != want.writes[[2]int{c.to, off}] {
			return fmt.Errorf("%+v: the last writer of %d is %v", c, off, w.Site)
		}
	}
	if !slices.Equal(got.cells[0], want.cells[0]) || !slices.Equal(got.cells[1], want.cells[1]) || got.err != want.err ||
		!reflect.DeepEqual(got.overlap, want.overlap) || !maps.Equal(got.reads, want.reads) || !maps.Equal(got.writes, want.writes) {
		return fmt.Errorf("%+v:\n got %+v\nwant %+v", c, got, want)
	}
	return nil
}

// TestMemcopy compares memcopy with eq. (5): content, trace, errors, overlap.
func TestMemcopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		holds(t, genCopy(), memcopy((*Tracer).Memcopy).check)
	})
}

// TestMemcopyFigures is the cases that eq. (5) and the errata are about.
func TestMemcopyFigures(t *testing.T) {
	line := func(off, n, stride int) LMAD { return LMAD{off, []Dim{{n, stride}}} }
	five := [2]int{5, 5}
	for name, c := range map[string]copyCase{
		"shift up":       {sizes: five, src: line(0, 4, 1), dst: line(1, 4, 1)},
		"shift down":     {sizes: five, src: line(1, 4, 1), dst: line(0, 4, 1)},
		"reverse itself": {sizes: five, src: line(4, 5, -1), dst: line(0, 5, 1)},
		"onto itself":    {sizes: five, src: line(0, 5, 1), dst: line(0, 5, 1)},
		"broadcast":      {sizes: five, src: line(2, 5, 0), dst: line(0, 5, 1)},
		"collapse":       {sizes: five, src: line(0, 5, 1), dst: line(2, 5, 0)},
		"other block":    {sizes: five, to: 1, src: line(0, 5, 1), dst: line(4, 5, -1)},
		"far apart":      {sizes: [2]int{400, 1}, src: line(0, 3, 130), dst: line(260, 3, -130)},
		"far and odd":    {sizes: [2]int{400, 1}, src: line(0, 3, 130), dst: line(1, 3, 130)},
		"in place, transposed": {sizes: [2]int{9, 0}, src: LMAD{0, []Dim{{3, 3}, {3, 1}}},
			dst: LMAD{0, []Dim{{3, 1}, {3, 3}}}},
		"nothing, anywhere": {sizes: five, src: line(77, 0, 1), dst: line(-9, 0, 1)},
	} {
		if err := memcopy((*Tracer).Memcopy).check(c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMemcopyWide(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	x, y := alloc(h, "x", 2), alloc(h, "y", 2)
	big, _ := num.Of(2).Pow(num.Of(80))
	if _, err := tr.Memcopy(Source{K: big}, Dest{Block: x, L: LMAD{Offset: 1}}); err != nil {
		t.Fatal(err)
	}
	two := LMAD{0, []Dim{{2, 1}}}
	if _, err := tr.Memcopy(Source{Block: x, L: two}, Dest{Block: y, L: LMAD{1, []Dim{{2, -1}}}}); err != nil {
		t.Fatal(err)
	}
	if v, err := y.View(two, false); err != nil || !v.At(0).Equal(big) || !v.At(1).IsZero() {
		t.Error(v, err)
	}
	var shape *ShapeError
	if _, err := tr.Memcopy(Source{K: big}, Dest{Block: x, L: two}); !errors.As(err, &shape) {
		t.Error("an int into an array:", err)
	}
}

// TestMemcopyPolls: each phase of a long copy polls now and then.
func TestMemcopyPolls(t *testing.T) {
	const n = 4 * PollEvery
	h := New()
	m := alloc(h, "m", 2*n)
	tr := NewTracer(h)
	polls := 0
	stop := errors.New("stop")
	h.Poll = func() error { polls++; return nil }
	src := Source{Block: m, L: LMAD{0, []Dim{{n, 1}}}, Site: &Site{}}
	dst := Dest{Block: m, L: LMAD{1, []Dim{{n, 1}}}, Site: &Site{}}
	copyAll := func() int {
		polls = 0
		if _, err := tr.Memcopy(src, dst); err != nil {
			t.Fatal(err)
		}
		return polls
	}
	// Where an element meets is found at once; the elements are entered, read, written.
	if got := copyAll(); got != 3*n/PollEvery {
		t.Errorf("%d polls, want %d", got, 3*n/PollEvery)
	}
	for k := range 3 * n / PollEvery {
		left := k
		h.Poll = func() error {
			if left--; left < 0 {
				return stop
			}
			return nil
		}
		if _, err := tr.Memcopy(src, dst); err != stop {
			t.Errorf("poll %d: %v", k, err)
		}
	}
}
