package host

import "syscall"

// withUs makes a process end when this one does.
func withUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
