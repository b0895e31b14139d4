package view

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"

	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/repl/page"
)

//go:embed stages.html
var stagesPage string

// column is a stage on the page.
type column struct {
	Name    string
	Lines   []pageLine
	Rows    []metricRow
	Notes   []rewrite.Note
	Checked *pass.Checked
}

// pageLine is a line of a program.
type pageLine struct {
	page.Line
	New, Gone bool // the stage before does not have it, the next one does not
}

// metricRow is one number below a column.
type metricRow struct {
	What  string
	Count int
}

// WriteStages writes the program after each pass as one page for a browser, with remarks on all of
// them.
func WriteStages(file, path string, stages []*pass.Stage, remarks ...string) error {
	shown := struct {
		File    string
		Remarks []string
		Stages  []column
	}{File: path, Remarks: slices.DeleteFunc(remarks, func(r string) bool { return r == "" })}
	for k, s := range stages {
		lines := linesOf(s.Text)
		if k > 0 {
			markChanges(shown.Stages[k-1].Lines, lines, compared(stages[k-1].Text, s.Text))
		}
		shown.Stages = append(shown.Stages, column{s.Name(), lines, metricRows(s), s.Notes, s.Checked})
	}
	t, err := template.New("stages").Parse(stagesPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, shown); err != nil {
		return err
	}
	return page.Save(file, b.Bytes())
}

// linesOf splits a program into lines, and the lines at their names.
func linesOf(text string) (lines []pageLine) {
	for _, l := range page.Lines(text) {
		lines = append(lines, pageLine{Line: l})
	}
	return lines
}

// markChanges marks the lines of each of two programs that the other one does not have. found is
// the result of compared.
func markChanges(before, after []pageLine, found []string) {
	i, j := 0, 0
	for _, l := range found {
		switch l[0] {
		case '-':
			before[i].Gone = true
			i++
		case '+':
			after[j].New = true
			j++
		default:
			i, j = i+1, j+1
		}
	}
}

// metricRows returns the metrics of a stage; a stage of Fun only has kernels.
func metricRows(s *pass.Stage) []metricRow {
	if s.Form != pass.FunMem {
		return []metricRow{{"kernels", pass.MetricsOf(s.Program, nil).Kernels}}
	}
	m := s.Metrics
	rows := []metricRow{{"allocs", m.Allocs}, {"allocs in kernels", m.InKernels}, {"copies", m.Copies}, {"kernels", m.Kernels}}
	if u := m.Run; u != nil {
		rows = append(rows, metricRow{"run: allocs", u.Allocs}, metricRow{"run: allocs in kernels", u.InKernels}, metricRow{"run: locations", u.Locations},
			metricRow{"run: most locations at one time", u.Peak}, metricRow{"run: elements copied", u.Copied}, metricRow{"run: kernel instances", u.Kernels})
	}
	return rows
}
