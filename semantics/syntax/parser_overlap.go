package syntax

import "funmem/semantics/diag"

// ParseOverlap reads two LMADs, as types have them, and what is known about their
// names:
//
//	overlap ::= lmad lmad [where expr, …]
func ParseOverlap(src *diag.Source) (a, b *LMAD, where []Expr, err error) {
	toks, _ := scan(src, nil)
	p := &parser{src: src, toks: toks, last: true, end: token{kind: tokEnd, start: len(src.Text), end: len(src.Text), space: true}}
	failed := p.try(func() {
		a, b = p.lmad(), p.lmad()
		if t := p.tok(); t.kind == tokName && t.text == "where" {
			p.next()
			where = append(where, p.expr())
			for p.accept(",") {
				where = append(where, p.expr())
			}
		}
		p.wantEnd()
	})
	if failed != nil {
		return nil, nil, nil, failed
	}
	return a, b, where, nil
}
