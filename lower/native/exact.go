package native

import (
	"context"
	"sync"

	"funmem/gpu"
	"funmem/lower/emit"
)

// module is compiled code. Where a product may not fit it gives up in doubt. Then there is a second text, which tests each
// product: it is compiled when it is first needed, since few programs ever need it.
type module struct {
	gpu.Module
	exact func() string // the second text
	may   gpu.Freedom

	once  sync.Once
	ready chan struct{} // closed when that is done
	tests gpu.Module    // the second text, or nil if it cannot be compiled
}

// compile compiles the code of a program. Two compilations may give the same gpu.Module.
func compile(ctx context.Context, device gpu.Device, code *emit.Code, may gpu.Freedom) (*module, error) {
	m, err := device.Compile(ctx, code.Text, may)
	if err != nil {
		return nil, err
	}
	if !m.Has(emit.Name) { // whatever it is that the compiler made
		return nil, &gpu.CompileError{Command: "the C compiler", Err: gpu.ErrNoFunction}
	}
	may.Quick = false
	return &module{Module: m, exact: code.Exact, may: may, ready: make(chan struct{})}, nil
}

// exactly is the code that tests each product, or nil if there is none or ctx is done. Who asks first waits for the compiler.
func (n *Engine) exactly(ctx context.Context, m *module) gpu.Module {
	m.once.Do(func() {
		n.running.Go(func() {
			defer close(m.ready)
			ctx, stop := context.WithTimeoutCause(n.ctx, longest, errLong)
			defer stop()
			if tests, err := n.device.Compile(ctx, m.exact(), m.may); err == nil {
				m.tests = tests
			}
		})
	})
	select {
	case <-m.ready:
		return m.tests
	case <-ctx.Done():
		return nil
	}
}
