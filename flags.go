package main

import (
	"cmp"
	"flag"
	"strconv"
	"strings"
	"time"

	"funmem/eval/validity"
	"funmem/repl/cli"
	"funmem/semantics/diag"
)

// list is a flag that may be given several times.
type list struct{ to *[]string }

// String is empty: there is no default.
func (list) String() string { return "" }

// Set adds a value.
func (l list) Set(text string) error { *l.to = append(*l.to, text); return nil }

// once is a flag that may be given once.
type once struct {
	name string
	to   *string
}

// String is empty: there is no default.
func (once) String() string { return "" }

// Set takes the value.
func (o once) Set(text string) error {
	if *o.to != "" {
		return diag.Usagef("--%s is given twice, as %s and as %s", o.name, *o.to, text).Helpf("write one list, as `--%s a,b`", o.name)
	}
	*o.to = text
	return nil
}

// choice is a flag that may have a value after =.
type choice struct{ set func(string) error }

// String is empty: there is no default.
func (choice) String() string { return "" }

// Set takes the value; true is none.
func (c choice) Set(text string) error { return c.set(text) }

// IsBoolFlag says that the flag needs no value.
func (choice) IsBoolFlag() bool { return true }

// duration is a flag that is a time.
type duration struct {
	name string
	to   *time.Duration
}

// String is empty: there is no default.
func (duration) String() string { return "" }

// Set takes the value.
func (d duration) Set(text string) error {
	t, err := time.ParseDuration(text)
	switch {
	case err != nil:
		err = diag.Usagef("--%s takes a time, found %q", d.name, text)
	case t <= 0:
		err = diag.Usagef("--%s wants a positive duration, found %q", d.name, text)
	default:
		*d.to = t
		return nil
	}
	return err.(*diag.Diagnostic).Helpf("write `--%s 30s`, or 500ms, or 2m", d.name)
}

// meanings are the usage texts of flags whose meaning differs between sub-commands.
var meanings = map[string]map[string]string{
	"check": {
		"bench": "time what the sub-command check does with an expression, instead of its values",
		"fmt":   "only name the files that would change, and fail if there are any",
		"lower": "validate the program after each pass against the one before",
	},
	"engine": {
		"check": "check kernels with this `ENGINE`: native (compiled C), or value, the default (compiled C once they have taken 0.3 s)",
	},
	"sizes": {
		"validate": "fix sizes of the arguments, as a `LIST` n=33,m=40",
		"lower":    "with --report footprint and --def, values of sizes and ints, as a `LIST` n=1000,k=3",
	},
	"def": {
		"validate": "compare the def `NAME` alone",
		"lower":    "print the form of the def `NAME` alone; passes run over it and what it needs",
	},
	"out": {
		"grade":    "write the report on each submission to a file in this `FOLDER`, and print the table alone",
		"rules":    "write them to `FILE`",
		"validate": "with --shard, write what the part shows to `FILE`",
		"suite":    "write each result to `FILE` as soon as there is one, as a line of JSON",
	},
	"shard": {
		"validate": "search part `K/N` of the inputs alone, and print as JSON which fail: K, K+N, K+2N and so on; env takes K and N from the variables of a scheduler",
	},
	"seed": {
		"grade": "the `SEED` of all random inputs, instead of those of the exercises",
		"suite": "the `SEED` of the random inputs of validations, and of test blocks",
	},
	"threads": {
		"grade": "grade `N` submissions at one time; the default is one for each core, up to 8",
		"suite": "run `N` cases at one time; the default is one for each core",
		"serve": "perform `N` requests at one time, each in a process of its own; the default is one for each core",
	},
	"time": {
		"grade": "end what takes longer than this `TIME` for an exercise; the default is 1m",
		"suite": "end a case that takes longer than this `TIME`; the default is 1m",
		"serve": "end a request that takes longer than this `TIME`; the default is 1m",
	},
	"child": {
		"suite": "perform the cases that standard input describes: suite starts this",
	},
	"json": {
		"fmt":   "print each program as JSON, in a line (docs/format.md)",
		"suite": "print each result as a line of JSON, and no summary",
	},
	"list": {
		"suite": "print the cases with their command lines, and run none",
	},
	"memory": {
		"serve": "let a request take at most `SIZE` of memory, such as 2G; the default is half of the machine's, shared among those that are performed at one time",
		"suite": "let a case take at most `SIZE` of memory, such as 2G; the default is half of the machine's, shared among the cases that run at one time",
	},
	"confirm": {
		"suite": "let `N` inputs of each def be enough in validations that find a proof; the default is 50",
	},
	"no-prove": {
		"validate": "prove nothing: neither that AFTER is valid for all inputs, nor that its kernels are free of races",
	},
	"quick": {
		"check": "run functions on most small inputs on the fast engine, and by the rules what it does not call right",
		"suite": "give --quick to validations that have none of their own: the default; --quick=false leaves it out",
	},
	"tests": {
		"suite": "try `N` inputs of each def in validations that have no --tests of their own; the default is 200",
	},
	"w": {
		"tutor": "with --verify, write the answers of the examples into the lesson",
	},
	"html": {
		"tutor":    "write a page for each lesson into the folder `DIR`, for a browser",
		"validate": "write the report to `FILE`, as a page for a browser",
		"lower":    "write the program after each pass to `FILE`, as a page for a browser",
		"suite":    "write the results to `FILE`, as a page for a browser that filters them",
	},
}

// flagSet returns the flags of a sub-command. The usage text of a flag has the name of its value in
// back quotes.
func flagSet(cmd command, o *cli.Options) *flag.FlagSet {
	all := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	all.Var(list{&o.Lines}, "c", "run `LINE`, a program or a command of the REPL, and end; may be repeated")
	all.Var(list{&o.Exprs}, "e", "evaluate `EXPR` instead of the file's own expressions; may be repeated")
	all.Var(list{&o.Inputs}, "in", "bind an input, as `NAME=FILE`, NAME=5, 'NAME=[1, 2]' or NAME=- (standard input), or several as A,B=FILE; may be repeated")
	all.BoolVar(&o.Stages, "stages", false, "validate each of the `FILE…`, the stages of one dump, against the one before")
	all.StringVar(&o.Entry, "entry", "", "run or compare the entry point `NAME` of a dump of Futhark's; where it is left out, run main or its only one, and compare all")
	all.Var(list{&o.Sizes}, "set", "choose a size that Futhark's run time chooses, as `NAME=N`, such as group_size=64; may be repeated")
	all.BoolVar(&o.AsFuthark, "as-futhark", true, "messages about a dump of Futhark's have its names, and indices from 0: the default")
	all.BoolFunc("as-funmem", "messages about a dump of Futhark's have the names of its FUNMEM form, and indices from 1", func(on string) error {
		o.AsFuthark = on != "true"
		return nil
	})
	all.BoolVar(&o.JSON, "json", false, cmp.Or(meanings["json"][cmd.name], "print one JSON object"))
	all.BoolVar(&o.Strict, "strict", false, "warnings fail")
	all.StringVar(&o.Tutor.File, "file", "", "take the lessons of `FILE`, a lesson or a folder of lessons, in place of those that come with funmem")
	lists := map[bool]*bool{true: &o.Suite.List, false: &o.Tutor.List}[cmd.name == "suite"]
	all.BoolVar(lists, "list", false, cmp.Or(meanings["list"][cmd.name], "list the lessons, with what has been done"))
	all.BoolVar(&o.FromJSON, "from-json", false, "the files are programs as JSON")
	all.BoolVar(&o.Stdio, "stdio", false, "read requests from standard input and write answers to standard output")
	all.BoolVar(&o.Suite.Resume, "resume", false, "go on with the results in the file of --out: what is finished there is not run again")
	all.StringVar(&o.Suite.Baseline, "baseline", "", "say what is new, mended and changed against the results in `FILE`, which --out has written")
	all.BoolVar(&o.Suite.Bisect, "bisect", false, "validate the last stage of each pipeline against the first, and name the first stage that goes wrong")
	all.BoolVar(&o.Suite.Futhark, "futhark", false, "have Futhark's compiler make the stages of programs NAME.fut that have no dumps, and ask it about errors, warnings and structures of test blocks")
	all.StringVar(&o.Suite.Compiler, "compiler", "", "with --futhark: `COMMAND` is the compiler; the default is futhark")
	all.StringVar(&o.Suite.Only, "only", "", "run the cases whose names have this `TEXT`")
	all.StringVar(&o.Suite.Shard, "shard", "", cmp.Or(meanings["shard"][cmd.name], "run the cases of part `K/N` alone: K, K+N, K+2N and so on; env takes K and N from the variables of a scheduler: slurm, bazel, gitlab, kubernetes or github, which may be named too"))
	all.BoolVar(&o.Suite.Submit.Slurm, "slurm", false, "with suite submit: the parts are the tasks of a job array of Slurm's")
	all.IntVar(&o.Suite.Submit.Shards, "shards", 0, "with suite submit: how many parts, `N`")
	all.Var(list{&o.Suite.Submit.Sbatch}, "sbatch", "with suite submit: one more `WORD` for sbatch, as --sbatch=--partition=long; may be repeated")
	all.Var(duration{"poll", &o.Suite.Submit.Poll}, "poll", "with suite submit: ask squeue once in this `TIME`; the default is 10s")
	all.Var(list{&o.Suite.Merge}, "merge", "join parts: `FILE`, which --shard has written, for each part; may be repeated")
	all.StringVar(&o.Suite.JUnit, "junit", "", "write the results to `FILE`, as XML in the form of JUnit's")
	all.StringVar(&o.Suite.SARIF, "sarif", "", "write what is wrong to `FILE`, each at its place, as SARIF 2.1.0")
	all.BoolVar(&o.Suite.GitHub, "github", false, "print what is wrong as annotations, for a workflow of GitHub's")
	all.BoolVar(&o.Write, "w", false, cmp.Or(meanings["w"][cmd.name], "write the result back to the file"))
	all.BoolVar(&o.Check, "check", false, meanings["check"][cmd.name])
	all.BoolVar(&o.LaTeX, "latex", false, "as a document for LaTeX, with mathpartir")
	all.StringVar(&o.Out, "out", "", cmp.Or(meanings["out"][cmd.name], "write the last value to `FILE`, or with the sub-command page the page: .npy, .png ([n][m] in grey, [n][m][3] in colour), or Futhark's text, .in, .out or .txt"))
	all.StringVar(&o.Def, "def", "", meanings["def"][cmd.name])
	all.Var(once{"passes", &o.Passes}, "passes", "run this `LIST` of passes and pipelines, as a,b:option=value")
	all.StringVar(&o.DumpEach, "dump-each", "", "write the program after each pass to a file in `DIR`, where those of an earlier run are taken away")
	all.BoolVar(&o.Profile, "profile", false, "with --engine cuda or opencl, print what each kernel and the copies took")
	all.Var(choice{o.SetRefcount}, "refcount", "count what blocks with reference counts would ask of the heap, as in SaC: without reuse, with reuse candidates, and with extended ones; --refcount=off, rc or erc counts one of these")
	all.BoolVar(&o.Quiet, "quiet", false, "print the program and errors alone, and not what each pass did")
	all.Var(once{"report", &o.Report}, "report", "print what the passes in `LIST` say at length, and not the program; shapes prints the shape functions of the defs, and footprint how much storage they need")
	all.StringVar(&o.Rewrites, "rewrites", "", "with --to imp, c, cuda or opencl, rewrite IMP by this `LIST`, as fold,share; all, after --passes cpu: as native code is")
	all.BoolVar(&o.Force, "force", false, "with --to c, cuda or opencl, share kernels among threads that are not proved free of races: for tests")
	all.StringVar(&o.To, "to", "", "print this `FORM`: core, mem, imp, c, cuda or opencl; with --passes it is mem where it is left out")
	if cmd.name == "suite" {
		o.Tests, o.Quick = cli.SuiteTests, true
	}
	all.BoolVar(&o.Quick, "quick", o.Quick, cmp.Or(meanings["quick"][cmd.name], "run most small inputs on the fast engine, as larger ones, and by the rules what it does not call right; larger ones end after an eighth of the steps, and other sizes of Futhark's run time get half as many inputs"))
	all.IntVar(&o.Tests, "tests", o.Tests, cmp.Or(meanings["tests"][cmd.name], "try `N` inputs of each def"))
	all.IntVar(&o.Confirm, "confirm", o.Confirm, cmp.Or(meanings["confirm"][cmd.name], "if all is proved for all inputs, let `N` inputs be enough; the default is as many as --tests"))
	if cmd.name == "grade" {
		o.Seed = 0 // those of the file
	}
	all.Int64Var(&o.Seed, "seed", o.Seed, cmp.Or(meanings["seed"][cmd.name], "the `SEED` of the random inputs"))
	all.Var(once{"sizes", &o.Fixed}, "sizes", meanings["sizes"][cmd.name])
	all.StringVar(&o.Explain, "explain", "", "tell the life of a location, as `CELL` m[3] of block m, or of a block m")
	all.StringVar(&o.Against, "against", "", "compare with the measurements in `FILE`, which --json has printed")
	all.StringVar(&o.Device, "device", "", "time on this `DEVICE`, beside another engine: cuda, opencl, or host, which is native code")
	all.StringVar(&o.Lesson, "page", "", "write the counterexample to `FILE`, as a page that steps through both programs")
	all.StringVar(&o.Save, "save", "", "write the counterexample to `FILE`, as a program")
	all.StringVar(&o.HTML, "html", "", meanings["html"][cmd.name])
	all.StringVar(&o.Second.Prover, "prover", "", "ask this `PROVER`, z3 or cvc5, what funmem does not prove, and to confirm some of its proofs")
	all.Var(duration{"prover-time", &o.Second.Limit}, "prover-time", "the `TIME` that the second prover may take for each question; the default is 2s")
	all.StringVar(&o.Second.Dir, "smt", "", "write each obligation of the proofs into a file in `DIR`, as SMT-LIB 2")
	all.Var(duration{"time", &o.Time}, "time", cmp.Or(meanings["time"][cmd.name], "stop after this `TIME`, such as 30s"))
	proof := func(name, usage string, e validity.Effort) {
		all.BoolFunc(name, usage, func(on string) error {
			switch {
			case on != "true":
				return nil
			case o.Proof != validity.Usual && o.Proof != e:
				return diag.Usagef("--prove and --no-prove exclude each other").Helpf("leave one of them out")
			}
			o.Proof = e
			return nil
		})
	}
	proof("prove", "let the proof that a program is valid for all inputs take a hundred times as long; without it a proof takes a second or so", validity.Lifted)
	proof("no-prove", cmp.Or(meanings["no-prove"][cmd.name], "do not try to prove that a program is valid for all inputs"), validity.NoProof)
	all.BoolVar(&o.CSV, "csv", false, "print the table of all submissions alone, as CSV")
	all.BoolVar(&o.One, "one", false, "the folder is one submission, and not one of many")
	all.BoolVar(&o.Reveal, "reveal", false, "show of hidden checks what is shown of others")
	all.BoolVar(&o.Child, "child", false, cmp.Or(meanings["child"][cmd.name], "grade the submission that standard input describes, with few rights: grade starts this for each submission"))
	all.BoolFunc("full", "print arrays in full", func(on string) error {
		if on == "true" {
			o.Limit = 0
		}
		return nil
	})
	setting := func(name, usage string) {
		all.Func(name, usage, func(text string) error {
			o.Given = append(o.Given, "--"+name, text)
			return o.Set(name, text)
		})
	}
	setting("contract", "`on` lets native code compute x * y + z of f64s with one rounding, so that last digits may differ; the default is off")
	setting("engine", cmp.Or(meanings["engine"][cmd.name], "evaluate with this `ENGINE`: value (the value semantics, the default), heap (the heap semantics), imp (the IMP form), native (values by compiled C), cuda or opencl (the same, with kernels on a device)"))
	setting("fusion", "`on`, the default, computes elements where they are read, instead of arrays of them; off runs programs as they are written")
	setting("limit", "print at most `N` elements of an array; 0 prints all")
	setting("lower", "make native code of what is hot, in the background: `auto` (the default at a terminal), host or off (the default elsewhere)")
	setting("memory", cmp.Or(meanings["memory"][cmd.name], "take at most `SIZE` of memory, such as 2G; the default is half of the machine's"))
	setting("precision", "evaluate f64s as decimals of `N` digits; double, the default, is IEEE double precision")
	setting("schedule", "run a kernel's iterations in this `ORDER`: forward, reverse or random:SEED")
	setting("threads", cmp.Or(meanings["threads"][cmd.name], "run the iterations of a kernel, and the terms of a sum, on `N` threads; the default is all, one for each core, up to 8"))
	switch cmd.name {
	case "grade":
		all.BoolVar(&o.Verifies, "verify", false, "grade the teacher's own solutions: the reference solution has to get all points, and a wrong one not")
	case "tutor":
		all.StringVar(&o.Tutor.Verify, "verify", "", "go through `FILE`, a lesson or a folder of lessons, and say what is wrong with it")
	default:
		setting("verify", "compare the first result of native code for each shape with the engine below, and then one of `N`; 0 none; the default is 100 for what is lowered because it is hot, and 0 with --engine native")
	}
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	for _, n := range strings.Fields(cmd.flags) {
		f := all.Lookup(n)
		fs.Var(f.Value, n, f.Usage)
	}
	return fs
}

// parse reads flags and arguments, in any order; after -- there are only arguments. It reads on
// after a wrong flag, because a later --json says how to report the error. The error is about the
// first wrong flag.
func parse(cmd command, o *cli.Options, args []string) (rest []string, help bool, err error) {
	fs := flagSet(cmd, o)
	seen := map[string]string{}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return append(rest, args...), help, err
		}
		name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		var wrong error
		switch f := fs.Lookup(name); {
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			rest = append(rest, arg)
		case name == "h" || name == "help":
			help = true
		case f == nil:
			wrong = noFlag(cmd, arg, name)
		case isSwitch(f):
			if !given {
				value = "true"
			}
			if wrong = again(f, seen, value); wrong == nil {
				wrong = setSwitch(f, value)
			}
		case !given && len(args) == 0:
			kind, _ := flag.UnquoteUsage(f)
			wrong = diag.Usagef("%s needs a value", dashed(name)).Helpf("write `%s %s`", dashed(name), kind)
		default:
			if !given {
				value, args = args[0], args[1:]
			}
			if wrong = again(f, seen, value); wrong == nil {
				wrong = set(f, value)
			}
		}
		if err == nil {
			err = wrong
		}
	}
	return rest, help, err
}

// again returns an error when a flag that may be given once was given before.
func again(f *flag.Flag, seen map[string]string, value string) error {
	was, before := seen[f.Name]
	seen[f.Name] = value
	_, repeats := f.Value.(list)
	_, tells := f.Value.(once)
	switch {
	case !before || repeats || tells:
		return nil
	case isSwitch(f) || was == value:
		return diag.Usagef("%s is given twice", dashed(f.Name)).Helpf("leave one out")
	}
	return diag.Usagef("%s is given twice, as %s and as %s", dashed(f.Name), was, value).Helpf("leave one out")
}

// set gives a flag its value.
func set(f *flag.Flag, value string) error {
	if value == "" {
		kind, _ := flag.UnquoteUsage(f)
		return diag.Usagef("%s needs a value, and that is empty", dashed(f.Name)).Helpf("write `%s %s`, or leave it out", dashed(f.Name), kind)
	}
	err := f.Value.Set(value)
	if _, ok := f.Value.(flag.Getter); err == nil || !ok { // our own flag types explain themselves what is wrong
		return err
	}
	return diag.Usagef("%s takes a number, found %q", dashed(f.Name), value).Helpf("write `%s %s`", dashed(f.Name), f.DefValue)
}

// isSwitch tells whether a flag is given without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func setSwitch(f *flag.Flag, value string) error {
	if c, ok := f.Value.(choice); ok {
		return c.Set(value)
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return diag.Usagef("%s is on or off, found %q", dashed(f.Name), value).Helpf("write `%s`, or leave it out", dashed(f.Name))
	}
	return f.Value.Set(strconv.FormatBool(on))
}

func noFlag(cmd command, arg, flagName string) error {
	d := diag.Usagef("`%s` has no flag %s", name(cmd), arg)
	if near := diag.Nearest(flagName, strings.Fields(cmd.flags)); near != "" {
		return d.Helpf("did you mean %s?", dashed(near))
	}
	return d.Helpf("`%s --help` lists the flags", name(cmd))
}

func dashed(name string) string { return strings.Repeat("-", min(2, len(name))) + name }
