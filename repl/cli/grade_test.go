package cli

import "testing"

// TestReportName: the file of a report has a name that garbles no listing, and is not that of another one.
func TestReportName(t *testing.T) {
	for name, want := range map[string]string{
		"anna.fun":            "anna.fun.txt",
		"zoë.fun":             "zoë.fun.txt",
		"x\x1b[31m.fun":       "x_[31m.fun-3.txt",
		"cmd|\n.fun":          "cmd|_.fun-3.txt",
		"nuf.\u202egnorw.fun": "nuf._gnorw.fun-3.txt",
	} {
		if got := reportName(name, 3); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
