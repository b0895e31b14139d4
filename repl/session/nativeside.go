package session

import (
	"context"
	"sync"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/gpu/host"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/semantics/syntax"
)

// cores is the machine's own cores, or why there is no native code. All sessions share them.
var cores = sync.OnceValues(func() (gpu.Device, error) {
	d, _, err := host.Open()
	if err != nil {
		return nil, err
	}
	return d, nil
})

// Native is the engine of native code on the machine's own cores, or why there is none. All sessions share it.
var Native = sync.OnceValues(func() (*native.Engine, error) {
	d, err := cores()
	if err != nil {
		return nil, err
	}
	return native.NewEngine(d), nil
})

// natively makes a machine ask for native code first. For what native code declines, and where there is none, the machine
// is as before.
func (s *Session) natively(m *value.Machine) {
	n, err := Native()
	if err != nil {
		return
	}
	below, opts, verify := m.Accelerate, s.Settings.Options(), s.Settings.Verify
	m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
		again := func() ([]value.Val, bool) { return below(ctx, pat, e, env, def) }
		if v, ok := n.Accelerate(ctx, opts, pat, e, env, def, verify, again); ok {
			return v, true
		}
		return again()
	}
}

// NativelyAside is EvaluatorAside with native code, whatever the engine is.
func (s *Session) NativelyAside() *value.Machine {
	m := s.newMachine()
	if s.Settings.Engine != "native" {
		s.natively(m)
	}
	return m
}

// NoNative is why the engine that was chosen is not there, or nil.
func (s Settings) NoNative() error {
	if s.Engine != "native" {
		return nil
	}
	_, err := Native()
	return err
}

// InC is the native form of a function of the session.
func (s *Session) InC(ctx context.Context, d *syntax.Def) (*emit.Code, error) {
	return native.Lower(ctx, d, s.Machine.Env, s.Machine.Defs.Get)
}
