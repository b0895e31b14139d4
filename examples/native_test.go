package examples_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/cores"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/native"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// someNative is how many programs of the corpus there are for one that runs without -more.
const someNative = 8

// TestNative runs the corpus as native code, on one thread and on three, and compares it with the rules: it must give the
// same values, or end with the same message.
func TestNative(t *testing.T) {
	d := cores.Device(t)
	asNative(t, testkit.Sample(someNative, 1), []int{1, 3}, func(threads int) *native.Engine {
		n := native.NewEngine(d)
		n.Always, n.General = threads > 1, threads > 1
		return n
	})
}

// TestDevices does the same with kernels on devices.
func TestDevices(t *testing.T) {
	devices.Each(t, func(t *testing.T, d devices.Device) {
		asNative(t, testkit.Sample(someNative, 1), []int{1}, func(int) *native.Engine { return native.NewAccelerated(d, d.In) })
	})
}

// asNative compares one of some programs of the corpus.
func asNative(t *testing.T, some int, threads []int, engines func(threads int) *native.Engine) {
	ran, all := 0, 0
	for k, src := range corpus(t) {
		if k%some != 0 {
			continue
		}
		p := load(t, src, nil)
		if p.wrong != nil {
			continue
		}
		t.Run(src.Name, func(t *testing.T) {
			want, wantErr := p.values(t, engine.Options{})
			for _, threads := range threads {
				n := engines(threads)
				opts := engine.Options{Memory: 1 << 30, Threads: threads}
				m := value.New(opts)
				m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
					v, ok := n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
					if all++; ok {
						ran++
					}
					return v, ok
				}
				got, err := m.Run(context.Background(), p.fun)
				if err := stuckOnly(t, err); (err == nil) != (wantErr == nil) || err != nil && message(err) != message(wantErr) {
					t.Fatalf("on %d threads native code ends with %v, and the rules with %v", threads, err, wantErr)
				}
				near := false
				for _, r := range n.Reports() {
					near = near || r.Code != nil && r.Code.Near
				}
				for k := range want {
					if !alike(got[k], want[k], near) {
						t.Fatalf("on %d threads result %d is natively %s, and by the rules %s", threads, k+1, value.Format(got[k], 0), value.Format(want[k], 0))
					}
				}
			}
		})
	}
	t.Logf("%d of %d calls, kernels, folds and loops of the outermost level ran natively", ran, all)
	if ran < all/2 {
		t.Errorf("only %d of %d ran natively", ran, all)
	}
}

// message is what an error says.
func message(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Msg
	}
	return err.Error()
}

// alike tells whether two values are the same. near allows f64s to differ a little, for functions of the C library.
func alike(a, b value.Val, near bool) bool {
	d, ok := native.Apart(a, b)
	return a.Equal(b) || near && ok && d <= 1e-9
}
