package expand_test

import (
	"testing"

	"funmem/lower/expand"
	"funmem/lower/introduce"
	"funmem/lower/opt/hoist"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// TestLine: a line of a session uses arrays of earlier lines. The passes know their types,
// and the check of what they ensure does not.
func TestLine(t *testing.T) {
	s, st := elab.NewSession(nil), introduce.New()
	types := map[int]*syntax.Type{}
	for _, text := range []string{
		"let x = [[3, 1], [2, 4]]\nlet n = 2",
		"let y = kernel i <= n do let a = if x[i, 1] > 2 then x else transpose (kernel j <= 2 do copy x[j]) in reduce (\\s r -> let z = replicate(abs(r[1]), s) in z[1] + r[2]) 1 a",
		"let z = kernel i <= n do reduce (\\s r -> let z = replicate(abs(r[1]), s) in z[1] + r[2]) 1 x",
	} {
		p, err := syntax.Parse(diag.NewSource("line", text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		m, err := st.Program(u.Core, s.Supply())
		if err != nil {
			t.Fatal(err)
		}
		j := &rewrite.Job{Supply: s.Supply(), Type: func(id int) *syntax.Type { return types[id] }}
		for _, run := range []func(*rewrite.Job, *syntax.Program) (*syntax.Program, error){hoist.Run, expand.Run, hoist.Lower} {
			if m, err = run(j, m); err != nil {
				t.Fatal(err)
			}
		}
		for _, ensured := range []func(*syntax.Program) error{hoist.Late, func(p *syntax.Program) error { return expand.Expanded(j, p) }} {
			if err := ensured(m); err != nil {
				t.Errorf("%v\n%s", err, syntax.Print(m))
			}
		}
		if err := s.Adopt(m); err != nil {
			t.Fatalf("%v\n%s", err, syntax.Print(m))
		}
		for id, typ := range rewrite.TypesOf(m, nil) {
			types[id] = typ
		}
	}
}
