package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// A listing shows a source of at most mostLines lines as a whole. For a longer one it shows
// the def, and nearLines lines around each marked place.
const (
	mostLines = 60
	nearLines = 3
)

// listing is a source in which the places that messages name are marked.
type listing struct {
	ID    string // within the page
	Title string
	src   *diag.Source
	marks []mark
	Lines []line
}

// mark is a marked place: the first line of a span, as an excerpt underlines it.
type mark struct {
	from, to int
	class    string
	text     string
}

// line is a line, or a gap for lines that are left out.
type line struct {
	Number int
	Gap    bool
	Parts  []part
}

// part is a piece of a line.
type part struct {
	Text  string
	Name  string // if the part is a name: that name
	Class string // of the mark around it, or ""
	Title string // what the mark says
}

// mark adds a place.
func (l *listing) mark(s diag.Span, class, text string) {
	end := s.End
	if n := strings.IndexByte(s.Text(), '\n'); n >= 0 {
		end = s.Start + n
	}
	l.marks = append(l.marks, mark{s.Start, end, class, printable(text)})
}

// read makes the lines. For a long source these are the lines of keep and the lines near
// marks.
func (l *listing) read(keep diag.Span) {
	lines := strings.SplitAfter(strings.TrimRight(l.src.Text, "\r\n"), "\n")
	names := syntax.Names(l.src)
	start, gap := 0, false
	for k, text := range lines {
		end := start + len(text)
		if len(lines) <= mostLines || l.shows(lines, k, keep) {
			inside := func(s diag.Span) bool { return start <= s.Start && s.End <= end }
			var within []diag.Span
			for len(names) > 0 && names[0].Start < end {
				if inside(names[0]) {
					within = append(within, names[0])
				}
				names = names[1:]
			}
			l.Lines = append(l.Lines, line{Number: k + 1, Parts: l.parts(start, start+len(strings.TrimRight(text, "\r\n")), within)})
			gap = false
		} else if !gap {
			l.Lines = append(l.Lines, line{Gap: true})
			gap = true
		}
		start = end
	}
}

// shows tells whether a line of a long source is shown.
func (l *listing) shows(lines []string, k int, keep diag.Span) bool {
	if keep.Src == l.src {
		first, _ := keep.Position()
		last, _ := diag.Span{Src: l.src, Start: keep.End, End: keep.End}.Position()
		if first <= k+1 && k+1 <= last {
			return true
		}
	}
	return slices.ContainsFunc(l.marks, func(m mark) bool {
		at, _ := diag.Span{Src: l.src, Start: m.from, End: m.from}.Position()
		return at-nearLines <= k+1 && k+1 <= at+nearLines
	})
}

// parts cuts a line where marks and names begin and end.
func (l *listing) parts(start, end int, names []diag.Span) []part {
	cuts := []int{start, end}
	for _, m := range l.marks {
		cuts = append(cuts, m.from, m.to)
	}
	for _, n := range names {
		cuts = append(cuts, n.Start, n.End)
	}
	cuts = slices.DeleteFunc(cuts, func(at int) bool { return at < start || at > end })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var parts []part
	for k := 1; k < len(cuts); k++ {
		from, to := cuts[k-1], cuts[k]
		p := part{Text: diag.Printable(l.src.Text[from:to])}
		if slices.ContainsFunc(names, func(n diag.Span) bool { return n.Start <= from && to <= n.End }) {
			p.Name = p.Text
		}
		l.around(&p, from, to)
		parts = append(parts, p)
	}
	return parts
}

// around gives a part the class of the shortest mark around it, and the texts of all marks
// around it.
func (l *listing) around(p *part, from, to int) {
	var texts []string
	shortest := 0
	for _, m := range l.marks {
		if m.from > from || to > m.to {
			continue
		}
		if n := m.to - m.from; len(texts) == 0 || n < shortest || n == shortest && m.class == "at" {
			shortest, p.Class = n, m.class
		}
		if !slices.Contains(texts, m.text) {
			texts = append(texts, m.text)
		}
	}
	p.Title = strings.Join(texts, "\n")
}

// link returns the fragment of the page that shows a place, or "".
func (l *listing) link(s diag.Span) string {
	at, _ := s.Position()
	if s.Src == l.src && slices.ContainsFunc(l.Lines, func(x line) bool { return x.Number == at }) {
		return fmt.Sprintf("#%s-%d", l.ID, at)
	}
	return ""
}
