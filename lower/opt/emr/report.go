package emr

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/rewrite"
)

// report writes the candidates of each with-loop after each phase, as §4.1.1 and §4.1.2 print them, and what became of it.
func (r *reuse) report() string {
	var inference, filtering, blocks strings.Builder
	for _, w := range r.order {
		x := w.x.Written()
		fmt.Fprintf(&inference, "  %s: `%s`: RC=%s, ERC=%s\n", w.x.Span, x, names(w.rc), names(w.erc))
		switch {
		case w.chosen == nil:
			fmt.Fprintf(&filtering, "  `%s`: RC={}, ERC={}\n", x)
			fmt.Fprintf(&blocks, "  `%s`: a block of its own, `%s`\n", x, w.m.Written())
			continue
		case slices.Contains(w.rc, w.chosen):
			fmt.Fprintf(&filtering, "  `%s`: RC=%s, ERC={}\n", x, names(w.left))
		default:
			fmt.Fprintf(&filtering, "  `%s`: RC={}, ERC=%s\n", x, names(w.left))
		}
		fmt.Fprintf(&blocks, "  `%s`: the block of `%s`\n", x, w.chosen.x.Written())
	}
	return "inference (Algorithm 1)\n" + inference.String() + "filtering (Algorithm 2)\n" + filtering.String() + "what each is computed in\n" + blocks.String()
}

// ofLoops writes what the third phase noted.
func ofLoops(notes []rewrite.Note) string {
	text := "loops (Algorithms 3 and 4)\n"
	for _, n := range notes {
		text += "  " + n.Line() + "\n"
	}
	return text
}
