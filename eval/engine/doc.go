// Package engine holds what all evaluators share: the options of a run, the
// budget of memory and time, and the order in which a kernel runs.
package engine
