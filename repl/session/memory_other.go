//go:build !linux

package session

// MachineMemory is not known: the system does not say how much memory the
// machine has.
func MachineMemory() (total int64, known bool) { return 0, false }
