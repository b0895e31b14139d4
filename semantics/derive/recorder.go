package derive

import (
	"cmp"
	"sort"

	"funmem/semantics/syntax"
)

// unknown stands for the rule that would have been applied.
const unknown = "?"

// keepFirst is how many of its first iterations an elided kernel keeps, besides the last
// one.
const keepFirst = 2

// most is how many lines a tree has at most, about, before iterations are left out although
// Full is set.
const most = 50_000

// Recorder builds derivation trees. All methods do nothing on a nil Recorder.
type Recorder struct {
	// Full asks for environments with all variables in scope, for whole values, sets and
	// blocks, and for all iterations.
	Full bool
	// All asks for all iterations, however many there are.
	All bool
	// Left is told of each application of a rule when it is done; nil: nobody is. It may take the premises away.
	Left func(t *Tree)
	// Heaps are the heaps H₀, H₁, … of the derivation, if Full is set: what each block has.
	Heaps []Part

	open  []application // the rules being applied, outermost first; open[0] is the root
	loops []running     // the running kernels and loops, outermost first
	keep  []int         // iterations that are not left out, by the depth of their kernel
	again []int         // what another recorder has to keep to show the stuck place
	size  int           // rules and conditions so far, and long values
	cuts  Cut

	scope  []*syntax.Binding // the variables that E or Γ has, in the order of their binding
	global []*syntax.Binding // those that were there at the start
}

// Cut is what a derivation leaves out, apart from iterations, whose places say so.
type Cut uint8

const (
	CutEnv   Cut = 1 << iota // variables that a judgement does not use
	CutValue                 // the middle of arrays
	CutSet                   // locations of read and write sets
	CutBlock                 // cells of blocks
	CutHeap                  // heaps and iterations of a long derivation, although Full is set
)

// application is a rule being applied.
type application struct {
	*Tree
	rule  string // the rule, if it is known before its premises
	goal  func() Judgement
	scope []*syntax.Binding // before it
}

// running is a kernel instance or loop that is running.
type running struct {
	n     int       // number of iterations; open: not known
	depth int       // number of rules that are open around it
	now   int       // the current iteration
	muted bool      // the current iteration, or one around it, is left out
	runs  []segment // the recorded iterations, in the order of the schedule
	scope []*syntax.Binding
}

// segment is where the premises of an iteration start.
type segment struct{ iteration, from int }

// NewRecorder returns an empty recorder. global are the variables that are bound before.
func NewRecorder(global ...*syntax.Binding) *Recorder {
	return &Recorder{open: []application{{Tree: &Tree{}}}, global: global, scope: global[:len(global):len(global)]}
}

// On tells whether what happens now is recorded.
func (r *Recorder) On() bool {
	return r != nil && (len(r.loops) == 0 || !r.loops[len(r.loops)-1].muted)
}

// top returns the innermost rule being applied.
func (r *Recorder) top() *Tree { return r.open[len(r.open)-1].Tree }

// add adds a premise to the innermost rule.
func (r *Recorder) add(t *Tree) {
	r.top().Premises = append(r.top().Premises, t)
	r.size++
}

// Enter starts applying a rule. Everything up to the matching Leave goes above its line.
// The name of the rule may be "" if it is not known yet. goal, the conclusion without its
// value, is only called if no rule has an instance.
func (r *Recorder) Enter(rule string, goal func() Judgement) {
	if r.On() {
		r.open = append(r.open, application{&Tree{}, cmp.Or(rule, unknown), goal, r.scope[:len(r.scope):len(r.scope)]})
	}
}

// Leave ends applying a rule. What was bound since Enter is not in scope any more.
// conclusion is only called if it is recorded.
func (r *Recorder) Leave(rule string, conclusion func() Judgement) {
	if !r.On() {
		return
	}
	a := r.open[len(r.open)-1]
	r.scope = a.scope
	a.Rule, a.Judgement = cmp.Or(rule, a.rule), conclusion()
	r.open = r.open[:len(r.open)-1]
	r.add(a.Tree)
	if r.Left != nil {
		r.Left(a.Tree)
	}
}

// Apart runs f, whose derivation is a tree of its own, beside the rules being applied.
func (r *Recorder) Apart(f func()) {
	if r == nil {
		f()
		return
	}
	open, scope := r.open, r.scope
	r.open = open[:1:1]
	f()
	r.open, r.scope = open, scope
}

// Premise adds a condition to the rule being applied.
func (r *Recorder) Premise(text func() Condition) {
	if r.On() {
		c := text()
		r.add(&Tree{Condition: &c})
	}
}

// EnterKernel starts a kernel instance with the bound n.
func (r *Recorder) EnterKernel(n int) {
	if r != nil {
		r.loops = append(r.loops, running{n: n, depth: len(r.open), muted: !r.On(), scope: r.scope[:len(r.scope):len(r.scope)]})
	}
}

// open is the number of rounds of a loop that a condition ends.
const open = -1

// EnterLoop starts a loop without a bound. Its rounds count as iterations.
func (r *Recorder) EnterLoop() { r.EnterKernel(open) }

// Iteration starts iteration i of the innermost kernel. That ends the one before it, whose
// variables are not in scope any more.
func (r *Recorder) Iteration(i int) {
	if r == nil {
		return
	}
	l := &r.loops[len(r.loops)-1]
	l.now = i
	if outer := len(r.loops) - 2; outer >= 0 && r.loops[outer].muted {
		return
	}
	whole := r.All || r.Full && r.size < most
	if l.n == open && i > keepFirst+2 && !whole {
		r.leaveOut(l)
	}
	l.muted = l.n > keepFirst+2 && i > keepFirst && i < l.n && !r.keeps(i) && !whole
	if l.muted && r.Full {
		r.Note(CutHeap)
	}
	if !l.muted {
		r.scope = l.scope
		l.runs = append(l.runs, segment{i, len(r.top().Premises)})
	}
}

// leaveOut drops the rounds of an open loop after the first ones, because the next round
// may be the last.
func (r *Recorder) leaveOut(l *running) {
	t := r.top()
	t.Premises = t.Premises[:l.runs[keepFirst].from]
	l.runs = l.runs[:keepFirst]
}

// keeps tells whether iteration i of the innermost kernel has to be kept.
func (r *Recorder) keeps(i int) bool {
	depth := len(r.loops) - 1
	return depth < len(r.keep) && r.keep[depth] == i
}

// Stuck ends the derivation where no rule has an instance. The rules that are being applied
// become trees without a value, and the innermost one is marked.
func (r *Recorder) Stuck() {
	if !r.On() {
		for _, l := range r.loops {
			r.again = append(r.again, l.now)
		}
	}
	r.end(true)
}

// Refused ends the derivation at a premise of the innermost rule that does not hold. why is
// what the message says of it.
func (r *Recorder) Refused(rule, why string) {
	if r == nil {
		return
	}
	if len(r.open) > 1 {
		r.open[len(r.open)-1].rule = rule
	}
	r.add(&Tree{Condition: &Condition{Left: why, Failed: true}})
	r.end(false)
}

// end closes the rules that are being applied. mark marks the innermost one as stuck.
func (r *Recorder) end(mark bool) {
	for first := mark; len(r.open) > 1; first = false {
		a := r.open[len(r.open)-1]
		for n := len(r.loops); n > 0 && r.loops[n-1].depth >= len(r.open); n-- {
			r.LeaveKernel()
		}
		r.scope = a.scope
		a.Rule, a.Judgement, a.Tree.Stuck = a.rule, a.goal(), first
		r.open = r.open[:len(r.open)-1]
		r.add(a.Tree)
	}
}

// Again returns a recorder for repeating the same evaluation if it got stuck in an
// iteration that was left out. The new recorder keeps that iteration. Otherwise it returns
// nil.
func (r *Recorder) Again() *Recorder {
	if r.again == nil {
		return nil
	}
	next := NewRecorder(r.global...)
	next.keep, next.Full = r.again, r.Full
	return next
}

// LeaveKernel ends the innermost kernel. Its iterations are put in the order of their
// numbers, whatever the schedule was.
func (r *Recorder) LeaveKernel() {
	if r == nil {
		return
	}
	l := r.loops[len(r.loops)-1]
	r.loops = r.loops[:len(r.loops)-1]
	if !r.On() {
		return
	}
	r.scope = l.scope
	if len(l.runs) == 0 {
		return
	}
	t := r.top()
	start := l.runs[0].from
	parts := make(map[int][]*Tree, len(l.runs))
	for k, s := range l.runs {
		to := len(t.Premises)
		if k+1 < len(l.runs) {
			to = l.runs[k+1].from
		}
		parts[s.iteration] = t.Premises[s.from:to:to]
	}
	sort.Slice(l.runs, func(a, b int) bool { return l.runs[a].iteration < l.runs[b].iteration })
	sorted := append([]*Tree(nil), t.Premises[:start]...)
	last := 0
	for _, s := range l.runs {
		if gap := s.iteration - last - 1; gap > 0 {
			sorted = append(sorted, &Tree{Elided: gap})
		}
		sorted = append(sorted, parts[s.iteration]...)
		last = s.iteration
	}
	t.Premises = sorted
}

// Add adds a finished derivation that was made in another way.
func (r *Recorder) Add(t *Tree) { r.open[0].Premises = append(r.open[0].Premises, t) }

// Trees returns the finished derivations. Rules that were still being applied when the
// evaluation ended are not included.
func (r *Recorder) Trees() []*Tree {
	if r == nil {
		return nil
	}
	return r.open[0].Premises
}
