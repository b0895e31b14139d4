package fuse

import (
	"maps"
	"strconv"

	"funmem/semantics/syntax"
)

// frame is one evaluation of a body at the place where an element is computed: of the body
// of a kernel for one index, or of a branch. Its statements are copied there when something
// needs them.
type frame struct {
	up   *frame
	key  string // of the evaluation
	lets map[int]*syntax.Let
	used map[int]int         // how often its variables are used in it
	by   map[int]syntax.Expr // what its variables have become where the element is computed
}

// newFrame returns an evaluation of a body with nothing copied yet.
func newFrame(up *frame, b *syntax.Body) *frame {
	fr := &frame{up: up, lets: map[int]*syntax.Let{}, used: map[int]int{}, by: map[int]syntax.Expr{}}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			for _, x := range l.Pat {
				fr.lets[x.ID] = l
			}
		}
	}
	syntax.Walk(b, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			fr.used[v.ID]++
		}
		return true
	})
	return fr
}

// clone returns a copy, with the frames around it, that learns on its own.
func (fr *frame) clone() *frame {
	if fr == nil || fr.up == nil { // the root is never copied
		return fr
	}
	c := *fr
	c.up, c.by = fr.up.clone(), maps.Clone(fr.by)
	return &c
}

// binding returns the statement that binds a variable, and the frame that it is in.
func (fr *frame) binding(id int) (*frame, *syntax.Let) {
	for ; fr != nil; fr = fr.up {
		if l := fr.lets[id]; l != nil {
			return fr, l
		}
		if fr.by[id] != nil {
			return fr, nil
		}
	}
	return nil, nil
}

// iteration returns the evaluation of the body of a kernel for index k: the one already
// begun, if there is one, so that it is computed once.
func (r *rewriting) iteration(fr *frame, l *syntax.Let, e *syntax.Kernel, k syntax.Expr) *frame {
	key := fr.key + "/" + strconv.Itoa(l.Pat[0].ID) + "@" + r.env.Of(k).Key()
	for s := r.scope; s != nil; s = s.up {
		in := s.frames[key]
		if in == nil {
			continue
		}
		if s != r.scope {
			in = in.clone()
			r.scope.frames[key] = in
		}
		return in
	}
	in := newFrame(fr, e.Body)
	in.key = key
	in.by[e.Index[0].X.ID] = k
	r.scope.frames[key] = in
	r.checks(in, e.Body)
	return in
}

// checks copies the checks of a body.
func (r *rewriting) checks(fr *frame, b *syntax.Body) {
	for _, s := range b.Stms {
		if c, ok := s.(*syntax.Check); ok {
			r.copy(fr, c)
		}
	}
}

// whole returns what an operand of a frame has become where the element is computed. The
// statement that binds it is copied there, unless that is done already.
func (r *rewriting) whole(fr *frame, e syntax.Expr) syntax.Expr {
	x, ok := e.(*syntax.Var)
	if !ok {
		return e
	}
	in, l := fr.binding(x.ID)
	switch {
	case in == nil:
		return x
	case in.by[x.ID] != nil:
		return in.by[x.ID]
	case in.up == nil:
		panic("fuse: an array that is taken away is used whole")
	}
	r.copy(in, l)
	return in.by[x.ID]
}

// copy copies a statement of a frame.
func (r *rewriting) copy(fr *frame, s syntax.Stm) {
	by := map[int]syntax.Expr{}
	for _, v := range syntax.FreeVars(s) {
		by[v.ID] = r.whole(fr, v)
	}
	if l, ok := s.(*syntax.Let); ok {
		if x := r.value(syntax.Subst(s, by)); x != nil {
			fr.by[l.Pat[0].ID] = x
			return
		}
	}
	c := syntax.Fresh(r.job.Supply, s, by, nil)
	if l, ok := s.(*syntax.Let); ok {
		for _, x := range l.Pat {
			fr.by[x.ID] = by[x.ID]
		}
	}
	r.emit(c)
}
