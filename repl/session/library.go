package session

import (
	"context"
	"slices"
	"strings"

	"funmem/lower/introduce"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// LibraryUnit returns a function of the library and the functions that it calls, in a session of
// their own.
func LibraryUnit(name string) (*elab.Session, *elab.Unit) {
	s := elab.NewSession(nil)
	unit, err := s.Program(&syntax.Program{Decls: []syntax.Decl{std.Def(name)}})
	if err != nil {
		panic(err)
	}
	return s, unit
}

// LibraryCore is the core of a function of the library. It has the result types that the text
// leaves out.
func LibraryCore(name string) *syntax.Def {
	_, unit := LibraryUnit(name)
	return unit.Names[0].Def
}

// LibraryMem is the FUNMEM form of a function of the library and of the functions that it calls.
func LibraryMem(name string) (*syntax.Program, error) {
	s, unit := LibraryUnit(name)
	beside := &Session{state: state{Elab: s}, Heap: &heapSide{intro: introduce.New(), names: &syntax.Supply{}}}
	return beside.Lower(context.Background(), unit)
}

// DeriveLibrary derives the types of a function of the library, or with mem those of its FUNMEM form.
func DeriveLibrary(rec *derive.Recorder, name string, mem bool) error {
	s, unit := LibraryUnit(name)
	if !mem {
		return s.DeriveDef(rec, unit.Core, name, false)
	}
	form, err := LibraryMem(name)
	if err != nil {
		return err
	}
	return s.DeriveDef(rec, form, name, true)
}

// Unlinked returns the library function that a name means if the session does not have it yet, or
// nil.
func (s *Session) Unlinked(name string) *syntax.Def {
	if _, ok := s.Elab.Lookup(name); ok {
		return nil
	}
	return std.Def(name)
}

// LibraryFiles are the files that `std`, `std/linear` or `std/linear.fun` means.
func LibraryFiles(arg string) []*std.File {
	name := strings.TrimSuffix(strings.TrimPrefix(arg, "std/"), ".fun")
	return slices.DeleteFunc(slices.Clone(std.Files()), func(f *std.File) bool { return arg != "std" && f.Name != name })
}

// IsLibrary tells whether an argument is about files of the library.
func IsLibrary(arg string) bool { return arg == "std" || strings.HasPrefix(arg, "std/") }

// LibraryArguments are the arguments that are about files of the library.
func LibraryArguments() []string {
	args := []string{"std"}
	for _, f := range std.Files() {
		args = append(args, "std/"+f.Name)
	}
	return args
}

// NoFile is the error about a file that is not in the library.
func NoFile(arg string) error {
	names := LibraryArguments()[1:]
	d := diag.Usagef("the library has no file `%s`, wanted one of %s", arg, strings.Join(names, ", "))
	if near := diag.Nearest(arg, names); near != "" {
		d.Helpf("did you mean `%s`?", near)
	}
	return d
}
