package suite

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes of a suite, above all those by which something wrong would look fine.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"what is not known is fine", "judge.go", "	case status == 3:\n		return Unknown\n", ""},
		{"what fails is fine if it has no status", "judge.go", "	case status == 1:\n		return Refuted\n	}\n	return Unknown\n", "	}\n	return Tested\n"},
		{"an error of types is a fault of the program", "judge.go", "	case \"syntax\", \"type\":\n		return IllTyped\n", ""},
		{"a wrong request is a fault of the program", "judge.go", "		return Refuted\n	}\n	return Unknown\n}\n\n// lists", "	}\n	return Refuted\n}\n\n// lists"},
		{"errors of AFTER are counterexamples", "judge.go", "len(list) > 0 {\n		return IllTyped", "len(list) > 9 {\n		return IllTyped"},
		{"what ran nothing is tested", "judge.go", "		j.verdict = Unknown\n	}\n	j.verdict = cmp.Or(", "	}\n	j.verdict = cmp.Or("},
		{"a pipeline is proved if one step is", "judge.go", "		func(s map[string]any) bool { return s[\"validStatus\"] != \"proved\" },\n", ""},
		{"an unknown step hides a wrong one", "judge.go", "		func(s map[string]any) bool { return s[\"ok\"] == false },\n", ""},
		{"a bad input is a fault of the program", "judge.go", "	if j.verdict == IllTyped && inInput(c, object) {\n		j.verdict = Unknown\n	}\n", ""},
		{"values are not compared", "judge.go", "	case wants.Values != nil && j.verdict == Tested:", "	case wants.Values != nil && j.verdict == Proved:"},
		{"an expected error may have any message", "judge.go", "!like.MatchString(j.findings[0].Message) &&", "false &&"},
		{"an expected error need not come", "judge.go", "	if status == 0 {\n		j.verdict, j.why = Refuted,", "	if status == 0 {\n		j.verdict, j.why = Tested,"},
		{"a process that died has a verdict", "judge.go", "	if a.died != \"\" {\n		return judged{verdict: Unknown, why: a.died}\n	}\n", "	if a.died != \"\" {\n		return judged{verdict: Tested, why: a.died, ok: true}\n	}\n"},
		{"a wish for a verdict is always met", "judge.go", "j.verdict != wants.Verdict {", "j.verdict == IllTyped {"},
		{"ints may be near", "values.go", " && strings.HasSuffix(of, \"f64\")", " && of != \"\""},
		{"arrays of other lengths are the same", "values.go", "		if len(a) != len(b) {\n", "		if len(a) > len(b) {\n"},
		{"results that are too many are no fault", "values.go", "len(results) != len(wanted)", "len(results) > len(wanted)"},
		{"two cases have one name", "manifest.go", "for name := c.Name; used[c.Name]; {", "for name := c.Name; used[c.Name] && count[name] < 1; {"},
		{"a quoted => ends the command", "manifest.go", "if in && !quoted && word", "if in && (quoted || !quoted) && word"},
		{"a file of --in=x=FILE may change", "folder.go", "for file, more := w, true; more; _, file, more = strings.Cut(file, \"=\") {", "for file, more := w, true; more; more = false {"},
		{"a result without words counts", "results.go", " || len(one.Args) == 0 ||", " ||"},
		{"a line that is cut off stays", "results.go", "		err = f.Truncate(old.whole)\n", "		err = nil\n"},
		{"an edited file keeps its result", "case.go", "		put(string(text))\n", "		put(string(text[:0]))\n"},
		{"a file may change while the suite runs", "run.go", "if c.key(r.Dir, r.Version) != result.Key {", "if false {"},
		{"another version keeps the results", "case.go", "{{version, c.Stdin,", "{{c.Stdin,"},
		{"what was not run is fine", "summary.go", "	if len(r.Results) < r.Cases {\n		status = 3\n	}\n", ""},
		{"what was not run is gone", "summary.go", "	if len(r.Results) < r.Cases || r.Part { // the others may just not have been run\n		return lines\n	}\n", ""},
		{"what is mended is new", "summary.go", "		case !old.OK && one.OK:\n", "		case old.OK && !one.OK && false:\n"},
		{"halving keeps the wrong half", "bisect.go", "			good = k\n", "			bad = k\n"},
		{"an unknown stage is a good one", "bisect.go", "		case between.verdict.Good():\n", "		case between.verdict.Good() || between.verdict == Unknown:\n"},
		{"BEFORE is never ill-typed", "bisect.go", "j.verdict == IllTyped && len(j.findings) > 0 &&", "false &&"},
		{"an answer too long counts", "worker.go", "said.Over {\n", "said.Over && false {\n"},
		{"a process that takes no other case gets one", "worker.go", "if a.died == \"\" && !a.Last {", "if a.died == \"\" {"},
		{"unknown is no error for JUnit", "junit.go", "				if one.Verdict == Unknown {\n", "				if one.Verdict == Unknown && false {\n"},
		{"JUnit counts failures twice", "junit.go", "					s.Failures++\n", "					s.Failures += 2\n"},
		{"what was not run is no error for JUnit", "junit.go", "all.Errors+s.Errors, append(all.Suites, s)", "all.Errors, append(all.Suites, s)"},
		{"a run with holes is successful", "sarif.go", "len(r.Results) >= r.Cases", "true"},
		{"columns are lines", "sarif.go", "&sarifRegion{f.Line, f.Column}", "&sarifRegion{f.Column, f.Line}"},
		{"a shard has the cases of its neighbour", "shard.go", "item%s.N == s.K-1", "item%s.N == s.K%s.N"},
		{"an array with holes says which part this is", "shard.go", "(last-first)/step+1 != n", "(last-first)/step+1 < n"},
		{"GitLab counts from 0", "shard.go", "count: \"CI_NODE_TOTAL\", from: 1}", "count: \"CI_NODE_TOTAL\"}"},
		{"a part that is not complete has its name", "shared.go", "os.CreateTemp(filepath.Dir(path), filepath.Base(path)+\".part-*\")", "os.Create(path)"},
		{"the slower task of two fails", "shared.go", "if errors.Is(err, fs.ErrNotExist) && statError(f.path) == nil {", "if errors.Is(err, fs.ErrExist) {"},
		{"results of another part are replaced", "shared.go", "case old.Header.Shard != h.Shard ||", "case old.Header.Shard == h.Shard && false ||"},
		{"results of another suite are merged", "merge.go", "case h.Whole != m.Header.Whole || h.All != m.Header.All:", "case h.All != m.Header.All:"},
		{"the better of two verdicts counts", "merge.go", "if worse(b, a) < 0 {", "if worse(b, a) > 0 {"},
		{"what disagrees is fine", "merge.go", "best.Disagree, best.OK, best.Why = differ, false,", "best.Disagree, best.OK, best.Why = differ, best.OK,"},
		{"what is not known disagrees", "merge.go", "if a.Verdict != Unknown && b.Verdict != Unknown && (", "if ("},
		{"a case without a result is not missing", "merge.go", "			missing = append(missing, n)\n", ""},
		{"a file keeps the name of an old suite", "results.go", "if h.Suite = format; reflect.DeepEqual(old.Header, h) {", "if h.Suite = format; reflect.DeepEqual(old.Header, h) || true {"},
		{"large random inputs are made", "random.go", "count += size; count > mostDrawn", "count += 0; count > mostDrawn"},
	})
}
