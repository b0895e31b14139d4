package value

import (
	"math"

	"funmem/eval/machine"
	"funmem/semantics/syntax"
)

// eLoop is E-LOOP (ours), with the rounds i = 1, …, m. A for loop has m = E(n), and no
// rounds if that is negative. A while loop goes on as long as its condition is not 0:
//
//	v̄₀ = E(ē)   E, x̄ ↦ v̄ᵢ₋₁, i ↦ i ⊢ b ⇓ v̄ᵢ   for each i ≤ m
//	─────────────────────────────────────────────────────
//	E ⊢ loop (x̄ = ē) for i <= n do b ⇓ v̄ₘ
func (m *run) eLoop(pat []*syntax.Binding, e *syntax.Loop) []Val {
	if v, ok := m.accelerated(pat, e); ok {
		return v
	}
	v := m.atoms(e.Init)
	m.lookups("v̄₀ = E(ē)", e.Init...)
	m.carry(e, v)
	n := m.enterLoop(e)
	for i := 1; m.round(e, i, n); i++ {
		v = m.body(e.Body.Stms, e.Body.Res)
		m.carry(e, v)
	}
	m.leaveLoop()
	return v
}

// carry is E, x̄ ↦ v̄, checked against the types of what the loop carries.
func (m *run) carry(e *syntax.Loop, v []Val) {
	for k, x := range e.Params {
		m.bind(x, v[k])
	}
	m.fits("E-LOOP", e, e.Params)
}

// enterLoop starts a loop and returns the number of its rounds. For a while loop the
// condition decides the number.
func (m *run) enterLoop(e *syntax.Loop) (n int) {
	if e.For != nil {
		m.lookups("m = E(n)", e.For.N)
	}
	switch {
	case e.For == nil:
		n = math.MaxInt
		m.record.EnterLoop()
	case m.int(e.For.N).Sign() > 0:
		n = m.bound("E-LOOP", e, e.For.N)
		m.record.EnterKernel(n)
	default:
		m.record.EnterKernel(0)
	}
	m.frames = append(m.frames, machine.Frame{At: e.Span, What: machine.LoopName(e), Rounds: machine.Rounds(e)})
	return n
}

// round starts round i, of at most n, of the innermost loop, if there is one.
func (m *run) round(e *syntax.Loop, i, n int) bool {
	m.poll()
	if i > n {
		return false
	}
	m.frames[len(m.frames)-1].I = i
	m.record.Iteration(i)
	if e.For != nil {
		m.bind(e.For.X, Of(i))
		return true
	}
	return !m.body(e.While.Stms, e.While.Res)[0].I.IsZero()
}

func (m *run) leaveLoop() {
	m.frames = m.frames[:len(m.frames)-1]
	m.record.LeaveKernel()
}
