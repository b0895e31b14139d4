package session

import (
	"context"
	"maps"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/futhark/tofunmem"
	"funmem/lower/ahead"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/shared"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Session is what lines and files have built up: names with their types and
// values, and the programs they came from.
type Session struct {
	Settings Settings
	state
	Done   []saved
	forgot bool // a state was taken out of Done, for want of memory
	Heap   *heapSide
	ahead  *ahead.Functions
	Number int // the number of the next line
	made   int // elements of arrays since the last collection

	Progress *Progress // shows that an evaluation is taking long

	// BeforeNative, if not nil, is called before each run of native code.
	BeforeNative func()

	// Whole says that the session is one program and not lines. Results are then returned as TransformProgram returns
	// them, and nothing runs on the heap unless asked for.
	Whole   bool
	Loading bool // a file is being added: each input must be used, or be known not to be
	// Said is what the last verdict of Checked tells about native code.
	Said string
	// Unused is told about each input that a program of the command line does not use. nil: nobody asks.
	Unused func(name string) error
	// Asking is who else is asked for proofs about kernels. nil: nobody.
	Asking *Asking
	// Noted is told what was left out of a file of an input. nil: nobody asks.
	Noted func(note string)
}

// state is what a line changes and :undo brings back.
type state struct {
	Elab    *elab.Session
	Machine *value.Machine
	Entries []*Entry
	Defs    shared.Map[string, *function] // as the programmer knows them
	broken  map[string]broken             // functions that a redefinition took away
	Adopted int                           // how often the heap side has changed
	Dumps   []*tofunmem.Unit              // the dumps that were loaded
	Passed  map[*syntax.Def]*syntax.Def   // the FUNMEM forms that :pass gave defs, by their core forms
	Works   []*Worked                     // the functions that passes have run over, the last one last
	named   map[string]*syntax.Import     // the imports that gave their files names, by these; not changed in place
}

// saved is a state to go back to, with the action that was done in it.
type saved struct {
	state
	what string
	Pass *pass.Stage // the stage that a :pass made
}

// maxUndo is how many programs :undo can take back.
const maxUndo = 50

// function is a def with its source text, so that it can be elaborated again when something that it uses is redefined.
type function struct {
	Surface *syntax.Def
	Core    *syntax.Def
}

// Entry is one program of the session: a line, a file or an input.
type Entry struct {
	Src  *diag.Source
	Unit *elab.Unit
	// Written is the program as it was entered, and Expanded what it is with its imports; nil for a def that was checked again.
	Written, Expanded *syntax.Program
	Fun               *syntax.Program     // what the value semantics evaluates
	Mem               *syntax.Program     // the FUNMEM form; nil until something asks for it
	Verdict           *validity.Verdict   // of the heap semantics; nil until it has run, or where it cannot
	Digits            int                 // the precision that it runs with
	Gives             *validity.Unwritten // for a call of an entry point
	Input             *input              // the input that the entry binds; such an entry has no programs
}

// NewSession is a session without declarations.
func NewSession(settings Settings) *Session {
	return &Session{Settings: settings, Number: 1, ahead: ahead.NewFunctions(), state: state{
		Elab: elab.NewSession(nil), Machine: value.New(settings.Options()),
		broken: map[string]broken{},
	}}
}

// Snapshot returns a copy of the state that later lines do not change. Later lines append to the same slice of entries.
// So if a session goes on from two states, only the later state may be kept.
func (s *Session) Snapshot() state {
	m := *s.Machine
	m.Env, m.Defs = s.Machine.Env.Clone(), s.Machine.Defs.Clone()
	return state{s.Elab.Snapshot(), &m, s.Entries, s.Defs.Clone(), maps.Clone(s.broken), s.Adopted, slices.Clone(s.Dumps), maps.Clone(s.Passed), slices.Clone(s.Works), s.named}
}

// Restore goes back to a snapshot. If the heap has changed since, it is forgotten as a whole, and built again when it
// is needed.
func (s *Session) Restore(to state) {
	now := s.Adopted
	if s.state = to; now == to.Adopted {
		if s.Heap != nil {
			s.Heap.done = min(s.Heap.done, len(s.Entries))
		}
		return
	}
	s.ForgetHeap()
}

// ForgetHeap makes the heap catch up from the start, when it is needed again.
func (s *Session) ForgetHeap() {
	s.Heap = nil
	for _, e := range s.Entries {
		e.forget()
	}
}

// forget drops the FUNMEM form of an entry that was a Fun program.
func (e *Entry) forget() {
	if e.Input != nil {
		for _, in := range e.Input.InCore() {
			in.Block = nil
		}
	} else {
		e.Mem, e.Verdict = nil, nil
	}
}

// Added is what one program did to the session.
type Added struct {
	Unit   *elab.Unit
	Values []value.Val // of Unit.Results; Shown are those that are printed
	Notes  []string    // what redefined names changed or broke
	Heap   diag.List   // what the heap semantics found, if it ran

	Entry  *Entry
	blocks []string // the names of the blocks among the values, where the heap semantics ran
}

// Add parses, elaborates and evaluates a program. Messages name it by its source. After an error the session is as
// before.
func (s *Session) Add(ctx context.Context, src *diag.Source) (*Added, error) {
	prog, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	return s.AddProgram(ctx, prog)
}

// AddProgram is Add for a program that has been parsed. If evaluation ends early, the result beside the error holds the
// first values of the results, provided they are those of the value semantics.
func (s *Session) AddProgram(ctx context.Context, prog *syntax.Program) (added *Added, err error) {
	if err := s.apart(prog); err != nil {
		return nil, err
	}
	named, written := namedBy(prog.Decls), prog
	if prog, err = Expanded(ctx, prog, s.Settings.Memory, nil); err == nil {
		err = s.displaced(prog)
	}
	if err != nil {
		return nil, err
	}
	defer s.Progress.Begin()()
	s.relieve(ctx)
	if s.Settings.OnHeap() || s.Elab.IsMem(prog, verdict.Poll(ctx)) {
		if err := s.CatchUp(ctx); err != nil {
			return nil, err
		}
	}
	before := s.Snapshot()
	done := false
	defer func() {
		if !done { // also on a panic, which goes on to the top
			s.Restore(before)
		}
	}()
	s.name(named)
	e, values, err := s.enter(ctx, prog)
	if e != nil {
		e.Written, e.Expanded = written, prog
		added = &Added{Unit: e.Unit, Values: values}
	}
	onIMP := e != nil && s.Settings.Engine == "imp"
	if onIMP {
		err = s.underIMP(ctx, added, err)
	}
	if err != nil && e != nil && s.Settings.OnHeap() { // the other engine may show other values than the value semantics
		added.Values = nil
	}
	if err != nil && e != nil && s.Settings.Engine == "heap" {
		return s.onlyHeap(ctx, added, e, err)
	} else if err != nil {
		return added, s.explain(err)
	}
	added.Entry = e
	added.Notes = s.recheck(ctx, e, &before)
	if s.Settings.Engine == "heap" || e.Unit.Mem && !s.Whole && !onIMP {
		if added.Heap, err = s.underHeap(ctx, added); err != nil {
			return nil, err
		}
	}
	if what := describe(prog); what != "" {
		s.Remember(before, what)
	}
	if !s.Whole {
		s.tidy(ctx, e)
	}
	done = true
	return added, nil
}

// enter elaborates and evaluates a program and adds it to the session. If evaluation ends early, the entry is returned
// as well, but not added. The values are those of the results.
func (s *Session) enter(ctx context.Context, prog *syntax.Program) (*Entry, []value.Val, error) {
	unit, err := Elaborate(ctx, s.Elab, prog)
	if err == nil && (s.Whole || s.Loading) {
		err = s.Hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, nil, err
	}
	e := &Entry{Src: prog.Src, Unit: unit, Fun: unit.Core, Digits: s.Settings.Digits}
	if unit.Mem {
		e.Fun = erase.Program(unit.Core)
	}
	holes, err := hasScratch(ctx, unit.Core)
	if err != nil {
		return nil, nil, err
	}
	if unit.Mem || holes {
		s.ahead.Off()
	}
	s.Machine = s.newMachine()
	values, err := s.Ready(ctx, s.Machine, e.Fun, unit)()
	if err != nil {
		return e, values, err
	}
	s.Entries = append(s.Entries, e)
	surface := map[string]*syntax.Def{}
	for _, d := range prog.Defs() {
		surface[d.Name] = d
	}
	for _, n := range unit.Names {
		if n.Def != nil {
			s.Defs.Set(n.Name, &function{surface[n.Name], n.Def})
			delete(s.broken, n.Name)
		}
	}
	return e, values, nil
}

// Elaborate elaborates a program, until the context is done.
func Elaborate(ctx context.Context, in *elab.Session, prog *syntax.Program) (*elab.Unit, error) {
	in.Poll = verdict.Poll(ctx)
	defer func() { in.Poll = nil }()
	return in.Program(prog)
}

// newMachine is a machine of the value semantics under the present settings, with the values of the session.
func (s *Session) newMachine() *value.Machine {
	m := s.plainMachine()
	for _, engine := range s.Settings.tiers() {
		s.natively(m, engine, s.Settings.mode())
	}
	return m
}

// plainMachine is newMachine without native code.
func (s *Session) plainMachine() *value.Machine {
	m := value.New(s.options())
	m.Env, m.Defs = s.Machine.Env.Clone(), s.Machine.Defs.Clone()
	kernels := fast.NewKernels(s.Settings.Options()) // values do not depend on the schedule
	if m.Accelerate = kernels.Accelerate; !s.Settings.AsWritten {
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			return kernels.Accelerate(ctx, pat, e, env, s.ahead.Faster(ctx, def, s.Elab.Type))
		}
	}
	return m
}

// Ready prepares a program of a unit to be evaluated on a machine. Unless the settings want it as it is written, a
// transformed form is evaluated. Where that is stuck, the program itself is evaluated, for the sake of the message.
func (s *Session) Ready(ctx context.Context, m *value.Machine, p *syntax.Program, unit *elab.Unit) (run func() ([]value.Val, error)) {
	written := func() ([]value.Val, error) { return m.Run(ctx, p) }
	if s.Settings.AsWritten || unit.Mem || s.Settings.Digits > 0 {
		return written
	}
	if holes, err := hasScratch(ctx, p); holes || err != nil {
		return written
	}
	named := map[int]bool{}
	for _, n := range unit.Names {
		if n.Binding != nil {
			named[n.Binding.ID] = true
		}
	}
	fused := s.ahead.Program(ctx, p, func(id int) bool { return named[id] }, m.Defs.Get, s.Elab.Type)
	if fused == p {
		return written
	}
	return func() ([]value.Val, error) {
		if values, err := m.Run(ctx, fused); err == nil || ctx.Err() != nil {
			return values, err
		}
		return written()
	}
}

// hasScratch tells whether a core program makes arrays that nobody has written, or returns the error of a context that
// is done first.
func hasScratch(ctx context.Context, p *syntax.Program) (has bool, err error) {
	defer stop.Caught(&err)
	return syntax.HasScratch(p, verdict.Poll(ctx)), nil
}

// options are the options of the settings, for runs of this session.
func (s *Session) options() engine.Options {
	o := s.Settings.Options()
	o.Place = s.Progress.at()
	return o
}

// Remember keeps the state before a program for :undo.
func (s *Session) Remember(before state, what string) {
	if len(s.Done) == maxUndo {
		s.Done = slices.Delete(s.Done, 0, 1)
	}
	s.Done = append(s.Done, saved{state: before, what: what})
}

// Trial goes back to how the session is now after f, which may add lines. `:undo` knows nothing of them.
func (s *Session) Trial(f func()) {
	before, done := s.Snapshot(), slices.Clone(s.Done)
	defer func() {
		s.Restore(before)
		s.Done = done
	}()
	f()
}

// Undo takes back the last program that did more than give values, or the last :pass that changed something. It also
// drops the expressions since then. It says what it took back.
func (s *Session) Undo() (string, error) {
	n := len(s.Done)
	switch {
	case n == 0 && s.forgot:
		return "", diag.Usagef("the states before this one were given up, because they take more than half of the memory").
			Helpf("raise the limit with `:set memory`, and later lines can be undone")
	case n == 0:
		return "", diag.Usagef("there is nothing to undo")
	}
	last := s.Done[n-1]
	s.Done = s.Done[:n-1]
	s.Restore(last.state)
	return last.what, nil
}

// Names are the names of the globals and functions that are in scope, in the
// order of their definition.
func (s *Session) Names() []elab.Name {
	var names []elab.Name
	seen := map[string]bool{}
	for _, e := range slices.Backward(s.Entries) {
		for _, n := range slices.Backward(e.Unit.Names) {
			now, ok := s.Elab.Lookup(n.Name)
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
