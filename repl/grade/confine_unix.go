//go:build unix

package grade

import (
	"golang.org/x/sys/unix"

	"funmem/repl/child"
)

// confine takes rights from the process: it can write no file, open no file or socket, start no other process, leave no core
// and take no more than so many seconds of a processor. On Linux its address space is limited too.
func confine(memory, seconds int64) error {
	if err := child.LimitMemory(memory, mostStack); err != nil {
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
		if err := child.Lower(l.resource, l.most); err != nil {
			return err
		}
	}
	return nil
}
