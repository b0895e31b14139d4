package tutor

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// List lists lessons with what has been done. command is what begins one.
func List(lessons []*Lesson, p *Progress, command string) string {
	var b strings.Builder
	widest := 0
	for _, l := range lessons {
		widest = max(widest, utf8.RuneCountInString(l.Title))
	}
	for _, l := range lessons {
		mark, r := " ", p.Lessons[l.Key]
		about := l.About
		switch {
		case r == nil:
		case r.Step > 0 && r.Step < len(l.Steps):
			mark, about = "…", fmt.Sprintf("step %d of %d", r.Step+1, len(l.Steps))
		case r.Done:
			mark = "✓"
		}
		fmt.Fprintf(&b, "%s %2d  %s%s  %s\n", mark, l.Number, l.Title, strings.Repeat(" ", widest-utf8.RuneCountInString(l.Title)), about)
	}
	if due := Due(lessons, p); due != nil {
		fmt.Fprintf(&b, "`%s %d` is what comes next: %s", command, due.Number, due.Title)
	} else {
		b.WriteString("You have finished them all.")
	}
	return b.String()
}

// Due is the lesson to go on with: the first that was begun and not finished, or else the first that was not finished. It is
// nil if there is none.
func Due(lessons []*Lesson, p *Progress) *Lesson {
	var next *Lesson
	for _, l := range lessons {
		switch r := p.Lessons[l.Key]; {
		case r != nil && r.Step > 0:
			return l
		case next == nil && (r == nil || !r.Done):
			next = l
		}
	}
	return next
}
