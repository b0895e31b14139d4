package suite

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Report is what is to be told of a suite.
type Report struct {
	Root    string    // the folder of the suite, as it was given
	Results []*Result // in the order of the cases
	Cases   int       // how many there are; those without a result were not run
	Left    []string  // what no case was made of
	Before  *Results  // an earlier run, or nil
	Version string
	Missing []string // of a merge: which cases have no result
	Part    bool     // the suite has other cases, of which no result was asked for
}

// NewReport orders results as the cases are.
func NewReport(root string, cases []*Case, results []*Result, left []string, before *Results, version string) *Report {
	at := map[string]int{}
	for k, c := range cases {
		at[c.Name] = k
	}
	list := slices.Clone(results)
	slices.SortStableFunc(list, func(a, b *Result) int { return cmp.Compare(at[a.Case], at[b.Case]) })
	return &Report{Root: root, Results: list, Cases: len(cases), Left: left, Before: before, Version: version}
}

// Status is the exit status: 0 if all is as it was wanted, 3 if that is not known of some and not wrong of any, and else 1.
func (r *Report) Status() int {
	status := 0
	if len(r.Results) < r.Cases {
		status = 3
	}
	for _, one := range r.Results {
		switch {
		case one.OK:
		case one.Verdict == Unknown:
			status = max(status, 3)
		default:
			return 1
		}
	}
	return status
}

// Counts is how many cases have which verdict, in words: 12 proved, 3 tested.
func Counts(results []*Result) string {
	var parts []string
	for _, v := range Verdicts {
		n := 0
		for _, one := range results {
			if one.Verdict == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

// mostListed is how many of the slowest cases the summary names, and how many of those that no case was made of.
const mostListed = 5

// Text is the summary.
func (r *Report) Text() string {
	var b strings.Builder
	failed := 0
	for _, one := range r.Results {
		if one.OK {
			continue
		}
		failed++
		fmt.Fprintf(&b, "%s: %s: %s\n  again: %s\n", diag.OneLine(one.Case), one.Verdict, diag.OneLine(one.Why), diag.OneLine(one.Again))
	}
	for _, one := range r.Results {
		if len(one.Disagree) > 0 {
			fmt.Fprintf(&b, "disagree: %s: several runs gave %s\n", diag.OneLine(one.Case), strings.Join(one.Disagree, ", and "))
		}
	}
	for _, text := range r.Missing {
		fmt.Fprintf(&b, "missing: %s\n", text)
	}
	for _, change := range r.Changes() {
		fmt.Fprintln(&b, diag.OneLine(change))
	}
	if n := len(r.Left); n > 0 {
		fmt.Fprintf(&b, "not in any case:\n")
		for _, text := range r.Left[:min(n, mostListed)] {
			fmt.Fprintf(&b, "  %s\n", diag.OneLine(text))
		}
		if n > mostListed {
			fmt.Fprintf(&b, "  and %d more, which `--list` names\n", n-mostListed)
		}
	}
	slow := slices.Clone(r.Results)
	slices.SortStableFunc(slow, func(a, b *Result) int { return cmp.Compare(b.Seconds, a.Seconds) })
	slow = slices.DeleteFunc(slow, func(one *Result) bool { return one.Seconds < slowest })
	for k, one := range slow[:min(len(slow), mostListed)] {
		if k == 0 {
			fmt.Fprintf(&b, "slowest:\n")
		}
		fmt.Fprintf(&b, "  %.1f s  %s\n", one.Seconds, diag.OneLine(one.Case))
	}
	fmt.Fprintf(&b, "%s: %s", diag.Count(r.Cases, "case"), cmp.Or(Counts(r.Results), "none was run"))
	if n := r.Cases - len(r.Results); n > 0 {
		fmt.Fprintf(&b, ", %d not run", n)
	}
	if failed > 0 {
		fmt.Fprintf(&b, "; %d not as wanted", failed)
	}
	b.WriteString("\n")
	return b.String()
}

// slowest is how long a case takes, in seconds, before the summary names it as slow.
const slowest = 1

// Changes are the lines about cases that an earlier run gave another verdict, or did not have. Those that are wrong now come
// first, then those that are mended.
func (r *Report) Changes() (lines []string) {
	if r.Before == nil {
		return nil
	}
	before := map[string]*Result{}
	for _, one := range r.Before.Lines {
		before[one.Case] = one
	}
	var wrong, mended, other, fresh []string
	for _, one := range r.Results {
		old := before[one.Case]
		delete(before, one.Case)
		switch {
		case old == nil:
			fresh = append(fresh, fmt.Sprintf("added: %s: %s", one.Case, one.Verdict))
		case old.OK && !one.OK:
			wrong = append(wrong, fmt.Sprintf("new: %s: %s → %s", one.Case, old.Verdict, one.Verdict))
		case !old.OK && one.OK:
			mended = append(mended, fmt.Sprintf("mended: %s: %s → %s", one.Case, old.Verdict, one.Verdict))
		case old.Verdict != one.Verdict:
			other = append(other, fmt.Sprintf("changed: %s: %s → %s", one.Case, old.Verdict, one.Verdict))
		}
	}
	lines = slices.Concat(wrong, mended, other, fresh)
	if len(r.Results) < r.Cases || r.Part { // the others may just not have been run
		return lines
	}
	for _, one := range r.Before.Lines {
		if before[one.Case] != nil {
			lines = append(lines, fmt.Sprintf("gone: %s: %s", one.Case, one.Verdict))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, "nothing has changed against the baseline")
	}
	return lines
}

// notRun are lines about the cases that have no result. A form that leaves them out looks as if all was done.
func (r *Report) notRun() []string {
	n := r.Cases - len(r.Results)
	if n > 0 && len(r.Missing) == 0 {
		return []string{diag.Count(n, "case") + " not run"}
	}
	return r.Missing
}

// path is the path of a file of the suite, from the folder in which funmem was started.
func (r *Report) path(file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.ToSlash(filepath.Join(r.Root, file))
}

// findingsOf are the findings of a case that is not as wanted; there is at least one.
func (r *Report) findingsOf(one *Result) []Finding {
	if len(one.Findings) > 0 {
		return one.Findings
	}
	f := Finding{Kind: string(one.Verdict), Message: cmp.Or(one.Why, string(one.Verdict))}
	for _, arg := range one.Args[1:] {
		if !strings.HasPrefix(arg, "-") {
			f.File = arg
		} else {
			break
		}
	}
	return []Finding{f}
}
