//go:build unix

package host

import (
	"io/fs"
	"os"
	"syscall"
)

// owned tells whether a file belongs to the user.
func owned(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
