package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/heap"
)

// lay notes how the arrays of an input lie in AFTER, if the parameters leave that open.
func (g *inputs) lay(t *Tried, in *Input) {
	if !g.layout {
		return
	}
	lies := g.sub.lies(g.budget, in)
	if lies == nil {
		return
	}
	for _, x := range g.sub.After.arrays {
		l := lies.lmads[x.ID]
		if !carriesLayout(x) || l.Empty() {
			continue
		}
		u := &Tried{Layouts: []string{laid(l)}, Offsets: []int64{int64(l.Offset)}}
		for _, d := range l.Dims {
			if d.Size > 1 { // otherwise the stride means nothing
				u.Strides = append(u.Strides, int64(d.Stride))
			}
		}
		slices.Sort(u.Strides)
		t.add(u)
	}
}

// laid describes how a non-empty array lies.
func laid(l heap.LMAD) string {
	at, turned := heap.LMAD{Dims: l.Dims}, heap.LMAD{Dims: slices.Clone(l.Dims)}
	slices.Reverse(turned.Dims)
	back := slices.ContainsFunc(l.Dims, func(d heap.Dim) bool { return d.Size > 1 && d.Stride < 0 })
	switch {
	case at.IsRowMajor():
		return "row-major"
	case turned.IsRowMajor():
		return "transposed"
	case back:
		return "back to front"
	}
	return "with gaps"
}

// LayoutsText describes how arrays lay: "row-major, transposed; offsets 0 to 101; strides -7 to 64". It is ""
// if no parameter leaves that open.
func (r *Result) LayoutsText() string {
	t := r.Tried
	if t == nil || len(t.Layouts) == 0 {
		return ""
	}
	text := strings.Join(t.Layouts, ", ") + "; offsets " + span(t.Offsets)
	if len(t.Strides) > 0 {
		text += "; strides " + span(t.Strides)
	}
	return text
}

// span shows ascending numbers as runs. If there are many runs, it shows the first ones and the whole range.
func span(ks []int64) string {
	list := runs(ks)
	if len(list) <= mostRuns {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s, … (%d to %d)", strings.Join(list[:mostRuns], ", "), ks[0], ks[len(ks)-1])
}
