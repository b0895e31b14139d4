// Package judge combines what is known of a program into what `check` says of it. It decides nothing about a run itself:
// package heap finds races, package prove and package races prove that there are none, package validity has
// Def. 3.1 for one run, and package validate runs functions on inputs.
//
// Findings are the verdict on what ran, what became of each def that ran on inputs, and what did not run; their words,
// their JSON form and the exit status are here, so that the command line and the prompt say the same.
package judge
