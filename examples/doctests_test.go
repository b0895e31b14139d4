package examples_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/repl"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// others are the operators that mutants put in place of an operator.
var others = map[syntax.Op]string{
	syntax.Add: "-", syntax.Sub: "+", syntax.Mul: "+", syntax.Div: "*", syntax.Mod: "+",
	syntax.Eq: "!=", syntax.Ne: "==", syntax.Lt: "<=", syntax.Le: "<", syntax.Gt: ">=", syntax.Ge: ">",
	syntax.And: "||", syntax.Or: "&&", syntax.Min: "max", syntax.Max: "min",
}

// edit is a change to a text: a new text for a span.
type edit struct {
	at diag.Span
	by string
}

// edits returns changes to the defs of a program: another constant, operator or branch. Code inside
// a while loop stays as it is, because the mutant might not end.
func edits(p *syntax.Program) (list []edit) {
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	repeated := map[string]bool{}
	var repeat func(n syntax.Node)
	repeat = func(n syntax.Node) {
		called := func(name string) {
			if d := defs[name]; d != nil && !repeated[name] {
				repeated[name] = true
				repeat(d.Body)
			}
		}
		syntax.Walk(n, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Call:
				called(n.Fn)
			case *syntax.Var: // an argument of map
				called(n.Name)
			}
			return true
		})
	}
	syntax.Walk(p, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Loop); ok && l.While != nil {
			repeat(l)
		}
		return true
	})
	for _, d := range p.Defs() {
		if repeated[d.Name] {
			continue
		}
		syntax.Walk(d.Body, func(n syntax.Node) bool {
			if l, ok := n.(*syntax.Loop); ok && l.While != nil {
				return false
			}
			list = append(list, editsOf(n)...)
			return true
		})
	}
	return list
}

// editsOf returns the changes to one node.
func editsOf(n syntax.Node) []edit {
	e, ok := n.(syntax.Expr)
	if !ok || !e.GetSpan().IsValid() {
		return nil
	}
	at := e.GetSpan()
	switch e := n.(type) {
	case *syntax.IntLit:
		return []edit{{at, "(" + at.Text() + " + 1)"}}
	case *syntax.RealLit:
		return []edit{{at, "(" + at.Text() + " + 1.0)"}}
	case *syntax.Unary:
		if e.Op == syntax.Neg {
			return []edit{{at, "(" + e.X.GetSpan().Text() + ")"}}
		}
	case *syntax.If:
		return []edit{{e.Cond.GetSpan(), "!(" + e.Cond.GetSpan().Text() + ")"}}
	case *syntax.Binary:
		x, y, op := e.X.GetSpan().Text(), e.Y.GetSpan().Text(), others[e.Op]
		switch {
		case op == "":
		case op == "min" || op == "max":
			return []edit{{at, fmt.Sprintf("%s(%s, %s)", op, x, y)}}
		default:
			return []edit{{at, fmt.Sprintf("((%s) %s (%s))", x, op, y)}}
		}
	}
	return nil
}

// answer returns what a sub-command prints for a file, and whether it ended well. It has no input.
func answer(t *testing.T, body cli.Body, path string) (string, bool) {
	var out bytes.Buffer
	o := &cli.Options{Settings: session.Defaults()}
	o.Limit = 0
	err := body(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, o, []string{path})
	return out.String(), err == nil
}

// TestDoctestsRefute changes the defs of the benchmarks. It counts the mutants that give other
// results, or have failing examples. The examples in the comments must refute three of four of
// these. Without -full it takes some of them, spread over the program.
func TestDoctestsRefute(t *testing.T) {
	most := 12
	if *full {
		most = 1 << 30
	}
	for _, folder := range benchmarks {
		dir := t.TempDir()
		files := glob(t, folder+"/*.fun")
		for _, path := range files {
			put(t, filepath.Join(dir, filepath.Base(path)), source(t, path).Text)
		}
		for _, path := range files {
			t.Run(path, func(t *testing.T) {
				src := source(t, path)
				p, err := syntax.Parse(src)
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, filepath.Base(path))
				defer put(t, file, src.Text)
				printed, _ := answer(t, cli.Run, file)
				refuted, list, survivors := 0, edits(p), []string{}
				step := max(1, len(list)/most)
				for k := step / 2; k < len(list); k += step {
					e := list[k]
					put(t, file, src.Text[:e.at.Start]+e.by+src.Text[e.at.End:])
					said, ok := answer(t, repl.Test, file)
					if strings.Contains(said, "syntax error") || strings.Contains(said, "type error") {
						continue
					}
					if !ok {
						refuted++
					} else if got, _ := answer(t, cli.Run, file); got != printed {
						survivors = append(survivors, fmt.Sprintf("%s: %s for %s", e.at, e.by, e.at.Text()))
					}
				}
				t.Logf("%d of %d", refuted, refuted+len(survivors))
				if refuted < 3*len(survivors) {
					t.Errorf("the examples refute %d and pass\n%s", refuted, strings.Join(survivors, "\n"))
				}
			})
		}
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
