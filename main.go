// Command funmem runs and checks programs of Fun, a small language of arrays,
// and of FUNMEM, the same language with memory: the languages of "Memory
// Optimizations in an Array Language" as its paper on non-semantic memory
// (Munksgaard, Oancea, Henriksen, IFL 2022) defines them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"funmem/eval/engine"
	"funmem/repl"
	"funmem/semantics/diag"
)

// command is a sub-command.
type command struct {
	name     string // "" is the REPL
	args     string
	help     string
	flags    string // the names of its flags, of those in flagSet
	min, max int    // how many arguments it takes; max -1: any number
	body     repl.Body
}

var commands = []command{
	{"", "[FILE…]", "the REPL; with -c it runs the lines and ends", "c engine limit memory schedule", 0, -1, repl.Interactive},
	{"run", "FILE", "evaluate a program and print its values", "e engine full in json memory out schedule strict", 1, 1, repl.Run},
	{"check", "FILE", "types, races and validity, with a verdict", "e in json memory schedule strict", 1, 1, repl.Check},
	{"lower", "FILE", "print the core form or the FUNMEM form", "e in to", 1, 1, repl.Lower},
	{"fmt", "FILE…", "print files in the standard layout", "check w", 1, -1, repl.Fmt},
	{"version", "", "print the version", "", 0, 0, repl.PrintVersion},
}

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	st := repl.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	help := len(args) > 0 && args[0] == "help"
	if help {
		args = args[1:]
	}
	cmd := commands[0]
	for _, c := range commands[1:] {
		if len(args) > 0 && args[0] == c.name {
			cmd, args = c, args[1:]
			break
		}
	}
	o := &repl.Options{Settings: repl.Defaults()}
	rest, err := parse(cmd, o, args)
	if help || errors.Is(err, flag.ErrHelp) {
		usage(st.Out, cmd)
		return 0
	}
	if err == nil {
		err = arguments(cmd, rest)
	}
	if err != nil {
		return repl.Report(st, o.JSON, err)
	}
	ctx, stop := context.Background(), func() {}
	if cmd.name != "" { // the REPL looks after Ctrl-C itself
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt)
	}
	defer stop()
	return repl.Report(st, o.JSON, repl.Recovered(func() error { return cmd.body(ctx, st, o, rest) }))
}

// arguments checks how many there are. A name that is no file and nearly that
// of a sub-command was meant as one.
func arguments(cmd command, args []string) error {
	var names []string
	for _, c := range commands[1:] {
		names = append(names, c.name)
	}
	switch {
	case cmd.name == "" && len(args) > 0 && diag.Nearest(args[0], names) != "":
		if _, err := os.Stat(args[0]); err != nil {
			return wrong("there is no sub-command or file %s", args[0]).Helpf("did you mean `funmem %s`?", diag.Nearest(args[0], names))
		}
	case len(args) < cmd.min:
		return wrong("`%s` needs %s", name(cmd), cmd.args).Helpf("`%s --help` says more", name(cmd))
	case cmd.max >= 0 && len(args) > cmd.max:
		return wrong("`%s` takes %d arguments, and found %s", name(cmd), cmd.max, strings.Join(args, " ")).Helpf("`%s --help` says more", name(cmd))
	}
	return nil
}

func name(cmd command) string { return strings.TrimSpace("funmem " + cmd.name) }

func wrong(format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Usage, "", diag.Span{}, format, args...)
}

// list is a flag that may be given several times.
type list struct{ to *[]string }

// String is empty: there is no default.
func (list) String() string { return "" }

// Set adds a value.
func (l list) Set(text string) error { *l.to = append(*l.to, text); return nil }

// flagSet is the flags of a sub-command. The usage text of a flag has the name
// of its value in back quotes.
func flagSet(cmd command, o *repl.Options) *flag.FlagSet {
	all := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	all.Var(list{&o.Lines}, "c", "run `LINE`, a program or a command of the REPL, and end; may be repeated")
	all.Var(list{&o.Exprs}, "e", "evaluate `EXPR` instead of the file's own expressions; may be repeated")
	all.Var(list{&o.Inputs}, "in", "bind an input, as `NAME=FILE.npy`, NAME=5, 'NAME=[1, 2]' or NAME=- (standard input); may be repeated")
	all.BoolVar(&o.JSON, "json", false, "print one JSON object")
	all.BoolVar(&o.Strict, "strict", false, "warnings fail")
	all.BoolVar(&o.Write, "w", false, "write the result back to the file")
	all.BoolVar(&o.Check, "check", false, "only name the files that would change, and fail if there are any")
	all.StringVar(&o.Out, "out", "", "write the last value to `FILE`, .npy or .png (2-D, as a grey-scale picture)")
	all.StringVar(&o.To, "to", "", "the form, `core|mem`")
	all.BoolFunc("full", "print arrays in full", func(string) error { o.Limit = 0; return nil })
	all.Func("engine", "`value|heap`: the value semantics (default) or the heap semantics", func(s string) error { return repl.SetEngine(&o.Settings, s) })
	all.IntVar(&o.Limit, "limit", o.Limit, "print at most `N` elements of an array; 0 prints all")
	all.Func("memory", "take at most `SIZE` of memory, such as 2G; the default is half of the machine's", func(s string) (err error) {
		o.Memory, err = engine.ParseBytes(s)
		return err
	})
	all.Func("schedule", "run a kernel's iterations in this `ORDER`: forward, reverse or random:SEED", func(s string) (err error) {
		o.Schedule, err = engine.ParseSchedule(s)
		return err
	})
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for _, n := range strings.Fields(cmd.flags) {
		f := all.Lookup(n)
		fs.Var(f.Value, n, f.Usage)
	}
	return fs
}

// parse reads flags and arguments, in any order; behind -- there are only
// arguments.
func parse(cmd command, o *repl.Options, args []string) (rest []string, err error) {
	fs := flagSet(cmd, o)
	for len(args) > 0 {
		arg := args[0]
		if arg == "--" {
			return append(rest, args[1:]...), nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			rest, args = append(rest, arg), args[1:]
			continue
		}
		flagName, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if fs.Lookup(flagName) == nil && flagName != "h" && flagName != "help" {
			d := wrong("`%s` has no flag %s", name(cmd), arg)
			if near := diag.Nearest(flagName, strings.Fields(cmd.flags)); near != "" {
				return nil, d.Helpf("did you mean %s?", dashed(near))
			}
			return nil, d.Helpf("`%s --help` lists the flags", name(cmd))
		}
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, wrong("%s", err)
		}
		args = fs.Args()
	}
	return rest, nil
}

func dashed(name string) string { return strings.Repeat("-", min(2, len(name))) + name }

// usage is what --help prints.
func usage(w io.Writer, cmd command) {
	fmt.Fprintf(w, "usage: %s\n\n%s\n", strings.TrimSpace(name(cmd)+" "+cmd.args), cmd.help)
	if cmd.name == "" {
		fmt.Fprintf(w, "\nsub-commands (`funmem COMMAND --help` says more):\n")
		for _, c := range commands[1:] {
			fmt.Fprintf(w, "  %-16s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
		}
	}
	fmt.Fprintf(w, "\nflags:\n  %-22s %s\n", "--help", "print this")
	flagSet(cmd, &repl.Options{}).VisitAll(func(f *flag.Flag) {
		value, help := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %-22s %s\n", strings.TrimSpace(dashed(f.Name)+" "+value), help)
	})
	fmt.Fprintf(w, "\nexit status: 0 fine, 1 the program failed, 2 the request was wrong\n")
}
