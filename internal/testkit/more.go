package testkit

import "flag"

// more asks for the larger samples.
var more = flag.Bool("more", false, "larger samples: more random programs, and more inputs for each function, as .ci/run takes them")

// More tells whether -more is given, so that slow tests run too.
func More() bool { return *more }

// Sample returns few, which is enough to find the planted mistakes, or many with -more.
func Sample(few, many int) int {
	if *more {
		return many
	}
	return few
}
