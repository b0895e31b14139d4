package race

import (
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// Kernel is what is proved of a kernel: of iota, copy and replicate as well.
type Kernel struct {
	Let      *syntax.Let // the statement
	Proved   bool        // its iterations are independent (eq. 4), for all sizes and arguments
	Reason   string      // why, if they are
	InBounds bool        // and all its accesses are in bounds
}

// Kernels judges the kernels of an elaborated FUNMEM program, those of its functions
// for all arguments. What it uses from outside are functions and variables of the
// types given, nil for one that is not known.
func Kernels(p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type) []*Kernel {
	inside := map[int]*syntax.Type{}
	all := map[string]*syntax.Def{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			all[d.Name] = d
		case *syntax.Let:
			for _, x := range d.Pat {
				inside[x.ID] = x.Type
			}
		}
	}
	g := &program{defs: func(name string) *syntax.Def {
		if d := all[name]; d != nil {
			return d
		}
		return defs(name)
	}, types: func(id int) *syntax.Type {
		if t := inside[id]; t != nil {
			return t
		}
		return types(id)
	}}
	for _, d := range p.Defs() {
		g.def(d)
	}
	g.walk(syntax.FreeVars(p), nil, p.Main())
	return g.kernels
}

// program is what the walks over one program share.
type program struct {
	defs    func(name string) *syntax.Def
	types   func(id int) *syntax.Type
	kernels []*Kernel
}

// def judges the kernels of a function, whose arguments may be any.
func (g *program) def(d *syntax.Def) {
	g.walk(syntax.FreeVars(d), d, d.Body)
}

// walk walks a body with parameters and variables from outside of which only the types
// are known. A walk that becomes too long proves nothing more.
func (g *program) walk(outer []*syntax.Var, d *syntax.Def, b *syntax.Body) {
	w := &walker{syms: &prove.Symbols{}, defs: g.defs, types: g.types, env: map[int]val{}}
	w.report = func(k *Kernel) { g.kernels = append(g.kernels, k) }
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(tooLong); !ok {
				panic(e)
			}
		}
	}()
	for _, x := range outer {
		w.variable(x.ID, x.Name)
	}
	if d != nil {
		for _, n := range d.Sizes {
			w.env[n.ID] = val{n: w.fresh(n.Written())}
		}
		params := make([]val, len(d.Params))
		for k, x := range d.Params {
			params[k] = w.unknown(x, outside)
		}
		w.bindAll(d.Params, params)
	}
	w.body(b)
}
