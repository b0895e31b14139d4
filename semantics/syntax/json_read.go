package syntax

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
)

// FromJSON reads a program in the form of ToJSON. The program is what its text says: it is printed and parsed, so that its
// places are those of that text, which has the given name. A tree that does not print as itself is no program. The error is a
// diagnostic of kind Syntax, whose message says where in the tree it is.
func FromJSON(name string, text []byte, until ...stop.Poll) (*Program, error) {
	p, err := treeOf(text)
	if err != nil {
		return nil, err
	}
	printed := Print(p, until...)
	q, err := Parse(diag.NewSource(name, printed), until...)
	switch {
	case err != nil:
		return nil, err
	case !Equal(p, q):
		return nil, badJSON("the tree is that of no program: its text reads back as another one").Helpf("its text begins with %q", firstLine(printed))
	}
	return q, nil
}

// firstLine is the first line of a text.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// badJSON is an error of the reader. It is what read panics with.
func badJSON(format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Syntax, "", diag.Span{}, format, args...)
}

// treeOf reads the tree alone.
func treeOf(text []byte) (p *Program, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, badJSON("this is no JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, badJSON("there is more after the program")
	}
	all, ok := v.(map[string]any)
	if !ok || all["format"] != jsonFormat {
		return nil, badJSON("this is no program in JSON: wanted an object with `\"format\": %q`", jsonFormat)
	}
	if all["version"] != json.Number(strconv.Itoa(JSONVersion)) {
		return nil, badJSON("the version of this form is %v, and this funmem reads version %d", all["version"], JSONVersion)
	}
	delete(all, "format")
	delete(all, "version")
	defer func() {
		switch bad := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			p, err = nil, bad
		default:
			panic(bad)
		}
	}()
	p = &Program{}
	readFields(reflect.ValueOf(p).Elem(), all, "")
	return p, nil
}

// readFields reads the fields of a node. No other ones may be there.
func readFields(to reflect.Value, in map[string]any, at string) {
	known := map[string]bool{}
	for _, f := range jsonFields(to.Type()) {
		known[f.key] = true
		v, has := in[f.key]
		switch {
		case has:
			x := to.FieldByIndex(f.Index)
			readJSON(x, v, inside(at, f.key), to.Type())
			if x.Kind() == reflect.Slice && x.Len() == 0 && !f.optional {
				panic(badJSON("%s is empty", treePlace(inside(at, f.key))))
			}
		case !f.optional:
			panic(badJSON("%s has no `%s`", treePlace(at), f.key))
		}
	}
	only(in, known, at)
	sound(to, at)
}

// only refuses keys that nobody knows.
func only(in map[string]any, known map[string]bool, at string) {
	var names, list []string
	for key := range known {
		list = append(list, key)
	}
	for key := range in {
		if !known[key] {
			names = append(names, key)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	d := badJSON("%s cannot have %q", treePlace(at), names[0])
	if near := diag.Nearest(names[0], list); near != "" {
		d.Helpf("did you mean %q?", near)
	}
	panic(d)
}

// treePlace names a place of the tree.
func treePlace(at string) string {
	if at == "" {
		return "the program"
	}
	return "`" + at + "`"
}

// inside is the place of a field.
func inside(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// sound refuses nodes whose fields do not go together.
func sound(v reflect.Value, at string) {
	switch x := v.Addr().Interface().(type) {
	case *Ix:
		want := map[IxKind][3]bool{IxFix: {true}, IxRange: {true, true, x.Stride != nil}, IxAll: {}, IxFlat: {true}}[x.Kind]
		if want != [3]bool{x.Off != nil, x.Size != nil, x.Stride != nil} || (len(x.Dims) > 0) != (x.Kind == IxFlat) {
			panic(badJSON("%s has other fields than an index of the kind %q", treePlace(at), ixKinds[x.Kind]))
		}
	case *Loop:
		if (x.For == nil) == (x.While == nil) {
			panic(badJSON("%s needs either `for` or `while`", treePlace(at)))
		}
		if len(x.Params) != len(x.Init) {
			panic(badJSON("%s carries %d names, and has %d first values", treePlace(at), len(x.Params), len(x.Init)))
		}
	}
}

// readJSON reads a field of a node of type of.
func readJSON(to reflect.Value, v any, at string, of reflect.Type) {
	switch to.Addr().Interface().(type) {
	case *Op:
		to.Set(reflect.ValueOf(opNamed(textAt(v, at), of == reflect.TypeFor[Unary](), at)))
		return
	case *Elem:
		to.Set(reflect.ValueOf(Elem(oneOf(elems, v, at))))
		return
	case *IxKind:
		to.Set(reflect.ValueOf(IxKind(oneOf(ixKinds, v, at))))
		return
	}
	switch to.Kind() {
	case reflect.Interface:
		in := objectAt(v, at)
		name := textAt(in["node"], inside(at, "node"))
		t := nodeNamed(name, to.Type())
		if t == nil {
			panic(badJSON("%s cannot be the node %q", treePlace(at), name))
		}
		delete(in, "node")
		x := reflect.New(t)
		readNode(x, in, at)
		to.Set(x)
	case reflect.Pointer:
		x := reflect.New(to.Type().Elem())
		readNode(x, objectAt(v, at), at)
		to.Set(x)
	case reflect.Struct:
		readNode(to.Addr(), objectAt(v, at), at)
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok {
			panic(badJSON("%s is no list", treePlace(at)))
		}
		to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
		for i := range list {
			readJSON(to.Index(i), list[i], fmt.Sprintf("%s[%d]", at, i), of)
		}
	case reflect.String:
		to.SetString(textAt(v, at))
	case reflect.Bool:
		b, ok := v.(bool)
		if !ok {
			panic(badJSON("%s is neither true nor false", treePlace(at)))
		}
		to.SetBool(b)
	case reflect.Int:
		k, ok := v.(json.Number)
		i, err := strconv.Atoi(string(k))
		if !ok || err != nil {
			panic(badJSON("%s is no small number", treePlace(at)))
		}
		to.SetInt(int64(i))
	default:
		panic(fmt.Sprintf("syntax: no reader for %s", to.Type()))
	}
}

// readNode reads an object into a node.
func readNode(to reflect.Value, in map[string]any, at string) {
	value := func() string {
		v, has := in["value"]
		if !has {
			panic(badJSON("%s has no `value`", treePlace(at)))
		}
		only(in, map[string]bool{"value": true}, at)
		return textAt(v, inside(at, "value"))
	}
	switch x := to.Interface().(type) {
	case *IntLit:
		k, err := num.Parse(value())
		if err != nil {
			panic(badJSON("%s is no int", treePlace(inside(at, "value"))))
		}
		x.Val = k
	case *RealLit:
		x.Text = value()
		var ok bool
		if x.Val, ok = realValue(x.Text); !ok {
			panic(badJSON("%s is no f64", treePlace(inside(at, "value"))))
		}
	case *LMAD:
		if _, has := in["rowMajor"]; has {
			only(in, map[string]bool{"rowMajor": true}, at)
			var sizes []Expr
			readJSON(reflect.ValueOf(&sizes).Elem(), in["rowMajor"], inside(at, "rowMajor"), to.Type().Elem())
			*x = *RowMajor(sizes)
			return
		}
		delete(in, "rowMajor")
		only(in, map[string]bool{"offset": true, "dims": true}, at)
		if in["offset"] == nil {
			panic(badJSON("%s has neither `rowMajor` nor `offset`", treePlace(at)))
		}
		readJSON(reflect.ValueOf(&x.Offset).Elem(), in["offset"], inside(at, "offset"), to.Type().Elem())
		if in["dims"] != nil {
			readJSON(reflect.ValueOf(&x.Dims).Elem(), in["dims"], inside(at, "dims"), to.Type().Elem())
		}
	default:
		readFields(to.Elem(), in, at)
	}
}

// realValue is the double nearest to a constant as the scanner reads it, with its sign.
func realValue(spelling string) (float64, bool) {
	p, err := Parse(diag.NewSource("", spelling))
	if err != nil || len(p.Decls) != 1 {
		return 0, false
	}
	show, ok := p.Decls[0].(*Show)
	if !ok {
		return 0, false
	}
	x, ok := show.X.(*RealLit)
	return valueOf(x), ok && x.Text == spelling
}

// valueOf is the value of a constant, or 0 for none.
func valueOf(x *RealLit) float64 {
	if x == nil {
		return 0
	}
	return x.Val
}

// textAt is a value that has to be a string.
func textAt(v any, at string) string {
	s, ok := v.(string)
	if !ok {
		panic(badJSON("%s is no text", treePlace(at)))
	}
	return s
}

// objectAt is a value that has to be an object.
func objectAt(v any, at string) map[string]any {
	m, ok := v.(map[string]any)
	if !ok {
		panic(badJSON("%s is no object", treePlace(at)))
	}
	return m
}

// oneOf is the number of a name in a list.
func oneOf(names []string, v any, at string) int {
	k := slices.Index(names, textAt(v, at))
	if k < 0 {
		panic(badJSON("%s is none of %s", treePlace(at), strings.Join(names, ", ")))
	}
	return k
}

// opNamed is the operator that is written so. A minus in front is another one than a minus between.
func opNamed(name string, unary bool, at string) Op {
	found := NumOps
	for op, info := range Ops {
		if info.Text == name && (found == NumOps || info.Unary == unary) {
			found = Op(op)
		}
	}
	if found == NumOps || unary && !Ops[found].Unary {
		panic(badJSON("%s is no operator", treePlace(at)))
	}
	return found
}

// nodes are all nodes that stand where others may.
var nodes = []Node{
	&IntLit{}, &Var{}, &Unary{}, &Binary{}, &Index{}, &Slice{}, &Transpose{}, &Permute{}, &Reverse{}, &Iota{}, &Copy{}, &Replicate{}, &Scratch{},
	&Claim{}, &Literal{}, &Alloc{}, &If{}, &Kernel{}, &Call{}, &Block{}, &Tuple{}, &Shape{}, &Length{}, &RealLit{}, &Irregular{}, &Concat{}, &Reshape{},
	&Flatten{}, &Rotate{}, &Loop{}, &Lambda{}, &OpFn{}, &Map{}, &Reduce{}, &Scan{}, &With{}, &Let{}, &Check{}, &Free{}, &Def{}, &Import{}, &Show{}, &In{},
}

// nodeNamed is the type of node with that name, if it may stand where a value of type in is wanted; otherwise nil.
func nodeNamed(name string, in reflect.Type) reflect.Type {
	for _, n := range nodes {
		if t := reflect.TypeOf(n); nodeName(t.Elem()) == name && t.Implements(in) {
			return t.Elem()
		}
	}
	return nil
}
