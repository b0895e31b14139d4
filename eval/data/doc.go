// Package data moves values between Fun and files: it reads and writes NumPy's
// .npy, Futhark's text and .png, reads NumPy's .npz, .csv and Futhark's binary format,
// and gives values the form that --json prints (docs/commands.md).
//
// The .npy reader is our own. We looked at github.com/sbinet/npyio first: it panics on a
// header without a line end, allocates what a header claims before it has seen the data,
// reads missing data as zeros, wants the header's keys in one order, and knows neither
// version 3 nor more than its own list of Go types. The format is small, so a careful
// reader is shorter than the guards around that one.
//
// Every error is a *diag.Diagnostic that names the file, what was found and what was
// wanted. It is of kind Syntax, with its place, for a text, and of kind Usage otherwise. A
// reader that its context ends returns *engine.Interrupted.
package data
