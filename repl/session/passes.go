package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// measureSteps is how many steps (engine.Steps) a run may take that measures the memory of a program. That is a few
// seconds.
const measureSteps = 3_000_000

// Manager runs passes over programs of the session, with its inputs.
func (s *Session) Manager(unit *elab.Unit) *pass.Manager {
	m := &pass.Manager{Supply: s.Elab.Supply(), Type: s.Elab.MemType}
	m.Elaborate = func(name, text string) (*validate.Program, error) {
		p, err := syntax.Parse(diag.NewSource(name, text))
		if err != nil {
			return nil, err
		}
		side, err := s.beside(context.Background(), p, name)
		if err == nil {
			side.Irregular = s.irregular // the text is core, and has only the parts
		}
		return side, err
	}
	if len(unit.Results) > 0 {
		m.Measure = func(ctx context.Context, at *pass.Stage) (*heap.Usage, error) {
			v := validity.NewSession(s.Settings.Options())
			if at.Read.Inputs != nil {
				at.Read.Inputs(v)
			}
			run := memory.New(memory.Options{Options: s.Settings.Options()})
			run.Env, run.Heap = v.Heap.Env, v.Heap.Heap
			out, err := run.Run(engine.WithSteps(ctx, measureSteps), at.Read.Core)
			if errors.Is(err, engine.ErrSteps) {
				return nil, fmt.Errorf("a run takes more than %d steps", measureSteps)
			}
			if err != nil {
				return nil, err
			}
			return &out.Usage, nil
		}
	}
	return m
}

// beside elaborates a program in a session of its own that has the inputs of this one.
func (s *Session) beside(ctx context.Context, prog *syntax.Program, name string) (*validate.Program, error) {
	t := NewSession(s.Settings)
	for _, e := range s.Entries {
		if e.Input != nil {
			t.Bind(e.Input.Binding.Written(), e.Input.Typed().Shown())
		}
	}
	return t.Program(ctx, prog, name)
}

// Program elaborates a program in a session that takes over the inputs of this one.
func (s *Session) Program(ctx context.Context, prog *syntax.Program, name string) (*validate.Program, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	unit, err := Elaborate(ctx, s.Elab, prog)
	if err == nil {
		err = s.Hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, s.AboutInputs(prog, err)
	}
	return s.ProgramOf(unit, name), nil
}

// Worked is a function of the session that passes are transforming.
type Worked struct {
	Def  *syntax.Def // in core
	Runs []PassRun   // one for each :pass, after one for the original function
}

// PassRun is a :pass.
type PassRun struct {
	List   string        // as it was typed
	Stages []*pass.Stage // the first one is the last of the previous run
}

// Now is the last stage.
func (r *PassRun) Now() *pass.Stage { return r.Stages[len(r.Stages)-1] }

// Idle tells whether the run has left the program as it was.
func (r *PassRun) Idle() bool {
	return r.Stages[0].Form == r.Now().Form && r.Stages[0].Text == r.Now().Text
}

// Now is the last stage.
func (w *Worked) Now() *pass.Stage { return w.Runs[len(w.Runs)-1].Now() }

// Busy is the number of runs without those at the end that changed nothing.
func (w *Worked) Busy() int {
	n := len(w.Runs)
	for n > 1 && w.Runs[n-1].Idle() {
		n--
	}
	return n
}

// Steps returns the steps of all runs.
func (w *Worked) Steps() (steps []*pass.Step) {
	for _, run := range w.Runs {
		for _, s := range run.Stages[1:] {
			steps = append(steps, s.Step)
		}
	}
	return steps
}

// Backwards adds to the error about a list that the list fits the function as it was when it was still Fun, if that is
// so.
func (w *Worked) Backwards(list string, err error) error {
	first := w.Runs[0].Now().Form
	if _, before := pass.Steps(list, first); w.Now().Form != first && before == nil {
		for _, d := range diag.Of(err) {
			back := fmt.Sprintf("`:pass undo` goes back to where `%s` is one of %s", w.Def.Name, first)
			if list, ok := strings.CutPrefix(d.Help, "write "); ok {
				back = "write " + list + ", or " + back
			}
			d.Helpf("%s", back)
		}
	}
	return err
}

// Blocks returns a name, and the blocks in which an array of that name lies in some stage.
func (w *Worked) Blocks(name string) map[string]bool {
	about := map[string]bool{name: true}
	for _, run := range w.Runs {
		for _, s := range run.Stages {
			syntax.Walk(s.Program, func(n syntax.Node) bool {
				if x, ok := n.(*syntax.Binding); ok && (x.Written() == name || x.Name == name) && x.Type != nil && x.Type.Mem != nil {
					about[x.Type.Mem.Block.Name] = true
				}
				return true
			})
		}
	}
	return about
}
