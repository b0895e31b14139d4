package suite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"funmem/repl/child"
)

// Job is a command line for a worker.
type Job struct {
	Args  []string          `json:"args"`
	Stdin string            `json:"stdin,omitempty"`
	Texts map[string]string `json:"texts,omitempty"` // programs that are given as texts, by their names
}

// mostSaid is how much of the output of a command an answer may have, in bytes.
const mostSaid = 64 << 20

// mostStack is how large Go lets a stack become, in bytes.
const mostStack = 1 << 30

// worker is a process that performs command lines, one after the other.
type worker struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs *child.Limited
}

// start starts a worker in a folder.
func (r *Runner) start() (*worker, error) {
	w := &worker{cmd: exec.Command(r.Command[0], r.Command[1:]...), errs: &child.Limited{Most: 4 << 10}}
	w.cmd.Dir = r.Dir
	w.cmd.Env = append(os.Environ(), "GOMAXPROCS=2") // the other cores have workers of their own
	w.cmd.Env = append(w.cmd.Env, r.Env...)
	w.cmd.Stderr, w.cmd.WaitDelay = w.errs, time.Second
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.in, w.out = in, bufio.NewReaderSize(out, 1<<16)
	return w, w.cmd.Start()
}

// perform lets a worker perform a command line, and starts a process where there is none. If the process dies or takes
// longer than the limit, the answer says so, and *w is nil.
func (r *Runner) perform(ctx context.Context, w **worker, j Job) Answer {
	if *w == nil {
		fresh, err := r.start()
		if err != nil {
			return Answer{died: "its process could not be started: " + err.Error()}
		}
		*w = fresh
	}
	p := *w
	text, err := json.Marshal(j)
	if err != nil {
		return Answer{died: err.Error()}
	}
	got := make(chan Answer, 1)
	go func() {
		p.in.Write(append(text, '\n'))
		line, err := p.out.ReadBytes('\n')
		a := Answer{}
		if err == nil {
			err = json.Unmarshal(line, &a)
		}
		if err != nil {
			a = Answer{died: "-"}
		}
		got <- a
	}()
	limit := time.NewTimer(r.Time)
	defer limit.Stop()
	select {
	case a := <-got:
		if a.died == "" && !a.Last {
			return a
		}
		*w = nil
		if err := p.end(); a.died != "" {
			if err == nil {
				err = errors.New("without an answer")
			}
			a.died = child.Ended(err, p.errs.String())
		}
		return a
	case <-limit.C:
		*w = nil
		p.kill()
		return Answer{died: fmt.Sprintf("it took longer than %s", r.Time)}
	case <-ctx.Done():
		*w = nil
		p.kill()
		return Answer{died: "stopped"}
	}
}

// Worker performs jobs, one after the other, in a process of its own. A new process is started where the last one died.
type Worker struct {
	of *Runner
	at *worker
}

// Worker returns a worker, which has no process before its first job.
func (r *Runner) Worker() *Worker { return &Worker{of: r} }

// Perform performs a job. Where the process dies, or the context ends, Answer.Died says so.
func (w *Worker) Perform(ctx context.Context, j Job) Answer {
	j.Args = w.of.withMemory(j.Args, true)
	return w.of.perform(ctx, &w.at, j)
}

// Close ends the process.
func (w *Worker) Close() {
	if w.at != nil {
		w.at.kill()
		w.at = nil
	}
}

// end waits for a process that has nothing more to do, or is dead.
func (w *worker) end() error {
	w.in.Close()
	return w.cmd.Wait()
}

// kill ends a process at once.
func (w *worker) kill() {
	w.cmd.Process.Kill()
	w.end()
}

// Perform performs a command line of funmem. It writes to out and errs, and returns the exit status. last says that the process
// may take no other one, because something of this one may still run.
type Perform func(ctx context.Context, j Job, out, errs io.Writer) (status int, last bool)

// Serve performs the command lines that in describes, and writes their answers: a worker. It ends the process when in is closed,
// even in the middle of a command, so a worker never outlives its suite.
func Serve(ctx context.Context, in io.Reader, out io.Writer, memory int64, perform Perform) error {
	if memory > 0 {
		if err := child.LimitMemory(memory, mostStack); err != nil {
			return fmt.Errorf("the process cannot be confined: %w", err)
		}
	}
	lines := make(chan []byte)
	go func() {
		input := bufio.NewReader(in)
		for {
			line, err := input.ReadBytes('\n')
			if err != nil {
				os.Exit(0)
			}
			lines <- line
		}
	}()
	for line := range lines {
		var j Job
		if err := json.Unmarshal(line, &j); err != nil {
			return fmt.Errorf("standard input describes no case: %w", err)
		}
		said, errs := &child.Limited{Most: mostSaid}, &child.Limited{Most: 4 << 10}
		a := Answer{}
		a.Status, a.Last = perform(ctx, j, said, errs)
		if a.Out, a.Err = said.String(), errs.String(); said.Over {
			a.Out, a.Err = "", fmt.Sprintf("it printed more than %d bytes", mostSaid)
		}
		text, err := json.Marshal(a)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return err
		}
		if a.Last {
			break
		}
	}
	return nil
}
