package session

import (
	"slices"
	"sync"
	"sync/atomic"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/gpu/opencl"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/offload"
)

// Device is a kind of device with memory of its own, and the engine whose kernels run on it. All sessions share it.
type Device struct {
	emit.Dialect
	// Engine is the engine, or why there is none.
	Engine func() (*native.Engine, error)

	asked sync.Once
	ready atomic.Pointer[native.Engine]
}

// Opened is the engine if something has asked for it, and otherwise nil.
func (d *Device) Opened() *native.Engine { return d.ready.Load() }

// soon is Opened. The first time it begins to open the device in the background.
func (d *Device) soon() *native.Engine {
	d.asked.Do(func() { go d.Engine() })
	return d.ready.Load()
}

// Devices are those that the engines of their names use.
var Devices = []*Device{device(emit.CUDA, cuda.Open), device(emit.OpenCL, opencl.Open)}

func device(in emit.Dialect, open func() (gpu.Accelerator, error)) *Device {
	d := &Device{Dialect: in}
	d.Engine = sync.OnceValues(func() (*native.Engine, error) {
		a, err := open()
		if err != nil {
			return nil, err
		}
		n := keep(native.NewAccelerated(a, in))
		d.ready.Store(n)
		return n, nil
	})
	return d
}

// DeviceOf is the device of an engine, or nil.
func DeviceOf(engine string) *Device {
	k := slices.IndexFunc(Devices, func(d *Device) bool { return d.Name == engine })
	if k < 0 {
		return nil
	}
	return Devices[k]
}

// OnDevice tells whether the kernels of the engine run on a device with memory of its own.
func (s Settings) OnDevice() bool { return DeviceOf(s.Engine) != nil }

// compiler is the engine that the settings want, or why it is not there.
func (s Settings) compiler() (*native.Engine, error) {
	if d := DeviceOf(s.Engine); d != nil {
		return d.Engine()
	}
	return Native()
}

// Profiled runs f, and tells where the time of an engine's device went meanwhile.
func Profiled(n *native.Engine, f func() error) (offload.Report, error) {
	var p offload.Profile
	n.Profile(&p)
	defer n.Profile(nil)
	err := f()
	return p.Take(), err
}

// tiers are the engines that are asked before the engine below, from the last one on.
func (s Settings) tiers() (list []func() (*native.Engine, error)) {
	switch {
	case s.Compiles():
		return append(list, s.compiler)
	case !s.lowers():
		return nil
	case DeviceOf(s.Lower) != nil:
		return append(list, DeviceOf(s.Lower).Engine)
	}
	list = append(list, Native)
	if n, err := Native(); s.Lower != "auto" || err == nil && n.Done() == 0 { // devices are for what has run natively
		return list
	}
	for _, d := range Devices {
		if n := d.soon(); n != nil && !n.Device().Limits().Shared {
			list = append(list, func() (*native.Engine, error) { return n, nil })
		}
	}
	return list
}

// Used are the devices that the settings make use of, as far as something has asked for them.
func (s Settings) Used() (list []*Device) {
	for _, d := range Devices {
		n := d.Opened()
		if n != nil && (s.Engine == d.Name || s.Lower == d.Name || s.Lower == "auto" && !n.Device().Limits().Shared) {
			list = append(list, d)
		}
	}
	return list
}

// made are the engines that something has asked for.
var made struct {
	sync.Mutex
	list []*native.Engine
}

// keep notes that an engine was made.
func keep(n *native.Engine) *native.Engine {
	made.Lock()
	defer made.Unlock()
	made.list = append(made.list, n)
	return n
}

// engines are those that something has asked for.
func engines() []*native.Engine {
	made.Lock()
	defer made.Unlock()
	return slices.Clone(made.list)
}
