package cli

import (
	"funmem/repl/session"
	"os"
	"runtime/debug"
)

// rareCollections is how much garbage there may be before it is collected, in percent of
// what is in use: four times as much as Go's default, since most runs end before that.
const rareCollections = 400

// CollectRarely lets garbage wait longer than Go does by itself, until the heap comes near three
// quarters of the machine's memory. A GOGC in the environment stays as it is.
func CollectRarely() {
	if os.Getenv("GOGC") != "" {
		return
	}
	if most, known := session.MachineMemory(); known {
		debug.SetGCPercent(rareCollections)
		debug.SetMemoryLimit(most / 4 * 3)
	}
}
