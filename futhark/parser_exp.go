package futhark

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"funmem/semantics/diag"
)

// exp reads an expression.
func (p *parser) exp() Exp {
	t := p.peek()
	switch {
	case t.kind == tokNumber, t.text == "true", t.text == "false", p.is("("):
		return &Sub{p.atom()}
	case p.is("["):
		return p.literal()
	case t.kind != tokWord:
		p.fail("an expression")
	}
	if read := expressions[t.text]; read != nil {
		p.take()
		return read(p)
	}
	if _, _, isName := named(t.text); isName {
		return p.onArray()
	}
	p.take()
	switch {
	case iotaForm.MatchString(t.text):
		return p.iota(t)
	case t.text == "concat" && p.is("@"):
		return p.concat()
	case conversions[t.text] != [2]byte{}:
		return p.conv(t)
	}
	o := Operators()[t.text]
	switch {
	case o == nil:
		p.unknownOperation(t)
	case p.is("("):
		return &Op{Name: t.text, Args: list(p, "(", ")", p.atom)}
	case len(o.Args) > 1:
		p.fail(fmt.Sprintf("`(` and %d operands of `%s`", len(o.Args), t.text))
	}
	return &Op{Name: t.text, Args: []*Atom{p.atom()}}
}

// unknownOperation reports a word where an operation should be.
func (p *parser) unknownOperation(t token) {
	names := slices.AppendSeq([]string{"with", "concat", "iota64"}, maps.Keys(expressions))
	names = slices.AppendSeq(names, maps.Keys(Operators()))
	names = slices.AppendSeq(names, maps.Keys(conversions))
	d := diag.Errorf(diag.Syntax, "", p.span(t), "the operation `%s` is not known", t.text)
	if p.cut(t) {
		panic(d.Helpf(cutOff))
	}
	if near := diag.Nearest(t.text, names); near != "" {
		panic(d.Helpf("did you mean `%s`?", near))
	}
	panic(d.Helpf("docs/futhark.md lists what is read; the format is that of Futhark 0.25.8, and of the versions from 0.25.12 on"))
}

// The forms of operations that carry a type in their names.
var (
	iotaForm = regexp.MustCompile(`^iota(8|16|32|64)$`)
	// primForm are the primitive functions whose names look like those of variables.
	primForm = regexp.MustCompile(`^(log2|log10|log1p|atan2|atan2pi)_(16|32|64)$`)
)

// expressions are those that begin with a word of their own, which has been read already.
var expressions map[string]func(p *parser) Exp

func init() {
	expressions = map[string]func(p *parser) Exp{
		"alloc":             (*parser).alloc,
		"scratch":           (*parser).scratch,
		"copy":              func(p *parser) Exp { return &Copy{p.only()} },
		"ensure_direct":     func(p *parser) Exp { return &EnsureDirect{p.only()} },
		"opaque":            func(p *parser) Exp { return p.opaqueExp() },
		"trace":             (*parser).trace,
		"manifest":          func(p *parser) Exp { perm, x := p.permuted(); return &Manifest{perm, x} },
		"rearrange":         func(p *parser) Exp { perm, x := p.permuted(); return &Rearrange{perm, x} },
		"reshape":           (*parser).reshape,
		"coerce":            (*parser).reshape,
		"replicate":         (*parser).replicate,
		"if":                (*parser).ifExp,
		"match":             (*parser).match,
		"loop":              (*parser).loop,
		"apply":             (*parser).apply,
		"assert":            (*parser).assert,
		"with_acc":          (*parser).withAcc,
		"update_acc":        (*parser).updateAcc,
		"update_acc_unsafe": (*parser).updateAcc,
		"segmap":            func(p *parser) Exp { return p.segOp("segmap") },
		"segred":            func(p *parser) Exp { return p.segOp("segred") },
		"segscan":           func(p *parser) Exp { return p.segOp("segscan") },
		"seghist":           func(p *parser) Exp { return p.segOp("seghist") },
		"par":               (*parser).par,
		"seq":               (*parser).seq,
		"gpu":               (*parser).gpuBody,
		"user_param":        (*parser).userParam,
		"get_size":          (*parser).getSize,
		"get_size_max":      (*parser).getSizeMax,
		"cmp_size":          (*parser).cmpSize,
		"calc_num_groups":   (*parser).calcNumGroups,
		"calc_num_tblocks":  (*parser).calcNumGroups,
	}
}

// conv ::= prim atom to prim, after the operator
func (p *parser) conv(t token) Exp {
	e := &Conv{Op: t.text, From: p.prim()}
	e.X = p.atom()
	p.want("to")
	e.To = p.prim()
	return e
}
