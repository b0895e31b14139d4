//go:build !linux

package child

// LimitMemory does nothing: these systems do not keep to a limit of the address space, or have none. The limit within the
// process holds.
func LimitMemory(memory, stack int64) error { return nil }
