package syntax

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"reflect"
	"strings"
	"testing"

	"funmem/semantics/diag"
)

// corpus is every right program of the test files.
func corpus(t testing.TB) []*Program {
	var ps []*Program
	for _, c := range chunks(t, "figures.fun", "surface.fun", "comments.fun") {
		ps = append(ps, mustParse(t, c.name, c.text))
	}
	return ps
}

// nodeTypes are the names of the types in node.go that have the given marker
// method.
func nodeTypes(t *testing.T, marker string) []string {
	f, err := goparser.ParseFile(gotoken.NewFileSet(), "node.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == marker && d.Recv != nil {
			names = append(names, d.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no type has the method %s", marker)
	}
	return names
}

func nameOf(n Node) string { return reflect.TypeOf(n).Elem().Name() }

// below collects all nodes of a tree by reflection, including n, in the order of
// the fields. In a loop, each carried name is followed by its value. In a row-major
// LMAD only the sizes count.
func below(v reflect.Value, visit func(Node)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*diag.Source]() {
			return
		}
		if n, ok := v.Interface().(Node); ok {
			visit(n)
			if l, ok := n.(*LMAD); ok && l.RowMajor {
				for _, d := range l.Dims {
					below(reflect.ValueOf(d.Size), visit)
				}
				return
			}
			if l, ok := n.(*Loop); ok {
				for i := range l.Params {
					below(reflect.ValueOf(l.Params[i]), visit)
					below(reflect.ValueOf(l.Init[i]), visit)
				}
				rest := *l
				rest.Params, rest.Init = nil, nil
				below(reflect.ValueOf(rest), visit)
				return
			}
		}
		below(v.Elem(), visit)
	case reflect.Interface:
		if !v.IsNil() {
			below(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			below(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[diag.Span]() {
				below(v.Field(i), visit)
			}
		}
	}
}

// TestEveryNode compares the traversals with the node types in the source of
// ast.go. The corpus has each of them, Walk finds exactly the nodes that are there,
// Map rebuilds them all and shows each expression to its function, and Print and
// Line know each alone.
func TestEveryNode(t *testing.T) {
	walked, mapped := map[string]bool{}, map[string]bool{}
	for _, p := range corpus(t) {
		var want, got []Node
		below(reflect.ValueOf(p), func(n Node) { want = append(want, n) })
		Walk(p, func(n Node) bool {
			got = append(got, n)
			walked[nameOf(n)] = true
			if Print(n) == "" && len(p.Decls) > 0 || strings.Contains(Line(n), "\n") {
				t.Errorf("a %s prints as %q", nameOf(n), Print(n))
			}
			return true
		})
		if len(want) != len(got) {
			t.Fatalf("walk finds %d nodes of %d in\n%s", len(got), len(want), Print(p))
		}
		for i := range want {
			if want[i] != got[i] {
				t.Fatalf("node %d of walk is %s, not %s, in\n%s", i, Line(got[i]), Line(want[i]), Print(p))
			}
		}
		q := MapExpr(p, func(e Expr) Expr { mapped[nameOf(e)] = true; return e })
		if !Equal(p, q) || !Equal(q, p) {
			t.Fatalf("the identity changes\n%s\nto\n%s", Print(p), Print(q))
		}
		old := map[Node]bool{}
		for _, n := range want {
			old[n] = true
		}
		Walk(q, func(n Node) bool {
			switch n.(type) {
			case *Var, *IntLit, *RealLit, *Irregular, *OpFn, *Import:
			default:
				if old[n] {
					t.Fatalf("map shares a %s", nameOf(n))
				}
			}
			return true
		})
	}
	for _, name := range nodeTypes(t, "node") {
		if !walked[name] {
			t.Errorf("walk or the corpus misses %s", name)
		}
	}
	for _, name := range nodeTypes(t, "expr") {
		if !mapped[name] {
			t.Errorf("map or the corpus misses %s", name)
		}
	}
}

// TestMapReaches replaces every variable by another one. None of the old names is
// left, and the original is as it was.
func TestMapReaches(t *testing.T) {
	for _, p := range corpus(t) {
		before := Print(p)
		q := Rebuild(p, Mapper{
			Expr: func(e Expr) Expr {
				if x, ok := e.(*Var); ok {
					return &Var{x.Span, "new'" + x.Name, x.ID}
				}
				return e
			},
			Binding: func(b *Binding) *Binding {
				if b.Name != "" {
					b.Name = "new'" + b.Name
				}
				return b
			},
		})
		Walk(q, func(n Node) bool {
			switch n := n.(type) {
			case *Var:
				if !strings.HasPrefix(n.Name, "new'") {
					t.Errorf("%s is left in\n%s", n.Name, Print(q))
				}
			case *Binding:
				if n.Name != "" && !strings.HasPrefix(n.Name, "new'") {
					t.Errorf("the binder %s is left in\n%s", n.Name, Print(q))
				}
			case *LMAD:
				if n.RowMajor && !strings.Contains(Line(&LMAD{Offset: n.Offset, Dims: n.Dims}), "new'") && len(n.Dims) > 0 {
					if _, lit := n.Dims[0].Size.(*IntLit); !lit {
						t.Errorf("the strides of %s are old", n)
					}
				}
			}
			return true
		})
		if Print(p) != before {
			t.Fatalf("map changed its argument to\n%s", Print(p))
		}
	}
}

// TestWalkStops checks that nothing below a node is visited when f says no.
func TestWalkStops(t *testing.T) {
	p := mustParse(t, "w", "f(x, kernel i <= n do y) + z")
	var names []string
	Walk(p, func(n Node) bool {
		if x, ok := n.(*Var); ok {
			names = append(names, x.Name)
		}
		_, kernel := n.(*Kernel)
		return !kernel
	})
	if got := strings.Join(names, " "); got != "x z" {
		t.Error(got)
	}
}

// TestFreeVars compares free variables with what Fig. 1 and T-IF say.
func TestFreeVars(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x + y * x", "x y"},
		{"let x = x in x + y", "x y"},
		{"let x = 1 let y = x in x + y + z", "z"},
		{"kernel i <= i, j <= i + n do x[i, j]", "i n x"},
		{"kernel i <= n, j <= i do x[i, j]", "n x"},
		{"let (n : int) (x : [n][m]int) = f(n) in x", "m n"},
		{"let (x : [n] @ m -> o + {(n : s)}) = copy y in x", "n m o s y"},
		{"let (m : mem) (x : [n] @ m -> R(n, k)) = f(y) in x", "n k y"},
		{"if a then (let a = 1 in a) else b", "a b"},
		{"(let a = 1 in a) + a", "a"},
		{"f(x) + g(f)", "x f"},
		{"x[i, j : k : l, :]", "x i j k l"},
		{"def f [n] (x : [n][m]int) (y : [k]int) : (p : int, [p][q]int) = x[n] + z + p", "m k q z p"},
		{"let a = b\nlet b = a + c\nin (a, b, d)", "b c d"},
		{"let _ = 1\n_", "_"},
		{"check a = let a = 1 in a", "a"},
		{"loop (x = x, y = x) for i <= x + i do x + y + i + n", "x i n"},
		{"loop (x = a, y = x) while x < y + i do (x, i)", "a x i"},
		{"loop (m : mem = n) (y : [k] @ m -> R(k) = m) for i <= y do y", "n k m y"},
		{"(loop (x = 1) for i <= 2 do x) + x + i", "x i"},
		{"map (\\x y -> x + y + z) x g(f)", "z x f"},
		{"map f f + reduce (+) f xs + scan g 0 g", "f xs g"},
		{"reduce (\\(n : int) (x : [n][k]int) -> let m = n in m + x + _) n x", "k _ n x"},
		{"x with [i, j : k, :] = v ++ w", "x i j k v w"},
		{"reshape((n, m), x) + rotate(k, flatten y) + 1.5", "n m x k y"},
		{"import \"a.fun\"", ""},
		{"import \"a.fun\" as a", ""},
	} {
		var names []string
		for _, x := range FreeVars(mustParse(t, "fv", c.text)) {
			names = append(names, x.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("FV(%s) = %s, wanted %s", c.text, got, c.want)
		}
	}
	let := mustParse(t, "fv", "let (n : int) (x : [n][m]int) = n").Decls[0].(*Let)
	if got := FreeVars(let); len(got) != 2 || got[0].Name != "m" || got[1].Name != "n" {
		t.Error("a let alone:", got)
	}
	b := &Binding{Name: "x", ID: 1}
	body := &Body{Stms: []Stm{&Let{Pat: []*Binding{b}, Exp: &Var{Name: "x", ID: 2}}}, Res: []Expr{b.Use(), &Var{Name: "x"}}}
	if got := FreeVars(body); len(got) != 2 || got[0].ID != 2 || got[1].ID != 0 {
		t.Error("IDs tell names apart:", got)
	}
}

// TestSubst replaces variables by ID.
func TestSubst(t *testing.T) {
	p := mustParse(t, "s", "let (x : [n][k]int @ m -> R(n, k)) = kernel i <= n do y[n : i + n] + if n then n else k")
	id := 0
	ids := map[string]int{}
	p = MapExpr(p, func(e Expr) Expr {
		if x, ok := e.(*Var); ok {
			if ids[x.Name] == 0 {
				id++
				ids[x.Name] = id
			}
			return &Var{x.Span, x.Name, ids[x.Name]}
		}
		return e
	})
	two, err := ParseExpr(diag.NewSource("e", "2 * q"))
	if err != nil {
		t.Fatal(err)
	}
	q := Subst(p, map[int]Expr{ids["n"]: two, ids["m"]: &Var{Name: "mm"}})
	want := "let (x : [2 * q][k]int @ mm -> R(2 * q, k)) = kernel i <= 2 * q do y[(2 * q) : (i + 2 * q)] + (if 2 * q then 2 * q else k)"
	if !Equal(q, mustParse(t, "w", want)) {
		t.Errorf("got %s", Line(q))
	}
	if Subst(p, nil) != p {
		t.Error("substituting nothing makes a new tree")
	}
	q = Subst(p, map[int]Expr{ids["m"]: two})
	if !Equal(q, p) {
		t.Errorf("a block became %s", Line(q))
	}
	if got := Subst[Expr](&Var{Name: "n", ID: 1}, map[int]Expr{1: two}); !Equal(got, two) {
		t.Errorf("got %s", Line(got))
	}
}

// TestEqual tells programs apart that differ in one thing.
func TestEqual(t *testing.T) {
	texts := []string{
		"x", "y", "1", "2", "-1", "-(1)", "x[1]", "x[1, 1]", "x[1:2]", "x[1:2:1]", "x[:]", "x + 1", "x - 1", "-x", "!x", "(x, 1)", "[x, 1]", "[x]",
		"f(x)", "g(x)", "f(x, 1)", "copy x", "iota x", "permute((1, 2), x)", "permute((2, 1), x)", "shape(x)", "length(x)", "replicate(1, x)",
		"if a then b else c", "if a then b else d", "kernel i <= n do i", "kernel j <= n do i", "kernel i <= n, j <= n do i",
		"let x = 1", "let x = 2", "let (x : int) = 1", "let (x : [n]) = 1", "let (x : [m]) = 1", "let (x : mem) = 1", "let (x, y) = 1",
		"let (x : [n] @ m -> R(n)) = 1", "let (x : [n] @ k -> R(n)) = 1", "let (x : [n] @ m -> R(k)) = 1", "let (x : [n] @ m -> R(n, k)) = 1",
		"let (x : [n] @ m -> 0 + {(n : 1)}) = 1", "let (x : [n] @ m -> 1 + {(n : 1)}) = 1", "let (x : [n] @ m -> 0 + {(n : 2)}) = 1",
		"check x = y", "check y = x", "in (x)", "in (x, y)", "def f = x", "def g = x", "def f [n] = x", "def f (x : int) = x", "def f : int = x", "def f : (y : int) = x",
		"x\ny", "let x = 1 in x", "let x = 1 in y",
		"1.0", "1.5", "-1.5", "-(1.5)", "0.0", "-0.0", "nan", "inf", "-inf", "1e999", "1e998", "1e-999", "0.1", "0.10000000000000000001", "1e22",
		"x & y", "x | y", "x ^ y", "x << y", "x >> y", "x ++ y", "x ++ y ++ z", "(x ++ y) ++ z", "sqrt(x)", "exp(x)", "atan2(x, y)", "f64(x)", "int(x)",
		"flatten x", "rotate(x, y)", "rotate(y, x)", "reshape(n, x)", "reshape((n, m), x)", "reshape((m, n), x)",
		"loop (x = 1) for i <= n do x", "loop (x = 1) for j <= n do x", "loop (x = 1) for i <= m do x", "loop (x = 2) for i <= n do x", "loop (x : int = 1) for i <= n do x",
		"loop (x = 1, y = 2) for i <= n do x", "loop (x = 1) while n do x", "loop (x = 1) while m do x", "loop (x = 1) for i <= n do 1",
		"map f x", "map g x", "map f x y", "map (+) x", "map (-) x", "map (\\x -> x) x", "map (\\y -> x) x", "map (\\x y -> x) x", "map (\\(x : int) -> x) x",
		"map (\\(x : f64) -> x) x", "reduce f 0 x", "reduce f (0, 0) x", "reduce f 1 x", "scan f 0 x", "scan f 0 x y",
		"x with [1] = 2", "y with [1] = 2", "x with [2] = 2", "x with [1, 1] = 2", "x with [1 : 2] = 2", "x with [:] = 2", "x with [1] = 3", "x with [1] = 2 with [1] = 2",
		"import \"a\"", "import \"b\"", "import \"a\" as x", "import \"a\" as y", "let (x : f64) = 1", "let (x : [n]f64) = 1", "def f (x : [n]int) = 1", "def f (*x : [n]int) = 1",
	}
	for i, a := range texts {
		for j, b := range texts {
			if got := Equal(mustParse(t, "a", a), mustParse(t, "b", "  "+b+" -- c")); got != (i == j) {
				t.Errorf("Equal(%s, %s) = %v", a, b, got)
			}
		}
	}
	if !Equal(mustParse(t, "a", "0x10 + 1_0"), mustParse(t, "b", "16 + 10")) {
		t.Error("the spelling of literals counts")
	}
	for _, c := range []struct{ a, b string }{
		{"1_0.50", "10.5"}, {"1e3", "1000.0"}, {"1E+3", "0.1e4"}, {"-nan", "nan"}, {"concat(x, y)", "x ++ y"}, {"0.0e5", "0.0"},
		{"map (min) x", "map min x"}, {"map (\\(x, y) -> 1) z", "map (\\x y -> 1) z"}, {"loop (x = 1) (y = 2) for i <= n do x", "loop (x = 1, y = 2) for i <= n do x"},
	} {
		if !Equal(mustParse(t, "a", c.a), mustParse(t, "b", c.b)) {
			t.Errorf("%s and %s are not equal", c.a, c.b)
		}
	}
	if Equal(nil, &Var{}) || !Equal(nil, nil) {
		t.Error("nil")
	}
}
