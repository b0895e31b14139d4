package repl

import (
	"context"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// inputs binds what each --in describes: NAME=FILE, NAME=EXPR or NAME=-. The
// names that the program mentions tell which of them it does not use.
func (s *Session) inputs(ctx context.Context, st Streams, o *Options, mentions map[string]bool) error {
	seen := map[string]string{}
	for _, text := range o.Inputs {
		name, from, _ := strings.Cut(text, "=")
		if name = strings.TrimSpace(name); name == "" || from == "" {
			return usagef("--in %s: wanted NAME=FILE, NAME=VALUE or NAME=-", text)
		}
		if !isName(name) {
			return usagef("--in %s: %s cannot be the name of an input", text, name).Helpf("a name is a letter with letters and digits behind it, and no word of the language")
		}
		if first, ok := seen[name]; ok {
			return usagef("the input %s is given twice, as %s and as %s", name, first, from)
		}
		seen[name] = from
		v, err := s.inputValue(ctx, st.In, name, from)
		if err != nil {
			return err
		}
		s.Bind(name, v)
		if !mentions[name] && !mentions[name+"_mem"] {
			if err := o.unused(st, name, mentions); err != nil {
				return err
			}
		}
	}
	return nil
}

// isName tells whether a variable can have that name.
func isName(name string) bool {
	e, err := syntax.ParseExpr(diag.NewSource("", name))
	v, ok := e.(*syntax.Var)
	return err == nil && ok && v.Name == name && name != "_"
}

// mentioned collects the names of variables in a program.
func mentioned(names map[string]bool, p *syntax.Program) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			names[v.Name] = true
		}
		return true
	})
}

// unused warns of an input that the program does not use; with --strict that is
// an error.
func (o *Options) unused(st Streams, name string, mentions map[string]bool) error {
	d := usagef("the program does not use the input %s", name)
	if near := diag.Nearest(name, slices.Collect(maps.Keys(mentions))); near != "" {
		d.Helpf("did you mean %s?", near)
	}
	if o.Strict {
		return d
	}
	d.Kind = diag.Warning
	printError(st.Err, paint.Style(st.Err), d)
	return nil
}

// inputValue reads the value of an input from a file, standard input or an
// expression.
func (s *Session) inputValue(ctx context.Context, in io.Reader, name, from string) (value.Val, error) {
	for _, ending := range data.Readable {
		if strings.HasSuffix(strings.ToLower(from), ending) {
			return data.Read(from, s.Settings.Memory)
		}
	}
	text := from
	if from == "-" {
		all, err := io.ReadAll(in)
		if err != nil {
			return value.Val{}, usagef("cannot read standard input: %s", data.Cause(err))
		}
		if text = string(all); strings.HasPrefix(text, "\x93NUMPY") {
			return data.ReadNPY(strings.NewReader(text), "standard input", s.Settings.Memory)
		}
	}
	v, err := s.evaluated(ctx, diag.NewSource("--in "+name, strings.TrimSpace(text)))
	if l := diag.Of(err); len(l) > 0 && (l[0].Kind == diag.Syntax || l[0].Kind == diag.Type) {
		if noFile := asFile(from); noFile != nil {
			return v, noFile
		}
	}
	return v, err
}

// evaluated is the value of an expression that knows nothing of the session.
func (s *Session) evaluated(ctx context.Context, src *diag.Source) (v value.Val, err error) {
	e, err := syntax.ParseExpr(src)
	if err != nil {
		return v, err
	}
	at := e.GetSpan()
	prog := &syntax.Program{Span: at, Decls: []syntax.Decl{&syntax.Show{Span: at, X: e}}}
	added, err := NewSession(s.Settings).AddProgram(ctx, prog)
	switch {
	case err != nil:
		return v, err
	case len(added.Values) != 1:
		return v, usagef("%s: wanted one value, found %d", src.Name, len(added.Values))
	case isBlock(added.Unit.Results[0]):
		return v, usagef("%s: a block of memory is no value, wanted an int or an array", src.Name)
	}
	return added.Values[0], nil
}

// path is what no expression looks like.
var path = regexp.MustCompile(`^\.{0,2}/|\.[A-Za-z]\w*$`)

// asFile is the error about a text that is no expression, but names a file or
// was meant to.
func asFile(text string) error {
	wanted := strings.Join(data.Readable, " or ")
	info, err := os.Stat(text)
	switch {
	case err == nil && info.IsDir():
		return usagef("cannot read %s: it is a folder, wanted a file that ends in %s", text, wanted)
	case err == nil:
		return usagef("cannot read %s: it is a file of another kind, wanted one that ends in %s", text, wanted)
	case path.MatchString(text):
		return data.CannotRead(text, err)
	}
	return nil
}
