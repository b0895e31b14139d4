package examples_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/schemas"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/lower/toimp"
	"funmem/semantics/check"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// tested compares derivations with what they are about.
type tested struct {
	t interface {
		Helper()
		Errorf(string, ...any)
	}
	text string
	seen map[string]bool // the rules in trees
	has  schemas.Seen
}

// tree tests one derivation: the rules in it are in the table and are those that applied, and each has the premises
// that its schema writes. If iterations are left out, rules that only they applied may be missing. cov has the rules that
// applied under the given prefixes; done tells whether the derivation came to its end.
func (d *tested) tree(tree *derive.Tree, cov *rule.Coverage, done bool) {
	d.t.Helper()
	in, elided := tree.Rules(), false
	tree.Each(func(n *derive.Tree) {
		elided = elided || n.Elided > 0
		if n.Rule != "" && !unfinished(n) {
			d.premises(n)
		}
	})
	for _, r := range rule.All() {
		applied, _ := cov.Counts(r.Name)
		if applied == 0 && in[r.Name] > 0 && done || applied > 0 && in[r.Name] == 0 && !elided {
			d.t.Errorf("%s applied %d times, and is in the tree %d times\n%s\n%s", r.Name, applied, in[r.Name], d.text, derive.Format(tree, derive.Style{}))
		}
	}
	for name := range in {
		if _, _, ok := rule.Lookup(name); !ok && (done || name != "?") {
			d.t.Errorf("%s is not in the table of rules\n%s", name, d.text)
		}
		d.seen[name] = true
	}
}

// unfinished tells whether a rule has no conclusion, because a premise above it has none.
func unfinished(t *derive.Tree) bool {
	for _, p := range t.Premises {
		if p.Stuck || p.Condition != nil && p.Condition.Failed || unfinished(p) {
			return true
		}
	}
	return t.Stuck
}

// premises tests that an application of a rule is an instance of the schema that the table has of it.
func (d *tested) premises(n *derive.Tree) {
	d.has.Note(n)
	if why := schemas.Follows(n); why != "" {
		d.t.Errorf("%s: %s\n%s\n%s", n.Rule, why, derive.Format(n, derive.Style{}), d.text)
	}
}

// concluded tests what a derivation of a run concludes: the values.
func (d *tested) concluded(tree *derive.Tree, want []string) {
	d.t.Helper()
	if got, want := tree.Judgement.After[0].String(), "("+strings.Join(want, ", ")+")"; got != want {
		d.t.Errorf("the tree concludes %s, and the run gives %s\n%s", got, want, d.text)
	}
}

// derived tests the derivations of a program under each semantics.
func (d *tested) derived(p program, opts engine.Options) {
	d.t.Helper()
	ctx := context.Background()
	finish := func(rec *derive.Recorder, cov *rule.Coverage, err error) (*derive.Tree, bool) {
		if err != nil {
			rec.Stuck()
		}
		if len(rec.Trees()) != 1 {
			d.t.Errorf("%d derivations\n%s", len(rec.Trees()), d.text)
			return nil, false
		}
		d.tree(rec.Trees()[0], cov, err == nil)
		return rec.Trees()[0], err == nil
	}
	texts := func(v []value.Val) []string {
		out := make([]string, len(v))
		for k, v := range v {
			out[k] = value.Format(v, 9)
		}
		return out
	}

	opts.Coverage = rule.NewCoverage()
	m := value.New(opts)
	m.Record = derive.NewRecorder()
	v, err := m.Run(ctx, p.fun)
	if tree, ok := finish(m.Record, opts.Coverage, err); ok {
		d.concluded(tree, texts(v))
	}

	opts.Coverage = rule.NewCoverage()
	rec := derive.NewRecorder()
	out, err := memory.New(memory.Options{Options: opts, Derive: rec}).Run(ctx, p.mem)
	if tree, ok := finish(rec, opts.Coverage, err); ok {
		want := make([]string, len(out.Results))
		for k, v := range out.Results {
			switch {
			case v.IsArray():
				want[k] = fmt.Sprintf("(%s, %s)", v.B, v.L)
			case v.IsNumber():
				want[k] = value.Format(value.Number(v.I), 6)
			default:
				want[k] = v.B.String()
			}
		}
		d.concluded(tree, want)
	}

	opts.Coverage = rule.NewCoverage()
	lowered, _, err := toimp.Program(p.mem, toimp.Options{})
	if err != nil {
		d.t.Errorf("%v\n%s", err, d.text)
		return
	}
	rec = derive.NewRecorder()
	ran, err := imp.Follow(ctx, lowered, nil, opts, nil, &imp.Watch{Derive: rec})
	if tree, ok := finish(rec, opts.Coverage, err); ok {
		d.concluded(tree, texts(ran.Results))
	}
}

// typed tests the derivations of the types of a program, as it is elaborated and of its FUNMEM form. A program that is
// refused has no derivation, but the way to the premise that does not hold.
func (d *tested) typed(p *syntax.Program) {
	d.t.Helper()
	rec := derive.NewRecorder()
	s := elab.NewSession(nil)
	mem := s.IsMem(p)
	s.Derive(rec, false)
	u, err := s.Program(p)
	if err != nil {
		d.refused(p, diag.Of(err), mem, rec)
		return
	}
	d.types(rec, u.Core, mem)
	if mem {
		return
	}
	form, err := introduce.New().TransformProgram(u.Core, s.Supply())
	if err != nil {
		d.t.Errorf("%v\n%s", err, d.text)
		return
	}
	rec = derive.NewRecorder()
	s.Derive(rec, true)
	if err := s.Adopt(form); err != nil {
		d.t.Errorf("%v\n%s", err, d.text)
		return
	}
	d.types(rec, form, true)
}

// types tests derivations against a check of the same program that records nothing.
func (d *tested) types(rec *derive.Recorder, core *syntax.Program, mem bool) {
	d.t.Helper()
	cov := rule.NewCoverage()
	if err := check.Closed(core, mem, cov); err != nil {
		d.t.Errorf("the program is refused: %v\n%s", err, d.text)
	}
	all := &derive.Tree{Premises: rec.Trees()}
	library := core.Defs()
	for _, t := range rec.Trees() {
		library = slices.DeleteFunc(library, func(f *syntax.Def) bool { return strings.HasPrefix(t.Judgement.Of, "def "+derive.Signature(f)) })
	}
	if len(library) > 0 { // its rules are not in the trees
		for _, t := range rec.Trees() {
			t.Each(func(n *derive.Tree) {
				if n.Rule != "" {
					d.premises(n)
				}
			})
		}
		return
	}
	d.tree(all, cov, true)
	if main := core.Main(); len(main.Stms) > 0 {
		root := rec.Trees()[len(rec.Trees())-1]
		want := "T-PROG"
		if mem {
			want = "T-MEM-PROG"
		}
		if root.Rule != want || root.Judgement.Rel != ":" {
			d.t.Errorf("the tree ends with %s %s\n%s", root.Rule, root.Judgement, d.text)
		}
	}
}

// refused tests the way to each error.
func (d *tested) refused(p *syntax.Program, errs diag.List, mem bool, rec *derive.Recorder) {
	d.t.Helper()
	trees := rec.Trees()
	if len(trees) == 0 {
		for _, e := range errs {
			if e.Kind == diag.Type {
				trees = append(trees, elab.Path(p, e, mem))
			}
		}
	}
	for _, tree := range trees {
		if tree.Rule == "T-DEF" && !unfinished(tree) { // a function before the error
			continue
		}
		var over string
		failed := 0
		tree.Each(func(n *derive.Tree) {
			for _, p := range n.Premises {
				if p.Condition != nil && p.Condition.Failed {
					over = n.Rule
					failed++
					if !slices.ContainsFunc(errs, func(e *diag.Diagnostic) bool { return e.Rule == n.Rule && e.Msg == p.Condition.Left }) {
						d.t.Errorf("no error says %s [%s]\n%s", p.Condition.Left, n.Rule, d.text)
					}
				}
			}
		})
		if failed != 1 {
			d.t.Errorf("%d premises do not hold, of %s\n%s\n%s", failed, over, derive.Format(tree, derive.Style{}), d.text)
		}
	}
}

// atTheirPlace are programs in which what would be copied lies at its place.
var atTheirPlace = []string{`
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2] @ m -> 2 + {(2 : 1)}) = iota 2
let (z : [4] @ m -> R(4)) = concat(x, y)
in (m, z)
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (j : mem) = alloc 9
let (z : [3][3] @ j -> R(3, 3)) = scan (\(a : [3] @ k -> R(3)) (v : int) -> a) x x
in (j, z)
`}

// TestDerivations derives the test corpus under each semantics and type system.
func TestDerivations(t *testing.T) {
	d := &tested{t: t, seen: map[string]bool{}, has: schemas.Seen{}}
	list := corpus(t)
	for _, text := range atTheirPlace {
		list = append(list, diag.NewSource("in place", text))
	}
	for _, src := range list {
		d.text = src.Name
		p, err := syntax.Parse(src)
		if err != nil {
			continue
		}
		d.typed(p)
		if p := load(t, src, nil); p.wrong == nil {
			d.derived(p, engine.Options{})
		}
	}
	for _, r := range rule.All() {
		if !d.seen[r.Name] && (strings.HasPrefix(r.Name, "E-") || strings.HasPrefix(r.Name, "T-")) && !strings.HasPrefix(r.Name, "T-IMP-") {
			t.Errorf("%s is in no derivation", r.Name)
		}
	}
	for _, p := range d.has.Missing(d.seen) {
		if p == "E-IMP-PROG: E₀ of the inputs" { // which the corpus does not have
			continue
		}
		t.Errorf("the table has a premise that no derivation has: %s", p)
	}
}

// TestRandomDerivations derives random programs.
func TestRandomDerivations(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := diag.NewSource("random", testkit.Program(rt))
		d := &tested{t: rt, text: src.Text, seen: map[string]bool{}, has: schemas.Seen{}}
		p, err := syntax.Parse(src)
		if err != nil {
			rt.Fatal(err)
		}
		d.typed(p)
		d.derived(load(t, src, nil), engine.Options{Memory: 1 << 28})
	})
}
