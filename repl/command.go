package repl

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// command is a row of the table of the REPL's commands. Help and completion
// are made from it.
type command struct {
	name string
	args string // how its arguments are written, or ""
	help string // one line
	long string // what :help NAME adds to it
	want wanted // what completes its argument
	run  func(c *Console, ctx context.Context, arg string) error
}

// wanted says what kind of argument completion offers.
type wanted uint8

const (
	nothing wanted = iota
	expressions
	files
	commandNames
	settingNames
	engineNames
	lessonNames
)

// commands is the table, in the order of :help.
func commands() []command {
	return []command{
		{"help", "[COMMAND|NAME|TOPIC]", "what the commands do, or a function, word, pass, rule or topic", helpLong, commandNames, (*Console).helpCommand},
		{"tutor", "[LESSON|leave]", "the lessons: list them, begin one, go on with it, leave it", tutorLong, lessonNames, (*Console).tutorCommand},
		{"next", "", "in a lesson: go on, also past a task or a question", "", nothing, (*Console).nextCommand},
		{"hint", "", "in a lesson: a hint; the next one says more", "", nothing, (*Console).hintCommand},
		{"answer", "TEXT", "in a lesson: answer a question; the line `TEXT` alone mostly does as well", "", nothing, (*Console).answerCommand},
		{"type", "EXPR", "the type of an expression, which is not evaluated", typeLong, expressions, (*Console).typeCommand},
		{"browse", "[NAME]", "the names that are defined, with their types", browseLong, expressions, (*Console).browseCommand},
		{"core", "[EXPR|NAME]", "the core program that it becomes (Fig. 1)", coreLong, expressions, (*Console).coreCommand},
		{"shape", "[NAME]", "the shape function of a function: the sizes of what it gives, without arrays", shapeLong, expressions, (*Console).shapeCommand},
		{"regularity", "[EXPR|NAME]", "which arrays have rows of one size, and what depends on the iteration", regularityLong, expressions, (*Console).regularityCommand},
		{"prove", "[EXPR|NAME] [--prover z3]", "is it valid for all inputs? a proof, or what is not shown", proveLong, expressions, (*Console).proveCommand},
		{"footprint", "NAME [n=3…]", "how much storage a function needs, before it runs", footprintLong, expressions, (*Console).footprintCommand},
		{"mem", "[EXPR|NAME]", "its FUNMEM form: where each array lies (Fig. 6)", memLong, expressions, (*Console).memCommand},
		{"imp", "[EXPR|NAME]", "its IMP form: loops over blocks (Fig. 11)", impLong, expressions, (*Console).impCommand},
		{"c", "NAME", "the C that native code of a function is compiled from", cLong, expressions, (*Console).cCommand},
		{"cuda", "NAME", "the kernels of a function for NVIDIA's GPUs", kernelsLong, expressions, (*Console).cudaCommand},
		{"opencl", "NAME", "the kernels of a function for devices with OpenCL", kernelsLong, expressions, (*Console).openclCommand},
		{"ptx", "NAME [ARCH]", "what CUDA's compiler makes of the kernels of a function: PTX, registers, spills", ptxLong, expressions, (*Console).ptxCommand},
		{"engine", "[ENGINE]", "show or choose the semantics that evaluates", engineLong, engineNames, (*Console).engineCommand},
		{"lower", "[NAME [DEVICE]]", "make native code of a function, or list what is native, and why others are not", lowerLong, expressions, (*Console).lowerCommand},
		{"time", "EXPR", "how long each engine takes", timeLong, expressions, (*Console).timeCommand},
		{"accuracy", "EXPR", "how many digits of an f64 are right", accuracyLong, expressions, (*Console).accuracyCommand},
		{"check", "[EXPR] [--prove|--no-prove|--prover z3]", "types, races and validity (Def. 3.1), with a verdict", checkLong, expressions, (*Console).checkCommand},
		{"validate", "BEFORE AFTER [TESTS] [--prove|--no-prove|--prover z3]", "is a function a valid form of another one?", validateLong, expressions, (*Console).validateCommand},
		{"derive", "[--full|--latex|--svg] [heap|imp|types] EXPR", "the derivation tree, with the names of the rules", deriveLong, expressions, (*Console).deriveCommand},
		{"rules", "[--latex]", "all rules of the types and semantics, as inference rules", rulesLong, nothing, (*Console).rulesCommand},
		{"heap", "[--svg] [NAME|EXPR]", "draw the blocks, their cells, and the arrays that see them", heapLong, expressions, (*Console).heapCommand},
		{"trace", "EXPR [cuda]", "what each iteration of each kernel reads and writes", traceLong, expressions, (*Console).traceCommand},
		{"life", "CELL [EXPR]", "what happens to an element, as x[2], to a location, as m[3] of block m, or to a block", lifeLong, expressions, (*Console).lifeCommand},
		{"overlap", "L1 L2 [where …]", "whether two LMADs, or two arrays, share a location", overlapLong, nothing, (*Console).overlapCommand},
		{"metrics", "EXPR|NAME", "allocs, copies and kernels, in the text and in a run", metricsLong, expressions, (*Console).metricsCommand},
		{"refcount", "[off|rc|erc] EXPR", "what blocks with reference counts would ask of the heap, as in SaC", refcountLong, expressions, (*Console).refcountCommand},
		{"pass", "[NAME LIST]", "run passes over a function, or list them", passLong, expressions, (*Console).passCommand},
		{"why", "[NAME]", "what the passes said of an array, a block or a function, or refused", whyLong, expressions, (*Console).whyCommand},
		{"report", "[LIST]", "what passes said at length of the function of the last :pass", reportLong, expressions, (*Console).reportCommand},
		{"load", "FILE…", "add what files declare", loadLong, files, (*Console).loadCommand},
		{"reload", "", "load the same files again", reloadLong, nothing, (*Console).reloadCommand},
		{"input", "NAME=FILE", "bind an input: what a file of data holds, or a value", inputLong, files, (*Console).inputCommand},
		{"run", "[ENTRY] NAME=3…", "run an entry point of a dump of Futhark's that was loaded", runLong, nothing, (*Console).callCommand},
		{"save", "[--force] FILE", "write the session as a program that gives the same values", saveLong, files, (*Console).saveCommand},
		{"page", "[--force] [FILE.html] EXPR", "write its evaluation as a page for a browser, to step through", pageLong, expressions, (*Console).pageCommand},
		{"write", "[--force] FILE EXPR", "write a value to a file: .npy, .npz, .png ([n][m] in grey, [n][m][3] in colour), .txt", writeLong, files, (*Console).writeCommand},
		{"set", "[NAME [VALUE]]", "show or change settings", setLong, settingNames, (*Console).setCommand},
		{"edit", "[NAME]", "change the last entry, or a def or let, in an editor, and enter it", editLong, expressions, (*Console).editCommand},
		{"history", "[N]", "what was entered, the last N entries", "", nothing, (*Console).historyCommand},
		{"undo", "[N]", "take back the last declaration or :pass, or the last N of them", undoLong, nothing, (*Console).undoCommand},
		{"restore", "", "enter again what a session had that ran native code and did not come to its end", restoreLong, nothing, (*Console).restoreCommand},
		{"quit", "", "end the session; Ctrl-D does too", "", nothing, (*Console).quitCommand},
	}
}

// groups are the headings of :help, each before the command that it is given for.
var groups = map[string]string{
	"help":   "Help:",
	"tutor":  "Lessons:",
	"type":   "Types:",
	"core":   "What it becomes:",
	"engine": "How it runs:",
	"check":  "Is it right:",
	"heap":   "What memory does:",
	"pass":   "Transformations:",
	"load":   "Files:",
	"set":    "The session:",
}

// needsArgument tells whether the arguments have a part that is not in brackets, and so not
// optional.
func (cmd *command) needsArgument() bool {
	depth := 0
	return strings.ContainsFunc(cmd.args, func(r rune) bool {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		case ' ':
		default:
			return depth == 0
		}
		return false
	})
}

// shorts are the abbreviations with a fixed meaning, whatever other commands there are.
var shorts = map[string]string{"t": "type", "l": "load", "r": "reload", "q": "quit", "h": "help"}

// findCommand returns the command that a name, or a prefix of one, means.
func findCommand(name string) (*command, error) {
	if full, ok := shorts[name]; ok {
		name = full
	}
	var found []command
	var names []string
	for _, cmd := range commands() {
		if cmd.name == name {
			return &cmd, nil
		}
		names = append(names, cmd.name)
		if strings.HasPrefix(cmd.name, name) {
			found = append(found, cmd)
		}
	}
	if len(found) == 1 {
		return &found[0], nil
	}
	if len(found) > 1 {
		var could []string
		for _, cmd := range found {
			could = append(could, ":"+cmd.name)
		}
		sort.Strings(could)
		return nil, diag.Usagef("`:%s` could be %s", name, strings.Join(could, ", "))
	}
	d := diag.Usagef("there is no command `:%s`", name)
	if help := elsewhere[name]; help != "" {
		return nil, d.Helpf("%s", help)
	}
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `:%s`?", near)
	}
	return nil, d.Helpf("`:help` lists the commands")
}

// elsewhere are commands that other programs have.
var elsewhere = map[string]string{
	"info": "`:help NAME` tells about a name, `:type EXPR` gives the type of an expression", "doc": "`:help NAME` tells about a name", "i": "`:help NAME` tells about a name",
	"exit": "`:quit` ends the session", "list": "`:browse` lists what is defined", "ls": "`:browse` lists what is defined", "vars": "`:browse` lists what is defined", "who": "`:browse` lists what is defined",
	"print": "an expression is evaluated and printed", "show": "an expression is evaluated and printed; `:set` shows the settings", "export": forWrite, "out": forWrite, "dump": forWrite,
	"clear": "`:undo N` takes back the last N declarations", "reset": "`:undo N` takes back the last N declarations", "step": "`:derive EXPR` shows each step of an evaluation", "debug": "`:derive EXPR` shows each step of an evaluation, `:trace EXPR` what kernels read and write",
	"kind": "`:type EXPR` gives the type of an expression", "k": "`:type EXPR` gives the type of an expression", "module": "`:load FILE` adds what a file declares", "m": "`:load FILE` adds what a file declares", "import": "`:load FILE` adds what a file declares",
}

// splitCommand separates the name of a command from its argument.
func splitCommand(line string) (name, arg string) {
	line = strings.TrimPrefix(line, ":")
	end := strings.IndexFunc(line, unicode.IsSpace)
	if end < 0 {
		return line, ""
	}
	return line[:end], strings.TrimSpace(line[end:])
}

// command runs a line that starts with a colon.
func (c *Console) command(ctx context.Context, line string) error {
	name, arg := splitCommand(line)
	if name == "" || name == "?" {
		name = "help"
	}
	cmd, err := findCommand(name)
	if err != nil {
		return err
	}
	if arg != "" && cmd.args == "" {
		return diag.Usagef("`:%s` takes no argument, found %q", cmd.name, arg)
	}
	if arg == "" && cmd.needsArgument() {
		return diag.Usagef("`:%s` needs an argument: `:%s %s`", cmd.name, cmd.name, cmd.args)
	}
	return cmd.run(c, ctx, arg)
}

func (c *Console) helpCommand(ctx context.Context, arg string) error {
	if arg != "" {
		cmd, err := findCommand(strings.TrimPrefix(arg, ":"))
		if err != nil || cmd.name != arg {
			if said, stopped := c.helpOn(ctx, arg); said || stopped != nil {
				return stopped
			}
		}
		if err != nil {
			return c.noHelp(arg, err)
		}
		c.printf("%s  %s", c.pal.Name(strings.TrimSpace(":"+cmd.name+" "+cmd.args)), cmd.help)
		if cmd.long != "" {
			c.printf("%s", cmd.long)
		}
		if cmd.name == arg {
			_, err = c.helpOn(ctx, arg) // a function or word of the same name
		}
		return err
	}
	c.printf("Enter a declaration (`let x = …`, `def f (n : int) = …`) or an expression. `_` is the last value.")
	for _, cmd := range commands() {
		if head := groups[cmd.name]; head != "" {
			c.printf("%s", c.pal.Dim(head))
		}
		usage := ":" + cmd.name
		if cmd.args != "" {
			usage += " " + cmd.args
		}
		c.printf("  %s%s", c.pal.Name(usage), strings.Repeat(" ", max(1, 22-len([]rune(usage))))+cmd.help)
	}
	c.printf("Prefixes are enough (`:der`); `:t :l :r :q :h` are type, load, reload, quit, help. `:help COMMAND` says more.")
	c.printf("%s", view.Topics(":help"))
	return nil
}

func (c *Console) quitCommand(context.Context, string) error {
	c.quit = true
	return nil
}

func (c *Console) undoCommand(_ context.Context, arg string) error {
	n := 1
	if arg != "" {
		var err error
		if n, err = strconv.Atoi(arg); err != nil || n < 1 {
			return diag.Usagef("%q is not a number of declarations", arg).Helpf("`:undo 3` takes back the last three")
		}
	}
	for range n {
		what, err := c.Undo()
		if err != nil {
			return err
		}
		c.printf("took back %s", what)
	}
	return nil
}

func (c *Console) historyCommand(_ context.Context, arg string) error {
	if c.editor == nil {
		return nil
	}
	entries := c.editor.History()
	n := 20
	if arg != "" {
		var err error
		if n, err = strconv.Atoi(arg); err != nil || n < 1 {
			return diag.Usagef("%q is not a number of entries", arg)
		}
	}
	first := max(0, len(entries)-n)
	for i, e := range entries[first:] {
		c.printf("%s  %s", c.pal.Dim(fmt.Sprintf("%4d", first+i+1)), strings.ReplaceAll(e, "\n", "\n      "))
	}
	return nil
}

func (c *Console) setCommand(_ context.Context, arg string) error {
	if words := strings.Fields(arg); len(words) > 1 && words[0] == "lower" && words[1] == "verify" { // it belongs to lower
		arg = strings.Join(words[1:], " ")
	}
	name, value, _ := strings.Cut(arg, " ")
	value = strings.TrimSpace(value)
	if name == "" {
		for _, l := range c.Settings.Describe() {
			c.printf("%s", l)
		}
		return nil
	}
	var found []session.Setting
	var names []string
	for _, s := range session.SettingTable {
		names = append(names, s.Name)
		if strings.HasPrefix(s.Name, name) {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		d := diag.Usagef("there is no setting %q, wanted one of %s", name, strings.Join(names, ", "))
		if near := diag.Nearest(name, names); near != "" {
			return d.Helpf("did you mean `:set %s`?", near)
		}
		return d.Helpf("`:set` shows them all")
	}
	s := found[0]
	if value != "" {
		before := c.Settings.Options()
		if err := s.Set(&c.Settings, value); err != nil {
			return err
		}
		if c.Settings.Options() != before {
			c.ForgetHeap()
		}
	}
	c.printf("%s is %s", s.Name, s.Show(&c.Settings))
	return nil
}

func (c *Console) engineCommand(_ context.Context, arg string) error {
	if arg != "" {
		if err := session.SetEngine(&c.Settings, arg); err != nil {
			return err
		}
	}
	c.printf("engine is %s", session.ShowEngine(&c.Settings))
	return nil
}
