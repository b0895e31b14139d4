// Package slurm runs the tasks of a job array to their end: it submits them by sbatch, looks at squeue, and submits again what was lost.
//
// A task is done when it has left its file, and not when Slurm says so: a node can die after the work and before the report. A task is
// lost if Slurm has it no longer and there is no file, some looks in a row, since a file system of a cluster may show files late.
package slurm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Array are tasks with the numbers from 1 on, for a script that finds its number in SLURM_ARRAY_TASK_ID.
type Array struct {
	Script  string   // its file
	Tasks   int      // how many there are
	Options []string // more words for sbatch
	Poll    time.Duration
	Done    func(task int) bool // whether it has left its file
	Say     func(text string)   // what happens, in lines
}

// MostTasks is how many tasks an array may have where the configuration of Slurm does not say otherwise.
const MostTasks = 1000

const (
	submits = 4 // how often a task is submitted
	looks   = 3 // how many looks in a row have to miss a task before it is lost
	deaf    = 20
)

// Lost is the error that tasks left no file, however often they were submitted.
type Lost struct{ Tasks []int }

func (l *Lost) Error() string {
	return fmt.Sprintf("tasks %s left no results, and were submitted %d times", numbers(l.Tasks), submits)
}

// Run submits what is not done, and returns when all is. If the context ends first, the tasks go on: Run may be called again.
func (a *Array) Run(ctx context.Context) error {
	left := a.left(nil)
	for range submits {
		if len(left) == 0 {
			return nil
		}
		job, err := a.submit(ctx, left)
		if err != nil {
			return err
		}
		a.Say(fmt.Sprintf("job %s: tasks %s", job, numbers(left)))
		if err := a.wait(ctx, job, left); err != nil {
			return err
		}
		if left = a.left(left); len(left) > 0 {
			a.Say(fmt.Sprintf("lost: tasks %s", numbers(left)))
		}
	}
	if len(left) > 0 {
		return &Lost{left}
	}
	return nil
}

// left are the tasks among some that are not done; nil: among all.
func (a *Array) left(among []int) (list []int) {
	if among == nil {
		for k := range a.Tasks {
			among = append(among, k+1)
		}
	}
	for _, task := range among {
		if !a.Done(task) {
			list = append(list, task)
		}
	}
	return list
}

var isJob = regexp.MustCompile(`^\d+$`)

// submit submits tasks and returns the number of the job.
func (a *Array) submit(ctx context.Context, tasks []int) (job string, err error) {
	args := append([]string{"--parsable", "--array=" + numbers(tasks)}, a.Options...)
	out, err := command(ctx, "sbatch", append(args, a.Script)...)
	if err != nil {
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(out), ";")
	if !isJob.MatchString(job) {
		return "", fmt.Errorf("sbatch printed no number of a job: %s", strings.TrimSpace(out))
	}
	return job, nil
}

// wait returns when each task of a job is done or lost.
func (a *Array) wait(ctx context.Context, job string, tasks []int) error {
	missed := map[int]int{} // how many looks in a row a task was not there
	failed := 0
	for said := ""; ; {
		queued, err := queue(ctx, job)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, exec.ErrNotFound):
			return err
		case err != nil: // the controller may be busy, or start again
			if failed++; failed == deaf {
				return err
			}
		default:
			failed = 0
			open, count := 0, 0
			for _, task := range tasks {
				if a.Done(task) {
					count++
					continue
				}
				if missed[task]++; queued[task] {
					missed[task] = 0
				}
				if missed[task] < looks {
					open++
				}
			}
			if text := fmt.Sprintf("job %s: %d of %d tasks done", job, count, len(tasks)); text != said {
				said = text
				a.Say(text)
			}
			if open == 0 {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(a.Poll):
		}
	}
}

// queue returns the tasks of a job that Slurm still has: those that wait, run, or are to run again.
func queue(ctx context.Context, job string) (map[int]bool, error) {
	out, err := command(ctx, "squeue", "--noheader", "--array", "--format=%F %K %t")
	if err != nil {
		return nil, err
	}
	queued := map[int]bool{}
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != job {
			continue
		}
		if task, err := strconv.Atoi(f[1]); err == nil {
			queued[task] = true
		}
	}
	return queued, nil
}

// command runs a command of Slurm's and returns what it printed.
func command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		if said := strings.TrimSpace(errs.String()); said != "" {
			return "", fmt.Errorf("%s: %w: %s", name, err, said)
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// numbers writes tasks as --array takes them: 1-3,7.
func numbers(tasks []int) string {
	var parts []string
	for list := slices.Clone(tasks); len(list) > 0; {
		n := 1
		for n < len(list) && list[n] == list[0]+n {
			n++
		}
		if text := strconv.Itoa(list[0]); n == 1 {
			parts = append(parts, text)
		} else {
			parts = append(parts, text+"-"+strconv.Itoa(list[n-1]))
		}
		list = list[n:]
	}
	return strings.Join(parts, ",")
}
