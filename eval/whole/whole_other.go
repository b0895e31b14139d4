//go:build !unix

package whole

import (
	"io/fs"
	"os"
)

// ignoreLimit does nothing on systems without a signal for a limit on file sizes.
func ignoreLimit() {}

// keepOwner does nothing on systems where a file's owner cannot be set.
func keepOwner(*os.File, fs.FileInfo) {}
