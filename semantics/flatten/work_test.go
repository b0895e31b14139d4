package flatten_test

import (
	"context"
	"fmt"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
)

// stepsOf is how many steps the lifted kernel takes in the fast engine, roughly: how many statements it executes, and elements it
// copies.
func stepsOf(t *testing.T, text string) int64 {
	t.Helper()
	return stepsIn(t, text, fast.NewKernels(engine.Options{}).Accelerate)
}

// stepsIn is how many steps it takes with an engine, or under the rules themselves.
func stepsIn(t *testing.T, text string, accelerate value.Accelerator) int64 {
	t.Helper()
	p := lifted(t, text)
	m, err := p.machine(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m.Accelerate = accelerate
	ctx := engine.WithSteps(context.Background(), 1<<40)
	if _, err := m.Run(ctx, p.lifted); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return ctx.Taken()
}

// TestWork: with rows that are twice as long, and with twice as many, a lifted kernel takes about twice as many steps, where one row
// takes time in proportion to its length.
func TestWork(t *testing.T) {
	const sized = "let x = kernel i <= %d do i * 7 %% 11\n"
	for _, row := range []string{
		"def row [m] (i : int) (x : [m]int) = filter(map (\\v -> v > i % 5) x, x)",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in filter(map (\\v -> v > i % 5) y, y)",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in partition(map (\\v -> v > i % 5) y, y)",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in scatter(map (\\v -> v + 1) y[1:length(y) / 2], y[1:length(y) / 2], y)",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in positions(map (\\v -> v % 2) (scan (+) i (y ++ reverse y)))",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in counting_sort(12, map (\\v -> v + 1) y)",
		"def row [m] (i : int) (x : [m]int) = let (y, s) = loop (y = x[1 : m - i % 3], s = 0) for r <= m - 5 do (y with [r] = s + y[r + 1], s + y[r]) in y",
		"def row [m] (i : int) (x : [m]int) = loop (y = copy x, j = 1) while j < m - i % 3 do (y with [j] = y[j + 1], j + 1)",
		"def row [m] (i : int) (x : [m]int) = if i % 2 == 0 then x[1 : m / 2] ++ [i] else map (\\v -> v * i) x",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in (y with [2] = i, y with [2:length(y) / 2] = y[1:length(y) / 2], distinct(y))",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] let a = kernel j <= length(y), k <= 3 do y[j] * k in (flatten a, map (\\r -> reduce (+) 0 r) a, a with [2] = [1, 2, 3])",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] let z = map (\\v -> v + i) y let s = reduce (+) 0 z in map (\\v -> v + s) z",
		"def row [m] (i : int) (x : [m]int) = let y = x[1 : m - i % 3] in loop (y = copy y) for r <= 5 do let z = y with [r] = 0 in if z[1] > y[r + 1] then z else y",
		"def row [m] (i : int) (x : [m]int) = if i % 3 == 0 then x[i : m - i] else iota 3",
		"def row [m] (i : int) (x : [m]int) = let (y, _) = loop (y = [i], k = 1) while k < m do (if k % 500 == i % 5 then y ++ y else y, k + 1) in y",
	} {
		long, twice := stepsOf(t, row+"\nlet n = 8\n"+fmt.Sprintf(sized, 1500)), stepsOf(t, row+"\nlet n = 8\n"+fmt.Sprintf(sized, 3000))
		if many := stepsOf(t, row+"\nlet n = 16\n"+fmt.Sprintf(sized, 1500)); float64(twice) > 2.2*float64(long) || float64(many) > 2.2*float64(long) {
			t.Errorf("%d steps, %d for rows that are twice as long, %d for twice as many\n%s", long, twice, many, row)
		}
	}
}

// TestWorkLockstep: a row that goes on for longer than all others does not make these go on.
func TestWorkLockstep(t *testing.T) {
	row := "def row (i : int) (k : int) = let (x, _) = loop (x = iota (if i == 1 then 2 else 30), r = 0) while r < (if i == 1 then k else 2) do (map (\\v -> v + r) x, r + 1) in x\nlet n = 30\n"
	short, long := stepsOf(t, row+"let k = 20\n"), stepsOf(t, row+"let k = 60\n")
	one := stepsOf(t, row[:len(row)-len("let n = 30\n")]+"let n = 1\nlet k = 60\n") - stepsOf(t, row[:len(row)-len("let n = 30\n")]+"let n = 1\nlet k = 20\n")
	if more := long - short; float64(more) > 1.1*float64(one) {
		t.Errorf("40 more rounds of one row take %d steps beside other rows, and %d alone", more, one)
	}
}

// TestWorkShared: rows that share parts of a large array do not copy it, whichever branch gives them.
func TestWorkShared(t *testing.T) {
	row := "def row [m] (i : int) (x : [m]int) = let (y, _) = loop (y = x[1 : i], k = 1) while k < 20 + i do (if (k + i) % 2 == 0 then x[k : i] else iota i, k + 1) in y\nlet n = 5\n"
	small, large := stepsIn(t, row+"let x = iota 100\n", nil), stepsIn(t, row+"let x = iota 20_000\n", nil)
	if float64(large) > 1.2*float64(small) {
		t.Errorf("%d steps with a small array, %d with a large one", small, large)
	}
}
