package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"strings"

	"funmem/eval/data"
	"funmem/eval/step"
	"funmem/eval/whole"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed page.js
var script string

var page = template.Must(template.New("page").Parse(pageText))

// Form is a form of the program: the source, core, FUNMEM or IMP.
type Form struct {
	Name, Text string
	Source     bool // steps say where they are in it; in the others they are found by the names of variables
}

// pane is a form on the page.
type pane struct {
	Name  string
	Lines []Line
	Shown bool // at first
}

// Line is a line of a program, in parts.
type Line struct{ Parts []Part }

// Part is a name, or, with an empty Name, the text between two names.
type Part struct{ Name, Text string }

// Write writes the page to a file. title is what it is called.
func Write(file, title string, forms []Form, story *step.Story) error {
	text, err := HTML(title, forms, story)
	if err != nil {
		return err
	}
	return Save(file, text)
}

// Save writes the text of a page to a file.
func Save(file string, text []byte) error {
	if err := whole.WriteFile(file, text); err != nil {
		return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
	}
	return nil
}

// HTML is the text of the page.
func HTML(title string, forms []Form, story *step.Story) ([]byte, error) {
	var panes []pane
	var places []map[string]int // for each pane, the line of the name of a statement; nil: the source
	for _, f := range forms {
		p := pane{Name: f.Name, Lines: Lines(f.Text), Shown: f.Name == "FUNMEM"}
		panes = append(panes, p)
		if f.Source {
			places = append(places, nil)
			continue
		}
		places = append(places, firstLines(p.Lines))
	}
	embedded, err := json.Marshal(map[string]any{"panes": places, "story": story})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{"File": title, "Panes": panes, "Style": template.CSS(style), "Script": template.JS(script), "Story": template.JS(embedded)})
	return b.Bytes(), err
}

// Lines splits a program into lines, and the lines at their names.
func Lines(text string) []Line {
	list := make([]Line, 1)
	add := func(text, name string) {
		for k, t := range strings.Split(text, "\n") {
			if k > 0 {
				list = append(list, Line{})
			}
			if last := &list[len(list)-1]; t != "" {
				last.Parts = append(last.Parts, Part{name, t})
			}
		}
	}
	end := 0
	for _, at := range syntax.Names(diag.NewSource("", text)) {
		add(text[end:at.Start], "")
		add(at.Text(), at.Text())
		end = at.End
	}
	add(text[end:], "")
	return list
}

// firstLines are the lines, from 1, in which names stand first: where they are bound.
func firstLines(list []Line) map[string]int {
	at := map[string]int{}
	for k, l := range list {
		for _, p := range l.Parts {
			if p.Name != "" && at[p.Name] == 0 {
				at[p.Name] = k + 1
			}
		}
	}
	return at
}
