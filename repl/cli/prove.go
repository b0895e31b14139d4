package cli

import (
	"context"
	"fmt"

	"funmem/eval/verdict"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/syntax"
)

// Prove is the body of `prove`. It ends with status 3 if something is not proved.
func Prove(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	s, prog, unit, err := o.elaborated(ctx, st, args[0])
	if err != nil {
		return err
	}
	mem, err := s.Lower(ctx, unit)
	if err != nil {
		return s.AboutInputs(prog, err)
	}
	var defs []*syntax.Def
	if len(args) > 1 {
		if _, err := session.DefNamed(unit, args[0], args[1]); err != nil {
			return err
		}
		defs = append(defs, session.DefOf(mem, args[1]))
	} else {
		defs = ownDefs(mem)
		if defs[0] == nil && !verdict.RunsSome(prog.Decls, prog.Span.Src) {
			return o.nothingToProve(st)
		}
	}
	defer s.Progress.Begin()()
	found, err := s.Prove(ctx, mem, defs, o.Second)
	switch {
	case found == nil:
	case !o.JSON:
		fmt.Fprintln(st.Out, found.Text(paint.Style(st.Out)))
	case err == nil: // an error is an object of its own
		if err := o.writeJSON(st.Out, found.JSON()); err != nil {
			return err
		}
	}
	if err == nil && !found.Proved() {
		return Exit(3)
	}
	return err
}

// nothingToProve says that a file has nothing of its own, which proves nothing.
func (o *Options) nothingToProve(st Streams) error {
	if o.JSON {
		if err := o.writeJSON(st.Out, map[string]bool{"empty": true}); err != nil {
			return err
		}
		return Exit(3)
	}
	fmt.Fprintln(st.Out, "not proved: the file declares nothing of its own")
	return Exit(3)
}

// ownDefs are the functions of a program that do not come from the library, and nil for its statements, if it has some.
func ownDefs(p *syntax.Program) (defs []*syntax.Def) {
	for _, d := range p.Defs() {
		if !d.NameAt.Src.Library {
			defs = append(defs, d)
		}
	}
	if len(p.Main().Stms) > 0 || len(defs) == 0 {
		defs = append(defs, nil)
	}
	return defs
}
