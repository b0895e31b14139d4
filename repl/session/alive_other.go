//go:build !unix

package session

import "os"

// alive tells whether a process is running.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}
