// Package passtest is what the tests of passes share: the examples, random programs, and
// runs of passes over them. These check each stage in every way that the manager has.
package passtest
