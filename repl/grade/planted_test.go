package grade

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes of a grader.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a limit is off by one", "heading.go", "		return n <= b.N\n", "		return n <= b.N+1\n"},
		{"a least number is off by one", "heading.go", "		return n >= b.N\n", "		return n > b.N-2\n"},
		{"any number is exact", "heading.go", "	return n == b.N\n", "	return true\n"},
		{"a construct in another function is not seen", "constructs.go", "		if next != nil {\n			hit", "		if next != nil && false {\n			hit"},
		{"a construct in the library is not seen", "constructs.go", "			next, at = std.Def(e.name), place(e.at)\n", "			at = place(e.at)\n"},
		{"a construct in a body is not seen", "constructs.go", "		for _, e := range body.Res {\n			f.walk(e, visit)\n		}\n", ""},
		{"dead code counts", "constructs.go", "needed[x.Name] || inMemory(x.Type)", "true || inMemory(x.Type)"},
		{"dead code of a shadowed name counts", "constructs.go", "				delete(needed, x.Name)\n", "				_ = x\n"},
		{"own functions are those of the library", "constructs.go", "(f.live || !own)", "(own || true)"},
		{"a function that a map applies is not called", "constructs.go", "	case *syntax.Map:\n		return given(n.Fn)\n", ""},
		{"hidden inputs are shown", "report.go", "*it = Item{Passed: it.Passed, Undecided: it.Undecided}", "it.Expected = \"\""},
		{"hidden titles are shown", "exercise.go", "			one.Title = \"\"\n", ""},
		{"helpers are shown", "exercise.go", "teachers(d.Span) && d.Span.Src != shown", "false"},
		{"the reference solution is shown", "exercise.go", "at.IsValid() && at.Src.Name == s.At.Src.Name && !s.o.Reveal", "false"},
		{"tests call the library where the student has a function", "names.go", "			return student + \".\" + name\n", "			return name\n"},
		{"the student sees the names of the teacher", "names.go", "syntax.Qualify(e.taught(), teacher), syntax.Qualify(solution, student)", "syntax.Qualify(e.taught(), teacher), solution"},
		{"top-level statements run", "names.go", "			if !use || keep[k] {\n", "			if _, isDef := d.(*syntax.Def); isDef && !use || keep[k] {\n"},
		{"imports reach other folders", "submission.go", "	return s.file(path.Clean(slashed))\n", "	src, err := s.file(path.Clean(slashed))\n	if err != nil {\n		return s.file(s.Files[0].Name)\n	}\n	return src, err\n"},
		{"links are followed", "submission.go", "info.Mode()&fs.ModeSymlink != 0", "false"},
		{"any number of bytes is read", "submission.go", "*size > mostBytes", "*size > 4*mostBytes"},
		{"NUL bytes are text", "submission.go", "if at := slices.Index(text, 0); at >= 0 {", "if at := slices.Index(text, 0); at > len(text) {"},
		{"values of another shape are near", "examples.go", " || w.Type() != f.Type() {", " {"},
		{"reals are near any real", "examples.go", "<= within*max(1, math.Abs(x))", "<= 1+within*max(1, math.Abs(x))"},
		{"any condition is true", "examples.go", "!n.IsUndefined() && !n.IsZero()", "!n.IsUndefined()"},
		{"what is invalid passes", "compare.go", "it.Passed = string(r.Word), r.Word == validate.Valid", "it.Passed = string(r.Word), r.Word != validate.StuckBefore"},
		{"a race passes the check", "compare.go", "		it.Verdict, it.Says = string(validate.Refuted), oneLine(r.AloneKind())\n", "		it.Passed = true\n"},
		{"a wrong function keeps its limits", "compare.go", "			case it.Passed:\n", "			case it.Passed || r != nil:\n"},
		{"a limit counts all layouts", "compare.go", "		o.Tests = 1 // the input may lie in memory in other ways, and is counted once\n", ""},
		{"points are rounded up", "tasks.go", "x * Points(k) / Points(max(1, n))", "(x*Points(k) + Points(n) - 1) / Points(max(1, n))"},
		{"no check holds back the points of a function that does nothing", "exercise.go", "	e.withhold(r)\n", ""},
		{"a wrong solution with all points is fine", "verify.go", "OK: report.Full() != isWrong", "OK: report.Full() || isWrong"},
		{"cells are formulas", "table.go", "			row[i] = noFormula(row[i])\n", "			row[i] += \"\"\n"},
		{"the report may garble a terminal", "report.go", "		lines[k] = diag.Printable(l)\n", "		lines[k] = l\n"},
		{"nobody says that the time was over", "child.go", "	case timed.Err() != nil:\n", "	case timed == nil:\n"},
		{"a dead process loses all exercises", "child.go", "		if len(wanted) > 1 {\n", "		if len(wanted) > 100 {\n"},
		{"files may be opened", "confine_unix.go", "		{unix.RLIMIT_NOFILE, 0},\n", ""},
	}, ".")
}
