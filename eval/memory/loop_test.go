package memory_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/lower/introduce"
	"funmem/semantics/elab"
)

// TestLoopDropsBlocks: a loop keeps the blocks from before it and those that it carries. It
// drops the other blocks that its rounds allocated.
func TestLoopDropsBlocks(t *testing.T) {
	p := core(t, elab.NewSession(nil), `
let (am : mem) = alloc 2
let (a : [2]int @ am -> R(2)) = iota 2
let (ym : mem) (y : [2]int @ ym -> R(2)) = loop (xm : mem = am) (x : [2]int @ xm -> R(2) = a) while
    let (tm : mem) = alloc 2
    let (t : [2]int @ tm -> R(2)) = copy x
    let (e : int) = t[1]
    in (e < 50)
  do
  let (km : mem) = alloc 2
  let (k : [2]int @ km -> R(2)) = kernel j <= 2 do
    let (e : int) = x[j]
    in (e * 2)
  let (um : mem) = alloc 2
  let (u : [2]int @ um -> R(2)) = copy k
  in (um, u)
in (ym, y)
`)
	m := memory.New(memory.Options{Validate: true})
	out, err := m.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(t, out); got != "[64, 128]" {
		t.Errorf("%s", got)
	}
	names := ""
	for _, b := range m.Heap.Blocks() {
		names += b.String() + " "
	}
	if names != "am um#6 " {
		t.Errorf("the blocks are %s", names)
	}
}

// TestLoopPeak: the memory of a loop does not grow with its rounds. A loop that works in
// place needs only its array; any other needs three.
func TestLoopPeak(t *testing.T) {
	for _, c := range []struct {
		text string
		peak int
	}{
		{"loop (x = iota 50) for i <= %d do x with [i %% 50 + 1] = x[i %% 50 + 1] + i", 50},
		{"loop (x = iota 50) for i <= %d do kernel k <= 50 do x[k] + i", 150},
		{"loop (x = replicate(50, 0.5)) for i <= %d do map (\\a -> a * a) x", 150},
	} {
		for _, rounds := range []int{10, 100, 1000} {
			fun := elab.NewSession(nil)
			p, err := introduce.New().Program(core(t, fun, fmt.Sprintf(c.text, rounds)), fun.Supply())
			if err != nil {
				t.Fatal(err)
			}
			m := memory.New(memory.Options{Validate: true})
			if _, err := m.Run(context.Background(), p); err != nil {
				t.Fatal(err)
			}
			if got := m.Heap.Peak(); got != c.peak {
				t.Errorf("%s: %d locations at most, wanted %d", fmt.Sprintf(c.text, rounds), got, c.peak)
			}
		}
	}
}

// TestLoopInterrupted: a loop without statements ends with its context.
func TestLoopInterrupted(t *testing.T) {
	for _, text := range []string{
		"let (a : int) = loop (x : int = 1) while in (x) do in (x)\nin (a)",
		"let (n : int) = 10 ** 15\nlet (a : int) = loop (x : int = 1) for i <= n do in (x)\nin (a)",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, err := memory.New(memory.Options{}).Run(ctx, core(t, elab.NewSession(nil), text))
		var stop *engine.Interrupted
		if !errors.As(err, &stop) {
			t.Errorf("%s: not interrupted: %v", text, err)
		}
		cancel()
	}
}
