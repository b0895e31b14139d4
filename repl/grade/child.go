package grade

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"funmem/repl/child"
	"funmem/semantics/diag"
)

// job is what the process that grades a submission is told: all that it needs, so that it reads no file.
type job struct {
	Tasks      []File      `json:"tasks"`
	Submission *Submission `json:"submission"`
	Options    Options     `json:"options"`
	Seconds    int64       `json:"seconds"`
}

// Runner grades each submission in a process of its own.
type Runner struct {
	Command []string      // starts a process that calls Child
	Env     []string      // of that process; it has no other variables
	Time    time.Duration // that one exercise may take
	Jobs    int           // how many processes run at one time
}

// mostReport is how long the report of a process may be, in bytes.
const mostReport = 64 << 20

// Grade grades n submissions. get reads one of them, and done is called for each report, in their order.
func (r *Runner) Grade(ctx context.Context, t *Tasks, srcs []*diag.Source, n int, get func(k int) *Submission, o Options, done func(*Report) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reports := make([]chan *Report, n)
	for k := range reports {
		reports[k] = make(chan *Report, 1)
	}
	next := make(chan int)
	var wait sync.WaitGroup
	for range max(1, min(r.Jobs, n)) {
		wait.Go(func() {
			for k := range next {
				reports[k] <- r.one(ctx, t, srcs, get(k), o)
			}
		})
	}
	go func() {
		defer close(next)
		for k := range n {
			select {
			case next <- k:
			case <-ctx.Done():
				return
			}
		}
	}()
	defer wait.Wait()
	defer cancel()
	for k := range n {
		select {
		case report := <-reports[k]:
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := done(report); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// one grades a submission. If the process dies, each exercise gets a process, so that only those are lost that end it.
func (r *Runner) one(ctx context.Context, t *Tasks, srcs []*diag.Source, s *Submission, o Options) *Report {
	wanted := o.Only
	if wanted == nil {
		for k := range t.Exercises {
			wanted = append(wanted, k)
		}
	}
	if s.Problem != "" {
		report := &Report{Name: oneLine(s.Name), Problem: oneLine(s.Problem), Exercises: []*ExerciseReport{}}
		for _, k := range wanted {
			report.Exercises = append(report.Exercises, t.Exercises[k].empty())
		}
		report.sum()
		return report
	}
	report, why := r.child(ctx, srcs, s, o, wanted)
	if report != nil {
		return report
	}
	all := &Report{Name: oneLine(s.Name)}
	for _, k := range wanted {
		one, again := (*Report)(nil), why
		if len(wanted) > 1 {
			one, again = r.child(ctx, srcs, s, o, []int{k})
		}
		if one != nil {
			all.Exercises = append(all.Exercises, one.Exercises...)
			continue
		}
		e := t.Exercises[k].empty()
		e.Ended = oneLine(again)
		for _, c := range e.Checks {
			c.Items = []*Item{{Undecided: !c.Hidden || o.Reveal}}
		}
		all.Exercises = append(all.Exercises, e)
	}
	all.sum()
	return all
}

// child runs a process. It returns why there is no report.
func (r *Runner) child(ctx context.Context, srcs []*diag.Source, s *Submission, o Options, only []int) (*Report, string) {
	limit := r.Time * time.Duration(len(only))
	o.Only = only
	var files []File
	for _, src := range srcs {
		files = append(files, File{src.Name, []byte(src.Text)})
	}
	text, err := json.Marshal(job{files, s, o, int64(limit/time.Second) + 1})
	if err != nil {
		return nil, err.Error()
	}
	timed, end := context.WithTimeout(ctx, limit)
	defer end()
	cmd := exec.CommandContext(timed, r.Command[0], r.Command[1:]...)
	cmd.Env, cmd.WaitDelay = append([]string{"GOMAXPROCS=2"}, r.Env...), time.Second
	out, errs := &child.Limited{Most: mostReport}, &child.Limited{Most: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, errs
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, "its process could not be started: " + err.Error()
	}
	go in.Write(append(text, '\n')) // and stays open: the process ends when it is closed
	err = cmd.Wait()
	in.Close()
	report := &Report{}
	switch {
	case timed.Err() != nil:
		return nil, "it took longer than " + limit.String()
	case err != nil:
		return nil, child.Ended(err, errs.String())
	case json.Unmarshal(out.Bytes(), report) != nil || len(report.Exercises) != len(only):
		return nil, "its process gave no report"
	}
	return report, ""
}

// Child grades the submission that in describes, and writes the report. It gives up all rights that it does not need
// before it looks at the submission, and ends the process when in is closed.
func Child(ctx context.Context, in io.Reader, out io.Writer) error {
	input := bufio.NewReader(in)
	text, err := input.ReadBytes('\n')
	if err != nil {
		return diag.Usagef("`--child` reads a submission from standard input, and found %s", err).Helpf("`funmem grade TASKS SUBMISSION` starts it")
	}
	go func() {
		io.Copy(io.Discard, input)
		os.Exit(1)
	}()
	var j job
	if err := json.Unmarshal(text, &j); err != nil || j.Submission == nil {
		return diag.Usagef("standard input describes no submission")
	}
	var srcs []*diag.Source
	for _, f := range j.Tasks {
		srcs = append(srcs, diag.NewSource(f.Name, string(f.Text)))
	}
	t, err := Parse(srcs...)
	if err != nil {
		return err
	}
	memory := int64(leastMemory)
	for k, e := range t.Exercises {
		if slices.Contains(j.Options.Only, k) {
			memory = max(memory, e.settings(j.Options).Memory)
		}
	}
	debug.SetGCPercent(100)
	debug.SetMemoryLimit(memory + memory/2)
	debug.SetMaxStack(mostStack)
	if err := confine(memory, j.Seconds); err != nil {
		return fmt.Errorf("the process cannot be confined: %w", err)
	}
	list, err := t.Prepare(ctx, j.Options)
	if err != nil {
		return err
	}
	if confined != nil {
		confined(j.Options.Only)
	}
	report, err := json.Marshal(t.Grade(ctx, list, j.Submission, j.Options))
	if err != nil {
		return errors.Join(errors.New("the report cannot be written"), err)
	}
	_, err = out.Write(report)
	return err
}

// confined is called by tests in a process that has given up its rights.
var confined func(only []int)

// mostStack is how large the stack of the process may become, in bytes.
const mostStack = 128 << 20
