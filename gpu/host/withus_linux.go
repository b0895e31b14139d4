package host

import "syscall"

// withUs makes a process end when this one is killed. What it started goes on to its end.
func withUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
