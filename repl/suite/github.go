package suite

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// GitHub writes the findings of the cases that are not as wanted as commands to a workflow of GitHub's, which shows them at
// their lines. What was not run is a warning.
func (r *Report) GitHub(w io.Writer) error {
	for _, one := range r.Results {
		if one.OK {
			continue
		}
		level := "error"
		if one.Verdict == Unknown {
			level = "warning"
		}
		for _, f := range r.findingsOf(one) {
			var at []string
			if f.File != "" {
				at = append(at, "file="+property(r.path(f.File)))
			}
			if f.Line > 0 {
				at = append(at, fmt.Sprintf("line=%d,col=%d", f.Line, f.Column))
			}
			at = append(at, "title="+property(string(one.Verdict)+": "+cmp.Or(f.Rule, f.Kind)))
			text := message(f.Message + "\n" + one.Case + "\nagain: " + one.Again)
			if _, err := fmt.Fprintf(w, "::%s %s::%s\n", level, strings.Join(at, ","), text); err != nil {
				return err
			}
		}
	}
	for _, text := range r.notRun() {
		if _, err := fmt.Fprintf(w, "::warning title=not run::%s\n", message(text)); err != nil {
			return err
		}
	}
	return nil
}

// message escapes the text of a command to a workflow, and property one of its properties.
var (
	message  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
