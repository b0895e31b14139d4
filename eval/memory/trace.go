package memory

import (
	"fmt"
	"strings"

	"funmem/heap"
	"funmem/semantics/diag"
)

// Iterations of a kernel that TraceText shows: the first few, the last, and
// those of its race.
const traceFirst = 4

// TraceText lays the full traces of a run out: for each kernel instance the
// read and write set of each iteration, with the conflict if there is one. Long
// kernels are elided in the middle.
//
//	kernel `y`, 3 iterations
//	  1: R = {m[0, 1]}  W = {ym[0]}
//	  2: R = {m[1, 2]}  W = {ym[1]}
//	  3: R = {m[2, 3]}  W = {ym[2]}
func TraceText(rec *heap.Recording, st diag.Style) string {
	t := &traceText{st: st}
	t.iteration(rec.Top, "", "")
	if rec.Truncated {
		t.line("", "… the traces are longer than what is kept")
	}
	if t.b.Len() == 0 {
		return "no access to memory\n"
	}
	return t.b.String()
}

type traceText struct {
	b  strings.Builder
	st diag.Style
}

func (t *traceText) line(indent, text string) { t.b.WriteString(indent + text + "\n") }

// iteration writes the own accesses of an iteration after its name, and the
// kernels in it below.
func (t *traceText) iteration(it *heap.IterTrace, name, indent string) {
	reads, writes := ownSets(it)
	if name != "" || len(reads)+len(writes) > 0 {
		if name == "" {
			name = "outside kernels"
		}
		t.line(indent, name+": R = "+locationsText(reads)+"  W = "+locationsText(writes))
		indent += "  "
	}
	for _, in := range it.Inner {
		t.instance(in, indent)
	}
}

// instance writes one instance of a kernel.
func (t *traceText) instance(in *heap.InstanceTrace, indent string) {
	t.line(indent, fmt.Sprintf("kernel `%s`, %d %s", in.Kernel.Binds, in.Bound, plural("iteration", in.Bound)))
	racing := map[int]bool{}
	if in.Race != nil {
		racing[last(in.Race.First.Iterations)] = true
		racing[last(in.Race.Second.Iterations)] = true
	}
	skipped := 0
	for k, it := range in.Iterations {
		if k >= traceFirst && k < len(in.Iterations)-1 && !racing[it.Iteration] {
			skipped++
			continue
		}
		t.elided(&skipped, indent)
		t.iteration(it, fmt.Sprint(it.Iteration), indent+"  ")
	}
	if in.Race == nil {
		return
	}
	r := in.Race
	t.line(indent, t.st.Kind("  conflict")+fmt.Sprintf(" at offset %d of block `%s`: ", r.Offset, r.Block)+accessText(r.First)+", and "+accessText(r.Second))
}

func (t *traceText) elided(skipped *int, indent string) {
	if *skipped > 0 {
		t.line(indent, fmt.Sprintf("  ⋮ %d more %s", *skipped, plural("iteration", *skipped)))
		*skipped = 0
	}
}

// accessText is "iteration 2 writes `y[1]` (result copy of kernel `y`)".
func accessText(a heap.Access) string {
	s := fmt.Sprintf("iteration %d %ss", last(a.Iterations), a.Word())
	if len(a.Index) > 0 {
		s += " `" + Element(a.Site.Array, a.Index) + "`"
	}
	return s + " (" + a.Site.What + ")"
}

// ownSets is R and W of an iteration without the kernels in it.
func ownSets(it *heap.IterTrace) (reads, writes []heap.Loc) {
	return (&heap.IterTrace{Accesses: it.Accesses}).Sets()
}

const shownRuns = 12 // of a set of locations

// locationsText is a sorted set of locations, by block, with runs of offsets
// drawn together: {m[0..3, 7], ym[2]}.
func locationsText(locs []heap.Loc) string {
	if len(locs) == 0 {
		return "∅"
	}
	var b strings.Builder
	b.WriteByte('{')
	runs := 0
	for k := 0; k < len(locs); runs++ {
		if runs == shownRuns {
			fmt.Fprintf(&b, ", … %d more", len(locs)-k)
			break
		}
		end := k + 1
		for end < len(locs) && locs[end].Block == locs[k].Block && locs[end].Offset == locs[end-1].Offset+1 {
			end++
		}
		switch {
		case k == 0:
			b.WriteString(locs[k].Block.String() + "[")
		case locs[k].Block != locs[k-1].Block:
			b.WriteString("], " + locs[k].Block.String() + "[")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, locs[k].Offset)
		switch end - k {
		case 1:
		case 2:
			fmt.Fprintf(&b, ", %d", locs[k].Offset+1)
		default:
			fmt.Fprintf(&b, "..%d", locs[end-1].Offset)
		}
		k = end
	}
	return b.String() + "]}"
}

func last(is []int) int { return is[len(is)-1] }

func plural(word string, n int) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
