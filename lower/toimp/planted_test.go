package toimp_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/testkit"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// planted are mistakes of a translation. Each is a change of the correct statements in a
// sequence.
var planted = []struct {
	name string
	make func(list []ast.Stm) []ast.Stm
}{
	{"Copy without the temporary", withoutTemporary},
	{"parallel assignment in sequence", inSequence},
	{"no bounds checks", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if _, ok := s.(*ast.Check); ok {
				return &ast.Skip{}
			}
			return s
		})
	}},
	{"offsets from 1 in writes, as Fig. 13 has them", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if w, ok := s.(*ast.Write); ok {
				return &ast.Write{Span: w.Span, X: w.X, At: plus(w.At, 1), E: w.E}
			}
			return s
		})
	}},
	{"offsets from 1 in reads", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if r, ok := s.(*ast.Read); ok {
				return &ast.Read{Span: r.Span, X: r.X, Y: r.Y, At: plus(r.At, 1)}
			}
			return s
		})
	}},
	{"loops as kernels", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if l, ok := s.(*ast.For); ok {
				return &ast.Kernel{Span: l.Span, X: l.X, N: l.N, Body: l.Body}
			}
			return s
		})
	}},
	{"branches exchanged", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if i, ok := s.(*ast.If); ok {
				return &ast.If{Span: i.Span, Cond: i.Cond, Then: i.Else, Else: i.Then}
			}
			return s
		})
	}},
	{"a round too many", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if l, ok := s.(*ast.For); ok {
				return &ast.For{Span: l.Span, X: l.X, N: plus(l.N, 1), Body: l.Body}
			}
			return s
		})
	}},
	{"the last row not copied", func(list []ast.Stm) []ast.Stm {
		return each(list, func(s ast.Stm) ast.Stm {
			if k, ok := s.(*ast.Kernel); ok {
				return &ast.Kernel{Span: k.Span, X: k.X, N: plus(k.N, -1), Body: k.Body}
			}
			return s
		})
	}},
}

// TestPlanted plants each mistake into the programs of the golden file and the stuck ones.
// The correct programs pass, and one of the wrong ones fails.
func TestPlanted(t *testing.T) {
	programs := []string{
		"let n = [3, 5][2]\nlet x = iota 4\nx[n]",
		"let n = [1, 0 - 1][2]\nlet x = iota 4\nx[2:n]",
		"let n = [1, 4][2]\nlet x = iota 4\nx with [n:2] = [7, 8]",
		"let n = [1, 2][2]\ncheck n = 3\nn",
	}
	for _, c := range testkit.Chunks(t, "testdata/forms.fun") {
		programs = append(programs, c.Source.Text)
	}
	for _, text := range programs {
		f := lowered(t, text)
		if !holds(t, f, f.imp.Body) {
			t.Errorf("what is right fails:\n%s\n%s", text, ast.Print(f.imp))
		}
	}
	for _, m := range planted {
		caught := false
		for _, text := range programs {
			f := lowered(t, text)
			caught = caught || !holds(t, f, rewrite(f.imp.Body, m.make))
		}
		if !caught {
			t.Errorf("%s: no program shows it", m.name)
		}
	}
}

// holds is the property: the heap semantics and IMP both get stuck, or give the same
// results without a race.
func holds(t *testing.T, f forms, body []ast.Stm) bool {
	t.Helper()
	p := *f.imp
	p.Body = body
	want, wantErr := onHeap(t, f.mem, engine.Options{})
	for _, schedule := range schedules {
		out, err := run(&p, schedule)
		if (err == nil) != (wantErr == nil) || hasRace(out) {
			return false
		}
		for k, v := range out.Results {
			if !v.Equal(want[k]) {
				return false
			}
		}
	}
	return true
}

// onHeap returns the values of the results of a program on the heap.
func onHeap(t fails, p *syntax.Program, opts engine.Options) (vs []value.Val, err error) {
	t.Helper()
	out, err := memory.New(memory.Options{Options: opts}).Run(context.Background(), p)
	if err != nil {
		return nil, err
	}
	for _, r := range out.Results {
		if v, err := memory.Show(r); err != nil {
			t.Fatalf("%v", err)
		} else if r.IsNumber() || r.IsArray() {
			vs = append(vs, v)
		}
	}
	return vs, nil
}

// rewrite changes each sequence of statements, inner ones first.
func rewrite(list []ast.Stm, f func([]ast.Stm) []ast.Stm) []ast.Stm {
	return f(each(list, func(s ast.Stm) ast.Stm {
		switch s := s.(type) {
		case *ast.If:
			return &ast.If{Span: s.Span, Cond: s.Cond, Then: rewrite(s.Then, f), Else: rewrite(s.Else, f)}
		case *ast.Kernel:
			return &ast.Kernel{Span: s.Span, X: s.X, N: s.N, Body: rewrite(s.Body, f)}
		case *ast.For:
			return &ast.For{Span: s.Span, X: s.X, N: s.N, Body: rewrite(s.Body, f)}
		case *ast.While:
			return &ast.While{Span: s.Span, Cond: s.Cond, Body: rewrite(s.Body, f)}
		}
		return s
	}))
}

func each(list []ast.Stm, f func(ast.Stm) ast.Stm) []ast.Stm {
	var out []ast.Stm
	for _, s := range list {
		out = append(out, f(s))
	}
	return out
}

func plus(e syntax.Expr, k int64) syntax.Expr {
	return &syntax.Binary{Op: syntax.Add, X: e, Y: &syntax.IntLit{Val: num.Of(k)}}
}

// inSequence drops what a parallel assignment keeps: var t : τ; t ← x; …; y ← t becomes
// …; y ← x.
func inSequence(list []ast.Stm) []ast.Stm {
	kept := map[int]syntax.Expr{}
	for k, s := range list {
		d, ok := s.(*ast.Declare)
		if !ok || k+1 == len(list) {
			continue
		}
		if a, ok := list[k+1].(*ast.Assign); ok && a.X.ID == d.X.ID {
			if x, ok := a.E.(*syntax.Var); ok {
				kept[d.X.ID] = x
			}
		}
	}
	return each(list, func(s ast.Stm) ast.Stm {
		if a, ok := s.(*ast.Assign); ok {
			if t, ok := a.E.(*syntax.Var); ok && kept[t.ID] != nil {
				return &ast.Assign{Span: a.Span, X: a.X, E: kept[t.ID]}
			}
		}
		return s
	})
}

// withoutTemporary lets Copy read where it writes: one loop is left of those to the
// temporary block and from it.
func withoutTemporary(list []ast.Stm) []ast.Stm {
	var out []ast.Stm
	for k := 0; k < len(list); k++ {
		d, ok := list[k].(*ast.Declare)
		if !ok || !strings.HasPrefix(d.X.Name, "copy_mem") || k+3 >= len(list) {
			out = append(out, list[k])
			continue
		}
		index, from := nested(list[k+2])
		to, _ := nested(list[k+3])
		by := map[int]syntax.Expr{}
		for j, x := range index {
			by[x.ID] = to[j].Use()
		}
		out = append(out, rewrite(list[k+3:k+4], func(list []ast.Stm) []ast.Stm {
			return each(list, func(s ast.Stm) ast.Stm {
				if r, ok := s.(*ast.Read); ok {
					return &ast.Read{Span: r.Span, X: r.X, Y: from.Y, At: syntax.Subst(from.At, by)}
				}
				return s
			})
		})...)
		k += 3
	}
	return out
}

// nested returns the indices of nested loops, and what the innermost body reads.
func nested(s ast.Stm) (index []*syntax.Binding, read *ast.Read) {
	ast.Walk([]ast.Stm{s}, func(s ast.Stm) bool {
		switch s := s.(type) {
		case *ast.Kernel:
			index = append(index, s.X)
		case *ast.For:
			index = append(index, s.X)
		case *ast.Read:
			read = s
		}
		return true
	})
	return index, read
}
