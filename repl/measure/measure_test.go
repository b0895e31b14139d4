package measure

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestInterval: the interval is around the median, and becomes narrow.
func TestInterval(t *testing.T) {
	for n := 1; n < 300; n++ {
		var times []float64
		for k := range n {
			times = append(times, float64((k*7919)%n+1))
		}
		m, lo, hi := interval(times)
		if m != float64(n+1)/2 || lo > m || hi < m || lo < 1 || hi > float64(n) {
			t.Errorf("%d: %v, from %v to %v", n, m, lo, hi)
		}
		if n > 100 && (hi-lo)/float64(n) > 0.25 {
			t.Errorf("%d: from %v to %v", n, lo, hi)
		}
	}
	if m, lo, hi := interval([]float64{5, 1, 9, 3, 7}); m != 5 || lo != 1 || hi != 9 {
		t.Errorf("%v, from %v to %v", m, lo, hi)
	}
}

// TestCompare: a difference counts if the intervals are apart and the medians differ by more than 3 %.
func TestCompare(t *testing.T) {
	at := func(m, lo, hi float64) Result { return Result{Median: m, Low: lo, High: hi} }
	for _, x := range []struct {
		now, before Result
		want        Change
	}{
		{at(50, 49, 51), at(100, 99, 101), Better},
		{at(100, 99, 101), at(50, 49, 51), Worse},
		{at(98, 97.9, 98.1), at(100, 99.9, 100.1), Noise},
		{at(102, 101.9, 102.1), at(100, 99.9, 100.1), Noise},
		{at(50, 40, 99.5), at(100, 99, 101), Noise},
		{at(200, 90, 210), at(100, 99, 101), Noise},
	} {
		if c, ratio := Compare(x.now, x.before); c != x.want || ratio != x.now.Median/x.before.Median {
			t.Errorf("%v and %v: %s, %v", x.now, x.before, c, ratio)
		}
	}
}

// TestRuns counts the runs, and finds allocations.
func TestRuns(t *testing.T) {
	n := 0
	var keep []byte
	r, err := Runs(context.Background(), Plan{Within: 1e9, Least: 11, Short: 0, Long: time.Hour}, func() error {
		n++
		keep = make([]byte, 1<<20)
		return nil
	}, nil)
	if err != nil || n != 12 || r.Runs != 11 || !r.Stable || len(keep) == 0 {
		t.Errorf("%d runs, %+v, %v", n, r, err)
	}
	if r.Allocations < 1 || r.Allocated < 1<<20 || r.Peak < 1<<20 || r.Median <= 0 {
		t.Errorf("%+v", r)
	}
	n = 0
	if _, err = Runs(context.Background(), Plan{Within: 1e9, Least: 1, Warm: time.Hour}, func() error {
		n++
		keep = make([]byte, 4*muchMemory)
		return nil
	}, nil); err != nil || n < 3 { // the first collection is that of the warm-up
		t.Errorf("%d runs: %v", n, err)
	}
	bad := errors.New("bad")
	if _, err := Runs(context.Background(), Usual, func() error { return bad }, nil); err != bad {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	if _, err := Runs(ctx, Usual, func() error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	}, nil); !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("%v after %d", err, n)
	}
}
