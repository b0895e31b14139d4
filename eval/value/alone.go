package value

import (
	"context"

	"funmem/eval/engine"
	"funmem/semantics/syntax"
)

// Alone evaluates an expression that pat binds, in an environment, beside whatever is going on: as Run does, with a machine of
// its own that may accelerate.
func Alone(ctx context.Context, opts engine.Options, pat []*syntax.Binding, e syntax.Expr, env Env, def func(string) *syntax.Def, accelerate Accelerator) ([]Val, error) {
	m := New(opts)
	m.Accelerate, m.Env = accelerate, env.Clone()
	for _, d := range syntax.Reached(e, def) {
		m.Defs.Set(d.Name, d)
	}
	return m.Run(ctx, syntax.Alone(pat, e))
}
