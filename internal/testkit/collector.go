package testkit

import (
	"os"
	"runtime/debug"
)

// A test binary collects garbage as rarely as the command does (cli.CollectRarely), which saves a fifth of its time.
// A GOGC in the environment stays in force.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
