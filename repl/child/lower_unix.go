//go:build unix

package child

import "golang.org/x/sys/unix"

// Lower sets a limit of this process, which can only become smaller.
func Lower(resource int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(resource, &now); err != nil {
		return err
	}
	most = min(most, uint64(now.Max))
	now.Cur, now.Max = most, most
	return unix.Setrlimit(resource, &now)
}
