package suite

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes the results as one page for a browser, which needs nothing else: it filters by words, verdicts and sub-commands.
func (r *Report) HTML(w io.Writer) error {
	type choice struct {
		Name  string
		Count int
	}
	count := func(name string, is func(one *Result) bool) choice {
		n := 0
		for _, one := range r.Results {
			if is(one) {
				n++
			}
		}
		return choice{name, n}
	}
	var verdicts, kinds []choice
	for _, v := range Verdicts {
		verdicts = append(verdicts, count(string(v), func(one *Result) bool { return one.Verdict == v }))
	}
	for _, c := range reported {
		kinds = append(kinds, count(c, func(one *Result) bool { return one.Args[0] == c }))
	}
	none := func(c choice) bool { return c.Count == 0 }
	return page.Execute(w, map[string]any{
		"Report": r, "Counts": Counts(r.Results), "NotRun": r.Cases - len(r.Results), "Missing": r.Missing, "Changes": r.Changes(),
		"Verdicts": slices.DeleteFunc(verdicts, none), "Commands": slices.DeleteFunc(kinds, none),
		"Wrong": count("", func(one *Result) bool { return !one.OK }).Count,
	})
}
