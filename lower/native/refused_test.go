package native_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/lower/native"
	"funmem/semantics/syntax"
)

// refusing is a device whose compiler ends with an error, unless that is nil.
type refusing struct {
	gpu.Device
	err   error
	asked int
}

func (d *refusing) Compile(ctx context.Context, source string, may gpu.Freedom) (gpu.Module, error) {
	if d.asked++; d.err != nil {
		return nil, d.err
	}
	return d.Device.Compile(ctx, source, may)
}

// TestRefused: a compiler that does not work is told of once, and asked three times, or once if it takes too long. When the
// user asks for a function, and it works again, all goes on.
func TestRefused(t *testing.T) {
	for err, most := range map[error]int{
		&gpu.CompileError{Command: "cc", Err: errors.New("no")}:         3,
		&gpu.CompileError{Command: "cc", Err: context.DeadlineExceeded}: 1,
	} {
		d := &refusing{cores.Device(t), err, 0}
		n := native.NewEngine(d)
		program := core(t, "def f [n] (a : [n]int) = map (\\x -> x + 1) a\nlet a = f([1])\nlet b = kernel i <= 9 do i\nlet c = kernel i <= 8 do i\nlet d = kernel i <= 7 do i\nlet e = kernel i <= 6 do i\n(a, b, c, d, e)")
		run := func() *value.Machine {
			m := value.New(engine.Options{})
			m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
				return n.Accelerate(ctx, engine.Options{Memory: 1 << 30, Threads: 1}, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
			}
			if _, err := m.Run(context.Background(), program); err != nil {
				t.Fatal(err)
			}
			return m
		}
		m := run()
		if list := n.Events(); len(list) != 2 || list[0].Refused == nil || list[0].Name == "" || list[1].Refused == nil || list[1].Name != "" || n.Broken() == nil || d.asked != most {
			t.Errorf("%v: it was asked %d times, and told %d", err, d.asked, len(list))
		}
		d.err = nil
		if run(); d.asked != most {
			t.Errorf("%v: it was asked again", err)
		}
		f := m.Defs.Get("f")
		if r, err := n.Compile(context.Background(), f, gpu.Freedom{}, m.Env, m.Defs.Get); err != nil || r.Err != nil {
			t.Errorf("%v %v", err, r.Err)
		}
		run()
		if d.asked <= most+1 || n.Done() == 0 {
			t.Errorf("%v: it was asked %d times", err, d.asked)
		}
		n.Close()
	}
}
