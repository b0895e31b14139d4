//go:build unix

package grade

import "golang.org/x/sys/unix"

// confine takes rights from the process: it can write no file, open no file or socket, start no other process, leave no core
// and take no more than so many seconds of a processor. On Linux its address space is limited too.
func confine(memory, seconds int64) error {
	if err := confineMemory(memory); err != nil {
		return err
	}
	for _, l := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, 0},
		{unix.RLIMIT_CPU, uint64(2*seconds + 1)},
		{unix.RLIMIT_NOFILE, 0},
	} {
		if err := lower(l.resource, l.most); err != nil {
			return err
		}
	}
	return nil
}

// lower sets a limit that can only become smaller.
func lower(resource int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(resource, &now); err != nil {
		return err
	}
	most = min(most, uint64(now.Max))
	now.Cur, now.Max = most, most
	return unix.Setrlimit(resource, &now)
}
