package validate

import (
	"context"
	"fmt"
	"slices"

	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// End is a name that both programs bind to the same values, but whose memory shows other values at the end, when
// nothing uses it any more: the block was rightly reused, or wrongly claimed. The comparison uses the values at the
// binding, not those at the end.
type End struct {
	Name   string
	Block  string
	Lacks  string  // why the block shows nothing, or ""
	Offset int     // of the first element that differs
	Index  []int   // its index, from 1
	Value  num.Num // the value it was bound to
	Heap   num.Num // the value there at the end
}

// atEnd returns the names bound by both sides whose values the heap of a side does not show at the end.
func (sub *Subject) atEnd(ctx context.Context, s *side, session *validity.Session) (list []End) {
	var names []string
	for k, o := range s.outputs {
		for _, x := range s.lets[o.at : o.at+o.n] {
			if names = append(names, sub.letNames[k]); o.irregular() {
				names[len(names)-1] = x.Written()
			}
		}
	}
	for k, x := range s.lets {
		v, name := session.Heap.Env.Of(x.ID), names[k]
		if !v.IsArray() || v.L.Empty() {
			continue
		}
		if lacks := lacking(v); lacks != "" {
			list = append(list, End{Name: name, Block: v.B.String(), Lacks: lacks})
		} else if d := validity.Differs(ctx, x.Use(), v, session.Value.Env.Of(x.ID)); d != nil {
			list = append(list, End{Name: name, Block: d.Block, Offset: d.Offset, Index: d.Index, Value: d.Value, Heap: d.Heap})
		}
	}
	return list
}

// lacking returns why memory does not show an array at all, or "".
func lacking(v memory.Val) string {
	if _, freed := v.B.Freed(); freed {
		return "is freed"
	}
	if _, err := memory.Show(v); err != nil {
		return lacks(err)
	}
	return ""
}

// text says what a block shows at the end. first is the number of the first element.
func (e *End) text(first int) string {
	if e.Lacks != "" {
		return fmt.Sprintf("at the end of AFTER block `%s` %s: `%s` is not compared there, and no statement uses it after that", e.Block, e.Lacks, e.Name)
	}
	return fmt.Sprintf("at the end of AFTER block `%s` shows %s at offset %d for `%s`, which was bound to %s: `%s` is not compared there, and no statement uses it after that",
		e.Block, e.Heap, e.Offset, heap.Element(e.Name, shifted(e.Index, first-1)), e.Value, e.Name)
}

// without returns list without the names that are in other.
func without(list, other []End) []End {
	return slices.DeleteFunc(slices.Clone(list), func(e End) bool {
		return slices.ContainsFunc(other, func(o End) bool { return o.Name == e.Name })
	})
}

// AsBound tells whether names are compared by the values that they were bound to.
func (r *Result) AsBound() bool { return len(r.letNames) > 0 }

// asBound says so, for the report.
func (r *Result) asBound() string {
	if r.AsBound() {
		return ", as bound"
	}
	return ""
}

// mostEnds is how many such names the text lists one by one.
const mostEnds = 8

// EndsText says, for each name in Ends, what its block shows at the end.
func (r *Result) EndsText() (list []string) {
	for _, e := range r.Ends[:min(len(r.Ends), mostEnds)] {
		list = append(list, e.text(r.counts()))
	}
	if n := len(r.Ends) - mostEnds; n > 0 {
		list = append(list, fmt.Sprintf("at the end of AFTER the blocks of %s more show other values too, and these are not compared there", diag.Count(n, "name")))
	}
	return list
}
