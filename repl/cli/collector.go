package cli

import (
	"funmem/repl/session"
	"os"
	"runtime/debug"
)

// rareCollections is how much garbage may accumulate before it is collected, in percent of the
// memory in use. It is four times Go's default, because most runs end before that.
const rareCollections = 400

// CollectRarely lets garbage wait longer than Go does by default, until the heap comes near three
// quarters of the machine's memory. A GOGC in the environment stays in force.
func CollectRarely() {
	if os.Getenv("GOGC") != "" {
		return
	}
	if most, known := session.MachineMemory(); known {
		debug.SetGCPercent(rareCollections)
		debug.SetMemoryLimit(most / 4 * 3)
	}
}
