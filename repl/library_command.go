package repl

import (
	"context"
	"slices"
	"strings"

	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/std"
)

// browseLibrary lists the functions of library files, each with the first sentence of its comment.
func (c *Console) browseLibrary(arg string) error {
	files := session.LibraryFiles(arg)
	if len(files) == 0 {
		return session.NoFile(arg)
	}
	for _, f := range files {
		c.printf("%s: %s", c.pal.Dim(f.Path()), strings.ReplaceAll(f.Doc, "\n", " "))
		for _, d := range f.Prog.Defs() {
			c.printf("  %s", c.paintName(session.Signature(d, session.LibraryCore(d.Name)), d.Name))
			c.printf("      %s", std.Summary(d))
		}
	}
	return nil
}

// noHelp is the error about a name that is no command, function, rule, pass or word of the language.
func (c *Console) noHelp(name string, err error) error {
	names := slices.Concat(std.Names(), constructNames())
	for _, n := range c.Names() {
		names = append(names, n.Name)
	}
	for _, cmd := range commands() {
		if strings.HasPrefix(cmd.name, name) {
			return err
		}
		names = append(names, cmd.name)
	}
	d := diag.Usagef("there is no command, function, word, pass or rule `%s`", name)
	if near := view.NearHelp(name, names); near != "" {
		return d.Helpf("did you mean `:help %s`?", near)
	}
	return d.Helpf("`:help` lists the commands, `:browse std` the functions of the library, `:help rules` the rules")
}

// helpOn explains a function, a word of the language, a pass or a rule. It returns false if there is none
// of that name.
func (c *Console) helpOn(ctx context.Context, name string) (bool, error) {
	said := c.helpOnName(name)
	text, err := view.HelpOn(ctx, c.out, name, ":help")
	if text != "" {
		c.printf("%s", strings.TrimSuffix(text, "\n"))
	}
	return said || text != "", err
}

// helpOnName explains a variable (its type and its place), a function (its comment too) or a word of the language.
// It returns false if there is none of that name.
func (c *Console) helpOnName(name string) bool {
	if r := findConstruct(name); r != nil {
		c.explain(r)
		return true
	}
	n, _ := c.Elab.Lookup(name)
	surface, core := c.Surface(name), c.Elab.Function(name)
	if d := std.Def(name); core == nil && d != nil {
		surface, core = d, session.LibraryCore(name)
	}
	if n.Binding != nil {
		c.printf("%s", c.nameLine(n))
		if n.Binding.Span.IsValid() {
			c.printf("%s", c.pal.Dim("defined at "+n.Binding.Span.String()))
		}
	}
	if core == nil {
		return n.Binding != nil
	}
	c.printf("%s", c.paintName(c.Signature(surface, core), name))
	if core.Doc != "" {
		c.printf("  %s", strings.ReplaceAll(strings.TrimSpace(core.Doc), "\n", "\n  "))
	}
	c.printf("%s", c.pal.Dim("defined at "+core.NameAt.String()))
	return true
}
