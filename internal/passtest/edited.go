package passtest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// Edited returns the text of a program of Fun or FUNMEM with one to three random changes in its tree: other LMADs,
// sizes, blocks, indices and operators, statements that are removed, doubled, moved or freed too early, and variables
// in place of others. The types refuse most results. Whatever they accept, a user could have written. It returns "" if
// the tree cannot be printed.
func Edited(t *rapid.T, text string) (edited string) {
	p := parsed(t, text)
	// rapid likes small numbers, which would be the first places of the program.
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "edits"), 0))
	for range 1 + r.IntN(3) {
		e := &editor{Rand: r, tree: places(p), donor: places(parsed(t, text))}
		e.edit()
	}
	defer func() {
		if recover() != nil {
			edited = ""
		}
	}()
	return syntax.Print(p)
}

func parsed(t *rapid.T, text string) *syntax.Program {
	p, err := syntax.Parse(diag.NewSource("edited", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// editor makes one edit. The donor is a second tree of the same program. Parts are taken from it, so that no part of
// the tree is put into itself.
type editor struct {
	*rand.Rand
	tree, donor *tree
}

// tree holds the places of a program where something can be changed, by what stands there.
type tree struct {
	exprs, memory []place         // of an Expr; those in LMADs, allocs and slices also in memory
	vars          []place         // of a *Var that is not an Expr
	lists         []reflect.Value // of statements, declarations, operands, sizes, dimensions
	types         []reflect.Value // of a *Type or a *MemAnn
	binders       []*syntax.Binding
	small         []reflect.Value // operators, element types, stars, permutations
}

// place is a place with the number of binders before it.
type place struct {
	reflect.Value
	binders int
}

// places walks a program.
func places(p *syntax.Program) *tree {
	w := &tree{}
	w.value(reflect.ValueOf(p).Elem(), false)
	return w
}

var (
	exprType = reflect.TypeFor[syntax.Expr]()
	spanType = reflect.TypeFor[diag.Span]()
	numType  = reflect.TypeFor[num.Num]()
)

// value notes the places in v; inner is true inside a place of memory.
func (w *tree) value(v reflect.Value, inner bool) {
	switch v.Type() {
	case spanType, numType:
		return
	case exprType:
		if v.IsNil() {
			return
		}
		x := place{v, len(w.binders)}
		if w.exprs = append(w.exprs, x); inner {
			w.memory = append(w.memory, x)
		}
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		w.pointer(v, inner)
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			w.lists = append(w.lists, v)
		}
		for k := range v.Len() {
			w.value(v.Index(k), inner)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			switch f := v.Type().Field(k); f.Name {
			case "Size": // other changes are mostly refused
				w.value(v.Field(k), inner && v.Type() != reflect.TypeFor[syntax.LMADDim]())
			case "Comments", "Groups", "Says", "Fn":
				if f.Name == "Fn" && f.Type == exprType && !v.Field(k).IsNil() { // a function stands nowhere else
					w.value(v.Field(k).Elem().Elem(), inner)
				}
			default:
				w.value(v.Field(k), inner)
			}
		}
	case reflect.Uint8, reflect.Bool, reflect.Int:
		if v.CanSet() {
			w.small = append(w.small, v)
		}
	}
}

// pointer notes what v points to.
func (w *tree) pointer(v reflect.Value, inner bool) {
	to := v.Elem()
	if v.Kind() == reflect.Interface {
		to = to.Elem()
	} else if v.CanSet() {
		switch v.Interface().(type) {
		case *syntax.Type, *syntax.MemAnn:
			w.types = append(w.types, v)
		case *syntax.Var:
			w.vars = append(w.vars, place{v, len(w.binders)})
		}
	}
	switch x := to.Addr().Interface().(type) {
	case *syntax.Binding:
		w.binders = append(w.binders, x)
	case *syntax.LMAD:
		x.RowMajor, inner = false, true // so that all of it is printed
	case *syntax.Alloc, *syntax.Slice, *syntax.With, *syntax.Scratch:
		inner = true
	}
	w.value(to, inner)
}

// some returns a member of a list, which is not empty.
func some[T any](e *editor, list []T) T { return list[e.IntN(len(list))] }

// edit changes one thing, or nothing if the program has no such thing.
func (e *editor) edit() {
	switch k := e.IntN(14); {
	case k <= 4 && len(e.tree.memory) > 0:
		e.expr(some(e, e.tree.memory))
	case k <= 5 && len(e.tree.exprs) > 0:
		e.expr(some(e, e.tree.exprs))
	case k <= 7 && len(e.tree.vars) > 0:
		x := some(e, e.tree.vars)
		x.Set(reflect.ValueOf(e.variable(x.Interface().(*syntax.Var).Name, x.binders)))
	case k <= 11:
		e.list()
	case k == 12 && len(e.tree.types) > 0:
		x := some(e, e.tree.types)
		by := slices.DeleteFunc(slices.Clone(e.donor.types), func(y reflect.Value) bool { return y.Type() != x.Type() })
		if by = append(by, reflect.Zero(x.Type())); x.CanSet() {
			x.Set(some(e, by))
		}
	case len(e.tree.small) > 0:
		e.little(some(e, e.tree.small))
	}
}

// variable returns a variable for a place with so many binders before it. It is mostly of the same sort as the variable
// of the given name: an array with as many dimensions, a block, or a number.
func (e *editor) variable(like string, binders int) *syntax.Var {
	before := e.donor.binders[:min(binders, len(e.donor.binders))]
	if e.IntN(8) == 0 {
		before = e.donor.binders
	}
	want := sort(&syntax.Binding{Type: &syntax.Type{}})
	for _, x := range e.donor.binders {
		if x.Name == like {
			want = sort(x)
		}
	}
	alike := slices.DeleteFunc(slices.Clone(before), func(x *syntax.Binding) bool { return sort(x) != want || x.Name == like })
	if len(alike) == 0 || e.IntN(10) == 0 {
		alike = before
	}
	if len(alike) == 0 {
		return &syntax.Var{Name: "x"}
	}
	return &syntax.Var{Name: some(e, alike[max(0, len(alike)-8):]).Name}
}

// sort tells numbers, blocks and arrays of each rank apart; "?" is never written.
func sort(x *syntax.Binding) string {
	if x.Type == nil {
		return "?"
	}
	return fmt.Sprint(x.Type.Elem, x.Type.Rank())
}

// other returns an expression of the program: mostly a number for a number, and otherwise an expression of the same
// kind as x.
func (e *editor) other(x syntax.Expr) syntax.Expr {
	list := e.donor.exprs
	if e.IntN(6) > 0 {
		list = slices.DeleteFunc(slices.Clone(list), func(v place) bool {
			y := v.Interface()
			return number(x) != number(y) || !number(x) && reflect.TypeOf(x) != reflect.TypeOf(y)
		})
	}
	if len(list) == 0 {
		return x
	}
	return some(e, list).Interface().(syntax.Expr)
}

// number tells whether an expression looks like a number.
func number(x any) bool {
	switch x.(type) {
	case *syntax.IntLit, *syntax.Binary, *syntax.Unary, *syntax.Index, *syntax.Length:
		return true
	}
	return false
}

// constants replace other ints.
var constants = []string{"0", "1", "2", "3", "7", "16", "1000", "1000000", "2147483648", "4611686018427387904", "9223372036854775807", "18446744073709551616"}

// literal returns an int.
func (e *editor) literal() syntax.Expr {
	k, err := num.Parse(some(e, constants))
	if err != nil {
		panic(err)
	}
	var x syntax.Expr = &syntax.IntLit{Val: k}
	if e.IntN(5) == 0 {
		x = &syntax.Unary{Op: syntax.Neg, X: x}
	}
	return x
}

// expr changes an expression.
func (e *editor) expr(place place) {
	x := place.Interface().(syntax.Expr)
	v, isVar := x.(*syntax.Var)
	k := e.IntN(12)
	switch {
	case isVar && k > 4:
		x = e.variable(v.Name, place.binders)
	case isVar && k > 2 && e.array(v), !isVar && !number(x) && k > 3:
		x = e.wrapped(x)
	case !isVar && !number(x) || k > 8:
		x = e.other(x)
	case k <= 2:
		x = e.literal()
	case k == 3:
		x = &syntax.Binary{Op: syntax.Add, X: x, Y: lmad.Const(1)}
	case k == 4:
		x = &syntax.Binary{Op: syntax.Sub, X: x, Y: lmad.Const(1)}
	case k == 5:
		x = &syntax.Binary{Op: some(e, operators), X: x, Y: e.literal()}
	default:
		x = e.variable("", place.binders)
	}
	place.Set(reflect.ValueOf(x))
}

// array tells whether a variable is known to be one.
func (e *editor) array(v *syntax.Var) bool {
	return slices.ContainsFunc(e.donor.binders, func(x *syntax.Binding) bool { return x.Name == v.Name && x.Type != nil && x.Type.IsArray() })
}

// wrapped returns an expression around x.
func (e *editor) wrapped(x syntax.Expr) syntax.Expr {
	switch e.IntN(10) {
	case 0:
		return &syntax.Copy{X: x}
	case 1:
		return &syntax.Claim{X: x}
	case 2:
		return &syntax.Reverse{X: x}
	case 3:
		return &syntax.Scratch{Elem: syntax.Int, Dims: []syntax.Expr{e.literal()}}
	case 4:
		return &syntax.Slice{X: x, At: []syntax.Ix{{Kind: syntax.IxRange, Off: e.literal(), Size: e.literal()}}}
	case 5:
		return &syntax.Slice{X: x, At: []syntax.Ix{{Kind: syntax.IxFlat, Off: e.literal(), Dims: []syntax.LMADDim{{Size: e.literal(), Stride: e.literal()}}}}}
	case 6:
		return &syntax.With{X: x, At: []syntax.Ix{{Kind: syntax.IxFix, Off: e.literal()}}, V: e.literal()}
	case 7:
		return &syntax.Reshape{X: x, Dims: []syntax.Expr{e.literal(), e.literal()}}
	case 8:
		return &syntax.Index{X: x, At: []syntax.Expr{e.literal()}}
	}
	return &syntax.If{Cond: e.literal(), Then: &syntax.Body{Res: []syntax.Expr{x}}, Else: &syntax.Body{Res: []syntax.Expr{e.other(x)}}}
}

// list changes a list: a member is left out, doubled, moved, or taken from another list.
func (e *editor) list() {
	lists := slices.DeleteFunc(slices.Clone(e.tree.lists), func(v reflect.Value) bool { return v.Len() == 0 || !v.CanSet() })
	if len(lists) == 0 {
		return
	}
	if stms := slices.DeleteFunc(slices.Clone(lists), func(v reflect.Value) bool { return !isStms(v) }); len(stms) > 0 && e.IntN(3) > 0 {
		lists = stms
	}
	v := some(e, lists)
	k, n := e.IntN(v.Len()), v.Len()
	switch e.IntN(5) {
	case 0:
		v.Set(reflect.AppendSlice(v.Slice3(0, k, k), v.Slice(k+1, n)))
	case 1:
		insert(v, e.IntN(n+1), v.Index(k))
	case 2:
		reflect.Swapper(v.Interface())(k, e.IntN(n))
	case 3:
		from := slices.DeleteFunc(slices.Clone(e.donor.lists), func(w reflect.Value) bool { return w.Type() != v.Type() || w.Len() == 0 })
		if len(from) > 0 {
			w := some(e, from)
			insert(v, k, w.Index(e.IntN(w.Len())))
		}
	default:
		if !isStms(v) {
			return
		}
		block := ""
		for _, x := range e.donor.binders {
			if x.Type != nil && x.Type.Elem == syntax.Mem {
				block = x.Name
			}
		}
		var s syntax.Stm = &syntax.Free{Block: e.variable(block, len(e.donor.binders))}
		if e.IntN(2) == 0 {
			s = &syntax.Check{X: e.variable("", len(e.donor.binders)), Y: e.literal()}
		}
		insert(v, k, reflect.ValueOf(s))
	}
}

// isStms tells whether a list has statements or declarations.
func isStms(v reflect.Value) bool {
	return v.Type() == reflect.TypeFor[[]syntax.Stm]() || v.Type() == reflect.TypeFor[[]syntax.Decl]()
}

// insert puts x into a list.
func insert(v reflect.Value, k int, x reflect.Value) {
	rest := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()+1), v.Slice(k, v.Len()))
	v.Set(reflect.AppendSlice(reflect.Append(v.Slice3(0, k, k), x), rest))
}

// little changes an operator, an element type, a star or a part of a permutation.
func (e *editor) little(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(int64(e.IntN(4)))
	default:
		alike := slices.DeleteFunc(slices.Clone(e.donor.small), func(w reflect.Value) bool { return w.Type() != v.Type() })
		if v.Type() == reflect.TypeFor[syntax.Op]() && e.IntN(2) == 0 {
			v.SetUint(uint64(some(e, operators)))
			return
		}
		if len(alike) > 0 {
			v.Set(some(e, alike))
		}
	}
}

// operators replace other operators.
var operators = []syntax.Op{syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Mod, syntax.Pow, syntax.Lt, syntax.Eq, syntax.Min, syntax.Shl}
