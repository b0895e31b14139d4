package equal_test

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/syntax"
)

// open is what is not shown of two programs and of the functions that both have.
func open(before, after *syntax.Program) (list []string) {
	theirs := map[string]*syntax.Def{}
	for _, d := range before.Defs() {
		theirs[d.Name] = d
	}
	pairs := [][2]*syntax.Def{{}}
	for _, d := range after.Defs() {
		if b := theirs[d.Name]; b != nil {
			pairs = append(pairs, [2]*syntax.Def{b, d})
		}
	}
	for _, p := range pairs {
		what, done := equal.Programs(prove.NewBudget(prove.MaxSteps), equal.Side{Program: before, Def: p[0]}, equal.Side{Program: after, Def: p[1]})
		name := ""
		if p[0] != nil {
			name = p[0].Name + ": "
		}
		if !done {
			list = append(list, name+"the proof is too long")
		}
		for _, o := range what {
			list = append(list, name+o.Text())
		}
	}
	return list
}

func TestSteps(t *testing.T) {
	n, proved := map[string]int{}, map[string]int{}
	var lines []string
	seen := map[string][]string{}
	only := os.Getenv("ONLY")
	for _, p := range passtest.Examples(t) {
		if only != "" && !strings.Contains(p.Name, only) || strings.HasPrefix(p.Name, "right/") && only == "" {
			continue
		}
		for _, list := range []string{"cpu", "gpu"} {
			stages, err := p.Run(list, 0)
			if err != nil {
				t.Fatal(err)
			}
			before := p.Core
			for _, s := range stages[1:] {
				name := s.Step.Pass.Name
				n[name]++
				n[""]++
				start := time.Now()
				same := syntax.Print(before) + "=>" + s.Text
				what, ok := seen[same]
				if !ok {
					what = open(before, s.Read.Core)
					seen[same] = what
				}
				if d := time.Since(start); d > time.Second {
					t.Logf("%s %s %s: %v", p.Name, list, name, d)
				}
				if os.Getenv("LOG") != "" {
					f, _ := os.OpenFile("/tmp/equal-log.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
					fmt.Fprintf(f, "%s %s %s %v %d %s\n", p.Name, list, name, time.Since(start).Round(time.Millisecond), len(what), strings.Join(what, " ## "))
					f.Close()
				}
				if len(what) == 0 {
					proved[name]++
					proved[""]++
				} else {
					lines = append(lines, fmt.Sprintf("%s %s %s\n    %s", p.Name, list, name, strings.Join(what, "\n    ")))
				}
				before = s.Read.Core
			}
		}
	}
	for k := range n {
		lines = append(lines, fmt.Sprintf("%-14s %d of %d", k, proved[k], n[k]))
	}
	sort.Strings(lines)
	os.WriteFile("/tmp/equal-steps.txt", []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
