package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// gen draws random trees of every shape that the parser can make.
type gen struct{ t *rapid.T }

func (g gen) n(low, high int) int { return rapid.IntRange(low, high).Draw(g.t, "n") }

func (g gen) name() string {
	return rapid.SampledFrom([]string{"x", "y'", "_", "free", "long_name_of_a_variable", "shaped", "R1", "n", "inner", "a.x", "a.b.free"}).Draw(g.t, "name")
}

func (g gen) exprs(low, high, depth int) []Expr {
	es := make([]Expr, g.n(low, high))
	for i := range es {
		es[i] = g.expr(depth)
	}
	return es
}

func (g gen) expr(depth int) Expr {
	if depth--; depth < 0 {
		if g.n(0, 1) == 0 {
			return &Var{Name: g.name()}
		}
		if g.n(0, 1) == 0 {
			return g.real()
		}
		return &IntLit{Val: num.Of(int64(g.n(-3, 1000)))}
	}
	switch g.n(0, 33) {
	case 0, 1, 2, 3:
		return &Binary{Op: Op(g.n(0, int(Atan2))), X: g.expr(depth), Y: g.expr(depth)}
	case 4, 5:
		return &Unary{Op: Op(g.n(int(Neg), int(NumOps)-1)), X: g.expr(depth)}
	case 6:
		return &Index{X: g.expr(depth), At: g.exprs(1, 3, depth)}
	case 7, 8:
		at := []Ix{{Kind: IxRange, Off: g.expr(depth), Size: g.expr(depth)}, {Kind: IxAll}, {Kind: IxFix, Off: g.expr(depth)}}
		if g.n(0, 1) == 0 {
			at[0].Stride = g.expr(depth)
		}
		if g.n(0, 2) == 0 {
			at[0] = Ix{Kind: IxFlat, Off: g.expr(depth), Dims: []LMADDim{{g.expr(depth), g.expr(depth)}, {g.expr(depth), g.expr(depth)}}[:g.n(1, 2)]}
		}
		return &Slice{X: g.expr(depth), At: at[:g.n(1, 3)]}
	case 9:
		return &Transpose{X: g.expr(depth)}
	case 10:
		return &Permute{Perm: []int{2, 1, 3}[:g.n(1, 3)], X: g.expr(depth)}
	case 11:
		return &Reverse{X: g.expr(depth)}
	case 12:
		return &Iota{N: g.expr(depth)}
	case 13:
		return &Copy{X: g.expr(depth)}
	case 14:
		return &Replicate{N: g.expr(depth), X: g.expr(depth)}
	case 15:
		return &Literal{Elems: g.exprs(0, 4, depth)}
	case 16:
		return &If{Cond: g.expr(depth), Then: g.body(depth), Else: g.body(depth)}
	case 17:
		k := &Kernel{Body: g.body(depth)}
		for range g.n(1, 2) {
			k.Index = append(k.Index, Bound{&Binding{Name: g.name()}, g.expr(depth)})
		}
		return k
	case 18:
		return &Call{Fn: "f", Args: g.exprs(0, 3, depth)}
	case 19:
		return &Block{Body: g.block(depth)}
	case 20:
		return &Tuple{Elems: g.exprs(2, 3, depth)}
	case 21, 22:
		return g.loop(depth)
	case 23, 24:
		at := []Ix{{Kind: IxRange, Off: g.expr(depth), Size: g.expr(depth)}, {Kind: IxAll}, {Kind: IxFix, Off: g.expr(depth)}}
		return &With{X: g.expr(depth), At: at[g.n(0, 2):], V: g.expr(depth)}
	case 25:
		return &Map{Fn: g.fn(depth), Xs: g.exprs(1, 3, depth)}
	case 26:
		return g.mapped(&Fold{Name: "reduce", Fn: g.fn(depth), Ne: g.some(depth), Xs: g.exprs(1, 3, depth)})
	case 27:
		return g.mapped(&Fold{Name: "scan", Fn: g.fn(depth), Ne: g.some(depth), Xs: g.exprs(1, 3, depth)})
	case 28:
		return &Concat{Xs: g.exprs(2, 3, depth), Infix: g.n(0, 2) > 0}
	case 29:
		return &Reshape{Dims: g.some(depth), X: g.expr(depth)}
	case 30:
		return &Flatten{X: g.expr(depth)}
	case 32:
		return &Scratch{Elem: []Elem{Int, F64}[g.n(0, 1)], Dims: g.some(depth)}
	case 31:
		return &Rotate{K: g.expr(depth), X: g.expr(depth)}
	}
	return []Expr{&Shape{X: g.expr(depth)}, &Length{X: g.expr(depth)}, &Alloc{N: g.expr(depth)}, &Claim{X: g.expr(depth)}}[g.n(0, 3)]
}

func (g gen) real() Expr {
	text := rapid.SampledFrom([]string{"", "0.5", "-1_0.50", "2e-3", "1e+999", "-0.0", "nan", "inf", "-inf", "0.1000000000000000000000001"}).Draw(g.t, "real")
	if text == "" {
		return &RealLit{Val: rapid.Float64().Draw(g.t, "val")}
	}
	val, _ := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return &RealLit{Text: text, Val: val}
}

// some is one expression or several, but not a tuple alone, which is several.
func (g gen) some(depth int) []Expr {
	es := g.exprs(1, 3, depth)
	if t, ok := es[0].(*Tuple); ok && len(es) == 1 {
		return t.Elems
	}
	return es
}

func (g gen) loop(depth int) Expr {
	l := &Loop{Body: g.body(depth)}
	typed := g.n(0, 1) == 0
	for range g.n(1, 3) {
		l.Params = append(l.Params, g.binding(depth, typed && g.n(0, 3) > 0))
		l.Init = append(l.Init, g.expr(depth))
	}
	if g.n(0, 1) == 0 {
		l.For = &Bound{&Binding{Name: g.name()}, g.expr(depth)}
	} else {
		l.While = g.body(depth)
	}
	return l
}

func (g gen) fn(depth int) Expr {
	switch g.n(0, 4) {
	case 0:
		return &Var{Name: rapid.SampledFrom([]string{"f", "transpose", "x", "a.x"}).Draw(g.t, "fn")}
	case 1:
		op := Op(g.n(0, int(NumOps)-1))
		if op == Neg {
			op = Sub
		}
		return &OpFn{Op: op}
	}
	l := &Lambda{Body: g.body(depth)}
	for range g.n(1, 3) {
		from, n := len(l.Params), g.n(1, 2)
		for range n {
			l.Params = append(l.Params, g.binding(depth, g.n(0, 1) == 0))
		}
		if n > 1 {
			l.Groups = append(l.Groups, Group{from, n})
		}
	}
	return l
}

// mapped is a fold. Its function may start with a map if its parameters allow it.
func (g gen) mapped(f *Fold) Expr {
	if l, ok := f.Fn.(*Lambda); ok && len(l.Groups) == 0 {
		if n := len(l.Params) - len(f.Xs); n > 0 && (n == len(f.Ne) || n == len(f.Ne)+1) {
			l.Mapped = g.n(0, 1) == 0
		}
	}
	return f.Expr()
}

// body has statements or none. A single result is not a tuple, which would be several
// results.
func (g gen) body(depth int) *Body {
	if g.n(0, 1) == 0 {
		return g.block(depth)
	}
	return &Body{Res: g.results(depth)}
}

func (g gen) results(depth int) []Expr {
	res := g.exprs(0, 3, depth)
	if len(res) == 1 {
		if t, ok := res[0].(*Tuple); ok {
			return t.Elems
		}
	}
	return res
}

func (g gen) block(depth int) *Body {
	b := &Body{Res: g.results(depth)}
	for range g.n(1, 3) {
		b.Stms = append(b.Stms, g.stm(depth))
	}
	return b
}

func (g gen) stm(depth int) Stm {
	switch g.n(0, 8) {
	case 0:
		return &Free{Block: &Var{Name: g.name()}}
	case 1:
		return &Check{X: g.expr(depth), Y: g.expr(depth)}
	}
	let := &Let{Exp: g.expr(depth)}
	for range g.n(1, 3) {
		let.Pat = append(let.Pat, g.binding(depth, g.n(0, 2) > 0))
	}
	return let
}

func (g gen) binding(depth int, typed bool) *Binding {
	b := &Binding{Name: g.name()}
	if typed {
		b.Type = g.typ(depth)
	}
	return b
}

func (g gen) typ(depth int) *Type {
	if g.n(0, 4) == 0 {
		return &Type{Elem: Mem}
	}
	t := &Type{Dims: g.exprs(0, 3, min(depth, 1)), Elem: rapid.SampledFrom([]Elem{Int, F64}).Draw(g.t, "elem")}
	if len(t.Dims) > 0 && g.n(0, 1) == 0 {
		t.Mem = &MemAnn{Block: &Var{Name: g.name()}, L: RowMajor(t.Dims)}
		if g.n(0, 1) == 0 {
			l := &LMAD{Offset: g.expr(min(depth, 1))}
			for _, d := range t.Dims {
				l.Dims = append(l.Dims, LMADDim{d, g.expr(min(depth, 1))})
			}
			t.Mem.L = l
		}
	}
	return t
}

func (g gen) decl(depth int) Decl {
	switch g.n(0, 5) {
	case 5:
		return &Import{Path: rapid.SampledFrom([]string{"a.fun", "../b/ü\\n--x.fun"}).Draw(g.t, "path"), As: rapid.SampledFrom([]string{"", "a", "as"}).Draw(g.t, "as")}
	case 0:
		d := &Def{Name: "f", Body: g.body(depth)}
		for range g.n(0, 2) {
			d.Sizes = append(d.Sizes, &Binding{Name: g.name()})
			b := g.binding(depth, true)
			b.Unique = g.n(0, 1) == 0
			d.Params = append(d.Params, b)
		}
		for range g.n(0, 2) {
			d.Ret = append(d.Ret, g.binding(depth, true))
			if g.n(0, 1) == 0 {
				d.Ret[len(d.Ret)-1].Name = ""
			}
		}
		return d
	case 1, 2:
		return &Show{X: g.expr(depth)}
	}
	return g.stm(depth)
}

func (g gen) program() *Program {
	p := &Program{}
	for range g.n(0, 4) {
		p.Decls = append(p.Decls, g.decl(g.n(0, 4)))
	}
	if g.n(0, 1) == 0 {
		p.Decls = append(p.Decls, &In{Res: g.results(g.n(0, 2))})
	}
	return p
}

// TestRandomTrees prints random trees and reads them back, then strews breaks
// and comments over their text and formats that.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t}
		p := g.program()
		text := Print(p)
		q, err := Parse(diag.NewSource("printed", text))
		if err != nil || !Equal(p, q) || Print(q) != text {
			t.Fatalf("%v\n%s\nprints back as\n%s", err, text, Print(q))
		}
		for _, d := range p.Decls {
			q, err := Parse(diag.NewSource("line", Line(d)))
			if err != nil || len(q.Decls) != 1 || !Equal(d, q.Decls[0]) {
				t.Fatalf("%v\n%s", err, Line(d))
			}
		}
		var strewn strings.Builder
		for i, r := range text + "\n" {
			cut := (r == ' ' || r == '\n') && g.n(0, 9) == 0
			c := ""
			if g.n(0, 1) == 0 {
				c = fmt.Sprintf(" -- c%d", i)
			}
			switch {
			case cut && r == ' ' && g.n(0, 1) == 0:
				strewn.WriteString(c + "\n  ")
			case cut && r == ' ':
				strewn.WriteString("\n  \n " + c + "\n   ")
			case cut:
				strewn.WriteString(c + "\n" + c + "\n\n")
			default:
				strewn.WriteRune(r)
			}
		}
		s, err := Parse(diag.NewSource("strewn", strewn.String()))
		if err != nil || !Equal(p, s) {
			t.Fatalf("%v\n%s\nis another program than\n%s", err, strewn.String(), text)
		}
		formatted := Format(s)
		f, err := Parse(diag.NewSource("formatted", formatted))
		if err != nil || !Equal(p, f) {
			t.Fatalf("%v\n%s\nis formatted to\n%s", err, strewn.String(), formatted)
		}
		if again := Format(f); again != formatted {
			t.Fatalf("\n%s\nis formatted to\n%s\nand that to\n%s", strewn.String(), formatted, again)
		}
		comments := map[string]int{}
		for _, c := range s.Comments {
			comments[c.Text]++
		}
		for _, c := range f.Comments {
			comments[c.Text]--
		}
		for c, n := range comments {
			if n != 0 {
				t.Fatalf("the comment %s is lost from\n%s\nin\n%s", c, strewn.String(), formatted)
			}
		}
	})
}
