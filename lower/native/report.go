package native

import (
	"cmp"
	"context"
	"slices"

	"funmem/eval/value"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Report says what became of a function or an expression.
type Report struct {
	Name string    // of the function, or of what the expression binds
	At   diag.Span // where it was called, or is
	Err  error     // why there is no native code, or nil
	Ends map[emit.Status]int
	Code *emit.Code // nil if there is none
}

// called is what a report calls an expression.
func called(pat []*syntax.Binding, d *syntax.Def) string {
	switch {
	case d != nil:
		return d.Name
	case len(pat) > 0:
		return pat[0].Written()
	}
	return ""
}

// Reports are those of all that was looked at, by place.
func (n *Engine) Reports() (list []Report) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range n.code {
		r := Report{Name: c.name, At: c.at, Err: c.err, Ends: map[emit.Status]int{}}
		if c.lowered != nil {
			r.Code = c.code
		}
		c.lock.Lock()
		r.Err = cmp.Or(r.Err, c.wrong)
		for k, times := range c.ends {
			if times > 0 {
				r.Ends[emit.Status(k)] = times
			}
		}
		c.lock.Unlock()
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Report) int {
		if a.At.Start != b.At.Start {
			return a.At.Start - b.At.Start
		}
		return slices.Compare([]byte(a.Name), []byte(b.Name))
	})
	return list
}

// Lower returns a function as C. env has the variables from outside.
func Lower(ctx context.Context, d *syntax.Def, env value.Env, def func(string) *syntax.Def) (*emit.Code, error) {
	c := &compiled{def: d, looked: map[string]*syntax.Def{}, shapes: map[int]shape{}, at: d.Span}
	l, err := lower(ctx, c.program(nil, nil, env, def))
	if err != nil {
		return nil, err
	}
	return l.code, nil
}
