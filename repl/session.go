package repl

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/num"
	"funmem/semantics/shared"
	"funmem/semantics/syntax"
)

// Session is what lines and files have built up: names with their types and
// values, and the programs they came from.
type Session struct {
	Settings Settings
	state
	undo []saved
	heap *heapSide
	next int // the number of the next line
	made int // elements of arrays since the last collection

	progress *progress // what shows that an evaluation takes long

	// whole says that the session is one program and not lines: results are
	// returned as TransformProgram has it, and nothing runs on the heap that was
	// not asked for.
	whole   bool
	loading bool // what is added is a file, of which each input is to be used or known not to be
}

// state is what a line changes and :undo brings back.
type state struct {
	elab    *elab.Session
	machine *value.Machine
	entries []*entry
	defs    shared.Map[string, *function] // as the programmer knows them
	broken  map[string]broken             // functions that a redefinition took away
	adopted int                           // how often the heap side has changed
	dumps   []*tofunmem.Unit              // that were loaded
	passed  map[*syntax.Def]*syntax.Def   // the FUNMEM forms that :pass gave defs, by what they are in core
}

// saved is a state to go back to, with what was done in it.
type saved struct {
	state
	what string
}

// maxUndo is how many programs :undo can take back.
const maxUndo = 50

// function is a def with the text it came from, to be elaborated again when
// something that it uses is redefined.
type function struct {
	surface *syntax.Def
	core    *syntax.Def
}

// entry is one program of the session: a line, a file or an input.
type entry struct {
	src     *diag.Source
	unit    *elab.Unit
	fun     *syntax.Program     // what the value semantics evaluates
	mem     *syntax.Program     // the FUNMEM form; nil until something asks for it
	verdict *validity.Verdict   // of the heap semantics; nil until it has run, or where it cannot
	digits  int                 // the precision that it runs with
	gives   *validity.Unwritten // of a call of an entry point
	input   *input              // of an entry that binds one, which has no programs
}

// input is an array or an int from outside.
type input struct {
	binding *syntax.Binding
	block   *syntax.Binding // of its FUNMEM form; nil until something asks for it
	value   value.Val
	from    string // what --in says of it, or ""
	typ     string // of its elements as Futhark has it, where that is said with it, or ""
}

// NewSession is a session without declarations.
func NewSession(settings Settings) *Session {
	return &Session{Settings: settings, next: 1, state: state{
		elab: elab.NewSession(nil), machine: value.New(settings.options()),
		broken: map[string]broken{},
	}}
}

// snapshot is a copy of the state that later lines do not change. They append to the entries behind those that it
// has, so that of two states that a session goes on from only the later one may be kept.
func (s *Session) snapshot() state {
	m := *s.machine
	m.Env, m.Defs = s.machine.Env.Clone(), s.machine.Defs.Clone()
	return state{s.elab.Snapshot(), &m, s.entries, s.defs.Clone(), maps.Clone(s.broken), s.adopted, slices.Clone(s.dumps), maps.Clone(s.passed)}
}

// restore goes back to a snapshot. Where the heap has seen something since, it
// is forgotten as a whole, and built up again when it is needed.
func (s *Session) restore(to state) {
	now := s.adopted
	if s.state = to; now == to.adopted {
		if s.heap != nil {
			s.heap.done = min(s.heap.done, len(s.entries))
		}
		return
	}
	s.forgetHeap()
}

// forgetHeap makes the heap catch up from the start, when it is needed again.
func (s *Session) forgetHeap() {
	s.heap = nil
	for _, e := range s.entries {
		e.forget()
	}
}

// forget drops the FUNMEM form of an entry that was a Fun program.
func (e *entry) forget() {
	if e.input != nil {
		e.input.block = nil
	} else {
		e.mem, e.verdict = nil, nil
	}
}

// Source makes a source of a line, named by its number as the prompt shows it.
func (s *Session) Source(text string) *diag.Source {
	src := diag.NewSource("["+strconv.Itoa(s.next)+"]", text)
	s.next++
	return src
}

// Added is what one program did to the session.
type Added struct {
	Unit   *elab.Unit
	Values []value.Val // of Unit.Results
	Notes  []string    // what the redefinition of names changed or broke
	Heap   diag.List   // what the heap semantics found, where it was asked

	entry  *entry
	blocks []string // the names of the blocks among the values, where the heap semantics ran
}

// result is what value i is printed as: a block has its own name, and not that of the variable.
func (a *Added) result(i int) elab.Result {
	r := a.Unit.Results[i]
	if !isBlock(r) {
		return r
	}
	n := 0
	for _, before := range a.Unit.Results[:i] {
		if isBlock(before) {
			n++
		}
	}
	if n < len(a.blocks) {
		r.Name = a.blocks[n]
	}
	return r
}

// Add parses, elaborates and evaluates a program; what names it in messages is
// the source. Where there is an error the session is as before.
func (s *Session) Add(ctx context.Context, src *diag.Source) (*Added, error) {
	prog, err := syntax.Parse(src, poll(ctx))
	if err != nil {
		return nil, err
	}
	return s.AddProgram(ctx, prog)
}

// AddProgram is Add for a program that has been parsed. Where evaluation ended
// early, what it gives with the error holds the first values of the results, if they are those of the value semantics.
func (s *Session) AddProgram(ctx context.Context, prog *syntax.Program) (added *Added, err error) {
	if prog, err = expanded(ctx, prog, s.Settings.Memory, nil); err == nil {
		err = s.displaced(prog)
	}
	if err != nil {
		return nil, err
	}
	defer s.progress.begin()()
	s.relieve(ctx)
	if s.Settings.Engine != "value" || s.elab.IsMem(prog, poll(ctx)) {
		if err := s.catchUp(ctx); err != nil {
			return nil, err
		}
	}
	before := s.snapshot()
	done := false
	defer func() {
		if !done { // also on a panic, which goes on to the top
			s.restore(before)
		}
	}()
	e, values, err := s.enter(ctx, prog)
	if e != nil {
		added = &Added{Unit: e.unit, Values: values}
	}
	onIMP := e != nil && s.Settings.Engine == "imp"
	if onIMP {
		err = s.underIMP(ctx, added, err)
	}
	if err != nil && e != nil && s.Settings.Engine != "value" { // what the value semantics has is not what that engine shows
		added.Values = nil
	}
	if err != nil && e != nil && s.Settings.Engine == "heap" {
		return s.onlyHeap(ctx, added, e, err)
	} else if err != nil {
		return added, s.explain(err)
	}
	added.entry = e
	added.Notes = s.recheck(ctx, e, &before)
	if s.Settings.Engine == "heap" || e.unit.Mem && !s.whole && !onIMP {
		if added.Heap, err = s.underHeap(ctx, added); err != nil {
			return nil, err
		}
	}
	if what := describe(prog); what != "" {
		s.remember(before, what)
	}
	if !s.whole {
		s.tidy(ctx, e)
	}
	done = true
	return added, nil
}

// enter elaborates and evaluates a program and adds it to the session. Where
// evaluation ended early the entry comes back as well, but is not added. The
// values are those of the results.
func (s *Session) enter(ctx context.Context, prog *syntax.Program) (*entry, []value.Val, error) {
	unit, err := elaborate(ctx, s.elab, prog)
	if err == nil && (s.whole || s.loading) {
		err = s.hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, nil, err
	}
	e := &entry{src: prog.Src, unit: unit, fun: unit.Core, digits: s.Settings.Digits}
	if unit.Mem {
		e.fun = erase.Program(unit.Core)
	}
	values, err := s.evaluator().Run(ctx, e.fun)
	if err != nil {
		return e, values, err
	}
	s.entries = append(s.entries, e)
	surface := map[string]*syntax.Def{}
	for _, d := range prog.Defs() {
		surface[d.Name] = d
	}
	for _, n := range unit.Names {
		if n.Def != nil {
			s.defs.Set(n.Name, &function{surface[n.Name], n.Def})
			delete(s.broken, n.Name)
		}
	}
	return e, values, nil
}

// elaborate elaborates a program, until the context is done.
func elaborate(ctx context.Context, in *elab.Session, prog *syntax.Program) (*elab.Unit, error) {
	in.Poll = poll(ctx)
	defer func() { in.Poll = nil }()
	return in.Program(prog)
}

// evaluator is the machine of the value semantics under the present settings.
func (s *Session) evaluator() *value.Machine {
	s.machine = s.newMachine()
	return s.machine
}

// newMachine is a machine with the values of the session.
func (s *Session) newMachine() *value.Machine {
	m := value.New(s.options())
	m.Env, m.Defs = s.machine.Env.Clone(), s.machine.Defs.Clone()
	m.Accelerate = fast.NewKernels(s.Settings.options()).Accelerate // values do not depend on the schedule
	return m
}

// options are those of the settings, for runs of this session.
func (s *Session) options() engine.Options {
	o := s.Settings.options()
	o.Place = s.progress.at()
	return o
}

// remember keeps the state before a program for :undo.
func (s *Session) remember(before state, what string) {
	if len(s.undo) == maxUndo {
		s.undo = slices.Delete(s.undo, 0, 1)
	}
	s.undo = append(s.undo, saved{before, what})
}

// Undo takes back the last program that did more than give values, with the expressions
// since, and says what it did.
func (s *Session) Undo() (string, error) {
	n := len(s.undo)
	if n == 0 {
		return "", usagef("there is nothing to undo")
	}
	last := s.undo[n-1]
	s.undo = s.undo[:n-1]
	s.restore(last.state)
	return last.what, nil
}

// Bind declares an input: a name with a value from outside.
func (s *Session) Bind(name string, v value.Val) {
	t := &syntax.Type{Elem: v.Elem()}
	for _, n := range v.Shape() {
		t.Dims = append(t.Dims, &syntax.IntLit{Val: num.Of(int64(n))})
	}
	b := s.elab.Bind(name, t)
	s.machine.Env.Bind(b.ID, v)
	s.entries = append(s.entries, &entry{unit: &elab.Unit{Core: &syntax.Program{}, Names: []elab.Name{{Name: name, Binding: b}}}, input: &input{binding: b, value: v}})
}

// Value is the value of a global variable.
func (s *Session) Value(name string) (value.Val, bool) {
	n, ok := s.elab.Lookup(name)
	if !ok || n.Binding == nil {
		return value.Val{}, false
	}
	return s.machine.Env.Of(n.Binding.ID), true
}

// Names are the names of the globals and functions that are in scope, in the
// order of their definition.
func (s *Session) Names() []elab.Name {
	var names []elab.Name
	seen := map[string]bool{}
	for _, e := range slices.Backward(s.entries) {
		for _, n := range slices.Backward(e.unit.Names) {
			now, ok := s.elab.Lookup(n.Name)
			if !ok || seen[n.Name] || now.Def != n.Def || now.Binding != nil && n.Binding != nil && now.Binding.ID != n.Binding.ID {
				continue
			}
			seen[n.Name] = true
			names = append(names, n)
		}
	}
	slices.Reverse(names)
	return names
}
