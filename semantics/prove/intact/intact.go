package intact

import (
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/rule"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Program tells what is not shown of the statements of a program, or of a function of it: that it is valid for all inputs and arguments. done is false
// if the proof becomes too long, in the steps that it may take. The arguments of a function are assumed to lie in their blocks and to hold their values, and the block of a
// starred one to be no other argument's. defs and types tell of what the program uses from outside; both may be nil.
func Program(steps *prove.Budget, p *syntax.Program, d *syntax.Def, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) (open []Open, done bool) {
	return Covered(nil, steps, p, d, defs, types, until...)
}

// Compiled is Program for compiled code, in which no size needs more than 64 bits.
func Compiled(steps *prove.Budget, p *syntax.Program, d *syntax.Def, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) (open []Open, done bool) {
	return proved(nil, steps, true, p, d, defs, types, until)
}

// Whole is Compiled for the statements of a program and for each of its functions, with the texts of what is not shown. The proofs share the steps.
func Whole(steps *prove.Budget, p *syntax.Program, until ...stop.Poll) (open []string) {
	for _, d := range append(p.Defs(), nil) {
		what, done := Compiled(steps, p, d, nil, nil, until...)
		if !done {
			open = append(open, "the proof takes too many steps")
		}
		for _, o := range what {
			open = append(open, o.Text())
		}
	}
	return open
}

// Covered is Program. The coverage counts the rules that apply, and those that show nothing.
func Covered(cov *rule.Coverage, steps *prove.Budget, p *syntax.Program, d *syntax.Def, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) (open []Open, done bool) {
	return proved(cov, steps, false, p, d, defs, types, until)
}

// proved is Covered, of compiled code or not.
func proved(cov *rule.Coverage, steps *prove.Budget, compiled bool, p *syntax.Program, d *syntax.Def, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until []stop.Poll) (open []Open, done bool) {
	own := map[int]bool{}
	if d != nil {
		for _, x := range d.Params {
			if x.Unique && x.Type.IsArray() {
				own[x.Type.Mem.Block.ID] = true
			}
		}
	}
	steps.Oblige(func() bool {
		tape := races.Record(steps, p, d, compiled, func(x *syntax.Binding) bool { return own[x.ID] }, defs, types, until...)
		if tape == nil {
			return false
		}
		open = prover(cov, tape, mostOpen).open
		done = len(open) == 0 || !tape.GivenUp()
		return done && len(open) == 0
	})
	return open, done
}

// mostOpen is how many open obligations are looked for.
const mostOpen = 5

// Prove goes through a tape and tells what is not shown. If that is nothing, each use of an array finds in its cells what its binding put there, for all
// inputs. most is how many open obligations are looked for; 0: all.
func Prove(t *races.Tape, most int) []Open { return prover(nil, t, most).open }

// prover has gone through a tape.
func prover(cov *rule.Coverage, t *races.Tape, most int) *proof {
	p := &proof{cov: cov, places: placesOf(t), tape: t, spread: map[int]int{}, born: map[int]int{}, astray: map[int]Open{}}
	for k := range t.Events {
		if most > 0 && len(p.open) >= most {
			break
		}
		opens, strays := len(p.open), len(p.astray)
		t.Oblige(func() bool {
			p.event(k)
			return len(p.open) == opens && len(p.astray) <= strays
		})
	}
	return p
}

// proof is a walk over a tape.
type proof struct {
	*places
	cov    *rule.Coverage
	tape   *races.Tape
	spread map[int]int  // where each array was begun to be written last
	born   map[int]int  // where each array was bound last, plus 1
	astray map[int]Open // arrays of which it is not shown that they lie where they are said to lie: nothing may use them
	around []int        // the begins of what is around
	masked [][2]int     // the branches that are not taken if this one is
	writes []int        // so far
	open   []Open
}

// shown notes that a rule applies.
func (p *proof) shown(rule string) { p.cov.Apply(rule) }

// fail notes that a rule shows nothing of event u, for write w or, if w < 0, for the reason given.
func (p *proof) fail(rule string, w, u int, why string) {
	p.cov.Refuse(rule)
	o := Open{Rule: rule, Use: &p.tape.Events[u], Why: why}
	if w >= 0 {
		o.Write = &p.tape.Events[w]
	}
	p.open = append(p.open, o)
}

// require notes one or the other.
func (p *proof) require(rule string, ok bool, u int, why string) {
	if ok {
		p.shown(rule)
	} else {
		p.fail(rule, -1, u, why)
	}
}

func (p *proof) event(k int) {
	e := &p.tape.Events[k]
	switch e.Kind {
	case races.Born:
		if p.born[e.ID] = k + 1; e.Unwritten {
			p.unwritten(k)
		}
	case races.Claimed:
		p.claimed(k)
	case races.Whole, races.Rest, races.Element:
		p.told(e.ID)
		p.used(k, p.born[e.ID])
	case races.Lent:
		p.lent(k)
	case races.Write:
		if !p.placed(k) {
			p.writes = append(p.writes, k)
			p.alone(k)
		}
	case races.Kept:
		p.kept(k)
	case races.Spread:
		p.distinct(k)
	case races.Moved:
		p.moved(k)
	case races.Obliged:
		p.obliged(k)
	case races.Iteration, races.Round, races.Then:
		p.around = append(p.around, k)
	case races.Else:
		p.masked = append(p.masked, [2]int{p.around[len(p.around)-1], k})
		p.around[len(p.around)-1] = k
	case races.Leave:
		top := p.around[len(p.around)-1]
		p.around = p.around[:len(p.around)-1]
		if p.tape.Events[top].Kind == races.Else {
			p.masked = p.masked[:len(p.masked)-1]
		}
	}
}
