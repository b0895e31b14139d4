package engine

import (
	"context"
	"errors"
	"sort"
	"strings"
	"testing"
)

func TestSchedules(t *testing.T) {
	for _, name := range []string{"forward", "reverse", "random:1", "random:-7"} {
		s, err := ParseSchedule(name)
		if err != nil || s.String() != name {
			t.Fatalf("%s is read as %s, %v", name, s, err)
		}
		for _, n := range []int{0, 1, 2, 17} {
			at := s.Order(n, 3)
			var got []int
			for k := range n {
				got = append(got, at(k))
			}
			if name == "reverse" && n > 1 && got[0] != n {
				t.Errorf("reverse of %d starts at %d", n, got[0])
			}
			sort.Ints(got)
			for k, i := range got {
				if i != k+1 {
					t.Errorf("%s of %d is no order of 1, …, %d: %v", name, n, n, got)
				}
			}
		}
	}
	s, _ := ParseSchedule("random:5")
	if a, b := s.Order(50, 1), s.Order(50, 2); a(0) == b(0) && a(1) == b(1) && a(2) == b(2) {
		t.Error("two instances run in one order")
	}
	for _, name := range []string{"", "backwards", "random", "random:x", "random:"} {
		if _, err := ParseSchedule(name); err == nil || !strings.Contains(err.Error(), "forward, reverse, random:SEED") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestBudgetRefuses(t *testing.T) {
	b := NewBudget(context.Background(), 1<<40)
	if err := b.Grant(1 << 20); err != nil {
		t.Error(err)
	}
	err := b.Grant(1 << 40)
	var tooMuch *TooMuch
	if !errors.As(err, &tooMuch) || tooMuch.Want != 8<<40 || err.Error() != "this needs 8.0 TiB of memory and the limit is 1.0 TiB" {
		t.Error(err)
	}
	if err := b.Grant(1 << 62); err == nil {
		t.Error("2^62 values are granted")
	}
	if err := NewBudget(context.Background(), 0).Grant(1 << 50); err != nil {
		t.Error("a budget without a limit refuses:", err)
	}
	// many small requests add up while their results are held
	small := NewBudget(context.Background(), 64<<20)
	var held [][]int64
	for range 64 {
		if err = small.Grant(1 << 18); err != nil {
			break
		}
		held = append(held, make([]int64, 1<<18))
	}
	if err == nil {
		t.Errorf("%d MiB are granted of 64", 2*len(held))
	}
}

func TestBudgetEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := NewBudget(ctx, 0)
	if err := b.Poll(); err != nil {
		t.Fatal(err)
	}
	cancel()
	err := b.Poll()
	var stopped *Interrupted
	if !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) {
		t.Error("a budget outlives its context:", err)
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{"1000": 1000, "64K": 64 << 10, "2g": 2 << 30, "1.5GiB": 3 << 29, "1t": 1 << 40, "512MB": 512 << 20} {
		if got, err := ParseBytes(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "x", "-1", "0", "1e99", "nan", "inf"} {
		if n, err := ParseBytes(text); err == nil {
			t.Errorf("%q is %d", text, n)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 8e12: "7.3 TiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d bytes print as %q, want %q", n, got, want)
		}
	}
}

// TestTake: an allocation that takes long is abandoned when the context ends.
func TestTake(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := NewBudget(ctx, 0)
	done := false
	if err := b.Take(takeAside, func() { done = true }); err != nil || !done {
		t.Fatal(err, done)
	}
	hold := make(chan struct{})
	defer close(hold)
	go cancel()
	var stopped *Interrupted
	if err := b.Take(takeAside, func() { <-hold }); !errors.As(err, &stopped) {
		t.Error(err)
	}
	var none *Budget
	if err := none.Take(takeAside, func() { done = false }); err != nil || done {
		t.Error(err, done)
	}
}

// TestGrantEnds: looking for memory ends with the context.
func TestGrantEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := NewBudget(ctx, 1<<10)
	b.sampled = 1 << 40
	var stopped *Interrupted
	if err := b.Grant(1); !errors.As(err, &stopped) {
		t.Error(err)
	}
}

// TestPlace: a run answers once for each question, and reports its place at outermost
// statements in any case.
func TestPlace(t *testing.T) {
	var none *Place
	if none.Asked(true) {
		t.Error("nobody wants to know")
	}
	p := &Place{}
	if p.Asked(false) || !p.Asked(true) {
		t.Error("asked before anybody did")
	}
	if got := p.Ask(); got != "" || !p.Asked(false) {
		t.Errorf("%q", got)
	}
	p.Say("here")
	if got := p.Ask(); got != "here" {
		t.Errorf("%q", got)
	}
	p.Say("there")
	if p.Asked(false) {
		t.Error("asked twice for one answer")
	}
	if p.Clear(); p.Ask() != "" {
		t.Error("it is still there")
	}
}
