package syntax

import (
	"sort"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// builtin is a function of the language that has a node of its own.
type builtin struct {
	arity int // many: two or more arguments
	make  func(at diag.Span, args []Expr) Expr
	parse func(p *parser, name token) Expr // for arguments that are not all expressions
	apply bool                             // parse reads arguments by juxtaposition
}

// many is the arity of a function that takes two or more arguments.
const many = -1

// unary tells whether its argument may follow without parentheses.
func (b builtin) unary() bool { return b.arity == 1 && b.parse == nil }

// builtins are the built-in functions (docs/language.md) of this version.
var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"iota":      {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Iota{at, a[0]} }},
		"copy":      {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Copy{Span: at, X: a[0]} }},
		"transpose": {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Transpose{at, a[0]} }},
		"reverse":   {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Reverse{at, a[0]} }},
		"alloc":     {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Alloc{at, a[0]} }},
		"claim":     {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Claim{at, a[0]} }},
		"shape":     {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Shape{at, a[0]} }},
		"length":    {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Length{at, a[0]} }},
		"flatten":   {arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Flatten{at, a[0]} }},
		"rotate":    {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Rotate{at, a[0], a[1]} }},
		"concat":    {arity: many, make: func(at diag.Span, a []Expr) Expr { return &Concat{Span: at, Xs: a} }},
		"reshape":   {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Reshape{at, values(a[0]), a[1]} }},
		"map":       {parse: (*parser).mapped, apply: true},
		"reduce":    {parse: (*parser).reduce, apply: true},
		"scan":      {parse: (*parser).scan, apply: true},
		"replicate": {arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Replicate{at, a[0], a[1]} }},
		"permute":   {arity: 2, parse: (*parser).permute},
		"empty":     {arity: 1, parse: (*parser).empty},
		"scratch":   {arity: 1, parse: (*parser).scratch},
	}
	for name, op := range called {
		if Ops[op].Unary {
			builtins[name] = builtin{arity: 1, make: func(at diag.Span, a []Expr) Expr { return &Unary{Span: at, Op: op, X: a[0]} }}
		} else {
			builtins[name] = builtin{arity: 2, make: func(at diag.Span, a []Expr) Expr { return &Binary{Span: at, Op: op, X: a[0], Y: a[1]} }}
		}
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

// Applied is the built-in function of that name applied to arguments, as the function
// of a map may be. It is nil if there is none that takes that many expressions. arity
// is how many it takes, or 0 if it takes other arguments.
func Applied(name string, at diag.Span, args []Expr) (e Expr, arity int) {
	b := builtins[name]
	switch {
	case b.make == nil:
		return nil, 0
	case b.arity == many && len(args) < 2:
		return nil, 2
	case b.arity != many && len(args) != b.arity:
		return nil, b.arity
	}
	return b.make(at, args), len(args)
}

// IsBuiltin tells whether a built-in function has that name.
func IsBuiltin(name string) bool {
	_, ok := builtins[name]
	return ok
}

// IsName tells whether a variable of the program itself, and not of an import, can have
// that name.
func IsName(name string) bool {
	e, err := ParseExpr(diag.NewSource("", name))
	v, ok := e.(*Var)
	return err == nil && ok && v.Name == name && name != "_" && !strings.Contains(name, ".")
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

// permute reads a permutation of the dimensions of an array.
//
//	permute ::= "permute" "(" (k | "(" k {"," k} ")") "," expr ")"
func (p *parser) permute(name token) Expr {
	p.need("(", "")
	var perm []int
	several := p.accept("(")
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
		if !several || !p.accept(",") {
			break
		}
	}
	if several {
		p.need(")", " after the dimensions")
	}
	p.need(",", " and the array to permute")
	x := p.expr()
	p.need(")", " after the array")
	return &Permute{p.from(name), perm, x}
}

// scratch reads an array that nobody has written.
//
//	scratch ::= "scratch" "(" type ")"
func (p *parser) scratch(name token) Expr {
	p.need("(", "")
	t := p.typ()
	p.need(")", " after the type")
	if len(t.Dims) == 0 || t.Elem == Mem || t.Mem != nil {
		p.failHelp(t.Span, "write `scratch([n]int)`", "found a type of something else, wanted that of an array, without where it lies")
	}
	return &Scratch{Span: p.from(name), Elem: t.Elem, Dims: t.Dims}
}

// empty reads the literal of an array without elements. It stands for nested
// replicates; at least one of them makes no element. Of an irregular type, it is
// a scratch.
//
//	empty ::= "empty" "(" type ")"
func (p *parser) empty(name token) Expr {
	p.need("(", "")
	t := p.typ()
	p.need(")", " after the type")
	none := false
	for _, d := range t.Dims {
		k, ok := d.(*IntLit)
		none = none || ok && k.Val.IsZero()
	}
	if t.Elem == Num {
		p.failHelp(t.Span, "write `scratch([0]num)`", "found `num`, wanted int or f64")
	}
	if !none && t.IsIrregular() {
		p.failHelp(t.Span, "write `empty([0][?]int)` for no rows, and `let (x : [2][?]int) = [[], []]` for two empty ones", "found a type whose rows may have elements, wanted an array type with a size of 0")
	}
	if !none || t.Mem != nil {
		p.failHelp(t.Span, "write `empty([0][3]int)`", "found a type with elements, wanted an array type with a size of 0")
	}
	at := p.from(name)
	if t.IsIrregular() {
		return &Scratch{Span: at, Elem: t.Elem, Dims: t.Dims}
	}
	var e Expr = &IntLit{Span: at, Val: num.Of(0)}
	if t.Elem == F64 {
		e = &RealLit{Span: at, Text: "0.0"}
	}
	for k := len(t.Dims) - 1; k >= 0; k-- {
		e = &Replicate{at, t.Dims[k], e}
	}
	return e
}
