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
	in     string // the function or variable whose text has it
	caller string // the function that needs this one, or "" for the student's function itself
	how    string // "calls" or "uses"
}

// here tells whether a node is a construct. A function of the submission is none of the library that has its name, unless
// own functions count.
func (c Construct) here(n syntax.Node, own bool) bool {
	if c.Call == "" {
		return forms[c.Name](n)
	}
	name, _ := called(n)
	return name == c.Call && !own
}

// finder looks for constructs in the text of a function, of the functions that it calls, and of the lets at the top whose
// variables it uses.
type finder struct {
	ctx   context.Context
	named map[string][]syntax.Decl // of the submission
	seen  map[syntax.Decl]bool
}

func newFinder(ctx context.Context, decls []syntax.Decl) *finder {
	f := &finder{ctx: ctx, named: map[string][]syntax.Decl{}, seen: map[syntax.Decl]bool{}}
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Def:
			f.named[d.Name] = append(f.named[d.Name], d)
		case *syntax.Let:
			for _, x := range d.Pat {
				f.named[x.Name] = append(f.named[x.Name], d)
			}
		}
	}
	return f
}

// mention is a name that a text has, and how.
type mention struct {
	name string
	at   diag.Span
	how  string
}

// find returns the first place of a construct. Functions of the library count as the call that leads to them.
func (f *finder) find(name string, d syntax.Decl, c Construct) *found {
	return f.in(name, d, c, diag.Span{}, found{})
}

// in looks into a declaration. call is the call that leads to the library, and by says who needs the declaration.
func (f *finder) in(own string, d syntax.Decl, c Construct, call diag.Span, by found) (hit *found) {
	if f.seen[d] {
		return nil
	}
	f.seen[d] = true
	place := func(at diag.Span) diag.Span {
		if call.IsValid() {
			return call // the text of the library is not the student's
		}
		return at
	}
	var next []mention
	syntax.WalkUntil(verdict.Poll(f.ctx), d, func(n syntax.Node) bool {
		name, at := called(n)
		if name != "" {
			next = append(next, mention{name, at, "calls"})
		}
		if hit == nil && c.here(n, len(f.named[name]) > 0) {
			if name == "" {
				at = n.GetSpan()
			}
			hit = &found{place(at), own, by.caller, by.how}
		}
		return true
	})
	for _, x := range syntax.FreeVars(d, verdict.Poll(f.ctx)) {
		next = append(next, mention{x.Name, x.Span, "uses"})
	}
	for _, m := range next {
		list, at := f.named[m.name], call
		if own := std.Def(m.name); len(list) == 0 && own != nil && m.how == "calls" {
			list, at = []syntax.Decl{own}, place(m.at)
		}
		for _, d := range list {
			if hit == nil {
				hit = f.in(m.name, d, c, at, found{caller: own, how: m.how})
			}
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
