// Package cli has the bodies of the sub-commands (run, check, validate, lower, bench, fmt, version), their options, what they
// read and write, and how their errors are printed. The body of `test` is in package repl, because the examples in
// comments are lines at a prompt.
package cli
