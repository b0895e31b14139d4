//go:build !unix

package whole

import (
	"io/fs"
	"os"
)

// ignoreLimit does nothing where no signal tells of a limit on the size of files.
func ignoreLimit() {}

// keepOwner does nothing where files have no owner to give away.
func keepOwner(*os.File, fs.FileInfo) {}
