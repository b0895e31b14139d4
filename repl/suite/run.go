package suite

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Runner runs cases in workers.
type Runner struct {
	Command []string // starts a process that calls Serve
	Env     []string // of that process, beside what the environment has
	Dir     string   // the folder of the suite: commands run there
	Jobs    int      // how many cases run at one time
	Memory  int64    // that a case may take
	Fixed   bool     // somebody chose Memory, so commands to repeat have it
	Time    time.Duration
	Version string // of funmem
}

// Result is what became of a case: a line of the results.
type Result struct {
	Case     string    `json:"case"`
	Number   int       `json:"number,omitempty"` // of the case, from 1, in the order of the suite
	Key      string    `json:"key"`
	Args     []string  `json:"args"`
	Verdict  Verdict   `json:"verdict"`
	OK       bool      `json:"ok"` // the verdict is the wanted one
	Why      string    `json:"why,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	Status   int       `json:"status"`          // the exit status of the command, or -1 if it did not end
	First    string    `json:"first,omitempty"` // of a pipeline: the first stage that is wrong
	Seconds  float64   `json:"seconds"`
	Again    string    `json:"again"`              // the command line that gives the same
	Disagree []string  `json:"disagree,omitempty"` // what several runs of the case gave, if that was not the same
}

// Run runs cases and calls done with each result, one at a time and in the order in which they are finished. It ends with the
// first error of done, or when the context is done. A case that was cut off then has no result.
func (r *Runner) Run(ctx context.Context, cases []*Case, done func(*Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *Case)
	go func() {
		defer close(next)
		for _, c := range cases {
			select {
			case next <- c:
			case <-ctx.Done():
				return
			}
		}
	}()
	var wait sync.WaitGroup
	var mu sync.Mutex
	for range max(1, min(r.Jobs, len(cases))) {
		wait.Go(func() {
			var w *worker
			defer func() {
				if w != nil {
					w.kill()
				}
			}()
			for c := range next {
				result := r.one(ctx, &w, c)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if ctx.Err() == nil {
					if err := done(result); err != nil {
						cancel(err)
					}
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// one runs a case.
func (r *Runner) one(ctx context.Context, w **worker, c *Case) *Result {
	start := time.Now()
	if c.Compiler != nil {
		return r.compiled(ctx, c)
	}
	result := &Result{Case: c.Name, Number: c.Number, Key: c.keyAtBegin(r.Dir, r.Version), Args: c.Args}
	j, status := r.ask(ctx, w, c, c.Args)
	result.Status = status
	args := c.Args
	if len(c.Stages) > 0 && !j.ok {
		args = r.bisect(ctx, w, c, &j, result)
	}
	if c.key(r.Dir, r.Version) != result.Key { // the verdict may be about a text that is no longer there
		j = judged{verdict: Unknown, why: "a file of it has changed since the suite began"}
	}
	result.Verdict, result.OK, result.Why, result.Findings = j.verdict, j.ok, j.why, j.findings
	result.Again = c.again(r.Dir, r.withMemory(args, r.Fixed || j.verdict == Unknown))
	result.Seconds = float64(time.Since(start).Milliseconds()) / 1000
	return result
}

// ask lets a worker perform a command line of a case, and judges the answer.
func (r *Runner) ask(ctx context.Context, w **worker, c *Case, args []string) (judged, int) {
	all := append(r.withMemory(args, true), "--json")
	stdin := c.Stdin
	if len(c.Feeds) > 0 {
		text, bad := r.feed(ctx, w, c, c.Feeds)
		if bad != nil {
			return *bad, -1
		}
		stdin = text
	}
	a := r.perform(ctx, w, Job{Args: all, Stdin: stdin})
	if a.died != "" {
		a.Status = -1
	}
	return judge(ctx, r.Dir, c, a), a.Status
}

// withMemory adds the bound on memory to a command line that has none of its own.
func (r *Runner) withMemory(args []string, add bool) []string {
	all := append([]string(nil), args...)
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		add = add && name != "--memory" && name != "-memory"
	}
	if add && r.Memory > 0 {
		all = append(all, "--memory", Size(r.Memory))
	}
	return all
}

// Size writes a number of bytes as --memory takes it.
func Size(bytes int64) string {
	if bytes%(1<<20) == 0 {
		return strconv.FormatInt(bytes>>20, 10) + "M"
	}
	return strconv.FormatInt(bytes, 10)
}
