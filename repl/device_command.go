package repl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// deviceNamed is the kind of device of a name, or that of the engine without one; nil is the machine's own cores.
func (c *Console) deviceNamed(name string) (*session.Device, error) {
	switch {
	case name == "":
		return session.DeviceOf(c.Settings.Engine), nil
	case name == "host":
		return nil, nil
	}
	if d := session.DeviceOf(name); d != nil {
		return d, nil
	}
	kinds := []string{"host"}
	for _, d := range session.Devices {
		kinds = append(kinds, d.Name)
	}
	d := diag.Usagef("there is no kind of device %q, wanted %s", name, strings.Join(kinds, ", "))
	if near := diag.Nearest(name, kinds); near != "" {
		return nil, d.Helpf("did you mean %s?", near)
	}
	return nil, d.Helpf("host is the machine's own cores, the others are devices with memory of their own")
}

// onDevice is the kernels of a function in a dialect of devices. command is what asks for it.
func (c *Console) onDevice(ctx context.Context, command string, in emit.Dialect, name string) (text string, kernels []native.Kernel, err error) {
	f := c.Function(name)
	if f == nil {
		return "", nil, diag.Usagef("`:%s` shows the kernels of a function, and `%s` is none", command, name).Helpf("`funmem lower FILE --to %s` prints those of a whole program", in.Name)
	}
	text, kernels, err = c.ForDevice(ctx, in, f)
	if err != nil {
		return "", nil, err
	}
	if text != "" {
		return text, kernels, nil
	}
	for _, line := range kernelLines(kernels, aboutLaunch) {
		c.printf("%s", line)
	}
	return "", nil, diag.Usagef("no kernel of `%s` runs on a device", name).Helpf("`:c %s` shows the C that the machine's own cores run", name)
}

func (c *Console) cudaCommand(ctx context.Context, arg string) error {
	return c.kernelsCommand(ctx, emit.CUDA, arg)
}

func (c *Console) openclCommand(ctx context.Context, arg string) error {
	return c.kernelsCommand(ctx, emit.OpenCL, arg)
}

// kernelsCommand shows the kernels of a function in a dialect of devices.
func (c *Console) kernelsCommand(ctx context.Context, in emit.Dialect, arg string) error {
	text, kernels, err := c.onDevice(ctx, in.Name, in, arg)
	if err != nil {
		return err
	}
	c.printf("%s", strings.TrimSuffix(emit.Readable(text), "\n"))
	for _, line := range kernelLines(kernels, aboutLaunch) {
		c.printf("%s", line)
	}
	return nil
}

// ptxCommand compiles the kernels of a function by CUDA's compiler, and says what they need.
func (c *Console) ptxCommand(ctx context.Context, arg string) error {
	name, arch, _ := strings.Cut(arg, " ")
	if arch = strings.TrimSpace(arch); arch == "" {
		arch = cuda.DefaultArch
	}
	text, _, err := c.onDevice(ctx, "ptx", emit.CUDA, name)
	if err != nil {
		return err
	}
	out, err := cuda.Compile(emit.Narrow+text, arch, gpu.Freedom{Contract: c.Settings.Contract})
	if err != nil {
		return diag.Usagef("%s", err).Helpf("`:cuda %s` shows the kernels before they are compiled", name)
	}
	c.printf("%s", strings.ReplaceAll(strings.TrimSpace(out.PTX), "\t", "    "))
	for _, k := range out.Kernels {
		c.printf("%s", usesLine(out, k))
	}
	return nil
}

// usesLine says what a kernel needs of a device.
func usesLine(of *cuda.Compiled, k cuda.Use) string {
	line := fmt.Sprintf("%s for %s, %s: %s", k.Kernel, of.Arch, of.Compiler, diag.Count(k.Registers, "register"))
	if k.Stack > 0 {
		line += fmt.Sprintf(", %s of a stack for each thread", diag.Count(k.Stack, "byte"))
	}
	if k.Spilled > 0 {
		return line + fmt.Sprintf(", of these %s for registers that were spilled", diag.Count(k.Spilled, "byte"))
	}
	return line + ", none spilled"
}

// timeOnDevices says how long an expression takes on the devices that the settings make use of, and where the time goes.
func (c *Console) timeOnDevices(ctx context.Context, e *session.Scratch) error {
	for _, d := range c.Settings.Used() {
		n := d.Opened()
		run := c.Ready(ctx, c.NativelyAside(n), e.Fun, e.Unit)
		made, ran, start := n.Made(), n.Done(), time.Now()
		lowered, compiled := n.Spent()
		if _, err := run(); err != nil {
			return err
		}
		if n.Made() > made {
			whole, l, k := time.Since(start), lowered, compiled
			lowered, compiled = n.Spent()
			c.printf(timeLine, d.Name+", the first time", fmt.Sprintf("%s; lowering %s, compilation %s", view.Rounded(whole), view.Rounded(lowered-l), view.Rounded(compiled-k)))
		}
		if n.Done() == ran {
			c.printf(timeLine, d.Name, "nothing of it ran to its end")
			continue
		}
		best, err := timed(func() error { _, err := run(); return err })
		if err != nil {
			return err
		}
		r, err := session.Profiled(n, func() error { _, err := run(); return err })
		if err != nil {
			return err
		}
		c.printf(timeLine, d.Name, fmt.Sprintf("%s; watched, %s: kernels %s, copies there %s, back %s", view.Rounded(best), view.Rounded(r.Whole), view.Rounded(r.InKernels()), view.Rounded(r.In.Took), view.Rounded(r.Out.Took)))
	}
	return nil
}
