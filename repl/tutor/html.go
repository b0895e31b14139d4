package tutor

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"funmem/repl/page"
)

//go:embed page.html
var pageText string

//go:embed index.html
var indexText string

//go:embed page.css
var style string

//go:embed page.js
var script string

var (
	functions = template.FuncMap{"marked": marked, "isItem": isItem, "lines": func(l []string) string { return strings.Join(l, "\n") }}
	lessonTo  = template.Must(template.New("lesson").Funcs(functions).Parse(pageText))
	indexTo   = template.Must(template.New("index").Funcs(functions).Parse(indexText))
)

// marked is a text with `code` as code.
func marked(text string) template.HTML {
	var b strings.Builder
	for k, part := range strings.Split(strings.TrimPrefix(text, "- "), "`") {
		if part = template.HTMLEscapeString(part); k%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}

func isItem(text string) bool { return strings.HasPrefix(text, "- ") }

// file is the name of the page of a lesson.
func (l *Lesson) file() string {
	if l.Number > 0 {
		return fmt.Sprintf("%02d-%s.html", l.Number, strings.TrimLeft(l.Name, "0123456789-"))
	}
	return l.Name + ".html"
}

// step is a step as the page has it.
type onPage struct {
	*Step
	Number  int
	Shown   []shown
	Answer  *Computed
	How     string // an answer may be written
	Stepper string // the file of the stepper
}

// shown is a part of a step.
type shown struct {
	Part
	Said []string
}

// embedded is what the page knows of the answer to a question.
type embedded struct {
	Form  Form              `json:"form"`
	Items []string          `json:"items"`
	Any   bool              `json:"any,omitempty"`
	Meant map[string]string `json:"meant,omitempty"`
}

// WritePages writes the pages of lessons, and one that lists them, into a folder. It returns the names of the files.
func WritePages(dir string, lessons []*Played) (files []string, err error) {
	save := func(name string, text []byte, err error) error {
		if err == nil {
			err = page.Save(filepath.Join(dir, name), text)
		}
		files = append(files, name)
		return err
	}
	for k, p := range lessons {
		var next *Lesson
		if k+1 < len(lessons) {
			next = lessons[k+1].Lesson
		}
		for n, s := range p.Steppers {
			if s == nil {
				continue
			}
			s.Title = fmt.Sprintf("%s, step %d", p.Lesson.Title, n+1)
			text, err := page.HTML(s)
			if err = save(p.stepper(n), text, err); err != nil {
				return nil, err
			}
		}
		text, err := p.html(next)
		if err = save(p.Lesson.file(), text, err); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	type entry struct {
		*Lesson
		File string
	}
	var list []entry
	for _, p := range lessons {
		list = append(list, entry{p.Lesson, p.Lesson.file()})
	}
	err = indexTo.Execute(&b, map[string]any{"Lessons": list, "Style": template.CSS(style)})
	return files, save("index.html", b.Bytes(), err)
}

// stepper is the name of the page that steps through a program of a step.
func (p *Played) stepper(step int) string {
	return fmt.Sprintf("%s-step-%d.html", strings.TrimSuffix(p.Lesson.file(), ".html"), step+1)
}

// html is the page of a lesson.
func (p *Played) html(next *Lesson) ([]byte, error) {
	var steps []*onPage
	answers := map[int]embedded{}
	for k, s := range p.Lesson.Steps {
		on := &onPage{Step: s, Number: k + 1, Answer: p.Answers[k]}
		for _, part := range s.Parts {
			on.Shown = append(on.Shown, shown{part, p.Said[part.Example]})
		}
		if on.Answer != nil {
			a := on.Answer.Right
			on.How = wanted[a.Form]
			answers[k+1] = embedded{a.Form, a.Items, a.Any, on.Answer.Meant}
		}
		if p.Steppers[k] != nil {
			on.Stepper = p.stepper(k)
		}
		steps = append(steps, on)
	}
	known, err := json.Marshal(map[string]any{"answers": answers, "spelled": spelled, "nothings": nothings, "fillers": fillers, "most": most})
	if err != nil {
		return nil, err
	}
	data := map[string]any{"Lesson": p.Lesson, "Steps": steps, "Style": template.CSS(style), "Script": template.JS(script), "Known": template.JS(known)}
	if next != nil {
		data["Next"], data["NextFile"] = next, next.file()
	}
	var b bytes.Buffer
	err = lessonTo.Execute(&b, data)
	return b.Bytes(), err
}
