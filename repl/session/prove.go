package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// Second says which second prover is asked, and where the obligations are written.
type Second struct {
	Prover string        // --prover: z3 or cvc5; "": none
	Limit  time.Duration // --prover-time: for each question
	Dir    string        // --smt: a folder; "": they are not written
}

// DefaultSecond asks nobody.
func DefaultSecond() Second { return Second{Limit: 2 * time.Second} }

// Proof is what a proof that a program is valid for all inputs has found.
type Proof struct {
	Def    *syntax.Def   // the function; nil: the statements
	Open   []intact.Open // what is not shown
	Done   bool          // the proof did not become too long
	Asked  *smt.Report   // nil: no second prover was asked
}

// Proofs are the proofs about some functions of a program. The second prover, if any, is asked what ours leaves open.
type Proofs struct {
	List  []Proof
	Note  string // why the second prover is not asked, or ""
	Dir   string // where the obligations were written, or ""
	Files int    // how many
}

// Prove tries to prove that functions of a FUNMEM program, or its statements if one of these is nil, are valid for all inputs.
// A refuted proof is an error; what was written before is there.
func (s *Session) Prove(ctx context.Context, mem *syntax.Program, defs []*syntax.Def, second Second) (*Proofs, error) {
	out := &Proofs{Dir: second.Dir}
	var solver *smt.Solver
	if second.Prover != "" {
		var err error
		var missing *smt.Missing
		if solver, err = smt.Open(second.Prover, smt.Limit{Time: second.Limit}, verdict.Poll(ctx)); errors.As(err, &missing) {
			out.Note = err.Error() + "; funmem proves alone"
		} else if err != nil {
			return nil, err
		}
		defer solver.Close()
	}
	folder := Folder{Dir: second.Dir, Flag: "--smt", By: "funmem prove --smt", Comment: ";", Names: smt.Names}
	if second.Dir != "" {
		if err := folder.Make(); err != nil {
			return nil, err
		}
	}
	var files []File
	var refuted error
	for _, d := range defs {
		steps := prove.NewBudget(prove.MaxSteps)
		asked := smt.NewProver(solver)
		if solver != nil || second.Dir != "" {
			steps.Second = asked.Second
		}
		p := Proof{Def: d}
		p.Open, p.Done = intact.Program(steps, mem, d, s.Heap.Check.Heap.Defs.Get, s.Elab.MemType, verdict.Poll(ctx))
		report, err := asked.Finish()
		if solver != nil {
			p.Asked = &report
		}
		name := ""
		if d != nil {
			name = d.Name
		}
		asked.Files(name, func(name, text string) { files = append(files, File{name, text}) })
		out.List = append(out.List, p)
		if err != nil {
			refuted = err
			break
		}
	}
	if second.Dir != "" {
		if err := folder.Write(files); err != nil {
			return nil, err
		}
		out.Files = len(files)
	}
	return out, refuted
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
	if r.Sampled > 0 {
		text += fmt.Sprintf("\n%s confirms %d of a sample of %s by funmem", r.Solver, r.Confirmed, diag.Count(r.Sampled, "proof"))
	}
	return text
}

// Text says what was found of all.
func (p *Proofs) Text() string {
	var parts []string
	if p.Note != "" {
		parts = append(parts, "note: "+p.Note)
	}
	for _, x := range p.List {
		text := x.Text()
		if len(p.List) > 1 {
			text = x.name() + ": " + strings.ReplaceAll(text, "\n", "\n  ")
		}
		parts = append(parts, text)
	}
	if p.Dir != "" {
		parts = append(parts, diag.Count(p.Files, "obligation")+" written to "+diag.OneLine(p.Dir))
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
