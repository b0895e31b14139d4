package futhark

import "fmt"

// exp looks up what an expression mentions.
func (r *resolver) exp(s *scope, e Exp) {
	switch e := e.(type) {
	case *Sub:
		r.atoms(s, e.X)
	case *Op:
		r.atoms(s, e.Args...)
	case *Conv:
		r.atoms(s, e.X)
	case *Alloc:
		r.atoms(s, e.Bytes)
		if e.Space != nil {
			r.atoms(s, e.Space.Shape...)
		}
	case *Scratch:
		r.atoms(s, e.Dims...)
	case *Copy:
		r.use(s, e.X)
	case *EnsureDirect:
		r.use(s, e.X)
	case *Manifest:
		r.use(s, e.X)
	case *Rearrange:
		r.use(s, e.X)
	case *Reshape:
		r.atoms(s, e.Dims...)
		r.use(s, e.X)
	case *Replicate:
		r.atoms(s, e.Dims...)
		r.atoms(s, e.X)
	case *Iota:
		r.atoms(s, e.N, e.Start, e.Step)
	case *Concat:
		r.atoms(s, e.Width)
		r.names(s, e.Xs...)
	case *Literal:
		r.atoms(s, e.Elems...)
	case *IndexExp:
		r.use(s, e.X)
		r.slicing(s, e.At)
	case *Update:
		r.use(s, e.X)
		r.slicing(s, e.At)
		r.atoms(s, e.V)
	case *If:
		r.atoms(s, e.Cond)
		r.body(s, e.Then)
		r.body(s, e.Else)
		r.types(s, e.Ret, len(e.Ret))
	case *Match:
		r.atoms(s, e.On...)
		for _, c := range e.Cases {
			r.atoms(s, c.Values...)
			r.body(s, c.Body)
		}
		r.body(s, e.Default)
		r.types(s, e.Ret, len(e.Ret))
	case *Loop:
		r.loop(s, e)
	case *Apply:
		if r.funs[e.Fn.Tag] == nil {
			r.wrong(e.Fn.Span, "there is no function `%s`", e.Fn)
		}
		for _, a := range e.Args {
			r.atoms(s, a.X)
		}
		r.types(s, e.Ret, len(e.Ret))
	case *Assert:
		r.atoms(s, e.Cond)
		for _, p := range e.Msg {
			r.atoms(s, p.X)
		}
	case *WithAcc:
		for _, in := range e.Inputs {
			r.atoms(s, in.Shape...)
			r.names(s, in.Arrays...)
			if in.Op != nil {
				r.lambda(s, in.Op)
			}
			r.atoms(s, in.Neutral...)
		}
		r.lambda(s, e.Fn)
	case *UpdateAcc:
		r.use(s, e.Acc)
		r.atoms(s, e.At...)
		r.atoms(s, e.Values...)
	case *SegOp:
		r.segOp(s, e)
	case *Par:
		if e.Par != nil {
			r.segOp(s, e.Par)
		}
		if e.Seq != nil {
			r.segOp(s, e.Seq)
		}
	case *GPUBody:
		r.types(s, e.Ret, len(e.Ret))
		r.body(s, e.Body)
	case *GetSize:
	case *UserParam:
		r.atoms(s, e.Default)
	case *CmpSize:
		r.atoms(s, e.X)
	case *CalcNumGroups:
		r.atoms(s, e.N, e.Group)
	default:
		panic(fmt.Sprintf("futhark: names of a %T", e))
	}
}

// loop binds what it carries and its index for the body.
func (r *resolver) loop(s *scope, e *Loop) {
	r.atoms(s, e.Init...)
	r.atoms(s, e.Bound)
	s = s.inner()
	r.params(s, e.Params)
	if e.For != nil {
		r.bind(s, e.For)
	}
	r.use(s, e.While)
	r.body(s, e.Body)
}

// segOp binds the indices of the threads for the body.
func (r *resolver) segOp(s *scope, e *SegOp) {
	r.atoms(s, e.Level.Groups, e.Level.Group)
	for _, d := range e.Space {
		r.atoms(s, d.Bound)
	}
	s = s.inner()
	for _, d := range e.Space {
		r.bind(s, &d.Name)
	}
	r.bind(s, e.Flat)
	for _, o := range e.Ops {
		r.atoms(s, o.Neutral...)
		r.atoms(s, o.Shape...)
		r.lambda(s, o.Fn)
	}
	for _, h := range e.Hists {
		r.atoms(s, h.Shape...)
		r.atoms(s, h.Race)
		r.names(s, h.Dests...)
		r.atoms(s, h.Neutral...)
		r.atoms(s, h.Vector...)
		r.lambda(s, h.Fn)
	}
	if e.Post != nil {
		r.lambda(s, e.Post)
	}
	r.types(s, e.Ret, len(e.Ret))
	s = s.inner()
	r.stms(s, e.Body.Stms)
	r.returns(s, e.Returns)
}

// returns looks up what the results of a thread mention.
func (r *resolver) returns(s *scope, list []*Return) {
	for _, x := range list {
		r.names(s, x.Certs...)
		r.atoms(s, x.X)
		r.atoms(s, x.Shape...)
		for _, w := range x.Writes {
			r.slicing(s, w.At)
			r.atoms(s, w.V)
		}
		for _, t := range x.Tiles {
			r.atoms(s, t.Extent, t.Tile, t.Reg)
		}
	}
}
