package verdict

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Refuted is the context key of an *atomic.Bool that says whether a program was found to be wrong.
type Refuted struct{}

// Refute notes that a program was found to be wrong. That stands, whatever ends the later work.
func Refute(ctx context.Context) {
	if found, ok := ctx.Value(Refuted{}).(*atomic.Bool); ok {
		found.Store(true)
	}
}

// Poll returns a function that asks whether a context is done.
func Poll(ctx context.Context) stop.Poll { return engine.NewBudget(ctx, 0).Poll }

// Recovered runs f. If a panic ends the work early, it becomes the error; any other panic becomes a diagnostic of kind
// Bug.
func Recovered(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *stop.Stopped:
			err = r.Cause
		case *engine.Interrupted:
			err = r
		default:
			err = bug(r)
		}
	}()
	return f()
}

// bug describes a panic, with the calls in our code that led to it.
func bug(r any) *diag.Diagnostic {
	d := diag.Errorf(diag.Bug, "", diag.Span{}, "%v", r)
	if inner, ok := r.(*diag.Diagnostic); ok {
		d = diag.Errorf(diag.Bug, inner.Rule, inner.Span, "%s", inner.Msg)
	}
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	for shown := 0; shown < 4; {
		f, more := frames.Next()
		if name, ours := strings.CutPrefix(f.Function, "funmem/"); ours {
			d.Note(diag.Span{}, "%s (%s:%d)", name, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
			shown++
		}
		if !more {
			break
		}
	}
	return d.Helpf("please report what you entered; what was defined before is still there")
}

// Late is the cause of a context that --time ended.
type Late struct{ After time.Duration }

// Error says how long the limit was.
func (l *Late) Error() string { return "the " + l.After.String() + " of --time are over" }

// isLate tells whether an error comes from work that --time ended.
func isLate(err error) bool {
	var stopped *engine.Interrupted
	var l *Late
	return errors.As(err, &stopped) && errors.As(stopped.Cause, &l)
}

// Share returns the time for the next of n parts of some work, such that all parts get the same share of what is left.
// It returns 0 if there is no deadline.
func Share(ctx context.Context, n int) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(time.Millisecond, time.Until(end)/time.Duration(n))
}

// CutShort returns the message for an error of work that took too much memory or time, and nil for any other error.
func CutShort(err error) *diag.Diagnostic {
	var stopped *engine.Interrupted
	var much *engine.TooMuch
	switch {
	case errors.As(err, &stopped) && errors.As(stopped.Cause, &much):
		return diag.OutOfMemory(much)
	case isLate(err):
		return diag.Errorf(diag.Unknown, "", diag.Span{}, "%s", stopped.Cause).Helpf("give it more with `--time`, or leave that out")
	}
	return nil
}

// Phase does a part of the work, unless the time is over. If the time is over, that is noted and is not an error.
func (f *Program) Phase(ctx context.Context, do func() error) error {
	err := Poll(ctx)()
	if err == nil {
		err = Recovered(do)
	}
	if isLate(err) {
		f.Late = CutShort(err).Msg
		return nil
	}
	return err
}
