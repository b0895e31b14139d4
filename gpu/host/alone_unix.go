//go:build unix

package host

import (
	"os/exec"
	"syscall"
)

// Alone makes a command and all that it starts end together when it is cancelled.
func Alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	withUs(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
