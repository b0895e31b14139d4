package heap

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	_ "funmem/internal/testkit" // rapid's seed
	"funmem/semantics/diag"
	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// alloc is a block of a heap that grants everything.
func alloc(h *Heap, name string, n int) *Block {
	b, err := h.Alloc(name, diag.Span{}, n)
	if err != nil {
		panic(err)
	}
	return b
}

func names(blocks []*Block) string {
	var s []string
	for _, b := range blocks {
		s = append(s, fmt.Sprintf("%d:%s", b.Label, b))
	}
	return strings.Join(s, " ")
}

func TestAlloc(t *testing.T) {
	h := New()
	x, y := alloc(h, "m", 3), alloc(h, "k", 0)
	again := alloc(h, "m", 2)
	if got := names(h.Blocks()); got != "1:m 2:k 3:m#2" {
		t.Fatal(got)
	}
	for k := range 3 {
		if !x.Cell(k).IsZero() || x.Written(k) {
			t.Errorf("location %d of a fresh block holds %s, written %t", k, x.Cell(k), x.Written(k))
		}
	}
	if b, ok := h.Lookup("m#2"); !ok || b != again {
		t.Error("m#2 is", b)
	}
	if got := names(h.Collect([]*Block{again, again})); got != "1:m 2:k" {
		t.Error("dropped", got)
	}
	if _, ok := h.Lookup(y.String()); ok {
		t.Error("a dropped block is still there")
	}
	if alloc(h, "m", 1); names(h.Blocks()) != "3:m#2 4:m#3" {
		t.Error("after a collection:", names(h.Blocks()))
	}
	var negative *SizeError
	if _, err := h.Alloc("m", diag.Span{}, -1); !errors.As(err, &negative) || negative.Size != -1 {
		t.Error("alloc (-1):", err)
	}
}

func TestGrant(t *testing.T) {
	h := New()
	var asked int64
	refuse := errors.New("too much")
	h.Grant = func(words int64, take func()) error {
		if asked += words; words > 1000 {
			return refuse
		}
		take()
		return nil
	}
	if _, err := h.Alloc("m", diag.Span{}, 1_000_000_000_000); err != refuse {
		t.Error("alloc 10^12:", err)
	}
	b, err := h.Alloc("m", diag.Span{}, 400)
	if err != nil {
		t.Fatal(err)
	}
	tr := NewTracer(h)
	site := &Site{What: "write"}
	if err := tr.Write(b, 0, num.Of(1), site, nil); err != nil {
		t.Error("write outside kernels:", err)
	}
	tr.EnterKernel(&Kernel{Binds: "y"}, 1)
	tr.Iteration(1)
	if err := tr.Write(b, 0, num.Of(1), site, nil); err != refuse {
		t.Error("write that needs records:", err)
	}
	if _, err := tr.Read(b, 0, site, nil); err != refuse {
		t.Error("read that needs records:", err)
	}
}

func TestLastWriter(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := alloc(h, "m", 4)
	input := h.Adopt("x", diag.Span{}, num.VecOf([]int64{7, 8}), &Site{What: "input x"})
	s, u := &Site{What: "s"}, &Site{What: "u"}
	outer, inner := &Kernel{Binds: "o"}, &Kernel{Binds: "i"}
	write := func(off int, site *Site) {
		t.Helper()
		if err := tr.Write(b, off, num.Of(1), site, nil); err != nil {
			t.Fatal(err)
		}
	}
	write(0, s)
	tr.EnterKernel(outer, 2)
	for i := 1; i <= 2; i++ {
		tr.Iteration(i)
		tr.EnterKernel(inner, 3)
		for j := 3; j >= 1; j-- {
			tr.Iteration(j)
			write(1, s)
			if i == 1 {
				write(2, u)
			}
		}
		tr.LeaveKernel()
	}
	tr.LeaveKernel()
	says := func(b *Block, off int) string {
		w, ok := b.LastWriter(off)
		if !ok {
			return "nothing"
		}
		text := w.Site.What
		for k := range w.Kernels {
			text += fmt.Sprintf(" %s=%d", w.Kernels[k].Binds, w.Iterations[k])
		}
		return text
	}
	for off, want := range []string{"s", "s o=2 i=1", "u o=1 i=1", "nothing"} {
		if got := says(b, off); got != want || b.Written(off) != (want != "nothing") {
			t.Errorf("location %d was written by %q, want %q", off, got, want)
		}
	}
	if b.AllWritten() || !input.AllWritten() {
		t.Error("the whole block is written:", b.AllWritten(), input.AllWritten())
	}
	if err := tr.Write(input, 1, num.Of(0), s, nil); err != nil {
		t.Fatal(err)
	}
	if err := tr.Write(b, 3, num.Of(0), s, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if !b.AllWritten() || !input.AllWritten() {
			t.Error("the whole block is written, after writes:", b.AllWritten(), input.AllWritten())
		}
	}
	if says(input, 0) != "input x" || says(input, 1) != "s" {
		t.Error("an adopted block was written by", says(input, 0), "and", says(input, 1))
	}
}

// TestUnwritten: a read of a location that nothing wrote is noted once per
// site.
func TestUnwritten(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := alloc(h, "m", 3)
	s, u := &Site{What: "s"}, &Site{What: "u"}
	read := func(off int, site *Site) {
		t.Helper()
		if x, err := tr.Read(b, off, site, []int{off + 1}); err != nil || !x.IsZero() && off != 0 {
			t.Fatal(x, err)
		}
	}
	if err := tr.Write(b, 0, num.Of(5), s, nil); err != nil {
		t.Fatal(err)
	}
	read(0, s)
	if len(tr.Unwritten()) != 0 {
		t.Fatal("a read of a written location is noted")
	}
	read(2, s)
	read(1, s)
	read(1, u)
	got := tr.Unwritten()
	if len(got) != 2 || got[0].Access.Site != s || got[0].Offset != 2 || got[0].Count != 2 || got[0].Access.Index[0] != 3 ||
		got[1].Access.Site != u || got[1].Count != 1 {
		t.Fatalf("%+v", got)
	}
}

func TestBounds(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := alloc(h, "m", 2)
	site := &Site{What: "read x[3]"}
	for _, off := range []int{-1, 2, 1 << 40} {
		_, err := tr.Read(b, off, site, []int{3})
		var out *BoundsError
		if !errors.As(err, &out) || out.Block != b || out.Offset != off || out.Site != site || out.Write || out.Index[0] != 3 {
			t.Errorf("read at %d: %v", off, err)
		}
		if err := tr.Write(b, off, num.Of(1), site, nil); !errors.As(err, &out) || !out.Write {
			t.Errorf("write at %d: %v", off, err)
		}
	}
	_, err := b.View(LMAD{1, []Dim{{2, 3}}}, false)
	if want := "read at offset 4 of block m, which has 2, offsets 0 to 1"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = alloc(h, "m", 0).View(LMAD{0, []Dim{{2, 1 << 62}, {3, 1 << 62}}}, false)
	if want := "read at offset 0 of block m#2, which has no locations"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if v, err := b.View(LMAD{99, []Dim{{0, 1}, {2, 1}}}, false); err != nil || v.Len() != 0 {
		t.Error("an empty array has no element outside its block:", err)
	}
}

// TestKernelDropsBlocks: blocks that an iteration allocated do not outlive it.
func TestKernelDropsBlocks(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	alloc(h, "m", 1)
	tr.EnterKernel(&Kernel{}, 2)
	for i := 1; i <= 2; i++ {
		tr.Iteration(i)
		if _, err := tr.Alloc("row", diag.Span{}, 1); err != nil {
			t.Fatal(err)
		}
		if got, want := names(h.Blocks()), fmt.Sprintf("1:m %d:row", i+1); !strings.HasPrefix(got, want) || len(h.Blocks()) != 2 {
			t.Error("in an iteration:", got)
		}
	}
	tr.LeaveKernel()
	if got := names(h.Blocks()); got != "1:m" {
		t.Error("after the kernel:", got)
	}
}

// TestRetain: the blocks from before and the roots stay, in order.
func TestRetain(t *testing.T) {
	h := New()
	var blocks []*Block
	for range 5 {
		b, err := h.Alloc("b", diag.Span{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, b)
	}
	saved := h.Save()
	h.Retain(2, []*Block{blocks[3], blocks[0], nil})
	if got := h.Blocks(); len(got) != 3 || h.Len() != 3 || got[0] != blocks[0] || got[1] != blocks[1] || got[2] != blocks[3] {
		t.Errorf("%v", got)
	}
	h.Restore(saved)
	if h.Len() != 5 {
		t.Errorf("%d blocks after Restore", h.Len())
	}
}

// TestForgetKeepsEarlier: a savepoint still holds what a later one, now
// forgotten, had copied.
func TestForgetKeepsEarlier(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := alloc(h, "m", 1)
	first, second := h.Save(), h.Save()
	if err := tr.Write(b, 0, num.Of(5), &Site{}, nil); err != nil {
		t.Fatal(err)
	}
	h.Forget(second)
	if b.Cell(0).String() != "5" {
		t.Error("forgetting a savepoint changes the present")
	}
	if h.Restore(first); !b.Cell(0).IsZero() || b.Written(0) || b.AllWritten() {
		t.Error("the write is still there:", b.Cell(0))
	}
}

// TestRestoreKeepsEarlier: after going back to a savepoint the earlier ones
// still protect their contents.
func TestRestoreKeepsEarlier(t *testing.T) {
	h := New()
	tr := NewTracer(h)
	b := alloc(h, "m", 1)
	first := h.Save()
	h.Restore(h.Save())
	if err := tr.Write(b, 0, num.Of(5), &Site{}, nil); err != nil {
		t.Fatal(err)
	}
	if h.Restore(first); !b.Cell(0).IsZero() {
		t.Error("the write is still there:", b.Cell(0))
	}
	if err := tr.Write(b, 0, num.Of(6), &Site{}, nil); err != nil || b.Cell(0).String() != "6" {
		t.Error("a heap without savepoints is not writable:", err)
	}
}

// TestSavepoints compares a heap under random use with full copies.
func TestSavepoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := New()
		tr := NewTracer(h)
		site := &Site{What: "s"}
		type state map[*Block][]string
		snapshot := func() state {
			s := state{}
			for _, b := range h.Blocks() {
				cells := []string{}
				for k := range b.Len() {
					w, _ := b.LastWriter(k)
					cells = append(cells, fmt.Sprint(b.Cell(k), w.Site))
				}
				s[b] = cells
			}
			return s
		}
		type save struct {
			at *Savepoint
			st state
		}
		var saves []save
		labels := map[Label]bool{}
		same := func(what string, want state) {
			if got := snapshot(); !maps.EqualFunc(got, want, slices.Equal[[]string]) {
				t.Fatalf("after %s: %v, want %v", what, got, want)
			}
		}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			blocks := h.Blocks()
			switch what := rapid.SampledFrom([]string{"alloc", "write", "write", "write", "save", "restore", "forget", "collect"}).Draw(t, "what"); {
			case what == "alloc" || len(blocks) == 0:
				b := alloc(h, "m", rapid.IntRange(1, 3).Draw(t, "n"))
				if labels[b.Label] {
					t.Fatalf("label %d is given twice", b.Label)
				}
				labels[b.Label] = true
			case what == "write":
				b := rapid.SampledFrom(blocks).Draw(t, "b")
				off := rapid.IntRange(0, b.Len()-1).Draw(t, "off")
				want := snapshot()
				x := num.Of(rapid.Int64Range(0, 99).Draw(t, "x"))
				if err := tr.Write(b, off, x, site, nil); err != nil {
					t.Fatal(err)
				}
				want[b][off] = fmt.Sprint(x, site)
				same("write", want)
			case what == "save":
				saves = append(saves, save{h.Save(), snapshot()})
			case what == "restore" && len(saves) > 0:
				k := rapid.IntRange(0, len(saves)-1).Draw(t, "k")
				h.Restore(saves[k].at)
				same("restore", saves[k].st)
				saves = saves[:k]
			case what == "forget" && len(saves) > 0:
				k := rapid.IntRange(0, len(saves)-1).Draw(t, "k")
				want := snapshot()
				h.Forget(saves[k].at)
				same("forget", want)
				saves = slices.Delete(saves, k, k+1)
			case what == "collect":
				h.Collect(blocks[:len(blocks)/2])
			}
		}
		for _, s := range slices.Backward(saves) {
			h.Restore(s.at)
			same("the last restore", s.st)
		}
	})
}

var spanless diag.Span
