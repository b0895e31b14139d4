package view

import (
	"testing"

	"funmem/heap"
)

// TestRanges joins numbers.
func TestRanges(t *testing.T) {
	in := map[int]bool{0: true, 1: true, 2: true, 4: true, 6: true, 7: true}
	if got := ranges(9, func(k int) bool { return in[k] }); got != "0–2, 4, 6, 7" {
		t.Error(got)
	}
	if got := ranges(100, func(k int) bool { return k%2 == 0 }); got != "0, 2, 4, 6, 8, and 45 more ranges" {
		t.Error(got)
	}
	if got := offsets([]heap.Loc{{Offset: 1}, {Offset: 2}, {Offset: 3}, {Offset: 9}}); got != "1–3, 9" {
		t.Error(got)
	}
}

// TestClip shortens what is too wide for a cell.
func TestClip(t *testing.T) {
	if got := clip("λλλλλλλλλλλλλλλ"); got != "λλλλλλλλλλλλλ…" {
		t.Errorf("clipped to %q", got)
	}
}
