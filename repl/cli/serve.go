package cli

import (
	"context"

	"funmem/eval/engine"
	"funmem/repl/serve"
	"funmem/semantics/diag"
)

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
	err = (&serve.Server{Runner: run}).Serve(ctx, st.In, out)
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return err
}
