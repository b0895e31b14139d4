package grade

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// The names under which a test knows what the student wrote and what the teacher wrote. Nobody can define a name with
// a point, and each program is elaborated by itself before it gets one, so neither can mean a name of the other.
const (
	student = "your"
	teacher = "reference"
)

// needed returns the declarations of a program that some of its functions need: what they call, and the lets whose
// variables they use. Whatever else the program does is left out.
func needed(p *syntax.Program, names []string) *syntax.Program {
	wanted := map[string]bool{}
	keep := make([]bool, len(p.Decls))
	for _, n := range names {
		wanted[n] = true
	}
	for again := true; again; {
		again = false
		for k, d := range p.Decls {
			use := false
			switch d := d.(type) {
			case *syntax.Def:
				use = wanted[d.Name]
			case *syntax.Let:
				use = slices.ContainsFunc(d.Pat, func(b *syntax.Binding) bool { return wanted[b.Name] })
			}
			if !use || keep[k] {
				continue
			}
			keep[k], again = true, true
			for _, name := range slices.Concat(syntax.Calls(d), syntax.FreeNames(d)) {
				wanted[name] = true
			}
		}
	}
	out := &syntax.Program{Span: p.Span}
	for k, d := range p.Decls {
		if keep[k] {
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

// asked returns an expression of a test as a program. The names of the exercise mean the student's functions in it, and
// other names that the teacher defines mean those.
func (e *Exercise) asked(x syntax.Expr) *syntax.Program {
	own := map[string]bool{}
	for _, d := range e.taught() {
		switch d := d.(type) {
		case *syntax.Def:
			own[d.Name] = true
		case *syntax.Let:
			for _, b := range d.Pat {
				own[b.Name] = true
			}
		}
	}
	decls := syntax.Recall([]syntax.Decl{&syntax.Show{Span: x.GetSpan(), X: x}}, func(name string) string {
		switch {
		case slices.Contains(e.Names, name):
			return student + "." + name
		case own[name]:
			return teacher + "." + name
		}
		return name
	})
	return &syntax.Program{Span: x.GetSpan(), Decls: decls}
}

// taught is what the teacher wrote: the helpers and the reference solution, without expressions.
func (e *Exercise) taught() (decls []syntax.Decl) {
	for _, p := range append(slices.Clone(e.Helpers), e.Reference) {
		for _, d := range p.Decls {
			switch d.(type) {
			case *syntax.Def, *syntax.Let:
				decls = append(decls, d)
			}
		}
	}
	return decls
}

// together is a program in which tests can be evaluated: what the teacher wrote beside a solution.
func (e *Exercise) together(solution []syntax.Decl, at diag.Span) *syntax.Program {
	return &syntax.Program{Span: at, Decls: slices.Concat(syntax.Qualify(e.taught(), teacher), syntax.Qualify(solution, student))}
}

// unqualified is a message in the words of the student, who knows functions by their own names.
func unqualified(text string) string {
	return strings.NewReplacer(student+".", "", teacher+".", "").Replace(text)
}
