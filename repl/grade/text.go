package grade

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
)

// Text is the report for the student.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s\n", r.Name, r.Points, pointsText(r.Of))
	if r.Problem != "" {
		fmt.Fprintf(&b, "  it was not graded: %s\n", r.Problem)
		return b.String()
	}
	said := map[string]bool{} // a syntax error is in the report on each exercise, and the reader needs it once
	for _, e := range r.Exercises {
		title := ""
		if e.Title != "" {
			title = " (" + e.Title + ")"
		}
		fmt.Fprintf(&b, "\n  %s%s: %s of %s\n", e.Name, title, e.Points, pointsText(e.Of))
		if e.Ended != "" {
			fmt.Fprintf(&b, "    not decided: %s\n", e.Ended)
		}
		for _, m := range e.Messages {
			if !said[m] {
				b.WriteString(indented(m, "    "))
			}
			said[m] = true
		}
		if len(e.Messages) > 0 || e.Ended != "" {
			continue
		}
		for _, c := range e.Checks {
			c.text(&b)
		}
	}
	return b.String()
}

// pointsText is "1 point", "2.5 points".
func pointsText(x Points) string {
	if x == 100 {
		return "1 point"
	}
	return x.String() + " points"
}

func (c *CheckReport) text(b *strings.Builder) {
	word, name := "ok  ", string(c.Kind)
	if !c.Passed {
		word = "FAIL"
	}
	if c.Title != "" {
		name += " \"" + c.Title + "\""
	}
	if c.Hidden {
		name = "hidden " + name
	}
	fmt.Fprintf(b, "    %s  %s: %s of %s", word, name, c.Points, pointsText(c.Of))
	passed, undecided := 0, 0
	for _, it := range c.Items {
		if it.Passed {
			passed++
		}
		if it.Undecided {
			undecided++
		}
	}
	if !c.Passed && len(c.Items) > 1 {
		fmt.Fprintf(b, "; %d of %d passed", passed, len(c.Items))
	}
	if undecided > 0 {
		fmt.Fprintf(b, "; %d not decided", undecided)
	}
	if c.Seed != 0 {
		fmt.Fprintf(b, "; seed %d", c.Seed)
	}
	b.WriteString("\n")
	for _, it := range c.Items {
		it.text(b)
	}
}

// text tells what did not pass, and on how many inputs something was tested that did.
func (it *Item) text(b *strings.Builder) {
	const in = "            "
	switch {
	case it.Passed && it.Says != "":
		fmt.Fprintf(b, "%s%s\n", in[2:], it.Says)
		return
	case it.Passed || it.What == "" && it.Says == "":
		return
	}
	word := "fails"
	switch {
	case it.Undecided:
		word = "not decided"
	case it.Withheld:
		fmt.Fprintf(b, "%s%s: no points, for %s\n", in[2:], it.What, it.Says)
		return
	}
	fmt.Fprintf(b, "%s%s: %s\n", in[2:], it.What, word)
	if it.Says != "" && (len(it.Messages) == 0 || it.Verdict != "") {
		fmt.Fprintf(b, "%s%s\n", in, it.Says)
	}
	for _, x := range it.Inputs {
		fmt.Fprintf(b, "%swith      %s\n", in, x)
	}
	if it.Expected != "" {
		fmt.Fprintf(b, "%sexpected  %s\n%sfound     %s\n", in, it.Expected, in, it.Found)
	}
	for _, m := range it.Messages {
		b.WriteString(indented(m, in))
	}
}

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

// Summary is the line about all submissions.
func Summary(list []*Report) string {
	full, undecided := 0, 0
	for _, r := range list {
		if r.Full() {
			full++
		}
		if r.Undecided || r.Problem != "" {
			undecided++
		}
	}
	text := fmt.Sprintf("%s, %d with all points", diag.Count(len(list), "submission"), full)
	if undecided > 0 {
		text += fmt.Sprintf(", %d not decided in all", undecided)
	}
	return text
}

// Full tells whether the submission has all points.
func (r *Report) Full() bool { return r.Points == r.Of && r.Problem == "" }
