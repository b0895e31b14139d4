package memory_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/semantics/elab"
)

// TestLoopDropsBlocks: a loop keeps the blocks from before it and those that it
// carries, and none of the others that its rounds allocated.
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
