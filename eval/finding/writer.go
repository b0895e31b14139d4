package finding

import (
	"encoding/json"
	"strings"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// LastWriter is the statement that last wrote a location.
type LastWriter struct {
	What      string    `json:"what"`
	Iteration int       `json:"iteration,omitempty"` // of the innermost surrounding kernel; 0 outside kernels
	At        diag.Span `json:"-"`
	Array     string    `json:"array,omitempty"`

	Kernels    []string `json:"kernels,omitempty"`    // what messages call the surrounding kernels, outermost first,
	Iterations []int    `json:"iterations,omitempty"` // and their iterations
}

// LastWriterOf returns who last wrote a location, or nil.
func LastWriterOf(b *heap.Block, off int) *LastWriter {
	w, ok := b.LastWriter(off)
	if !ok {
		return nil
	}
	l := &LastWriter{What: w.Site.What, At: w.Site.At, Array: w.Site.Array, Iterations: w.Iterations}
	for _, k := range w.Kernels {
		l.Kernels = append(l.Kernels, machine.KernelAt(k.Binds, k.At))
	}
	if n := len(w.Iterations); n > 0 {
		l.Iteration = w.Iterations[n-1]
	}
	return l
}

// text returns "result copy of kernel `y` in iteration 2, within iteration 1 of kernel `z`".
func (w *LastWriter) text() string {
	s := w.What
	for k := len(w.Iterations) - 1; k >= 0; k-- {
		inner := k
		for k > 0 && w.Kernels[k-1] == w.Kernels[k] {
			k--
		}
		s += " in iteration " + machine.Iteration(w.Iterations[k:inner+1])
		if name := w.Kernels[k]; !strings.Contains(w.What, strings.TrimPrefix(name, "the ")) {
			s += " of " + name
		}
		if k > 0 {
			s += ","
		}
	}
	return s
}

// noteLocation notes where an element lies on the heap, and who wrote it last.
func noteLocation(d *diag.Diagnostic, block string, offset int, w *LastWriter) {
	d.Note(diag.Span{}, "the heap has it at offset %d of block `%s`", offset, block)
	if w != nil {
		d.Note(w.At, "that location was last written by %s", w.text())
	} else {
		d.Note(diag.Span{}, "nothing wrote that location")
	}
}

// MarshalJSON adds the place.
func (w LastWriter) MarshalJSON() ([]byte, error) {
	type plain LastWriter
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(w), w.At.String()})
}

// number returns a number for JSON: a string if it is an integer that does not fit 64 bits, NaN or an infinity.
func number(x num.Num) any {
	if k, ok := x.Int64(); ok {
		return k
	}
	if x.IsReal() && !x.Real().IsNaN() && !x.Real().IsInf() {
		return json.Number(x.String())
	}
	return x.String()
}
