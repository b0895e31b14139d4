package cli

import (
	"context"

	"funmem/eval/engine"
	"funmem/repl/serve"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// VerdictVersion is the version of the objects of `check --json` and `validate --json`. It changes when a reader of the old ones
// could misread the new ones. New keys may come without that.
const VerdictVersion = 1

// Serve is the body of `serve`: it answers requests until standard input ends. Each worker computes on one core, since there
// is a worker for each.
func Serve(ctx context.Context, st Streams, o *Options, _ []string) error {
	if !o.Stdio {
		return diag.Usagef("`funmem serve` needs `--stdio`").Helpf("it reads requests from standard input; nothing else is there to talk to")
	}
	run, err := o.runner("")
	if err != nil {
		return err
	}
	run.Env = []string{"GOMAXPROCS=1"}
	out := st.Out
	if screen, ok := out.(*Output); ok {
		out = screen.Raw()
	}
	err = (&serve.Server{Runner: run, Programs: syntax.JSONVersion, Verdicts: VerdictVersion}).Serve(ctx, st.In, out)
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return err
}
