package grade

import (
	"context"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// Construct is something that the text of a function may have: a form of expression, or a call of a function.
type Construct struct {
	Name string
	Call string // the function, or ""
}

// String is the construct as it is written in a heading.
func (c Construct) String() string {
	if c.Call != "" {
		return "call " + c.Call
	}
	return c.Name
}

// forms are the constructs that are forms of expressions. A map is a kernel, as in core.
var forms = map[string]func(syntax.Node) bool{
	"kernel": func(n syntax.Node) bool { return is[*syntax.Kernel](n) || is[*syntax.Map](n) },
	"loop":   is[*syntax.Loop],
	"for":    func(n syntax.Node) bool { l, ok := n.(*syntax.Loop); return ok && l.For != nil },
	"while":  func(n syntax.Node) bool { l, ok := n.(*syntax.Loop); return ok && l.While != nil },
	"map":    is[*syntax.Map], "reduce": is[*syntax.Reduce], "scan": is[*syntax.Scan],
	"if": is[*syntax.If], "with": is[*syntax.With], "check": is[*syntax.Check],
	"copy": is[*syntax.Copy], "concat": is[*syntax.Concat], "iota": is[*syntax.Iota], "replicate": is[*syntax.Replicate],
	"transpose": is[*syntax.Transpose], "permute": is[*syntax.Permute], "reverse": is[*syntax.Reverse], "rotate": is[*syntax.Rotate],
	"reshape": is[*syntax.Reshape], "flatten": is[*syntax.Flatten], "length": is[*syntax.Length], "shape": is[*syntax.Shape],
	"slice": is[*syntax.Slice], "literal": is[*syntax.Literal],
	"alloc": is[*syntax.Alloc], "claim": is[*syntax.Claim], "free": is[*syntax.Free], "scratch": is[*syntax.Scratch],
}

func is[T syntax.Node](n syntax.Node) bool { _, ok := n.(T); return ok }

// construct reads `loop` or `call sort`.
func (p *parser) construct(c *Check, o reader) {
	text := o.at.Text()
	name, isCall := strings.CutPrefix(text, "call ")
	name = strings.TrimSpace(name)
	switch {
	case isCall && syntax.IsName(name) && forms[name] == nil:
		c.Constructs = append(c.Constructs, Construct{Call: name})
	case isCall && forms[name] != nil:
		p.fail(o.at, "`%s` is a construct, and no function", name).Helpf("write `%s`", name)
	case !isCall && forms[name] != nil:
		c.Constructs = append(c.Constructs, Construct{Name: name})
	default:
		d := p.fail(o.at, "found %q, wanted a construct or `call NAME`", text)
		var names []string
		for n := range forms {
			names = append(names, n)
		}
		slices.Sort(names)
		switch near := diag.Nearest(text, names); {
		case near != "":
			d.Helpf("did you mean `%s`?", near)
		case std.Def(name) != nil || syntax.IsBuiltin(name):
			d.Helpf("write `call %s`", name)
		default:
			d.Helpf("the constructs are %s", strings.Join(names, ", "))
		}
	}
}

// found is where a construct stands.
type found struct {
	at     diag.Span
	in     string // the function whose text has it
	caller string // the function that calls this one, or "" for the student's function itself
}

// finder looks for constructs in the text of a function, and of those that it calls.
type finder struct {
	ctx  context.Context
	defs map[string]*syntax.Def // of the submission
	live bool                   // only where the result needs it
}

// find returns the first place of a construct. Functions of the library count as the call that leads to them.
func (f *finder) find(d *syntax.Def, c Construct) *found {
	return f.in(d, c, diag.Span{}, "", map[string]bool{})
}

func (f *finder) in(d *syntax.Def, c Construct, call diag.Span, caller string, seen map[string]bool) (hit *found) {
	if seen[d.Name] {
		return nil
	}
	seen[d.Name] = true
	place := func(at diag.Span) diag.Span {
		if call.IsValid() {
			return call // the text of the library is not the student's
		}
		return at
	}
	var calls []struct {
		name string
		at   diag.Span
	}
	f.walk(d.Body, func(n syntax.Node) {
		name, at := called(n)
		if name != "" {
			calls = append(calls, struct {
				name string
				at   diag.Span
			}{name, at})
		}
		own := f.defs[name] != nil
		if hit == nil && (c.Call == "" && forms[c.Name](n) || c.Call != "" && name == c.Call && (f.live || !own)) {
			if name == "" {
				at = n.GetSpan()
			}
			hit = &found{place(at), d.Name, caller}
		}
	})
	for _, e := range calls {
		if hit != nil {
			return hit
		}
		next, at := f.defs[e.name], call
		if next == nil {
			next, at = std.Def(e.name), place(e.at)
		}
		if next != nil {
			hit = f.in(next, c, at, d.Name, seen)
		}
	}
	return hit
}

// called is the function that a node calls, or gives to a map, reduce or scan, or "".
func called(n syntax.Node) (string, diag.Span) {
	given := func(fn syntax.Expr) (string, diag.Span) {
		if x, ok := fn.(*syntax.Var); ok {
			return x.Name, x.Span
		}
		return "", diag.Span{}
	}
	switch n := n.(type) {
	case *syntax.Call:
		return n.Fn, n.FnAt
	case *syntax.Unary:
		return n.Op.String(), n.Span
	case *syntax.Binary:
		return n.Op.String(), n.Span
	case *syntax.Map:
		return given(n.Fn)
	case *syntax.Reduce:
		return given(n.Fn)
	case *syntax.Scan:
		return given(n.Fn)
	}
	return "", diag.Span{}
}

// walk visits the nodes below a node. If only what is live counts, statements whose names nothing needs are left out.
func (f *finder) walk(n syntax.Node, visit func(syntax.Node)) {
	syntax.WalkUntil(verdict.Poll(f.ctx), n, func(m syntax.Node) bool {
		body, isBody := m.(*syntax.Body)
		if !isBody || !f.live {
			visit(m)
			return true
		}
		for _, s := range f.liveIn(body) {
			f.walk(s, visit)
		}
		for _, e := range body.Res {
			f.walk(e, visit)
		}
		return false
	})
}

// inMemory tells whether a type is of FUNMEM: what is bound may lie where something else is that is needed.
func inMemory(t *syntax.Type) bool { return t != nil && (t.Mem != nil || t.Elem == syntax.Mem) }

// liveIn returns the statements of a body that its result needs, and those that bind nothing.
func (f *finder) liveIn(b *syntax.Body) (live []syntax.Stm) {
	poll := verdict.Poll(f.ctx)
	needed := map[string]bool{}
	need := func(n syntax.Node) {
		for _, name := range syntax.FreeNames(n, poll) {
			needed[name] = true
		}
	}
	for _, e := range b.Res {
		need(e)
	}
	for _, s := range slices.Backward(b.Stms) {
		let, isLet := s.(*syntax.Let)
		if isLet && !slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return needed[x.Name] || inMemory(x.Type) }) {
			continue
		}
		if isLet {
			for _, x := range let.Pat {
				delete(needed, x.Name)
			}
		}
		need(s)
		live = append(live, s)
	}
	slices.Reverse(live)
	return live
}
