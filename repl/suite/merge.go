package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/semantics/diag"
)

// Merged are the results of several files as one.
type Merged struct {
	Header  Header    // of the whole suite
	Results []*Result // in the order of the cases, each once
	Missing []string  // which cases have no result, in lines
}

// mostMissing is how many numbers of cases a line about missing ones names.
const mostMissing = 10

// Merge joins the results of files about one suite: of its parts, of runs that were stopped, or of merges. The order of the files
// does not matter, and a file may be there several times. Files about another suite, or of another version of funmem, are refused: what
// they say together would be true of neither.
func Merge(files []string) (*Merged, error) {
	m := &Merged{}
	all, shards := map[int]*Result{}, map[int]bool{} // the numbers of parts that have files, if all files are of as many parts
	parts := 0
	for k, file := range files {
		r, err := ReadResults(file)
		switch h := r.header(); {
		case err != nil:
			return nil, err
		case h.Suite == 0:
			return nil, diag.Usagef("%s is empty, or was cut off in its first line", file)
		case h.Whole == "" || h.All == 0:
			return nil, diag.Usagef("%s does not say of which cases it is a part", file).Helpf("an older version of funmem has written it: run the suite again")
		case k == 0:
			m.Header = h
		case h.Version != m.Header.Version:
			return nil, diag.Usagef("%s is of funmem %s, and %s of funmem %s", file, cmp.Or(h.Version, "without a version"), files[0], cmp.Or(m.Header.Version, "without a version"))
		case h.Whole != m.Header.Whole || h.All != m.Header.All:
			return nil, diag.Usagef("%s and %s are not of one suite: the cases, their files or the flags differ", files[0], file)
		}
		m.Header.Root, m.Header.Only = min(m.Header.Root, r.Header.Root), min(m.Header.Only, r.Header.Only)
		if r.Header.Shard != "" {
			shard, err := ParseShard(r.Header.Shard, func(string) (string, bool) { return "", false })
			if err != nil {
				return nil, diag.Usagef("%s is no part: its first line says shard %q", file, r.Header.Shard)
			}
			if parts == 0 || parts == shard.N {
				shards[shard.K], parts = true, shard.N
			} else {
				parts = -1
			}
		}
		for _, one := range r.Lines {
			if one.Number < 1 || one.Number > m.Header.All {
				return nil, diag.Usagef("%s: the result of %s has no number of a case", file, one.Case)
			}
			old := all[one.Number]
			if old != nil && (old.Case != one.Case || old.Key != one.Key) {
				return nil, diag.Usagef("%s: case %d is %s, and in another file it is %s", file, one.Number, one.Case, old.Case)
			}
			all[one.Number] = either(old, one)
		}
	}
	var missing []int
	for n := 1; n <= m.Header.All; n++ {
		one := all[n]
		if one == nil {
			missing = append(missing, n)
			continue
		}
		m.Results = append(m.Results, one)
	}
	m.Header.Shard, m.Header.Cases = "", m.Header.All
	m.lacks(missing, shards, parts)
	return m, nil
}

// header is the header of results, or an empty one.
func (r *Results) header() (h Header) {
	if r != nil {
		h = r.Header
	}
	return h
}

// lacks says which cases are missing: whole parts by their numbers, and other cases by theirs.
func (m *Merged) lacks(missing []int, shards map[int]bool, parts int) {
	if parts > 1 {
		for part := 1; part <= parts; part++ {
			s := Shard{K: part, N: parts}
			count := 0
			for _, n := range missing {
				if s.Has(n - 1) {
					count++
				}
			}
			if shards[part] || count == 0 {
				continue
			}
			m.Missing = append(m.Missing, fmt.Sprintf("%s: %s", s, diag.Count(count, "case")))
			missing = slices.DeleteFunc(missing, func(n int) bool { return s.Has(n - 1) })
		}
	}
	if len(missing) == 0 {
		return
	}
	var numbers []string
	for _, n := range missing[:min(len(missing), mostMissing)] {
		numbers = append(numbers, fmt.Sprint(n))
	}
	text := fmt.Sprintf("%s, number %s", diag.Count(len(missing), "case"), strings.Join(numbers, ", "))
	if n := len(missing) - mostMissing; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	m.Missing = append(m.Missing, text)
}

// either is the one of two results of a case that counts. One that does not know gives way to one that does: it may have been short
// of memory or time. If two say different things, the worse one counts, and it is not as wanted. Of two that say the same, the faster
// one is taken, so that the order of the files does not matter.
func either(a, b *Result) *Result {
	if a == nil {
		return b
	}
	differ := slices.Concat(a.Disagree, b.Disagree)
	if a.Verdict != Unknown && b.Verdict != Unknown && (a.Verdict != b.Verdict || a.OK != b.OK || a.First != b.First) {
		differ = append(differ, a.says(), b.says())
	}
	slices.Sort(differ)
	differ = slices.Compact(differ)
	best := *a
	if worse(b, a) < 0 {
		best = *b
	}
	if best.Disagree = nil; len(differ) > 0 {
		best.Disagree, best.OK, best.Why = differ, false, cmp.Or(best.Why, "several runs gave "+strings.Join(differ, ", and "))
	}
	return &best
}

// says is the verdict with what else may differ from run to run.
func (r *Result) says() string {
	if len(r.Disagree) > 0 { // of a merge, where these words are already
		return r.Disagree[0]
	}
	text := string(r.Verdict)
	if r.First != "" {
		text += " at " + r.First
	}
	if !r.OK {
		text += ", not as wanted"
	}
	return text
}

// worse orders results of one case: first what is wrong, then what is fine, then what is not known. The texts make it total.
func worse(a, b *Result) int {
	rank := func(r *Result) int {
		return slices.Index([]Verdict{Refuted, IllTyped, Tested, Proved, Unknown}, r.Verdict)
	}
	text := func(r *Result) string {
		all, _ := line(r) // of strings and numbers
		return string(all)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Seconds, b.Seconds), strings.Compare(text(a), text(b)))
}

// Write writes the results to a file, which is as good as all the files that were merged.
func (m *Merged) Write(path string) error {
	text, err := encoded(m.Header, m.Results)
	if err == nil {
		err = whole.WriteFile(path, text)
	}
	if err != nil {
		return diag.Usagef("cannot write %s: %s", path, data.Cause(err))
	}
	return nil
}

// Report is what is to be told of the results.
func (m *Merged) Report(before *Results) *Report {
	r := NewReport(m.Header.Root, nil, m.Results, m.Header.Left, before, m.Header.Version)
	r.Cases, r.Missing, r.Part = m.Header.All, m.Missing, m.Header.Only != ""
	return r
}
