package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/futhark"
	"funmem/futhark/tofunmem"
	"funmem/futhark/words"
	"funmem/lower/native"
	"funmem/lower/offload"
	"funmem/lower/refcount"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Streams are what a sub-command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Options are the options of all sub-commands. Each sub-command looks at those that it knows.
type Options struct {
	session.Settings
	JSON   bool                             // results for machines
	Strict bool                             // warnings fail
	Exprs  []string                         // -e: evaluated instead of the file's own expressions
	Inputs []string                         // --in NAME=VALUE
	Out    string                           // --out: a file for the result
	LaTeX  bool                             // --latex: as a document for LaTeX
	To     string                           // --to: one of forms
	Def    string                           // --def: the def to look at
	Write  bool                             // -w: rewrite the files
	Check  bool                             // --check: for fmt, only say which files would change; for lower, validate each pass
	Lines  []string                         // -c: lines for the REPL
	Given  []string                         // the settings that flags gave, as they were written
	inputs []session.Named                  // the values of Inputs, if two programs take them
	texts  map[string]string                // programs that are given as texts, by their names
	header session.Header                   // of the program
	sides  map[*validate.Program]comparison // the programs of a validation
	Fixed  string                           // --sizes n=33,m=40: the sizes of all inputs of a validation
	Stages bool                             // --stages: for validate, compare each stage of a dump with the one before
	Entry  string                           // --entry: the entry point of a dump
	Sizes  []string                         // --set NAME=N: sizes that Futhark's run time chooses
	unit   *tofunmem.Unit
	words.Words
	hides  map[string]bool // the names that lets of the program bind, so that they hide inputs
	dumped *tofunmem.Entry // the entry point of the dump that is run; nil for another file

	Proof    validity.Effort // --prove, --no-prove: how long a proof of validity may look
	Second   session.Second  // --prover, --prover-time, --smt: who else proves
	Tests    int             // --tests: inputs of a validation
	Quick    bool            // --quick: small inputs on the fast engine
	Confirm  int             // --confirm: how many are enough beside a proof; 0: all
	Seed     int64           // --seed: for the random inputs
	Explain  string          // --explain: the location to follow
	Save     string          // --save: a file for the counterexample
	Lesson   string          // --page: a file for a page of it
	Against  string          // --against: earlier measurements
	HTML     string          // --html: a file for the report, or for the stages
	Passes   string          // --passes: what lower runs
	DumpEach string          // --dump-each: a folder for the program after each pass
	Profile  bool            // --profile: where the time of a device goes
	RefModes []refcount.Mode // --refcount: the modes to count references in
	Quiet    bool            // --quiet: nothing but the program and errors
	Report   string          // --report: the passes whose reports are printed, and not the program
	Rewrites string          // --rewrites: what becomes of IMP
	Force    bool            // --force: C shares among threads what is not proved free of races
	Time     time.Duration   // --time: the time that it may take; 0: no limit
	Device   string          // --device: what bench times
	CSV      bool            // --csv: for grade, the table alone
	One      bool            // --one: for grade, the folder is one submission
	Reveal   bool            // --reveal: for grade, hidden checks are shown
	Verifies bool            // --verify: for grade, the teacher's own solutions are graded
	Child    bool            // --child: for grade, one submission from standard input
	Tutor    Tutor           // of the lessons
	Suite    Suite           // of suite
	Stdio    bool            // --stdio: for serve
	FromJSON bool            // --from-json: for fmt
	timedOn  *native.Engine
	told     told // what lower says beside the program
	counts   []refcount.Counts
	idle     bool // run found nothing to run in the file
}

// Body is the body of a sub-command; it returns the error that ends it, which
// Report prints.
type Body func(ctx context.Context, io Streams, o *Options, args []string) error

// grace is how long a stopped sub-command may take to end.
const grace = 50 * time.Millisecond

// Perform runs the body of a sub-command until the context is done, or it takes more memory than it may. A body that
// does not end then is abandoned, so the process has to end after Perform.
func Perform(ctx context.Context, body Body, st Streams, o *Options, args []string) error {
	if err := o.stdinOnce(args); err != nil {
		return err
	}
	refuted := &atomic.Bool{}
	err := perform(context.WithValue(ctx, verdict.Refuted{}, refuted), body, st, o, args)
	if much := verdict.CutShort(err); much != nil && refuted.Load() {
		return diag.Errorf(diag.Invalid, "", diag.Span{}, "the program is wrong; what was left to say of it was %s", much.Msg).Helpf("%s", much.Help)
	}
	return err
}

func perform(ctx context.Context, body Body, st Streams, o *Options, args []string) error {
	ctx, end := engine.Watch(ctx, o.Settings.Memory)
	defer end()
	done := make(chan error, 1)
	go func() { done <- verdict.Recovered(func() error { return body(ctx, st, o, args) }) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
}

// read reads a program. A name of texts is that text, - is standard input, and std/NAME.fun is a library file if there is no such file.
func (o *Options) read(ctx context.Context, st Streams, path string) (*diag.Source, error) {
	text, given := o.texts[path]
	if path != "-" && !given {
		src, err := session.ReadSource(ctx, path, o.Settings.Memory)
		if files := session.LibraryFiles(path); err != nil && session.IsLibrary(path) && len(files) == 1 {
			return files[0].Source(), nil
		}
		return src, err
	}
	from, name := st.In, "stdin"
	if given {
		from, name = strings.NewReader(text), path
	}
	src, err := data.ReadText(ctx, from, name, -1, o.Settings.Memory)
	if err != nil {
		return nil, err
	}
	src.Text = strings.TrimPrefix(src.Text, "\ufeff")
	return src, nil
}

// Program reads a file and the expressions that replace its own, and returns the names that the two mention. If calls
// is set, an entry point of a dump is called, so there has to be one.
func (o *Options) Program(ctx context.Context, st Streams, path string, calls bool) (prog *syntax.Program, mentions map[string]bool, err error) {
	if err := session.NotIMP(path); err != nil {
		return nil, nil, err
	}
	src, err := o.read(ctx, st, path)
	if err != nil {
		return nil, nil, err
	}
	if futhark.IsDump(path) {
		if len(o.Exprs) > 0 {
			return nil, nil, diag.Usagef("-e evaluates an expression of Fun, and %s is a dump of Futhark's", path).Helpf("`--entry` names the entry point to run")
		}
		if o.unit, err = o.Dump(ctx, src); err != nil {
			return nil, nil, err
		}
		if err := o.KnownSizes(); err != nil {
			return nil, nil, err
		}
		if o.To != "" && o.Entry == "" && len(o.Inputs) == 0 { // lower prints all entry points
			return o.unit.Program, map[string]bool{}, nil
		}
		if o.dumped, err = o.EntryOf(o.unit); err != nil {
			if !calls && o.Entry == "" && len(o.Inputs) == 0 && len(o.unit.Entries) > 0 { // each entry point is checked by itself
				return o.unit.Program, map[string]bool{}, nil
			}
			return nil, nil, err
		}
		return o.unit.Program, session.Parameters(o.dumped), nil
	}
	if err := o.KnownSizes(); err != nil {
		return nil, nil, err
	}
	var exprs []syntax.Decl
	mentions = map[string]bool{}
	for _, text := range o.Exprs {
		e, err := syntax.Parse(diag.NewSource("-e", text), verdict.Poll(ctx))
		if err != nil {
			return nil, nil, err
		}
		session.Mentioned(mentions, e, verdict.Poll(ctx))
		exprs = append(exprs, e.Decls...)
	}
	if prog, err = o.parsed(ctx, src, path, mentions); err != nil {
		return nil, nil, err
	}
	o.hides = map[string]bool{}
	session.Mentioned(mentions, prog, verdict.Poll(ctx))
	for _, d := range prog.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, b := range let.Pat {
				o.hides[b.Name] = true
			}
		}
	}
	if len(o.Exprs) == 0 {
		return prog, mentions, nil
	}
	return &syntax.Program{Span: prog.Span, Decls: append(session.Declarations(prog).Decls, exprs...)}, mentions, nil
}

// parsed returns the program of a source, or the translation of a dump. more holds the names that later text mentions.
func (o *Options) parsed(ctx context.Context, src *diag.Source, path string, more map[string]bool) (*syntax.Program, error) {
	if futhark.IsDump(path) {
		var err error
		if o.unit, err = o.Dump(ctx, src); err != nil {
			return nil, err
		}
		return o.unit.Program, nil
	}
	prog, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	o.header = session.HeaderOf(prog)
	if digits := o.header.Precision; digits != "" && !slices.Contains(o.Given, "--precision") {
		if err := o.Settings.Set("precision", digits); err != nil {
			return nil, err
		}
	}
	return session.Expanded(ctx, prog, o.Settings.Memory, more)
}

// aboutEngine says if there is no native code, although it was asked for.
func (o *Options) aboutEngine(st Streams) {
	if err := o.Settings.NoNative(); err != nil {
		fmt.Fprintf(st.Err, "note: %s; the engine below evaluates\n", err)
	}
	if err := session.NotKept(); err != nil {
		fmt.Fprintf(st.Err, "note: what is compiled is not kept for later runs: %s\n", err)
	}
}

// Run is the body of `run`.
func Run(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	onHeap := o.Settings.OnHeap() || session.IsIMP(args[0])
	if o.Strict && !onHeap {
		return diag.Usagef("--strict looks at the warnings of the heap semantics").Helpf("add `--engine heap`")
	}
	if o.Out != "" {
		if err := data.Writes(o.Out); err != nil {
			return err
		}
	}
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	if len(o.RefModes) > 0 && session.IsIMP(args[0]) {
		return diag.Usagef("`--refcount` counts references to blocks of FUNMEM, and %s is IMP", args[0])
	}
	if len(o.RefModes) > 0 && !onHeap && o.Settings.Engine != "value" {
		return diag.Usagef("`--refcount` counts in a run on the heap semantics, and `--engine %s` is another one", o.Settings.Engine).Helpf("leave `--engine` out")
	}
	if o.Profile && !o.Settings.OnDevice() {
		return diag.Usagef("`--profile` is about kernels on a device").Helpf("add `--engine cuda` or `--engine opencl`")
	}
	o.aboutEngine(st)
	added, err := o.profiled(ctx, st, args[0])
	wrong := sayNative(st, err != nil)
	if err != nil {
		if added != nil && (!o.JSON || len(added.Values) > 0) {
			o.results(ctx, st, added, err)
		}
		return err
	}
	for _, d := range added.Heap {
		d.Kind = diag.Warning // check would refuse this; run goes on
	}
	if onHeap {
		PrintError(st.Err, paint.Style(st.Err), added.Heap)
	}
	if err := o.results(ctx, st, added, nil); err != nil {
		return err
	}
	if o.Out != "" {
		if err := o.writeResult(st, added); err != nil {
			return err
		}
	}
	if o.Strict && len(added.Heap) > 0 {
		return Exit(1)
	}
	return wrong
}

// sayNative prints what native code has to tell, and returns the status of results that were wrong, or nil.
func sayNative(st Streams, failed bool) error {
	notes, wrong := session.NativeNotes(failed)
	for _, n := range notes {
		fmt.Fprintf(st.Err, "note: %s\n", n)
	}
	if len(wrong) == 0 {
		return nil
	}
	return Exit(PrintError(st.Err, paint.Style(st.Err), wrong))
}

// profiled returns what the program of a file gives. With --profile it says where the time of the device went.
func (o *Options) profiled(ctx context.Context, st Streams, path string) (added *session.Added, err error) {
	d := session.DeviceOf(o.Settings.Engine)
	if !o.Profile {
		return o.added(ctx, st, path)
	}
	n, missing := d.Engine()
	if missing != nil { // which was said
		return o.added(ctx, st, path)
	}
	copies, unknown := offload.CopySpeed(ctx, n.Device())
	r, err := session.Profiled(n, func() (err error) {
		added, err = o.added(ctx, st, path)
		return err
	})
	if unknown != nil {
		fmt.Fprintf(st.Err, "note: copies in the memory of the device were not measured: %s\n", unknown)
	}
	for _, line := range view.Profile(r, n.Device().Name(), copies) {
		fmt.Fprintln(st.Err, line)
	}
	return added, err
}

// added returns what the program of a file gives.
func (o *Options) added(ctx context.Context, st Streams, path string) (*session.Added, error) {
	if session.IsIMP(path) {
		return o.runIMP(ctx, st, path)
	}
	s, prog, err := o.Prepare(ctx, st, path, true)
	if err != nil {
		return nil, err
	}
	o.idle = !verdict.RunsSome(prog.Decls, prog.Span.Src)
	added, err := s.AddProgram(ctx, prog)
	if err == nil && len(o.RefModes) > 0 {
		o.counts, err = s.RefCountsOf(ctx, added.Entry, o.RefModes)
	}
	if err != nil {
		err = s.AboutInputs(prog, err)
	}
	return added, err
}

// SetRefcount takes the value of --refcount; true is the flag without one.
func (o *Options) SetRefcount(text string) (err error) {
	if text == "true" {
		text = "all"
	}
	o.RefModes, err = session.RefModes(text)
	return err
}

// Prepare returns a session with the inputs bound, and the program of a file. If calls is set, the entry point of a
// dump is called even without inputs.
func (o *Options) Prepare(ctx context.Context, st Streams, path string, calls bool) (*session.Session, *syntax.Program, error) {
	prog, mentions, err := o.Program(ctx, st, path, calls)
	if err != nil {
		return nil, nil, err
	}
	s := session.NewSession(o.Settings)
	s.Whole, s.Progress = true, session.NewProgress(st.Err)
	if err := Inputs(s, ctx, st, o, mentions); err != nil {
		return nil, nil, err
	}
	if o.unit != nil {
		s.Dumps = append(s.Dumps, o.unit)
	}
	if o.dumped != nil {
		prog, err = o.called(s, calls)
	}
	return s, prog, err
}

// Check is the body of `check`.
func Check(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	ctx, end := o.timed(ctx)
	defer end()
	if o.Settings.OnHeap() || o.Settings.OnDevice() {
		return diag.Usagef("check runs both semantics, whatever the engine is").Helpf("leave `--engine` out, or write `--engine native` to check kernels as native code")
	}
	if session.IsIMP(args[0]) {
		return o.checkIMP(ctx, st, args[0])
	}
	o.aboutEngine(st)
	s, prog, err := o.Prepare(ctx, st, args[0], false)
	if err != nil {
		return err
	}
	followed, err := o.follow()
	if err != nil {
		return err
	}
	if s.Asking, err = o.Second.Begin(verdict.Poll(ctx)); err != nil {
		return err
	}
	defer s.Asking.Close()
	f, err := findings(s, ctx, o, prog, followed)
	if err != nil {
		return s.AboutInputs(prog, err)
	}
	if err := s.Asking.Told(st.Err); err != nil {
		return err
	}
	f.Refuse(o.Strict)
	if o.Settings.Engine == "native" && s.Said != "" {
		fmt.Fprintf(st.Err, "note: %s\n", s.Said)
	}
	if o.JSON {
		all := f.Json()
		if followed != nil {
			all.Life = view.LifeJSON(followed)
		}
		if err := o.writeJSON(st.Out, all); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, f.Text(paint.Style(st.Out)))
	}
	if followed != nil && !o.JSON {
		if err := view.PrintLife(st.Out, followed); err != nil {
			return err
		}
	}
	if status := f.Status(); status != 0 {
		return Exit(status)
	}
	return nil
}
