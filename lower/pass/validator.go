package pass

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Validator validates the program after a pass against the one before it: each function
// over its arguments and, if the program has no free variables, the results.
type Validator struct {
	Options   validate.Options
	Elaborate func(name, text string) (*validate.Program, error) // as of the Manager
	Style     diag.Style
	Tests     int                   // inputs that were compared so far
	Words     map[validate.Word]int // subjects so far, by the verdict on them
	Reasons   []string              // why some subjects are unknown
	Open      []Open                // subjects that could not be decided after a pass
	Strays    []Stray               // subjects that a pass leaves with other values on the way to the same results
	Pairs     int                   // stages that were to be compared with the one before
	Proved    int                   // those that are proved to be valid forms of it
}

// Checked is what is known of a stage: that it is a valid form of the one before.
type Checked struct {
	Status validity.Status // proved, or tested
	For    string          // what it is proved for, as "all arguments"; "": there is nothing to choose
	Tests  int             // the inputs that were compared
	Open   string          // the first thing that a proof lacks
}

// String says it in one line.
func (c *Checked) String() string {
	switch {
	case c.Status != validity.Proved:
		return fmt.Sprintf("valid: tested on %s; not proved: %s", diag.Count(c.Tests, "input"), c.Open)
	case c.For == "":
		return "valid: proved"
	}
	return "valid: proved for " + c.For
}

// Stray is a function, or the results of a program, that is valid after a pass but not consistent, although it was
// consistent before.
type Stray struct {
	Def    string `json:"def,omitempty"` // "": the results
	Pass   string `json:"pass"`
	Inputs int    `json:"inputs"`
	Text   string `json:"text"` // the warning, with the smallest input found
	Array  string `json:"array"`
}

// Open is a function, or the results of a program, about which nothing is known after a pass.
type Open struct {
	Def  string `json:"def,omitempty"` // "": the results
	Pass string `json:"pass"`
	Why  string `json:"why"`

	untried bool // moreover, no input of it was tried
}

// Decided tells whether all stages were compared with the one before, in every respect that counts.
func (v *Validator) Decided() bool { return len(v.Open) == 0 && (v.Tests > 0 || v.Pairs == 0) }

// Summary says how much was compared, and what could not be.
func (v *Validator) Summary() string {
	text := "validated: " + diag.Plural(v.Tests, "comparison", "comparisons") + " of a stage with the one before, under three schedules"
	if v.Proved > 0 {
		text += fmt.Sprintf("; %d of %s proved", v.Proved, diag.Count(v.Pairs, "stage"))
	}
	if n := v.Words[validate.StuckBefore]; n > 0 {
		text += "; " + diag.Plural(n, "time", "times") + " nothing was compared, since the program before is stuck"
	}
	if n := v.Words[validate.Unknown]; n > 0 {
		text += "; " + diag.Plural(n, "time", "times") + " fewer than wanted, for want of time or memory"
	}
	said := map[string]bool{}
	for _, o := range v.Open {
		what := "the results"
		if o.Def != "" {
			what = "`" + o.Def + "`"
		}
		if why := "; not compared: " + what + ": " + o.Why; o.untried && !said[why] {
			said[why] = true
			text += why
		}
	}
	if len(v.Strays) > 0 {
		text += "; " + diag.Plural(len(v.Strays), "time", "times") + " what a pass gives is not consistent, though the results agree"
	}
	return text
}

// Warnings returns what is said about programs that are not consistent after a pass.
func (v *Validator) Warnings() string {
	text := ""
	for _, s := range v.Strays {
		text += "after the pass `" + s.Pass + "`:\n" + s.Text
	}
	return text
}

// Refuted is the error of a Validator: a counterexample or, if the word is StuckBefore, an
// error in the program before the pass, which is not a mistake of the pass.
type Refuted struct {
	Result *validate.Result
	text   string
}

// Error returns the report on the counterexample, or on the error in the program before.
func (r *Refuted) Error() string { return r.text }

// subjects pairs what two stages have. A Fun program is compared by its FUNMEM form. There are none if nothing could be wrong.
func (v *Validator) subjects(before, after *Stage) ([]*validate.Subject, error) {
	b, a := *before.Read, *after.Read
	b.Name, a.Name = "the program before `"+after.Name()+"`", "the program after it"
	if after.Form == Fun {
		mem, err := v.form(&a, after.place+", with memory")
		if err != nil {
			return nil, err
		}
		mem.Name, a = a.Name, *mem
	}
	inputs := slices.ContainsFunc(before.Program.Defs(), func(d *syntax.Def) bool { return validate.Outside(d) == "" })
	shows := slices.ContainsFunc(b.Results, func(r elab.Result) bool { return r.Type.Elem != syntax.Mem })
	if runs := len(a.Core.Main().Stms) > 0; !inputs && !shows && !runs {
		return nil, nil // nothing is left that could be wrong: blocks alone say nothing, and a statement that binds nothing may go
	}
	return validate.Subjects(&b, &a)
}

// Validate returns an error if after is not a valid form of before. Both have been elaborated.
func (v *Validator) Validate(ctx context.Context, before, after *Stage) error {
	v.Pairs++
	subjects, err := v.subjects(before, after)
	if err != nil || subjects == nil {
		return err
	}
	all := &Checked{}
	for _, o := range subjects[0].Open {
		if !o.Bound { // an unused variable may go
			v.Open = append(v.Open, Open{Def: o.Def(), Pass: after.Name(), Why: o.Why, untried: true})
			all.Open = cmp.Or(all.Open, o.Why)
		}
	}
	for _, sub := range subjects {
		if sub.Name == "" && after.Read.Inputs == nil && len(syntax.FreeVars(after.Program)) > 0 {
			all.Open = cmp.Or(all.Open, "the statements use variables from outside")
			continue
		}
		r, err := validate.Validate(ctx, sub, &v.Options)
		if err != nil {
			return err
		}
		v.Tests += r.Tests
		all.Tests += r.Tests
		all.prove(r)
		if v.Words == nil {
			v.Words = map[validate.Word]int{}
		}
		v.Words[r.Word]++
		if r.Word == validate.Valid && r.Unlike != nil {
			v.Strays = append(v.Strays, Stray{sub.Name, after.Name(), r.Strays, r.StraysText(v.Style), r.Unlike.Verdict.Divergence.Array})
		}
		switch {
		case r.Word == validate.Unknown:
			v.Reasons = append(v.Reasons, r.Reason)
			v.Open = append(v.Open, Open{Def: sub.Name, Pass: after.Name(), Why: r.Reason})
		case r.Word == validate.StuckBefore && r.Failure == nil:
			v.Open = append(v.Open, Open{Def: sub.Name, Pass: after.Name(), Why: "the program before is stuck on all inputs that were tried"})
		}
		switch {
		case r.Word == validate.Refuted:
			traces, err := r.Explain(ctx, &v.Options, nil)
			if err == nil {
				traces.Hide(r)
			}
			return &Refuted{r, r.Text(v.Style, traces, r.Irrelevant(ctx, &v.Options))}
		case r.Word == validate.StuckBefore && r.Failure != nil:
			return &Refuted{r, r.Alone(v.Style, r.Irrelevant(ctx, &v.Options))}
		}
	}
	if v.Options.Proof == validity.NoProof {
		return nil
	}
	if all.Status = validity.Tested; all.Open == "" {
		all.Status, v.Proved = validity.Proved, v.Proved+1
	}
	after.Checked = all
	return nil
}

// prove adds what is shown of a subject.
func (c *Checked) prove(r *validate.Result) {
	if c.Open = cmp.Or(c.Open, r.Proofs.FirstOpen()); c.Open == "" {
		c.For = cmp.Or(c.For, r.Proofs.Whole().For)
	}
}

// Prove tells whether after is proved to be a valid form of before, and runs nothing. Where it is not, it says what a proof lacks. It returns nil if
// there is nothing to compare.
func (v *Validator) Prove(ctx context.Context, before, after *Stage) (*Checked, error) {
	subjects, err := v.subjects(before, after)
	if err != nil || subjects == nil {
		return nil, err
	}
	all := &Checked{Status: validity.Proved}
	for _, o := range subjects[0].Open {
		if !o.Bound { // an unused variable may go
			all.Open = cmp.Or(all.Open, o.Why)
		}
	}
	for _, sub := range subjects {
		all.prove(validate.Prove(ctx, sub, &v.Options))
	}
	if all.Open != "" {
		all.Status = validity.Tested
	}
	return all, nil
}

// form returns the FUNMEM form of a program of Fun; places in it carry the name.
func (v *Validator) form(p *validate.Program, name string) (*validate.Program, error) {
	j := &rewrite.Job{Supply: p.Supply, Type: func(id int) *syntax.Type {
		for _, x := range p.Outside {
			if x.ID == id {
				return x.Type
			}
		}
		return nil
	}}
	mem, err := introduceMemory(j, p.Core)
	if err != nil {
		return nil, err
	}
	return v.Elaborate(name, syntax.Print(mem))
}

// Elaborate is the Elaborate of a Manager for whole programs without free variables.
func Elaborate(name, text string) (*validate.Program, error) {
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		return nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	return &validate.Program{Unit: u, Supply: s.Supply()}, err
}
