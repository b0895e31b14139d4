package engine

import (
	"context"
	"sync"
	"time"
)

// watchEvery is how often Watch measures what is in use.
const watchEvery = 10 * time.Millisecond

// Watch is a context that ends, with a *TooMuch as its cause, when more than limit bytes
// are in use (0: no limit), for work that does not ask for its memory: reading a text,
// proofs, passes. What looks at the context then ends too. Its function has to be called
// when the work is done.
func Watch(parent context.Context, limit int64) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	release := func() {}
	if limit > 0 {
		release = collectWithin(limit)
		w := &attempts{open: map[*attempt]bool{}}
		ctx = context.WithValue(ctx, attemptsKey{}, w)
		tick := time.NewTicker(watchEvery)
		go func() {
			defer tick.Stop()
			w.watch(ctx, limit, tick.C, cancel)
		}()
	}
	return ctx, func() {
		cancel(nil)
		release()
	}
}

// attempts are parts of watched work that can end for want of memory without the whole.
type attempts struct {
	mu   sync.Mutex
	open map[*attempt]bool
}

// attempt is such a part. It was ended, and may not have come to its end yet.
type attempt struct {
	cancel context.CancelCauseFunc
	ended  bool
}

type attemptsKey struct{}

// Attempt is a context for a part of work that a Watch may end, with a *TooMuch as its cause, while the work goes on: what
// takes too much memory is then an attempt, as long as there is one. Its function has to be called when the part has ended, and
// nothing of it is in use.
func Attempt(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	w, ok := parent.Value(attemptsKey{}).(*attempts)
	if !ok {
		return ctx, func() { cancel(nil) }
	}
	a := &attempt{cancel: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[a] = true
	return ctx, func() {
		cancel(nil)
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.open, a)
	}
}

// end ends the attempts that are open, and tells whether there are any.
func (w *attempts) end(much *TooMuch) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.open {
		a.ended = true
		a.cancel(much)
	}
	return len(w.open) > 0
}

// ending tells whether an attempt was ended that has not come to its end.
func (w *attempts) ending() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.open {
		if a.ended {
			return true
		}
	}
	return false
}

// patience is how many ticks the attempts may take to end.
const patience = 100

// watch measures at each tick, until the context is done. Garbage counts until there is
// an eighth more of it than at the last collection, so that collections do not follow
// one another. Attempts end before the whole does.
func (w *attempts) watch(ctx context.Context, limit int64, ticks <-chan time.Time, cancel func(error)) {
	most, late := limit, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		if live() <= most {
			late = 0
			continue
		}
		if late < patience && w.ending() {
			late++
			continue
		}
		measuring.Add(1)
		used := InUse(ctx, most)
		measuring.Add(-1)
		if used > limit {
			if late < patience && w.end(&TooMuch{used, limit}) {
				continue
			}
			cancel(&TooMuch{used, limit})
			return
		}
		late = 0
		most = max(limit, used+limit/8)
	}
}
