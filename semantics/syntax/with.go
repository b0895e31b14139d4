package syntax

// Part is x[ix, …], the part of x that x with [ix, …] = v changes. Its rank is 0
// if every index fixes its dimension.
func (e *With) Part() *Slice { return &Slice{Span: e.Span, X: e.X, At: e.At} }
