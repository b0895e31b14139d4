package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/eval/whole"
	"funmem/repl/session"
	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// Suite are the options of suite alone.
type Suite struct {
	Resume   bool     // --resume: go on with the results of --out
	Baseline string   // --baseline: the results of an earlier run
	Bisect   bool     // --bisect: find the first stage of each pipeline that is wrong
	Only     string   // --only: the cases whose names have this text
	List     bool     // --list: print the command lines of the cases
	JUnit    string   // --junit: a file in the form of JUnit's
	SARIF    string   // --sarif: a file in the form of SARIF 2.1.0
	GitHub   bool     // --github: findings as annotations
	Shard    string   // --shard: K/N, or where it is written; of validate too
	Merge    []string // --merge of validate: files of its parts
	Submit   Submit

	Futhark  bool   // --futhark: have Futhark's compiler make stages, and ask it what only it knows
	Compiler string // --compiler: that compiler

	// Command reads a command line: its body with its options and arguments. A worker performs command lines.
	Command func(args []string) (Body, *Options, []string, error)
}

// suiteTime is how long a case may take where nobody says.
const suiteTime = time.Minute

// SuiteTests is how many inputs a validation of a suite tries where nobody says. There are many validations, so it is fewer than one alone
// tries.
const SuiteTests = 200

// suiteConfirm is how many inputs are enough beside a proof where nobody says.
const suiteConfirm = 50

// RunSuite is the body of `suite`: many cases, and what became of each. It looks after the end of the context itself: what is
// finished is reported.
func RunSuite(ctx context.Context, st Streams, o *Options, args []string) error {
	switch {
	case o.Child && len(args) == 0:
		out := st.Out
		if screen, ok := out.(*Output); ok {
			out = screen.Raw()
		}
		return suite.Serve(ctx, st.In, out, o.Settings.Memory, o.Suite.performs(o.Settings.Memory))
	case o.Child:
		return diag.Usagef("`--child` takes no arguments, and found %s", strings.Join(args, " "))
	case len(args) == 0:
		return diag.Usagef("`funmem suite` needs DIR or MANIFEST").Helpf("`funmem suite --help` says more")
	case args[0] == "merge":
		return o.mergeSuite(ctx, st, args[1:])
	case o.mayTest() != nil:
		return o.mayTest()
	case args[0] == "submit":
		return o.submit(ctx, st, args[1:])
	case len(args) > 1:
		return diag.Usagef("`funmem suite` takes 1 argument, and found %s", strings.Join(args, " ")).Helpf("`funmem suite merge FILE…` joins results")
	case o.Suite.Resume && o.Out == "":
		return diag.Usagef("`--resume` goes on with a file of results").Helpf("`--out FILE` names it")
	}
	settings, err := o.suiteSettings()
	if err != nil {
		return err
	}
	dir, cases, err := o.cases(ctx, st, settings, args[0])
	if err != nil {
		return err
	}
	if o.Suite.List && o.JSON {
		return diag.Usagef("`--list` prints a text, and no JSON")
	}
	if o.Suite.List {
		return listCases(st.Out, dir, cases, settings.Left)
	}
	before, err := o.baseline()
	if err != nil {
		return err
	}
	if err := o.suiteWrites(); err != nil {
		return err
	}
	shard, err := o.shard()
	if err != nil {
		return err
	}
	run, err := o.runner(dir)
	if err != nil {
		return err
	}
	header := suite.NewHeader(dir, run.Version, cases, shard, settings.Left)
	header.Only = o.Suite.Only
	if cases = shard.Of(cases); shard.N > 0 && !o.JSON {
		fmt.Fprintf(st.Err, "%s%s: %d of %s\n", shard, from(shard), len(cases), diag.Count(header.All, "case"))
	}
	results, stopped, err := o.performSuite(ctx, st, run, header, cases)
	if err != nil {
		return err
	}
	report := suite.NewReport(dir, cases, results, settings.Left, before, run.Version)
	report.Part = header.Only != "" || shard.N > 0
	if err := o.suiteReports(st, report); err != nil {
		return err
	}
	switch status := report.Status(); {
	case stopped != nil:
		return &engine.Interrupted{Cause: stopped}
	case status != 0:
		return Exit(status)
	}
	return nil
}

// suiteSettings say which cases files stand for.
func (o *Options) suiteSettings() (*suite.Settings, error) {
	s := &suite.Settings{Flags: o.validates(), Bisect: o.Suite.Bisect, Seed: o.Seed}
	switch {
	case o.Suite.Futhark:
		s.Compiler = &suite.Compiler{
			Command: cmp.Or(o.Suite.Compiler, "futhark"), Time: cmp.Or(o.Time, suiteTime), Jobs: cmp.Or(o.Settings.Threads, runtime.NumCPU()),
		}
		if strings.ContainsRune(s.Compiler.Command, filepath.Separator) { // which is not a name to look for, and cases run in another folder
			path, err := filepath.Abs(s.Compiler.Command)
			if err != nil {
				return nil, err
			}
			s.Compiler.Command = path
		}
	case o.Suite.Compiler != "":
		return nil, diag.Usagef("`--compiler` names the compiler that --futhark calls").Helpf("`--futhark --compiler %s` calls it", o.Suite.Compiler)
	}
	return s, nil
}

// validates are the flags that validations of the suite get, and those of them that checks have too.
func (o *Options) validates() (flags []string) {
	if usual := 500; o.Tests != usual {
		flags = append(flags, "--tests", strconv.Itoa(o.Tests))
	}
	if confirm := cmp.Or(o.Confirm, suiteConfirm); confirm < o.Tests && o.Proof != validity.NoProof {
		flags = append(flags, "--confirm", strconv.Itoa(confirm))
	}
	if o.Quick {
		flags = append(flags, "--quick")
	}
	if o.Seed != 1 {
		flags = append(flags, "--seed", strconv.FormatInt(o.Seed, 10))
	}
	switch o.Proof {
	case validity.Lifted:
		flags = append(flags, "--prove")
	case validity.NoProof:
		flags = append(flags, "--no-prove")
	}
	return flags
}

// cases reads the cases of a folder or a manifest, and returns the folder in which their commands run.
func (o *Options) cases(ctx context.Context, st Streams, s *suite.Settings, path string) (dir string, cases []*suite.Case, err error) {
	if s.Compiler != nil {
		progress := session.NewProgress(st.Err)
		s.Compiler.Say = progress.Say
		defer progress.Begin()()
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", nil, data.CannotRead(path, err)
	case info.IsDir():
		dir = filepath.Clean(path)
		cases, err = s.Folder(ctx, dir, ".")
	default:
		dir = filepath.Dir(path)
		var src *diag.Source
		if src, err = session.ReadSource(ctx, path, o.Settings.Memory); err == nil {
			cases, err = s.Manifest(ctx, src, dir)
		}
	}
	switch {
	case ctx.Err() != nil:
		return "", nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	case err != nil:
		return "", nil, err
	}
	all := len(cases)
	cases = slices.DeleteFunc(cases, func(c *suite.Case) bool { return !strings.Contains(c.Name, o.Suite.Only) })
	switch {
	case all == 0:
		return "", nil, diag.Usagef("there are no cases in %s", path)
	case len(cases) == 0:
		return "", nil, diag.Usagef("none of the %s of %s has %q in its name", diag.Count(all, "case"), path, o.Suite.Only).Helpf("`--list` prints their names")
	}
	return dir, cases, nil
}

// listCases prints the cases, and what none is made of.
func listCases(w io.Writer, dir string, cases []*suite.Case, left []string) error {
	for _, c := range cases {
		if _, err := fmt.Fprintf(w, "%s\n  %s\n", diag.OneLine(c.Name), diag.OneLine(c.Command(dir))); err != nil {
			return err
		}
	}
	for _, text := range left {
		if _, err := fmt.Fprintf(w, "not in any case: %s\n", diag.OneLine(text)); err != nil {
			return err
		}
	}
	return nil
}

// runner starts this program for each worker. The memory that nobody chose is shared among them.
func (o *Options) runner(dir string) (*suite.Runner, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	jobs := cmp.Or(o.Settings.Threads, runtime.NumCPU())
	fixed := slices.Contains(o.Given, "--memory")
	memory := o.Settings.Memory
	if !fixed {
		memory = memory / int64(jobs) >> 20 << 20
	}
	return &suite.Runner{
		Command: []string{self, "suite", "--child", "--memory", suite.Size(memory)},
		Dir:     dir, Jobs: jobs, Memory: memory, Fixed: fixed, Time: cmp.Or(o.Time, suiteTime), Version: Version(),
	}, nil
}

// suiteWrites returns the error that outputs get into each other's way, or that a file cannot be written, before hours are spent on what it is to have.
func (o *Options) suiteWrites() error {
	if err := o.outputsApart(); err != nil {
		return err
	}
	if o.JSON && o.Suite.GitHub {
		return diag.Usagef("`--json` and `--github` both print to standard output").Helpf("leave one out; `funmem suite merge FILE --github` prints annotations later")
	}
	for _, file := range []string{o.HTML, o.Suite.JUnit, o.Suite.SARIF} {
		if file == "" {
			continue
		}
		if err := whole.Writable(file); err != nil {
			return diag.Usagef("cannot write %s: %s", diag.OneLine(file), data.Cause(err))
		}
	}
	return nil
}

// performSuite runs the cases that have no result yet. stopped is the cause if the context ended before all were run.
func (o *Options) performSuite(ctx context.Context, st Streams, run *suite.Runner, header suite.Header, cases []*suite.Case) (results []*suite.Result, stopped, err error) {
	left := cases
	var file *suite.File
	switch {
	case o.Out != "" && header.Shard != "":
		file, left, err = suite.Shared(o.Out, header, run.Dir, cases, o.Suite.Resume)
	case o.Suite.Resume:
		file, left, err = suite.Resume(o.Out, header, run.Dir, cases)
	case o.Out != "":
		file, err = suite.Create(o.Out, header)
	}
	if err != nil {
		return nil, nil, err
	}
	if file != nil {
		defer file.Close()
		results = append(results, file.Done...)
		if o.Suite.Resume && !o.JSON {
			fmt.Fprintf(st.Err, "%d of %s done before\n", len(results), diag.Count(len(cases), "case"))
		}
	}
	progress := session.NewProgress(st.Err)
	defer progress.Begin()()
	err = run.Run(ctx, left, func(r *suite.Result) error {
		results = append(results, r)
		progress.Say(fmt.Sprintf("%d of %d cases: %s", len(results), len(cases), suite.Counts(results)))
		if o.JSON {
			if err := WriteJSON(st.Out, r); err != nil {
				return err
			}
		}
		if file != nil {
			return file.Add(r)
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		return results, context.Cause(ctx), nil
	}
	if err == nil && file != nil {
		if err = file.Finish(); err != nil {
			err = diag.Usagef("cannot write %s: %s", o.Out, data.Cause(err))
		}
	}
	return results, nil, err
}

// suiteReports prints the summary and writes the files that were asked for.
func (o *Options) suiteReports(st Streams, r *suite.Report) error {
	for _, to := range []struct {
		file  string
		write func(io.Writer) error
	}{{o.Suite.JUnit, r.JUnit}, {o.Suite.SARIF, r.SARIF}, {o.HTML, r.HTML}} {
		if to.file == "" {
			continue
		}
		var b bytes.Buffer
		if err := to.write(&b); err != nil {
			return err
		}
		if err := o.wrote(st, to.file, b.Bytes()); err != nil {
			return err
		}
	}
	if o.Suite.GitHub {
		if err := r.GitHub(st.Out); err != nil {
			return err
		}
	}
	if o.JSON {
		return nil
	}
	_, err := io.WriteString(st.Out, r.Text())
	return err
}

// performs returns what a worker does with a command line: what the main program does with its own. The process takes no other
// one if a part of a command may still run, or if the heap has become so large that the next would have less.
func (s *Suite) performs(memory int64) suite.Perform {
	return func(ctx context.Context, j suite.Job, out, errs io.Writer) (status int, last bool) {
		st := Streams{In: strings.NewReader(j.Stdin), Out: out, Err: errs}
		var own *Options
		err := verdict.Recovered(func() error {
			body, o, rest, err := s.Command(j.Args)
			if own = o; err != nil {
				return err
			}
			o.texts = j.Texts
			return Perform(ctx, body, st, o, rest)
		})
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return Report(st, own, err), abandoned(err) || memory > 0 && int64(m.HeapSys) > memory/2
	}
}

// abandoned tells whether something of a command may still run after its error.
func abandoned(err error) bool {
	var stopped *engine.Interrupted
	if errors.As(err, &stopped) {
		return true
	}
	var said Exit
	if err == nil || errors.As(err, &said) {
		return false
	}
	return slices.ContainsFunc(diag.Of(err), func(d *diag.Diagnostic) bool {
		return d.Kind == diag.Unknown || d.Kind == diag.Invalid || d.Kind == diag.Bug
	})
}
