//go:build !linux

package repl

// halfOfMemory is a guess where the system does not say how much memory the
// machine has.
func halfOfMemory() int64 { return fallbackMemory / 2 }
