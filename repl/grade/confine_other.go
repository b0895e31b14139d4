//go:build !unix

package grade

// confine does nothing: the system has no such limits. Those within the process hold, and the time.
func confine(int64, int64) error { return nil }
