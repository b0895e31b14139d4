package inline

import (
	"strconv"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Program replaces the calls of functions by their bodies. A body that would get more
// statements than the option limit keeps the call. So do the remaining bodies once all
// bodies together have too many: see most. The option defs says which functions are left
// afterwards: see kept.
func Program(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	limit, err := strconv.Atoi(j.Options["limit"])
	if err != nil {
		return nil, err
	}
	in := &inliner{
		job: j, limit: limit, types: rewrite.TypesOf(p, j.Type), by: map[int]syntax.Expr{},
		defs: map[string]*syntax.Def{}, done: map[string]*syntax.Def{}, places: map[string]int{},
	}
	for _, d := range p.Defs() {
		in.defs[d.Name] = d
	}
	in.left = most(p, limit)
	for _, d := range p.Defs() {
		in.def(d.Name)
	}
	main := in.whole(p.Main())
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		if f, ok := d.(*syntax.Def); ok {
			d = rewrite.Replace(in.done[f.Name], in.by)
		}
		out.Decls = append(out.Decls, d)
	}
	out = kept(rewrite.Assemble(out, func(d *syntax.Def) *syntax.Def { return d }, main), j.Options["defs"] == "all")
	in.explain(p, out)
	return out, nil
}

// inliner replaces calls in one program.
type inliner struct {
	job    *rewrite.Job
	limit  int
	types  rewrite.Types
	by     map[int]syntax.Expr    // what stands for the binders of calls
	defs   map[string]*syntax.Def // of the program
	done   map[string]*syntax.Def // those whose own calls have been replaced, also of earlier lines
	places map[string]int         // how many calls were replaced
	size   int                    // of the current body, in statements
	left   int                    // how many more statements all bodies together may get
}

// most returns how many statements all bodies of a program may have together: 20 times as
// many as it has, or 4 times as many as one body may have. Without this limit, many
// functions that call one another twice would each reach the limit of one body.
func most(p *syntax.Program, limit int) int {
	n := 0
	for _, d := range p.Defs() {
		n += size(d.Body)
	}
	return max(20*(n+size(p.Main())), 4*limit)
}

// def returns a function without calls in its body, or nil if the function is unknown.
func (in *inliner) def(name string) *syntax.Def {
	if d := in.done[name]; d != nil {
		return d
	}
	d := in.defs[name]
	if d == nil && in.job.Def != nil {
		d = in.job.Def(name)
	}
	if d == nil {
		return nil
	}
	for _, f := range syntax.Calls(d.Body) {
		in.def(f)
	}
	c := *d
	c.Body = in.whole(d.Body)
	in.done[name] = &c
	return &c
}

// whole returns the body of a function, or that of the program, with its calls replaced.
func (in *inliner) whole(b *syntax.Body) *syntax.Body {
	in.size = size(b)
	return rewrite.Replace(in.body(b), in.by)
}

func (in *inliner) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			out.Stms = append(out.Stms, s)
			continue
		}
		if e, ok := l.Exp.(*syntax.Call); ok {
			out.Stms = append(out.Stms, in.call(l, e)...)
			continue
		}
		out.Stms = append(out.Stms, &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: rewrite.Inner(l.Exp, in.body), Doc: l.Doc})
	}
	return out
}

// call is let z̄ = f(ē): the statements of the function, with the arguments in place of its
// parameters, and its results in place of z̄.
func (in *inliner) call(s *syntax.Let, e *syntax.Call) []syntax.Stm {
	d := in.def(e.Fn)
	if d == nil {
		return []syntax.Stm{s}
	}
	if n := in.size + size(d.Body) - 1; n > in.limit {
		in.job.Refused(named(d), "a call stays: with the body of `%s` there would be %d statements around it, and the limit is %d", d.Name, n, in.limit).
			Because(s.Span, "it is called here")
		return []syntax.Stm{s}
	}
	n := size(d.Body) - 1
	if n > in.left {
		in.job.Full = true
		in.job.Refused(named(d), "a call stays: the body of `%s` has %d statements, and all bodies together may get only %d more", d.Name, n+1, max(in.left, 0)).
			Because(s.Span, "it is called here")
		return []syntax.Stm{s}
	}
	in.size += n
	in.left -= n
	in.places[d.Name]++
	by := map[int]syntax.Expr{}
	for k, x := range d.Params {
		by[x.ID] = e.Args[k]
	}
	for _, n := range d.Sizes {
		by[n.ID] = in.fixedBy(n, d, e)
	}
	b := syntax.Fresh(in.job.Supply, d.Body, by, results(s, d.Body))
	for k, z := range s.Pat {
		if x, ok := b.Res[k].(*syntax.Var); !ok || x.ID != z.ID {
			in.by[z.ID] = b.Res[k]
		}
	}
	syntax.Walk(b, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			in.types.Bind(x)
		}
		return true
	})
	return b.Stms
}

// fixedBy returns the size of the argument that fixes a size parameter.
func (in *inliner) fixedBy(n *syntax.Binding, d *syntax.Def, e *syntax.Call) syntax.Expr {
	k, dim, ok := d.FixedBy(n)
	if t := in.types.Of(e.Args[k]); ok && t != nil {
		return t.Dims[dim]
	}
	panic(diag.Errorf(diag.Bug, "", e.Span, "no argument of `%s` fixes the size `%s`", d.Name, n.Written()))
}

// results returns the binders of a call that the programmer named, by the variables of the
// body that they replace.
func results(s *syntax.Let, b *syntax.Body) map[int]*syntax.Binding {
	as := map[int]*syntax.Binding{}
	for k, z := range s.Pat {
		if x, ok := b.Res[k].(*syntax.Var); ok && z.Text != "" {
			as[x.ID] = z
		}
	}
	return as
}

// size returns the number of statements of a body, including inner ones.
func size(b *syntax.Body) int {
	n := 0
	syntax.Walk(b, func(x syntax.Node) bool {
		if _, ok := x.(syntax.Stm); ok {
			n++
		}
		return true
	})
	return n
}

// named returns the name of a function, for notes.
func named(d *syntax.Def) *syntax.Binding { return &syntax.Binding{Span: d.NameAt, Name: d.Name} }
