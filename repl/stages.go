package repl

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"

	"funmem/eval/data"
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
	Parts []namedPart
	Rows  []metricRow
	Notes []rewrite.Note
}

// namedPart is a part of a program, which is a name or what lies between two.
type namedPart struct{ Name, Text string }

// metricRow is one number under a column.
type metricRow struct {
	What  string
	Count int
}

// writeStages writes the program behind each pass as one page for a browser.
func writeStages(file, path string, stages []*pass.Stage) error {
	page := struct {
		File   string
		Stages []column
	}{File: path}
	for _, s := range stages {
		page.Stages = append(page.Stages, column{s.Name(), namedParts(s.Text), metricRows(s), s.Notes})
	}
	t, err := template.New("stages").Parse(stagesPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page); err != nil {
		return err
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return usagef("cannot write %s: %s", file, data.Cause(err))
	}
	return nil
}

// namedParts cuts a program at its names.
func namedParts(text string) []namedPart {
	var parts []namedPart
	end := 0
	for _, at := range syntax.Names(diag.NewSource("", text)) {
		parts = append(parts, namedPart{Text: text[end:at.Start]}, namedPart{text[at.Start:at.End], text[at.Start:at.End]})
		end = at.End
	}
	return append(parts, namedPart{Text: text[end:]})
}

// metricRows are the metrics of a FUNMEM stage.
func metricRows(s *pass.Stage) []metricRow {
	if s.Form != pass.FunMem {
		return nil
	}
	m := s.Metrics
	rows := []metricRow{{"allocs", m.Allocs}, {"allocs in kernels", m.InKernels}, {"copies", m.Copies}, {"kernels", m.Kernels}}
	if u := m.Run; u != nil {
		rows = append(rows, metricRow{"run: allocs", u.Allocs}, metricRow{"run: allocs in kernels", u.InKernels}, metricRow{"run: locations", u.Locations},
			metricRow{"run: most locations at one time", u.Peak}, metricRow{"run: elements copied", u.Copied}, metricRow{"run: kernel instances", u.Kernels})
	}
	return rows
}
