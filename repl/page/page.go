package page

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"slices"
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

// The parts of the script: what a step changes, how a state looks, and the controls.
var (
	//go:embed state.js
	stateScript string
	//go:embed show.js
	showScript string
	//go:embed controls.js
	controlScript string
)

var page = template.Must(template.New("page").Parse(pageText))

// Lesson is what a page shows: the evaluation of a program, or of two beside each other.
type Lesson struct {
	Title   string         `json:"title"`
	Columns []Column       `json:"columns"`
	Beside  []*step.Beside `json:"beside,omitempty"` // of two columns, how they go together in each of their runs
}

// Column is a program with its evaluations.
type Column struct {
	Name  string `json:"name"` // such as "before"; "": it is the only one
	Forms []Form `json:"-"`
	Runs  []Run  `json:"runs"`
}

// Run is the evaluations of a program under a schedule.
type Run struct {
	Schedule string       `json:"schedule"`
	Hand     bool         `json:"hand,omitempty"` // it can be chosen by hand
	Orders   *step.Orders `json:"orders"`
}

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

// Write writes the page to a file.
func Write(file string, l *Lesson) error {
	text, err := HTML(l)
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
func HTML(l *Lesson) ([]byte, error) {
	type column struct {
		Name  string
		Panes []pane
	}
	var columns []column
	var places [][]map[string]int // for each pane of each column, the line of the name of a statement; nil: the source
	for _, c := range l.Columns {
		col := column{Name: c.Name}
		var at []map[string]int
		for k, f := range c.Forms {
			p := pane{Name: f.Name, Lines: Lines(f.Text), Shown: f.Name == "FUNMEM" || k == 0 && len(l.Columns) == 1}
			col.Panes = append(col.Panes, p)
			if f.Source {
				at = append(at, nil)
				continue
			}
			at = append(at, lettings(f.Text, p.Lines))
		}
		columns, places = append(columns, col), append(places, at)
	}
	window := step.Window([]int{most, most, most})
	slices.Reverse(window)
	packed, err := pack(map[string]any{"places": places, "columns": l.Columns, "beside": l.Beside, "window": window, "most": step.MostOrders})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{"Title": l.Title, "Columns": columns, "Style": template.CSS(style), "Script": template.JS(stateScript + showScript + controlScript), "Steps": template.HTML(packed)})
	return b.Bytes(), err
}

// pack is a value as JSON, compressed. Steps repeat each other, so this is much shorter.
func pack(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
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

// most is more than a window has.
const most = 1 << 20

// lettings are the lines, from 1, of the statements of a program: by the function that they are in and the first variable that they bind, as
// "f/x", or by "f/free x". If the text is no program of Fun or FUNMEM, they are the first lines of names.
func lettings(text string, list []Line) map[string]int {
	at := map[string]int{}
	p, err := syntax.Parse(diag.NewSource("", text))
	if err != nil {
		for k, l := range list {
			for _, p := range l.Parts {
				if p.Name != "" && at[p.Name] == 0 {
					at[p.Name] = k + 1
				}
			}
		}
		return at
	}
	in := func(def string, n syntax.Node) {
		add := func(name string, n syntax.Node) {
			if line, _ := n.GetSpan().Position(); at[def+"/"+name] == 0 {
				at[def+"/"+name] = line
			}
		}
		syntax.Walk(n, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Let:
				add(n.Pat[0].Name, n)
			case *syntax.Free:
				add("free "+n.Block.Name, n)
			}
			return true
		})
	}
	for _, d := range p.Decls {
		if f, ok := d.(*syntax.Def); ok {
			in(f.Name, f.Body)
			continue
		}
		in("", d)
	}
	return at
}
