package tofunmem

import (
	"fmt"
	"strings"
	"unicode"

	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// variable is a variable of a dump.
type variable struct {
	of   *futhark.Name
	name string        // in FUNMEM
	text string        // in messages
	id   int           // for polynomials
	typ  *syntax.Type  // nil for a certificate
	elem futhark.Prim  // for a number or an array
	unit bool          // a certificate
	cert *futhark.Name // the certificate of an accumulator; nil if it is none
	is   syntax.Expr   // what it stands for, if it has no statement
	rest []*variable   // the other arrays of an accumulator with several
	regs syntax.Expr   // how many registers of such a block a thread has; nil for any other block
}

// use returns the variable as an expression.
func (v *variable) use(at diag.Span) syntax.Expr {
	if v.is != nil {
		return v.is
	}
	return &syntax.Var{Span: v.shown(at), Name: v.name, ID: v.id}
}

// binding binds the variable.
func (v *variable) binding() *syntax.Binding {
	return &syntax.Binding{Span: v.of.Span, Name: v.name, ID: v.id, Type: v.typ, Text: v.text}
}

// shown returns a place whose text messages may show. If the dump writes the name differently from messages, there is
// none.
func (v *variable) shown(at diag.Span) diag.Span {
	return shown(v.of, v.text, at)
}

func shown(n *futhark.Name, text string, at diag.Span) diag.Span {
	if n.String() != text {
		at.End = at.Start
	}
	return at
}

// text returns what messages call a variable.
func (tr *translator) text(n *futhark.Name) string {
	if tr.named {
		return n.String()
	}
	return nameOf(n)
}

// nameOf returns a FUNMEM name for a name of a dump. The text of that may hold anything, as
// in "+_rhs" and "d<{(*) 2 n}>". The number keeps it distinct from others.
func nameOf(n *futhark.Name) string {
	var b strings.Builder
	for _, r := range n.Text {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('_')
		}
	}
	text := strings.TrimLeft(b.String(), "_0123456789")
	if text == "" {
		text = "v"
	}
	return fmt.Sprintf("%s_%d", text, n.Tag)
}
