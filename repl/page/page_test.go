package page_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/step"
	"funmem/internal/browser"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/page"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// programs are what the page is tested with.
var programs = map[string]string{
	"views": `let x = kernel i <= 3, j <= 2 do 10 * i + j
let y = kernel j <= 2 do reduce (+) 0 (transpose x)[j]
y`,
	"race": `let (x_mem : mem) = alloc 4
let (x : [4] @ x_mem -> R(4)) = iota 4
let (y : [4] @ x_mem -> R(4)) = kernel i <= 4 do x[5 - i] + 1
in (x_mem, y)`,
	"loop": `def f (n : int) = loop (a = 1, b = [n, n]) for k <= 2 do (a * k, kernel i <= 2 do b[i] + a)
f(5)`,
	"stuck": `let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let k = x[1] + 2
let z = x[k]
in (z)`,
	"freed": `let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let k = x[1] + x[2]
free x_mem
in (k)`,
	"rank": `kernel i <= 2, j <= 2, k <= 2 do 100 * i + 10 * j + k`,
	"wide": `let x = kernel i <= 20 do f64(i) * 0.5
x[3]`,
	"call": `def g (a : [2]int) = let s = a[1] + a[2] in s * 2
let a = [1, 2]
let s = 40
g([3, s]) + g(a)`,
	"number": `let a = 3
a * 2`,
}

//go:embed driver_test.js
var driver string

// story is the story of a program under a schedule.
func story(t rapid.TB, p *syntax.Program, schedule string) *step.Story {
	t.Helper()
	order, err := engine.ParseSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	s, err := step.Record(context.Background(), p, step.Options{Options: engine.Options{Schedule: order, Memory: 1 << 28}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// orders are the orders of a program, as far as most steps go.
func orders(t rapid.TB, p *syntax.Program, most int) *step.Orders {
	t.Helper()
	o, err := step.AllOrders(most, func(hand []int) (*step.Story, error) {
		return step.Record(context.Background(), p, step.Options{Options: engine.Options{Memory: 1 << 28}, ByHand: true, Hand: hand}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// goesThrough opens the page of a program, and compares everything that it shows with what the steps say.
func goesThrough(t rapid.TB, b *browser.Tab, name, text string, p *syntax.Program, most int) {
	t.Helper()
	o := orders(t, p, most)
	reverse := page.Run{Schedule: "reverse", Orders: step.One(story(t, p, "reverse"))}
	html, err := page.HTML(onePage(name, []page.Form{{Name: "source", Text: text, Source: true}, {Name: "FUNMEM", Text: syntax.Print(p)}}, o, reverse))
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := json.Marshal([][]order{ordersOf(o), ordersOf(reverse.Orders)})
	if err != nil {
		t.Fatal(err)
	}
	b.Page(html, "")
	if found := browser.Run[string](b, fmt.Sprintf("(%s)(%s)", strings.TrimRight(driver, "\n"), wanted)); !strings.HasPrefix(found, "fine") {
		t.Fatalf("%s: %s", name, found)
	} else if l, ok := t.(*testing.T); ok {
		l.Log(found)
	}
}

// TestBrowser: in a browser, every control leads to the state that the steps say.
func TestBrowser(t *testing.T) {
	b := browser.Open(t)
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			goesThrough(t, b, name, text, passtest.Parse(t, name, text).Mem(t).Core, 300)
		})
	}
}

// TestExamplesInBrowser: and so with the figures and the wrong programs.
func TestExamplesInBrowser(t *testing.T) {
	b := browser.Open(t)
	var programs []*passtest.Program
	for _, p := range append(passtest.Examples(t), passtest.Wrong(t)...) {
		if dir, _, _ := strings.Cut(p.Name, "/"); dir == "figures" || dir == "wrong" || dir == "errata" {
			programs = append(programs, p)
		}
	}
	n, long := 0, 0
	for k, p := range programs {
		if k%testkit.Sample(6, 1) != 0 {
			continue
		}
		mem := p.Mem(t)
		if len(story(t, mem.Core, "forward").Steps) > 400 {
			long++
			continue
		}
		n++
		goesThrough(t, b, p.Name, syntax.Print(p.Core), mem.Core, 60)
	}
	t.Logf("%d programs; %d have more than 400 steps and were left out", n, long)
	if n == 0 {
		t.Error("no program was looked at")
	}
}

// TestRandomBrowser: and so with random programs.
func TestRandomBrowser(t *testing.T) {
	b := browser.Open(t)
	n, long := 0, 0
	passtest.Check(t, testkit.Sample(60, 900), func(rt *rapid.T) {
		p := passtest.Drawn(rt).Mem(rt).Claimed(rt)
		if len(story(rt, p.Core, "forward").Steps) > 150 {
			long++
			return
		}
		n++
		goesThrough(rt, b, fmt.Sprint("random ", n), syntax.Print(p.Core), p.Core, 60)
	})
	t.Logf("%d programs; %d have more than 150 steps and were left out", n, long)
	if n == 0 {
		t.Error("no program was looked at")
	}
}
