package session

import (
	"errors"
	"fmt"
	"io"
	"time"

	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
	"funmem/semantics/stop"
)

// Second says which second prover is asked, and where the obligations are written.
type Second struct {
	Prover string        // --prover: z3 or cvc5; "": none
	Limit  time.Duration // --prover-time: for each question
	Dir    string        // --smt: a folder; "": they are not written
}

// DefaultSecond asks nobody.
func DefaultSecond() Second { return Second{Limit: 2 * time.Second} }

// Asking is a second prover at work, with the obligations that are to be written. A nil Asking asks nobody.
type Asking struct {
	Notes   []string // what there is to say
	solver  *smt.Solver
	folder  Folder
	files   []File
	refuted error
}

// Begin makes the folder and finds the prover. It is nil if there is nothing to ask or to write.
func (s Second) Begin(until stop.Poll) (*Asking, error) {
	if s.Prover == "" && s.Dir == "" {
		return nil, nil
	}
	a := &Asking{folder: Folder{Dir: s.Dir, Flag: "--smt", By: "funmem --smt", Comment: ";", Names: smt.Names}}
	if s.Prover != "" {
		var err error
		var missing *smt.Missing
		if a.solver, err = smt.Open(s.Prover, smt.Limit{Time: s.Limit}, until); errors.As(err, &missing) {
			a.Notes = append(a.Notes, "note: "+err.Error()+"; funmem proves alone")
		} else if err != nil {
			return nil, err
		}
	}
	if s.Dir != "" {
		return a, a.folder.Make()
	}
	return a, nil
}

// Prover keeps the questions of one more proof. It is nil if nobody is asked.
func (a *Asking) Prover() *smt.Prover {
	if a == nil {
		return nil
	}
	return smt.NewProver(a.solver)
}

// told returns who is told of questions; nil: nobody is.
func told(p *smt.Prover) prove.Second {
	if p == nil {
		return nil
	}
	return p.Second
}

// Tells is validate.Options.Second: the questions of a proof are kept, and a note says what the prover has found. It is nil if nobody is asked.
func (a *Asking) Tells() func(about, of string) (prove.Second, func()) {
	if a == nil {
		return nil
	}
	return func(about, of string) (prove.Second, func()) {
		asked := a.Prover()
		return told(asked), func() { a.Note(about, of, asked) }
	}
}

// Done is told that a proof about something came to its end. The report is nil if no prover is asked.
func (a *Asking) Done(of string, p *smt.Prover) *smt.Report {
	if a == nil {
		return nil
	}
	r, err := p.Finish()
	if a.refuted == nil {
		a.refuted = err
	}
	p.Files(of, func(name, text string) { a.files = append(a.files, File{name, text}) })
	if a.solver == nil {
		return nil
	}
	return &r
}

// Note is Done that says what the prover has found in a note.
func (a *Asking) Note(about, of string, p *smt.Prover) {
	if r := a.Done(of, p); r != nil && r.Asked() {
		a.Notes = append(a.Notes, "note: proofs about "+about+": "+r.Text())
		if confirms := r.Confirms(); confirms != "" {
			a.Notes = append(a.Notes, "note: "+confirms)
		}
	}
}

// Close ends the prover. It may be closed again.
func (a *Asking) Close() {
	if a != nil {
		a.solver.Close()
	}
}

// Told ends the prover, writes the obligations, and tells the notes.
func (a *Asking) Told(to io.Writer) error {
	err := a.End()
	if a != nil {
		for _, note := range a.Notes {
			fmt.Fprintln(to, note)
		}
	}
	return err
}

// End ends the prover and writes the obligations. The error may be that the prover refutes a proof.
func (a *Asking) End() error {
	if a == nil {
		return nil
	}
	a.Close()
	if a.folder.Dir != "" {
		if err := a.folder.Write(a.files); err != nil {
			return err
		}
		a.Notes = append(a.Notes, diag.Count(len(a.files), "obligation")+" written to "+diag.OneLine(a.folder.Dir))
	}
	return a.refuted
}
