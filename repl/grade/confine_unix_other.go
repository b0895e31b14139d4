//go:build unix && !linux

package grade

// confineMemory does nothing: these systems do not keep to a limit of the address space. The limit within the process
// holds.
func confineMemory(int64) error { return nil }
