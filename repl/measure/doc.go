// Package measure times runs until the figures are stable, and compares them with earlier ones.
//
// Files: measure.go the runs; usage_unix.go and usage_other.go the CPU time of the process; compare.go two measurements.
package measure
