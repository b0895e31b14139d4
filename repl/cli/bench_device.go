package cli

import (
	"context"
	"fmt"
	"strings"

	"funmem/gpu"
	"funmem/lower/native"
	"funmem/repl/measure"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// hostDevice is the name of the machine's own cores among devices.
const hostDevice = "host"

// useDevice makes the engine that of --device. The error is of kind Usage, also where there is no such device: times of
// another engine are not what was asked for.
func (o *Options) useDevice() error {
	if o.Device == "" {
		return nil
	}
	name, of := "native", session.Native
	if o.Device != hostDevice {
		d := session.DeviceOf(o.Device)
		if d == nil {
			return diag.Usagef("there is no kind of device %q", o.Device).Helpf("write `--device cuda`, opencl or host")
		}
		name, of = d.Name, d.Engine
	}
	switch {
	case o.Check:
		return diag.Usagef("--check times the heap semantics, which run on no device").Helpf("leave out `--check` or `--device`")
	case o.Settings.Engine != name && o.Settings.Engine != session.Defaults().Engine:
		return diag.Usagef("--device %s is timed with the engine %s, and --engine says %s", o.Device, name, o.Settings.Engine).Helpf("leave out `--engine`")
	}
	n, err := of()
	if err != nil {
		return diag.Usagef("%v", err).Helpf("--engine value times programs without a device")
	}
	o.Settings.Engine, o.timedOn = name, n
	return nil
}

// work is what one run of an expression asks of a device.
type work struct {
	Launches    int64 `json:"launches"`
	WordsIn     int64 `json:"words_in"`
	WordsOut    int64 `json:"words_out"`
	Allocations int64 `json:"allocations"` // of memory: later runs get what earlier ones have freed
}

// beside is what another engine takes for the same expression.
type beside struct {
	Engine string `json:"engine"`
	measure.Result
}

// onDevice adds what a run asks of the device of --device, and what another engine takes: native code, or the value engine.
func (o *Options) onDevice(ctx context.Context, s *session.Session, b *benchmark, run func() error, t *timing) error {
	if o.timedOn == nil {
		return nil
	}
	used, err := workOf(o.timedOn, run)
	if err != nil {
		return err
	}
	t.Work = used
	t.Beside = &beside{Engine: "value"}
	if _, err := session.Native(); err == nil && o.Device != hostDevice {
		t.Beside.Engine = "native"
	}
	defer func(before string) { s.Settings.Engine = before }(s.Settings.Engine)
	s.Settings.Engine = t.Beside.Engine
	other, err := o.ready(ctx, s, b)
	if err != nil {
		return err
	}
	t.Beside.Result, err = measure.Runs(ctx, measure.Usual, other, nil)
	return err
}

// workOf is what a run asks of the device of an engine, or nil if that is the machine's own cores.
func workOf(n *native.Engine, run func() error) (*work, error) {
	before, ok := n.Account()
	if !ok {
		return nil, nil
	}
	if err := run(); err != nil {
		return nil, err
	}
	after, _ := n.Account()
	return difference(before, after), nil
}

func difference(before, after gpu.Account) *work {
	return &work{
		Launches: after.Launches - before.Launches, Allocations: after.Allocations - before.Allocations,
		WordsIn: after.WordsIn - before.WordsIn, WordsOut: after.WordsOut - before.WordsOut,
	}
}

// deviceText is what bench prints of a device, and of the engine beside it.
func (t *timing) deviceText() string {
	var b strings.Builder
	if w := t.Work; w != nil {
		fmt.Fprintf(&b, "  a run: %s, %s in and %d out, %s\n", diag.Plural(int(w.Launches), "launch", "launches"), diag.Count(int(w.WordsIn), "word"), w.WordsOut, diag.Count(int(w.Allocations), "allocation"))
	}
	if x := t.Beside; x != nil {
		fmt.Fprintf(&b, "  %s: %s (%s to %s), %.2f × as long\n", x.Engine, duration(x.Median), duration(x.Low), duration(x.High), x.Median/t.Median)
	}
	return b.String()
}
