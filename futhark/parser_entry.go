package futhark

import (
	"slices"
	"strconv"
)

// entry ::= ("name", {name : type, …}, {type, …} [, "text"])
func (p *parser) entry() *Entry {
	p.want("(")
	e := &Entry{Name: p.text("the name of the entry point")}
	p.want(",")
	e.Params = list(p, "{", "}", func() EntryType {
		t := p.word("the name of a parameter")
		p.want(":")
		e := p.entryType()
		e.Name = t.text
		return e
	})
	p.want(",")
	e.Results = list(p, "{", "}", p.entryType)
	if p.skip(",") {
		p.text("what the entry point is for, as text")
	}
	p.want(")")
	return e
}

// entryType ::= [*] {[]} prim | [*] opaque "name" | [*] {[]} "name"
func (p *parser) entryType() EntryType {
	start := p.peek()
	e := EntryType{Unique: p.skip("*")}
	p.skip("opaque")
	for p.skip("[") {
		p.want("]")
		e.Type += "[]"
	}
	if p.peek().kind == tokText {
		e.Type += p.text("a type")
	} else {
		e.Type += string(p.prim())
	}
	e.Span = p.from(start)
	return e
}

// opaque ::= type "name" = (record {{field : entryType}} | record_array n d "name" {{field : entryType}} | opaque {{entryType}} |
// array n d "name" {{entryType}} | sum {[entryType, …] {#constructor {(entryType, [number, …])}}})
func (p *parser) opaque() Opaque {
	p.want("type")
	o := Opaque{Name: p.text("the name of an opaque type")}
	p.want("=")
	t := p.word("`record`, `opaque`, `sum`, `record_array` or `array`")
	named := false
	switch t.text {
	case "record_array", "array":
		p.take() // 1d
		p.text("the name of the type of its elements")
		named = t.text == "record_array"
	case "record":
		named = true
	case "opaque", "sum":
	default:
		p.unknown(t, "the kind of opaque type", "record", "opaque", "sum", "record_array", "array")
	}
	p.want("{")
	if t.text == "sum" {
		o.Values = list(p, "[", "]", p.entryType)
		for depth := 1; depth > 0; { // which of these values a constructor has
			switch t := p.take(); {
			case t.kind == tokEnd:
				p.fail("the rest of the opaque type")
			case t.text == "{":
				depth++
			case t.text == "}":
				depth--
			}
		}
	}
	for t.text != "sum" && !p.skip("}") {
		name := ""
		if named {
			name = p.take().text
			p.want(":")
		}
		v := p.entryType()
		v.Name = name
		o.Values = append(o.Values, v)
	}
	for k := range o.Values {
		if !named {
			o.Values[k].Name = strconv.Itoa(k)
		}
	}
	return o
}

// flat returns the values of types from outside, with opaque types replaced by their values. An unknown type stays.
func (prog *Program) flat(es []EntryType) (flat []EntryType) {
	for _, e := range es {
		k := slices.IndexFunc(prog.Opaque, func(o Opaque) bool { return o.Name == e.Type })
		if k < 0 {
			flat = append(flat, e)
			continue
		}
		var parts []EntryType
		for _, v := range prog.Opaque[k].Values {
			part := EntryType{Span: e.Span, Unique: e.Unique, Type: v.Type, Part: true}
			if e.Name != "" {
				part.Name = e.Name + "_" + v.Name
			}
			parts = append(parts, part)
		}
		known := &Program{Opaque: slices.Delete(slices.Clone(prog.Opaque), k, k+1)} // no type is part of itself
		flat = append(flat, known.flat(parts)...)
	}
	return flat
}
