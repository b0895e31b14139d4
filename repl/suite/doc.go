// Package suite runs many cases and says what became of each: the command lines of funmem that a manifest lists, or that the
// files of a folder stand for.
//
// A case is a command line, and its verdict is that of this command: a process per core performs the command lines that it is
// given, with the code that performs those of a user. Bounds within one process would not be enough. A case can run out of
// stack or memory, or run native code that crashes, and Go ends the whole process then. So each worker is a process with a
// bound on its address space. If it dies or takes too long, its one case is unknown, and a new process takes the next.
//
// Results are lines of JSON. A case is finished when its line is written, so the file is all that is needed to go on, to
// compare with an earlier night, and to join parts that ran elsewhere.
package suite
