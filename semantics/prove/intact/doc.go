// Package intact proves that a FUNMEM program is valid for all inputs (Def. 3.1): that each use of an array finds in its cells what its binding put
// there. It goes through the tape of package races, which has each binding, use and write of a program in the order of evaluation, with what is known
// there.
package intact
