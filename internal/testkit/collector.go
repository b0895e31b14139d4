package testkit

import (
	"os"
	"runtime/debug"
)

// A test binary collects garbage even more rarely than the command does (cli.CollectRarely), which saves a fourth of its
// time, unless it has come to take much memory. A GOGC in the environment stays in force.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000)
		debug.SetMemoryLimit(1 << 30)
	}
}
