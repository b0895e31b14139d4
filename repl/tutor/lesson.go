package tutor

import (
	"strings"

	"funmem/semantics/diag"
)

// Lesson is a lesson as its file has it.
type Lesson struct {
	Name    string // of its file, without the ending
	Key     string // what progress files call it
	Number  int    // of a lesson that is built in, from 1; 0: it is not
	Title   string
	About   string // one line
	Minutes int    // about how long it takes; 0: not said
	Steps   []*Step
	Src     *diag.Source
}

// Step is what a student sees at once: text and examples, and then at most one task or question.
type Step struct {
	Parts    []Part
	Task     *Task
	Question *Question
	Stepper  *Stepper
	Span     diag.Span
}

// Part is a paragraph, or an example, or lines that are shown as they are.
type Part struct {
	Text    string
	Example *Example
	Lines   string
}

// Example is an entry with the answer of the prompt.
type Example struct {
	Span  diag.Span // of the first line of input
	Input string
	Want  []string // lines that are not blank
	// From and To are where the lines of the answer stand in the file.
	From, To int
}

// Task is something that the student defines.
type Task struct {
	Span     diag.Span
	Text     string
	Define   []string // the names that have to be defined
	Hints    []string
	Checks   []*Check
	Solution *Block
	Wrong    []*Block
}

// Block is lines for the prompt.
type Block struct {
	Span diag.Span
	Text string
}

// Check is something that has to be true of what the student has defined: an expression of Fun, or two quantities that
// have to be equal.
type Check struct {
	Span        diag.Span
	Expr        *Code
	Left, Right *Quantity
	Literal     *Answer // in place of Right: what Left has to be
	Say         *Words  // what the student is told otherwise; nil: the check itself
}

// Code is a text of Fun with its place in the file.
type Code struct {
	Span diag.Span
	Text string
}

// Words are a text with holes {EXPR}, which hold the values of expressions.
type Words struct {
	Text  string
	holes []*Code // in the order of the text
}

// Question asks for a quantity.
type Question struct {
	Span  diag.Span
	Text  string
	Ask   *Quantity
	Hints []string
}

// Stepper asks for a page that steps through a program.
type Stepper struct {
	Span diag.Span
	Expr *Code // nil: the examples of the step
}

// Contents says how much of what a lesson has.
func (l *Lesson) Contents() string {
	examples, tasks, questions := 0, 0, 0
	for _, s := range l.Steps {
		for _, p := range s.Parts {
			if p.Example != nil {
				examples++
			}
		}
		if s.Task != nil {
			tasks++
		}
		if s.Question != nil {
			questions++
		}
	}
	return strings.Join([]string{diag.Count(len(l.Steps), "step"), diag.Count(examples, "example"), diag.Count(tasks, "task"), diag.Count(questions, "question")}, ", ")
}
