//go:build unix

package session

import (
	"errors"
	"syscall"
)

// alive tells whether a process is running.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
