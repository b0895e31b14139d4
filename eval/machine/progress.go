package machine

import (
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mostPlaces is how many calls, iterations and rounds a place shows.
const mostPlaces = 3

// Place says where an evaluation is, in a few words. That is around, the calls, iterations
// and rounds that it is in, outermost first. If around is empty, it is the statement.
func Place(s syntax.Stm, around []diag.Note) string {
	if len(around) == 0 {
		return strings.TrimSpace(doing(s) + " at " + s.GetSpan().String())
	}
	var parts []string
	for _, n := range around[:min(mostPlaces, len(around))] {
		parts = append(parts, n.Msg)
	}
	return strings.Join(parts, ", ") + " at " + around[0].Span.String()
}

// doing names what a statement evaluates.
func doing(s syntax.Stm) string {
	let, ok := s.(*syntax.Let)
	if !ok {
		return ""
	}
	z := let.Pat[0]
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		return KernelAt(KernelName(z, e), e.Span)
	case *syntax.Loop:
		return "loop `" + LoopName(e) + "`"
	case *syntax.Call:
		return "call of `" + e.Fn + "`"
	}
	if f := syntax.FoldOf(let.Exp); f != nil {
		return f.Name + " `" + FoldName(z, f) + "`"
	}
	if z.Text == "" {
		return ""
	}
	return "`" + z.Text + "`"
}
