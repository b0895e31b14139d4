// Package examples has the example programs.
package examples

import "embed"

// Files are the programs of Fun, by their paths in this folder.
//
//go:embed *.fun */*.fun
var Files embed.FS
