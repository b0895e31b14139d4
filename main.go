// Command funmem runs and checks programs of Fun, a small language of arrays,
// and of FUNMEM, the same language with memory: the languages of "Compiling a
// functional array language with non-semantic memory information" (Munksgaard,
// Oancea, Henriksen, IFL 2022).
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"funmem/eval/verdict"
	"funmem/eval/whole"
	"funmem/repl"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// command is a sub-command.
type command struct {
	name     string // "" is the REPL
	args     string
	help     string
	flags    string // the names of its flags, which flagSet defines
	min, max int    // how many arguments it takes; max -1: any number
	body     cli.Body

	undecided string // what exit status 3 means, or ""
}

var commands = []command{
	{"", "[FILE…]", "the REPL; with -c it runs the lines and ends", "as-funmem as-futhark c contract engine fusion in limit lower memory precision schedule threads verify", 0, -1, repl.Interactive, ", 3 a line of -c could not be decided, or there was not enough memory"},
	{"run", "FILE", "evaluate a program and print its values", "as-funmem as-futhark contract e engine entry full fusion in json lower memory out precision profile refcount schedule set strict threads verify", 1, 1, cli.Run, ", 3 there was not enough memory"},
	{"check", "FILE", "types, races and validity, with a verdict", "as-funmem as-futhark e engine entry explain in json memory no-prove precision prove prover prover-time quick schedule set smt strict threads time", 1, 1, cli.Check, ", 3 not all was run that was to be, or there was not enough memory or time for it"},
	{"validate", "BEFORE AFTER", "is AFTER a valid form of BEFORE?", "as-funmem as-futhark confirm def entry explain html in json memory merge no-prove out page precision prove prover prover-time quick save seed set shard sizes smt stages strict tests time", 1, -1, cli.Validate, ", 3 it is not known, or BEFORE is itself wrong"},
	{"prove", "FILE [NAME]", "is a program, or a function of it, valid for all inputs? a proof, or what is not shown", "as-funmem as-futhark in json memory precision prover prover-time set smt", 1, 2, cli.Prove, ", 3 something is not proved, or there was not enough memory"},
	{"lower", "FILE", "print the core form, the FUNMEM form or the IMP form", "as-funmem as-futhark check def dump-each e force html in json memory no-prove passes prove quiet report rewrites schedule set sizes to", 1, 1, cli.Lower, ", 3 not all was compared that was to be, or there was not enough memory"},
	{"page", "FILE [AFTER]", "write the evaluation of a program, or of two beside each other, as a page for a browser", "as-funmem as-futhark e entry in json memory out passes precision schedule set", 1, 2, cli.Page, ", 3 there was not enough memory"},
	{"rules", "", "print all rules of the types and semantics as inference rules, or as a document for LaTeX", "latex out", 0, 0, cli.Rules, ""},
	{"test", "FILE…", "run the examples in the comments of files", "engine in json limit memory precision schedule", 1, -1, repl.Test, ", 3 there are no examples, or there was not enough memory"},
	{"grade", "TASKS [SUBMISSION]", "give points to what students hand in: a file, or a folder of files and folders", "child csv json memory one out reveal seed threads time verify", 0, 2, cli.Grade, ", 3 not all was decided, and nothing else is wrong"},
	{"suite", "DIR|MANIFEST", "run many cases, those of a folder or a manifest, and say what became of each; merge FILE… joins results of parts, submit runs the parts on a cluster", "baseline bisect child compiler confirm futhark github html json junit list memory no-prove only out poll prove quick resume sarif sbatch seed shard shards slurm tests threads time", 0, -1, cli.RunSuite, ", 3 nothing is wrong, and of some cases it is not known"},
	{"serve", "", "answer requests of a driver: check and validate, a line of JSON each", "memory stdio threads time", 0, 0, cli.Serve, ""},
	{"tutor", "[LESSON]", "lessons at the prompt: begin one, or go on; LESSON is its number, name or file", "file html list memory verify w", 0, 1, repl.Tutor, ", 3 there was not enough memory"},
	{"bench", "FILE…", "time the expressions that files name as `-- bench: EXPR`", "against check device e engine fusion in json memory precision schedule strict threads time", 1, -1, cli.Bench, ", 3 there is nothing to time, or there was not enough memory or time for it"},
	{"fmt", "FILE…", "print files in the standard layout, or as JSON", "check from-json json memory w", 1, -1, cli.Fmt, ", 3 there was not enough memory"},
	{"version", "", "print the version", "", 0, 0, cli.PrintVersion, ""},
}

func main() {
	cli.CollectRarely()
	status := run(os.Stdin, os.Stdout, os.Stderr, os.Args[1:])
	whole.Abandon() // Ctrl-C does not wait for what is being written
	os.Exit(status)
}

// run does what the arguments ask for, and returns the exit status. It writes to standard output
// and standard error only through these outputs.
func run(stdin, stdout, stderr *os.File, args []string) int {
	out, errs := cli.NewOutput(stdout), cli.NewOutput(stderr)
	st := cli.Streams{In: stdin, Out: out, Err: errs}
	o := options()
	err := verdict.Recovered(func() error { return perform(st, o, args) })
	if lost := out.Err(); lost != nil {
		err = lost
	}
	status := cli.Report(st, o, err)
	errs.Flush()
	return status
}

// options are those of a command line without flags.
func options() *cli.Options {
	o := &cli.Options{Settings: session.Defaults(), Second: session.DefaultSecond(), Tests: 500, Seed: 1}
	o.Suite.Command = read
	return o
}

// perform does what the arguments ask for.
func perform(st cli.Streams, o *cli.Options, args []string) error {
	help := len(args) > 0 && args[0] == "help"
	if help {
		args = args[1:]
	}
	cmd := commands[0]
	if len(args) > 0 {
		if c := find(strings.TrimPrefix(args[0], "--")); c != nil && (c.name == args[0] || c.name == "version") {
			cmd, args = *c, args[1:]
		}
	}
	rest, wantsHelp, err := parse(cmd, o, args)
	switch {
	case err == nil && help && len(rest) > 0:
		return helpOn(st.Out, rest)
	case help && err == nil && cmd.name == "rules": // which are something to have help on, too
		usage(st.Out, cmd)
		fmt.Fprintln(st.Out)
		return helpOn(st.Out, []string{cmd.name})
	case help && err == nil || wantsHelp:
		usage(st.Out, cmd)
		return nil
	case err != nil:
		return err
	}
	if err := arguments(cmd, rest); err != nil {
		return err
	}
	if cmd.name == "" || cmd.name == "tutor" && o.AtPrompt() { // the REPL looks after Ctrl-C itself
		return cmd.body(context.Background(), st, o, rest)
	}
	if o.Child && cmd.name == "suite" {
		// Ctrl-C, and what a scheduler sends to all processes of a task, are for the suite, which ends its workers. If a worker
		// ended first, the suite could write that its case died, and --resume would keep that
		signal.Ignore(append([]os.Signal{os.Interrupt}, cli.Ends...)...)
		return cmd.body(context.Background(), st, o, rest)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cli.EndOn(func() {}, cli.Ends...)()
	context.AfterFunc(ctx, func() { // the next Ctrl-C ends the process
		cli.EndOn(func() {}, os.Interrupt)
		stop()
	})
	defer stop()
	if cmd.name == "suite" || cmd.name == "serve" { // which keep what they have when they are stopped, and whose workers have the bounds
		return cmd.body(ctx, st, o, rest)
	}
	return cli.Perform(ctx, cmd.body, st, o, rest)
}

// read reads the command line of a sub-command for a worker of suite, which gives no help.
func read(args []string) (cli.Body, *cli.Options, []string, error) {
	o := options()
	cmd := find(args[0])
	if cmd == nil {
		return nil, o, nil, unknown("there is no sub-command %s", args[0])
	}
	rest, help, err := parse(*cmd, o, args[1:])
	if err == nil && help {
		err = diag.Usagef("`--help` prints a text, and no verdict")
	}
	if err == nil {
		err = arguments(*cmd, rest)
	}
	return cmd.body, o, rest, err
}

// find returns the sub-command with that name, or nil.
func find(name string) *command {
	for i := range commands[1:] {
		if c := &commands[1+i]; c.name == name {
			return c
		}
	}
	return nil
}

// commandNames are the names of the sub-commands.
func commandNames() (names []string) {
	for _, c := range commands[1:] {
		names = append(names, c.name)
	}
	return names
}

// nearest returns the sub-command whose name is almost the given one, or "".
func nearest(to string) string { return diag.Nearest(to, commandNames()) }

// helpOn prints the help on a pass or a rule.
func helpOn(w io.Writer, args []string) error {
	text, err := view.HelpOn(context.Background(), w, args[0], "funmem help")
	switch {
	case err != nil:
		return err
	case text != "" && len(args) == 1:
		_, err := io.WriteString(w, text)
		return err
	}
	d := diag.Usagef("there is no sub-command, pass or rule %s", strings.Join(args, " "))
	if near := view.NearHelp(args[0], commandNames()); near != "" {
		return d.Helpf("did you mean `funmem help %s`?", near)
	}
	return d.Helpf("`funmem help` lists the sub-commands, `funmem help passes` the passes, `funmem help rules` the rules")
}

// unknown is the error about a sub-command that does not exist.
func unknown(format, found string) error {
	d := diag.Usagef(format, found)
	if near := nearest(found); near != "" {
		return d.Helpf("did you mean `funmem %s`?", near)
	}
	return d.Helpf("`funmem help` lists the sub-commands")
}

// path matches text that cannot be the name of a sub-command.
var path = regexp.MustCompile(`^-$|[./\\]`)

// arguments checks the number of arguments. Without a sub-command, it also refuses a first argument
// that is no file and either does not look like a path or is nearly the name of a sub-command: it
// was meant as a sub-command.
func arguments(cmd command, args []string) error {
	switch {
	case cmd.name == "" && len(args) > 0 && (nearest(args[0]) != "" || !path.MatchString(args[0])):
		if _, err := os.Stat(args[0]); err != nil {
			return unknown("there is no sub-command or file %s", args[0])
		}
	case len(args) < cmd.min:
		return diag.Usagef("`%s` needs %s", name(cmd), cmd.args).Helpf("`%s --help` says more", name(cmd))
	case cmd.max >= 0 && len(args) > cmd.max:
		return diag.Usagef("`%s` takes %s, and found %s", name(cmd), counted[cmd.max], strings.Join(args, " ")).Helpf("`%s --help` says more", name(cmd))
	}
	return nil
}

// counted says how many arguments a sub-command takes.
var counted = [...]string{"no argument", "1 argument", "2 arguments"}

func name(cmd command) string { return strings.TrimSpace("funmem " + cmd.name) }

// usage is what --help prints.
func usage(w io.Writer, cmd command) {
	fmt.Fprintf(w, "usage: %s\n\n%s\n", strings.TrimSpace(name(cmd)+" "+cmd.args), cmd.help)
	if cmd.name == "" {
		fmt.Fprintf(w, "\nsub-commands (`funmem COMMAND --help` says more):\n")
		for _, c := range commands[1:] {
			fmt.Fprintf(w, "  %-21s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
		}
	}
	if cmd.name == "" {
		fmt.Fprintf(w, "\n`funmem help E-MEM-KERNEL` says what a rule says, with an example; `funmem help rules` lists them.\n")
	}
	if cmd.name == "lower" {
		fmt.Fprintf(w, "\n`funmem help passes` lists what --passes takes, `funmem help PASS` says more of one.\n")
	}
	fmt.Fprintf(w, "\nflags:\n  %-22s %s\n", "--help", "print this")
	flagSet(cmd, &cli.Options{}).VisitAll(func(f *flag.Flag) {
		value, help := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %-22s %s\n", strings.TrimSpace(dashed(f.Name)+" "+value), help)
	})
	fmt.Fprintf(w, "\nexit status: 0 fine, 1 the program failed, 2 the request was wrong%s\n", cmd.undecided)
}
