package derive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// Bind adds variables to those that E or Γ has from here on, up to the end of the rule
// being applied.
func (r *Recorder) Bind(xs ...*syntax.Binding) {
	if !r.On() {
		return
	}
	for _, x := range xs {
		if x.ID != 0 && !slices.ContainsFunc(r.scope, func(y *syntax.Binding) bool { return y.ID == x.ID }) {
			r.scope = append(r.scope, x)
		}
	}
}

// Call starts the body of a function, which sees what was bound at the start, and not the
// variables of its caller.
func (r *Recorder) Call() {
	if r.On() {
		r.scope = r.global[:len(r.global):len(r.global)]
	}
}

// Mark returns a function after which the scope is what it is now.
func (r *Recorder) Mark() (back func()) {
	if !r.On() {
		return func() {}
	}
	scope := r.scope[:len(r.scope):len(r.scope)]
	return func() { r.scope = scope }
}

// InScope returns the variables in scope that are among the given ones, by ID.
func (r *Recorder) InScope(ids map[int]bool) []*syntax.Var {
	var vars []*syntax.Var
	for _, x := range r.scope {
		if ids[x.ID] {
			vars = append(vars, x.Use())
		}
	}
	return vars
}

// Vars returns the variables of an environment that a judgement shows: those that it uses
// or, if Full is set, all that are in scope.
func (r *Recorder) Vars(used []*syntax.Var) []*syntax.Var {
	has := func(vars []*syntax.Var, id int) bool {
		return slices.ContainsFunc(vars, func(x *syntax.Var) bool { return x.ID == id })
	}
	if !r.Full {
		if slices.ContainsFunc(r.scope, func(x *syntax.Binding) bool { return !has(used, x.ID) }) {
			r.Note(CutEnv)
		}
		return used
	}
	var all []*syntax.Var
	for _, x := range r.scope {
		all = append(all, x.Use())
	}
	for _, x := range used {
		if !has(all, x.ID) {
			all = append(all, x)
		}
	}
	return all
}

// line is how many characters of a value count as a line of a derivation.
const line = 60

// Env is an environment of the variables that a judgement shows. show is the value or type
// of one, after the sign that joins them: x ↦ v or x : τ.
func (r *Recorder) Env(name, is string, used []*syntax.Var, show func(*syntax.Var) string) Part {
	vars := r.Vars(used)
	p := Part{Name: name, Binds: make([]Bind, len(vars))}
	for k, x := range vars {
		p.Binds[k] = Bind{x.Name, is, show(x)}
		r.size += len(p.Binds[k].Value) / line
	}
	return p
}

// Limit is how many parts of something are shown: n, or 0 for all of them.
func (r *Recorder) Limit(n int) int {
	if r != nil && r.Full {
		return 0
	}
	return n
}

// Note notes that something is cut.
func (r *Recorder) Note(c Cut) {
	if r != nil {
		r.cuts |= c
	}
}

// Cuts is what the derivation leaves out.
func (r *Recorder) Cuts() Cut { return r.cuts }

// Numbered is a name with an index below it: H₀, H₁, ….
func Numbered(name string, n int) string {
	return name + strings.Map(func(d rune) rune { return d - '0' + '₀' }, strconv.Itoa(n))
}

// zerosWhole is how many cells of a fresh block are written out.
const zerosWhole = 3

// Zeros is a fresh block of n cells, with their number where they are not written out.
func (r *Recorder) Zeros(n int) string {
	if limit := r.Limit(zerosWhole); limit > 0 && n > limit {
		r.Note(CutBlock)
		return fmt.Sprintf("[0, …, 0] (%d cells)", n)
	}
	return "[" + strings.TrimSuffix(strings.Repeat("0, ", n), ", ") + "]"
}

// KeepHeap keeps what a heap has, while the tree has room: what tells it the blocks.
func (r *Recorder) KeepHeap(name string, what func(bind func(block, cells string))) {
	if r.size >= most {
		r.Note(CutHeap)
		return
	}
	p := Part{Name: name}
	what(func(block, cells string) {
		p.Binds = append(p.Binds, Bind{block, " ↦ ", cells})
		r.size += strings.Count(cells, ",")
	})
	r.Heaps = append(r.Heaps, p)
}
