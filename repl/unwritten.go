package repl

import (
	"fmt"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/syntax"
)

// unwritten is the first undefined element of what the call of an entry point gives, or nil: compiled code gives what
// lies there. The arrays are those among its results.
func unwritten(e *tofunmem.Entry, arrays []*value.Array) *validity.Unwritten {
	if e == nil {
		return nil
	}
	for k, r := range e.Result {
		if r.Rank == 0 || len(arrays) == 0 {
			continue
		}
		a := arrays[0]
		if arrays = arrays[1:]; a == nil || !a.Elems.HasUndefined() {
			continue
		}
		first := 0
		for !a.Elems.At(first).IsUndefined() {
			first++
		}
		index := value.IndexOf(a.Shape, first)
		d := value.Unwritten("", &syntax.Var{Span: r.At}, r.Name, index, a.Elems.At(first))
		d.Kind, d.Msg = diag.Invalid, fmt.Sprintf("a result of `%s` holds what lay in memory: %s", e.Name, d.Msg)
		return &validity.Unwritten{Number: k + 1, Index: index, Message: d.Msg, Diag: d}
	}
	return nil
}

// arraysOf are the arrays among values.
func arraysOf(values []value.Val) (arrays []*value.Array) {
	for _, v := range values {
		if v.A != nil {
			arrays = append(arrays, v.A)
		}
	}
	return arrays
}

// shownArrays are the arrays among the results of a run, as the value semantics has them: nil where it is behind.
func shownArrays(v *validity.Verdict) (arrays []*value.Array) {
	for _, r := range v.Outcome.Results {
		if r.IsArray() {
			arrays = append(arrays, r.V)
		}
	}
	return arrays
}
