package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// forms are what `lower` prints.
var forms = []string{"core", "mem", "imp"}

// Lower is the body of `lower`.
func Lower(ctx context.Context, st Streams, o *Options, args []string) error {
	if !slices.Contains(forms, o.To) {
		return noForm(o.To)
	}
	s, prog, err := o.prepare(ctx, st, args[0])
	if err != nil {
		return err
	}
	if err := s.catchUp(ctx); err != nil {
		return err
	}
	unit, err := elaborate(ctx, s.elab, prog)
	if err != nil {
		return s.aboutInputs(prog, err)
	}
	if o.Passes != "" {
		return o.lowerBy(ctx, st, s, unit, args[0])
	}
	for flag, given := range map[string]bool{"--check": o.Check, "--dump-each": o.DumpEach != "", "--html": o.HTML != ""} {
		if given {
			return usagef("`%s` is about passes, and there are none", flag).Helpf("`--passes cpu` runs the pipeline `cpu`")
		}
	}
	text, err := s.form(ctx, unit, o, args[0])
	if err != nil {
		return err
	}
	if o.JSON {
		return writeJSON(st.Out, map[string]string{"program": text})
	}
	fmt.Fprintln(st.Out, text)
	return nil
}

// lowerBy prints what --passes make of a program.
func (o *Options) lowerBy(ctx context.Context, st Streams, s *Session, unit *elab.Unit, path string) error {
	def, err := o.chosen(unit, path)
	if err != nil {
		return err
	}
	stages, v, err := s.passes(ctx, st, unit, o)
	if err != nil {
		return err
	}
	last := stages[len(stages)-1]
	text := last.Text
	if o.To == "imp" {
		if def != nil {
			def = defOf(last.Program, def.Name)
		}
		p, _, err := s.toIMP(ctx, last.Program, def, true)
		if err != nil {
			return err
		}
		text = ast.Print(p)
	}
	if o.HTML != "" {
		if err := writeStages(o.HTML, path, stages); err != nil {
			return err
		}
	}
	if o.JSON {
		out := map[string]any{"program": text, "stages": stagesJSON(stages)}
		if v != nil {
			out["inputs"] = v.Tests
		}
		return writeJSON(st.Out, out)
	}
	fmt.Fprint(st.Err, stagesText(stages))
	if v != nil {
		fmt.Fprintln(st.Err, v.Summary())
	}
	fmt.Fprintln(st.Out, text)
	return nil
}

// form is the text of a form of a program, or of one def of it.
func (s *Session) form(ctx context.Context, unit *elab.Unit, o *Options, path string) (string, error) {
	def, err := o.chosen(unit, path)
	switch {
	case err != nil:
		return "", err
	case o.To == "core":
		return syntax.Print(unit.Core), nil
	}
	mem, err := s.lower(unit)
	switch {
	case err != nil:
		return "", err
	case o.To == "mem":
		return syntax.Print(mem), nil
	case def != nil:
		def = defOf(mem, def.Name)
	}
	p, _, err := s.toIMP(ctx, mem, def, true)
	if err != nil {
		return "", err
	}
	return ast.Print(p), nil
}

// chosen is the def of --def, or nil. The error is a usage error: there is none of that
// name, or it is needed and not given.
func (o *Options) chosen(unit *elab.Unit, path string) (*syntax.Def, error) {
	switch names := defNames(unit); {
	case o.Def != "" && o.To != "imp":
		return nil, usagef("--def is for the IMP form").Helpf("write `--to imp`")
	case o.Def != "":
		return defNamed(unit, path, o.Def)
	case o.To == "imp" && len(names) > 0 && len(unit.Core.Defs()) == len(unit.Core.Decls):
		return nil, usagef("%s has only functions, and calls of them are inlined", path).
			Helpf("`--def` prints the IMP form of one: `%s`", strings.Join(names, "`, `"))
	}
	return nil, nil
}

// defNames are the names of the defs of a program.
func defNames(u *elab.Unit) []string {
	var names []string
	for _, n := range u.Names {
		if n.Def != nil {
			names = append(names, n.Name)
		}
	}
	return names
}

// defNamed is the def of that name of the program of a file.
func defNamed(u *elab.Unit, path, name string) (*syntax.Def, error) {
	for _, n := range u.Names {
		if n.Def != nil && n.Name == name {
			return n.Def, nil
		}
	}
	names := defNames(u)
	d := usagef("%s has no def `%s`", path, name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	} else if len(names) > 0 {
		return nil, d.Helpf("it has `%s`", strings.Join(names, "`, `"))
	}
	return nil, d
}

func noForm(name string) error {
	if name == "" {
		return usagef("`lower` needs a form to lower to").Helpf("write `--to core`, `--to mem` or `--to imp`")
	}
	d := usagef("there is no form %q, wanted core, mem or imp", name)
	if near := diag.Nearest(name, forms); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("core has no memory, mem says where each array lies, imp has loops over blocks")
}
