package view

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

//go:embed stages.html
var stagesPage string

// column is a stage on the page.
type column struct {
	Name  string
	Lines []pageLine
	Rows  []metricRow
	Notes []rewrite.Note
}

// pageLine is a line of a program.
type pageLine struct {
	Parts     []namedPart
	New, Gone bool // the stage before does not have it, the next one does not
}

// namedPart is a part of a program: a name, or the text between two names.
type namedPart struct{ Name, Text string }

// metricRow is one number below a column.
type metricRow struct {
	What  string
	Count int
}

// WriteStages writes the program after each pass as one page for a browser, with remarks on all of
// them.
func WriteStages(file, path string, stages []*pass.Stage, remarks ...string) error {
	page := struct {
		File    string
		Remarks []string
		Stages  []column
	}{File: path, Remarks: slices.DeleteFunc(remarks, func(r string) bool { return r == "" })}
	for k, s := range stages {
		lines := linesOf(s.Text)
		if k > 0 {
			markChanges(page.Stages[k-1].Lines, lines, compared(stages[k-1].Text, s.Text))
		}
		page.Stages = append(page.Stages, column{s.Name(), lines, metricRows(s), s.Notes})
	}
	t, err := template.New("stages").Parse(stagesPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page); err != nil {
		return err
	}
	if err := whole.WriteFile(file, b.Bytes()); err != nil {
		return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
	}
	return nil
}

// linesOf splits a program into lines, and the lines at their names.
func linesOf(text string) []pageLine {
	lines := make([]pageLine, 1)
	add := func(text string) {
		for k, part := range strings.Split(text, "\n") {
			if k > 0 {
				lines = append(lines, pageLine{})
			}
			if last := &lines[len(lines)-1]; part != "" {
				last.Parts = append(last.Parts, namedPart{Text: part})
			}
		}
	}
	end := 0
	for _, at := range syntax.Names(diag.NewSource("", text)) {
		add(text[end:at.Start])
		last := &lines[len(lines)-1]
		last.Parts = append(last.Parts, namedPart{at.Text(), at.Text()})
		end = at.End
	}
	add(text[end:])
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
