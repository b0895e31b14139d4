package imp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// gen draws random trees of every shape that the parser can make.
type gen struct{ *rapid.T }

func (g gen) n(low, high int) int { return rapid.IntRange(low, high).Draw(g.T, "n") }

func (g gen) name() string {
	return rapid.SampledFrom([]string{"x", "y'", "x_mem", "n", "vary", "R1", "_", "free", "length_1"}).Draw(g.T, "name")
}

func (g gen) variable() *syntax.Var { return &syntax.Var{Name: g.name()} }

func (g gen) binding(t *syntax.Type) *syntax.Binding {
	return &syntax.Binding{Name: g.name(), Type: t}
}

func (g gen) se(depth int) syntax.Expr {
	if depth--; depth < 0 || g.n(0, 2) == 0 {
		switch g.n(0, 3) {
		case 0:
			return &syntax.IntLit{Val: num.Of(int64(g.n(-3, 100)))}
		case 1:
			return &syntax.RealLit{Text: rapid.SampledFrom([]string{"1.5", "-2.0", "inf", "nan", "1e9"}).Draw(g.T, "real")}
		}
		return g.variable()
	}
	if g.n(0, 2) == 0 {
		return &syntax.Unary{Op: syntax.Op(g.n(int(syntax.Neg), int(syntax.NumOps)-1)), X: g.se(depth)}
	}
	op := syntax.Op(g.n(0, int(syntax.Atan2)))
	if op == syntax.And || op == syntax.Or {
		op = syntax.Min
	}
	return &syntax.Binary{Op: op, X: g.se(depth), Y: g.se(depth)}
}

func (g gen) stms(depth int) []Stm {
	list := make([]Stm, g.n(1, 4))
	for k := range list {
		list[k] = g.stm(depth)
	}
	return list
}

func (g gen) stm(depth int) Stm {
	last := 11
	if depth--; depth < 0 {
		last = 7
	}
	switch g.n(0, last) {
	case 0:
		return &Skip{}
	case 1:
		return &Declare{X: g.binding(g.typ())}
	case 2:
		return &Assign{X: g.variable(), E: g.se(3)}
	case 3:
		return &Alloc{X: g.variable(), N: g.se(3)}
	case 4:
		return &Read{X: g.variable(), Y: g.variable(), At: g.se(3)}
	case 5:
		return &Write{X: g.variable(), At: g.se(3), E: g.se(3)}
	case 6:
		return g.check()
	case 7:
		return &Free{X: g.variable()}
	case 8:
		return &If{Cond: g.se(2), Then: g.stms(depth), Else: g.stms(depth)}
	case 9:
		return &Kernel{X: g.binding(nil), N: g.se(2), Body: g.stms(depth)}
	case 10:
		return &For{X: g.binding(nil), N: g.se(2), Body: g.stms(depth)}
	}
	return &While{Cond: g.se(2), Body: g.stms(depth)}
}

func (g gen) typ() *syntax.Type {
	return &syntax.Type{Elem: rapid.SampledFrom([]syntax.Elem{syntax.Int, syntax.F64, syntax.Mem}).Draw(g.T, "type")}
}

func (g gen) array() *syntax.Type {
	t := &syntax.Type{Elem: syntax.Elem(g.n(0, 1))}
	for range g.n(1, 3) {
		t.Dims = append(t.Dims, g.se(1))
	}
	l := syntax.RowMajor(t.Dims)
	if g.n(0, 1) == 0 {
		l.RowMajor, l.Offset = false, g.se(2)
	}
	t.Mem = &syntax.MemAnn{Block: g.variable(), L: l}
	return t
}

func (g gen) check() Stm {
	c := &Check{Terms: []syntax.Expr{g.se(2)}}
	for range g.n(1, 2) {
		c.Rels = append(c.Rels, syntax.Op(g.n(int(syntax.Eq), int(syntax.Ge))))
		c.Terms = append(c.Terms, g.se(2))
	}
	if g.n(0, 1) == 0 {
		c.Terms[g.n(0, 1)] = &syntax.Length{X: g.variable()}
		c.Why = "index %2: `x`"
	}
	return c
}

// TestRandomTrees prints random programs, which read back as they were.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := gen{rt}
		p := &Program{}
		for range g.n(0, 2) {
			p.Inputs = append(p.Inputs, g.binding(g.typ()), g.binding(g.array()))
		}
		if g.n(0, 5) > 0 {
			p.Body = g.stms(3)
		}
		for range g.n(0, 2) {
			p.Return = append(p.Return, &Result{X: g.se(2), Type: g.typ()}, &Result{X: g.variable(), Type: g.array()})
		}
		roundTrip(rt, p)
		if _, err := Resolve(p, nil); err != nil {
			for _, d := range diag.Of(err) {
				if d.Kind != diag.Type || d.Msg == "" {
					rt.Fatalf("a bad diagnostic: %+v", d)
				}
			}
		}
	})
}

// FuzzParse feeds any bytes: they give a program, whose printed text reads back as the
// program, or an error of kind Syntax with a place.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"testdata/syntax.imp", "testdata/types.imp"} {
		for _, c := range testkit.Chunks(&testing.T{}, file) {
			f.Add(strings.TrimLeft(c.Source.Text, "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(diag.NewSource("fuzz", text))
		for _, d := range diag.Of(err) {
			if d.Kind != diag.Syntax || !d.Span.IsValid() || d.Span.Start > d.Span.End || d.Span.End > len(text) || d.Msg == "" {
				t.Fatalf("a bad diagnostic: %+v", d)
			}
			if utf8.ValidString(text) && !utf8.ValidString(d.Error()) {
				t.Fatalf("the message is not UTF-8: %q", d.Error())
			}
		}
		if err != nil {
			return
		}
		if _, err := Parse(diag.NewSource("deep", Print(p))); err == nil || !strings.Contains(err.Error(), "deep, wanted") {
			roundTrip(t, p)
		}
		_, _ = Resolve(p, nil)
	})
}
