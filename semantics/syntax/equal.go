package syntax

import (
	"fmt"
	"reflect"
	"strings"

	"funmem/semantics/num"
)

// unequal are the fields that Equal ignores: the place of a node, how it was written, which
// binder it means, and why it is there.
var unequal = map[string]bool{
	"Span": true, "NameAt": true, "FnAt": true, "Text": true, "Doc": true, "Comments": true, "ID": true, "Why": true, "Says": true,
	"Infix": true, "Groups": true, "RoundsOf": true, "InstanceOf": true, "Num": true, "Reals": true,
}

// Equal tells whether two nodes are the same syntax. Names are compared, not IDs. Places,
// comments and the spelling of literals, of ++ and of the parameters of a lambda do not count.
// Two row-major LMADs are equal when their sizes are. Two reals are equal when their doubles have
// the same bits (or both are no numbers) and all their digits agree.
func Equal(a, b Node) bool {
	return equal(reflect.ValueOf(a), reflect.ValueOf(b), func(any, any) (bool, bool) { return false, false })
}

// equal compares two values. It asks first whether node compares them.
func equal(a, b reflect.Value, node func(a, b any) (same, known bool)) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	if same, known := node(a.Interface(), b.Interface()); known {
		return same
	}
	switch x := a.Interface().(type) {
	case num.Num:
		return x.Equal(b.Interface().(num.Num))
	case *RealLit:
		if y, ok := b.Interface().(*RealLit); ok && x != nil && y != nil {
			return x.equal(y)
		}
	case *LMAD:
		if y := b.Interface().(*LMAD); x != nil && y != nil && x.RowMajor && y.RowMajor {
			if len(x.Dims) != len(y.Dims) {
				return false
			}
			for i := range x.Dims {
				if !equal(reflect.ValueOf(x.Dims[i].Size), reflect.ValueOf(y.Dims[i].Size), node) {
					return false
				}
			}
			return true
		}
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return equal(a.Elem(), b.Elem(), node)
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i), node) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !unequal[a.Type().Field(i).Name] && !equal(a.Field(i), b.Field(i), node) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

// Head is a text for what a node is, without the nodes right below it. If two nodes are not the
// same syntax, their heads differ, or what is below them does. It has which parts there are, how
// many, and what is not a node: a permutation, an operator, a name.
func Head(n Node) string {
	v := reflect.ValueOf(n).Elem()
	b := &strings.Builder{}
	b.WriteString(v.Type().Name())
	head(b, v)
	return b.String()
}

func head(b *strings.Builder, v reflect.Value) {
	if v.Type() == reflect.TypeFor[num.Num]() {
		b.WriteString(" " + v.Interface().(num.Num).String())
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !unequal[v.Type().Field(i).Name] {
				head(b, v.Field(i))
			}
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString(" -")
		} else {
			b.WriteString(" +")
		}
	case reflect.Slice:
		fmt.Fprintf(b, " [%d", v.Len())
		for i := range v.Len() {
			head(b, v.Index(i))
		}
		b.WriteString("]")
	default:
		fmt.Fprintf(b, " %v", v.Interface())
	}
}
