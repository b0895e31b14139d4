// Package grade gives points to programs that students hand in.
//
//   - tasks.go: exercises, their reference solutions and checks; parse.go, heading.go: the file that a teacher writes (docs/grading.md)
//   - submission.go: the files of a submission, which is all that an import can reach
//   - names.go: one program out of what the teacher and the student wrote, in which neither means the other's names
//   - exercise.go: the checks of an exercise, one by one, each within a budget
//   - examples.go: tests that state a value; compare.go: against the reference solution; constructs.go: what the text has; live.go: what a result needs
//   - report.go, text.go, table.go: what was found out, for machines and for people
//   - child.go, confine_*.go: each submission in a process of its own
//
// Nothing here compiles a program or runs a command.
package grade
