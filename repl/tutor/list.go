package tutor

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/repl/view"
)

// List lists lessons with what has been done. command is what begins one, and now the lesson that goes on, or nil.
func List(lessons []*Lesson, p *Progress, command string, now *Lesson, width int) string {
	var b strings.Builder
	widest, marked := 0, false
	for _, l := range lessons {
		widest = max(widest, utf8.RuneCountInString(l.Name))
	}
	for _, l := range lessons {
		r := p.Lessons[l.Key]
		mark, at := " ", ""
		begun := r != nil && r.Step > 0 && r.Step < len(l.Steps)
		switch {
		case l == now:
			mark = "▸"
		case r != nil && r.Done:
			mark = "✓"
		case begun:
			mark = "…"
		}
		marked = marked || mark != " "
		if r != nil && r.Done && l == now {
			at = ", finished before"
		}
		if begun {
			at += fmt.Sprintf(", step %d of %d", r.Step+1, len(l.Steps))
		}
		number := "  "
		if l.Number > 0 {
			number = fmt.Sprintf("%2d", l.Number)
		}
		head := fmt.Sprintf("%s %s  %-*s  ", mark, number, widest, l.Name)
		b.WriteString(view.Wrapped(head+l.Title+at+": "+l.About, strings.Repeat(" ", utf8.RuneCountInString(head)), width) + "\n")
	}
	if marked {
		b.WriteString("✓ finished, … begun, ▸ goes on now\n")
	}
	due := Due(lessons, p)
	switch {
	case now != nil:
		fmt.Fprintf(&b, "`%s` shows the present step; `%s NAME` begins another lesson.", command, command)
	case due != nil:
		fmt.Fprintf(&b, "`%s %s` is what comes next: %s", command, due.short(), due.Title)
	default:
		b.WriteString("You have finished them all.")
	}
	return b.String()
}

// short is what a student types for a lesson.
func (l *Lesson) short() string {
	if l.Number > 0 {
		return fmt.Sprint(l.Number)
	}
	return l.Name
}

// Due is the lesson to go on with: the first that was begun and not finished, or else the first that was not finished. It is
// nil if there is none.
func Due(lessons []*Lesson, p *Progress) *Lesson {
	var next *Lesson
	for _, l := range lessons {
		switch r := p.Lessons[l.Key]; {
		case r != nil && r.Done:
		case r != nil && r.Step > 0:
			return l
		case next == nil:
			next = l
		}
	}
	return next
}

// Before says which lessons before this one are not finished, or "".
func Before(lessons []*Lesson, l *Lesson, p *Progress) string {
	var open []*Lesson
	for _, before := range lessons {
		if before == l {
			break
		}
		if r := p.Lessons[before.Key]; r == nil || !r.Done {
			open = append(open, before)
		}
	}
	switch {
	case len(open) == 0 || l.Number == 0:
		return ""
	case len(open) == 1:
		return fmt.Sprintf("Lesson %d comes before this one, and you have not finished it: `:tutor %d` begins it.", open[0].Number, open[0].Number)
	}
	var numbers []string
	for _, o := range open {
		numbers = append(numbers, fmt.Sprint(o.Number))
	}
	last := len(numbers) - 1
	return fmt.Sprintf("Lessons %s and %s come before this one, and you have not finished them: `:tutor %s` begins the first of them.", strings.Join(numbers[:last], ", "), numbers[last], numbers[0])
}
