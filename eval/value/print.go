package value

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Format prints a value as Fun reads it: [[1, 2], [3, 4]], and
// empty([0][3]int) for an array without elements. With a limit above 0, an array
// of more elements shows only its edges, with … between them, about limit
// elements in all, and an integer of very many digits is described; with limit
// 0 or less nothing is left out.
func Format(v Val, limit int) string {
	if v.A == nil {
		return numText(v.I, limit)
	}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	Write(w, v, limit)
	w.Flush()
	return b.String()
}

// Write writes what Format gives. It ends with the first error of the writer.
func Write(w *bufio.Writer, v Val, limit int) error {
	if v.A == nil {
		return writeNum(w, v.I, limit)
	}
	n, _ := Count(v.A.Shape)
	if n == 0 {
		text := "[]"
		if len(v.A.Shape) > 1 || v.A.Elem != syntax.Int {
			text = "empty(" + v.Type() + ")"
		}
		_, err := w.WriteString(text)
		return err
	}
	edge := math.MaxInt
	if limit > 0 && n > limit {
		edge = edgeFor(v.A.Shape, limit)
	}
	return writePart(w, v.A.whole(), edge, limit)
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

func writePart(w *bufio.Writer, v part, edge, limit int) error {
	if len(v.shape) == 0 {
		return writeNum(w, v.elems.At(v.from), limit)
	}
	m := v.shape[0]
	w.WriteByte('[')
	for k := 1; k <= m; k++ {
		if k > 1 {
			w.WriteString(", ")
		}
		if k > edge && m-k >= edge {
			w.WriteString("…")
			k = m - edge
			continue
		}
		if err := writePart(w, v.v(k), edge, limit); err != nil {
			return err
		}
	}
	return w.WriteByte(']')
}

func writeNum(w *bufio.Writer, x num.Num, limit int) (err error) {
	if n, ok := x.Int64(); ok {
		_, err = w.Write(strconv.AppendInt(w.AvailableBuffer(), n, 10))
	} else {
		_, err = w.WriteString(numText(x, limit))
	}
	return err
}

const maxBits = 1000 // of an integer that is printed although there is a limit

func numText(x num.Num, limit int) string {
	if limit <= 0 || x.IsReal() || x.Bits() <= maxBits {
		return x.String()
	}
	sign := ""
	if x.Sign() < 0 {
		sign = "negative "
	}
	return fmt.Sprintf("(a %snumber of about %d digits)", sign, int(float64(x.Bits())*math.Log10(2))+1)
}
