package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// tilesOfRound is how many times as many rounds as it has threads a group of a chain runs.
const tilesOfRound = 8

// chains is groupscans in a single pass, for devices where a group that has begun goes on, whatever others do: a loop of
// groups, each of which adds up its rounds, adds that to what the groups before have, and runs its rounds from there. The
// operators must be associative, since the order differs from run to run; sums of f64s are left to groupscans.
func chains(j *job, body []imp.Stm) []imp.Stm {
	s := &scanner{j, blocksOfOneName(body)}
	return s.chained(body)
}

func (s *scanner) chained(body []imp.Stm) []imp.Stm {
	return outside(body, func(f *imp.For) []imp.Stm {
		return s.long(f, func(rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm {
			if len(accs) > mostAccs || slices.ContainsFunc(accs, func(a accumulator) bool { return !associative(a.op, a.of) }) {
				return nil
			}
			return s.chain(f, rest, rounds, accs)
		}, s.chained)
	})
}

// chain is a loop as a loop of groups. rest is its body without writes.
func (j *job) chain(f *imp.For, rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm {
	at, size := f.Span, inGroups.size
	share := size * tilesOfRound
	group, from, last, thread := j.fresh("group", syntax.Int), j.fresh("from", syntax.Int), j.fresh("last", syntax.Int), j.fresh("thread", syntax.Int)
	s := j.sharing(f, size, accs)
	var out, begin, starts, totals, befores, links []imp.Stm
	for k, a := range accs {
		value, total, before := j.fresh(a.x.Name+"_value", a.of), j.fresh(a.x.Name+"_total", a.of), j.fresh(a.x.Name+"_before", a.of)
		out = append(out, j.let(value, a.x.Use(), f)...)
		begin = append(begin, j.let(a.x, a.identity(value), f)...)
		totals = append(totals, j.read(total, s.shared[k], lit(0), f)...)
		befores = append(befores, j.let(before, a.x.Use(), f)...)
		links = append(links, a.with(total, at))
		starts = append(starts, j.let(a.x, before.Use(), f)...)
	}
	list := append(s.alloc(), j.let(from, bin(syntax.Mul, lit(share), place(group)), f)...)
	list = append(list, j.let(last, bin(syntax.Min, rounds, bin(syntax.Mul, lit(share), group.Use())), f)...)
	mine := s.mine(thread, bin(syntax.Add, from.Use(), thread.Use()), lit(size), last.Use(), f.X, rest, begin)
	list = append(list, j.copied([]imp.Stm{mine}, map[int]syntax.Expr{})...)
	list = append(list, s.tree())
	list = slices.Concat(list, totals, befores, links)
	t := &tiledScan{sharing: j.sharing(f, size, accs), rest: rest, from: from.Use(), last: last.Use(), many: lit(tilesOfRound)}
	list = append(list, j.copied(t.body(starts, nil), map[int]syntax.Expr{})...)
	list = append(list, s.free()...)
	return append(out, &imp.For{Span: at, X: group, N: over(rounds, share), Body: list, Chain: size})
}
