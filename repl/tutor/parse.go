package tutor

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// keys are the words with a colon that begin a line, with what each is for.
var keys = map[string]string{
	"lesson":   "the title",
	"about":    "one line about the lesson, for the list",
	"minutes":  "about how long it takes",
	"task":     "what the student defines",
	"define":   "the names that the task asks for",
	"check":    "an expression that has to be true of them",
	"expect":   "two quantities that have to be equal",
	"say":      "what the student is told if the check before it fails",
	"hint":     "a hint; several get stronger",
	"solution": "lines that solve the task",
	"wrong":    "lines that a check refuses",
	"question": "a question to the student",
	"ask":      "the quantity that the question asks for",
	"stepper":  "a page that steps through the examples of the step, or through an expression",
}

// Ending is the ending of the files of lessons.
const Ending = ".lesson"

// ReadLesson reads a lesson. All mistakes are reported that can be found without running it.
func ReadLesson(src *diag.Source, until ...stop.Poll) (l *Lesson, err error) {
	defer stop.Caught(&err)
	r := &reader{src: src, lesson: &Lesson{Src: src, Name: strings.TrimSuffix(filepath.Base(src.Name), Ending)}, ask: stop.Any(until).Seldom()}
	if len(src.Text) > longest {
		return nil, diag.Usagef("%s is too long for a lesson: it has more than %d bytes", src.Name, longest)
	}
	for at := 0; at <= len(src.Text); {
		end := strings.IndexByte(src.Text[at:], '\n')
		if end < 0 {
			end = len(src.Text) - at
		}
		r.lines = append(r.lines, diag.Span{Src: src, Start: at, End: at + len(strings.TrimRight(src.Text[at:at+end], "\r"))})
		at += end + 1
	}
	r.head()
	for r.next < len(r.lines) {
		r.ask()
		r.line()
	}
	r.endStep()
	if len(r.errs) == 0 && len(r.lesson.Steps) == 0 {
		r.fail(r.lines[len(r.lines)-1], "the lesson has no steps").Helpf("write text, examples, tasks and questions below its head, and `---` between the steps")
	}
	return r.lesson, r.errs.Err()
}

// The limits of a lesson.
const (
	longest   = 200_000 // bytes
	mostCodes = 500     // expressions
)

// reader reads the lines of a lesson.
type reader struct {
	src    *diag.Source
	lesson *Lesson
	lines  []diag.Span
	next   int
	step   *Step
	errs   diag.List
	codes  int    // expressions so far
	ask    func() // ends the work by a panic when it is to end
}

func (r *reader) fail(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Syntax, "", at, format, args...)
	r.errs = append(r.errs, d)
	return d
}

var keyLine = regexp.MustCompile(`^([a-z]+):(?:[ \t]+(.*?)|)[ \t]*$`)

// key is the key of a line, with what follows it.
func (r *reader) key(at diag.Span) (key string, rest diag.Span) {
	m := keyLine.FindStringSubmatchIndex(at.Text())
	if m == nil {
		return "", at
	}
	rest = diag.Span{Src: r.src, Start: at.End, End: at.End}
	if m[4] >= 0 {
		rest.Start, rest.End = at.Start+m[4], at.Start+m[5]
	}
	return at.Text()[m[2]:m[3]], rest
}

func blank(at diag.Span) bool { return strings.TrimSpace(at.Text()) == "" }

func isComment(at diag.Span) bool { return strings.HasPrefix(at.Text(), "#") }

// head reads the lines before the first blank one.
func (r *reader) head() {
	for ; r.next < len(r.lines) && (!blank(r.lines[r.next]) || r.lesson.Title == "" && len(r.errs) == 0); r.next++ {
		at := r.lines[r.next]
		if isComment(at) || blank(at) {
			continue
		}
		switch key, rest := r.key(at); key {
		case "lesson":
			r.lesson.Title = rest.Text()
		case "about":
			r.lesson.About = rest.Text()
		case "minutes":
			n, err := strconv.Atoi(rest.Text())
			if err != nil || n < 1 || n > 1000 {
				r.fail(rest, "%q is no number of minutes", rest.Text()).Helpf("write about how long the lesson takes, as `minutes: 10`")
			}
			r.lesson.Minutes = n
		default:
			r.fail(at, "a lesson begins with `lesson: TITLE`, `about: …` and `minutes: …`, and a blank line").Helpf("the text of the first step comes after that")
			return
		}
	}
	if r.lesson.Title == "" && len(r.errs) == 0 {
		r.fail(r.lines[0], "the lesson has no title").Helpf("its first line is `lesson: TITLE`")
	}
}

// now is the step that is being read.
func (r *reader) now(at diag.Span) *Step {
	if r.step == nil {
		r.step = &Step{Span: at}
	}
	return r.step
}

// line reads what begins at the next line.
func (r *reader) line() {
	at := r.lines[r.next]
	text := at.Text()
	key, rest := r.key(at)
	inner, indented := strings.CutPrefix(text, "    ")
	switch {
	case blank(at) || isComment(at):
		r.next++
	case strings.TrimRight(text, " ") == "---":
		r.next++
		r.endStep()
	case indented && strings.HasPrefix(inner, ">"):
		r.example()
	case keys[key] != "":
		r.next++
		r.field(key, at, rest)
	case r.step != nil && (r.step.Task != nil || r.step.Question != nil):
		r.next++
		d := r.fail(at, "a step ends with its task or question, and this line is none of their parts")
		if near := diag.Nearest(key, keyNames()); key != "" && near != "" {
			d.Helpf("did you mean `%s:`?", near)
		} else {
			d.Helpf("write `---` before the text of the next step, or indent a line that continues the one above")
		}
		r.skip()
	case key != "" && diag.Nearest(key, keyNames()) != "":
		r.next++
		r.fail(at, "there is no key `%s:`", key).Helpf("did you mean `%s:`?", diag.Nearest(key, keyNames()))
	case indented:
		r.shown()
	default:
		r.paragraph()
	}
}

// keyNames are the keys, sorted.
func keyNames() (names []string) {
	for k := range keys {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

// skip passes over the lines up to the end of the step.
func (r *reader) skip() {
	for r.next < len(r.lines) {
		if key, _ := r.key(r.lines[r.next]); keys[key] != "" || strings.TrimRight(r.lines[r.next].Text(), " ") == "---" {
			return
		}
		r.next++
	}
}

// paragraph reads the lines up to a blank one.
func (r *reader) paragraph() {
	first := r.lines[r.next]
	var text []string
	for ; r.next < len(r.lines); r.next++ {
		at := r.lines[r.next]
		if key, _ := r.key(at); blank(at) || keys[key] != "" || strings.HasPrefix(at.Text(), "    ") || strings.TrimRight(at.Text(), " ") == "---" {
			break
		}
		if isComment(at) {
			continue
		}
		if strings.HasPrefix(at.Text(), "- ") && len(text) > 0 { // a new item of a list
			break
		}
		text = append(text, strings.TrimSpace(at.Text()))
	}
	s := r.now(first)
	s.Parts = append(s.Parts, Part{Text: strings.Join(text, " ")})
}

// shown reads indented lines that are no example.
func (r *reader) shown() {
	s := r.now(r.lines[r.next])
	s.Parts = append(s.Parts, Part{Lines: r.block(true)})
}

// block reads lines that are indented by four, with blank ones between them. In text, an example ends them.
func (r *reader) block(inText bool) string {
	var text []string
	for ; r.next < len(r.lines); r.next++ {
		inner, indented := strings.CutPrefix(r.lines[r.next].Text(), "    ")
		if !indented && !blank(r.lines[r.next]) || inText && strings.HasPrefix(inner, ">") {
			break
		}
		text = append(text, strings.TrimRight(inner, " \t\r"))
	}
	return strings.TrimRight(strings.Join(text, "\n"), "\n")
}

// example reads lines of input, with > before the first and >> before the others, and the answer up to a blank line or
// to the next input.
func (r *reader) example() {
	e := &Example{Span: r.lines[r.next]}
	e.Span.Start += 4
	var input []string
	for ; r.next < len(r.lines); r.next++ {
		inner, _ := strings.CutPrefix(r.lines[r.next].Text(), "    ")
		more, continued := strings.CutPrefix(inner, ">>")
		if len(input) == 0 {
			more = inner[1:]
		} else if !continued {
			break
		}
		input = append(input, strings.TrimPrefix(more, " "))
	}
	e.Input = strings.Join(input, "\n")
	if strings.TrimSpace(e.Input) == "" || strings.HasPrefix(input[0], ">") {
		r.fail(e.Span, "an example begins with `> ` and what is entered").Helpf("`>> ` continues an entry in the next line")
	}
	e.From = r.start()
	for ; r.next < len(r.lines); r.next++ {
		inner, indented := strings.CutPrefix(r.lines[r.next].Text(), "    ")
		if !indented || strings.HasPrefix(inner, ">") || blank(r.lines[r.next]) {
			break
		}
		e.Want = append(e.Want, inner)
	}
	e.To = r.start()
	s := r.now(e.Span)
	s.Parts = append(s.Parts, Part{Example: e})
}

// start is where the next line starts.
func (r *reader) start() int {
	if r.next < len(r.lines) {
		return r.lines[r.next].Start
	}
	return len(r.src.Text)
}

// endStep ends the step, and says what it lacks.
func (r *reader) endStep() {
	s := r.step
	r.step = nil
	if s == nil {
		return
	}
	r.lesson.Steps = append(r.lesson.Steps, s)
	if q := s.Question; q != nil && q.Ask == nil && len(r.errs) == 0 {
		r.fail(q.Span, "the question asks for nothing").Helpf("write `ask: QUANTITY` below it, as `ask: cell t[2, 1]`")
	}
	t := s.Task
	if t == nil || len(r.errs) > 0 {
		return
	}
	for _, part := range []struct {
		missing    bool
		name, help string
	}{
		{len(t.Define) == 0, "define", "the names that the student has to define"},
		{len(t.Checks) == 0, "check", "an expression that has to be true of them, or `expect:`"},
		{t.Solution == nil, "solution", "lines that pass the checks, indented by four below it"},
		{len(t.Wrong) == 0, "wrong", "lines that some check refuses, indented by four below it"},
	} {
		if part.missing {
			r.fail(t.Span, "the task has no `%s:`", part.name).Helpf("it is %s", part.help)
		}
	}
}
