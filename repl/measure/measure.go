package measure

import (
	"context"
	"math"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"
)

// Result is what runs took. Times are in nanoseconds.
type Result struct {
	Runs   int     `json:"runs"`
	Median float64 `json:"median_ns"` // wall time of a run
	Low    float64 `json:"low_ns"`    // the median is from Low to High with a probability of 95 %
	High   float64 `json:"high_ns"`
	CPU    float64 `json:"cpu_ns"` // CPU time of a run, of all threads, on average; 0: not known

	Allocations float64 `json:"allocations"`     // of a run, on average
	Allocated   float64 `json:"allocated_bytes"` // of a run, on average
	Peak        uint64  `json:"peak_bytes"`      // the most memory in use at one time, sampled

	Stable bool `json:"stable"` // Low and High are within Plan.Within of the median
}

// Plan says how long to measure.
type Plan struct {
	Within float64       // stop when the interval is within this part of the median on both sides
	Least  int           // at least so many runs,
	Short  time.Duration // for at least so long,
	Long   time.Duration // and no run begins after so long
	Warm   time.Duration // before that, runs that allocate much may warm up for so long
}

// Usual is the plan of funmem bench.
var Usual = Plan{Within: 0.02, Least: 7, Short: 300 * time.Millisecond, Long: 5 * time.Second, Warm: 2 * time.Second}

// Runs warms up, and measures runs until the figures are stable. each, which may be nil, is told now and
// then how it goes. The error is that of a run, or that of the context.
func Runs(ctx context.Context, p Plan, run func() error, each func(sofar Result)) (r Result, err error) {
	if err := run(); err != nil {
		return r, err
	}
	if err := warm(ctx, p, run); err != nil {
		return r, err
	}
	runtime.GC()
	peak := newSampler()
	defer peak.end()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := used(), time.Now()
	var times []float64
	next := 0
	for {
		if err := ctx.Err(); err != nil {
			return r, context.Cause(ctx)
		}
		at := time.Now()
		if err := run(); err != nil {
			return r, err
		}
		times = append(times, float64(time.Since(at)))
		r.Runs = len(times)
		took := time.Since(start)
		if r.Runs < next && took < p.Long {
			continue
		}
		next = r.Runs + 1 + r.Runs/16 // many short runs are not looked at after each
		r.Median, r.Low, r.High = interval(times)
		r.Stable = r.Low >= r.Median*(1-p.Within) && r.High <= r.Median*(1+p.Within)
		if each != nil {
			each(r)
		}
		if r.Runs >= p.Least && (took >= p.Long || took >= p.Short && r.Stable) {
			break
		}
	}
	n := float64(r.Runs)
	if end := used(); end > cpu {
		r.CPU = float64(end-cpu) / n
	}
	runtime.ReadMemStats(&after)
	r.Allocations = float64(after.Mallocs-before.Mallocs) / n
	r.Allocated = float64(after.TotalAlloc-before.TotalAlloc) / n
	r.Peak = peak.end()
	return r, nil
}

// muchMemory is how much a run allocates so that the memory that it gets decides how long it takes.
const muchMemory = 1 << 20

// warm runs until the collector has freed memory once, if runs allocate much. Memory that is fresh from the system takes
// several times as long to fill as memory that was used before, which later runs get.
func warm(ctx context.Context, p Plan, run func() error) error {
	var first, now runtime.MemStats
	runtime.ReadMemStats(&first)
	for start := time.Now(); time.Since(start) < p.Warm; {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := run(); err != nil {
			return err
		}
		runtime.ReadMemStats(&now)
		if now.NumGC > first.NumGC || now.TotalAlloc-first.TotalAlloc < muchMemory {
			break
		}
	}
	return nil
}

// interval returns the median of times, and the bounds between which the median of all runs lies with a probability of
// 95 %: order statistics, by the normal approximation of the binomial distribution.
func interval(times []float64) (median, low, high float64) {
	t := slices.Clone(times)
	slices.Sort(t)
	n := len(t)
	median = (t[(n-1)/2] + t[n/2]) / 2
	reach := 1.96 * math.Sqrt(float64(n)) / 2
	lo := int(math.Floor(float64(n)/2 - reach))
	hi := int(math.Ceil(float64(n)/2 + reach))
	return median, t[max(lo-1, 0)], t[min(hi, n-1)]
}

// sampler watches how much memory is in use.
type sampler struct {
	stop chan struct{}
	most chan uint64
	done bool
	last uint64
}

func newSampler() *sampler {
	s := &sampler{stop: make(chan struct{}), most: make(chan uint64)}
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		most := uint64(0)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-s.stop:
				s.most <- most
				return
			case <-tick.C:
			}
		}
	}()
	return s
}

// end ends the watch, and returns the most memory that was in use.
func (s *sampler) end() uint64 {
	if !s.done {
		s.done = true
		close(s.stop)
		s.last = <-s.most
	}
	return s.last
}
