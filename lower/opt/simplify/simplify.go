package simplify

import (
	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// maxRounds bounds how often the pass goes through a program. Each round makes it smaller,
// and a few are enough.
const maxRounds = 50

// Run is the pass. If arrays are claimed to lie in a block, the contents of the block
// matter, whatever they belong to. Then it does nothing but remove claims that only repeat
// where their arrays lie.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	if syntax.HasClaim(p) {
		if p = unclaimed(j, p); syntax.HasClaim(p) {
			return p, nil
		}
	}
	notes := j.Notes
	frozen := map[int]bool{}
	for {
		s := newState(j, p)
		s.frozen = frozen
		out := s.rounds(p)
		if s.freeze() {
			j.Notes = notes
			continue
		}
		s.say()
		if len(frozen) == 0 || s.changes == 0 {
			return out, nil
		}
		// the check may have been removed by now with unused statements, so nothing has to be left alone because of it
		p, notes, frozen = out, j.Notes, map[int]bool{}
	}
}

// rounds goes through a program until nothing changes.
func (s *state) rounds(p *syntax.Program) *syntax.Program {
	for range maxRounds {
		before := s.changes
		s.refused = nil
		for _, t := range s.tallies {
			t.refuted = false // a check is removed with unused statements
		}
		p = s.sweep(s.forward(p))
		if s.changes == before && s.mem {
			p = s.takeOver(p)
		}
		if s.changes == before {
			break
		}
	}
	return p
}

// freeze tells whether a check turned out never to hold because of facts, found in its
// function or in the statements of the program, that the type rules do not know. Code after
// such a check is never evaluated, and its types may rest on the check. So another attempt
// leaves all of that alone.
func (s *state) freeze() bool {
	more := false
	for _, t := range s.tallies {
		if !t.refuted {
			continue
		}
		for _, u := range s.tallies {
			if u != t && u.fn.Name != program {
				continue
			}
			for _, id := range u.learnt {
				more = more || !s.frozen[id]
				s.frozen[id] = true
			}
		}
	}
	return more
}

// state is what the rounds share.
type state struct {
	job     *rewrite.Job
	mem     bool               // the program is a FUNMEM program
	exact   bool               // what may get stuck, or run for ever, stays
	aliases *alias.Aliases     // for FUNMEM, of the program as it was at first
	effects map[string]*effect // of its functions
	pinned  map[int]bool       // what has to keep its name: see pinnedIn
	frozen  map[int]bool       // what stays as it is: see freeze
	changes int
	tallies []*tally
	at      *tally             // of the current function
	refused []*rewrite.Refusal // in this round
}

func newState(j *rewrite.Job, p *syntax.Program) *state {
	s := &state{job: j, mem: carriesMemory(p), pinned: pinnedIn(p), exact: j.Options["exact"] == "yes"}
	if s.mem {
		s.aliases = s.aliasesOf(p)
		s.findEffects(p)
	}
	return s
}

func (s *state) aliasesOf(p *syntax.Program) *alias.Aliases {
	return alias.Find(p, alias.Given{Written: withMemory(p), Until: s.job.Until})
}

// pinnedIn returns the variables from outside that the signatures of functions mention, and
// what a program without results binds, since it exists for that.
func pinnedIn(p *syntax.Program) map[int]bool {
	pinned := map[int]bool{}
	if main := p.Main(); len(main.Res) == 0 {
		for _, x := range boundBy(main) {
			pinned[x.ID] = true
		}
	}
	for _, d := range p.Defs() {
		head := *d
		head.Body = &syntax.Body{}
		for _, v := range syntax.FreeVars(&head) {
			pinned[v.ID] = true
		}
	}
	return pinned
}

// boundBy returns the binders of the statements of a body.
func boundBy(b *syntax.Body) []*syntax.Binding {
	var bs []*syntax.Binding
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			bs = append(bs, l.Pat...)
		}
	}
	return bs
}
