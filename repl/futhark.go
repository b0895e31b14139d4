package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// dumps are the endings of dumps of Futhark's memory IR.
var dumps = []string{".fut_seq_mem", ".fut_gpu_mem", ".fut_mc_mem"}

// isDump tells whether a file is a dump by its name.
func isDump(path string) bool {
	return slices.ContainsFunc(dumps, func(ending string) bool { return strings.HasSuffix(path, ending) })
}

// notDump is the error that a command on programs of Fun and FUNMEM is given a dump.
func notDump(path string) error {
	if !isDump(path) {
		return nil
	}
	return usagef("%s is a dump of Futhark's, and no text of Fun or FUNMEM", path).Helpf("`funmem lower %s --to mem` prints it in FUNMEM, `funmem run`, `check` and `validate` take it as it is", path)
}

// tuning reads what --set says of the sizes that Futhark's run time chooses.
func (o *Options) tuning() (tofunmem.Tuning, error) {
	t := tofunmem.Tuning{}
	for _, text := range o.Sizes {
		name, value, found := strings.Cut(text, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		_, twice := t[name]
		switch {
		case !found || name == "":
			return nil, usagef("--set %s: wanted NAME=N, as in group_size=64", text)
		case err != nil || n < 0:
			return nil, usagef("--set %s: found `%s`, wanted a whole number that is not negative, as in group_size=64", text, value)
		case twice:
			return nil, usagef("the size %s is set twice, to %d and to %d", name, t[name], n)
		}
		t[name] = n
	}
	return t, nil
}

// knownSizes is an error about a name that --set gives and no dump of a command has, or about a value that is too
// small for it.
func (o *Options) knownSizes() error {
	if len(o.units) == 0 && len(o.Sizes) > 0 {
		return usagef("--set %s is about a dump of Futhark's, and the program is none", o.Sizes[0]).Helpf("`--in NAME=VALUE` binds an input")
	}
	all := map[string]int64{}
	for _, u := range o.units {
		for name, least := range u.Sizes {
			all[name] = max(least, all[name])
		}
	}
	sizes := slices.Sorted(maps.Keys(all))
	for _, text := range o.Sizes {
		name, value, _ := strings.Cut(text, "=")
		if least, ok := all[name]; ok {
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n < least {
				return usagef("--set %s: the least `%s` is %d", text, name, least)
			}
			continue
		}
		d := usagef("--set %s: the dump has no size `%s`", text, name)
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

// dump reads a dump, and translates it.
func (o *Options) dump(ctx context.Context, src *diag.Source) (*tofunmem.Unit, error) {
	t, err := o.tuning()
	if err != nil {
		return nil, err
	}
	p, err := futhark.Parse(src, poll(ctx))
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
	o.translated(u)
	return u, nil
}

// linesOfDump gives statements, in the order of the text, the line of the dump from which they come, where that is
// another one than the statement before has.
func linesOfDump(u *tofunmem.Unit) func(at diag.Span) string {
	last := 0
	return func(at diag.Span) string {
		line := u.Line(at)
		if line == 0 || line == last {
			return ""
		}
		last = line
		return fmt.Sprintf("-- line %d", line)
	}
}

// printedOf is a program as text, that of a dump with the lines there.
func printedOf(p *syntax.Program, u *tofunmem.Unit) string {
	if u == nil {
		return syntax.Print(p)
	}
	line := linesOfDump(u)
	return syntax.PrintNoted(p, func(d syntax.Decl) string { return line(d.GetSpan()) })
}

// printed is the text of a program of a command.
func (o *Options) printed(p *syntax.Program) string { return printedOf(p, o.unit) }

// printed is the text of declarations of a session, with the lines of the dump from which they come, if any.
func (s *Session) printed(ds ...syntax.Decl) string {
	p := &syntax.Program{Decls: ds}
	for _, u := range s.dumps {
		for _, d := range ds {
			if u.Has(d.GetSpan()) {
				return printedOf(p, u)
			}
		}
	}
	return syntax.Print(p)
}

// loadDump adds what a dump declares.
func (c *Console) loadDump(ctx context.Context, src *diag.Source) (*Added, error) {
	u, err := (&Options{AsFuthark: c.terms.AsFuthark}).dump(ctx, src)
	if err != nil {
		return nil, err
	}
	added, err := c.AddProgram(ctx, u.Program)
	if err == nil {
		c.dumps = append(c.dumps, u)
		c.terms.units = c.dumps
	}
	return added, err
}

// sizesIn divides what a :run gives into inputs and sizes that Futhark's run time chooses.
func sizesIn(u *tofunmem.Unit, takes map[string]bool, texts []string) (inputs, sizes []string) {
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

// resized translates a dump that was loaded with other sizes, and takes its functions in the place of those that are
// there. Sizes that were set before hold on.
func (c *Console) resized(ctx context.Context, u *tofunmem.Unit, sizes []string) (*tofunmem.Unit, error) {
	o := &Options{Sizes: sizes, AsFuthark: c.terms.AsFuthark}
	t, err := o.tuning()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(u.Tuning)) {
		if _, again := t[name]; !again {
			o.Sizes = append(o.Sizes, fmt.Sprintf("%s=%d", name, u.Tuning[name]))
		}
	}
	next, err := o.dump(ctx, u.Program.Span.Src)
	if err == nil {
		err = o.knownSizes()
	}
	if err != nil {
		return nil, err
	}
	if _, err := c.AddProgram(ctx, next.Program); err != nil {
		return nil, err
	}
	c.dumps[slices.Index(c.dumps, u)] = next
	c.terms.units = c.dumps
	return next, nil
}

// printedIMP is an IMP program as text, that of a dump with the lines there.
func (o *Options) printedIMP(p *imp.Program) string {
	if o.unit == nil {
		return imp.Print(p)
	}
	line := linesOfDump(o.unit)
	return imp.PrintNoted(p, func(s imp.Stm) string { return line(s.GetSpan()) })
}

// entry is the entry point that --entry names, or main, or the only one.
func (o *Options) entry(u *tofunmem.Unit) (*tofunmem.Entry, error) {
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
		return nil, usagef("the dump has no entry point")
	case name == "":
		return nil, usagef("the dump has %s, and none is called main", diag.Count(len(names), "entry point")).Helpf("name one, as `--entry %s`", names[0])
	}
	d := usagef("the dump has no entry point `%s`", name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	}
	return nil, d.Helpf("it has `%s`", strings.Join(names, "`, `"))
}

// operatorsOf is what dumps say of the operators of their folds.
func operatorsOf(dumps ...*tofunmem.Unit) func(at diag.Span) validity.Operator {
	return func(at diag.Span) validity.Operator {
		for _, u := range dumps {
			if o := u.Operators[at]; o != nil {
				return validity.Operator{Fit: o.Fit, Commutative: o.Commutative}
			}
		}
		return validity.Operator{}
	}
}

// inputName is what the next input of a name is bound as: a parameter of an entry point whose name the language does not have, or of which
// there are several, is called otherwise. The entry point is nil where several may take it.
func inputName(name string, seen map[string]string, e *tofunmem.Entry) string {
	for k := 1; ; k++ {
		is, next := tofunmem.InputName(name, k), tofunmem.InputName(name, k+1)
		if _, given := seen[is]; given && (e == nil && name == "_" || e != nil && parameters(e)[next]) {
			continue
		}
		return is
	}
}

// parameters are the names that an entry point takes.
func parameters(e *tofunmem.Entry) map[string]bool {
	names := map[string]bool{}
	for _, p := range e.Params {
		names[p.Name] = true
	}
	return names
}

// called is the program of a dump with a call of its entry point. Where no inputs are there and the entry point needs
// some, there is no call, unless it must be.
func (o *Options) called(s *Session, must bool) (*syntax.Program, error) {
	e, prog := o.dumped, o.unit.Program
	if len(e.Params) > 0 && len(o.Inputs) == 0 && !must {
		return prog, nil
	}
	call, err := callOf(e, s, flagsOf(e))
	if err != nil {
		return nil, err
	}
	return &syntax.Program{Span: prog.Span, Decls: append(slices.Clone(prog.Decls), call...)}, nil
}

// callOf is the call of an entry point with the inputs of its parameters' names that were bound last. A sample is what
// gives all of them.
func callOf(e *tofunmem.Entry, s *Session, sample string) ([]syntax.Decl, error) {
	var missing []string
	shapes, numbers := map[string][]int{}, map[string]num.Num{}
	for _, p := range e.Params {
		in := s.inputNamed(p.Name)
		if in == nil {
			missing = append(missing, p.Name)
			continue
		}
		if a := in.value.A; a != nil {
			shapes[p.Name] = a.Shape
		} else {
			numbers[p.Name] = in.value.I
		}
		if err := inputFits(p, in.typed()); err != nil {
			return nil, err
		}
	}
	if len(missing) > 0 {
		return nil, usagef("the entry point %s needs the %s", e, inputsNamed(missing)).Helpf("as in `%s`; a value is Futhark's text, an expression or a file", sample)
	}
	if err := sameSizes(e, shapes, numbers); err != nil {
		return nil, err
	}
	return e.Call(func(name string) []int { return shapes[name] }), nil
}

// inputsNamed are the names of inputs in a sentence.
func inputsNamed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return "input `" + names[0] + "`"
	}
	return "inputs `" + strings.Join(names[:last], "`, `") + "` and `" + names[last] + "`"
}

// inputNamed is the input of a name that was bound last, or nil.
func (s *Session) inputNamed(name string) *input {
	for _, e := range slices.Backward(s.entries) {
		if e.input != nil && e.input.binding.Written() == name {
			return e.input
		}
	}
	return nil
}

// sameSizes is an error about inputs of which one size is to be the same, and is not, or is to be a number.
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
				return usagef("dimension %d of the input `%s` has size %d, and the entry point wants %d", k+1, p.Name, n, want)
			}
			if q := sizes[size]; q != nil {
				if x, given := numbers[q.Name]; given && !x.Equal(num.Of(int64(n))) {
					return usagef("dimension %d of the input `%s` has size %d, and the input `%s`, which is that size, is %s", k+1, p.Name, n, q.Name, x)
				}
			}
			f, seen := first[size]
			if !seen {
				first[size] = place{p.Name, k}
			} else if m := shapes[f.name][f.dim]; m != n {
				return usagef("dimension %d of the input `%s` has size %d, and dimension %d of `%s` has %d: both are `%s`", k+1, p.Name, n, f.dim+1, f.name, m, size)
			}
		}
	}
	return nil
}
