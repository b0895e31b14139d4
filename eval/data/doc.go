// Package data moves values between Fun and files: it reads and writes NumPy's
// .npy and Futhark's text, reads Futhark's binary format, writes .png, and gives
// values the form that --json prints (docs/commands.md).
//
// The .npy reader is our own. github.com/sbinet/npyio was read first: it
// panics on a header without a line end, allocates what a header claims before
// it has seen the data, reads missing data as zeros, wants the header's keys in
// one order, and knows neither version 3 nor more than its own list of Go
// types. The format is small, so a careful reader is shorter than the guards
// around that one.
//
// Every error is a *diag.Diagnostic that names the file, what was found and what
// was wanted: of kind Syntax with its place in a text, and of kind Usage elsewhere.
// A reader that its context ends gives *engine.Interrupted.
package data
