package simplify_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/opt/simplify"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Variables of a program without results keep their names, if the program names them.
func TestKept(t *testing.T) {
	for _, file := range []string{"fun", "mem"} {
		for _, p := range conditions(t, file) {
			if len(p.Core.Main().Res) > 0 {
				continue
			}
			has := map[string]bool{}
			for _, s := range p.Last(t, "simplify", 0).Program.Main().Stms {
				if l, ok := s.(*syntax.Let); ok {
					for _, x := range l.Pat {
						has[x.Written()] = true
					}
				}
			}
			for _, s := range p.Core.Main().Stms {
				if l, ok := s.(*syntax.Let); ok && !has[l.Pat[0].Written()] {
					t.Errorf("%s: `%s` is gone", p.Name, l.Pat[0].Written())
				}
			}
		}
	}
}

// Dead removes unused statements and results, and nothing else.
func TestDead(t *testing.T) {
	p := passtest.Parse(t, "dead", `def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n), int) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = copy x
  let (b : [n] @ a_mem -> R(n)) = a with [1] = 0
  let (k : int) = n + 0
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = copy x
  in (r, y, k)`)
	j := &rewrite.Job{Supply: p.Supply}
	got := syntax.Print(simplify.Dead(j, p.Core).Defs()[0].Body)
	want := `let (k : int) = n + 0
let (r : mem) = alloc n
let (y : [n]int @ r -> R(n)) = copy x
in (r, y, k)`
	if got != want || len(j.Notes) > 0 {
		t.Errorf("got\n%s\nwith %d notes, want\n%s", got, len(j.Notes), want)
	}
}
