package tutor_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/tutor"
	"funmem/semantics/diag"
)

const head = "lesson: T\nabout: A\n\n"

const task = "task: Define x.\ndefine: x\ncheck: x == 1\nsolution:\n    let x = 1\nwrong:\n    let x = 2\n"

// bad are lessons with mistakes, by what is wrong with them.
var bad = [][2]string{
	{"nothing", ""},
	{"no title", "about: A\n\ntext\n"},
	{"no head", "Some text.\n"},
	{"head goes wrong", "lesson: T\nauthor: me\n\ntext\n"},
	{"minutes", "lesson: T\nminutes: many\n\ntext\n"},
	{"no steps", "lesson: T\n"},
	{"a misspelt key", head + "tsk: Define x.\n"},
	{"a misspelt key in a task", head + strings.Replace(task, "solution", "soluton", 1)},
	{"text after a task", head + task + "More text.\n"},
	{"a second task", head + task + task},
	{"a task and a question", head + task + "question: Q?\nask: value x\n"},
	{"a hint without a task", head + "Text.\n\nhint: H\n"},
	{"say without a check", head + "task: T\ndefine: x\nsay: S\n"},
	{"ask in a task", head + "task: T\nask: value 1\n"},
	{"check in a question", head + "question: Q?\ncheck: 1 == 1\n"},
	{"a question that asks for nothing", head + "question: Q?\nhint: H\n"},
	{"two quantities", head + "question: Q?\nask: value 1\nask: value 2\n"},
	{"an unknown quantity", head + "question: Q?\nask: cel t[2, 1]\n"},
	{"another unknown quantity", head + "question: Q?\nask: 5\n"},
	{"a quantity without an argument", head + "question: Q?\nask: cell\n"},
	{"a task without names", head + strings.Replace(task, "define: x\n", "", 1)},
	{"a task without checks", head + strings.Replace(task, "check: x == 1\n", "", 1)},
	{"a task without a solution", head + strings.Replace(task, "solution:\n    let x = 1\n", "", 1)},
	{"a task without something wrong", head + strings.Replace(task, "wrong:\n    let x = 2\n", "", 1)},
	{"an empty solution", head + strings.Replace(task, "    let x = 1\n", "", 1)},
	{"a solution beside its key", head + strings.Replace(task, "solution:\n    let x = 1\n", "solution: let x = 1\n", 1)},
	{"two solutions", head + task + "solution:\n    let x = 1\n"},
	{"a check that is no Fun", head + strings.Replace(task, "x == 1", "x = = 1", 1)},
	{"expect without =", head + strings.Replace(task, "check: x == 1", "expect: races x", 1)},
	{"expect with two forms", head + strings.Replace(task, "check: x == 1", "expect: races x = value y", 1)},
	{"expect with no answer", head + strings.Replace(task, "check: x == 1", "expect: races x = many", 1)},
	{"an open hole", head + strings.Replace(task, "check: x == 1\n", "check: x == 1\nsay: x is {x\n", 1)},
	{"a hole that is no Fun", head + strings.Replace(task, "check: x == 1\n", "check: x == 1\nsay: x is {+}.\n", 1)},
	{"an example without an entry", head + "    >\n    5\n"},
	{"an example that begins in its middle", head + "    >> 1\n"},
	{"a key of the head", head + "minutes: 5\n"},
}

// TestMistakes: the messages about lessons that are written wrongly.
func TestMistakes(t *testing.T) {
	var b strings.Builder
	for _, c := range bad {
		_, err := tutor.ReadLesson(diag.NewSource("my.lesson", c[1]))
		if err == nil {
			t.Errorf("%s: no error", c[0])
			continue
		}
		b.WriteString("== " + c[0] + "\n" + strings.TrimRight(err.Error(), "\n") + "\n")
	}
	testkit.Golden(t, "testdata/mistakes.txt", b.String())
}

// TestKeysInOrder: the parts of a task may come in any order, and lines may be long or continued.
func TestKeysInOrder(t *testing.T) {
	l, err := tutor.ReadLesson(diag.NewSource("my.lesson", head+"One line\nand another.\n\n- a\n- b\n\n    as it is\n\n    > 1 +\n    >> 2\n    3\n---\n"+
		"task: Define\n  x.\nsolution:\n    let x = 1\n\n    let y = 2\nwrong:\n    let x = 2\ndefine: `x`, y\ncheck: x == 1\nsay: x is {x},\n  y is {y}.\n# a comment\n"))
	if err != nil {
		t.Fatal(err)
	}
	first, second := l.Steps[0], l.Steps[1]
	if len(first.Parts) != 5 || first.Parts[0].Text != "One line and another." || first.Parts[2].Text != "- b" || first.Parts[3].Lines != "as it is" || first.Parts[4].Example.Input != "1 +\n2" || first.Parts[4].Example.Want[0] != "3" {
		t.Errorf("%+v", first.Parts)
	}
	if x := second.Task; x.Text != "Define x." || x.Solution.Text != "let x = 1\n\nlet y = 2" || strings.Join(x.Define, " ") != "x y" || x.Checks[0].Say.Text != "x is {x}, y is {y}." {
		t.Errorf("%+v", x)
	}
}

// FuzzLesson: what is read is a lesson or has an error with a place, and never both.
func FuzzLesson(f *testing.F) {
	for _, c := range bad {
		f.Add(c[1])
	}
	files, err := filepath.Glob("lessons/*.lesson")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := tutor.ReadLesson(diag.NewSource("fuzz.lesson", text))
		if err == nil {
			for _, s := range l.Steps {
				if s.Task != nil && (s.Task.Solution == nil || len(s.Task.Checks) == 0) || s.Question != nil && s.Question.Ask == nil {
					t.Fatalf("a step lacks something: %+v", s)
				}
				for _, p := range s.Parts {
					if e := p.Example; e != nil && (e.From > e.To || e.To > len(text)) {
						t.Fatalf("the answer of an example lies at %d to %d of %d", e.From, e.To, len(text))
					}
				}
			}
			return
		}
		var d *diag.Diagnostic
		if list := diag.Of(err); len(list) == 0 && !errors.As(err, &d) {
			t.Fatalf("%v", err)
		}
	})
}
