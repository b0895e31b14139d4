//go:build unix && !linux

package host

import "syscall"

// withUs would make a process end when this one does; this system does not offer that.
func withUs(*syscall.SysProcAttr) {}
