package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/whole"
	"funmem/repl/child"
	"funmem/repl/suite"
	"funmem/repl/suite/slurm"
	"funmem/semantics/diag"
)

// Submit are the options of `suite submit` alone.
type Submit struct {
	Slurm  bool          // --slurm: by Slurm, the only scheduler so far
	Shards int           // --shards: how many parts
	Sbatch []string      // --sbatch: more words for sbatch
	Poll   time.Duration // --poll: how often squeue is asked
}

// pollUsually is how often squeue is asked where nobody says: the controller serves all users of a cluster.
const pollUsually = 10 * time.Second

// submitOptions returns what is wrong with the options of submit.
func (o *Options) submitOptions(args []string) error {
	s := &o.Suite.Submit
	switch {
	case !s.Slurm:
		return diag.Usagef("`funmem suite submit` needs --slurm, the scheduler to submit to")
	case len(args) != 1:
		return diag.Usagef("`funmem suite submit` takes DIR or MANIFEST, and found %d arguments", len(args))
	case o.Out == "":
		return diag.Usagef("`funmem suite submit` needs --out FILE, for the results of all parts").Helpf("those of each part go to the folder FILE.shards")
	case s.Shards < 1 || s.Shards > slurm.MostTasks:
		return diag.Usagef("--shards %d: wanted a number from 1 to %d", s.Shards, slurm.MostTasks).Helpf("`--shards 20` submits 20 tasks")
	case o.Suite.Shard != "" || o.Suite.List:
		return diag.Usagef("`funmem suite submit` takes no --shard and no --list")
	}
	if _, err := os.Stat(o.Out); err == nil && !o.Suite.Resume {
		return diag.Usagef("there is a file %s already", o.Out).Helpf("`--resume` writes it anew, with results that parts have already; else choose another name")
	}
	return nil
}

// submit is the body of `suite submit`: the parts of a suite as the tasks of a job array, to their end, and their results as one.
func (o *Options) submit(ctx context.Context, st Streams, args []string) error {
	if err := o.submitOptions(args); err != nil {
		return err
	}
	before, err := o.baseline()
	if err != nil {
		return err
	}
	if err := o.suiteWrites(); err != nil {
		return err
	}
	settings, err := o.suiteSettings()
	if err != nil {
		return err
	}
	dir, cases, err := o.cases(ctx, st, settings, args[0])
	if err != nil {
		return err
	}
	header := suite.NewHeader(dir, Version(), cases, suite.Shard{}, settings.Left)
	work, err := filepath.Abs(o.Out + ".shards")
	if err == nil {
		err = os.MkdirAll(work, 0o777)
	}
	script := filepath.Join(work, "script.sh")
	var text string
	if err == nil {
		text, err = o.script(args[0], work)
	}
	if err == nil {
		err = whole.WriteFile(script, []byte(text))
	}
	if err != nil {
		return diag.Usagef("cannot write the script of the tasks: %s", data.Cause(err))
	}
	n := o.Suite.Submit.Shards
	file := func(task int) string { return filepath.Join(work, strconv.Itoa(task)+".jsonl") }
	for task := 1; task <= n; task++ {
		if r, err := suite.ReadResults(file(task)); err == nil && r.Header.Shard != (suite.Shard{K: task, N: n}).Text() {
			return diag.Usagef("%s has shard %s of an earlier suite, and not %d/%d", diag.OneLine(file(task)), r.Header.Shard, task, n).
				Helpf("give --shards and --out as they were, or another --out, or remove the folder")
		}
	}
	a := &slurm.Array{
		Script: script, Tasks: n, Poll: cmp.Or(o.Suite.Submit.Poll, pollUsually),
		Options: append([]string{"--job-name=funmem-suite", "--requeue", "--output=" + filepath.Join(work, "log-%A-%a.txt"), "--cpus-per-task=" + strconv.Itoa(o.taskThreads())}, o.Suite.Submit.Sbatch...),
		Done: func(task int) bool {
			r, err := suite.ReadResults(file(task))
			return err == nil && r.Header.Whole == header.Whole && r.Header.Shard == suite.Shard{K: task, N: n}.Text()
		},
		Say: func(text string) { fmt.Fprintln(st.Err, text) },
	}
	ran := a.Run(ctx)
	var lost *slurm.Lost
	switch {
	case ran != nil && ctx.Err() != nil:
		fmt.Fprintln(st.Err, "the tasks go on; the same command takes what they leave, and submits the others")
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	case errors.As(ran, &lost):
		fmt.Fprintf(st.Err, "%s; %s has what they printed\n", lost, diag.OneLine(work))
	case ran != nil:
		return diag.Usagef("Slurm does not run the tasks: %s", ran)
	}
	var files []string
	for task := 1; task <= n; task++ {
		if a.Done(task) {
			files = append(files, file(task))
		}
	}
	if len(files) == 0 {
		return Exit(3)
	}
	m, err := suite.Merge(files)
	if err != nil {
		return err
	}
	return o.merged(st, m, before)
}

// taskThreads is how many cores a task has.
func (o *Options) taskThreads() int { return max(1, min(o.Settings.Threads, runtime.NumCPU()*64)) }

// script is the text of the script that each task runs. The exit statuses 1 and 3 are answers of a suite, and no failures of a task.
func (o *Options) script(path, work string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	words := append([]string{self, "suite", path, "--resume"}, o.validates()...)
	if o.Suite.Bisect {
		words = append(words, "--bisect")
	}
	if o.Suite.Only != "" {
		words = append(words, "--only", o.Suite.Only)
	}
	if o.Suite.Futhark {
		words = append(words, "--futhark")
	}
	if o.Suite.Compiler != "" {
		words = append(words, "--compiler", o.Suite.Compiler)
	}
	if o.Time > 0 {
		words = append(words, "--time", o.Time.String())
	}
	if o.Settings.Threads == 0 {
		words = append(words, "--threads", "1")
	}
	words = append(words, o.Given...)
	return strings.Join([]string{
		"#!/bin/sh",
		child.Line([]string{"cd", here}) + " || exit 2",
		fmt.Sprintf(`%s --shard "$SLURM_ARRAY_TASK_ID/%d" --out %s/"$SLURM_ARRAY_TASK_ID".jsonl`, child.Line(words), o.Suite.Submit.Shards, child.Line([]string{work})),
		"status=$?",
		"[ $status -eq 0 ] || [ $status -eq 1 ] || [ $status -eq 3 ]",
		"",
	}, "\n"), nil
}
