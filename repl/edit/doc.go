// Package edit is the line editor of the REPL behind a small interface of our
// own: on a terminal github.com/chzyer/readline with what it lacks put around
// it, otherwise a plain reader of lines.
//
// Around readline:
//
//   - keys: its standard input goes through a filter (keys.go) that drops the
//     keys which it would take for the end of input (Ctrl-Space, Delete on an
//     empty line) or fall over, and knows more terminals' Home, End and
//     word-wise arrows;
//   - paste: bracketed paste is switched on while a line is edited, so that
//     pasted text arrives as text: its lines are entered one after the other
//     and Next looks ahead in it, a tab in it is a space and completes nothing,
//     and what follows its last line end waits for Enter;
//   - completion: candidates are listed above the prompt, which leaves
//     readline's own menu (it divides by zero on a narrow screen) unused;
//   - history: the file is ours (history.go): an entry of several lines is one
//     line in it and while it is edited, and running sessions add to one file.
package edit
