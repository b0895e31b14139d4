package regularity_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestRandom runs random programs of nested core, and compares all that the analysis says with what happens: what is independent is the same in all
// iterations, what is regular has one size, each descriptor is the shape of the value, and what stands before a kernel computes the sizes of its rows.
func TestRandom(t *testing.T) {
	checked, ended := map[string]int{}, 0
	passtest.Check(t, testkit.Sample(400, 10_000), func(t *rapid.T) {
		text := program(t)
		if ok := runs(t, text, checked); ok {
			ended++
		}
	})
	t.Logf("%d programs came to their end; compared: %v", ended, checked)
	wanted := []string{"independent", "regular", "ints", "shapes", "slices"}
	if testkit.More() {
		wanted = append(wanted, "unknown")
	}
	for _, what := range wanted {
		if checked[what] == 0 {
			t.Errorf("nothing compared of: %s", what)
		}
	}
	if no, yes := checked["not computed"], checked["computed"]; 100*no > yes {
		t.Errorf("%d of %d sizes that are independent cannot be computed", no, no+yes)
	}
}

// runs runs a program, and compares. It tells whether it came to its end.
func runs(t rapid.TB, text string, checked map[string]int) bool {
	p, err := syntax.Parse(diag.NewSource("random", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p = regularity.Resolved(p)
	o := outside(p)
	m := machineFor(p, o, checked)
	m.slices = slicesOf(t, p, o, checked)
	ended, wrong := m.run(p.Main())
	if wrong != "" {
		t.Fatalf("%s\n%s", wrong, text)
	}
	return ended
}

// machineFor is a machine for the main part of a program.
func machineFor(p *syntax.Program, o regularity.Outside, checked map[string]int) *machine {
	return &machine{found: regularity.Find(o, p.Main()), outside: o, env: map[int]any{}, values: map[string]any{}, sizes: map[string]int{}, checked: checked}
}

// outside knows the functions and the binders of a program.
func outside(p *syntax.Program) regularity.Outside {
	binders, defs := map[int]*syntax.Binding{}, map[string]*syntax.Def{}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			binders[n.ID] = n
		case *syntax.Def:
			defs[n.Name] = n
		}
		return true
	})
	return regularity.Outside{Lookup: func(id int) *syntax.Binding { return binders[id] }, Def: func(name string) *syntax.Def { return defs[name] }}
}

// slicesOf are what stands before the kernels of the main part whose rows have a size that is found to be independent.
func slicesOf(t rapid.TB, p *syntax.Program, o regularity.Outside, checked map[string]int) map[*syntax.Kernel]*slice {
	supply := syntax.SupplyAfter(1 << 20)
	types := map[int]*syntax.Type{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			types[b.ID] = b.Type
		}
		return true
	})
	out := map[*syntax.Kernel]*slice{}
	syntax.EachKernel(p.Main(), func(let *syntax.Let) {
		e, ok := let.Exp.(*syntax.Kernel)
		if !ok {
			return
		}
		rows := o.Rows(e.Index[0].X, e.Body.Stms)
		var sizes []syntax.Expr
		s := &slice{rows: map[int]int{}}
		for r, x := range e.Body.Res {
			v, ok := x.(*syntax.Var)
			if !ok || types[v.ID] == nil || !types[v.ID].IsArray() || !rows.Claims(types[v.ID].Dims[0]) {
				continue
			}
			size := types[v.ID].Dims[0]
			if !rows.Independent(size) {
				checked["not computed"]++
				continue
			}
			checked["computed"]++
			s.rows[r] = len(sizes)
			sizes = append(sizes, size)
		}
		if len(sizes) == 0 {
			return
		}
		stms, res, ok := rows.Before(supply, sizes...)
		if !ok {
			t.Fatalf("the sizes can be computed one by one, but not together\n%s", syntax.Print(p))
		}
		s.body = &syntax.Body{Stms: stms, Res: res}
		out[e] = s
	})
	return out
}
