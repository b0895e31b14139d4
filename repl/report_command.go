package repl

import (
	"context"
	"slices"
	"strings"

	"funmem/lower/pass"
	"funmem/repl/cli"
	"funmem/semantics/diag"
)

// reportCommand prints what passes said at length when they ran over a function, as lower --report does.
func (c *Console) reportCommand(_ context.Context, arg string) error {
	have, w, names := pass.Reporting(), c.lastWorked(), strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ' ' })
	if w == nil {
		return diag.Usagef("no pass has run over a function as it is now").Helpf("`:pass f introduce,%s` runs passes over f", have[0])
	}
	for _, name := range names {
		if !slices.Contains(have, name) {
			return diag.Usagef("there is no report of `%s`", name).Helpf("these passes have one: `%s`", strings.Join(have, "`, `"))
		}
	}
	var found []*pass.Stage
	for _, run := range w.Runs[1:] {
		for _, s := range run.Stages[1:] {
			if s.Step.Pass.Reports && (len(names) == 0 || slices.Contains(names, s.Step.Pass.Name)) {
				found = append(found, s)
			}
		}
	}
	switch {
	case len(found) == 0 && len(names) == 0:
		return diag.Usagef("no pass with a report has run over `%s`", w.Def.Name).Helpf("these have one: `%s`", strings.Join(have, "`, `"))
	case len(found) == 0:
		return diag.Usagef("`%s` has not run over `%s`", strings.Join(names, "`, `"), w.Def.Name).Helpf("`:pass %s` runs it", names[0])
	}
	for _, s := range found {
		c.printf("%s", strings.TrimSuffix(cli.ReportText(s, len(names) != 1), "\n"))
	}
	return nil
}
