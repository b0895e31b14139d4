package live_test

import (
	"context"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// poisoner overwrites everything that is dead with other elements, right after the
// statement where it dies. If liveness is right, the program does not see that.
type poisoner struct {
	*live.Liveness
	supply *syntax.Supply
	scope  []*syntax.Binding // arrays, and blocks with the sizes in sizes
	sizes  map[int]syntax.Expr
	places int
	flat   bool // views may overlap, so only whole blocks are overwritten
}

// poison returns the program with everything dead overwritten, and the number of places
// where that happens.
func poison(p *passtest.Program) (*syntax.Program, int) {
	q := &poisoner{Liveness: live.Find(p.Core), supply: p.Supply, sizes: map[int]syntax.Expr{}}
	syntax.Walk(p.Core, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.Slice); ok {
			q.flat = q.flat || slices.ContainsFunc(e.At, func(ix syntax.Ix) bool { return ix.Kind == syntax.IxFlat })
		}
		return true
	})
	def := func(d *syntax.Def) *syntax.Def {
		q.scope = append(q.captured(d), d.Params...)
		c := *d
		c.Body = q.body(d.Body)
		q.scope = nil
		return &c
	}
	out := rewrite.Assemble(p.Core, def, q.body(q.Main))
	return out, q.places
}

// captured returns the arrays of the program that a function uses.
func (q *poisoner) captured(d *syntax.Def) []*syntax.Binding {
	var list []*syntax.Binding
	for _, v := range syntax.FreeVars(d) {
		for _, s := range q.Main.Stms {
			for _, x := range s.(*syntax.Let).Pat {
				if x.ID == v.ID && x.Type.Mem != nil {
					list = append(list, x)
				}
			}
		}
	}
	return list
}

func (q *poisoner) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	mark := len(q.scope)
	for k, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			out.Stms = append(out.Stms, s)
			continue
		}
		scope := q.scope
		if loop, ok := let.Exp.(*syntax.Loop); ok {
			q.scope = append(q.scope, loop.Params...)
		}
		if f := syntax.FoldOf(let.Exp); f != nil {
			q.scope = append(q.scope, f.Lambda().Params...)
		}
		out.Stms = append(out.Stms, &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: rewrite.Inner(let.Exp, q.body)})
		q.scope = scope
		if _, ok := let.Exp.(*syntax.Claim); !ok { // it may be claimed to lie where something else is live
			q.scope = append(scope, let.Pat...)
		}
		if e, ok := let.Exp.(*syntax.Alloc); ok {
			q.sizes[let.Pat[0].ID] = e.N
		}
		for _, x := range q.scope {
			if q.endsAt(x, b, k) {
				out.Stms = append(out.Stms, q.overwrite(x)...)
			}
		}
	}
	q.scope = q.scope[:mark]
	return out
}

// endsAt tells whether everything that x may show is dead after statement k, the body uses
// it, and it was not dead before.
func (q *poisoner) endsAt(x *syntax.Binding, b *syntax.Body, k int) bool {
	if q.sizes[x.ID] == nil && (q.flat || x.Type == nil || x.Type.Mem == nil) {
		return false
	}
	dead := func(k int) bool { return k >= 0 && q.usedBy(x, b, k) && q.Dead(x.ID, b.Stms[k]) }
	return dead(k) && !dead(k-1)
}

// usedBy tells whether a statement of a body, or one before it, uses what x may show.
func (q *poisoner) usedBy(x *syntax.Binding, b *syntax.Body, k int) bool {
	for o := range q.Of(x.ID) {
		if first, _ := q.Uses(o, b); first <= k {
			return true
		}
	}
	return false
}

// overwrite returns statements that overwrite an array, or a block.
func (q *poisoner) overwrite(x *syntax.Binding) []syntax.Stm {
	q.places++
	t := x.Type
	var stms []syntax.Stm
	if n := q.sizes[x.ID]; n != nil {
		size := q.supply.Binding("size", &syntax.Type{})
		stms = append(stms, &syntax.Let{Pat: []*syntax.Binding{size}, Exp: n})
		dims := []syntax.Expr{size.Use()}
		t = &syntax.Type{Dims: dims, Mem: &syntax.MemAnn{Block: x.Use(), L: syntax.RowMajor(dims)}}
	}
	return append(stms, q.fill(t)...)
}

// fill returns statements that make a fresh array of the type.
func (q *poisoner) fill(t *syntax.Type) []syntax.Stm {
	var stms []syntax.Stm
	var row syntax.Expr = lmad.Const(987654321)
	if t.Elem == syntax.F64 {
		row = &syntax.RealLit{Text: "987654321.5", Val: 987654321.5}
	}
	if dims := t.Dims[1:]; len(dims) > 0 {
		m := q.supply.Binding("poison_mem", &syntax.Type{Elem: syntax.Mem})
		stms = append(stms, &syntax.Let{Pat: []*syntax.Binding{m}, Exp: &syntax.Alloc{N: lmad.Count(dims)}})
		inner := q.fill(&syntax.Type{Elem: t.Elem, Dims: dims, Mem: &syntax.MemAnn{Block: m.Use(), L: syntax.RowMajor(dims)}})
		stms = append(stms, inner...)
		row = inner[len(inner)-1].(*syntax.Let).Pat[0].Use()
	}
	return append(stms, &syntax.Let{Pat: []*syntax.Binding{q.supply.Binding("poison", t)}, Exp: &syntax.Replicate{N: t.Dims[0], X: row}})
}

// patience is how many steps a program may take: an overwritten loop bound may be large.
const patience = 1 << 26

// unseen fails if the program sees that something dead was overwritten. It returns the
// number of places where something was.
func unseen(t rapid.TB, p *passtest.Program) int {
	out, places := poison(p)
	if err := check.Closed(out, true, nil); err != nil {
		t.Fatalf("%s: %v\n%s", p.Name, err, syntax.Print(out))
	}
	for _, schedule := range []string{"forward", "reverse"} {
		order, _ := engine.ParseSchedule(schedule)
		v, err := validity.Check(engine.WithSteps(context.Background(), patience), out, engine.Options{Schedule: order, Memory: 1 << 28})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if !v.OK {
			t.Fatalf("%s:\n%s\nbecomes\n%s%s", p.Name, syntax.Print(p.Core), syntax.Print(out), v.Text(diag.Plain))
		}
	}
	return places
}

// TestPoisonedChunks: in small programs of every construct, everything dead may be
// overwritten.
func TestPoisonedChunks(t *testing.T) {
	places := 0
	for _, c := range testkit.Chunks(t, "testdata/live.fun") {
		places += unseen(t, passtest.Parse(t, "live.fun", c.Source.Text).Mem(t))
	}
	if places < 40 {
		t.Errorf("something was dead in %d places", places)
	}
}

// TestPoisonedPrograms: the same for random programs.
func TestPoisonedPrograms(t *testing.T) {
	places := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := passtest.Random(rt)
		places += unseen(rt, p.Mem(t))
	})
	t.Logf("%d places", places)
}

// TestPoisonedExamples: the same for the examples.
func TestPoisonedExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		unseen(t, p.Mem(t))
	}
}
