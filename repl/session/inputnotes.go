package session

import (
	"context"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// AboutInputs adds to a type error where the inputs on its line come from. It also says that
// unknown variables, unless they look like a typing error, can be inputs.
func (s *Session) AboutInputs(prog *syntax.Program, err error) error {
	for _, d := range diag.Of(err) {
		name := d.Span.Text()
		switch {
		case d.Kind != diag.Type:
		case d.Rule == "T-VAR" && d.Help == "" && len(d.Notes) == 0 && strings.HasPrefix(d.Msg, "the variable"):
			if array, ok := strings.CutSuffix(name, "_mem"); ok && takes(prog, array) {
				d.Helpf("the block of an input `%s` has this name: `--in %s=FILE.npy` or `--in %s=VALUE` binds both", array, array, array)
				continue
			}
			d.Helpf("bind it before it is used, or as an input: `--in %s=FILE.npy` or `--in %s=VALUE`", name, name)
		default:
			s.inputNotes(prog, d)
		}
	}
	return err
}

// Hidden is the error that a program does not use an input because one of its own names hides it. Without such a `let` it
// is what Unused says.
func (s *Session) Hidden(ctx context.Context, prog, core *syntax.Program) error {
	uses := map[int]bool{}
	for _, x := range syntax.FreeVars(core, verdict.Poll(ctx)) {
		uses[x.ID] = true
	}
	for _, e := range s.Entries {
		if e.Input == nil || slices.ContainsFunc(e.Input.InCore(), func(in *input) bool { return uses[in.Binding.ID] || in.Block != nil && uses[in.Block.ID] }) {
			continue
		}
		name := e.Input.Binding.Written()
		now, ok := s.Elab.Lookup(name)
		seen := ok && now.Binding != nil && now.Binding.ID == e.Input.Binding.ID
		if seen && s.Unused == nil {
			continue
		}
		if b := hides(ctx, prog, name, s.Unused != nil); b != nil {
			return diag.Errorf(diag.Usage, "", b.Span, "the input `%s` is not used: this `let` hides it", name).
				Helpf("leave the input out, or call one of the two something else")
		}
		if s.Unused != nil {
			if err := s.Unused(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// hides is the first name that a `let` of the program binds to something else: one of its declarations or, with inner,
// any.
func hides(ctx context.Context, prog *syntax.Program, name string, inner bool) (found *syntax.Binding) {
	look := func(pat []*syntax.Binding) {
		for _, b := range pat {
			if found == nil && b.Name == name {
				found = b
			}
		}
	}
	for _, d := range prog.Decls {
		if let, ok := d.(*syntax.Let); ok {
			look(let.Pat)
		}
	}
	if found == nil && inner {
		syntax.WalkUntil(verdict.Poll(ctx), prog, func(n syntax.Node) bool {
			if let, ok := n.(*syntax.Let); ok {
				look(let.Pat)
			}
			return found == nil
		})
	}
	return found
}

// takes tells whether a program uses an array of a name that nothing in it binds.
func takes(prog *syntax.Program, array string) bool {
	used := map[string]bool{}
	Mentioned(used, prog, nil)
	bound := false
	syntax.Walk(prog, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binding)
		bound = bound || ok && b.Name == array
		return !bound
	})
	return used[array] && !bound
}

// inputNotes adds the inputs on the line of an error, unless the program binds
// their names itself.
func (s *Session) inputNotes(prog *syntax.Program, d *diag.Diagnostic) {
	if !d.Span.IsValid() {
		return
	}
	line, _ := d.Span.Position()
	for _, e := range s.Entries {
		if e.Input == nil || e.Input.from == "" {
			continue
		}
		name, from := e.Input.Binding.Name, "`"+e.Input.from+"`"
		if e.Input.from == "-" {
			from = "standard input"
		}
		if !mentions(d.Span.Src.Line(line), name) || rebinds(prog, name, d.Span) {
			continue
		}
		if len(from) > 60 {
			from = strings.ToValidUTF8(from[:40], "") + "…`"
		}
		d.Note(diag.Span{}, "`%s : %s` is the input %s", name, e.Input.Typed().Shown().Type(), from)
	}
}

// mentions tells whether a text contains a name.
func mentions(text, name string) bool {
	return slices.ContainsFunc(syntax.Names(diag.NewSource("", text)), func(at diag.Span) bool { return at.Text() == name })
}

// rebinds tells whether a name at a place may mean something that the program itself binds. A
// parameter does not count if its function lies elsewhere.
func rebinds(prog *syntax.Program, name string, at diag.Span) bool {
	found := false
	syntax.Walk(prog, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.Def); ok && (f.Span.Src != at.Src || at.Start < f.Span.Start || f.Span.End < at.End) {
			return false
		}
		b, ok := n.(*syntax.Binding)
		found = found || ok && b.Name == name
		return !found
	})
	return found
}
