package checked

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"funmem/eval/fast"
	"funmem/eval/machine"
	"funmem/gpu"
	"funmem/lower/emit"
)

//go:embed prelude.h
var prelude string

// Kernels compiles the kernels of one check. It is a fast.Natives.
type Kernels struct {
	open   func() (gpu.Device, error)
	module gpu.Module
	failed error // why there is none, although it was wanted
	made   int
	places []*place

	lock sync.Mutex
	runs map[*fast.Code]bool // code that has run to its end
}

// place is a kernel of the text.
type place struct {
	name string
	code *fast.Code // or nil
}

// On returns kernels for a device, which is opened once they are compiled.
func On(open func() (gpu.Device, error)) *Kernels {
	return &Kernels{open: open, runs: map[*fast.Code]bool{}}
}

// Code translates a kernel. It returns nil if the kernel is not compiled.
func (n *Kernels) Code(k *fast.Nest) *fast.Code {
	n.made++
	c := translate(k, fmt.Sprintf("fm_nest%d", n.made))
	n.places = append(n.places, &place{machine.KernelName(k.Pat[0], k.Kernel), c})
	return c
}

// Text is the C of kernels.
func Text(all []*fast.Code) string {
	var out strings.Builder
	out.WriteString(emit.HostC.Prelude())
	out.WriteString(prelude)
	for _, c := range all {
		out.WriteString("\n")
		out.WriteString(c.Text)
	}
	return out.String()
}

// Build compiles the code of kernels.
func (n *Kernels) Build(ctx context.Context, all []*fast.Code) error {
	d, err := n.open()
	if err == nil {
		n.module, err = d.Compile(ctx, Text(all), gpu.Freedom{})
	}
	if ctx.Err() == nil {
		n.failed = err
	}
	return err
}

// Failed is why the kernels were not compiled, or nil.
func (n *Kernels) Failed() error { return n.failed }

// Run runs iterations of a kernel.
func (n *Kernels) Run(ctx context.Context, c *fast.Code, words []int64, memory int64) (done bool) {
	r, err := n.module.Call(ctx, c.Name, words, gpu.Budget{Words: memory, Threads: 1})
	if err != nil {
		return false
	}
	r.Memory.Free()
	if emit.Status(r.Status) != emit.Done {
		return false
	}
	n.lock.Lock()
	n.runs[c] = true
	n.lock.Unlock()
	return true
}

// Built tells whether there is native code.
func (n *Kernels) Built() bool { return n.module != nil }

// Ran returns the names of the outermost kernels that ran as native code, at least in part, and of the others.
func (n *Kernels) Ran() (natively, others []string) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, p := range n.places {
		if n.runs[p.code] {
			natively = append(natively, p.name)
		} else {
			others = append(others, p.name)
		}
	}
	return natively, others
}
