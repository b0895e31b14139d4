package elab_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// rowSource is the name of the programs in messages.
const rowSource = "rows.fun"

// rowProgram is a random program, and what it prints by Go slices.
type rowProgram struct {
	text   string
	values []string
}

// program draws a program: functions, irregular arrays, and expressions within a map or a kernel.
func (g *rowgen) program() *rowProgram {
	g.loose = g.int(0, 7) == 0
	var b strings.Builder
	b.WriteString(called)
	for k := range g.int(0, 2) {
		h := helper{fmt.Sprint("help", k+1), g.int(1, 3), g.int(0, 3), new(any), new(any), made{}}
		h.body = g.in(func() made { return g.typed(h.rank, g.expr(h.rank, g.int(1, 3))) }, local{"p", 0, h.k}, local{"q", h.of, h.x})
		fmt.Fprintf(&b, "def %s [n] (p : int) (q : [n]%sint) = %s\n", h.name, strings.Repeat("[?]", h.of-1), h.body.text)
		g.helpers = append(g.helpers, h)
	}
	x, y := g.fresh("x", 2), g.fresh("y", 3)
	for _, v := range []local{x, y} {
		n := g.int(0, 3)
		list := g.literal(n, v.rank)
		*v.v = list
		fmt.Fprintf(&b, "let (%s : [%d]%sint) = %s\n", v.name, n, strings.Repeat("[?]", v.rank-1), shown(list))
	}
	g.vars = []local{x, y}
	p := &rowProgram{}
	for range g.int(1, 2) {
		e := g.expr(g.int(1, 3), g.int(2, 6))
		if g.int(0, 2) > 0 {
			u := g.fresh("u", 0)
			inner := g.in(func() made { return g.expr(g.int(0, 2), g.int(2, 6)) }, []local{u}[:g.int(0, 1)]...)
			e = made{fmt.Sprintf("map (\\%s -> %s) [1, 2]", u.name, inner.text), func() any {
				return g.list(2, func(k int) any {
					*u.v = k + 1
					return inner.eval()
				})
			}}
		}
		b.WriteString(e.text + "\n")
		if v, ok := g.value(e); ok {
			p.values = append(p.values, shown(v))
		} else {
			return nil
		}
	}
	p.text = b.String()
	return p
}

// value evaluates an expression, if that does not make too many elements.
func (g *rowgen) value(e made) (v any, ok bool) {
	defer func() {
		if err := recover(); err != nil {
			if _, too := err.(tooMuch); !too {
				panic(err)
			}
			ok = false
		}
	}()
	return e.eval(), true
}

// literal is an array of n rows.
func (g *rowgen) literal(n, rank int) []any {
	return g.list(n, func(int) any {
		if rank == 1 {
			return g.int(-3, 6)
		}
		return g.literal(g.int(0, 3), rank-1)
	})
}

// shown is a value as nested lists.
func shown(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(shown(x))
	}
	return "[" + b.String() + "]"
}

// listed is a part of a result as nested lists.
func listed(p value.Part) string {
	n, array := p.Len()
	if !array {
		return p.Number().String()
	}
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(listed(p.At(i + 1)))
	}
	return "[" + b.String() + "]"
}

// compared elaborates and runs a program, and compares what it gives.
func (p *rowProgram) compared() (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("this is a bug in funmem: %v", e)
		}
	}()
	src, err := syntax.Parse(diag.NewSource(rowSource, p.text))
	if err != nil {
		return err
	}
	u, err := elab.NewSession(nil).Program(src)
	if err != nil {
		return err
	}
	vs, err := value.New(engine.Options{Memory: 1 << 28}).Run(context.Background(), u.Core)
	if err != nil {
		return fmt.Errorf("stuck: %w", err)
	}
	at := 0
	for i, want := range p.values {
		n := max(1, u.Results[at].Parts)
		var v value.Shown = vs[at]
		if u.Results[at].Parts > 0 {
			v = value.RowsOf(vs[at : at+n])
		}
		if got := listed(v.Top()); got != want {
			return fmt.Errorf("result %d is %s, and by Go slices %s", i+1, got, want)
		}
		at += n
	}
	return nil
}

// refused tells whether an error is one that a program with loose sizes may have: rows of one size are wanted where they differ.
func (g *rowgen) refused(err error) bool {
	if !g.loose {
		return false
	}
	var d *diag.Diagnostic
	if list, ok := err.(diag.List); ok {
		d = list[0]
	} else if !errors.As(err, &d) {
		return false
	}
	return d.Span.Src.Name == rowSource && slices.Contains([]string{"T-LITERAL", "T-SLICE", "T-CONCAT", "T-WITH", "E-CHECK"}, d.Rule)
}

// TestRandomRows: random programs with irregular arrays elaborate, and give what Go slices give.
func TestRandomRows(t *testing.T) {
	count := map[string]int{}
	passtest.Check(t, testkit.Sample(800, 10_000), func(t *rapid.T) {
		g := &rowgen{t: t}
		p := g.program()
		if p == nil {
			count["too much"]++
			return
		}
		switch err := p.compared(); {
		case err == nil:
			count["compared"]++
		case g.refused(err):
			count["refused"]++
		default:
			t.Fatalf("%v\n%s", err, p.text)
		}
	})
	t.Log(count)
	if count["compared"] < 9*(count["refused"]+count["too much"]) {
		t.Errorf("most programs are not compared: %v", count)
	}
}
