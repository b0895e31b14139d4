package syntax

import (
	"reflect"

	"funmem/semantics/diag"
)

// TakePlaces copies places from one program to another that was made by printing the first
// and reading it again. Only places in the text of the second program are replaced.
func TakePlaces(to, from *Program) {
	if src := to.Span.Src; src != nil {
		takePlaces(src, reflect.ValueOf(to), reflect.ValueOf(from))
	}
}

func takePlaces(src *diag.Source, to, from reflect.Value) {
	if !to.IsValid() || !from.IsValid() || to.Type() != from.Type() {
		return
	}
	if at, ok := to.Interface().(diag.Span); ok {
		if better := from.Interface().(diag.Span); at.Src == src && better.IsValid() {
			to.Set(from)
		}
		return
	}
	switch to.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !to.IsNil() && !from.IsNil() {
			takePlaces(src, to.Elem(), from.Elem())
		}
	case reflect.Slice:
		for i := range min(to.Len(), from.Len()) {
			takePlaces(src, to.Index(i), from.Index(i))
		}
	case reflect.Struct:
		for i := range to.NumField() {
			if to.Type().Field(i).IsExported() {
				takePlaces(src, to.Field(i), from.Field(i))
			}
		}
	}
}

// FillPlaces gives each part of a program without a place the place of what is around it.
func FillPlaces(p *Program) { fillPlaces(reflect.ValueOf(p), p.Span, map[any]bool{}) }

var spanType = reflect.TypeFor[diag.Span]()

func fillPlaces(v reflect.Value, around diag.Span, seen map[any]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Interface()] {
			seen[v.Interface()] = true
			fillPlaces(v.Elem(), around, seen)
		}
	case reflect.Interface:
		if !v.IsNil() {
			fillPlaces(v.Elem(), around, seen)
		}
	case reflect.Slice:
		for i := range v.Len() {
			fillPlaces(v.Index(i), around, seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Type == spanType && f.Anonymous {
				if at := v.Field(i).Interface().(diag.Span); at.IsValid() {
					around = at
				} else {
					v.Field(i).Set(reflect.ValueOf(around))
				}
			}
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != spanType {
				fillPlaces(v.Field(i), around, seen)
			}
		}
	}
}
