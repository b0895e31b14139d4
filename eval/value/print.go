package value

import (
	"fmt"
	"math"
	"strings"

	"funmem/semantics/num"
)

// Format prints a value as Fun reads it: [[1, 2], [3, 4]], and
// empty([0][3]int) for an array without elements. With a limit above 0, an array
// of more elements shows only its edges, with … between them, about limit
// elements in all, and an integer of very many digits is described; with limit
// 0 or less nothing is left out.
func Format(v Val, limit int) string {
	var b strings.Builder
	if v.A == nil {
		writeInt(&b, v.I, limit)
		return b.String()
	}
	n, _ := Count(v.A.Shape)
	switch {
	case n == 0 && len(v.A.Shape) == 1:
		return "[]"
	case n == 0:
		return "empty(" + v.Type() + ")"
	}
	edge := math.MaxInt
	if limit > 0 && n > limit {
		edge = edgeFor(v.A.Shape, limit)
	}
	writePart(&b, v.A.whole(), edge, limit)
	return b.String()
}

// edgeFor is how many entries at each end of a dimension may be shown so that
// about limit elements are shown in all, at least one.
func edgeFor(shape []int, limit int) int {
	edge := 1
	for {
		shown := 1
		for _, d := range shape {
			if shown *= min(d, 2*(edge+1)); shown > limit {
				return edge
			}
		}
		edge++
	}
}

func writePart(b *strings.Builder, v part, edge, limit int) {
	if len(v.shape) == 0 {
		writeInt(b, v.elems.At(v.from), limit)
		return
	}
	m := v.shape[0]
	b.WriteByte('[')
	for k := 1; k <= m; k++ {
		if k > 1 {
			b.WriteString(", ")
		}
		if k > edge && m-k >= edge {
			b.WriteString("…")
			k = m - edge
			continue
		}
		writePart(b, v.v(k), edge, limit)
	}
	b.WriteByte(']')
}

const maxBits = 1000 // of an integer that is printed although there is a limit

func writeInt(b *strings.Builder, x num.Int, limit int) {
	if limit > 0 && x.Bits() > maxBits {
		sign := ""
		if x.Sign() < 0 {
			sign = "negative "
		}
		fmt.Fprintf(b, "(a %snumber of about %d digits)", sign, int(float64(x.Bits())*math.Log10(2))+1)
		return
	}
	b.WriteString(x.String())
}
