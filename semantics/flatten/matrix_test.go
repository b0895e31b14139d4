package flatten_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/flatten"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// sizedRow is randomRow with results that have the given sizes, which the body computes first. There may be many rows.
func sizedRow(t *rapid.T) string {
	text := strings.ReplaceAll(randomRow(t), "d[o[i] : c[i]]", "d[o[(i - 1) % 4 + 1] : c[(i - 1) % 4 + 1]]")
	g := &rowGen{t: t}
	head, body, _ := strings.Cut(text, " (d : [6]int) =\n")
	before, after, _ := strings.Cut(body, "\n  in (")
	_, after, _ = strings.Cut(after, "\nlet n = ")
	_, after, _ = strings.Cut(after, "\n")
	vec := "x"
	for _, line := range strings.Split(before, "\n") {
		if name, ok := strings.CutPrefix(line, "  let v"); ok {
			number, _, _ := strings.Cut(name, " ")
			vec = "v" + number
		}
	}
	sizes, res := "", ""
	for k := range g.int(1, 2) {
		sizes += fmt.Sprintf("  let size%d = %s\n", k, g.pick("i % 4", "c[(i - 1) % 4 + 1]", "(i == 2) * 9", "(i == 3) * 7", "max(i - 2, 0)", "length(x) * (i % 2)", "m", "i - 2"))
		res += g.pick(fmt.Sprintf(", kernel j <= size%d do if j <= length(%s) then %s[j] * i else j", k, vec, vec),
			fmt.Sprintf(", kernel j <= size%d, l <= 2 do j + l * length(%s)", k, vec),
			fmt.Sprintf(", kernel j <= size%d do f64(j) / 4.0", k))
		if g.int(0, 2) == 0 {
			res += g.pick(", i", ", length("+vec+")", ", iota k")
		}
	}
	return fmt.Sprintf("%s (d : [6]int) =\n%s%s\n  in (%s)\nlet n = %d\n%s", head, sizes, before, res[2:], 3*g.int(0, 3), after)
}

// inline puts the body of row in the place of its call.
func (p *program) inline() error {
	let := p.kernel.Body.Stms[len(p.kernel.Body.Stms)-1].(*syntax.Let)
	call := let.Exp.(*syntax.Call)
	row := p.def("row")
	by := map[int]syntax.Expr{}
	for k, x := range row.Params {
		by[x.ID] = call.Args[k]
	}
	for _, size := range row.Sizes {
		k, dim, _ := row.FixedBy(size)
		by[size.ID] = p.types[call.Args[k].(*syntax.Var).ID].Dims[dim]
	}
	b := syntax.Fresh(p.session.Supply(), row.Body, by, nil)
	types := map[int]*syntax.Type{}
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, z := range let.Pat {
				types[z.ID] = z.Type
			}
		}
	}
	p.kernel.Body = &syntax.Body{Span: row.Span, Stms: b.Stms}
	p.rows = nil
	for k, z := range row.Ret {
		x, ok := b.Res[k].(*syntax.Var)
		if !ok || z.Type.IsArray() && types[x.ID] == nil {
			if z.Type.IsArray() {
				return fmt.Errorf("result %d is no array of the body", k+1)
			}
			continue
		}
		t := &syntax.Type{}
		if types[x.ID] != nil {
			t = types[x.ID]
		}
		p.kernel.Body.Res = append(p.kernel.Body.Res, x)
		p.rows = append(p.rows, flatten.Row{Z: p.session.Supply().Binding("z", p.nested(t, p.globals["n"])), Parts: []syntax.Expr{x}})
	}
	if len(p.rows) == 0 {
		return fmt.Errorf("no row")
	}
	return nil
}

// choice is the statement that decides how the rows are made, if there is one.
func (p *program) choice() *syntax.Let {
	for _, s := range p.lifted.Decls {
		if let, ok := s.(*syntax.Let); ok {
			if e, ok := let.Exp.(*syntax.If); ok && strings.HasPrefix(syntax.Line(e.Cond), "narrow") {
				return let
			}
		}
	}
	return nil
}

// TestMatrix compares random rows, in a matrix or made together, with each row by itself.
func TestMatrix(t *testing.T) {
	var o outcome
	refused, plain, narrow, wide := 0, 0, 0, 0
	passtest.Check(t, testkit.Sample(400, 10_000), func(rt *rapid.T) {
		text := sizedRow(rt)
		p, err := parsed(text)
		if err == nil {
			err = p.inline()
		}
		if err != nil {
			refused++
			return
		}
		last(text)
		p.matrix = true
		if err := p.lift(); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		if err := p.compare(&o); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		let := p.choice()
		if let == nil {
			plain++
		} else if is, ok := p.isNarrow(let); ok && is {
			narrow++
		} else if ok {
			wide++
		}
	})
	t.Logf("%+v; %d are no programs, %d have no choice, %d are in a matrix, %d are not", o, refused, plain, narrow, wide)
	if min(narrow, wide) < 5 {
		t.Errorf("%d in a matrix and %d not are too few", narrow, wide)
	}
}

// isNarrow tells what the condition of the choice is in a run that ends.
func (p *program) isNarrow(let *syntax.Let) (is, ok bool) {
	m, err := p.machine(limited())
	if err != nil {
		return false, false
	}
	if _, err := m.Run(limited(), p.lifted); err != nil {
		return false, false
	}
	return numberOf(m.Env.Of(let.Exp.(*syntax.If).Cond.(*syntax.Var).ID)) == 1, true
}

// TestMatrixWork: rows of one size take fewer steps in a matrix, and one long row among short ones does not make a large matrix.
func TestMatrixWork(t *testing.T) {
	const row = "def row (i : int) (k : int) = let size = 2 + i / 40 * k in loop (y = iota size) for r <= 6 do map (\\v -> v * r %% 7) y\nlet n = %d\nlet k = %d\n"
	steps := func(matrix bool, n, k int) int64 {
		text := fmt.Sprintf(row, n, k)
		p, err := parsed(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.inline(); err != nil {
			t.Fatal(err)
		}
		if p.matrix = matrix; p.lift() != nil {
			t.Fatal(p.lift())
		}
		m, err := p.machine(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		m.Accelerate = fast.NewKernels(engine.Options{}).Accelerate
		ctx := engine.WithSteps(context.Background(), 1<<40)
		if _, err := m.Run(ctx, p.lifted); err != nil {
			t.Fatal(err)
		}
		return ctx.Taken()
	}
	if in, out := steps(true, 39, 500), steps(false, 39, 500); in >= out {
		t.Errorf("%d steps in a matrix, %d otherwise", in, out)
	}
	if in, out := steps(true, 40, 5000), steps(false, 40, 5000); float64(in) > 1.2*float64(out) {
		t.Errorf("one long row takes %d steps, and %d without a matrix", in, out)
	}
}
