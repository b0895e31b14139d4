package elab

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// qualifiedHelp adds help to the error about an unknown name: how to write the names of imports.
// The name has a point in it, or would be known with one.
func (b *block) qualifiedHelp(d *diag.Diagnostic, name string) *diag.Diagnostic {
	values, functions := b.scope.all(), b.u.functions(b)
	candidates := slices.Concat(values, functions)
	among := func(is func(c string) bool) []string {
		return slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return !is(c) })
	}
	point := strings.LastIndexByte(name, '.')
	if point < 0 {
		if known := among(func(c string) bool { return strings.HasSuffix(c, "."+name) }); len(known) > 0 {
			d.Helpf("did you mean %s?", listed(known, "or"))
		}
		return d
	}
	file, last := name[:point], name[point+1:]
	of := among(func(c string) bool { return strings.HasPrefix(c, file+".") })
	switch {
	case len(of) > 0:
		return d.Helpf("`%s` has %s", file, listed(of, "and"))
	case last == "copy" || last == "tolist":
		return d.Helpf("arrays never change, so `%s` alone will do", file)
	case last == "dot" && slices.Contains(values, file):
		return d.Helpf("a function stands before its arguments: `dot(%s, y)`, or `matmul(%s, y)` for matrices", file, file)
	case slices.Contains(values, file) && last == "reshape":
		return d.Helpf("a function stands before its arguments: `reshape((n, m), %s)`", file)
	case slices.Contains(values, file) && methods[last] != "":
		return d.Helpf("a function stands before its arguments: `%s`", fmt.Sprintf(methods[last], file))
	case slices.Contains(values, file) && slices.Contains(functions, last):
		return d.Helpf("no import has the name `%s`; a function of it is called `%s(%s)`", file, last, file)
	case slices.Contains(candidates, last):
		return d.Helpf("no import has the name `%s`: write `%s` alone", file, last)
	case syntax.Foreign(last) != "":
		return d.Helpf("no import has the name `%s`; %s", file, syntax.Foreign(last))
	}
	return d.Helpf("no import has the name `%s`: `import \"FILE\" as %s` gives it to a file", file, file)
}

// methods are what NumPy's methods and attributes of arrays are called, where that is not their name.
var methods = map[string]string{
	"T": "transpose %s", "max": "maximum(%s)", "min": "minimum(%s)", "size": "length(%s)", "astype": "f64(%s)",
	"cumsum": "prefix_sums(%s)", "argsort": "order(%s)", "len": "length(%s)", "map": "map f %s", "reduce": "reduce f 0 %s", "scan": "scan f 0 %s", "std": "sqrt(variance(%s))", "var": "variance(%s)",
}

// maxListed is how many names a message lists.
const maxListed = 8

// listed is a list of names in alphabetical order, with a word before the last one.
func listed(names []string, word string) string {
	slices.Sort(names)
	names = slices.Compact(names)
	n := len(names)
	switch {
	case n == 1:
		return "`" + names[0] + "`"
	case n > maxListed:
		return "`" + strings.Join(names[:maxListed], "`, `") + "`, and " + strconv.Itoa(n-maxListed) + " more"
	}
	return "`" + strings.Join(names[:n-1], "`, `") + "` " + word + " `" + names[n-1] + "`"
}

// twice is the error about a function that a program defines a second time. If the two are in
// different files, it shows how an import keeps them apart.
func (u *unit) twice(d, first *syntax.Def, main *diag.Source) *diag.Diagnostic {
	err := u.errorf("T-DEF", d.NameAt, "the function `%s` is defined twice", d.Name).Note(first.NameAt, "it is defined here first")
	file := d.NameAt.Src
	if file == main {
		file = first.NameAt.Src
	}
	if main == nil || file == nil || d.NameAt.Src == first.NameAt.Src || strings.Contains(d.Name, ".") {
		return err
	}
	path, noWay := filepath.Rel(filepath.Dir(main.Name), file.Name)
	if noWay != nil {
		path = file.Name
	}
	path = filepath.ToSlash(path)
	as, _, _ := strings.Cut(filepath.Base(path), ".")
	if !syntax.IsName(as) || slices.Contains(syntax.Builtins(), as) {
		as = "lib"
	}
	return err.Helpf("give a file a name, as in `import \"%s\" as %s`: its function is `%s.%s` then", path, as, as, d.Name)
}
