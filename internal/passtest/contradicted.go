package passtest

import (
	"context"
	"errors"
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// Contradicted says how a run of a program without inputs shows that it is not valid; "": it does not.
func Contradicted(p *syntax.Program) string {
	for _, schedule := range []string{"forward", "reverse", "random:5"} {
		order, _ := engine.ParseSchedule(schedule)
		m := memory.New(memory.Options{Options: engine.Options{Schedule: order, Memory: 1 << 28}, Validate: true})
		out, err := m.Run(context.Background(), p)
		var stuck *diag.Diagnostic
		switch {
		case out.Divergence != nil:
			return fmt.Sprintf("%s: `%s` differs", schedule, out.Divergence.Array)
		case errors.As(err, &stuck) && stuck.Kind == diag.Stuck:
			v := value.New(engine.Options{Memory: 1 << 28})
			if _, err := v.Run(context.Background(), erase.Program(p)); err == nil {
				return fmt.Sprintf("%s: the heap semantics alone is stuck: %s", schedule, stuck.Msg)
			}
		}
	}
	return ""
}
