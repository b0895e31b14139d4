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
		{"a construct in another function is not seen", "constructs.go", "			if hit == nil {\n				hit = f.in", "			if hit == nil && false {\n				hit = f.in"},
		{"a construct in the library is not seen", "constructs.go", "len(list) == 0 && own != nil", "len(list) == 0 && own == nil"},
		{"a construct in a let at the top is not seen", "constructs.go", "			for _, x := range d.Pat {\n", "			for _, x := range d.Pat[:0] {\n"},
		{"a construct in a result is not seen", "live.go", "		maps.Copy(need, l.expr(b.Res[0], want))\n", "		_ = want\n"},
		{"all of a tuple counts", "live.go", "		return l.exprs(e.Elems, want)\n", "		return l.exprs(e.Elems, nil)\n"},
		{"arguments that a function ignores count", "live.go", "		return l.exprs(e.Args, l.def(d, want))\n", "		l.def(d, want)\n		return l.exprs(e.Args, nil)\n"},
		{"arrays that a map ignores count", "live.go", "	maps.Copy(need, l.exprs(xs, used))\n", "	maps.Copy(need, l.exprs(xs, nil))\n"},
		{"all that a loop carries counts", "live.go", "	maps.Copy(need, l.exprs(e.Init, live))\n", "	maps.Copy(need, l.exprs(e.Init, nil))\n"},
		{"one round of a loop is enough", "live.go", "again, live = !slices.Equal(live, more), more", "again = len(more) < len(live)"},
		{"a let at the top that a function needs does not count", "live.go", "			l.let(let, need)\n		}\n	}\n	return used", "			l.visit(let)\n		}\n	}\n	return used"},
		{"blocks keep nothing alive", "live.go", "(need[x.Name] || block)", "(need[x.Name] || block && false)"},
		{"all blocks are alive", "live.go", "x.Type != nil && x.Type.Mem != nil && need[x.Type.Mem.Block.Name]", "x.Type != nil && x.Type.Mem != nil"},
		{"checks need values", "live.go", "			l.visit(s)\n", "			l.visit(s)\n			if c, is := s.(*syntax.Check); is {\n				maps.Copy(need, l.expr(c.X, nil))\n			}\n"},
		{"dead code counts", "live.go", "	if !some {\n		return\n	}\n", "	_ = some\n"},
		{"dead code of a shadowed name counts", "live.go", "	need.without(let.Pat)\n", ""},
		{"own functions are those of the library", "constructs.go", "c.here(n, len(f.named[name]) > 0)", "c.here(n, false)"},
		{"a function that a map applies is not called", "constructs.go", "	case *syntax.Map:\n		return given(n.Fn)\n", ""},
		{"hidden inputs are shown", "report.go", "		*it = Item{Passed: it.Passed}\n", "		it.Expected = \"\"\n"},
		{"the seed of hidden inputs is shown", "report.go", "c.Title, c.Seed = \"\", 0", "c.Title = \"\""},
		{"what is hidden may be not decided", "report.go", "		*it = Item{Passed: it.Passed}\n", "		*it = Item{Passed: it.Passed, Undecided: it.Undecided}\n"},
		{"hidden titles are shown", "report.go", "c.Title, c.Seed = \"\", 0", "c.Seed = 0"},
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
		{"reals are near an infinity", "examples.go", "!math.IsInf(d, 0) && ", ""},
		{"any condition is true", "examples.go", "!n.IsUndefined() && !n.IsZero()", "!n.IsUndefined()"},
		{"what is invalid passes", "compare.go", "it.Passed = string(r.Word), r.Word == validate.Valid", "it.Passed = string(r.Word), r.Word != validate.StuckBefore"},
		{"few inputs are enough", "compare.go", "!it.Passed || r.Tests >= r.Wanted", "!it.Passed || r.Tests > 0"},
		{"a check has the steps of a reference solution", "compare.go", "		o.Each = s.Budget.Steps //", "		//"},
		{"the reference solution may take all steps", "compare.go", "	if s.o.Verify {\n", "	if s.o.Verify && false {\n"},
		{"another type is no verdict", "compare.go", "		return nil, &mismatch{diag.Of(err)}\n", "		return nil, err\n"},
		{"a race passes the check", "compare.go", "		it.Verdict, it.Says = string(validate.Refuted), oneLine(r.AloneKind())\n", "		it.Passed = true\n"},
		{"a wrong function keeps its limits", "compare.go", "			case it.Passed:\n", "			case it.Passed || r != nil:\n"},
		{"a limit counts all layouts", "compare.go", "		o.Tests = 1 // the input may lie in memory in other ways, and is counted once\n", ""},
		{"points are rounded up", "tasks.go", "x * Points(k) / Points(max(1, n))", "(x*Points(k) + Points(n) - 1) / Points(max(1, n))"},
		{"no check holds back the points of a function that does nothing", "exercise.go", "	e.withhold(r)\n", ""},
		{"a wrong solution with all points is fine", "verify.go", "isWrong && !report.Full()", "isWrong"},
		{"tests for no points may be broken", "verify.go", "!isWrong && report.passed()", "!isWrong && report.Full()"},
		{"cells are formulas", "table.go", "			row[i] = noFormula(row[i])\n", "			row[i] += \"\"\n"},
		{"the report may garble a terminal", "report.go", "		lines[k] = diag.Printable(l)\n", "		lines[k] = l\n"},
		{"a file name may make lines of a report", "submission.go", "File{diag.Printable(f.Name), f.Text}", "File{f.Name, f.Text}"},
		{"files may not import the others", "exercise.go", "(len(files) == 1 || !slices.ContainsFunc(s.Names, missing))", "(len(files) == 1 || len(s.Names) == 0 && !missing(file))"},
		{"nobody says that the time was over", "child.go", "	case timed.Err() != nil:\n", "	case timed == nil:\n"},
		{"a dead process loses all exercises", "child.go", "		if len(wanted) > 1 {\n", "		if len(wanted) > 100 {\n"},
		{"files may be opened", "confine_unix.go", "		{unix.RLIMIT_NOFILE, 0},\n", ""},
	}, ".")
}
