package cli

import (
	"context"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/verdict"
	"funmem/futhark"
	"funmem/futhark/tofunmem"
	"funmem/futhark/words"
	"funmem/repl/child"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// NotDump is the error that a dump was given to a command for programs of Fun and FUNMEM.
func NotDump(path string) error {
	if !futhark.IsDump(path) {
		return nil
	}
	return diag.Usagef("%s is a dump of Futhark's, and no text of Fun or FUNMEM", path).Helpf("`funmem lower %s --to mem` prints it in FUNMEM, `funmem run`, `check` and `validate` take it as it is", path)
}

// inFuthark returns the streams of a command on files. If none of them is a dump, indices count
// from 1.
func (o *Options) inFuthark(st Streams, paths ...string) Streams {
	for _, p := range paths {
		if futhark.IsDump(p) {
			return Streams{st.In, words.Writer{Writer: st.Out, Words: &o.Words}, words.Writer{Writer: st.Err, Words: &o.Words}}
		}
	}
	o.AsFuthark = false
	return st
}

// writeJSON writes an object of --json in the terms of the command.
func (o *Options) writeJSON(w io.Writer, v any) error {
	all, err := o.Object(v)
	if err != nil {
		return err
	}
	return WriteJSON(w, all)
}

// Tuning reads what --set says about the sizes that Futhark's run time chooses.
func (o *Options) Tuning() (tofunmem.Tuning, error) {
	t := tofunmem.Tuning{}
	for _, text := range o.Sizes {
		name, value, found := strings.Cut(text, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		_, twice := t[name]
		switch {
		case !found || name == "":
			return nil, diag.Usagef("--set %s: wanted NAME=N, as in group_size=64", text)
		case err != nil || n < 0:
			return nil, diag.Usagef("--set %s: found `%s`, wanted a whole number that is not negative, as in group_size=64", text, value)
		case twice:
			return nil, diag.Usagef("the size %s is set twice, to %d and to %d", name, t[name], n)
		}
		t[name] = n
	}
	return t, nil
}

// KnownSizes returns an error for a --set with a name that no dump of the command has, or with a value that is too
// small.
func (o *Options) KnownSizes() error {
	if len(o.Units) == 0 && len(o.Sizes) > 0 {
		return diag.Usagef("--set %s is about a dump of Futhark's, and the program is none", o.Sizes[0]).Helpf("`--in NAME=VALUE` binds an input")
	}
	all := map[string]int64{}
	for _, u := range o.Units {
		for name, least := range u.Sizes {
			all[name] = max(least, all[name])
		}
	}
	sizes := slices.Sorted(maps.Keys(all))
	for _, text := range o.Sizes {
		name, value, _ := strings.Cut(text, "=")
		if least, ok := all[name]; ok {
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n < least {
				return diag.Usagef("--set %s: the least `%s` is %d", text, name, least)
			}
			continue
		}
		d := diag.Usagef("--set %s: the dump has no size `%s`", text, name)
		near := diag.Nearest(name, sizes)
		switch {
		case near != "":
			return d.Helpf("did you mean `%s`? it has `%s`", near, strings.Join(sizes, "`, `"))
		case len(sizes) == 0:
			return d.Helpf("the run time chooses no size of this program: leave it out")
		}
		return d.Helpf("it has `%s`", strings.Join(sizes, "`, `"))
	}
	return nil
}

// Dump reads a dump, and translates it.
func (o *Options) Dump(ctx context.Context, src *diag.Source) (*tofunmem.Unit, error) {
	t, err := o.Tuning()
	if err != nil {
		return nil, err
	}
	p, err := futhark.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	translate := tofunmem.Translate
	if o.AsFuthark {
		translate = tofunmem.TranslateNamed
	}
	u, err := translate(p, t)
	if err != nil {
		return nil, err
	}
	o.Add(u)
	return u, nil
}

// printed is the text of a program of a command.
func (o *Options) printed(p *syntax.Program) string { return session.PrintedOf(p, o.unit) }

// SizesIn splits the arguments of :run into inputs and sizes that Futhark's run time chooses.
func SizesIn(u *tofunmem.Unit, takes map[string]bool, texts []string) (inputs, sizes []string) {
	for _, text := range texts {
		name, _, _ := strings.Cut(text, "=")
		if _, ok := u.Sizes[name]; ok && !takes[name] {
			sizes = append(sizes, text)
		} else {
			inputs = append(inputs, text)
		}
	}
	return inputs, sizes
}

// printedIMP prints an IMP program; for a dump it adds the line numbers.
func (o *Options) printedIMP(p *imp.Program) string {
	if o.unit == nil {
		return imp.Print(p)
	}
	line := session.LinesOfDump(o.unit)
	return imp.PrintNoted(p, func(s imp.Stm) string { return line(s.GetSpan()) })
}

// EntryOf returns the entry point that --entry names, or main, or the only one.
func (o *Options) EntryOf(u *tofunmem.Unit) (*tofunmem.Entry, error) {
	name := o.Entry
	if name == "" && len(u.Entries) == 1 {
		return u.Entries[0], nil
	}
	var names []string
	for _, e := range u.Entries {
		if e.Name == name || name == "" && e.Name == "main" {
			return e, nil
		}
		names = append(names, e.Name)
	}
	switch {
	case len(names) == 0:
		return nil, diag.Usagef("the dump has no entry point")
	case name == "":
		return nil, diag.Usagef("the dump has %s, and none is called main", diag.Count(len(names), "entry point")).Helpf("name one, as `--entry %s`", names[0])
	}
	d := diag.Usagef("the dump has no entry point `%s`", name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	}
	return nil, d.Helpf("it has `%s`", strings.Join(names, "`, `"))
}

// called returns the program of a dump with a call of its entry point. If the entry point needs inputs and there are
// none, it adds no call, unless must is set.
func (o *Options) called(s *session.Session, must bool) (*syntax.Program, error) {
	e, prog := o.dumped, o.unit.Program
	if len(e.Params) > 0 && len(o.Inputs) == 0 && !must {
		return prog, nil
	}
	call, err := CallOf(e, s, flagsOf(e))
	if err != nil {
		return nil, err
	}
	return &syntax.Program{Span: prog.Span, Decls: append(slices.Clone(prog.Decls), call...)}, nil
}

// CallOf returns the call of an entry point with the inputs that were last bound to the names of its parameters. sample
// is an example that gives all of them.
func CallOf(e *tofunmem.Entry, s *session.Session, sample string) ([]syntax.Decl, error) {
	var missing []string
	shapes, numbers := map[string][]int{}, map[string]num.Num{}
	for _, p := range e.Params {
		in := s.InputNamed(p.Name)
		if in == nil {
			missing = append(missing, p.Name)
			continue
		}
		if a := in.Value.A; a != nil {
			shapes[p.Name] = a.Shape
		} else {
			numbers[p.Name] = in.Value.I
		}
		if err := session.InputFits(p, in.Typed()); err != nil {
			return nil, err
		}
	}
	if len(missing) > 0 {
		return nil, diag.Usagef("the entry point %s needs the %s", e, inputsNamed(missing)).Helpf("as in `%s`; a value is Futhark's text, an expression or a file", sample)
	}
	if err := sameSizes(e, shapes, numbers); err != nil {
		return nil, err
	}
	return e.Call(func(name string) []int { return shapes[name] }), nil
}

// inputsNamed lists the names of inputs in a sentence.
func inputsNamed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return "input `" + names[0] + "`"
	}
	return "inputs `" + strings.Join(names[:last], "`, `") + "` and `" + names[last] + "`"
}

// sameSizes returns an error for inputs with a size that should be the same, or should be a given number, and is not.
func sameSizes(e *tofunmem.Entry, shapes map[string][]int, numbers map[string]num.Num) error {
	type place struct {
		name string
		dim  int
	}
	first, sizes := map[string]place{}, map[string]*tofunmem.Param{}
	for _, p := range e.Params {
		if p.Rank == 0 {
			sizes[p.Size] = p
		}
	}
	for _, p := range e.Params {
		for k, n := range shapes[p.Name] {
			size := p.Sizes[k]
			if want, err := strconv.Atoi(size); err == nil && want != n {
				return diag.Usagef("dimension %d of the input `%s` has size %d, and the entry point wants %d", k+1, p.Name, n, want)
			}
			if q := sizes[size]; q != nil {
				if x, given := numbers[q.Name]; given && !x.Equal(num.Of(int64(n))) {
					return diag.Usagef("dimension %d of the input `%s` has size %d, and the input `%s`, which is that size, is %s", k+1, p.Name, n, q.Name, x)
				}
			}
			f, seen := first[size]
			if !seen {
				first[size] = place{p.Name, k}
			} else if m := shapes[f.name][f.dim]; m != n {
				return diag.Usagef("dimension %d of the input `%s` has size %d, and dimension %d of `%s` has %d: both are `%s`", k+1, p.Name, n, f.dim+1, f.name, m, size)
			}
		}
	}
	return nil
}

// flagsOf returns flags of a sub-command that give an entry point example values of its parameter types.
func flagsOf(e *tofunmem.Entry) string {
	var words []string
	for _, p := range e.Params {
		words = append(words, "--in", p.Name+"="+p.Sample())
	}
	return child.Line(words)
}
