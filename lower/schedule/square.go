package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// side is an index that a square of elements has.
type side int

const (
	ofRows   side = iota // of the outer kernel
	ofCols               // of the inner one
	ofRounds             // of the loop
)

// squared is how a tiling becomes a kernel of groups.
type squared struct {
	*tiling
	across    *syntax.Binding    // how many squares of iterations lie beside each other
	group     *syntax.Binding    // the number of a square
	before    [3]*syntax.Binding // how many iterations, or rounds, come before those of the square
	limit     [3]syntax.Expr     // how many there are
	index     [3]*syntax.Binding
	again     []imp.Stm // lets of an iteration that each phase has
	kept      []*kept   // other variables of an iteration that live on from one phase to the next
	body, end []imp.Stm
}

// kept is a variable, and the block with its value for each thread.
type kept struct{ x, block *syntax.Binding }

// kernel is the kernel of groups, and what comes before it; nil if it would take too much memory.
func (t *tiling) kernel() []imp.Stm {
	k := t.outer
	s := &squared{tiling: t, across: t.fresh("across", syntax.Int), group: t.fresh("group", syntax.Int)}
	s.index = [3]*syntax.Binding{k.X, t.inner.X, nil}
	s.limit = [3]syntax.Expr{t.rows.Use(), t.cols.Use(), nil}
	s.before = [3]*syntax.Binding{t.fresh("top", syntax.Int), t.fresh("left", syntax.Int), t.fresh("done", syntax.Int)}
	if t.loop != nil {
		s.index[ofRounds] = t.loop.X
	}
	if s.keep(); len(s.kept) > mostLive {
		return nil
	}
	many := func(n syntax.Expr) syntax.Expr {
		return bin(syntax.Quo, bin(syntax.Add, n, lit(inGroups.side-1)), lit(inGroups.side))
	}
	for _, q := range t.squares {
		q.block = s.alloc(q.read.X.Name+"_square", inGroups.side*(inGroups.side+1)) // in another bank for each row
	}
	for _, v := range s.kept {
		v.block = s.alloc(v.x.Name+"_group", inGroups.size)
	}
	s.add(t.let(s.before[ofRows], bin(syntax.Mul, bin(syntax.Quo, place(s.group), s.across.Use()), lit(inGroups.side)), k)...)
	s.add(t.let(s.before[ofCols], bin(syntax.Mul, bin(syntax.Rem, place(s.group), s.across.Use()), lit(inGroups.side)), k)...)
	if t.loop == nil {
		s.load()
		s.phase(t.last, nil)
	} else {
		rounds := t.fresh("rounds", syntax.Int)
		s.add(t.let(rounds, t.loop.N, k)...)
		s.limit[ofRounds] = rounds.Use()
		s.phase(t.first, s.kept)
		s.inSquares(many(rounds.Use()))
		s.phase(t.last, nil)
	}
	s.add(s.end...)
	out := t.let(s.across, many(t.cols.Use()), k)
	return append(out, &imp.Kernel{
		Span: k.Span, X: s.group, N: bin(syntax.Mul, many(t.rows.Use()), s.across.Use()),
		Body: t.copied(s.body, map[int]syntax.Expr{}), Apart: true, Near: k.Near || t.inner.Near, Group: inGroups.size,
	})
}

func (s *squared) add(list ...imp.Stm) { s.body = append(s.body, list...) }

// alloc is a block that the group shares.
func (s *squared) alloc(name string, words int) *syntax.Binding {
	at, b := s.outer.Span, s.fresh(name, syntax.Mem)
	s.add(&imp.Declare{Span: at, X: b}, &imp.Alloc{Span: at, X: b.Use(), N: lit(words)})
	s.end = append(s.end, &imp.Free{Span: at, X: b.Use()})
	return b
}

// keep finds out which variables of an iteration are computed again in each phase, and which are kept.
func (s *squared) keep() {
	known := map[int]bool{s.outer.X.ID: true, s.inner.X.ID: true}
	later := imp.Mentioned(s.last)
	if s.loop != nil {
		for id := range imp.Mentioned(s.loop.Body) {
			later[id] = true
		}
	}
	lets := s.outer.Body[:len(s.outer.Body)-1]
	for k, list := range [][]imp.Stm{lets, s.first} {
		for _, stm := range list {
			a, ok := stm.(*imp.Assign)
			if !ok {
				continue
			}
			pure := k == 0 || s.once[a.X.ID] && syntax.Total(a.E)
			for _, x := range syntax.FreeVars(a.E) {
				pure = pure && (k == 0 || known[x.ID] || !s.inside[x.ID])
			}
			if pure {
				known[a.X.ID] = true
			}
		}
		for _, stm := range list {
			switch stm := stm.(type) {
			case *imp.Declare:
				if k == 0 || known[stm.X.ID] {
					s.again = append(s.again, stm)
				} else if later[stm.X.ID] {
					s.kept = append(s.kept, &kept{x: stm.X})
				}
			case *imp.Assign:
				if known[stm.X.ID] {
					s.again = append(s.again, stm)
				}
			}
		}
	}
}

// threads adds a kernel of all threads of the group, with what body makes of the place of each in the square.
func (s *squared) threads(body func(thread, row, col *syntax.Binding) []imp.Stm) {
	thread, row, col := s.fresh("thread", syntax.Int), s.fresh("row", syntax.Int), s.fresh("col", syntax.Int)
	list := append(s.let(row, bin(syntax.Quo, place(thread), lit(inGroups.side)), s.outer), s.let(col, bin(syntax.Rem, place(thread), lit(inGroups.side)), s.outer)...)
	list = append(list, body(thread, row, col)...)
	s.add(&imp.Kernel{Span: s.outer.Span, X: thread, N: lit(inGroups.size), Body: list, Apart: true})
}

// within is statements with an index of a side, a place in the square, if there is one.
func (s *squared) within(of side, at *syntax.Binding, list []imp.Stm) []imp.Stm {
	x := s.index[of]
	out := s.let(x, bin(syntax.Add, bin(syntax.Add, s.before[of].Use(), at.Use()), lit(1)), s.outer)
	return append(out, &imp.If{Span: s.outer.Span, Cond: bin(syntax.Le, x.Use(), s.limit[of]), Then: list, Else: []imp.Stm{&imp.Skip{Span: s.outer.Span}}})
}

// in is the place in a square of a row and column.
func in(row, col syntax.Expr) syntax.Expr {
	return bin(syntax.Add, bin(syntax.Mul, row, lit(inGroups.side+1)), col)
}

// load fills the squares. Neighbouring threads read neighbouring locations.
func (s *squared) load() {
	s.threads(func(_, row, col *syntax.Binding) (out []imp.Stm) {
		for _, q := range s.squares {
			by, deep := row, col
			if q.turns {
				by, deep = col, row
			}
			x := s.fresh(q.read.X.Name, s.elems[q.read.X.ID])
			list := []imp.Stm{&imp.Declare{Span: q.read.Span, X: x}, &imp.Read{Span: q.read.Span, X: x.Use(), Y: q.read.Y, At: q.at.Expr()}}
			list = append(list, &imp.Write{Span: q.read.Span, X: q.block.Use(), At: in(by.Use(), deep.Use()), E: x.Use()})
			out = append(out, s.within(q.by, by, s.within(q.deep, deep, list))...)
		}
		return out
	})
}

// phase adds statements of each iteration, after which some variables are kept.
func (s *squared) phase(list []imp.Stm, keep []*kept) {
	s.threads(func(thread, row, col *syntax.Binding) []imp.Stm {
		return s.iteration(thread, row, col, s.fromSquares(list, row, col, nil), keep)
	})
}

// iteration is statements of an iteration, with the variables that it needs, if there is one for the thread. Some variables
// are kept after it.
func (s *squared) iteration(thread, row, col *syntax.Binding, list []imp.Stm, keep []*kept) []imp.Stm {
	at, needs := s.outer.Span, imp.Mentioned(list)
	out := append([]imp.Stm{}, s.again...)
	for _, v := range s.kept {
		if needs[v.x.ID] && !declares(list, v.x.ID) {
			out = append(out, s.read(v.x, v.block, place(thread), s.outer)...)
		}
	}
	out = append(out, list...)
	for _, v := range keep {
		out = append(out, &imp.Write{Span: at, X: v.block.Use(), At: place(thread), E: v.x.Use()})
	}
	return s.within(ofRows, row, s.within(ofCols, col, out))
}

// inSquares adds the loop: as many rounds at a time as a square has columns.
func (s *squared) inSquares(many syntax.Expr) {
	k, f := s.outer, s.loop
	outer := s.body
	s.body = nil
	part := s.fresh("part", syntax.Int)
	s.add(s.let(s.before[ofRounds], bin(syntax.Mul, place(part), lit(inGroups.side)), k)...)
	s.load()
	changed := assigned(f.Body)
	var keep []*kept
	for _, v := range s.kept {
		if changed[v.x.ID] {
			keep = append(keep, v)
		}
	}
	s.threads(func(thread, row, col *syntax.Binding) []imp.Stm {
		round := s.fresh("round", syntax.Int)
		list := append(s.let(f.X, bin(syntax.Add, s.before[ofRounds].Use(), round.Use()), f), s.fromSquares(f.Body, row, col, place(round))...)
		here := bin(syntax.Min, lit(inGroups.side), bin(syntax.Sub, s.limit[ofRounds], s.before[ofRounds].Use()))
		return s.iteration(thread, row, col, []imp.Stm{&imp.For{Span: f.Span, X: round, N: here, Body: list, Fold: f.Fold}}, keep)
	})
	s.body = append(outer, &imp.For{Span: f.Span, X: part, N: many, Body: s.body})
}

// fromSquares is statements that read from the squares. round is the column in those of a loop.
func (s *squared) fromSquares(list []imp.Stm, row, col *syntax.Binding, round syntax.Expr) []imp.Stm {
	var out []imp.Stm
	for _, stm := range list {
		for _, q := range s.squares {
			if q.read != stm {
				continue
			}
			at := in(row.Use(), col.Use())
			switch {
			case q.deep == ofRounds && q.by == ofRows:
				at = in(row.Use(), round)
			case q.deep == ofRounds:
				at = in(col.Use(), round)
			}
			stm = &imp.Read{Span: q.read.Span, X: q.read.X, Y: q.block.Use(), At: at}
		}
		out = append(out, stm)
	}
	return out
}
