// Package programs has small programs of Fun, each of which uses something else that native code and devices have to get
// right: kinds of numbers, views, loops, updates, results that do not fit.
package programs

import (
	_ "embed"
	"strings"
)

//go:embed programs.txt
var text string

// Program is one of them.
type Program struct {
	Text string
	Left bool // native code leaves a part of it to the engine below
}

// All returns them, in the order of programs.txt.
func All() (list []Program) {
	for _, t := range strings.Split(text, "---\n") {
		t, left := strings.CutPrefix(t, "declined:\n")
		list = append(list, Program{t, left})
	}
	return list
}
