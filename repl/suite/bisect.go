package suite

import (
	"context"
	"fmt"
)

// bisect finds the first stage of a pipeline that is wrong, when the last one is not a valid form of the first. It halves the
// stages between one that is a valid form of the first and one that is none. So it finds a stage that is wrong after one that
// is not, and no earlier one is tried. It returns the command line that shows it, and says in j and result what it found.
func (r *Runner) bisect(ctx context.Context, w **worker, c *Case, j *judged, result *Result) []string {
	against := func(k int) []string {
		args := append([]string{"validate", c.Stages[0], c.Stages[k]}, c.Args[3:]...)
		return args
	}
	if j.verdict == IllTyped && len(j.findings) > 0 && j.findings[0].File == c.Stages[0] {
		result.First = c.Stages[0]
		return c.Args
	}
	if j.verdict != Refuted && j.verdict != IllTyped {
		return c.Args
	}
	good, bad := 0, len(c.Stages)-1
	for good+1 < bad {
		k := (good + bad) / 2
		between, _ := r.ask(ctx, w, c, against(k))
		switch {
		case between.verdict.Good():
			good = k
		case between.verdict == Unknown:
			j.why = fmt.Sprintf("wrong after %s, and at %s at the latest, since nothing is known of %s (%s): %s", c.Stages[good], c.Stages[bad], c.Stages[k], between.why, j.why)
			return against(bad)
		default:
			bad, *j = k, between
		}
	}
	result.First = c.Stages[bad]
	j.why = fmt.Sprintf("the first wrong stage is %s, after %s: %s", c.Stages[bad], c.Stages[good], j.why)
	return against(bad)
}
