package grade

import (
	"context"
	"fmt"

	"funmem/semantics/diag"
)

// Verified is what a solution of the teacher's got.
type Verified struct {
	Exercise string  `json:"exercise"`
	Wrong    string  `json:"wrong,omitempty"` // the name of a wrong solution; "" for the reference solution
	OK       bool    `json:"ok"`
	Report   *Report `json:"report"`
	isWrong  bool
}

// Verify grades the reference solution of each exercise, and the wrong ones.
func (r *Runner) Verify(ctx context.Context, t *Tasks, srcs []*diag.Source, o Options) (list []*Verified, err error) {
	for k, e := range t.Exercises {
		o.Only, o.Verify = []int{k}, true
		one := func(name string, src *diag.Source, isWrong bool) {
			s := &Submission{Name: src.Name, Files: []File{{src.Name, []byte(src.Text)}}}
			report := r.one(ctx, t, srcs, s, o)
			v := &Verified{Exercise: report.Exercises[0].Name, Wrong: name, OK: isWrong && !report.Full() || !isWrong && report.passed(), Report: report, isWrong: isWrong}
			list = append(list, v)
		}
		one("", e.Solution, false)
		for _, w := range e.Wrong {
			one(w.Name, w.Source, true)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return list, nil
}

// Text is what the teacher reads: a line, and the report where it is not as it should be.
func (v *Verified) Text() string {
	who := "the reference solution"
	if v.isWrong {
		who = "the wrong solution"
		if v.Wrong != "" {
			who += " \"" + v.Wrong + "\""
		}
	}
	line := fmt.Sprintf("%s: %s gets %s of %s", v.Exercise, who, v.Report.Points, pointsText(v.Report.Of))
	switch {
	case v.OK:
		return line + "\n"
	case v.isWrong:
		return line + ": no check catches it\n"
	}
	return line + "\n" + indented(v.Report.Text(), "  ")
}

// passed tells whether all parts of all checks pass, those that give no points too.
func (r *Report) passed() bool {
	for _, e := range r.Exercises {
		for _, c := range e.Checks {
			if !c.Passed {
				return false
			}
		}
	}
	return r.Problem == ""
}

// OnlyUndecided tells whether all that did not pass was not decided.
func (r *Report) OnlyUndecided() bool {
	if r.Problem != "" {
		return true
	}
	for _, e := range r.Exercises {
		for _, c := range e.Checks {
			for _, it := range c.Items {
				if !it.Passed && !it.Undecided {
					return false
				}
			}
		}
	}
	return true
}
