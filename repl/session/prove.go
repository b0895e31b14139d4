package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// Proof is what a proof that a program is valid for all inputs has found.
type Proof struct {
	Def   *syntax.Def   // the function; nil: the statements
	Open  []intact.Open // what is not shown
	Done  bool          // the proof did not become too long
	Asked *smt.Report   // nil: no second prover was asked
}

// Proofs are the proofs about some functions of a program.
type Proofs struct {
	List []Proof
	*Asking
}

// Prove tries to prove that functions of a FUNMEM program, or its statements if one of these is nil, are valid for all inputs.
// The second prover, if any, is asked what ours leaves open. If it refutes a proof, that is an error, and all that is left are
// the notes.
func (s *Session) Prove(ctx context.Context, mem *syntax.Program, defs []*syntax.Def, second Second) (*Proofs, error) {
	asking, err := second.Begin(verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	defer asking.Close()
	out := &Proofs{Asking: asking}
	for _, d := range defs {
		steps, asked := asking.Steps()
		p := Proof{Def: d}
		p.Open, p.Done = intact.Program(steps, mem, d, s.Heap.Check.Heap.Defs.Get, s.Elab.MemType, verdict.Poll(ctx))
		name := ""
		if d != nil {
			name = d.Name
		}
		p.Asked = asking.Done(name, asked)
		out.List = append(out.List, p)
	}
	err = asking.End()
	if err != nil {
		out.List = nil // there is nothing to believe
	}
	return out, err
}

// Proved tells whether all is proved.
func (p Proof) Proved() bool { return p.Done && len(p.Open) == 0 }

// Proved tells whether all of them are proved.
func (p *Proofs) Proved() bool {
	return !slices.ContainsFunc(p.List, func(x Proof) bool { return !x.Proved() })
}

// mostModels is how many of the values are shown that fit what is known and make a claim false.
const mostModels = 3

// Text says what was found.
func (p Proof) Text() string {
	var b strings.Builder
	what := "for all inputs"
	if p.Def != nil {
		what = "for all arguments"
	}
	switch {
	case !p.Done:
		b.WriteString("valid: not proved: the proof takes too many steps")
	case len(p.Open) == 0:
		b.WriteString("valid: proved " + what)
		if p.Asked != nil && p.Asked.Theirs > 0 {
			b.WriteString(", " + p.Asked.Text())
		}
	default:
		b.WriteString("valid: not proved: " + diag.Count(len(p.Open), "point") + map[bool]string{true: " is", false: " are"}[len(p.Open) == 1] + " not shown")
		for _, o := range p.Open {
			b.WriteString("\n  " + o.Text())
		}
	}
	if p.Asked != nil {
		b.WriteString(p.second())
	}
	return b.String()
}

// second says what the second prover has found beside that.
func (p Proof) second() (text string) {
	r := p.Asked
	if !p.Proved() {
		text = fmt.Sprintf("\n%s proves %d of the %s that funmem leaves open", r.Solver, r.Theirs, diag.Count(r.Theirs+len(r.Open), "obligation"))
		shown := 0
		for _, q := range r.Open {
			if q.Model != nil && q.About != "" && shown < mostModels {
				shown++
				text += fmt.Sprintf("\n  what is known allows %s: %s", q.Values(), q.About)
			}
		}
	}
	if confirms := r.Confirms(); confirms != "" {
		text += "\n" + confirms
	}
	return text
}

// Text says what was found of all.
func (p *Proofs) Text() string {
	var parts []string
	for _, x := range p.List {
		text := x.Text()
		if len(p.List) > 1 {
			text = x.name() + ": " + strings.ReplaceAll(text, "\n", "\n  ")
		}
		parts = append(parts, text)
	}
	if p.Asking != nil {
		parts = append(parts, p.Notes...)
	}
	return strings.Join(parts, "\n")
}

// name is what was to be proved.
func (p Proof) name() string {
	if p.Def == nil {
		return "the statements"
	}
	return "`" + p.Def.Name + "`"
}
