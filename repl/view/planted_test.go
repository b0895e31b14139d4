package view

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes in the pictures of heaps.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"an element is one cell too far", "board_svg.go", "		text := d.element(k, off)\n", "		text := d.element(k, off+1)\n"},
		{"a band is one cell too far", "board_svg.go", "		p.Box(at(off)+2, y, w-4, bandHeight-3, 5, class, words)\n", "		p.Box(at(off+1)+2, y, w-4, bandHeight-3, 5, class, words)\n"},
		{"what is written is hatched", "board_svg.go", "		if !d.B.Written(off) {", "		if d.B.Written(off) {"},
		{"the last element of a row is missing", "board_svg.go", "	for off := first; off <= last; off++ {", "	for off := first; off < last; off++ {"},
		{"cells show what is beside them", "board_svg.go", "p.Middle(at(off)+w/2, y+cellHeight/2+5, \"\", d.content(off))", "p.Middle(at(off)+w/2, y+cellHeight/2+5, \"\", d.content(max(off-1, 0)))"},
		{"shared cells are not marked", "board.go", "	if d.shared[k][off] {\n		text += \"+\"\n", "	if false {\n		text += \"+\"\n"},
		{"bands have the colours of others", "board_svg.go", "		class := colour(k) + \" band\"\n", "		class := colour(k+1) + \" band\"\n"},
	}, "-run", "TestHeapPicture$", ".")
}
