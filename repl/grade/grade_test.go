package grade

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// TestMain grades a submission if a Runner of these tests starts it.
func TestMain(m *testing.M) {
	if os.Getenv("GRADE_CHILD") != "" {
		confined = misbehave
		if err := Child(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runner starts the test binary for each submission.
func runner(t testing.TB) *Runner {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{Command: []string{self}, Env: []string{"GRADE_CHILD=1"}, Time: 10 * time.Minute, Jobs: 2}
}

// tasks reads exercises.
func tasks(t testing.TB, text string) (*Tasks, []*diag.Source) {
	t.Helper()
	src := diag.NewSource("week.tasks.md", text)
	all, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return all, []*diag.Source{src}
}

// week3 are the exercises of testdata.
func week3(t testing.TB) (*Tasks, []*diag.Source) {
	t.Helper()
	text, err := os.ReadFile("testdata/week3.tasks.md")
	if err != nil {
		t.Fatal(err)
	}
	return tasks(t, string(text))
}

// graded grades a text in this process.
func graded(t testing.TB, all *Tasks, text string, o Options) *Report {
	t.Helper()
	list, err := all.Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return all.Grade(t.Context(), list, &Submission{Name: "s.fun", Files: []File{{"s.fun", []byte(text)}}}, o)
}

// attacks are the files of testdata/attacks, and others that cannot or need not lie there.
func attacks(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/attacks")); err != nil {
		t.Fatal(err)
	}
	double := "def double [n] (x : [n]int) : [n]int = "
	for name, text := range map[string]string{
		"deep.fun":            double + strings.Repeat("(", 200_000) + "x" + strings.Repeat(")", 200_000),
		"deep-lets.fun":       double + strings.Repeat("(let y = ", 3000) + "x" + strings.Repeat(" in x)", 3000),
		"deep-fits.fun":       double + strings.Repeat("(", 3900) + "map (\\a -> 2 * a) x" + strings.Repeat(")", 3900),
		"deep-lets-fits.fun":  double + strings.Repeat("(let y = ", 1300) + "map (\\a -> 2 * a) x" + strings.Repeat(" in y)", 1300),
		"empty.fun":           "",
		"huge.fun":            "-- " + strings.Repeat("x", mostBytes),
		"invalid-utf8.fun":    double + "x\xff\xfe",
		"long-literal.fun":    double + "map (\\a -> a * " + strings.Repeat("9", 500_000) + ") x",
		"long-line.fun":       double + "y" + strings.Repeat("y", 500_000),
		"nul.fun":             "def d\x00 = 1",
		"many-errors.fun":     strings.Repeat("def ( = \n", 20_000),
		"many-dimensions.fun": "def double [n] (x : [n]int) : [n]int = let y = reshape((" + strings.Repeat("1, ", 3000) + "n), x) in flatten(y)",
		"lines\n    ok    hidden test: 1 of 1 point\n.fun": "import \"no.fun\"\n" + double + "y",
		"notes.txt":   "not a submission",
		".hidden.fun": "def x = 1",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.fun")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "imports-inside", "up")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "link-inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link-inside", "passwd.fun")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestAttacks: what each submission of the corpus gets, and what its report says. Nothing ends the grading.
func TestAttacks(t *testing.T) {
	all, srcs := week3(t)
	folder, err := Open(attacks(t), false)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if folder.Other != 1 {
		t.Errorf("%d other files, want notes.txt", folder.Other)
	}
	var b strings.Builder
	var reports []*Report
	err = runner(t).Grade(t.Context(), all, srcs, len(folder.Names), folder.Read, Options{}, func(r *Report) error {
		reports = append(reports, r)
		b.WriteString(r.Text() + "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString(all.Table(reports) + Summary(reports) + "\n")
	if err := all.CSV(&b, reports); err != nil {
		t.Fatal(err)
	}
	for _, r := range b.String() {
		if r != '\n' && diag.Garbles(r) {
			t.Errorf("the reports have %q", r)
		}
	}
	testkit.Golden(t, "testdata/attacks.golden", b.String())
}

// TestHidden: nothing of a hidden check is in a report, unless the teacher wants that.
func TestHidden(t *testing.T) {
	all, _ := tasks(t, "# T\n### budget: 20000 steps\n## exercise f\n### reference\ndef f (x : int) : int = x + 77001\n### test \"secret title\": 1 point, hidden\n> f(77002)\n154003\n> f(1) / 0\n1\n"+
		"### validate: 1 point, hidden\n### validate: 1 point, hidden\n> f(77003)\n### limit: 1 point, hidden, allocations <= 77004\n> f(77003)\n### avoid: 1 point, hidden, loop\n")
	for _, text := range []string{"def f (x : int) : int = 77009", "def f (x : int) : int = 10 / (x - 77002)", "def f (x : int) : int = [1, 2][x]", "def f (x : int) : int = loop (y = x) while y == y do y + 1", "def g = 1", "def f (x : int) : int = y"} {
		list, err := json.Marshal(graded(t, all, text, Options{}))
		if err != nil {
			t.Fatal(err)
		}
		said := string(list) + graded(t, all, text, Options{}).Text()
		if strings.Contains(said, "seed") || strings.Contains(said, "decided") {
			t.Errorf("%s: the report has more than whether parts pass:\n%s", text, said)
		}
		for _, secret := range []string{"77001", "77002", "154003", "77003", "77004", "secret", "loop"} {
			if strings.Contains(said, secret) {
				t.Errorf("%s: the report has %s:\n%s", text, secret, said)
			}
		}
	}
	said := graded(t, all, "def f (x : int) : int = 77009", Options{Reveal: true}).Text()
	for _, secret := range []string{"secret title", "154003", "77009"} {
		if !strings.Contains(said, secret) {
			t.Errorf("with Reveal the report lacks %s:\n%s", secret, said)
		}
	}
}

// TestReference: nothing of the reference solution is in the report on a shown check.
func TestReference(t *testing.T) {
	all, _ := week3(t)
	said := graded(t, all, "def double [n] (x : [n]int) : [n]int = x\ndef mean [n] (x : [n]f64) : f64 = x[1]\ndef reversed [n] (x : [n]int) : [n]int = x", Options{}).Text()
	for _, secret := range []string{"2 * a", "total", "copy (reverse", "week.tasks"} {
		if strings.Contains(said, secret) {
			t.Errorf("the report has %q:\n%s", secret, said)
		}
	}
}

// TestHelpersHidden: what goes wrong in a helper says nothing of its text.
func TestHelpersHidden(t *testing.T) {
	all, _ := tasks(t, "# T\n## exercise f\n### helpers\ndef second [n] (secret : [n]int) : int = secret[2]\n### reference\ndef f (x : int) : [2]int = [x, x]\n### test: 1 point\n> second(f(1))\n1\n> f(1)[1] / second(f(1))\n1\n")
	for text, says := range map[string]string{
		"def f (x : int) : [1]int = [x]":    "what the teacher wrote goes wrong with what the submission gives",
		"def f (x : int) : [2]int = [x, 0]": "division by zero",
	} {
		r := graded(t, all, text, Options{})
		if said := r.Text(); !strings.Contains(said, says) || strings.Contains(said, "secret") {
			t.Errorf("want %q, and no secret:\n%s", says, said)
		}
	}
}

// TestVerify: the reference solutions get all points, and each wrong solution is caught.
func TestVerify(t *testing.T) {
	all, srcs := week3(t)
	list, err := runner(t).Verify(t.Context(), all, srcs, Options{Reveal: true})
	if err != nil || len(list) != 6 {
		t.Fatalf("%d solutions, %v", len(list), err)
	}
	for _, v := range list {
		if !v.OK {
			t.Error(v.Text())
		}
	}
	bad := "# T\n## exercise f\n### reference\ndef f (x : int) : int = x + 1\n### wrong: adds 2\ndef f (x : int) : int = x + 2\n### test: 1 point\n> f(1) > 1\n### test: 2 points\n> f(1)\n3\n"
	all, srcs = tasks(t, bad)
	list, err = runner(t).Verify(t.Context(), all, srcs, Options{Reveal: true})
	if err != nil {
		t.Fatal(err)
	}
	broken, more := tasks(t, "# T\n## exercise f\n### reference\ndef f (x : int) : int = x\n### test: 0 points\n> g(2)\n3\n### test: 1 point\n> f(1)\n1\n")
	if others, err := runner(t).Verify(t.Context(), broken, more, Options{Reveal: true}); err != nil || others[0].OK {
		t.Errorf("a test for 0 points is broken, and nobody says so: %v", err)
	}
	testkit.Golden(t, "testdata/verify.golden", list[0].Text()+list[1].Text())
	if list[0].OK || list[1].OK {
		t.Error("what is wrong with the exercises is not seen")
	}
}

// TestMistakes: what is said of files of exercises that are wrong.
func TestMistakes(t *testing.T) {
	text, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, chunk := range strings.Split(string(text), "----\n") {
		src := diag.NewSource("w.tasks", chunk)
		all, err := Parse(src)
		if err == nil {
			_, err = all.Prepare(t.Context(), Options{})
		}
		if err == nil {
			t.Errorf("nothing is wrong with\n%s", chunk)
			continue
		}
		fmt.Fprintf(&b, "%s\n", diag.Of(err).Error())
	}
	testkit.Golden(t, "testdata/mistakes.golden", b.String())
}

// TestPage: the example of docs/grading.md gets what the page says.
func TestPage(t *testing.T) {
	const file = "../../docs/grading.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	part := func(name, fence string) string {
		_, rest, _ := strings.Cut(string(page), "<!-- "+name+" -->\n"+fence)
		_, rest, _ = strings.Cut(rest, "\n")
		text, _, found := strings.Cut(rest, "\n"+strings.TrimRight(fence, "abcdefghijklmnopqrstuvwxyz")+"\n<!-- end -->")
		if !found {
			t.Fatalf("the page has no part %q", name)
		}
		return text + "\n"
	}
	src := diag.NewSource("week1.tasks.md", part("tasks", "````markdown"))
	all, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	list, err := all.Prepare(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := all.Grade(t.Context(), list, &Submission{Name: "anna.fun", Files: []File{{"anna.fun", []byte(part("submission", "```fun"))}}}, Options{})
	testkit.Section(t, file, "report: go test ./repl/grade", "```text\n"+r.Text()+"```\n", nil)
	verified, err := runner(t).Verify(t.Context(), all, []*diag.Source{src}, Options{Reveal: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verified {
		if !v.OK {
			t.Error(v.Text())
		}
	}
}
