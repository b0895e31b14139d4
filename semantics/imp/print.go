package imp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/semantics/syntax"
)

// lineWidth is the greatest length of a line that holds a whole kernel or loop.
const lineWidth = 80

// Print is a program as text, in the layout of Fig. 13. It reads back as an equal
// program.
func Print(p *Program) string { return PrintNoted(p, nil) }

// PrintNoted is Print with the comment above each statement that note gives it, if any.
func PrintNoted(p *Program, note func(Stm) string) string {
	pr := printer{note}
	var parts []string
	for _, x := range p.Inputs {
		parts = append(parts, "input "+declared(x))
	}
	parts = append(parts, pr.sequence(p.Body)...)
	if len(p.Return) > 0 {
		parts = append(parts, "return "+results(p.Return))
	}
	return strings.Join(parts, ";\n")
}

// printer prints statements with the comments that note gives, which may be nil.
type printer struct{ note func(Stm) string }

// above is the comment above a statement, with its line end.
func (p printer) above(s Stm) string {
	if p.note != nil {
		if c := p.note(s); c != "" {
			return c + "\n"
		}
	}
	return ""
}

// Line is a statement on one line, for messages: a longer one is cut.
func Line(s Stm) string {
	text, rest, long := strings.Cut(printer{}.stm(s), "\n")
	if long && rest != "" {
		return text + " …"
	}
	return text
}

func results(rs []*Result) string {
	var outs []string
	for _, r := range rs {
		outs = append(outs, syntax.Line(r.X)+" : "+syntax.Line(r.Type))
	}
	return strings.Join(outs, ", ")
}

func declared(x *syntax.Binding) string { return x.Name + " : " + syntax.Line(x.Type) }

// sequence is statements, each as its lines. A declaration is on the line of the
// assignment that follows it, if that assigns to the same variable.
func (p printer) sequence(stms []Stm) []string {
	var parts []string
	for k := 0; k < len(stms); k++ {
		above := p.above(stms[k])
		text := p.stm(stms[k])
		if d, ok := stms[k].(*Declare); ok && k+1 < len(stms) {
			if x := Target(stms[k+1]); x != nil && x.Name == d.X.Name {
				k++
				text += "; " + p.stm(stms[k])
			}
		}
		parts = append(parts, above+text)
	}
	return parts
}

// block is statements as lines, indented after the first.
func (p printer) block(stms []Stm, indent int) string {
	text := strings.Join(p.sequence(stms), ";\n")
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", indent))
}

func (p printer) stm(s Stm) string {
	switch s := s.(type) {
	case *Skip:
		return "skip"
	case *Declare:
		return "var " + declared(s.X)
	case *Assign:
		return s.X.Name + " <- " + syntax.Line(s.E)
	case *Alloc:
		return s.X.Name + " <- alloc " + syntax.Line(s.N)
	case *Read:
		return s.X.Name + " <- " + s.Y.Name + "[" + syntax.Line(s.At) + "]"
	case *Write:
		return s.X.Name + "[" + syntax.Line(s.At) + "] <- " + syntax.Line(s.E)
	case *Free:
		return syntax.Line(&syntax.Free{Block: s.X})
	case *If:
		return "if " + syntax.Line(s.Cond) + "\nthen " + p.block(s.Then, 5) + "\nelse " + p.block(s.Else, 5) + "\nfi"
	case *Kernel:
		return p.loop("kernel "+s.X.Name+" <= "+syntax.Line(s.N), s.Body)
	case *For:
		return p.loop("for "+s.X.Name+" <= "+syntax.Line(s.N), s.Body)
	case *While:
		return p.loop("while "+syntax.Line(s.Cond), s.Body)
	case *Check:
		return check(s)
	}
	panic(fmt.Sprintf("imp: print of a %T", s))
}

// loop is a kernel or loop, on one line if it fits.
func (p printer) loop(head string, body []Stm) string {
	text := p.block(body, 2)
	if one := head + " do " + text + " done"; !strings.Contains(text, "\n") && utf8.RuneCountInString(one) <= lineWidth {
		return one
	}
	return head + " do\n  " + text + "\ndone"
}

func check(s *Check) string {
	text := "check " + term(s.Terms[0])
	for k, op := range s.Rels {
		rel := op.String()
		if op == syntax.Eq {
			rel = "="
		}
		text += " " + rel + " " + term(s.Terms[k+1])
	}
	if s.Why != "" {
		text += ` "` + s.Why + `"`
	}
	return text
}

// term is an operand of a comparison. If it is a comparison itself, it is in
// parentheses.
func term(e syntax.Expr) string {
	if b, ok := e.(*syntax.Binary); ok {
		if info := syntax.Ops[b.Op]; info.Prec > 0 && info.Prec < syntax.Ops[syntax.Add].Prec {
			return "(" + syntax.Line(e) + ")"
		}
	}
	return syntax.Line(e)
}
