package grade

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode/utf8"
)

// rows is the table of all submissions: a heading, and one row for each.
func (t *Tasks) rows(list []*Report) [][]string {
	head := []string{"submission"}
	var of Points
	for _, e := range t.Exercises {
		head = append(head, strings.Join(e.Names, " ")+" /"+e.Points().String())
		of += e.Points()
	}
	rows := [][]string{append(head, "points /"+of.String(), "")}
	for _, r := range list {
		row := []string{r.Name}
		for _, e := range r.Exercises {
			row = append(row, e.Points.String())
		}
		remark := r.Problem
		if remark == "" && r.Undecided {
			remark = "not decided in all"
		}
		rows = append(rows, append(row, r.Points.String(), remark))
	}
	return rows
}

// Table is the table for people.
func (t *Tasks) Table(list []*Report) string {
	rows := t.rows(list)
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			width[k] = max(width[k], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for k, cell := range row {
			pad := strings.Repeat(" ", width[k]-utf8.RuneCountInString(cell))
			switch {
			case k == 0:
				line += cell + pad
			case k == len(row)-1:
				line += "  " + cell
			default:
				line += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// CSV writes the table for a spreadsheet.
func (t *Tasks) CSV(w io.Writer, list []*Report) error {
	out := csv.NewWriter(w)
	for k, row := range t.rows(list) {
		if k == 0 {
			row[len(row)-1] = "remark"
		}
		for i := range row {
			row[i] = noFormula(row[i])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// noFormula is a cell that no spreadsheet takes for a formula.
func noFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
