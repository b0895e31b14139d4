package child

import (
	"bytes"
	"strings"
)

// Limited keeps the first bytes that are written to it.
type Limited struct {
	bytes.Buffer
	Most int
	Over bool // more than that was written
}

// Write keeps what there is room for. It never fails.
func (l *Limited) Write(text []byte) (int, error) {
	room := l.Most - l.Len()
	l.Over = l.Over || len(text) > room
	l.Buffer.Write(text[:min(len(text), room)])
	return len(text), nil
}

// Ended says how a process ended with an error, from what it wrote to standard error.
func Ended(err error, said string) string {
	switch {
	case strings.Contains(said, "out of memory"):
		return "its process ran out of memory"
	case strings.Contains(said, "stack exceeds"):
		return "its process ran out of stack"
	}
	line, _, _ := strings.Cut(said, "\n")
	return strings.TrimSuffix("its process ended: "+err.Error()+": "+line, ": ")
}
