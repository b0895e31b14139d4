//go:build cgo && linux

package host

import (
	"context"
	"testing"
	"time"

	"funmem/gpu"
	"funmem/internal/testkit"
)

// stacks is a library of functions that push and pop blocks. Each returns 0 if all is right.
const stacks = `#include <stdint.h>
#include <stdlib.h>
typedef int64_t i64;
typedef struct env { void *(*alloc)(struct env *, i64); void (*release)(struct env *, void *, i64); const volatile i64 *stop;
	i64 (*parallel)(struct env *, i64 (*)(struct env *, void *, i64, i64), void *, i64); i64 few;
	void *(*push)(struct env *, i64); void (*pop)(struct env *, void *, i64); } env;

static uint64_t state;
static i64 upto(i64 n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state % n; }

/* Blocks of random sizes, which end in random order or the latest first. Each must keep what is written to it. */
static i64 mixed(env *e, i64 rounds, int latest) {
	enum { most = 60 };
	i64 *at[most], n[most], mark[most];
	int have = 0;
	for (i64 k = 0; k < rounds; k++) {
		if (have == most || have > 0 && upto(2)) {
			int which = latest ? have - 1 : upto(have);
			for (i64 j = 0; j < n[which]; j += 1 + n[which] / 50)
				if (at[which][j] != mark[which] + j) return 1;
			if (n[which] && at[which][n[which] - 1] != mark[which] + n[which] - 1) return 1;
			e->pop(e, at[which], n[which]);
			have--;
			at[which] = at[have]; n[which] = n[have]; mark[which] = mark[have];
			continue;
		}
		i64 words = upto(10) ? upto(200) : upto(20000);
		i64 *p = e->push(e, words);
		if (!p) return 2;
		if ((i64)p & 63) return 3;
		for (i64 j = 0; j < words; j++) p[j] = k + j;
		at[have] = p; n[have] = words; mark[have++] = k;
	}
	while (have > 0) { have--; e->pop(e, at[have], n[have]); }
	return 0;
}
i64 random_order(env *e, i64 *io) { state = io[0]; return mixed(e, io[1], 0); }
i64 latest_first(env *e, i64 *io) { state = io[0]; return mixed(e, io[1], 1); }

/* The older of two blocks ends when the next one has begun. */
i64 two(env *e, i64 *io) {
	i64 n = io[0], *old = e->push(e, n);
	for (i64 k = 0; k < io[1]; k++) {
		i64 *next = e->push(e, n);
		if (!next) return 2;
		next[n - 1] = k;
		e->pop(e, old, n);
		old = next;
	}
	return 0;
}

/* The same, and each is some words larger than the one before. */
i64 growing(env *e, i64 *io) {
	i64 n = 1, *old = e->push(e, n);
	for (i64 k = 0; k < io[1]; k++) {
		i64 *next = e->push(e, n + io[0]);
		if (!next) return 2;
		e->pop(e, old, n);
		old = next;
		n += io[0];
	}
	return 0;
}

/* Holes that lie side by side are one, and what a block leaves of a hole is one. */
i64 places(env *e, i64 *io) {
	i64 n = io[0], *a = e->push(e, n), *b = e->push(e, n), *c = e->push(e, n);
	e->pop(e, io[1] ? a : b, n);
	e->pop(e, io[1] ? b : a, n);
	i64 *d = e->push(e, 2 * n + 8);
	if (d != a) return 1;
	e->pop(e, d, 2 * n + 8);
	if ((d = e->push(e, n)) != a) return 2;
	if ((d = e->push(e, n)) != b) return 3;
	e->pop(e, c, n);
	return e->push(e, n) == c ? 0 : 4;
}

/* All that may be taken is there again after each round. */
i64 bound(env *e, i64 *io) {
	for (i64 k = 0; k < io[1]; k++) {
		i64 *a = e->push(e, 8 * io[0]), *b = e->alloc(e, io[0]), *c = e->push(e, io[0]), *d = e->push(e, io[0]);
		if (!a || !b || !c || d) return 1;
		e->pop(e, 0, 0);
		e->pop(e, a, 8 * io[0]);
		e->pop(e, c, io[0]);
		e->release(e, b, io[0]);
	}
	return 0;
}

static i64 iteration(env *e, void *given, i64 from, i64 to) {
	for (i64 k = from; k < to; k++) {
		i64 *a = e->push(e, 100), *b = e->push(e, 1000);
		if (!a || !b) return 1;
		for (i64 j = 0; j < 100; j++) a[j] = b[j] = k;
		e->pop(e, a, 100);
		for (i64 j = 0; j < 100; j++) if (b[j] != k) return 2;
		e->pop(e, b, 1000);
	}
	return 0;
}
i64 threads(env *e, i64 *io) { return e->parallel(e, iteration, 0, io[0]); }

/* Blocks that are not given back. */
i64 leaves(env *e, i64 *io) {
	for (i64 k = 0; k < 10; k++) if (!e->push(e, io[0])) return 1;
	return 0;
}
`

// runs calls a function of stacks with two words, and returns what that took of the system's memory.
func runs(t *testing.T, m gpu.Module, function string, may gpu.Budget, a, b int64) Storage {
	t.Helper()
	before := Stored()
	r, err := m.Call(context.Background(), function, []int64{a, b}, may)
	if err != nil {
		t.Fatal(function, err)
	}
	r.Memory.Free()
	if r.Status != 0 {
		t.Fatalf("%s(%d, %d) ends with %d", function, a, b, r.Status)
	}
	after := Stored()
	return Storage{Taken: after.Taken - before.Taken, Most: after.Most}
}

// stackModule is stacks, compiled.
func stackModule(t *testing.T) gpu.Module {
	t.Helper()
	m, err := device(t).Compile(context.Background(), stacks, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestHoles: a block that ends below others leaves a hole that later blocks take, so that 10⁶ rounds need no more than some.
func TestHoles(t *testing.T) {
	m := stackModule(t)
	for _, n := range []int64{8, 504, 4000} {
		runs(t, m, "places", gpu.Budget{Words: 1 << 24}, n, 0)
		runs(t, m, "places", gpu.Budget{Words: 1 << 24}, n, 1)
	}
	for _, n := range []int64{1, 100, 700, 5000} {
		if got := runs(t, m, "two", gpu.Budget{Words: 1 << 24}, n, 1_000_000); got.Most > 3*(n+16)+16 {
			t.Fatalf("two blocks of %d words need %d words", n, got.Most)
		}
	}
	for _, by := range []int64{1, 8, 57} {
		const rounds = 2000
		if got, end := runs(t, m, "growing", gpu.Budget{Words: 1 << 24}, by, rounds), by*rounds; got.Most > 4*end+1<<16 {
			t.Errorf("blocks that grow by %d words to %d need %d words", by, end, got.Most)
		}
	}
}

// TestStack: blocks keep what is written to them until they are given back, in any order, and the same call takes nothing from
// the system a second time.
func TestStack(t *testing.T) {
	m := stackModule(t)
	for _, function := range []string{"random_order", "latest_first"} {
		for seed := range testkit.Fewest(20, 40, 400) {
			runs(t, m, function, gpu.Budget{Words: 1 << 24}, int64(seed+1), 3000)
			if again := runs(t, m, function, gpu.Budget{Words: 1 << 24}, int64(seed+1), 3000); again.Taken != 0 {
				t.Errorf("%s: a second call takes memory %d times", function, again.Taken)
			}
		}
	}
}

// TestStackBound: what was given back may be taken again, and no more than that.
func TestStackBound(t *testing.T) {
	m := stackModule(t)
	for _, n := range []int64{8, 512, 1000, 4096, 10000} {
		runs(t, m, "bound", gpu.Budget{Words: 10*n + 7}, n, 100)
	}
}

// TestStacksOfThreads: each thread has a stack of its own, which it keeps.
func TestStacksOfThreads(t *testing.T) {
	m := stackModule(t)
	may := gpu.Budget{Words: 1 << 24, Threads: 4, Always: true}
	for range 20 { // a thread may come too late to take part
		runs(t, m, "threads", may, 20000, 0)
	}
	taken := int64(0)
	for range 50 {
		taken += runs(t, m, "threads", may, 20000, 0).Taken
	}
	if taken > 3 {
		t.Errorf("50 kernels take memory %d times", taken)
	}
}

// TestGivenBack: some time after a call that needs much its memory is given back, but for some. What a call has not given back itself is
// there again in the next one.
func TestGivenBack(t *testing.T) {
	m := stackModule(t)
	may := gpu.Budget{Words: 1 << 40}
	for range 3 {
		runs(t, m, "leaves", may, 1<<10, 0)
	}
	for range 100 {
		if got := runs(t, m, "leaves", may, 1<<10, 0); got.Taken != 0 || got.Most > 1<<14 {
			t.Fatalf("it takes memory %d times, and %d words", got.Taken, got.Most)
		}
	}
	runs(t, m, "leaves", may, 1<<22, 0) // 40·2²⁰ words
	if got := runs(t, m, "leaves", may, 1<<22, 0); got.Taken != 0 {
		t.Errorf("the next call takes memory %d times", got.Taken)
	}
	for until := time.Now().Add(20 * keptFor); Stored().Kept > mostKept; time.Sleep(keptFor / 10) {
		if time.Now().After(until) {
			t.Fatalf("%d words are kept", Stored().Kept)
		}
	}
	if got := runs(t, m, "leaves", may, 1<<10, 0); got.Taken > 1 {
		t.Errorf("after that a call takes memory %d times", got.Taken)
	}
}
