package grade

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"funmem/eval/verdict"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// living visits the nodes that a result needs, in the text of a function, of what it calls and of the lets at the top.
// A value is needed by its name. What lies in a block is needed if the block is. Which parts of an array are needed, and
// which branches are taken, is not found out: then all counts.
type living struct {
	ask   func()
	decls []syntax.Decl
	visit func(syntax.Node) // may be called twice for a node
	named map[string]*syntax.Def
	defs  map[part][]bool // the parameters that are needed; nil while that is being found out
	memo  map[part]names  // what bodies and loops need
}

// names are the variables that something needs.
type names map[string]bool

// part is some of the values that a node gives.
type part struct {
	of   syntax.Node
	want string
}

// wanted are the components of a tuple that are needed. nil means all.
type wanted []bool

func partOf(n syntax.Node, want wanted) part { return part{n, fmt.Sprint(want)} }

func newLiving(ctx context.Context, decls []syntax.Decl, visit func(syntax.Node)) *living {
	l := &living{ask: verdict.Poll(ctx).Seldom(), decls: decls, visit: visit, named: map[string]*syntax.Def{}, defs: map[part][]bool{}, memo: map[part]names{}}
	for _, d := range decls {
		if d, is := d.(*syntax.Def); is {
			l.named[d.Name] = d
		}
	}
	return l
}

// def visits what the wanted results of a function need, and returns which of its parameters do so.
func (l *living) def(d *syntax.Def, want wanted) []bool {
	key := partOf(d, want)
	used, known := l.defs[key]
	switch {
	case known && used == nil:
		return slices.Repeat([]bool{true}, len(d.Params))
	case known:
		return used
	}
	l.defs[key] = nil
	need := maps.Clone(l.body(d.Body, want))
	used = make([]bool, len(d.Params))
	for k, x := range slices.Backward(d.Params) {
		if used[k] = need[x.Name]; used[k] {
			need.inType(x.Type)
		}
	}
	for _, size := range d.Sizes { // an argument has it
		if need[size.Name] {
			l.measured(d, size.Name, used)
		}
	}
	for _, x := range slices.Concat(d.Sizes, d.Params) {
		delete(need, x.Name)
	}
	l.defs[key] = used
	before := max(0, slices.Index(l.decls, syntax.Decl(d)))
	for _, other := range slices.Backward(l.decls[:before]) {
		if let, is := other.(*syntax.Let); is {
			l.let(let, need)
		}
	}
	return used
}

// measured makes sure that a needed parameter has a size.
func (l *living) measured(d *syntax.Def, size string, used []bool) {
	first := -1
	for k, x := range d.Params {
		in := names{}
		in.inType(x.Type)
		if in[size] && used[k] {
			return
		}
		if in[size] && first < 0 {
			first = k
		}
	}
	if first >= 0 {
		used[first] = true
	}
}

// inType adds the sizes and the block of a type.
func (need names) inType(t *syntax.Type) {
	if t != nil {
		for _, name := range syntax.FreeNames(t) {
			need[name] = true
		}
	}
}

// bound returns which of some binders are needed, and adds what their types need.
func (need names) bound(list []*syntax.Binding) (live wanted, some bool) {
	live = make(wanted, len(list))
	for again := true; again; {
		again = false
		for k, x := range list {
			block := x.Type != nil && x.Type.Mem != nil && need[x.Type.Mem.Block.Name]
			if !live[k] && (need[x.Name] || block) {
				live[k], again, some = true, true, true
				need.inType(x.Type)
			}
		}
	}
	return live, some
}

func (need names) without(list []*syntax.Binding) {
	for _, x := range list {
		delete(need, x.Name)
	}
}

// let changes what is needed after a statement to what is needed before it.
func (l *living) let(let *syntax.Let, need names) {
	live, some := need.bound(let.Pat)
	if !some {
		return
	}
	need.without(let.Pat)
	if len(let.Pat) == 1 {
		live = nil
	}
	maps.Copy(need, l.expr(let.Exp, live))
}

// body is what the wanted results of a body need.
func (l *living) body(b *syntax.Body, want wanted) names {
	key := partOf(b, want)
	if need, known := l.memo[key]; known {
		return need
	}
	need := names{}
	if len(b.Res) == 1 {
		maps.Copy(need, l.expr(b.Res[0], want))
	} else {
		maps.Copy(need, l.exprs(b.Res, want))
	}
	for _, s := range slices.Backward(b.Stms) {
		switch s := s.(type) {
		case *syntax.Let:
			l.let(s, need)
		default: // it gives no value
			l.visit(s)
		}
	}
	l.memo[key] = need
	return need
}

// exprs is what those of some expressions need that are wanted.
func (l *living) exprs(list []syntax.Expr, want wanted) names {
	need := names{}
	for k, e := range list {
		if len(want) != len(list) || want[k] {
			maps.Copy(need, l.expr(e, nil))
		}
	}
	return need
}

// expr is what the wanted values of an expression need.
func (l *living) expr(e syntax.Expr, want wanted) names {
	l.ask()
	if _, nested := e.(*syntax.Block); !nested {
		l.visit(e)
	}
	switch e := e.(type) {
	case *syntax.Var:
		return names{e.Name: true}
	case *syntax.Tuple:
		return l.exprs(e.Elems, want)
	case *syntax.Block:
		return l.body(e.Body, want)
	case *syntax.If:
		need := maps.Clone(l.body(e.Then, want))
		maps.Copy(need, l.body(e.Else, want))
		maps.Copy(need, l.expr(e.Cond, nil))
		return need
	case *syntax.Kernel:
		need := maps.Clone(l.body(e.Body, want))
		for _, x := range slices.Backward(e.Index) {
			delete(need, x.X.Name)
			maps.Copy(need, l.expr(x.N, nil))
		}
		return need
	case *syntax.Loop:
		return l.loop(e, want)
	case *syntax.Call:
		d := l.called(e.Fn)
		if d == nil || len(e.Args) != len(d.Params) {
			return l.exprs(e.Args, nil)
		}
		return l.exprs(e.Args, l.def(d, want))
	case *syntax.Map:
		return l.applied(e.Fn, nil, e.Xs, want)
	case *syntax.Reduce:
		return l.applied(e.Fn, e.Ne, e.Xs, nil)
	case *syntax.Scan:
		return l.applied(e.Fn, e.Ne, e.Xs, nil)
	}
	need := names{}
	syntax.Walk(e, func(n syntax.Node) bool {
		part, is := n.(syntax.Expr)
		if !is || n == syntax.Node(e) {
			return true
		}
		maps.Copy(need, l.expr(part, nil))
		return false
	})
	return need
}

// loop is what those carried values of a loop need that are wanted after it.
func (l *living) loop(e *syntax.Loop, want wanted) names {
	key := partOf(e, want)
	if need, known := l.memo[key]; known {
		return need
	}
	need := names{}
	for k, x := range e.Params {
		if len(want) != len(e.Params) || want[k] {
			need[x.Name] = true
		}
	}
	if e.While != nil {
		maps.Copy(need, l.body(e.While, nil))
	}
	live, _ := need.bound(e.Params)
	for again := true; again; { // a value that the next round of another one needs is needed
		maps.Copy(need, l.body(e.Body, live))
		more, _ := need.bound(e.Params)
		again, live = !slices.Equal(live, more), more
	}
	if e.For != nil {
		delete(need, e.For.X.Name)
	}
	need.without(e.Params)
	if e.For != nil {
		maps.Copy(need, l.expr(e.For.N, nil))
	}
	maps.Copy(need, l.exprs(e.Init, live))
	l.memo[key] = need
	return need
}

// called is a function of the submission or of the library.
func (l *living) called(name string) *syntax.Def {
	if d := l.named[name]; d != nil {
		return d
	}
	return std.Def(name)
}

// applied is what a map, reduce or scan needs. One of the arrays has to be there whatever the function does with it: it
// gives the size. All of several accumulators count.
func (l *living) applied(fn syntax.Expr, ne, xs []syntax.Expr, want wanted) names {
	need := l.exprs(ne, nil)
	var used []bool
	switch fn := fn.(type) {
	case *syntax.Lambda:
		inside := maps.Clone(l.body(fn.Body, want))
		used, _ = inside.bound(fn.Params)
		inside.without(fn.Params)
		maps.Copy(need, inside)
	case *syntax.Var:
		if d := l.called(fn.Name); d != nil {
			used = l.def(d, want)
		}
	}
	if len(used) != len(ne)+len(xs) {
		used = nil
	} else if used = slices.Clone(used[len(ne):]); !slices.Contains(used, true) {
		used[0] = true
	}
	maps.Copy(need, l.exprs(xs, used))
	return need
}
