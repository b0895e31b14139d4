package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// mostWaiting is how many requests may wait for a worker. Where more come in, reading waits.
const mostWaiting = 1 << 14

// errCanceled is why a request ended that another one canceled.
var errCanceled = errors.New("it was canceled")

// Server answers requests.
type Server struct {
	Runner   *suite.Runner // starts the workers, and has the bounds on each request
	Programs int           // the version of programs as JSON
	Verdicts int           // the version of the objects of check and validate

}

// flight is a request that has no answer yet.
type flight struct {
	*request
	ctx    context.Context
	cancel context.CancelCauseFunc
}

// requests are those in flight.
type requests struct {
	mu sync.Mutex
	by map[string]*flight
}

// Serve reads requests until in ends, and writes the answers. It returns when all are written, with the error of reading or
// writing. If the context ends, requests in flight have no answer.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	to, open, queue := &writer{out: out, fail: cancel}, &requests{by: map[string]*flight{}}, make(chan *flight, mostWaiting)
	var wait sync.WaitGroup
	for range max(1, s.Runner.Jobs) {
		wait.Go(func() {
			w := s.Runner.Worker()
			defer w.Close()
			for f := range queue {
				a := s.perform(w, f)
				open.remove(f)
				if ctx.Err() == nil {
					to.write(a)
				}
			}
		})
	}
	read := make(chan error, 1)
	go func() {
		defer close(queue)
		read <- lines(in, func(line []byte) { s.take(ctx, line, to, open, queue) })
	}()
	ended := make(chan struct{})
	go func() {
		wait.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		open.cancel(context.Cause(ctx))
		return context.Cause(ctx)
	}
	return <-read
}

// take takes a line: it answers at once, or gives it to the workers.
func (s *Server) take(ctx context.Context, line []byte, to *writer, open *requests, queue chan<- *flight) {
	if line == nil {
		to.write(failed(nil, diag.Usagef("a line has more than %d bytes", mostLine)))
		return
	}
	r, wrong := read(line)
	if wrong != nil {
		to.write(failed(r.ID, wrong))
		return
	}
	switch r.Do {
	case "version":
		to.write(done(r.ID, map[string]any{"funmem": s.Runner.Version, "protocol": Protocol, "programs": s.Programs, "verdicts": s.Verdicts, "do": dos}))
	case "cancel":
		to.write(done(r.ID, map[string]bool{"canceled": open.cancelOne(r.Of)}))
	default:
		f := &flight{request: r}
		f.ctx, f.cancel = context.WithCancelCause(ctx)
		if !open.add(f) {
			to.write(failed(r.ID, diag.Usagef("a request with the id %s has no answer yet", r.ID).Helpf("give each request an id of its own")))
			return
		}
		queue <- f
	}
}

// perform lets a worker perform a request.
func (s *Server) perform(w *suite.Worker, f *flight) answer {
	defer f.cancel(nil)
	if f.ctx.Err() == nil {
		a := w.Perform(f.ctx, f.job())
		switch why := a.Died(); {
		case f.ctx.Err() != nil && why != "":
		case why != "":
			return failed(f.ID, diag.Errorf(diag.Unknown, "", diag.Span{}, "there is no verdict: %s", why).Helpf("`--time` and `--memory` of the server bound each request"))
		default:
			return answered(f.ID, a)
		}
	}
	return failed(f.ID, diag.Errorf(diag.Unknown, "", diag.Span{}, "there is no verdict: %s", context.Cause(f.ctx)))
}

// add adds a request, unless another one has its id.
func (q *requests) add(f *flight) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.by[string(f.ID)] != nil {
		return false
	}
	q.by[string(f.ID)] = f
	return true
}

// remove removes a request. Its id may come again.
func (q *requests) remove(f *flight) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.by, string(f.ID))
}

// cancelOne cancels a request, and tells whether it was in flight. If its answer is ready just then, that is written.
func (q *requests) cancelOne(id json.RawMessage) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	f := q.by[string(id)]
	if f != nil {
		f.cancel(errCanceled)
	}
	return f != nil
}

// cancel cancels all.
func (q *requests) cancel(cause error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, f := range q.by {
		f.cancel(fmt.Errorf("the server ends: %w", cause))
	}
}
