package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// scans computes long scans outside kernels in two passes, each a kernel of parts. In the first one a part finds out what its
// rounds do to the accumulators, and writes nothing. A loop over the parts makes of that the values with which each begins. In
// the second pass a part runs its rounds as they are, from there. No part waits for another one that runs, since a device need
// not run them at the same time.
func scans(j *job, body []imp.Stm) []imp.Stm {
	s := &scanner{j, blocksOfOneName(body)}
	return s.stms(body)
}

type scanner struct {
	*job
	own map[int]bool // blocks that have no other name
}

func (s *scanner) stms(body []imp.Stm) []imp.Stm { return outside(body, s.inParts) }

// inParts is a loop in two passes, or nil.
func (s *scanner) inParts(f *imp.For) []imp.Stm {
	return s.long(f, func(rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm {
		return s.scanned(f, rest, rounds, accs, onDevice.widths)
	}, s.stms)
}

// long is what scan makes of a loop that is a scan, if it is long, with what short makes of its body otherwise; or nil.
func (s *scanner) long(f *imp.For, scan func(rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm, short func([]imp.Stm) []imp.Stm) []imp.Stm {
	rest, ok := s.unwritten(f)
	if !ok {
		return nil
	}
	accs, ok := s.accumulators(rest, onDevice.sums && f.Fold)
	if !ok {
		return nil
	}
	return s.ifLong(f, onDevice, func(rounds syntax.Expr) []imp.Stm { return scan(rest, rounds, accs) }, short)
}

// unwritten is the body of a loop without its writes. ok is false if there are none, or if a round may write where another one
// writes or reads.
func (s *scanner) unwritten(f *imp.For) (rest []imp.Stm, ok bool) {
	env, changes := &poly.Env{}, assigned(f.Body)
	reads, inner, written := map[int][]poly.Poly{}, map[int]bool{}, map[int]bool{}
	for _, m := range f.Body {
		if _, is := m.(*imp.Write); !is {
			rest = append(rest, m)
		}
		switch m := m.(type) {
		case *imp.Assign:
			s.define(env, m)
		case *imp.Read:
			reads[m.Y.ID] = append(reads[m.Y.ID], env.Of(m.At))
			if written[m.Y.ID] { // the first pass would read what was there before
				return nil, false
			}
		case *imp.Write:
			at := env.Of(m.At)
			if !s.own[m.X.ID] || written[m.X.ID] || !moves(f.X, at) || !steady(f.X, at, changes) {
				return nil, false
			}
			written[m.X.ID] = true
			for _, p := range reads[m.X.ID] {
				if !p.Sub(at).IsZero() {
					return nil, false
				}
			}
		case *imp.If, *imp.For, *imp.While:
			imp.Walk([]imp.Stm{m}, func(s imp.Stm) bool {
				if r, ok := s.(*imp.Read); ok {
					inner[r.Y.ID] = true
				}
				return true
			})
		}
	}
	for id := range written {
		if inner[id] {
			return nil, false
		}
	}
	return s.needed(rest), len(written) > 0
}

// needed are statements of a round without those that compute what only its writes needed.
func (s *scanner) needed(list []imp.Stm) []imp.Stm {
	for {
		gone := map[int]bool{}
		for _, m := range list {
			a, ok := m.(*imp.Assign)
			if ok && s.once[a.X.ID] && syntax.Total(a.E) && declares(list, a.X.ID) && uses(list, a.X.ID) == 0 {
				gone[a.X.ID] = true
			}
		}
		if len(gone) == 0 {
			return list
		}
		list = slices.DeleteFunc(slices.Clone(list), func(m imp.Stm) bool {
			if d, ok := m.(*imp.Declare); ok {
				return gone[d.X.ID]
			}
			x := imp.Target(m)
			return x != nil && gone[x.ID]
		})
	}
}

// moves tells whether each round with the index x has a place of its own: a fixed distance from that of the round before.
func moves(x *syntax.Binding, at poly.Poly) bool {
	d, ok := step(x, at).Const()
	return ok && !d.IsZero() && !at.Large()
}

// steady tells whether no variable of a place changes from round to round, but the index x.
func steady(x *syntax.Binding, at poly.Poly, changes map[int]bool) bool {
	ok := true
	at.EachVar(func(id int) { ok = ok && (id == x.ID || !changes[id]) })
	return ok
}

// scanned is a loop as two kernels of parts, and a loop between them, which goes the same way if there are several widths. rest
// is its body without writes.
func (j *job) scanned(f *imp.For, rest []imp.Stm, rounds syntax.Expr, accs []accumulator, widths []int) []imp.Stm {
	p, out := j.divide(f, rounds, widths[0], false)
	begin, end, free := p.totals(accs, &out)
	out = append(out, p.kernel(begin, rest, end, near(accs)))

	// what all parts before a part do takes the place of what that part does
	part := j.fresh(p.part.Name, syntax.Int)
	var reads, writes, sums []imp.Stm
	for k, a := range accs {
		one, block := j.fresh(a.x.Name, a.of), p.blocks[k]
		reads = append(reads, &imp.Declare{Span: f.Span, X: one}, &imp.Read{Span: f.Span, X: one.Use(), Y: block.Use(), At: place(part)})
		writes = append(writes, &imp.Write{Span: f.Span, X: block.Use(), At: place(part), E: a.x.Use()})
		sums = append(sums, &imp.Assign{Span: f.Span, X: a.x.Use(), E: &syntax.Binary{Op: a.op, X: a.x.Use(), Y: one.Use(), Of: a.of}})
	}
	between := &imp.For{Span: f.Span, X: part, N: lit(p.width), Body: slices.Concat(reads, writes, sums), Fold: f.Fold}
	if len(widths) > 1 {
		out = append(out, j.scanned(between, slices.Concat(reads, sums), between.N, accs, widths[1:])...)
	} else {
		out = append(out, between)
	}

	p.part, begin = j.fresh(p.part.Name, syntax.Int), nil
	for k, a := range accs {
		begin = append(begin, &imp.Declare{Span: f.Span, X: a.x}, &imp.Read{Span: f.Span, X: a.x.Use(), Y: p.blocks[k].Use(), At: place(p.part)})
	}
	out = append(out, p.kernel(begin, f.Body, nil, near(accs)))
	return append(out, free...)
}
