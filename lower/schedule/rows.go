package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// rows lets a group of threads run each iteration of a kernel that folds a row, where neighbouring rounds read neighbouring
// locations and neighbouring iterations do not. All threads do what comes before the fold, and one what comes after it. If
// there are few iterations, and long rows, each fold is one of all groups instead. The same goes for scans of rows.
func rows(j *job, body []imp.Stm) []imp.Stm {
	s := &scanner{j, blocksOfOneName(body)}
	return kernels(body, s.inRows)
}

// folding is a kernel of rows: what an iteration does up to its fold or scan, that, and what it does then.
type folding struct {
	k     *imp.Kernel
	first []imp.Stm
	loop  *imp.For
	last  []imp.Stm
	accs  []accumulator
	rest  []imp.Stm // of a scan: a round without its writes; nil for a fold
}

// inRows is a kernel as one of groups if its rows are long enough, or nil if that never pays.
func (s *scanner) inRows(k *imp.Kernel) []imp.Stm {
	j, r := s.job, s.folding(k)
	if r == nil {
		return nil
	}
	count, rounds := j.fresh(k.X.Name+"_rows", syntax.Int), j.fresh("rounds", syntax.Int)
	least := func(x *syntax.Binding, n int) syntax.Expr { return bin(syntax.Ge, x.Use(), lit(n)) }
	few := bin(syntax.Mul, bin(syntax.Lt, count.Use(), lit(inGroups.fewRows)), least(rounds, inGroups.longRow))
	c := *k
	grouped := []imp.Stm{&imp.If{Span: k.Span, Cond: least(rounds, inGroups.row), Then: []imp.Stm{r.grouped(j, rounds.Use())}, Else: []imp.Stm{&c}}}
	out := append(j.let(count, k.N, k), j.let(rounds, r.loop.N, k)...)
	return append(out, &imp.If{Span: k.Span, Cond: few, Then: []imp.Stm{r.alone(j, rounds.Use())}, Else: grouped})
}

// folding is what a kernel consists of, or nil if it is not of rows.
func (j *scanner) folding(k *imp.Kernel) *folding {
	if size(k.Body) > mostStms/2 || !j.free(k) {
		return nil
	}
	r, ok := &folding{k: k}, true
	for at, s := range k.Body {
		if f, is := s.(*imp.For); is {
			r.first, r.loop, r.last = k.Body[:at], f, k.Body[at+1:]
			break
		}
	}
	if r.loop == nil || writes(r.first) || loops(r.first) || loops(r.last) || loops(r.loop.Body) {
		return nil
	}
	inside := map[int]bool{k.X.ID: true}
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel, *imp.Alloc, *imp.Free:
			ok = false
		case *imp.Declare:
			inside[s.X.ID] = true
			ok = ok && s.X.Type.Elem != syntax.Mem
		case *imp.Read:
			ok = ok && !s.Undefined
		}
		return ok
	})
	for id := range assigned(k.Body) {
		ok = ok && inside[id]
	}
	for _, x := range syntax.FreeVars(r.loop.N) {
		ok = ok && !inside[x.ID]
	}
	if !ok || !j.lies(r) {
		return nil
	}
	body := r.loop.Body
	if writes(body) {
		if r.rest, ok = j.unwritten(r.loop); !ok {
			return nil
		}
		body = r.rest
	}
	r.accs, ok = j.accumulators(body, onDevice.sums && r.loop.Fold)
	if !ok || len(r.accs) > mostAccs {
		return nil
	}
	return r
}

// lies tells whether a row lies in one piece: a round reads the location next to that of the round before, and the
// iteration after it does not.
func (j *job) lies(r *folding) (found bool) {
	env := &poly.Env{}
	for _, s := range r.first {
		if s, ok := s.(*imp.Assign); ok {
			j.define(env, s)
		}
	}
	for _, s := range r.loop.Body {
		switch s := s.(type) {
		case *imp.Assign:
			j.define(env, s)
		case *imp.Read:
			at := env.Of(s.At)
			across := step(r.k.X, at)
			found = found || nextTo(step(r.loop.X, at)) && !across.IsZero() && !nextTo(across)
		}
	}
	return found
}

// grouped is a kernel of groups for the rows.
func (r *folding) grouped(j *job, rounds syntax.Expr) *imp.Kernel {
	at := r.k.Span
	if r.rest != nil {
		return r.scanned(j, rounds)
	}
	s := j.sharing(r.loop, inGroups.row, r.accs)
	out := append([]imp.Stm{}, r.first...)
	var begin []imp.Stm
	for _, a := range r.accs {
		value := j.fresh(a.x.Name+"_before", a.of)
		out = append(out, j.let(value, a.x.Use(), r.k)...)
		begin = append(begin, j.let(a.x, a.identity(value), r.k)...)
	}
	thread := j.fresh("thread", syntax.Int)
	out = append(out, s.alloc()...)
	mine := s.mine(thread, thread.Use(), lit(s.size), rounds, r.loop.X, r.loop.Body, begin)
	out = append(out, j.copied([]imp.Stm{mine}, map[int]syntax.Expr{})...) // begin declares the accumulators once more
	out = append(out, s.tree())
	var last []imp.Stm
	for k, a := range r.accs {
		all := j.fresh(a.x.Name, a.of)
		last = append(last, j.read(all, s.shared[k], lit(0), r.k)...)
		last = append(last, a.with(all, at))
	}
	out = append(out, &imp.Kernel{Span: at, X: j.fresh("thread", syntax.Int), N: lit(1), Body: append(last, r.last...), Apart: true})
	out = append(out, s.free()...)
	return &imp.Kernel{Span: at, X: r.k.X, N: r.k.N, Body: j.copied(out, map[int]syntax.Expr{}), Apart: true, Near: near(r.accs), Group: s.size}
}

// scanned is a kernel of groups for the rows of a scan.
func (r *folding) scanned(j *job, rounds syntax.Expr) *imp.Kernel {
	s := &tiledScan{sharing: j.sharing(r.loop, inGroups.row, r.accs), rest: r.rest, from: lit(0), last: rounds, many: over(rounds, inGroups.row)}
	out := append(append([]imp.Stm{}, r.first...), s.body(nil, or(r.last, r.k))...)
	return &imp.Kernel{Span: r.k.Span, X: r.k.X, N: r.k.N, Body: j.copied(out, map[int]syntax.Expr{}), Apart: true, Near: near(r.accs), Group: inGroups.row}
}

// alone is a loop over the rows, each of which becomes the result of all groups.
func (r *folding) alone(j *job, rounds syntax.Expr) imp.Stm {
	body := append([]imp.Stm{}, r.first...)
	if r.rest != nil {
		body = append(body, j.scannedInGroups(r.loop, r.rest, rounds, r.accs)...)
	} else {
		body = append(body, j.foldedInGroups(r.loop, rounds, r.accs)...)
	}
	return &imp.For{Span: r.k.Span, X: r.k.X, N: r.k.N, Body: j.copied(append(body, r.last...), map[int]syntax.Expr{})}
}
