package session

import (
	"slices"
	"sync"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/gpu/opencl"
	"funmem/lower/emit"
	"funmem/lower/native"
)

// Device is a kind of device with memory of its own, and the engine whose kernels run on it. All sessions share it.
type Device struct {
	emit.Dialect
	// Engine is the engine, or why there is none.
	Engine func() (*native.Engine, error)
}

// Devices are those that the engines of their names use.
var Devices = []*Device{device(emit.CUDA, cuda.Open), device(emit.OpenCL, opencl.Open)}

func device(d emit.Dialect, open func() (gpu.Accelerator, error)) *Device {
	return &Device{d, sync.OnceValues(func() (*native.Engine, error) {
		a, err := open()
		if err != nil {
			return nil, err
		}
		return keep(native.NewAccelerated(a, d)), nil
	})}
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
