// Package std is the standard library: functions written in Fun, in files by
// theme, which programs can call without an import. Each has a comment with
// examples. The files are parsed at the first use of any of them.
package std

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

//go:embed *.fun
var embedded embed.FS

// File is a file of the library.
type File struct {
	Name string // "linear"
	Doc  string // its first comment, without the dashes
	Prog *syntax.Program
}

// Path is the name of a file in messages: std/linear.fun.
func (f *File) Path() string { return "std/" + f.Name + ".fun" }

// Source is a copy of the text, to be parsed again.
func (f *File) Source() *diag.Source { return diag.NewSource(f.Path(), f.Prog.Src.Text) }

// library is the files in the order of their names, and the functions in them.
type library struct {
	files []*File
	defs  map[string]*syntax.Def
	in    map[string]*File // by function
	names []string
}

var load = sync.OnceValue(func() *library {
	l := &library{defs: map[string]*syntax.Def{}, in: map[string]*File{}}
	entries, err := embedded.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		text, err := embedded.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		f := &File{Name: strings.TrimSuffix(e.Name(), ".fun")}
		if f.Prog, err = syntax.Parse(&diag.Source{Name: f.Path(), Text: string(text), Library: true}); err != nil {
			panic(err)
		}
		f.Doc = header(f.Prog)
		l.files = append(l.files, f)
		for _, d := range f.Prog.Defs() {
			l.defs[d.Name], l.in[d.Name] = d, f
			l.names = append(l.names, d.Name)
			if d.OverNum() {
				_, reals := d.Instances()
				l.defs[reals.Name], l.in[reals.Name] = reals, f
			}
		}
	}
	slices.Sort(l.names)
	return l
})

// header is the comment at the beginning of a program.
func header(p *syntax.Program) string {
	var lines []string
	for i, c := range p.Comments {
		if line, _ := c.Position(); line != i+1 {
			break
		}
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(c.Text, "--"), " "))
	}
	return strings.Join(lines, "\n")
}

// Files are the files of the library, in the order of their names.
func Files() []*File { return load().files }

// Def is the function of the library with that name, or nil. A function over num also has the name of its instance for f64s.
func Def(name string) *syntax.Def { return load().defs[name] }

// FileOf is the file that a function stands in, or nil.
func FileOf(name string) *File { return load().in[name] }

// Names are the names of all functions, sorted, without those of instances.
func Names() []string { return slices.Clone(load().names) }

// Summary is the first sentence of a function's comment.
func Summary(d *syntax.Def) string {
	text := strings.Join(strings.Fields(prose(d.Doc)), " ")
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '.' && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}

// prose is a comment without the examples.
func prose(doc string) string {
	before, _, _ := strings.Cut("\n"+doc, "\n> ")
	return strings.TrimSpace(before)
}

// Has tells whether a source is a copy of a file of the library.
func Has(src *diag.Source) bool {
	return slices.ContainsFunc(load().files, func(f *File) bool { return src.Name == f.Path() && src.Text == f.Prog.Src.Text })
}
