package session

import (
	"strconv"

	"funmem/gpu"
	"funmem/lower/native"
	"funmem/semantics/diag"
)

// Lowerings are whether hot functions become native code: never; on the machine's own cores and on what devices there are,
// whichever is faster; on the cores; or with kernels on a device of one kind.
var Lowerings = []string{"auto", "cuda", "host", "off", "opencl"}

// verifyAuto compares one of usualVerify results of what was lowered because it is hot, and none of the engine native.
const (
	verifyAuto  = -1
	usualVerify = 100
)

// lowers tells whether hot functions become native code.
func (s Settings) lowers() bool { return s.Lower != "off" && s.Engine == "value" }

func showLower(s *Settings) string {
	if s.Lower == "off" {
		return s.Lower
	}
	engine := Native
	if d := DeviceOf(s.Lower); d != nil {
		engine = d.Engine
	}
	if _, err := engine(); err != nil {
		return s.Lower + ", but " + err.Error()
	}
	return s.Lower
}

func setLower(s *Settings, text string) error {
	for _, l := range Lowerings {
		if text == l {
			s.Lower = text
			return nil
		}
	}
	d := diag.Usagef("%q is no way to lower, wanted auto, host, cuda, opencl or off", text)
	if near := diag.Nearest(text, Lowerings); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("auto compiles what is hot for the fastest device, host for the machine's own cores, cuda and opencl for a device of that kind, off nothing")
}

func setVerify(s *Settings, text string) error {
	if text == "auto" {
		s.Verify = verifyAuto
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return diag.Usagef("%q is not a number of results", text).
			Helpf("write 1 to compare each result, 100 to compare the first one and each hundredth, 0 to compare none, or auto")
	}
	s.Verify = n
	return nil
}

// mode is what native code is made of, and what is compared.
func (s Settings) mode() native.Mode {
	m := native.Mode{Hot: !s.Compiles(), First: s.Verify > 0, Every: s.Verify, May: gpu.Freedom{Contract: s.Contract}}
	if s.Verify == verifyAuto {
		m.First, m.Every = m.Hot, 0
		if m.Hot {
			m.Every = usualVerify
		}
	}
	return m
}
