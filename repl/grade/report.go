package grade

import (
	"strings"

	"funmem/semantics/diag"
)

// Report is what was found out about one submission. docs/grading.md describes the JSON.
type Report struct {
	Name      string            `json:"name"`
	Points    Points            `json:"points"`
	Of        Points            `json:"of"`
	Undecided bool              `json:"undecided,omitempty"` // a check ran out of its budget
	Problem   string            `json:"problem,omitempty"`   // why nothing was graded
	Exercises []*ExerciseReport `json:"exercises"`
}

// ExerciseReport is what was found out about one exercise.
type ExerciseReport struct {
	Name     string         `json:"name"`
	Title    string         `json:"title,omitempty"`
	Points   Points         `json:"points"`
	Of       Points         `json:"of"`
	Ended    string         `json:"ended,omitempty"`    // why the process of its checks ended
	Messages []string       `json:"messages,omitempty"` // why the function cannot be graded, with the place
	Checks   []*CheckReport `json:"checks"`
}

// CheckReport is what one check found.
type CheckReport struct {
	Kind   Kind    `json:"kind"`
	Title  string  `json:"title,omitempty"`
	Hidden bool    `json:"hidden,omitempty"`
	Seed   int64   `json:"seed,omitempty"` // of random inputs
	Points Points  `json:"points"`
	Of     Points  `json:"of"`
	Passed bool    `json:"passed"`
	Items  []*Item `json:"items"`
}

// Item is one of the things that a check looks at. Of a hidden check it has Passed alone.
type Item struct {
	What      string   `json:"what,omitempty"` // the expression, the function, the construct or the limit
	Passed    bool     `json:"passed"`
	Undecided bool     `json:"undecided,omitempty"` // it ran out of its budget
	Withheld  bool     `json:"withheld,omitempty"`  // it is as wanted, and gives no points
	Verdict   string   `json:"verdict,omitempty"`   // that of `validate` or `check`
	Says      string   `json:"says,omitempty"`      // in one line
	Inputs    []string `json:"inputs,omitempty"`    // the smallest input found on which it goes wrong
	Expected  string   `json:"expected,omitempty"`
	Found     string   `json:"found,omitempty"`
	At        string   `json:"at,omitempty"`
	Messages  []string `json:"messages,omitempty"` // with the line and a caret
}

// The most that a report says of one thing.
const (
	mostText     = 2000
	mostMessages = 3
)

// shortened is a text that is safe to show, line by line, and not longer than a report may be.
func shortened(text string) string {
	lines := strings.Split(strings.ToValidUTF8(text, "\ufffd"), "\n")
	for k, l := range lines {
		lines[k] = diag.Printable(l)
	}
	if text = strings.Join(lines, "\n"); len(text) <= mostText {
		return text
	}
	cut := mostText
	for cut > 0 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return text[:cut] + " …"
}

// oneLine is a text that is safe to show, on one line, and not longer than a report may be.
func oneLine(text string) string { return shortened(diag.OneLine(text)) }

// tell adds messages, the first few of them.
func (it *Item) tell(list diag.List) {
	for _, d := range list {
		if it.At == "" {
			it.At = oneLine(d.Span.String())
		}
		it.Messages = tell(it.Messages, d)
	}
}

func tell(to []string, d *diag.Diagnostic) []string {
	if len(to) >= mostMessages {
		return to
	}
	c := *d
	c.Msg, c.Help, c.Notes = diag.OneLine(d.Msg), diag.OneLine(d.Help), nil
	for _, n := range d.Notes {
		c.Notes = append(c.Notes, diag.Note{Span: n.Span, Msg: diag.OneLine(n.Msg)})
	}
	return append(to, shortened(strings.TrimSuffix(diag.Format(&c, diag.Plain), "\n")))
}

// withhold takes the points of a check away.
func (c *CheckReport) withhold(why string) {
	for _, it := range c.Items {
		if it.Passed {
			it.Passed, it.Withheld, it.Says = false, true, why
		}
	}
}

// hide leaves of a check what a student may know if it is hidden: why a part does not pass is not among that.
func (c *CheckReport) hide() {
	c.Title, c.Seed = "", 0
	for _, it := range c.Items {
		*it = Item{Passed: it.Passed}
	}
}

// sum adds up what the items give.
func (c *CheckReport) sum() {
	passed := 0
	for _, it := range c.Items {
		if it.Passed {
			passed++
		}
	}
	c.Passed = passed == len(c.Items) && passed > 0
	c.Points = c.Of.of(passed, len(c.Items))
}

// sum adds up what the exercises give.
func (r *Report) sum() {
	r.Points, r.Of, r.Undecided = 0, 0, false
	for _, e := range r.Exercises {
		e.Points, e.Of = 0, 0
		for _, c := range e.Checks {
			e.Points += c.Points
			e.Of += c.Of
			for _, it := range c.Items {
				r.Undecided = r.Undecided || it.Undecided
			}
		}
		r.Points += e.Points
		r.Of += e.Of
	}
}
