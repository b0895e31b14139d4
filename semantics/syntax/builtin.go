package syntax

import (
	"slices"
	"sort"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// builtin is a function of the language that has a node of its own.
type builtin struct {
	arity int
	make  func(at diag.Span, args []Expr) Expr
	parse func(p *parser, name token) Expr // for one whose arguments are not all expressions
}

// unary tells whether its argument may follow without parentheses.
func (b builtin) unary() bool { return b.arity == 1 && b.parse == nil }

// builtins are the built-in functions (docs/language.md) of this version.
var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"iota":      {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Iota{at, a[0]} }},
		"copy":      {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Copy{at, a[0]} }},
		"transpose": {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Transpose{at, a[0]} }},
		"reverse":   {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Reverse{at, a[0]} }},
		"alloc":     {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Alloc{at, a[0]} }},
		"shape":     {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Shape{at, a[0]} }},
		"length":    {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Length{at, a[0]} }},
		"abs":       {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Unary{at, Abs, a[0]} }},
		"min":       {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Binary{at, Min, a[0], a[1]} }},
		"max":       {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Binary{at, Max, a[0], a[1]} }},
		"replicate": {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Replicate{at, a[0], a[1]} }},
		"permute":   {arity: 2, parse: (*parser).permute},
		"empty":     {arity: 1, parse: (*parser).empty},
	}
}

// Builtins are the names of the built-in functions in alphabetical order.
func Builtins() []string {
	var names []string
	for name := range builtins {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Reserved are the reserved words in alphabetical order.
func Reserved() []string {
	var names []string
	for name := range words {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// usable are the reserved words of constructs that this version has.
func usable() []string {
	return slices.DeleteFunc(Reserved(), func(word string) bool { return words[word] != "" })
}

// permute reads a permutation of the dimensions of an array.
//
//	permute ::= "permute" "(" (k | "(" k {"," k} ")") "," expr ")"
func (p *parser) permute(name token) Expr {
	p.need("(", "")
	var perm []int
	many := p.accept("(")
	for {
		t := p.tok()
		if t.kind != tokInt {
			if !p.at("-") {
				p.unexpected("the number of a dimension")
			}
			p.fail(p.span(t), "found `-`, wanted the number of a dimension: dimensions are numbered from 1")
		}
		k, ok := p.integer(p.next()).Val.Int64()
		if !ok || k < 1 || k > 1<<20 {
			p.fail(p.span(t), "found %s, wanted the number of a dimension: dimensions are numbered from 1", p.describe(t))
		}
		perm = append(perm, int(k))
		if !many || !p.accept(",") {
			break
		}
	}
	if many {
		p.need(")", " behind the dimensions")
	}
	p.need(",", " and the array to permute")
	x := p.expr()
	p.need(")", " behind the array")
	return &Permute{p.from(name), perm, x}
}

// empty reads the literal of an array without elements: it stands for nested
// replicates, of which one makes no element.
//
//	empty ::= "empty" "(" type ")"
func (p *parser) empty(name token) Expr {
	p.need("(", "")
	t := p.typ()
	p.need(")", " behind the type")
	none := false
	for _, d := range t.Dims {
		k, ok := d.(*IntLit)
		none = none || ok && k.Val.IsZero()
	}
	if !none || t.Mem != nil {
		p.failHelp(t.Span, "write `empty([0][3]int)`", "found a type with elements, wanted an array type of which one size is 0")
	}
	at := p.from(name)
	var e Expr = &IntLit{Span: at, Val: num.Of(0)}
	for k := len(t.Dims) - 1; k >= 0; k-- {
		e = &Replicate{at, t.Dims[k], e}
	}
	return e
}
