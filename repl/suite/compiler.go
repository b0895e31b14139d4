package suite

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"funmem/repl/child"
)

// Compiler is Futhark's compiler. It is called for what funmem does not know by itself: the stages of a program, its errors and
// warnings, and how many operations of a kind a pipeline leaves.
type Compiler struct {
	Command string            // a path, or a name to look for in PATH
	Time    time.Duration     // that a call may take
	Jobs    int               // how many programs are compiled at one time
	Say     func(text string) // says how far it is

	once    sync.Once
	version string // what it says of itself
	missing string // why it cannot be called, or ""
}

// metricsOf are the words of `futhark dev` for the pipelines that a test block may name. The first is that of the SOACs.
var metricsOf = map[string][]string{
	"": {"-s"}, "gpu": {"--gpu"}, "mc": {"--mc"}, "seq-mem": {"--seq-mem"}, "gpu-mem": {"--gpu-mem"}, "mc-mem": {"--mc-mem"}, "internalised": nil,
}

// call runs the compiler in a folder.
func (c *Compiler) call(ctx context.Context, dir string, args ...string) Answer {
	ctx, cancel := context.WithTimeoutCause(ctx, c.Time, fmt.Errorf("it took longer than %s", c.Time))
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Command, args...)
	out, errs := &child.Limited{Most: mostSaid}, &child.Limited{Most: 64 << 10}
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, out, errs, time.Second
	err := cmd.Run()
	a := Answer{Out: out.String(), Err: errs.String()}
	if cmd.ProcessState != nil {
		a.Status = cmd.ProcessState.ExitCode()
	}
	switch {
	case ctx.Err() != nil:
		return Answer{Status: -1, died: context.Cause(ctx).Error()}
	case cmd.ProcessState == nil, a.Status < 0:
		return Answer{Status: -1, died: child.Ended(err, errs.String())}
	case out.Over:
		return Answer{Status: -1, died: fmt.Sprintf("it printed more than %d bytes", mostSaid)}
	}
	return a
}

// ready asks the compiler for its version, once. It returns why it cannot be called, or "".
func (c *Compiler) ready(ctx context.Context) string {
	c.once.Do(func() {
		if _, err := exec.LookPath(c.Command); err != nil {
			c.missing = fmt.Sprintf("there is no compiler: %s", err)
			return
		}
		switch a := c.call(ctx, "", "--version"); {
		case a.died != "":
			c.missing = fmt.Sprintf("`%s --version` gives no answer: %s", c.Command, a.died)
		case a.Status != 0:
			c.missing = fmt.Sprintf("`%s --version` fails: %s", c.Command, told(a.Err))
		default:
			c.version = a.Out
		}
	})
	return c.missing
}

// of is a case about a program: a command line of the compiler. Without a compiler nothing is known of it.
func (c *Compiler) of(ctx context.Context, name, file string, want Want, args ...string) *Case {
	one := &Case{Name: name, Args: append([]string{"futhark"}, args...), Want: want, Files: []string{file}, Compiler: c}
	if missing := c.ready(ctx); missing != "" {
		one.answer = &Answer{Status: -1, died: missing}
	}
	return one
}

// claims are the cases about what a test block says of the compiler.
func (s *Settings) claims(ctx context.Context, p *source) (cases []*Case) {
	for _, c := range p.claims {
		if s.Compiler == nil {
			s.leave("%s: %s; --futhark asks the compiler", p.file, c)
			continue
		}
		name := strings.Join(strings.Fields(c.kind+" "+c.pipeline+" "+p.file), " ")
		want, args := Want{}, []string{"check", p.file}
		switch c.kind {
		case "error":
			want.Error = &c.pattern
		case "warning":
			want.Warning = &c.pattern
		default:
			want.Counts = c.counts
			args = append(append([]string{"dev"}, metricsOf[c.pipeline]...), "--metrics", p.file)
		}
		cases = append(cases, s.Compiler.of(ctx, name, p.file, want, args...))
	}
	return cases
}

// compiled performs a case about the compiler.
func (r *Runner) compiled(ctx context.Context, c *Case) *Result {
	start := time.Now()
	a := Answer{}
	if c.answer != nil {
		a = *c.answer
	} else {
		a = c.Compiler.call(ctx, r.Dir, c.Args[1:]...)
	}
	j := judgeCompiler(c, a)
	return &Result{
		Case: c.Name, Number: c.Number, Key: c.key(r.Dir, r.Version), Args: c.Args, Verdict: j.verdict, OK: j.verdict.Good(), Why: j.why, Findings: j.findings,
		Status: a.Status, Again: c.again(r.Dir, c.Args), Seconds: float64(time.Since(start).Milliseconds()) / 1000,
	}
}

// faults of the compiler itself have the status 1. Those of a program have another one.
const ownFault = 1

// judgeCompiler compares what the compiler said with what the case wants.
func judgeCompiler(c *Case, a Answer) judged {
	wrong := func(verdict Verdict, message string) judged {
		f := Finding{Kind: "failed", Message: message, File: c.Files[0]}
		if m := placeSaid.FindStringSubmatch(a.Err); m != nil && m[1] == c.Files[0] {
			f.Line, _ = strconv.Atoi(m[2])
			f.Column, _ = strconv.Atoi(m[3])
		}
		return judged{verdict: verdict, why: f.String(), findings: []Finding{f}}
	}
	wanted := c.Want.Error
	if wanted == nil {
		wanted = c.Want.Warning
	}
	var like *regexp.Regexp
	if wanted != nil {
		var err error
		if like, err = expression(*wanted); err != nil {
			return judged{verdict: Unknown, why: fmt.Sprintf("the pattern is none: %v", err)}
		}
	}
	switch {
	case a.died != "":
		return judged{verdict: Unknown, why: a.died}
	case a.Status == ownFault:
		return wrong(Refuted, "the compiler fails: "+told(a.Err))
	case c.Want.Error != nil && a.Status == 0:
		return wrong(Refuted, fmt.Sprintf("the compiler takes it, and wanted an error like %q", *wanted))
	case c.Want.Error != nil && !like.MatchString(a.Err):
		return wrong(Refuted, fmt.Sprintf("the compiler gives another error than one like %q: %s", *wanted, told(a.Err)))
	case c.Want.Error != nil:
		return judged{verdict: Tested}
	case a.Status != 0 && c.Args[1] == "check":
		return wrong(IllTyped, told(a.Err))
	case a.Status != 0:
		return wrong(Refuted, told(a.Err))
	case c.Want.Warning != nil && !like.MatchString(a.Err):
		return wrong(Refuted, strings.TrimSuffix(fmt.Sprintf("the compiler gives no warning like %q: %s", *wanted, told(a.Err)), ": "))
	}
	if differ, err := counted(a.Out, c.Want.Counts); err != nil {
		return judged{verdict: Unknown, why: err.Error()}
	} else if differ != "" {
		return wrong(Refuted, differ)
	}
	return judged{verdict: Tested}
}

// placeSaid matches the place of an error in the words of the compiler.
var placeSaid = regexp.MustCompile(`(?m)^(?:Error|Warning) at ([^:\s]+):(\d+):(\d+)`)

// expression reads a regular expression of a test block, in which a newline is a character as any other.
func expression(text string) (*regexp.Regexp, error) { return regexp.Compile("(?s)" + text) }

// counted compares the lines of `futhark dev --metrics`, a name and a number each, with the numbers that are wanted.
func counted(text string, want map[string]int) (differ string, err error) {
	if len(want) == 0 {
		return "", nil
	}
	found := map[string]int{}
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if found[name], err = strconv.Atoi(strings.TrimSpace(number)); err != nil {
			return "", fmt.Errorf("a line of the metrics has no number: %s", short(strings.TrimSpace(line)))
		}
	}
	var all []string
	for name, n := range want {
		if found[name] != n {
			all = append(all, fmt.Sprintf("%s %d, wanted %d", name, found[name], n))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; "), nil
}

// mostTold is how many lines of the words of a compiler a message has.
const mostTold = 4

// told is the first lines of what a compiler said, in one line.
func told(errs string) string {
	var lines []string
	said := bufio.NewScanner(strings.NewReader(errs))
	for said.Scan() && len(lines) < mostTold {
		if line := strings.TrimSpace(said.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "it says nothing of why"
	}
	return strings.Join(lines, " ")
}
