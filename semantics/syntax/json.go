package syntax

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/semantics/num"
)

// JSONVersion is the version of the JSON form of programs that ToJSON writes and FromJSON reads. It changes when a reader of
// the old form could misread the new one.
const JSONVersion = 1

// jsonFormat is what a program in JSON says that it is.
const jsonFormat = "funmem-program"

// unwritten are the fields that the JSON form leaves out, beside those that Equal ignores: elaboration sets them, and a
// program that was parsed has none of them.
var unwritten = map[string]bool{"Of": true, "Keeps": true}

// elems and ixKinds are the names of element types and of the forms of an index.
var (
	elems   = []string{Int: "int", F64: "f64", Mem: "mem", Num: "num"}
	ixKinds = []string{IxFix: "fix", IxRange: "range", IxAll: "all", IxFlat: "flat"}
)

// jsonNames are the names of nodes that are not those of their Go types.
var jsonNames = map[string]string{"IntLit": "int", "RealLit": "real"}

// optional are the fields that a node may lack, among them the lists that may be empty. Truth values may be left out as well:
// then they are false.
var optional = map[string]bool{
	"Type.Mem": true, "Binding.Type": true, "Ix.Off": true, "Ix.Size": true, "Ix.Stride": true, "Loop.For": true, "Loop.While": true,
	"Import.As": true, "Binding.Name": true,
	"Program.Decls": true, "Type.Dims": true, "Ix.Dims": true, "Call.Args": true, "Body.Stms": true, "Body.Res": true, "Def.Sizes": true,
	"Def.Params": true, "Def.Ret": true, "In.Res": true, "Tuple.Elems": true, "Literal.Elems": true, "Scratch.Dims": true,
}

// ToJSON writes a program that was parsed as JSON: the tree, without places and comments. docs/format.md describes it.
func ToJSON(p *Program) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"format":%q,"version":%d`, jsonFormat, JSONVersion)
	writeFields(&b, reflect.ValueOf(p).Elem())
	b.WriteByte('}')
	return b.Bytes()
}

// JSONNodes describes the JSON form, a line for each object: its name, and its fields with what they hold. A question mark marks
// what may be left out, and an ellipsis a list.
func JSONNodes() (lines []string) {
	seen := map[reflect.Type]bool{}
	var add func(t reflect.Type, as string)
	add = func(t reflect.Type, as string) {
		if seen[t] {
			return
		}
		seen[t] = true
		line := as + nodeName(t) + ":"
		if fields, ok := map[string]string{"IntLit": " value text", "RealLit": " value text", "LMAD": " rowMajor expr… | offset expr, dims lMADDim…"}[t.Name()]; ok {
			lines = append(lines, line+fields)
			if t.Name() == "LMAD" {
				add(reflect.TypeFor[LMADDim](), "")
			}
			return
		}
		k := len(lines)
		lines = append(lines, "")
		for i, f := range jsonFields(t) {
			holds, of := holdsOf(f.Type)
			if i > 0 {
				line += ","
			}
			line += " " + f.key + map[bool]string{true: "?"}[f.optional] + " " + holds
			if of != nil {
				add(of, "")
			}
		}
		lines[k] = line
	}
	add(reflect.TypeFor[Program](), "")
	for _, n := range nodes {
		as := "expr "
		if _, ok := n.(Decl); ok {
			as = "decl "
		}
		if _, ok := n.(Stm); ok {
			as = "stm "
		}
		add(reflect.TypeOf(n).Elem(), as)
	}
	return lines
}

// holdsOf says what a field holds, and returns the type of the objects in it that have no name, or nil.
func holdsOf(t reflect.Type) (string, reflect.Type) {
	switch t {
	case reflect.TypeFor[Op](), reflect.TypeFor[Elem](), reflect.TypeFor[IxKind]():
		return lowered(t.Name()), nil
	}
	switch t.Kind() {
	case reflect.Slice:
		holds, of := holdsOf(t.Elem())
		return holds + "…", of
	case reflect.Interface:
		return lowered(t.Name()), nil
	case reflect.Pointer:
		return holdsOf(t.Elem())
	case reflect.Struct:
		if t == reflect.TypeFor[Var]() {
			return "var", nil
		}
		return nodeName(t), t
	case reflect.Bool:
		return "true or false", nil
	case reflect.Int:
		return "number", nil
	}
	return "text", nil
}

// jsonField is a field of a node, with its name in JSON.
type jsonField struct {
	reflect.StructField
	key      string
	optional bool
}

// jsonFields are the fields of a node, in order.
func jsonFields(t reflect.Type) (list []jsonField) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous || unequal[f.Name] || unwritten[f.Name] {
			continue
		}
		free := optional[t.Name()+"."+f.Name] || f.Type.Kind() == reflect.Bool
		list = append(list, jsonField{f, lowered(f.Name), free})
	}
	return list
}

// lowered is a name of Go with a small first letter.
func lowered(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// nodeName is what the JSON form calls a type of node.
func nodeName(t reflect.Type) string {
	if name := jsonNames[t.Name()]; name != "" {
		return name
	}
	return lowered(t.Name())
}

// writeFields writes the fields of a node that it has, each after a comma.
func writeFields(b *bytes.Buffer, v reflect.Value) {
	for _, f := range jsonFields(v.Type()) {
		x := v.FieldByIndex(f.Index)
		if f.optional && (x.IsZero() || x.Kind() == reflect.Slice && x.Len() == 0) {
			continue
		}
		fmt.Fprintf(b, ",%q:", f.key)
		writeJSON(b, x)
	}
}

// writeObject writes a node. Its name comes first if it could be another node.
func writeObject(b *bytes.Buffer, v reflect.Value, named bool) {
	var in bytes.Buffer
	switch x := v.Addr().Interface().(type) {
	case *IntLit:
		fmt.Fprintf(&in, ",\"value\":%q", x.Val)
	case *RealLit:
		fmt.Fprintf(&in, ",\"value\":%q", x.spelling())
	case *LMAD:
		if x.RowMajor {
			in.WriteString(`,"rowMajor":`)
			sizes := make([]Expr, len(x.Dims))
			for k, d := range x.Dims {
				sizes[k] = d.Size
			}
			writeJSON(&in, reflect.ValueOf(sizes))
		} else {
			in.WriteString(`,"offset":`)
			writeJSON(&in, reflect.ValueOf(&x.Offset).Elem())
			in.WriteString(`,"dims":`)
			writeJSON(&in, reflect.ValueOf(x.Dims))
		}
	default:
		writeFields(&in, v)
	}
	text := in.String()
	if named {
		text = fmt.Sprintf(",\"node\":%q", nodeName(v.Type())) + text
	}
	b.WriteString("{" + strings.TrimPrefix(text, ",") + "}")
}

// writeJSON writes a field.
func writeJSON(b *bytes.Buffer, v reflect.Value) {
	switch x := v.Interface().(type) {
	case Op:
		writeText(b, Ops[x].Text)
		return
	case Elem:
		writeText(b, elems[x])
		return
	case IxKind:
		writeText(b, ixKinds[x])
		return
	case num.Num:
		writeText(b, x.String())
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		writeObject(b, v.Elem().Elem(), true)
	case reflect.Pointer:
		writeObject(b, v.Elem(), false)
	case reflect.Struct:
		writeObject(b, addressable(v), false)
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.String:
		writeText(b, v.String())
	default: // truth values and small numbers
		fmt.Fprint(b, v.Interface())
	}
}

// addressable is a copy of a struct that has an address.
func addressable(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Elem()
}

// writeText writes a string.
func writeText(b *bytes.Buffer, text string) {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	b.Write(quoted)
}
