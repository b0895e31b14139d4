package tutor

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// text reads the value of a key with the indented lines that continue it.
func (r *reader) text(rest diag.Span) string {
	words := []string{rest.Text()}
	for ; r.next < len(r.lines) && strings.HasPrefix(r.lines[r.next].Text(), "  ") && !blank(r.lines[r.next]); r.next++ {
		words = append(words, strings.TrimSpace(r.lines[r.next].Text()))
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// field reads the rest of a line that begins with a key.
func (r *reader) field(key string, at, rest diag.Span) {
	s := r.now(at)
	name := diag.Span{Src: r.src, Start: at.Start, End: at.Start + len(key)}
	if key == "lesson" || key == "about" || key == "minutes" {
		r.fail(name, "`%s:` belongs to the head of the lesson, before the first blank line", key).Helpf("move it up, below `lesson:`")
		return
	}
	if s.Task == nil && s.Question == nil && !slices.Contains([]string{"task", "question", "stepper"}, key) {
		r.fail(name, "`%s:` belongs to a task or a question, and none is above it in this step", key).Helpf("write `task: …` or `question: …` first")
		r.skip()
		return
	}
	switch key {
	case "task", "question":
		if s.Task != nil || s.Question != nil {
			r.fail(name, "a step has one task or one question, and this is a second one").Helpf("write `---` before it")
		}
		s.Task, s.Question = nil, nil
		if text := r.text(rest); key == "task" {
			s.Task = &Task{Span: name, Text: text}
		} else {
			s.Question = &Question{Span: name, Text: text}
		}
	case "stepper":
		s.Stepper = &Stepper{Span: name}
		if rest.Start < rest.End {
			s.Stepper.Expr = r.code(rest)
		}
	case "hint":
		text := r.text(rest)
		if s.Task != nil {
			s.Task.Hints = append(s.Task.Hints, text)
		} else {
			s.Question.Hints = append(s.Question.Hints, text)
		}
	case "ask":
		if s.Question == nil {
			r.fail(name, "`ask:` belongs to a question, and this step has a task").Helpf("`expect:` compares a quantity in a task")
			return
		}
		if s.Question.Ask != nil {
			r.fail(name, "a question asks for one quantity, and this is a second one").Helpf("write `---` and another `question:` before it")
		}
		s.Question.Ask = r.quantity(rest)
	default:
		if s.Task == nil {
			r.fail(name, "`%s:` belongs to a task, and this step has a question", key).Helpf("a question has `ask:` and `hint:`; what it asks for is computed")
			r.skip()
			return
		}
		r.ofTask(s.Task, key, name, rest)
	}
}

// ofTask reads a part of a task.
func (r *reader) ofTask(t *Task, key string, name, rest diag.Span) {
	switch key {
	case "define":
		for _, n := range strings.FieldsFunc(rest.Text(), func(c rune) bool { return c == ' ' || c == ',' }) {
			t.Define = append(t.Define, strings.Trim(n, "`"))
		}
	case "check":
		t.Checks = append(t.Checks, &Check{Span: rest, Expr: r.code(rest)})
	case "expect":
		t.Checks = append(t.Checks, r.expect(rest))
	case "say":
		if len(t.Checks) == 0 || t.Checks[len(t.Checks)-1].Say != nil {
			r.fail(name, "`say:` belongs to the `check:` or `expect:` above it, and there is none").Helpf("it says what the student is told if that check fails")
			return
		}
		t.Checks[len(t.Checks)-1].Say = r.words(rest)
	case "solution", "wrong":
		if rest.Start < rest.End {
			r.fail(rest, "the lines of `%s:` stand below it, indented by four", key).Helpf("write them in the next lines")
		}
		b := &Block{Span: name, Text: r.block(false)}
		if strings.TrimSpace(b.Text) == "" {
			r.fail(name, "`%s:` has no lines", key).Helpf("write them below it, indented by four")
		}
		switch {
		case key == "wrong":
			t.Wrong = append(t.Wrong, b)
		case t.Solution != nil:
			r.fail(name, "a task has one solution, and this is a second one").Helpf("put all its lines below the first one")
		default:
			t.Solution = b
		}
	}
}

// quantity reads a quantity.
func (r *reader) quantity(at diag.Span) *Quantity {
	q, err := quantity(at, at.Text())
	if err != nil {
		r.errs = append(r.errs, diag.Of(err)...)
	}
	return q
}

// expect reads QUANTITY = QUANTITY or QUANTITY = ANSWER.
func (r *reader) expect(at diag.Span) *Check {
	c := &Check{Span: at}
	middle := strings.LastIndex(at.Text(), " = ") // quantities may be of a `let … = …`
	if middle < 0 {
		r.fail(at, "`expect:` compares two quantities with ` = ` between them").Helpf("as `expect: block t = block x`, or `expect: races y = none`")
		return c
	}
	left, right := at.Text()[:middle], at.Text()[middle+3:]
	c.Left = r.quantity(diag.Span{Src: r.src, Start: at.Start, End: at.Start + len(left)})
	there := diag.Span{Src: r.src, Start: at.End - len(right), End: at.End}
	if c.Left == nil {
		return c
	}
	first, _, _ := strings.Cut(strings.TrimSpace(right), " ")
	if slices.ContainsFunc(Kinds, func(k *Kind) bool { return k.Name == first }) {
		if c.Right = r.quantity(there); c.Right != nil && c.Right.Kind.Form != c.Left.Kind.Form {
			r.fail(there, "`%s` is %s, and `%s` is %s", c.Left, wanted[c.Left.Kind.Form], c.Right, wanted[c.Right.Kind.Form])
		}
		return c
	}
	a, err := Parse(c.Left.Kind.Form, right)
	if err != nil {
		r.fail(there, "%s", diag.Of(err)[0].Msg).Helpf("%s", diag.Of(err)[0].Help)
	}
	c.Literal = &a
	return c
}

// code reads an expression of Fun, where it stands in the lesson.
func (r *reader) code(at diag.Span) *Code {
	c := &Code{at, at.Text()}
	if r.codes++; r.codes > mostCodes {
		if r.codes == mostCodes+1 {
			r.fail(at, "a lesson has at most %d expressions", mostCodes)
		}
		return c
	}
	if _, err := c.program(); err != nil {
		r.errs = append(r.errs, diag.Of(err)...)
	}
	return c
}

// program parses the code. Places in it are places in the lesson.
func (c *Code) program(until ...stop.Poll) (*syntax.Program, error) {
	whole := c.Span.Src.Text
	src := diag.NewSource(c.Span.Src.Name, whole)
	src.Line(1) // from now on it knows where the lines start
	blanked := []byte(whole[:c.Span.Start])
	for k, b := range blanked {
		if b != '\n' {
			blanked[k] = ' '
		}
	}
	src.Text = string(blanked) + c.Text
	defer func() { src.Text = whole }()
	return syntax.Parse(src, until...)
}

// words reads a text with holes.
func (r *reader) words(rest diag.Span) *Words {
	w := &Words{}
	first := r.next
	w.Text = r.text(rest)
	for _, line := range append([]diag.Span{rest}, r.lines[first:r.next]...) {
		at := line.Start
		for text := line.Text(); ; {
			open := strings.IndexByte(text, '{')
			if open < 0 {
				break
			}
			end := strings.IndexByte(text[open:], '}')
			if end < 0 {
				r.fail(diag.Span{Src: r.src, Start: at + open, End: at + open + 1}, "`{` has no `}` in this line").Helpf("`{EXPR}` is replaced by the value of an expression")
				break
			}
			w.holes = append(w.holes, r.code(diag.Span{Src: r.src, Start: at + open + 1, End: at + open + end}))
			at, text = at+open+end+1, text[open+end+1:]
		}
	}
	return w
}
