// Package verdict combines what is known about a program into the report of `check`. It decides nothing about a run
// itself. Package heap finds races, packages prove and races prove that there are none, package validity checks Def.
// 3.1 for one run, and package validate runs functions on inputs.
//
// Program holds the verdict on what ran, the result for each def that ran on inputs, and what did not run. Their text,
// their JSON form and the exit status are here, so that the command line and the prompt say the same.
package verdict
