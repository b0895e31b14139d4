package engine

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// measuring is how many watchers of memory are currently finding out what is in use. Calls of Poll wait meanwhile:
// they would take more memory, and it is not yet known whether they may.
var measuring atomic.Int32

// pause waits until nobody measures any more, or the context is done.
func (b *Budget) pause() {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for measuring.Load() > 0 {
		select {
		case <-b.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// limits are the limits of the Watches that have not ended. The runtime collects garbage to keep to the smallest
// one.
var limits struct {
	sync.Mutex
	of      map[*int64]bool
	without int64 // the limit if there is no Watch
}

// ofRuntime is what the runtime takes for itself. It counts in the runtime's limit but not in ours.
const ofRuntime = 12 << 20

// collectWithin lets the runtime collect garbage before more than limit bytes are in use, until release is called.
func collectWithin(limit int64) (release func()) {
	limits.Lock()
	defer limits.Unlock()
	if len(limits.of) == 0 {
		limits.of, limits.without = map[*int64]bool{}, debug.SetMemoryLimit(-1)
	}
	own := &limit
	limits.of[own] = true
	limitRuntime()
	return func() {
		limits.Lock()
		defer limits.Unlock()
		delete(limits.of, own)
		limitRuntime()
	}
}

// limitRuntime tells the runtime the smallest limit.
func limitRuntime() {
	least := limits.without
	for l := range limits.of {
		least = min(least, *l+ofRuntime)
	}
	debug.SetMemoryLimit(least)
}
