package rewrite

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Job is one run of a pass over a program.
type Job struct {
	Supply  *syntax.Supply
	Options map[string]string // the options of the pass, by name
	// Def returns a function of an earlier line of a session, or nil. Type returns the type
	// of a variable from outside the program, or nil. Both may be nil for a whole program.
	Def  func(name string) *syntax.Def
	Type func(id int) *syntax.Type
	// Keep tells which variables of the program are used after it. If it is nil, all are, unless it has results.
	Keep func(id int) bool
	// Tries tells whether a pass could run before this one and has not. If it is nil, any could.
	Tries func(pass string) bool
	Notes []Note
	// Report is what the pass says at length, for those who ask: not all passes do.
	Report string
	// Full says that the program could not grow any more, so the pass has not done all it
	// could. The check of what the pass ensures takes that into account.
	Full  bool
	Until stop.Poll // asked again and again; its error ends the pass by a panic
	// Budget is the steps that the proofs of the pass share; nil: Proofs makes one.
	Budget *prove.Budget
}

// Proofs returns the steps that the proofs of the pass share.
func (j *Job) Proofs() *prove.Budget {
	if j.Budget == nil {
		j.Budget = prove.NewBudget(prove.MaxSteps)
	}
	return j.Budget
}

// Try returns the end of a note that advises running one of some passes before this one. It
// names those that can run, and is "" if there are none.
func (j *Job) Try(passes ...string) string {
	var names []string
	for _, p := range passes {
		if j.Tries == nil || j.Tries(p) {
			names = append(names, "`"+p+"`")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; try " + strings.Join(names, ", or ")
}

// Note says what a pass did to an array, a block or a function, or why it did nothing.
type Note struct {
	Name    string    // what messages call it; "" for the statements of the program
	At      diag.Span // where it is bound
	Done    bool
	Text    string      // "built in block `z_mem`", or the condition that does not hold
	Reasons []diag.Note // the places that it mentions, such as the two accesses
}

// Did notes that something was done to x.
func (j *Job) Did(x *syntax.Binding, format string, args ...any) *Note {
	return j.note(x, true, format, args)
}

// Refused notes that something was not done to x, and why.
func (j *Job) Refused(x *syntax.Binding, format string, args ...any) *Note {
	return j.note(x, false, format, args)
}

func (j *Job) note(x *syntax.Binding, done bool, format string, args []any) *Note {
	j.Notes = append(j.Notes, Note{Name: x.Written(), At: x.Span, Done: done, Text: fmt.Sprintf(format, args...)})
	return &j.Notes[len(j.Notes)-1]
}

// Because adds a place to a note.
func (n *Note) Because(at diag.Span, format string, args ...any) *Note {
	n.Reasons = append(n.Reasons, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
	return n
}

// Line returns the note in one line: what it is about, and what it says.
func (n *Note) Line() string {
	if n.Name == "" {
		return "the statements of the program: " + n.Text
	}
	return "`" + n.Name + "`: " + n.Text
}

// Called returns what messages call the statement of a pattern.
func Called(pat []*syntax.Binding) string { return Subject(pat).Written() }

// Subject returns the variable that messages call a statement by: the first array of its
// pattern, or else its first variable.
func Subject(pat []*syntax.Binding) *syntax.Binding {
	for _, x := range pat {
		if x.Type != nil && x.Type.IsArray() {
			return x
		}
	}
	return pat[0]
}

// SupplyFor returns a supply of IDs that a program does not use, for work that is thrown
// away.
func SupplyFor(p *syntax.Program) *syntax.Supply {
	s := &syntax.Supply{}
	syntax.Walk(p, func(n syntax.Node) bool {
		id := 0
		switch n := n.(type) {
		case *syntax.Binding:
			id = n.ID
		case *syntax.Var:
			id = n.ID
		}
		for s.Last() < id {
			s.ID()
		}
		return true
	})
	return s
}
