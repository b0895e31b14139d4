package checked

import (
	"context"
	_ "embed"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"funmem/eval/fast"
	"funmem/gpu"
	"funmem/lower/emit"
)

//go:embed prelude.h
var prelude string

// Kernels compiles the kernels of one check. It is a fast.Natives.
type Kernels struct {
	device gpu.Device
	module gpu.Module
	lock   sync.Mutex
	ran    int // runs of code
	ended  int // runs that ended early
	made   int
	why    error
}

// On returns kernels for a device.
func On(d gpu.Device) *Kernels { return &Kernels{device: d} }

// Code translates a kernel. It returns nil if the kernel is not compiled.
func (n *Kernels) Code(k *fast.Nest) *fast.Code {
	n.made++
	c := translate(k, fmt.Sprintf("fm_nest%d", n.made))
	if c != nil {
		c.Number = n.made
	}
	return c
}

// Text is the C of kernels.
func Text(all []*fast.Code) string {
	var out strings.Builder
	out.WriteString(emit.Prelude())
	out.WriteString(prelude)
	for _, c := range all {
		out.WriteString("\n")
		out.WriteString(c.Text)
	}
	return out.String()
}

// Build compiles the code of kernels.
func (n *Kernels) Build(ctx context.Context, all []*fast.Code) error {
	n.module, n.why = n.device.Compile(ctx, Text(all))
	return n.why
}

// Run runs iterations of a kernel.
func (n *Kernels) Run(ctx context.Context, c *fast.Code, words []int64, memory int64) (done bool) {
	r, err := n.module.Call(ctx, c.Name, words, gpu.Budget{Words: memory, Threads: 1})
	if err != nil {
		return false
	}
	r.Memory.Free()
	runtime.KeepAlive(words)
	n.lock.Lock()
	defer n.lock.Unlock()
	n.ran++
	if emit.Status(r.Status) != emit.Done {
		n.ended++
		return false
	}
	return true
}
