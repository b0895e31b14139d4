package elab

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// place is a binder of a global, and its declaration.
type place struct {
	at   diag.Span
	decl int
}

// pending is a def being elaborated. Its use is nowhere when it is elaborated at its own place, and
// not because of an earlier call.
type pending struct {
	def *syntax.Def
	use diag.Span
}

// places notes where a program binds its globals and functions, and reserves the names that it uses
// for them.
func (u *unit) places(p *syntax.Program) {
	for i, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			u.place[d] = i
		case *syntax.Let:
			for _, b := range d.Pat {
				u.binds[b.Name] = append(u.binds[b.Name], place{b.Span, i})
			}
		}
	}
	syntax.WalkUntil(u.s.Poll, p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			u.s.sup.Reserve(n.Name)
		case *syntax.Binding:
			u.s.sup.Reserve(n.Name)
		case *syntax.Def:
			u.s.sup.Reserve(n.Name)
		}
		return true
	})
}

// lexical is the premise of T-VAR that a global means the same at the place of a def as at an
// earlier place that calls the def.
func (u *unit) lexical(e *syntax.Var) {
	if len(u.busy) == 0 || !u.busy[len(u.busy)-1].use.IsValid() {
		return
	}
	f := u.busy[len(u.busy)-1]
	i := slices.IndexFunc(u.binds[e.Name], func(p place) bool { return u.at <= p.decl && p.decl < u.place[f.def] })
	if i < 0 {
		return
	}
	fail(u.errorf("T-VAR", e.Span, "the variable `%s` is bound between a use of `%s` and its definition", e.Name, f.def.Name).
		Note(f.use, "`%s` is used here", f.def.Name).
		Note(u.binds[e.Name][i].at, "`%s` is bound here", e.Name).
		Helpf("move the definition of `%s` up, before its first use, or that use down", f.def.Name))
}

// distinct is the premise that names bound together differ.
func (u *unit) distinct(rule string, pat []*syntax.Binding) {
	first := map[string]diag.Span{}
	for _, p := range pat {
		if p.Name == "_" || p.Name == "" {
			continue
		}
		if at, ok := first[p.Name]; ok {
			fail(u.errorf(rule, p.Span, "`%s` is bound twice here", p.Name).Note(at, "the first time").Helpf("give one of the two another name"))
		}
		first[p.Name] = p.Span
	}
}

// truth says what the names of truth values stand for.
const truth = "a condition is an int, such as that of a comparison, and true when it is not 0"

// unknown is the error about a name that is not in scope.
func (b *block) unknown(what, name string, at diag.Span, candidates []string) *diag.Diagnostic {
	u := b.u
	d := u.errorf("T-VAR", at, "%s `%s` is not known here", what, name)
	for _, l := range u.own {
		if i := slices.IndexFunc(l.Pat, func(p *syntax.Binding) bool { return p.Name == name }); i >= 0 {
			return d.Note(l.Pat[i].Span, "this `let` binds `%s`, which is known only after it", name)
		}
	}
	for _, p := range u.binds[name] {
		if p.decl > u.at {
			return d.Note(p.at, "`%s` is bound only here", name).Helpf("move it up, before what uses it")
		}
	}
	if u.out.Mem && std.Def(name) != nil {
		return d.Helpf("the library has it for Fun: `:mem %s` shows its FUNMEM form", name)
	}
	if text := at.Src; text != nil && strings.HasSuffix(strings.TrimRight(text.Text[:at.Start], " "), "//") {
		return d.Helpf("`//` divides, rounding toward zero; a comment starts with `--`")
	}
	if help := syntax.Foreign(name); help != "" {
		if strings.EqualFold(name, "true") || strings.EqualFold(name, "false") {
			d.Note(diag.Span{}, "%s", truth)
		}
		return d.Helpf("%s", help)
	}
	if value, _, found := strings.Cut(name, "."); found && slices.Contains(b.scope.all(), value) {
		return b.qualifiedHelp(d, name)
	}
	if of, ok := strings.CutSuffix(name, "_mem"); ok && slices.Contains(b.scope.all(), of) {
		return d.Helpf("the block of `%s` has no name in the program; one that a line names can be used: `let (%s : mem) = alloc n`", of, name)
	}
	if near := diag.Nearest(name, candidates); near != "" {
		return d.Helpf("did you mean `%s`?", near)
	}
	if def := u.paramSize(at); def != nil && syntax.ForeignType(name) {
		return d.Helpf("the size stands in the brackets, and the type of the elements after them: `def %s [n] (x : [n]int)`", def.Name)
	}
	if def := u.paramSize(at); def != nil {
		return d.Helpf("sizes that come with an argument are named before the parameters: `def %s [%s]`", def.Name, name)
	}
	if u.isResultSize(at) {
		return d.Helpf("%s", untyped)
	}
	return b.qualifiedHelp(d, name)
}

// paramSize is the function being elaborated, if at is a size in the type of one of its parameters.
func (u *unit) paramSize(at diag.Span) *syntax.Def {
	if len(u.busy) == 0 {
		return nil
	}
	def := u.busy[len(u.busy)-1].def
	for _, p := range def.Params {
		if p.Type != nil && slices.ContainsFunc(p.Type.Dims, func(e syntax.Expr) bool { return e.GetSpan() == at }) {
			return def
		}
	}
	return nil
}

// isResultSize tells whether at is in a size in the type of a result of the function being elaborated.
func (u *unit) isResultSize(at diag.Span) bool {
	return len(u.busy) > 0 && slices.ContainsFunc(u.busy[len(u.busy)-1].def.Ret, func(r *syntax.Binding) bool {
		return r.Type != nil && slices.ContainsFunc(r.Type.Dims, func(e syntax.Expr) bool {
			s := e.GetSpan()
			return s.Src == at.Src && s.Start <= at.Start && at.End <= s.End
		})
	})
}

// functions lists the names of the functions that can be called.
func (u *unit) functions(b *block) []string {
	names := append(syntax.Builtins(), std.Names()...)
	for n := range u.defs {
		names = append(names, n)
	}
	return append(names, b.gamma.Defs()...)
}
