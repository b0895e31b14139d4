package repl

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/edit"
	"funmem/repl/session"
	"funmem/repl/tutor"
	"funmem/semantics/diag"
)

// builtIn are the lessons that come with funmem.
func builtIn(t testing.TB) []*tutor.Lesson {
	t.Helper()
	lessons, err := tutor.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return lessons
}

// TestLessons: in each lesson all examples have the answers that it shows, the solutions pass, what is wrong on purpose is
// refused, and each question has an answer.
func TestLessons(t *testing.T) {
	lessons := builtIn(t)
	if len(lessons) != 12 {
		t.Errorf("%d lessons", len(lessons))
	}
	for _, l := range lessons {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			r, err := rehearse(context.Background(), session.Defaults(), l)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range r.wrong {
				t.Error(d)
			}
			if l.About == "" || l.Minutes == 0 || l.Minutes > 15 {
				t.Errorf("it takes %d minutes: %s", l.Minutes, l.About)
			}
			tasks, questions := 0, 0
			for _, s := range l.Steps {
				if s.Task != nil {
					tasks++
				}
				if s.Question != nil {
					questions++
				}
			}
			if tasks == 0 || questions < 3 {
				t.Errorf("it has %s", l.Contents())
			}
		})
	}
}

// pupil is an editor that types what a student does who solves everything at once: a lesson, and then the end.
type pupil struct {
	edit.Editor
	c     *Console
	typed int // the step for which something was typed, from 1
}

func (p *pupil) ReadLine(string) (string, error) {
	g := p.c.school.at.guide
	if g.Ended() {
		return ":quit", nil
	}
	s := g.Lesson.Steps[g.At]
	if p.typed == g.At+1 || s.Task == nil && s.Question == nil {
		return "", nil
	}
	p.typed = g.At + 1
	if s.Task != nil {
		p.c.read(edit.NewPlain(strings.NewReader(s.Task.Solution.Text), nil)) // as it is pasted
		return "", nil
	}
	c, err := s.Question.Ask.Compute(context.Background(), p.c.Session)
	if err != nil {
		return "", err
	}
	return ":answer " + c.Right.String(), nil
}

func (p *pupil) Next(func(string) bool) (string, bool) { return "", false }

func (p *pupil) AddHistory(string) error { return nil }

// TestStudent: somebody who solves everything comes to the end of each lesson, and nothing but what the lesson is about goes
// wrong on the way.
func TestStudent(t *testing.T) {
	for _, l := range builtIn(t) {
		t.Run(l.Name, func(t *testing.T) {
			t.Setenv("FUNMEM_TUTOR", filepath.Join(t.TempDir(), "tutor.json"))
			var got bytes.Buffer
			c := NewConsole(session.NewSession(session.Defaults()), &got, &got)
			c.Line(":tutor " + l.Name)
			c.Loop(&pupil{edit.NewPlain(strings.NewReader(""), nil), c, 0})
			p, err := tutor.ReadProgress(tutor.ProgressFile())
			if err != nil {
				t.Fatal(err)
			}
			r := p.Lessons[l.Key]
			if r == nil || !r.Done || r.Step != 0 {
				t.Fatalf("the lesson did not come to its end:\n%s", got.String())
			}
			for k, right := range r.Right {
				if !right {
					t.Errorf("step %d was not right at once:\n%s", k+1, got.String())
				}
			}
			if strings.Contains(got.String(), "bug in funmem") {
				t.Error(got.String())
			}
		})
	}
}

// played is what the prompt shows while lines are typed, which are entered as at a terminal.
func played(t *testing.T, lines ...string) string {
	t.Helper()
	var got bytes.Buffer
	c := NewConsole(session.NewSession(session.Defaults()), &got, &got)
	c.Loop(&typist{edit.NewPlain(strings.NewReader(""), nil), lines, &got})
	if strings.Contains(got.String(), "bug in funmem") {
		t.Error("a bug was reported")
	}
	return got.String()
}

// TestTutorTranscript is a student who goes through the first lesson and gets some of it wrong.
func TestTutorTranscript(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tutor.json")
	t.Setenv("FUNMEM_TUTOR", file)
	got := played(t, "let mine = 7", ":tutor", ":hint", ":tutor 13", ":tutor valus", ":tutor 2nd", ":tutor 1",
		"1 / 0", "", "", "a[3]", "3", "five", "not 4", ":hint", ":hint", "cell 4", "", // the question
		"", ":hint", "let bb = a * 2", "let b = a + 2", "let b = [6, 2]", "let b = ", "a * 2", "", // the task
		"", "", ":tutor", "", "20", ":next", // kernels
		"", ":answer 5", "def mirrored (v : [3]int) = kernel i <= 3 do v[i + 1]", "def mirrored (x : int) = x", ":hint", ":hint", ":hint", ":next", // the second task
		"5, 2, 5", ":answer 7 2 7", "", "", ":tutor list", ":tutor leave", "mine", ":next", ":tutor 2", ":tutor leave", ":tutor again", ":tutor 2", "", ":quit")
	testkit.Golden(t, "testdata/tutor/transcript.txt", got)
}

// TestTutorAnswers is a student whose answers about views and races are wrong in several ways.
func TestTutorAnswers(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", "")
	got := played(t, ":tutor views", "", "3", "99", ":answer what", "6", "4", "", "", "", "1", "1, 2", "none", "1 and 4", // sets
		"", "", ":next", "", "", "let even = [2, 4, 6, 8]", "let evne = v[2:4:2]", "let even = v[2:4:2]", "", "5", "", "", "3", "none", "none of them",
		":tutor races", ":next", ":next", ":next", ":next", "1 and 4", "1 and 2", "1, 2, 3", "1-2, 2-3, 3-4", ":quit")
	testkit.Golden(t, "testdata/tutor/answers.txt", got)
}

// TestTutorRebound is a student who binds the lesson's names anew, and takes some back. What is expected follows the names of
// now where the lesson can, and otherwise the student is told.
func TestTutorRebound(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", "")
	got := played(t, ":tutor 1", "", "", "4", "", "", "let a = 5", "let b = a * 2", ":undo", ":undo", "let a = [7, 8, 9, 10]", "let b = [6, 2, 8]", "let b = a * 2", // the task follows a
		":undo", ":undo", "let a = 5", "let b = a * 2", ":next", "", "", ":undo", // a is no array any more
		":tutor 2", "let x = 5", "", "4", ":next", ":undo", "", "", // the question needs x
		":tutor again", "", ":undo", "4", ":hint", ":hint", ":next", // and x is gone
		":tutor again", "", "let x = [[9, 9, 9], [9, 9, 9]]", "9", "4", "let y = 3", ":quit")
	testkit.Golden(t, "testdata/tutor/rebound.txt", got)
	if strings.Contains(got, ".lesson") || strings.Contains(got, "test failed") {
		t.Error("a student sees the file of the lesson")
	}
}

// TestTutorTries is a student who needs two tries, hints that show the answer, and neither: only the last is a first try.
func TestTutorTries(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tutor.json")
	t.Setenv("FUNMEM_TUTOR", file)
	got := played(t, ":tutor 2", "", "1", "99", "4", "", "", ":hint", ":hint", "1, 4", "", "", ":hint", "1", ":quit")
	testkit.Golden(t, "testdata/tutor/tries.txt", got)
	p, err := tutor.ReadProgress(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := p.Lessons["views"].Right; r[1] || r[3] || !r[5] || len(r) != 3 {
		t.Errorf("at the first try: %v", r)
	}
}

// TestTutorExpressions is a student who answers by expressions, and solves tasks under other names or none.
func TestTutorExpressions(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", "")
	got := played(t, ":tutor 1", "", "", "a[3]", "a[1]", "2 + 2", "", "", "a + 2", "a * 2", "let twice = a * 2", "let bb = a * 2", "let bb = a", ":undo", ":undo", "let twice = 0", ":undo", "b", "let b = a * 2",
		":tutor 3", "", "", "", ":next", "", "2*4", "2 * 4", "0 + (4 - 1) * 2 + (2 - 1) * 1", "", "", "(1, 5)", "5", "", "t[2, 1]", "x[1, 4]", "t[1, 4]",
		":tutor 4", "", "", ":next", "", "", ":next", "", ":next", ":next", "", "let q = 7", "let (q : [3] @ m -> R(3)) = iota 3", "let (q : [3] @ m -> 5 + {(3 : 1)}) = iota 3", "let (q : [3] @ m -> {(3, 1)}) = iota 3", "let (r : [3] @ m -> 3 + {(3 : 1)}) = iota 3", ":undo", ":heap m", "let (q : [3] @ m -> 3 + {(3 : 1)}) = iota 3", "", "m[4]", ":quit")
	testkit.Golden(t, "testdata/tutor/expressions.txt", got)
}

// TestTutorResumes: a student comes back in another process, or in the same, and finds what was defined.
func TestTutorResumes(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", filepath.Join(t.TempDir(), "tutor.json"))
	upTo := []string{":tutor arrays", "", "", "4", "", "", "let two = 2", "let b = two * a", ""}
	if got := played(t, upTo...); !strings.Contains(got, "Well done") {
		t.Fatal(got)
	}
	got := played(t, ":tutor 1", "b + 1", "two", ":tutor leave", "b", ":tutor 1", "let more = 9", ":tutor 2", ":tutor 1", "more", ":tutor again", "b")
	testkit.Golden(t, "testdata/tutor/resumes.txt", got)
}

// TestTutorProgress: what is wrong with the file of the progress is said, and the file stays as it is.
func TestTutorProgress(t *testing.T) {
	var b strings.Builder
	dir := t.TempDir()
	for _, c := range [][2]string{{"none.json", ""}, {"text.json", "not JSON"}, {"other.json", `{"lessons": {"arrays": {"step": -1}}}`}, {"null.json", `{"lessons": null}`}, {"keys.json", `{"lesson": {}}`}, {"deep.json", `{"lessons": {"arrays": {"step": 1000}}}`}} {
		file := filepath.Join(dir, c[0])
		if c[1] != "" {
			if err := os.WriteFile(file, []byte(c[1]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("FUNMEM_TUTOR", file)
		got := played(t, ":tutor 1", "", "", "4")
		got, _, _ = strings.Cut(got, "Lesson 1:")
		b.WriteString("== " + c[0] + "\n" + strings.ReplaceAll(got, dir+string(filepath.Separator), ""))
		text, err := os.ReadFile(file)
		if broken := strings.Contains(got, "warning"); err != nil || (string(text) == c[1]) != broken {
			t.Errorf("%s: %v\n%s\n%s", c[0], err, text, got)
		}
	}
	t.Setenv("FUNMEM_TUTOR", filepath.Join(dir, "none.json", "beside"))
	got := played(t, ":tutor 1", "", "2", "", "4")
	b.WriteString("== a folder that is a file\n" + strings.Join(regexp.MustCompile(`(?m)^.*(usage error|warning|help).*\n`).FindAllString(strings.ReplaceAll(got, dir+string(filepath.Separator), ""), -1), ""))
	testkit.Golden(t, "testdata/tutor/progress.txt", b.String())
}

// TestTutorKept: two sessions keep their lessons beside each other, and FUNMEM_TUTOR= keeps none.
func TestTutorKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "tutor.json")
	t.Setenv("FUNMEM_TUTOR", file)
	var out bytes.Buffer
	one := NewConsole(session.NewSession(session.Defaults()), &out, &out)
	two := NewConsole(session.NewSession(session.Defaults()), &out, &out)
	for _, l := range []string{":tutor 1", ":next"} {
		one.Line(l)
	}
	for _, l := range []string{":tutor 2", ":next"} {
		two.Line(l)
	}
	one.Line(":next")
	p, err := tutor.ReadProgress(file)
	if err != nil || p.Lessons["arrays"].Step != 2 || p.Lessons["views"].Step != 1 {
		t.Errorf("%v %+v\n%s", err, p.Lessons, &out)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FUNMEM_TUTOR", "")
	three := NewConsole(session.NewSession(session.Defaults()), &out, &out)
	three.Line(":tutor 1")
	three.Line(":next")
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Error("something was kept")
	}
}

// TestTutorInLesson: examples that would end the session, or lead through lessons, do not.
func TestTutorInLesson(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", "")
	file := filepath.Join(t.TempDir(), "odd.lesson")
	if err := os.WriteFile(file, []byte("lesson: Odd\n\n    > :quit\n\n    > :next\n\n    > :tutor again\n\n    > let x =\n\n    > let y = 2\n\n---\n\nMore.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := played(t, ":tutor "+file, "y", "", ":next", ":next", ":tutor leave", "1 + 1")
	testkit.Golden(t, "testdata/tutor/odd.txt", strings.ReplaceAll(got, file, "odd.lesson"))
}

// TestTutorCompletes: the names of lessons are completed.
func TestTutorCompletes(t *testing.T) {
	t.Setenv("FUNMEM_TUTOR", "")
	c := NewConsole(session.NewSession(session.Defaults()), io.Discard, io.Discard)
	if found, _ := c.Complete(":tutor ra", len(":tutor ra")); len(found) != 1 || found[0] != "races" {
		t.Error(found)
	}
}

// flawed are lessons that can be read and are wrong, by what is wrong with them.
var flawed = [][2]string{
	{"another answer", "    > 1 + 1\n    3\n"},
	{"no answer", "    > 1 + 1\n"},
	{"an example that is refused", "    > nobody\n    5\n"},
	{"a solution that does not pass", "task: T\ndefine: x\ncheck: x == 1\nsay: x is {x}\nsolution:\n    let x = 3\nwrong:\n    let x = 2\n"},
	{"a solution that is refused", "task: T\ndefine: x\ncheck: 1 == 1\nsolution:\n    let x = nobody\nwrong:\n    let x = 2\n"},
	{"a solution of another name", "task: T\ndefine: x\ncheck: y == 1\nsolution:\n    let y = 1\nwrong:\n    let y = 2\n"},
	{"something wrong that passes", "task: T\ndefine: x\ncheck: x > 0\nsolution:\n    let x = 1\nwrong:\n    let x = 2\n"},
	{"something wrong that is refused by the prompt", "task: T\ndefine: x\ncheck: x == 1\nsolution:\n    let x = 1\nwrong:\n    let x = nobody\n"},
	{"a check that is no truth", "task: T\ndefine: x\ncheck: x + 1\nsolution:\n    let x = 4\nwrong:\n    let x = 2\n"},
	{"a check that defines something", "task: T\ndefine: x\ncheck: let y = x\nsolution:\n    let x = 4\nwrong:\n    let x = 2\n"},
	{"a hole that has no value", "task: T\ndefine: x\ncheck: x == 1\nsay: x is {nobody}\nsolution:\n    let x = 1\nwrong:\n    let x = 2\n"},
	{"an expectation about nothing", "task: T\ndefine: x\nexpect: block nobody = block x\nsolution:\n    let x = [1]\nwrong:\n    let x = [2]\n"},
	{"a stepper without a program", "    > :set limit\n    limit is 5000\nstepper:\n"},
	{"a stepper of nothing", "stepper: nobody\n"},
}

// quantities that cannot be computed; `x`, `f` and `m` are defined.
var impossible = []string{"cell x", "cell x[9, 9]", "cell x[1]", "cell nobody[1]", "cell f[1]", "cell one[1]", "element x at 99", "element x", "offset one", "offset f", "stride 3 of x", "stride x", "block nobody", "shared x", "size nobody",
	"holds m[9]", "holds m[1]", "holds m", "holds nobody[1]", "reads 9 of x", "reads x", "races one", "races f", "value f", "value nobody", "value let y = 1", "value 1.0 / 0.0", "shape one", "valid x[9]", "allocated x[9]", "allocs nobody", "allocs f after nobody", "allocs f after introduce,fuse",
	"copies one", "last v in f", "last nobody in f", "last v", "cells iota 2000", "races kernel i <= 2000 do i"}

// TestLessonMistakes: the messages about lessons that can be read and are wrong.
func TestLessonMistakes(t *testing.T) {
	var b strings.Builder
	wrong := func(name, text string) {
		l, err := tutor.ReadLesson(diag.NewSource("my.lesson", "lesson: T\n\n"+text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := rehearse(context.Background(), session.Defaults(), l)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.wrong) == 0 {
			t.Errorf("%s: nothing is wrong", name)
		}
		b.WriteString("== " + name + "\n" + strings.TrimRight(r.wrong.Error(), "\n") + "\n")
	}
	for _, c := range flawed {
		wrong(c[0], c[1])
	}
	before := "    > let x = [[1, 2], [3, 4]]\n    x : [2][2]int\n    > let one = 1\n    one : int\n    > def f [n] (v : [n]int) = v + 1\n    f : [n] (v : [n]int) -> [n]int\n    > let (m : mem) = alloc 2\n    m : mem\n\n"
	for _, q := range impossible {
		wrong(q, before+"question: Q?\nask: "+q+"\n")
	}
	testkit.Golden(t, "testdata/tutor/wrong.txt", b.String())
}

// TestLessonsPage: the lesson in docs/lessons.md is fine.
func TestLessonsPage(t *testing.T) {
	text, err := os.ReadFile("../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lesson, ok := strings.Cut(string(text), "\n```lesson\n")
	lesson, _, ended := strings.Cut(lesson, "\n```\n")
	if !ok || !ended {
		t.Fatal("docs/lessons.md has no lesson")
	}
	file := filepath.Join(t.TempDir(), "halves.lesson")
	if err := os.WriteFile(file, []byte(lesson+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := &cli.Options{Settings: session.Defaults()}
	o.Tutor.Verify = file
	if err := Tutor(context.Background(), cli.Streams{Out: &out, Err: &out}, o, nil); err != nil {
		t.Errorf("%v\n%s", err, &out)
	}
	for _, k := range tutor.Kinds {
		if row := "| `" + k.Name + " " + k.Args + "` | " + k.Doc + " |"; !strings.Contains(string(text), row) {
			t.Errorf("docs/lessons.md lacks the row\n%s", row)
		}
	}
}

// TestPlantedLessons: the lessons find mistakes in how they are led through.
func TestPlantedLessons(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"one check is enough", "tutor/guide.go", "			return &o, err\n		}\n", "			return &o, err\n		}\n		break\n"},
		{"all answers are right", "tutor/guide_answer.go", "	case c.Right.Accepts(given):", "	case true:"},
		{"names that are bound anew are not noticed", "tutor/guide_names.go", "return n.Def == was.Def && n.Binding == was.Binding || g.asked(name)", "return n.Def == was.Def || g.asked(name)"},
		{"the first wrong answer is followed by the right one", "tutor/guide_answer.go", "	again := g.tried || form == Truth", "	again := true || form == Truth"},
		{"hints that show the answer do not count", "tutor/guide.go", "	g.mark(false)\n	if s.Task != nil {\n		in.Say(\"There are no more hints. This", "	if s.Task != nil {\n		in.Say(\"There are no more hints. This"},
		{"trials stay", "tutor/guide_names.go", "		s.Trial(func() {", "		func(f func()) { f() }(func() {"},
		{"a solution under another name is not tried", "tutor/guide_names.go", "		if _, err = s.Add(ctx, diag.NewSource(\"task\", renamed)); err == nil {", "		if _, err = s.Add(ctx, diag.NewSource(\"task\", renamed+\" +\")); err == nil {"},
		{"arithmetic is no answer", "tutor/guide_shown.go", "	case !arithmetic.MatchString(e.Src.Text):\n	case", "	case true:\n	case"},
		{"elements are no answer", "tutor/guide_shown.go", "found == strings.TrimSpace(name) {", "found == name+\"\\x00\" {"},
		{"tasks are not looked at", "tutor/guide_answer.go", "	if failed == nil {\n", "	if true {\n"},
		{"answers of examples are not compared", "tutor_verify.go", "	if sameLines(found, e.Want) {", "	if len(found) == 0 || len(e.Want) > 0 {"},
		{"what is wrong stays defined", "tutor_verify.go", "		r.c.Restore(before)\n", "		_ = before\n"},
		{"a lesson runs in the student's session", "tutor_command.go", "session: c.beside()}", "session: c.Session}"},
		{"solutions are not kept", "tutor/guide_answer.go", "		g.Progress.Of(g.Lesson).Solutions[g.At] = g.solution(s)\n", ""},
	}, "-run", "TestLessons$|TestStudent|TestTutor|TestLessonMistakes", ".")
}
