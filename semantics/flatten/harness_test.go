package flatten_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/flatten"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// program is a program that defines row, with the kernel over its rows: kernel i <= n do row(i, x, …).
type program struct {
	session *elab.Session
	core    *syntax.Program // what the program itself does
	kernel  *syntax.Kernel
	pat     []*syntax.Binding // what row gives, in the body of the kernel
	rows    []flatten.Row
	parts   [][]*syntax.Binding
	lifted  *syntax.Program // the kernel, lifted
	globals map[string]syntax.Expr
	types   map[int]*syntax.Type // of the globals
	matrix  bool                 // rows may be made in a matrix
}

// read reads a program.
func read(text string) (*program, error) {
	source, err := syntax.Parse(diag.NewSource("row.fun", text))
	if err != nil {
		return nil, err
	}
	p := &program{session: elab.NewSession(nil), globals: map[string]syntax.Expr{}, types: map[int]*syntax.Type{}}
	u, err := p.session.Program(source)
	if err != nil {
		return nil, err
	}
	p.core = u.Core
	for _, x := range u.Names {
		if x.Binding != nil {
			p.globals[x.Name] = x.Binding.Use()
		}
	}
	for _, s := range p.core.Main().Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, z := range let.Pat {
				p.types[z.ID] = z.Type
			}
		}
	}
	return p, nil
}

// parsed reads a program that defines row and the globals that are its arguments: n, and one with the name of each parameter after the first.
func parsed(text string) (*program, error) {
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	row := p.def("row")
	if row == nil {
		return nil, errors.New("the program does not define row")
	}
	return p, p.build(row)
}

func (p *program) def(name string) *syntax.Def {
	for _, d := range p.core.Defs() {
		for _, f := range d.Forms() {
			if f.Name == name {
				return f
			}
		}
	}
	return nil
}

// build makes the kernel with the call of row.
func (p *program) build(row *syntax.Def) error {
	globals := p.globals
	supply := p.session.Supply()
	i := supply.Binding("i", nil)
	e := &syntax.Call{Span: row.Span, Fn: "row", Args: []syntax.Expr{i.Use()}}
	by := map[int]syntax.Expr{row.Params[0].ID: i.Use()}
	for _, x := range row.Params[1:] {
		arg := globals[x.Written()]
		if arg == nil {
			return fmt.Errorf("no global %s", x.Written())
		}
		e.Args = append(e.Args, arg)
		by[x.ID] = arg
	}
	for _, size := range row.Sizes {
		k, dim, _ := row.FixedBy(size)
		by[size.ID] = p.types[e.Args[k].(*syntax.Var).ID].Dims[dim]
	}
	let := &syntax.Let{Span: row.Span, Exp: e}
	b := &syntax.Body{Span: row.Span}
	for k, z := range row.Ret {
		t := &syntax.Type{Elem: z.Type.Elem}
		for _, d := range z.Type.Dims {
			d = syntax.Subst(d, by)
			if !syntax.IsAtom(d) {
				size := supply.Binding("d", &syntax.Type{})
				b.Stms = append(b.Stms, &syntax.Let{Span: row.Span, Pat: []*syntax.Binding{size}, Exp: d})
				d = size.Use()
			}
			t.Dims = append(t.Dims, d)
		}
		x := supply.Binding(fmt.Sprintf("r%d", k+1), t)
		by[z.ID] = x.Use()
		let.Pat = append(let.Pat, x)
	}
	b.Stms = append(b.Stms, let)
	for _, x := range let.Pat {
		b.Res = append(b.Res, x.Use())
	}
	p.pat = let.Pat
	p.kernel = &syntax.Kernel{Span: row.Span, Index: []syntax.Bound{{X: i, N: globals["n"]}}, Body: b}
	for _, z := range p.pat {
		p.rows = append(p.rows, flatten.Row{Z: supply.Binding("z", p.nested(z.Type, globals["n"])), Parts: []syntax.Expr{z.Use()}})
	}
	return nil
}

// nested is the type of the array of all rows of a type. The sizes that the body of the kernel binds differ.
func (p *program) nested(t *syntax.Type, n syntax.Expr) *syntax.Type {
	inside := map[int]bool{p.kernel.Index[0].X.ID: true}
	for _, s := range p.kernel.Body.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, z := range let.Pat {
				inside[z.ID] = true
			}
		}
	}
	all := &syntax.Type{Elem: t.Elem, Dims: []syntax.Expr{n}}
	for _, d := range t.Dims {
		if x, ok := d.(*syntax.Var); ok && inside[x.ID] {
			d = &syntax.Irregular{}
		}
		all.Dims = append(all.Dims, d)
	}
	return all
}

// lift lifts the kernel and checks the types of what comes out.
func (p *program) lift() error {
	stms, parts, err := p.job().Kernel(p.kernel.Span, p.kernel, p.rows)
	if err != nil {
		return err
	}
	in := &syntax.In{}
	p.parts, p.lifted = parts, &syntax.Program{}
	for _, s := range stms {
		p.lifted.Decls = append(p.lifted.Decls, s)
	}
	for k, list := range parts {
		if len(list) != flatten.Parts(p.rows[k].Z.Type) {
			return fmt.Errorf("%d parts for an array of type %s", len(list), syntax.Line(p.rows[k].Z.Type))
		}
		for _, x := range list {
			in.Res = append(in.Res, x.Use())
		}
	}
	p.lifted.Decls = append(p.lifted.Decls, in)
	return p.check()
}

// job is what lifting knows of the program.
func (p *program) job() *flatten.Job {
	return &flatten.Job{Unwritten: true, Matrix: p.matrix, Supply: p.session.Supply(), Def: p.def, Type: func(id int) *syntax.Type { return p.types[id] }}
}

// check checks the types of what is lifted.
func (p *program) check() error {
	c := check.New(false, nil)
	if err := c.Program(p.core); err != nil {
		return err
	}
	if err := c.Program(p.lifted); err != nil {
		return fmt.Errorf("%w\n%s", err, syntax.Print(p.lifted))
	}
	return nil
}

// machine has run the program itself.
func (p *program) machine(ctx context.Context) (*value.Machine, error) {
	m := value.New(engine.Options{})
	_, err := m.Run(ctx, p.core)
	return m, err
}

// one runs row(i) by itself.
func (p *program) one(ctx context.Context, m *value.Machine, i int64) ([]value.Val, error) {
	by := map[int]syntax.Expr{p.kernel.Index[0].X.ID: &syntax.IntLit{Val: num.Of(i)}}
	b := syntax.Fresh(p.session.Supply().Clone(), p.kernel.Body, by, nil)
	q := &syntax.Program{}
	for _, s := range b.Stms {
		q.Decls = append(q.Decls, s)
	}
	q.Decls = append(q.Decls, &syntax.In{Res: b.Res})
	return m.Run(ctx, q)
}

// steps is how many steps a run may take.
const steps = 2_000_000

func limited() context.Context { return engine.WithSteps(context.Background(), steps) }

// isStuck tells whether a run ended because it was stuck. Another error says nothing about the program.
func isStuck(err error) (stuck, ok bool) {
	if err == nil {
		return false, true
	}
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return true, d.Cause != diag.Limit && d.Kind == diag.Stuck
	}
	return false, false
}

// outcome counts what comparisons found.
type outcome struct{ same, stuck, empty, unknown int }

// compare compares the lifted kernel with each row by itself. It returns what is wrong.
func (p *program) compare(o *outcome) error {
	m, err := p.machine(limited())
	if err != nil {
		o.unknown++
		return nil // nothing to say about rows
	}
	n := int64(0)
	if k, ok := m.Env.Of(p.kernel.Index[0].N.(*syntax.Var).ID).I.Int64(); ok {
		n = k
	}
	var want [][]value.Val
	var failed error
	for i := int64(1); i <= n && failed == nil; i++ {
		ctx := limited()
		v, err := p.one(ctx, m, i)
		if _, ok := isStuck(err); !ok {
			o.unknown++
			return nil
		}
		failed = err
		want = append(want, v)
	}
	got, err := m.Run(engine.WithSteps(context.Background(), 40*steps), p.lifted)
	stuck, ok := isStuck(err)
	switch {
	case !ok:
		return fmt.Errorf("the rows end, and the lifted kernel does not: %w", err)
	case n < 0:
		o.stuck++
		if !stuck {
			return errors.New("the bound is negative, and the lifted kernel is not stuck")
		}
		return nil
	case stuck && p.isNegative(m):
		o.stuck++
		return nil
	case stuck != (failed != nil):
		return fmt.Errorf("one is stuck:\nrow: %v\nlifted: %v\n%s", failed, err, syntax.Print(p.lifted))
	case stuck:
		o.stuck++
		return nil
	case n == 0:
		o.empty++
	default:
		o.same++
	}
	for k, list := range p.parts {
		vals := got[:len(list)]
		got = got[len(list):]
		for i := range int(n) {
			r, err := rowOf(p.rows[k].Z.Type, vals, i)
			if err != nil {
				return fmt.Errorf("row %d of result %d: %w", i+1, k+1, err)
			}
			if w := want[i][k]; !agree(w, r) {
				return fmt.Errorf("row %d of result %d is %s, and should be %s\n%s", i+1, k+1, text(r), text(w), syntax.Print(p.lifted))
			}
		}
	}
	return nil
}

// isNegative tells whether a result has a size that is known outside and negative. Then the kernel is stuck even if it has no iterations.
func (p *program) isNegative(m *value.Machine) bool {
	for _, z := range p.rows {
		for _, d := range z.Z.Type.Dims {
			if x, ok := d.(*syntax.Var); ok && numberOf(m.Env.Of(x.ID)) < 0 {
				return true
			}
		}
	}
	return false
}

func text(v value.Val) string { return value.Format(v, 100) }

// lifted is the kernel of a program, lifted, or an error of the test.
func lifted(t testing.TB, text string) *program {
	t.Helper()
	p, err := parsed(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := p.lift(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// show is the text of the lifted kernel.
func (p *program) show() string { return strings.TrimSpace(syntax.Print(p.lifted)) }
