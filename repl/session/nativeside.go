package session

import (
	"context"
	"sync"
	"sync/atomic"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/gpu/host"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/semantics/syntax"
)

// cores is the machine's own cores, or why there is no native code. All sessions share them.
var cores = sync.OnceValues(func() (gpu.Device, error) {
	d, note, err := host.Open()
	if err != nil {
		return nil, err
	}
	if note != nil {
		notKept.Store(&note)
	}
	return d, nil
})

var notKept atomic.Pointer[error]

// NotKept is why libraries are compiled anew each time, or nil.
func NotKept() error {
	if note := notKept.Load(); note != nil {
		return *note
	}
	return nil
}

// Native is the engine of native code on the machine's own cores, or why there is none. All sessions share it.
var Native = sync.OnceValues(func() (*native.Engine, error) {
	d, err := cores()
	if err != nil {
		return nil, err
	}
	return keep(native.NewEngine(d)), nil
})

// AbandonNative ends all compilers and takes their files away, for a process that is about to end.
func AbandonNative() { host.Abandon() }

// CloseNative ends what is compiled in the background.
func CloseNative() {
	for _, n := range engines() {
		n.Close()
	}
}

// natively makes a machine ask for native code first. For what native code declines, and where there is none, the machine
// is as before.
func (s *Session) natively(m *value.Machine, engine func() (*native.Engine, error), mode native.Mode) {
	n, err := engine()
	if err != nil {
		return
	}
	below, opts := m.Accelerate, s.Settings.Options()
	m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
		return n.Accelerate(ctx, opts, &native.Ask{
			Pat: pat, Exp: e, Env: env, Def: def, Before: s.BeforeNative,
			Below: func() ([]value.Val, bool) { return below(ctx, pat, e, env, def) },
			Rules: func(ctx context.Context) ([]value.Val, error) {
				return value.Alone(ctx, opts, pat, e, env, def, below)
			},
			Again: func(env value.Env, def func(string) *syntax.Def) ([]value.Val, error) {
				return value.Alone(context.Background(), opts, pat, e, env, def, below)
			},
		}, mode)
	}
}

// PlainAside is EvaluatorAside without native code.
func (s *Session) PlainAside() *value.Machine { return s.plainMachine() }

// NativelyAside is EvaluatorAside with native code of an engine, whatever that of the settings is.
func (s *Session) NativelyAside(n *native.Engine) *value.Machine {
	m := s.plainMachine()
	s.natively(m, func() (*native.Engine, error) { return n, nil }, native.Mode{May: s.Settings.mode().May})
	return m
}

// NoNative is why the engine that was chosen is not there, or nil.
func (s Settings) NoNative() error {
	if !s.Compiles() {
		return nil
	}
	_, err := s.compiler()
	return err
}

// Function is a function, and those that it calls.
type Function struct {
	Def   *syntax.Def
	calls func(name string) *syntax.Def
}

// Function is a function of the session as the value semantics knows it, or one of the library, or nil.
func (s *Session) Function(name string) *Function {
	if d := s.Machine.Defs.Get(name); d != nil {
		return &Function{d, s.Machine.Defs.Get}
	}
	if s.Unlinked(name) == nil {
		return nil
	}
	_, unit := LibraryUnit(name)
	calls := func(name string) *syntax.Def { return DefOf(unit.Core, name) }
	return &Function{calls(name), calls}
}

// LowerNow makes native code of a function, with kernels on a device unless that is nil, and says what was done.
func (s *Session) LowerNow(ctx context.Context, f *Function, d *Device) (native.Report, error) {
	engine := Native
	if d != nil {
		engine = d.Engine
	}
	n, err := engine()
	if err != nil {
		return native.Report{}, err
	}
	return n.Compile(ctx, f.Def, s.Settings.mode().May, s.Machine.Env, f.calls)
}

// InC is the native form of a function.
func (s *Session) InC(ctx context.Context, f *Function) (*emit.Code, error) {
	return native.Lower(ctx, f.Def, s.Machine.Env, f.calls)
}

// ForDevice is the kernels of a function in a dialect of devices, and which of the function's kernels they are. It is for the
// device of that kind that is in use, or for a GPU if none is.
func (s *Session) ForDevice(ctx context.Context, in emit.Dialect, f *Function) (text string, kernels []native.Kernel, err error) {
	var on gpu.Accelerator
	if n := DeviceOf(in.Name).Opened(); n != nil {
		on = n.Device()
	}
	return native.Kernels(ctx, in, on, f.Def, s.Machine.Env, f.calls)
}
