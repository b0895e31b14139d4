package repl

import (
	"context"
	"slices"
	"strings"

	"funmem/lower/introduce"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// alone is a function of the library with those that it calls, in a session of
// their own.
func alone(name string) (*elab.Session, *elab.Unit) {
	s := elab.NewSession(nil)
	unit, err := s.Program(&syntax.Program{Decls: []syntax.Decl{std.Def(name)}})
	if err != nil {
		panic(err)
	}
	return s, unit
}

// libraryCore is the core of a function of the library, which has the types of the
// results that its text leaves off.
func libraryCore(name string) *syntax.Def {
	_, unit := alone(name)
	return unit.Names[0].Def
}

// libraryMem is the FUNMEM form of a function of the library with those that it
// calls.
func libraryMem(name string) (*syntax.Program, error) {
	s, unit := alone(name)
	beside := &Session{state: state{elab: s}, heap: &heapSide{intro: introduce.New()}}
	return beside.lower(context.Background(), unit)
}

// unlinked is the function of the library that a name means and the session does
// not have yet, or nil.
func (s *Session) unlinked(name string) *syntax.Def {
	if _, ok := s.elab.Lookup(name); ok {
		return nil
	}
	return std.Def(name)
}

// libraryFiles are the files that `std`, `std/linear` or `std/linear.fun` means.
func libraryFiles(arg string) []*std.File {
	name := strings.TrimSuffix(strings.TrimPrefix(arg, "std/"), ".fun")
	return slices.DeleteFunc(slices.Clone(std.Files()), func(f *std.File) bool { return arg != "std" && f.Name != name })
}

// isLibrary tells whether an argument is about files of the library.
func isLibrary(arg string) bool { return arg == "std" || strings.HasPrefix(arg, "std/") }

// libraryArguments are the arguments that are about files of the library.
func libraryArguments() []string {
	args := []string{"std"}
	for _, f := range std.Files() {
		args = append(args, "std/"+f.Name)
	}
	return args
}

// browseLibrary lists the functions of files of the library, each with the first
// sentence of its comment.
func (c *Console) browseLibrary(arg string) error {
	files := libraryFiles(arg)
	if len(files) == 0 {
		return noFile(arg)
	}
	for _, f := range files {
		c.printf("%s: %s", c.pal.Dim(f.Path()), strings.ReplaceAll(f.Doc, "\n", " "))
		for _, d := range f.Prog.Defs() {
			c.printf("  %s", c.paintName(signature(d, libraryCore(d.Name)), d.Name))
			c.printf("      %s", std.Summary(d))
		}
	}
	return nil
}

// noFile is the error about a file that the library does not have.
func noFile(arg string) error {
	names := libraryArguments()[1:]
	d := usagef("the library has no file `%s`, wanted one of %s", arg, strings.Join(names, ", "))
	if near := diag.Nearest(arg, names); near != "" {
		d.Helpf("did you mean `%s`?", near)
	}
	return d
}

// noHelp is the error about a name that is that of no command, function or pass, and
// no word of the language.
func (c *Console) noHelp(name string, err error) error {
	names := slices.Concat(std.Names(), constructNames(), pass.Names())
	for _, n := range c.Names() {
		names = append(names, n.Name)
	}
	for _, cmd := range commands() {
		if strings.HasPrefix(cmd.name, name) {
			return err
		}
		names = append(names, cmd.name)
	}
	d := usagef("there is no command, function, word or pass `%s`", name)
	if near := diag.Nearest(name, names); near != "" {
		return d.Helpf("did you mean `:help %s`?", near)
	}
	return d.Helpf("`:help` lists the commands, `:browse std` the functions of the library")
}

// helpOn says what a function, a word of the language or a pass is. It tells whether there is
// one of that name.
func (c *Console) helpOn(name string) bool {
	said := c.helpOnName(name)
	text := passHelp(c.out, name, ":help")
	if text != "" {
		c.printf("%s", strings.TrimSuffix(text, "\n"))
	}
	return said || text != ""
}

// helpOnName says what a function is, its type, its comment and where it stands, or
// what a word of the language. It tells whether there is one of that name.
func (c *Console) helpOnName(name string) bool {
	if r := findConstruct(name); r != nil {
		c.explain(r)
		return true
	}
	n, ok := c.elab.Lookup(name)
	surface, core := c.surface(name), n.Def
	if d := std.Def(name); !ok && d != nil {
		surface, core = d, libraryCore(name)
	}
	if core == nil {
		return false
	}
	c.printf("%s", c.paintName(signature(surface, core), name))
	if core.Doc != "" {
		c.printf("  %s", strings.ReplaceAll(strings.TrimSpace(core.Doc), "\n", "\n  "))
	}
	c.printf("%s", c.pal.Dim("defined at "+core.NameAt.String()))
	return true
}
