// Package testkit is the harness of tests whose cases are Fun programs: a data
// file holds many small programs, split by lines of three dashes; a comment
// ### "regexp" at the end of a line says which error is expected there. Each
// program is padded with empty lines, so that positions are those of the file.
package testkit
