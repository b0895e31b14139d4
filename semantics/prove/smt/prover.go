package smt

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// Prover keeps the questions of a proof, and asks a solver those that are left open. Its method Second is for
// prove.Budget. The same question is kept once, and asked once.
type Prover struct {
	solver    *Solver // nil: the questions are kept alone
	questions []*Question
	by        map[string]*Question // by the body of the script
	tired     int                  // how many questions the solver did not answer
}

// Question is a question that was asked, with its answers.
type Question struct {
	prove.Question
	Script *Script
	Answer Answer            // of the solver, if it was asked
	Model  map[int]poly.Poly // values of the variables that fit what is known and make the claim false; nil: none are known

	asked bool
	uses  []*prove.Obligation // what it was asked for, each time
}

// unneeded tells whether nobody answered the question, and what it was asked for is shown in another way.
func (q *Question) unneeded() bool {
	return !q.Proved && q.Answer != Unsat && !slices.ContainsFunc(q.uses, func(o *prove.Obligation) bool { return !o.Met() })
}

// The bounds on what is asked.
const (
	mostTired   = 12 // questions without an answer, after which no more are asked
	mostSampled = 24 // proofs of ours that are asked again
)

// NewProver is a prover with a solver, or one that keeps the questions alone if that is nil.
func NewProver(s *Solver) *Prover { return &Prover{solver: s, by: map[string]*Question{}} }

// Second is told of a question.
func (p *Prover) Second(q prove.Question) (prove.Proof, bool) {
	script := Write(q)
	k := p.by[script.Body]
	if k == nil {
		k = &Question{Question: q, Script: script}
		p.by[script.Body] = k
		p.questions = append(p.questions, k)
	}
	k.uses = append(k.uses, q.For)
	if q.Proved && !k.Proved { // another time the steps were enough, or the way to it another one
		k.Question, k.Script = q, script
	}
	if k.Proved || p.solver == nil {
		return k.Proof, k.Proved
	}
	p.ask(k)
	return prove.Proof{p.solver.Name}, k.Answer == Unsat
}

// ask asks the solver once.
func (p *Prover) ask(k *Question) {
	if k.asked || p.tired >= mostTired {
		return
	}
	k.asked = true
	answer, values := p.solver.Ask(k.Script)
	if k.Answer = answer; answer == Unknown {
		p.tired++
	}
	if answer == Sat {
		at := k.Script.Values(values)
		if fits, _ := k.System.Fits(at); fits {
			k.Model = at
		}
	}
}

// Values are the values of the model, as i = 1, n = 2, in the order in which the variables were made.
func (q *Question) Values() string {
	var parts []string
	for _, id := range slices.Sorted(maps.Keys(q.Model)) {
		parts = append(parts, strings.Trim(q.Script.names[id], "|")+" = "+q.Model[id].String())
	}
	return strings.Join(parts, ", ")
}

// Report is what a proof asked.
type Report struct {
	Solver    string
	Ours      int // the questions that funmem proves
	Theirs    int // those that the solver alone proves
	Sampled   int // proofs of ours that the solver was asked to confirm
	Confirmed int
	Open      []*Question // neither proves these
}

// Asked tells whether there was a question.
func (r Report) Asked() bool { return r.Ours+r.Theirs+len(r.Open) > 0 }

// Text is what the solver has proved, as the end of a sentence: "3 of 17 obligations by z3".
func (r Report) Text() string {
	return fmt.Sprintf("%d of %s by %s", r.Theirs, diag.Count(r.Ours+r.Theirs, "obligation"), r.Solver)
}

// Confirms says how many proofs of ours the solver confirms, or nothing if it was asked about none.
func (r Report) Confirms() string {
	if r.Sampled == 0 {
		return ""
	}
	return fmt.Sprintf("%s confirms %d of a sample of %s by funmem", r.Solver, r.Confirmed, diag.Count(r.Sampled, "proof"))
}

// Finish asks the solver to confirm some of our proofs, and reports. The error is that it refutes one, which is a bug in funmem.
func (p *Prover) Finish() (Report, error) {
	var r Report
	var ours []*Question
	for _, k := range p.questions {
		switch {
		case k.Proved:
			ours = append(ours, k)
			r.Ours++
		case k.Answer == Unsat:
			r.Theirs++
		case !k.unneeded():
			r.Open = append(r.Open, k)
		}
	}
	if p.solver == nil {
		return r, nil
	}
	r.Solver = p.solver.Name
	for _, k := range sample(ours, mostSampled) {
		p.ask(k)
		if k.asked {
			r.Sampled++
		}
		if k.Answer == Unsat {
			r.Confirmed++
		}
		if k.Model != nil {
			return r, k.refuted(r.Solver)
		}
	}
	return r, nil
}

// sample is some of a list, at even distances.
func sample(all []*Question, most int) []*Question {
	if len(all) <= most {
		return all
	}
	some := make([]*Question, most)
	for k := range some {
		some[k] = all[k*len(all)/most]
	}
	return some
}

// refuted is the error that the solver refutes a proof of ours.
func (q *Question) refuted(solver string) error {
	about := claims[q.Claim]
	if q.About != "" {
		about = q.About + ": " + about
	}
	return diag.Errorf(diag.Bug, "", diag.Span{}, "funmem proves what is not so, says %s: %s (%s); with %s it does not hold", solver, about, strings.Join(q.Proof, ", "), q.Values()).
		Helpf("believe no proof of this program, and report it with the script that `--smt DIR` writes")
}

// files are the names of claims in names of files.
var files = [...]string{prove.NoneFit: "none-fit", prove.NeverMeet: "never-meet", prove.MoveApart: "move-apart", prove.NotNegative: "not-negative"}

// Names matches the names of files with scripts.
var Names = regexp.MustCompile(`^([\w'-]+-)?\d{3,}-(` + strings.Join(files[:], "|") + `)(-open|-unneeded)?\.smt2$`)

// Files visits the questions as files, in the order in which they were asked first. of is what was proved, or "".
func (p *Prover) Files(of string, visit func(name, text string)) {
	if of != "" {
		of += "-"
	}
	for k, q := range p.questions {
		name, text := "", q.Script.Text()
		switch {
		case q.Proved:
		case !q.unneeded():
			name = "-open"
		default:
			name, text = "-unneeded", "; not needed: the proof does without it\n"+text
		}
		visit(fmt.Sprintf("%s%03d-%s%s.smt2", of, k+1, files[q.Claim], name), text)
	}
}
