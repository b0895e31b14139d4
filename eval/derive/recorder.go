package derive

import (
	"cmp"
	"fmt"
	"sort"
)

// Tree is a derivation: the conclusion of a rule over the derivations of its premises. A
// side condition has no Rule and no Premises. If iterations of a kernel were left out,
// their place has only Elided. If evaluation got stuck, no rule has an instance there, and
// the conclusions of the rules below have no value.
type Tree struct {
	Rule      string
	Judgement string
	Premises  []*Tree
	Elided    int  // number of iterations left out here
	Stuck     bool // no rule has an instance
}

// unknown stands for the rule that would have been applied.
const unknown = "?"

// keepFirst is how many of its first iterations an elided kernel keeps, besides the last
// one.
const keepFirst = 2

// Recorder builds derivation trees. All methods do nothing on a nil Recorder.
type Recorder struct {
	open  []application // the rules being applied, outermost first; open[0] is the root
	loops []running     // the running kernels and loops, outermost first
	keep  []int         // iterations that are not left out, by the depth of their kernel
	again []int         // what another recorder has to keep to show the stuck place
}

// application is a rule being applied.
type application struct {
	*Tree
	rule string // the rule, if it is known before its premises
	goal func() string
}

// running is a kernel instance or loop that is running.
type running struct {
	n     int       // number of iterations; open: not known
	depth int       // number of rules that are open around it
	now   int       // the current iteration
	muted bool      // the current iteration, or one around it, is left out
	runs  []segment // the recorded iterations, in the order of the schedule
}

// segment is where the premises of an iteration start.
type segment struct{ iteration, from int }

// NewRecorder returns an empty recorder.
func NewRecorder() *Recorder { return &Recorder{open: []application{{Tree: &Tree{}}}} }

// On tells whether what happens now is recorded.
func (r *Recorder) On() bool {
	return r != nil && (len(r.loops) == 0 || !r.loops[len(r.loops)-1].muted)
}

// top returns the innermost rule being applied.
func (r *Recorder) top() *Tree { return r.open[len(r.open)-1].Tree }

// Enter starts applying a rule. Everything up to the matching Leave goes above its line.
// The name of the rule may be "" if it is not known yet. goal, the conclusion without its
// value, is only called if evaluation gets stuck.
func (r *Recorder) Enter(rule string, goal func() string) {
	if r.On() {
		r.open = append(r.open, application{&Tree{}, cmp.Or(rule, unknown), goal})
	}
}

// Leave ends applying a rule. conclusion is only called if it is recorded.
func (r *Recorder) Leave(rule string, conclusion func() string) {
	if !r.On() {
		return
	}
	t := r.top()
	t.Rule, t.Judgement = rule, conclusion()
	r.open = r.open[:len(r.open)-1]
	r.top().Premises = append(r.top().Premises, t)
}

// Premise adds a side condition to the rule being applied.
func (r *Recorder) Premise(text func() string) {
	if r.On() {
		r.top().Premises = append(r.top().Premises, &Tree{Judgement: text()})
	}
}

// EnterKernel starts a kernel instance with the bound n.
func (r *Recorder) EnterKernel(n int) {
	if r != nil {
		r.loops = append(r.loops, running{n: n, depth: len(r.open), muted: !r.On()})
	}
}

// open is the number of rounds of a loop that a condition ends.
const open = -1

// EnterLoop starts a loop without a bound. Its rounds count as iterations.
func (r *Recorder) EnterLoop() { r.EnterKernel(open) }

// Iteration starts iteration i of the innermost kernel. That ends the one before it.
func (r *Recorder) Iteration(i int) {
	if r == nil {
		return
	}
	l := &r.loops[len(r.loops)-1]
	l.now = i
	if outer := len(r.loops) - 2; outer >= 0 && r.loops[outer].muted {
		return
	}
	if l.n == open && i > keepFirst+2 {
		r.leaveOut(l)
	}
	l.muted = l.n > keepFirst+2 && i > keepFirst && i < l.n && !r.keeps(i)
	if !l.muted {
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

// Stuck ends the derivation where evaluation got stuck. The rules that are being applied
// become trees without a value, and the innermost one is marked.
func (r *Recorder) Stuck() {
	if !r.On() {
		for _, l := range r.loops {
			r.again = append(r.again, l.now)
		}
	}
	for first := true; len(r.open) > 1; first = false {
		a := r.open[len(r.open)-1]
		for n := len(r.loops); n > 0 && r.loops[n-1].depth >= len(r.open); n-- {
			r.LeaveKernel()
		}
		a.Rule, a.Judgement, a.Tree.Stuck = a.rule, a.goal(), first
		r.open = r.open[:len(r.open)-1]
		r.top().Premises = append(r.top().Premises, a.Tree)
	}
}

// Again returns a recorder for repeating the same evaluation if it got stuck in an
// iteration that was left out. The new recorder keeps that iteration. Otherwise it returns
// nil.
func (r *Recorder) Again() *Recorder {
	if r.again == nil {
		return nil
	}
	next := NewRecorder()
	next.keep = r.again
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
	if !r.On() || len(l.runs) == 0 {
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

// Trees returns the finished derivations. Rules that were still being applied when the
// evaluation ended are not included.
func (r *Recorder) Trees() []*Tree {
	if r == nil {
		return nil
	}
	return r.open[0].Premises
}

// Size returns the number of rules, side conditions and elisions in the tree.
func (t *Tree) Size() int {
	n := 1
	for _, p := range t.Premises {
		n += p.Size()
	}
	return n
}

// Rules returns the names of the rules in the tree, with how often each occurs.
func (t *Tree) Rules() map[string]int {
	count := map[string]int{}
	var visit func(t *Tree)
	visit = func(t *Tree) {
		if t.Rule != "" {
			count[t.Rule]++
		}
		for _, p := range t.Premises {
			visit(p)
		}
	}
	visit(t)
	return count
}

// label returns the line of a tree without its premises.
func (t *Tree) label(st Style) string {
	switch {
	case t.Stuck:
		return st.rule("✗ no rule") + "  " + t.Judgement
	case t.Elided > 0:
		return fmt.Sprintf("⋮ %d more iteration%s", t.Elided, plural(t.Elided))
	case t.Rule == "":
		return t.Judgement
	}
	return st.rule(t.Rule) + "  " + t.Judgement
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
