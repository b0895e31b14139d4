package imp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/semantics/syntax"
)

// lineWidth is how long a line is at most that holds a whole kernel or loop.
const lineWidth = 80

// Print is a program as text, in the layout of Fig. 13, which reads back as an equal
// one.
func Print(p *Program) string {
	var parts []string
	for _, x := range p.Inputs {
		parts = append(parts, "input "+declared(x))
	}
	parts = append(parts, sequence(p.Body)...)
	if len(p.Return) > 0 {
		parts = append(parts, "return "+results(p.Return))
	}
	return strings.Join(parts, ";\n")
}

// Line is a statement on one line, for messages: a longer one is cut.
func Line(s Stm) string {
	text, rest, long := strings.Cut(stm(s), "\n")
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

// sequence is statements, each as its lines; a declaration stands in front of what
// assigns to it.
func sequence(stms []Stm) []string {
	var parts []string
	for k := 0; k < len(stms); k++ {
		text := stm(stms[k])
		if d, ok := stms[k].(*Declare); ok && k+1 < len(stms) {
			if x := Target(stms[k+1]); x != nil && x.Name == d.X.Name {
				k++
				text += "; " + stm(stms[k])
			}
		}
		parts = append(parts, text)
	}
	return parts
}

// block is statements as lines, indented behind the first.
func block(stms []Stm, indent int) string {
	text := strings.Join(sequence(stms), ";\n")
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", indent))
}

func stm(s Stm) string {
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
		return "if " + syntax.Line(s.Cond) + "\nthen " + block(s.Then, 5) + "\nelse " + block(s.Else, 5) + "\nfi"
	case *Kernel:
		return loop("kernel "+s.X.Name+" <= "+syntax.Line(s.N), s.Body)
	case *For:
		return loop("for "+s.X.Name+" <= "+syntax.Line(s.N), s.Body)
	case *While:
		return loop("while "+syntax.Line(s.Cond), s.Body)
	case *Check:
		return check(s)
	}
	panic(fmt.Sprintf("imp: print of a %T", s))
}

// loop is on one line where it fits there.
func loop(head string, body []Stm) string {
	text := block(body, 2)
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

// term is an operand of a comparison: another one in it stands in parentheses.
func term(e syntax.Expr) string {
	if b, ok := e.(*syntax.Binary); ok {
		if info := syntax.Ops[b.Op]; info.Prec > 0 && info.Prec < syntax.Ops[syntax.Add].Prec {
			return "(" + syntax.Line(e) + ")"
		}
	}
	return syntax.Line(e)
}
