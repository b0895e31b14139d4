package diag

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Kind says who is at fault, and so which exit status a command ends with.
type Kind uint8

const (
	Syntax   Kind = iota // the text is not in the grammar
	Type                 // no T-rule applies
	Usage                // the request is wrong: flags, files, arguments
	Stuck                // no E-rule applies
	Invalid              // the two semantics differ (Def. 3.1)
	Race                 // eq. (4) does not hold
	Warning              // evaluation went on
	Failed               // the outcome of a test is not the one that it states
	Bug                  // a mistake in funmem
	Unknown              // the run ended for want of memory: nothing is known about what would come
	Unproved             // something that a proof needs is not shown: no mistake is known
)

var kindText = [...]string{"syntax error", "type error", "usage error", "stuck", "invalid", "data race", "warning", "test failed", "this is a bug in funmem", "unknown", "not proved"}

// String is the word that a message starts with.
func (k Kind) String() string { return kindText[k] }

// Name is the word for machines: "syntax", "type", "usage", "stuck", ….
func (k Kind) Name() string {
	return [...]string{"syntax", "type", "usage", "stuck", "invalid", "race", "warning", "failed", "bug", "unknown", "unproved"}[k]
}

// IsRequest tells whether the request was wrong (exit status 2), and not the program that ran (1).
func (k Kind) IsRequest() bool { return k == Syntax || k == Type || k == Usage }

// Cause tells the causes of being stuck apart, where that matters, and those of an error.
type Cause uint8

const (
	Other    Cause = iota
	Checked        // a check failed
	Asserted       // a check failed that is an assertion of a dump: the program ends with that error
	Needless       // such an assertion, but nothing needs its certificate, so Futhark's compiler may drop it
	Overflow       // a number does not fit the bits that it was promised to fit
	Limit          // it asks for more memory, or a longer int, than there may be: nothing is known about what would come

	// Unsupported marks an error about a part of a program that is not known here: the program may be right.
	Unsupported
)

// Limited marks a diagnostic as one about the limit of memory.
func (d *Diagnostic) Limited() *Diagnostic {
	d.Cause = Limit
	return d.Helpf("raise the limit with `:set memory` or --memory")
}

// OutOfMemory is the diagnostic for work that was ended because it took too much memory, with the reason. Nothing is
// known about what it would have found.
func OutOfMemory(reason error) *Diagnostic {
	return Errorf(Unknown, "", Span{}, "ended for want of memory: %s", reason).Helpf("raise the limit with `--memory`, or `:set memory`")
}

// Note is a further line of a diagnostic: where something came from.
type Note struct {
	Span Span // may be nowhere
	Msg  string
}

// Diagnostic is one message about a program. Messages are lower case without a
// full stop: what was found, then what was wanted.
type Diagnostic struct {
	Kind  Kind
	Rule  string // the rule that has no instance, such as "T-INDEX", or ""
	Span  Span
	Msg   string
	Notes []Note
	Help  string // the next thing to try, or ""
	Cause Cause  // why it is stuck, or in error
	// Incomplete marks a syntax error at the very end of the text: more input
	// could still make it right, so the REPL asks for another line.
	Incomplete bool
	// Called is a name that the help takes for that of a function, which only its scope can tell.
	Called string
}

// Errorf makes a diagnostic of the given kind, rule ("" for none) and place.
func Errorf(k Kind, rule string, at Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Kind: k, Rule: rule, Span: at, Msg: fmt.Sprintf(format, args...)}
}

// Usagef makes a diagnostic about a request, which has no place in a program. Texts among the arguments, such as the
// names of files, are shown on one line.
func Usagef(format string, args ...any) *Diagnostic {
	args = slices.Clone(args)
	for k, a := range args {
		if text, ok := a.(string); ok {
			args[k] = OneLine(text)
		}
	}
	return Errorf(Usage, "", Span{}, format, args...)
}

// Note adds a line that says where something came from, and returns d.
func (d *Diagnostic) Note(at Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{at, fmt.Sprintf(format, args...)})
	return d
}

// Helpf sets the line that says what to try next, and returns d.
func (d *Diagnostic) Helpf(format string, args ...any) *Diagnostic {
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// Error is the diagnostic as plain text, source lines included.
func (d *Diagnostic) Error() string { return Format(d, Plain) }

// List is several diagnostics, in the order of their places.
type List []*Diagnostic

// Error is the diagnostics as plain text, one after the other.
func (l List) Error() string {
	var b strings.Builder
	for i, d := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(Format(d, Plain))
	}
	return b.String()
}

// Err is nil for an empty list, the diagnostic itself for a list of one, and
// the sorted list otherwise.
func (l List) Err() error {
	switch len(l) {
	case 0:
		return nil
	case 1:
		return l[0]
	}
	sort.SliceStable(l, func(i, j int) bool { return l[i].Span.Start < l[j].Span.Start })
	return l
}

// Of gives the diagnostics that an error holds: those of a List, a single one,
// or a Usage diagnostic around any other error.
func Of(err error) List {
	switch err := err.(type) {
	case nil:
		return nil
	case *Diagnostic:
		return List{err}
	case List:
		return err
	}
	return List{Errorf(Usage, "", Span{}, "%s", err)}
}
