package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// Proof is what a proof that a program is valid for all inputs has found.
type Proof struct {
	Def *syntax.Def // the function; nil: the statements
	*validity.Proof
	Asked *smt.Report // nil: no second prover was asked
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
		asked := asking.Prover()
		p := Proof{Def: d, Proof: s.valid(ctx, mem, d, validity.Lifted, told(asked))}
		name := ""
		if d != nil {
			name, p.Proof = d.Name, p.OfCalls()
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

// Proved tells whether all of them are proved.
func (p *Proofs) Proved() bool {
	return !slices.ContainsFunc(p.List, func(x Proof) bool { return !x.Shown })
}

// mostModels is how many of the values are shown that fit what is known and make a claim false.
const mostModels = 3

// Text says what was found, with messages in a style.
func (p Proof) Text(style diag.Style) string {
	var b strings.Builder
	if p.Shown {
		b.WriteString("valid: " + p.Words())
		if p.Asked != nil && p.Asked.Theirs > 0 {
			b.WriteString(", " + p.Asked.Text())
		}
	} else {
		b.WriteString("valid: " + unknownFor(p.Proof))
		for _, d := range p.Messages() {
			b.WriteString("\n" + strings.TrimSuffix(diag.Format(d, style), "\n"))
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
	if !p.Shown {
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
func (p *Proofs) Text(style diag.Style) string {
	var parts []string
	for _, x := range p.List {
		text := x.Text(style)
		if len(p.List) > 1 {
			text = x.name() + ": " + strings.ReplaceAll(text, "\n", "\n  ")
		}
		parts = append(parts, text)
	}
	var shown []*validity.Proof
	for _, x := range p.List {
		if x.Shown {
			shown = append(shown, x.Proof)
		}
	}
	if len(shown) > 0 {
		parts = append(parts, "assumed: "+validity.Assumed(shown...))
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
