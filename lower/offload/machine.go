package offload

import (
	"context"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// run is a run of a program.
type run struct {
	*Program
	ctx    context.Context
	code   gpu.Kernels // nil: there is no kernel for the device
	vars   []num.Num   // by ID
	blocks []*block    // by ID
	sized  ids         // sizes that an input has fixed
	arith  value.Arith

	profile *Profile // nil: nobody wants to know
	holds   []*share // of what values have on the device
	depth   int      // of results

	fail  gpu.Buffer      // gets the greatest status of all threads, in its halves
	turn  int64           // the half that the next launch reads
	asked bool            // a kernel was launched since fail was read
	all   map[*block]bool // that had a buffer
	words int64           // of memory that may still be taken
	limit int64           // of that, in all
	held  int64           // words of buffers
	polls int
}

// ids is a set of variables.
type ids map[int]bool

func (s *ids) add(id int) {
	if *s == nil {
		*s = ids{}
	}
	(*s)[id] = true
}

// poll ends the run if the caller wants that.
func (r *run) poll() {
	if r.polls++; r.polls%256 == 0 && r.ctx.Err() != nil {
		panic(ended{context.Cause(r.ctx)})
	}
}

// scalar is the value of an expression.
func (r *run) scalar(e syntax.Expr) num.Num {
	switch e := e.(type) {
	case *syntax.Var:
		return r.vars[e.ID]
	case *syntax.IntLit:
		return e.Val
	case *syntax.Length:
		return num.Of(r.block(e.X.(*syntax.Var)).words)
	}
	return r.arith.Scalar("", e, func(x *syntax.Var) num.Num { return r.vars[x.ID] })
}

// word is the value of an int expression.
func (r *run) word(e syntax.Expr) int64 { return r.bits(r.scalar(e)) }

func (r *run) stms(list []imp.Stm) {
	for _, s := range list {
		r.stm(s)
	}
}

func (r *run) stm(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Skip:
	case *imp.Declare:
		r.vars[s.X.ID], r.blocks[s.X.ID] = num.Zero(s.X.Type.Elem == syntax.F64), nil
	case *imp.Assign:
		if y, ok := s.E.(*syntax.Var); ok && r.elems[s.X.ID] == syntax.Mem {
			r.blocks[s.X.ID] = r.blocks[y.ID]
			return
		}
		r.vars[s.X.ID] = r.scalar(s.E)
	case *imp.Alloc:
		r.blocks[s.X.ID] = r.alloc(r.word(s.N))
	case *imp.Free:
		r.free(r.block(s.X))
	case *imp.Read:
		b := r.block(s.Y)
		r.vars[s.X.ID] = number(r.read(b, r.offset(b, s.At)), r.elems[s.X.ID] == syntax.F64)
	case *imp.Write:
		b := r.block(s.X)
		r.write(b, r.offset(b, s.At), r.word(s.E))
	case *imp.If:
		if r.scalar(s.Cond).IsZero() {
			r.stms(s.Else)
		} else {
			r.stms(s.Then)
		}
	case *imp.Kernel:
		n := r.word(s.N)
		if n < 0 || n > emit.MaxRounds {
			r.early(emit.Size)
		}
		if g := r.of[s]; g != nil {
			r.launch(g, n)
			return
		}
		r.kernel(s, n)
	case *imp.For:
		if g := r.chains[s]; g != nil {
			n := max(r.word(s.N), 0)
			if n > emit.MaxRounds {
				r.early(emit.Size)
			}
			r.launch(g, n)
			return
		}
		for i, n := int64(1), r.word(s.N); i <= n; i++ {
			r.poll()
			r.vars[s.X.ID] = num.Of(i)
			r.stms(s.Body)
		}
	case *imp.While:
		for !r.scalar(s.Cond).IsZero() {
			r.poll()
			r.stms(s.Body)
		}
	case *imp.Check:
		for k, op := range s.Rels {
			if holds, err := r.arith.Binary(op, r.scalar(s.Terms[k]), r.scalar(s.Terms[k+1])); err != nil || holds.IsZero() {
				r.early(emit.Check)
			}
		}
	}
}

// kernel runs the iterations of a kernel that the device does not run. Each has variables of its own for those from outside
// that it assigns to.
func (r *run) kernel(s *imp.Kernel, n int64) {
	var own []int
	imp.Walk(s.Body, func(t imp.Stm) bool {
		if x := imp.Target(t); x != nil {
			own = append(own, x.ID)
		}
		return true
	})
	vars, blocks := make([]num.Num, len(own)), make([]*block, len(own))
	for k, id := range own {
		vars[k], blocks[k] = r.vars[id], r.blocks[id]
	}
	for i := int64(1); i <= n; i++ {
		r.poll()
		r.vars[s.X.ID] = num.Of(i)
		r.stms(s.Body)
		for k, id := range own {
			r.vars[id], r.blocks[id] = vars[k], blocks[k]
		}
	}
}
