//go:build !linux

package session

// machineMemory is not known: the system does not say how much memory the
// machine has.
func machineMemory() (total int64, known bool) { return 0, false }
