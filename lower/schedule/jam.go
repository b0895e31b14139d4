package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// jamRows is how many iterations of a kernel around groups become one, and mostJammed how large that may be.
const (
	jamRows    = 8
	mostJammed = 400
)

// leastRows is how many iterations such a kernel must have: with fewer there would be nothing for several threads to share.
var leastRows = 32

// jam makes one iteration of several of a kernel around one that runs in groups, as in a product of matrices: each round of
// the loop in it is run for all of these rows. So a vector that is read is used for all rows while it is there, and the sums
// of the rows do not wait for each other. The same helps where the kernel in it reads locations that are apart, and this one
// neighbouring ones, as where a matrix is transposed. The iterations of all kernels in it must be proved independent.
func jam(j *job, body []imp.Stm) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			if k, ok := s.(*imp.Kernel); ok && j.jams(k) {
				out = append(out, j.jammed(k)...)
				continue
			}
			out = append(out, s)
		}
		return out
	})
}

// jams tells whether iterations of a kernel become one. Each has its own of the variables that it assigns to, so none may be
// from outside.
func (j *job) jams(k *imp.Kernel) bool {
	if n, ok := constantOfExpr(k.N); ok && n < max(leastRows, jamRows) || !syntax.IsAtom(k.N) || jamRows*size(k.Body) > mostJammed {
		return false
	}
	groups, free := false, j.free(k)
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel:
			groups = groups || j.groups[s.X.ID]
			free = free && j.free(s)
		case *imp.While:
			free = false
		}
		return free
	})
	if !groups && !j.across(k) || !free {
		return false
	}
	for id := range assigned(k.Body) {
		if !declares(k.Body, id) {
			return false
		}
	}
	return true
}

// across tells whether a kernel in another one reads locations that are apart, and the outer one neighbouring ones.
func (j *job) across(k *imp.Kernel) (found bool) {
	if len(k.Body) == 0 {
		return false
	}
	inner, ok := k.Body[len(k.Body)-1].(*imp.Kernel)
	if !ok || !simple(inner.Body) {
		return false
	}
	env := &poly.Env{}
	near := func(p poly.Poly) bool { return p.IsZero() || p.Sub(one).IsZero() || p.Add(one).IsZero() }
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			j.define(env, s)
		case *imp.Read:
			at := env.Of(s.At)
			outer := step(k.X, at)
			found = found || !near(step(inner.X, at)) && near(outer) && !outer.IsZero()
		}
		return !found
	})
	return found
}

// jammed is a kernel of which jamRows iterations are one, and those that are left.
func (j *job) jammed(k *imp.Kernel) []imp.Stm {
	jams, row := j.fresh(k.X.Name+"_jams", syntax.Int), j.fresh(k.X.Name+"_jam", syntax.Int)
	enough := bin(syntax.Ge, k.N, lit(leastRows))
	out := j.let(jams, bin(syntax.Mul, bin(syntax.Quo, k.N, lit(jamRows)), enough), k)
	rest, left, i := j.fresh(k.X.Name+"_rest", syntax.Int), j.fresh(k.X.Name+"_left", syntax.Int), j.fresh(k.X.Name, syntax.Int)
	last := j.let(i, bin(syntax.Add, bin(syntax.Mul, lit(jamRows), jams.Use()), left.Use()), k)
	last = append(last, j.copied(k.Body, map[int]syntax.Expr{k.X.ID: i.Use()})...)

	var body []imp.Stm
	rows := make([]map[int]syntax.Expr, jamRows)
	for r := range rows {
		i := j.fresh(k.X.Name, syntax.Int)
		body = append(body, j.let(i, bin(syntax.Sub, bin(syntax.Mul, lit(jamRows), row.Use()), lit(jamRows-1-r)), k)...)
		rows[r] = map[int]syntax.Expr{k.X.ID: i.Use()}
	}
	body = append(body, (&jammer{j, varying(k), rows}).stms(k.Body)...)
	out = append(out, &imp.Kernel{Span: k.Span, X: row, N: jams.Use(), Body: body, Apart: k.Apart, Near: k.Near})
	out = append(out, j.let(rest, bin(syntax.Sub, k.N, bin(syntax.Mul, lit(jamRows), jams.Use())), k)...)
	return append(out, &imp.Kernel{Span: k.Span, X: left, N: rest.Use(), Body: last, Apart: k.Apart, Near: k.Near})
}

// varying are the variables that each iteration of a kernel must have of its own: blocks, what is read, and what depends on
// its index or on another such variable. The others are the same in all iterations.
func varying(k *imp.Kernel) map[int]bool {
	set := map[int]bool{k.X.ID: true}
	var walk func(list []imp.Stm, all bool)
	walk = func(list []imp.Stm, all bool) {
		for _, s := range list {
			switch s := s.(type) {
			case *imp.Declare:
				if s.X.Type.Elem == syntax.Mem {
					set[s.X.ID] = true
				}
			case *imp.Read:
				set[s.X.ID] = true
			case *imp.Assign:
				if all || depends(s.E, set) {
					set[s.X.ID] = true
				}
			case *imp.If:
				walk(s.Then, true)
				walk(s.Else, true)
			case *imp.Kernel:
				walk(s.Body, all || depends(s.N, set))
			case *imp.For:
				walk(s.Body, all || depends(s.N, set))
			}
		}
	}
	for before := 0; before < len(set); {
		before = len(set)
		walk(k.Body, false)
	}
	return set
}

// depends tells whether an expression mentions one of some variables.
func depends(e syntax.Expr, on map[int]bool) bool {
	for _, x := range syntax.FreeVars(e) {
		if on[x.ID] {
			return true
		}
	}
	return false
}

// jammer writes statements for several iterations at once. rows are what stands for the variables of each.
type jammer struct {
	*job
	varying map[int]bool
	rows    []map[int]syntax.Expr
}

func (m *jammer) stms(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Skip:
			continue
		case *imp.Declare:
			if !m.varying[s.X.ID] {
				out = append(out, s)
				continue
			}
		case *imp.Assign:
			if !m.varying[s.X.ID] {
				out = append(out, s)
				continue
			}
		case *imp.Kernel:
			if !depends(s.N, m.varying) {
				c := *s
				c.Body = m.stms(s.Body)
				out = append(out, &c)
				continue
			}
		case *imp.For:
			if !depends(s.N, m.varying) {
				c := *s
				c.Body = m.stms(s.Body)
				out = append(out, &c)
				continue
			}
		}
		for _, by := range m.rows {
			out = append(out, m.copy([]imp.Stm{s}, by)...)
		}
	}
	if len(out) == 0 {
		out = append(out, &imp.Skip{})
	}
	return out
}
