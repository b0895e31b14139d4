package smt

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
)

// Answer is what a solver says of a script.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota // it found nothing within its time, or did not understand
	Unsat                 // no values fit
	Sat                   // some do
)

// String is the word of SMT-LIB.
func (a Answer) String() string { return [...]string{"unknown", "unsat", "sat"}[a] }

// Limit is what a solver may take for each question. 0 is no limit.
type Limit struct {
	Time  time.Duration
	Steps int // as the solver counts them, so that its answers do not depend on the machine
}

// solvers are the solvers that can be asked, with their arguments and the names of their limits.
var solvers = []struct {
	name        string
	args        []string
	time, steps string
}{
	{"z3", []string{"-in", "-smt2"}, "timeout", "rlimit"},
	{"cvc5", []string{"--lang=smt2.6", "--incremental", "--produce-models"}, "tlimit-per", "rlimit-per"},
}

// Solvers are the names of the solvers that can be asked.
func Solvers() []string {
	names := make([]string, len(solvers))
	for k, s := range solvers {
		names[k] = s.name
	}
	return names
}

// Solver is a running solver. It is started by the first question, and again after it has ended.
type Solver struct {
	Name  string
	path  string
	args  []string
	limit Limit
	reset string // what a question begins with
	until stop.Poll
	run   *process
}

type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

// Missing is the error that a solver is not installed.
type Missing struct{ Name string }

// Error says what is missing, and where to get it.
func (m *Missing) Error() string {
	return fmt.Sprintf("%s is not installed: there is no program of that name on the PATH (on Debian `apt install %[1]s` brings it)", m.Name)
}

// Open finds an installed solver. It may take the time for each question. If until is given it is asked again and again, and
// its error ends the work with a panic (stop.Poll.Ask).
func Open(name string, limit Limit, until stop.Poll) (*Solver, error) {
	for _, s := range solvers {
		if s.name != name {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, &Missing{name}
		}
		reset := "(reset)\n(set-option :produce-models true)\n"
		if limit.Time > 0 {
			reset += fmt.Sprintf("(set-option :%s %d)\n", s.time, max(1, limit.Time.Milliseconds()))
		}
		if limit.Steps > 0 {
			reset += fmt.Sprintf("(set-option :%s %d)\n", s.steps, limit.Steps)
		}
		return &Solver{Name: name, path: path, args: s.args, limit: limit, reset: reset, until: until}, nil
	}
	d := diag.Usagef("there is no prover %s", name)
	if near := diag.Nearest(name, Solvers()); near != "" {
		return nil, d.Helpf("did you mean %s?", near)
	}
	return nil, d.Helpf("those that can be asked are %s", strings.Join(Solvers(), " and "))
}

// grace is how much longer than its limit a solver may take before it is ended.
const grace = 3 * time.Second

// end is the last line of what a solver says to a script.
const end = "funmem-end"

// Ask asks whether a script is satisfiable. If it is, the values are those of what is declared.
func (s *Solver) Ask(script *Script) (a Answer, values map[string]num.Num) {
	lines, ok := s.talk(s.reset + script.Body)
	if !ok || len(lines) != 1 {
		return Unknown, nil
	}
	switch lines[0] {
	case "unsat":
		return Unsat, nil
	case "sat":
		values, ok := s.values(script.declared())
		if !ok {
			return Unknown, nil
		}
		return Sat, values
	}
	return Unknown, nil
}

// values asks for the values of some constants.
func (s *Solver) values(names []string) (map[string]num.Num, bool) {
	if len(names) == 0 {
		return map[string]num.Num{}, true
	}
	lines, ok := s.talk("(get-value (" + strings.Join(names, " ") + "))\n")
	if !ok {
		return nil, false
	}
	return readValues(strings.Join(lines, "\n"))
}

// talk says something to the solver and waits for all that it says to that. It is not ok if the solver takes too long, or ends.
func (s *Solver) talk(text string) (lines []string, ok bool) {
	if s.run == nil {
		if s.run = s.start(); s.run == nil {
			return nil, false
		}
	}
	done := false
	defer func() {
		if !done {
			s.Close()
		}
	}()
	in := s.run.in
	go func() { _, _ = io.WriteString(in, text+"(echo \""+end+"\")\n") }() // if this fails, the solver has ended, and so have its lines
	var late <-chan time.Time
	if s.limit.Time > 0 {
		timer := time.NewTimer(2*s.limit.Time + grace)
		defer timer.Stop()
		late = timer.C
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case line, more := <-s.run.lines:
			switch {
			case !more:
				return nil, false
			case strings.Trim(line, `"`) == end:
				done = true
				return lines, true
			}
			lines = append(lines, line)
		case <-tick.C:
			s.until.Ask()
		case <-late:
			return nil, false
		}
	}
}

// start is nil if the solver does not start.
func (s *Solver) start() *process {
	cmd := exec.Command(s.path, s.args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil
	}
	if err := cmd.Start(); err != nil {
		return nil
	}
	p := &process{cmd, in, make(chan string, 64)}
	go func() {
		defer close(p.lines)
		for r := bufio.NewScanner(out); r.Scan(); {
			p.lines <- r.Text()
		}
	}()
	return p
}

// Close ends the solver.
func (s *Solver) Close() {
	if s == nil || s.run == nil {
		return
	}
	p := s.run
	s.run = nil
	p.in.Close()
	_ = p.cmd.Process.Kill() // it may have ended
	go func() {
		for range p.lines {
		}
	}()
	_ = p.cmd.Wait() // it was killed; this closes its output
}
