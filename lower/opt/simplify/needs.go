package simplify

import (
	"slices"

	"funmem/semantics/syntax"
)

// look marks what needed variables need.
func (l *liveness) look() {
	for len(l.todo) > 0 {
		id := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		if s, ok := l.sites[id]; ok {
			l.keep(s.place)
			l.needType(s.x)
			l.needBlocks(s.x)
			l.source(s)
		}
	}
}

// source marks what a variable gets its value from.
func (l *liveness) source(s site) {
	switch e := s.let.Exp.(type) {
	case *syntax.If:
		l.need(e.Then.Res[s.k], e.Else.Res[s.k])
	case *syntax.Kernel:
		if s.role == result {
			l.need(e.Body.Res[s.k])
		}
	case *syntax.Loop:
		switch s.role {
		case result:
			l.needVar(e.Params[s.k].ID)
		case parameter:
			l.need(e.Init[s.k], e.Body.Res[s.k])
			l.needType(s.let.Pat[s.k])
		}
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		round, accs, _, _ := f.Params()
		switch s.role {
		case result:
			l.needVar(accs[s.k].ID)
		case accumulator:
			l.need(f.Ne[s.k], f.Lambda().Body.Res[s.k])
			l.needType(s.let.Pat[s.k])
		case element:
			l.need(f.Xs[s.k])
			if s.x.Type.Mem != nil && round != nil { // the rules want it, wherever it lies
				l.needVar(round.ID)
			}
		}
	}
}

// keep keeps a statement. It marks what decides whether and how often its bodies are
// evaluated, and the checks in them.
func (l *liveness) keep(p *place) {
	if p == nil || l.alive[p] {
		return
	}
	l.alive[p] = true
	l.keep(p.up)
	for _, c := range p.checks {
		l.need(c.X, c.Y)
	}
	if p.let == nil {
		return
	}
	switch e := p.let.Exp.(type) {
	case *syntax.If:
		l.need(e.Cond)
	case *syntax.Kernel:
		l.need(e.Index[0].N)
	case *syntax.Loop:
		if e.For != nil {
			l.need(e.For.N)
		} else {
			l.need(e.While.Res...)
		}
	case *syntax.Reduce, *syntax.Scan:
	default:
		l.needNode(e)
		for _, x := range p.let.Pat {
			l.needType(x)
		}
	}
}

// keepWriter finds the last statement that writes to a needed block but is not needed
// itself. It keeps the statement, and tells whether there is one.
func (l *liveness) keepWriter() bool {
	for _, w := range slices.Backward(l.writers) {
		_, call := w.let.Exp.(*syntax.Call)
		if l.needed[w.x.ID] || call && l.alive[w.place] || !l.isNeeded(w.block) {
			continue
		}
		l.refuseWriter(w)
		l.needVar(w.x.ID)
		return true
	}
	return false
}

// isNeeded tells whether a block may be one that is needed.
func (l *liveness) isNeeded(block int) bool {
	if block == anyBlock {
		return true
	}
	for o := range l.aliases.Of(block) {
		if l.blocks[o] {
			return true
		}
	}
	return false
}

// refuseWriter says why an array that nothing uses is not removed.
func (l *liveness) refuseWriter(w writer) {
	if e, ok := w.let.Exp.(*syntax.Call); ok {
		l.refuse(w.x, "is not used, but `%s` may write to a block that is", e.Fn)
		return
	}
	m := w.x.Type.Mem.Block
	for o := range l.aliases.Of(m.ID) {
		if x := l.shown[o]; x != nil {
			l.refuse(w.x, "is not used, but it is written to block `%s`, where `%s` may lie", m.Name, x.Written())
			return
		}
	}
	l.refuse(w.x, "is not used, but it is written to block `%s`, which is", m.Name)
}

// keepResult finds a kept statement with no needed results. It marks one of its results or
// elements as needed, and tells whether there is such a statement.
func (l *liveness) keepResult() bool {
	for _, p := range l.places {
		if !l.alive[p] {
			continue
		}
		switch e := p.let.Exp.(type) {
		case *syntax.If, *syntax.Kernel:
			if l.needOne(p.let.Pat) {
				return true
			}
		case *syntax.Loop:
			if l.needOne(e.Params) {
				return true
			}
		case *syntax.Reduce, *syntax.Scan:
			_, accs, elems, _ := syntax.FoldOf(e).Params()
			if l.needOne(accs) || l.needOne(elems) {
				return true
			}
		}
	}
	return false
}

// needOne marks one of some binders as needed, unless one already is.
func (l *liveness) needOne(bs []*syntax.Binding) bool {
	for _, x := range bs {
		if l.needed[x.ID] {
			return false
		}
	}
	l.needVar(bs[firstNumber(bs)].ID)
	return true
}
