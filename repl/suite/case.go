package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"funmem/repl/child"
)

// Case is a command line of funmem, or of Futhark's compiler, and what is expected of it.
type Case struct {
	Name   string   // which no other case of the suite has
	Number int      // from 1, in the order of the suite; 0: NewHeader has not seen it
	Args   []string // the words after funmem
	Stdin  string   // what the command reads as standard input
	Feeds  []Feed   // what it reads instead, if parts of that come from other command lines
	Want   Want
	Files  []string // that it reads, from the folder of the suite
	Stages []string // with Bisect: the stages of a pipeline, and Args compares the first with the last

	began string // its key when the suite began; "": NewHeader has not seen it

	Compiler *Compiler // the command line is not one of funmem but of this compiler, which Args call futhark
	answer   *Answer   // that it gave when the suite was listed
}

// Want is what a case is expected to give. The zero Want is a program without a fault: proved or tested.
type Want struct {
	Verdict Verdict `json:"verdict,omitempty"` // that one alone
	Values  *Values `json:"values,omitempty"`  // of a run
	Error   *string `json:"error,omitempty"`   // the run is stuck, or the compiler refuses the program, with a message that this regular expression matches

	Warning *string        `json:"warning,omitempty"` // the compiler gives one that this regular expression matches
	Counts  map[string]int `json:"counts,omitempty"`  // how many operations of a kind the compiler leaves
}

// Verdict says what is known after a case.
type Verdict string

// The verdicts.
const (
	Proved   Verdict = "proved"    // for all inputs, as the command says of itself
	Tested   Verdict = "tested"    // on the inputs that were tried, and no others
	Refuted  Verdict = "refuted"   // by a counterexample, a value that is not the expected one, or an example that fails
	IllTyped Verdict = "ill-typed" // there is no program: it has an error of syntax or types
	Unknown  Verdict = "unknown"   // it ended without an answer, or the request was wrong
)

// Verdicts are all verdicts, in the order of summaries.
var Verdicts = []Verdict{Proved, Tested, Refuted, IllTyped, Unknown}

// Good tells that no fault was found.
func (v Verdict) Good() bool { return v == Proved || v == Tested }

// key tells cases with the same name apart by all that their results depend on: the version of funmem, the command line and
// the text of all files. A result of a file that was edited since is not taken for a result of the new text.
func (c *Case) key(dir, version string) string {
	h := sha256.New()
	put := func(text string) {
		sum := sha256.Sum256([]byte(text))
		h.Write(sum[:])
	}
	want, _ := json.Marshal(c.Want) // of strings and numbers
	feeds, _ := json.Marshal(c.Feeds)
	compiler := ""
	if c.Compiler != nil {
		compiler = c.Compiler.version
	}
	for _, part := range [][]string{{version, c.Stdin, string(want), string(feeds), compiler}, c.Args, c.Files, c.Stages} {
		for _, text := range part {
			put(text)
		}
		put("")
	}
	for _, file := range c.Files {
		text, err := os.ReadFile(within(dir, file))
		if err != nil {
			put(err.Error())
		}
		put(string(text))
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// keyAtBegin is the key that the case had when the suite began.
func (c *Case) keyAtBegin(dir, version string) string {
	if c.began != "" {
		return c.began
	}
	return c.key(dir, version)
}

// Command is the command line of the case, for somebody whose folder is the one from which dir is named.
func (c *Case) Command(dir string) string { return c.again(dir, c.Args) }

// again is the command line that gives the same verdict by itself.
func (c *Case) again(dir string, args []string) string {
	line := child.Line(append([]string{"funmem"}, args...))
	switch {
	case c.Compiler != nil:
		line = child.Line(append([]string{c.Compiler.Command}, args[1:]...))
	case len(c.Feeds) > 0:
		line = fedBy(c.Feeds) + " | " + line
	case c.Stdin != "" || slices.ContainsFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "=-") }):
		form, text := "%s", c.Stdin
		if strings.Contains(text, "\n") { // the command is one line, also where it is printed
			form, text = "%b", strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(text)
		}
		line = child.Line([]string{"printf", form, text}) + " | " + line
	}
	if dir != "." {
		line = child.Line([]string{"cd", dir}) + " && " + line
	}
	return line
}
