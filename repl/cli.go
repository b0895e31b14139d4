package repl

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/syntax"
)

// Streams are what a sub-command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Options are those of all sub-commands; each looks at what it knows.
type Options struct {
	Settings
	JSON      bool                             // results for machines
	Strict    bool                             // warnings fail
	Exprs     []string                         // -e: evaluated instead of the file's own expressions
	Inputs    []string                         // --in NAME=VALUE
	Out       string                           // --out: a file for the result
	To        string                           // --to: core, mem or imp
	Def       string                           // --def: the def to look at
	Write     bool                             // -w: rewrite the files
	Check     bool                             // --check: of fmt, only say which files would change; of lower, validate each pass
	Lines     []string                         // -c: lines for the REPL
	Given     []string                         // the settings that flags gave, as they were written
	inputs    []named                          // the values of Inputs, where two programs take them
	sides     map[*validate.Program]comparison // the programs of a validation
	Stages    bool                             // --stages: of validate, each of the stages of a dump against the one before
	Entry     string                           // --entry: the entry point of a dump
	Sizes     []string                         // --set NAME=N: sizes that Futhark's run time chooses
	unit      *tofunmem.Unit
	units     []*tofunmem.Unit // of all dumps that were read
	AsFuthark bool             // --as-futhark: names and indices as in the dump
	dumped    *tofunmem.Entry  // the entry point of the dump that is run; nil of another file

	Tests    int           // --tests: inputs of a validation
	Seed     int64         // --seed: of the random ones
	Explain  string        // --explain: a location whose life is told
	Save     string        // --save: a file for the counterexample
	HTML     string        // --html: a file for the report, or for the stages
	Passes   string        // --passes: what lower runs
	DumpEach string        // --dump-each: a folder for the program behind each pass
	Quiet    bool          // --quiet: nothing but the program and errors
	Time     time.Duration // --time: that it may take; 0: no limit
}

// Body is the body of a sub-command; it returns the error that ends it, which
// Report prints.
type Body func(ctx context.Context, io Streams, o *Options, args []string) error

// read reads a program; - is standard input, and std/NAME.fun a file of the library
// where there is no such file.
func read(st Streams, path string) (*diag.Source, error) {
	if path != "-" {
		src, err := ReadSource(path)
		if files := libraryFiles(path); err != nil && isLibrary(path) && len(files) == 1 {
			return files[0].Source(), nil
		}
		return src, err
	}
	text, err := io.ReadAll(st.In)
	if err != nil {
		return nil, usagef("cannot read standard input: %s", data.Cause(err))
	}
	return diag.NewSource("stdin", strings.TrimPrefix(string(text), "\ufeff")), nil
}

// program reads a file and the expressions that take the place of its own, and
// says which names the two mention.
func (o *Options) program(st Streams, path string) (prog *syntax.Program, mentions map[string]bool, err error) {
	if path == "-" && slices.ContainsFunc(o.Inputs, func(in string) bool { return strings.HasSuffix(in, "=-") }) {
		return nil, nil, usagef("standard input cannot be both the program and an input").Helpf("put one of them into a file")
	}
	if err := notIMP(path); err != nil {
		return nil, nil, err
	}
	src, err := read(st, path)
	if err != nil {
		return nil, nil, err
	}
	if isDump(path) {
		if len(o.Exprs) > 0 {
			return nil, nil, usagef("-e evaluates an expression of Fun, and %s is a dump of Futhark's", path).Helpf("`--entry` names the entry point to run")
		}
		if o.unit, err = o.dump(src); err != nil {
			return nil, nil, err
		}
		if err := o.knownSizes(); err != nil {
			return nil, nil, err
		}
		if o.To != "" && o.Entry == "" && len(o.Inputs) == 0 { // lower prints all
			return o.unit.Program, map[string]bool{}, nil
		}
		if o.dumped, err = o.entry(o.unit); err != nil {
			return nil, nil, err
		}
		return o.unit.Program, parameters(o.dumped), nil
	}
	if prog, err = o.parsed(src, path); err != nil {
		return nil, nil, err
	}
	mentions = map[string]bool{}
	mentioned(mentions, prog)
	if len(o.Exprs) == 0 {
		return prog, mentions, nil
	}
	decls := declarations(prog).Decls
	for _, text := range o.Exprs {
		e, err := syntax.Parse(diag.NewSource("-e", text))
		if err != nil {
			return nil, nil, err
		}
		mentioned(mentions, e)
		decls = append(decls, e.Decls...)
	}
	return &syntax.Program{Span: prog.Span, Decls: decls}, mentions, nil
}

// parsed is the program of a source: what it says, or the translation of a dump.
func (o *Options) parsed(src *diag.Source, path string) (*syntax.Program, error) {
	if isDump(path) {
		var err error
		if o.unit, err = o.dump(src); err != nil {
			return nil, err
		}
		return o.unit.Program, nil
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	return expanded(prog)
}

// declarations is a program without the expressions that it prints.
func declarations(prog *syntax.Program) *syntax.Program {
	decls := slices.DeleteFunc(slices.Clone(prog.Decls), func(d syntax.Decl) bool {
		switch d.(type) {
		case *syntax.Show, *syntax.In:
			return true
		}
		return false
	})
	return &syntax.Program{Span: prog.Span, Decls: decls}
}

// Run is the body of `run`.
func Run(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	onHeap := o.Settings.Engine != "value" || isIMP(args[0])
	if o.Strict && !onHeap {
		return usagef("--strict looks at the warnings of the heap semantics").Helpf("add `--engine heap`")
	}
	added, err := o.added(ctx, st, args[0])
	if err != nil {
		if added != nil && !o.JSON {
			o.results(ctx, st, added)
		}
		return err
	}
	for _, d := range added.Heap {
		d.Kind = diag.Warning // what a check would refuse, a run goes on after
	}
	if onHeap {
		printError(st.Err, paint.Style(st.Err), added.Heap)
	}
	if err := o.results(ctx, st, added); err != nil {
		return err
	}
	if o.Out != "" {
		if err := o.writeResult(st, added); err != nil {
			return err
		}
	}
	if o.Strict && len(added.Heap) > 0 {
		return exit(1)
	}
	return nil
}

// added is what the program of a file gives.
func (o *Options) added(ctx context.Context, st Streams, path string) (*Added, error) {
	if isIMP(path) {
		return o.runIMP(ctx, st, path)
	}
	s, prog, err := o.prepare(ctx, st, path)
	if err != nil {
		return nil, err
	}
	added, err := s.AddProgram(ctx, prog)
	if err != nil {
		err = s.aboutInputs(prog, err)
	}
	return added, err
}

// prepare is a session with the inputs bound, and the program of a file.
func (o *Options) prepare(ctx context.Context, st Streams, path string) (*Session, *syntax.Program, error) {
	s := NewSession(o.Settings)
	s.whole, s.progress = true, newProgress(st.Err)
	prog, mentions, err := o.program(st, path)
	if err != nil {
		return nil, nil, err
	}
	if err := s.inputs(ctx, st, o, mentions); err != nil {
		return nil, nil, err
	}
	if o.dumped != nil {
		s.dumps = append(s.dumps, o.unit)
		prog, err = o.called(s)
	}
	return s, prog, err
}

// Check is the body of `check`.
func Check(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	s, prog, err := o.prepare(ctx, st, args[0])
	if err != nil {
		return err
	}
	followed, err := o.follow()
	if err != nil {
		return err
	}
	v, err := s.verdict(ctx, prog, followed, o.dumped)
	if err != nil {
		return s.aboutInputs(prog, err)
	}
	ok := v.OK && !(o.Strict && len(v.Warnings) > 0)
	if o.JSON {
		v.OK = ok
		all := struct {
			*validity.Verdict
			Life []map[string]any `json:"life,omitempty"`
		}{Verdict: v}
		if followed != nil {
			all.Life = lifeJSON(followed)
		}
		if err := o.writeJSON(st.Out, all); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, v.Text(paint.Style(st.Out)))
		switch {
		case len(prog.Decls) == 0:
			fmt.Fprintln(st.Out, "the file declares nothing: nothing was run")
		case len(prog.Defs()) == len(prog.Decls) && o.dumped != nil:
			fmt.Fprintf(st.Out, "nothing was run: the entry point is %s, and `--in` gives its inputs\n", o.dumped)
		case len(prog.Defs()) == len(prog.Decls):
			fmt.Fprintln(st.Out, "only functions: nothing was run")
		}
	}
	if followed != nil && !o.JSON {
		if err := printLife(st.Out, followed); err != nil {
			return err
		}
	}
	if !ok {
		return exit(1)
	}
	return nil
}
