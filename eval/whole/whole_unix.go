//go:build unix

package whole

import (
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// ignoreLimit makes a write beyond the limit on file sizes an error. Otherwise it would end
// the process.
var ignoreLimit = sync.OnceFunc(func() { signal.Ignore(syscall.SIGXFSZ) })

// keepOwner gives a file the owner and group of another one, if that is allowed.
func keepOwner(f *os.File, as fs.FileInfo) {
	if st, ok := as.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(st.Uid), int(st.Gid)) != nil {
			f.Chown(-1, int(st.Gid))
		}
	}
}
