//go:build unix

package whole

import (
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// ignoreLimit makes a write beyond the limit on the size of files an error; it would
// be the end of the process.
var ignoreLimit = sync.OnceFunc(func() { signal.Ignore(syscall.SIGXFSZ) })

// keepOwner gives a file the owner and the group of another one, where that is allowed.
func keepOwner(f *os.File, as fs.FileInfo) {
	if st, ok := as.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(st.Uid), int(st.Gid)) != nil {
			f.Chown(-1, int(st.Gid))
		}
	}
}
