package repl

import (
	"strings"
	"testing"

	"funmem/gpu/cuda"
	"funmem/lower/native"
)

// TestAboutLaunch: each thing that can become of a kernel has a sentence.
func TestAboutLaunch(t *testing.T) {
	for want, k := range map[string]native.Kernel{
		"not proved free of races; funmem runs it itself":                                                       {},
		"the device has no kernel of its own for it":                                                            {Proved: true},
		"the device runs it, a thread for each iteration":                                                       {Proved: true, Launched: true},
		"the device runs it, in groups of threads where it is large, and otherwise a thread for each iteration": {Proved: true, Launched: true, Grouped: true},
		"made of a fold or scan; the device runs it, in groups of threads":                                      {Proved: true, Grouped: true, Made: true},
	} {
		if got := aboutLaunch(k); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// TestUsesLine: what a kernel needs of a device.
func TestUsesLine(t *testing.T) {
	of := &cuda.Compiled{Arch: "sm_80", Compiler: "NVRTC 11.8"}
	for want, k := range map[string]cuda.Use{
		"k for sm_80, NVRTC 11.8: 1 register, none spilled":                                                                             {Kernel: "k", Registers: 1},
		"k for sm_80, NVRTC 11.8: 255 registers, 16 bytes of a stack for each thread, of these 8 bytes for registers that were spilled": {Kernel: "k", Registers: 255, Stack: 16, Spilled: 8},
	} {
		if got := usesLine(of, k); got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}
