package engine

import (
	"context"
	"sync"
	"time"
)

// watchEvery is how often Watch measures the memory in use.
const watchEvery = 10 * time.Millisecond

// Watch returns a context that ends, with a *TooMuch as its cause, when more than limit bytes are in use (0: no limit).
// It is for work that does not ask for its memory: reading a text, proofs, passes. Work that checks the context then
// ends too. The returned function has to be called when the work is done.
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

// attempts are parts of watched work that can end for want of memory while the rest goes on.
type attempts struct {
	mu   sync.Mutex
	open map[*attempt]bool
}

// attempt is such a part. ended says that it was told to end; it may not have ended yet.
type attempt struct {
	cancel context.CancelCauseFunc
	ended  bool
}

type attemptsKey struct{}

// Attempt returns a context for a part of work that a Watch may end, with a *TooMuch as its cause, while the rest goes
// on. As long as there is an attempt, it is what ends if too much memory is in use. The returned function has to be
// called when the part has ended and none of its memory is in use.
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

// end ends the open attempts, and tells whether there were any.
func (w *attempts) end(much *TooMuch) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.open {
		a.ended = true
		a.cancel(much)
	}
	return len(w.open) > 0
}

// ending tells whether an attempt was told to end and has not ended yet.
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

// watch measures at each tick, until the context is done. Garbage counts until there is an eighth more of it than at
// the last collection, so that collections do not follow one another. Attempts end before the whole work does.
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
