package regularity

import (
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Line is what is known of one variable of a body: an expression of the paper, since core has a variable for each.
type Line struct {
	At        diag.Span `json:"-"`
	Depth     int       `json:"depth"` // how many bodies are around
	Name      string    `json:"name"`
	Text      string    `json:"text"` // the expression
	Triple    string    `json:"triple"`
	Shape     string    `json:"shape"`
	Rule      string    `json:"rule"`
	ShapeRule string    `json:"shapeRule,omitempty"`
}

// Body is what is known of the variables of a body, in the order of the text.
func (o Outside) Body(b *syntax.Body) []Line {
	a := newAnalysis(o)
	a.body(b)
	r := reporter{a: a}
	r.body(b, 0)
	return r.lines
}

// Program is what is known of the bodies of a program of nested core: of each function, and then of its main part.
func (o Outside) Program(p *syntax.Program) []Part {
	by := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		by[d.Name] = d
	}
	inner := o
	inner.Def = func(name string) *syntax.Def {
		if d := by[name]; d != nil || o.Def == nil {
			return d
		}
		return o.Def(name)
	}
	var parts []Part
	for _, d := range p.Defs() {
		parts = append(parts, Part{strings.TrimPrefix(d.Signature(), "def "), inner.within(d).Body(d.Body)})
	}
	if b := p.Main(); len(b.Stms) > 0 {
		parts = append(parts, Part{"", inner.Body(b)})
	}
	return parts
}

// Part is a function, or the main part of a program.
type Part struct {
	Of    string `json:"of,omitempty"` // the head of the function, without def; "" for the main part
	Lines []Line `json:"lines"`
}

// within knows the parameters of a function.
func (o Outside) within(d *syntax.Def) Outside {
	outer := o.Lookup
	o.Lookup = func(id int) *syntax.Binding {
		for _, list := range [][]*syntax.Binding{d.Sizes, d.Params} {
			for _, x := range list {
				if x.ID == id {
					return x
				}
			}
		}
		if outer == nil {
			return nil
		}
		return outer(id)
	}
	return o
}

// reporter makes lines of what an analysis has found.
type reporter struct {
	a     *analysis
	lines []Line
}

func (r *reporter) body(b *syntax.Body, depth int) {
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			r.let(let, depth)
		}
	}
	if len(b.Res) > 1 {
		r.tuple(b, depth)
	}
}

// tuple is a line for several results, which are R-TUPLE and A-TUPLE.
func (r *reporter) tuple(b *syntax.Body, depth int) {
	var texts, triples []string
	var t Tuple
	for k, e := range b.Res {
		f := r.a.results[b][k]
		texts, triples, t = append(texts, syntax.Line(e)), append(triples, f.d.String()), append(t, f.ns)
	}
	list := func(of []string) string { return "(" + strings.Join(of, ", ") + ")" }
	r.lines = append(r.lines, Line{At: b.Results(), Depth: depth, Name: "in", Text: list(texts), Triple: list(triples),
		Shape: r.a.index.nested(t), Rule: "R-TUPLE", ShapeRule: "A-TUPLE"})
}

// let is a line for each variable, and then those of the bodies in the expression.
func (r *reporter) let(let *syntax.Let, depth int) {
	row := len(let.Pat) > 1 && !several(let.Exp)
	for k, x := range let.Pat {
		text := head(let.Exp)
		if row && k < len(let.Pat)-1 {
			text = "extent " + let.Pat[len(let.Pat)-1].Name
		}
		r.variable(x, let.Span, text, depth)
	}
	switch e := let.Exp.(type) {
	case *syntax.Kernel:
		r.variable(e.Index[0].X, e.Span, "index", depth+1)
		r.body(e.Body, depth+1)
	case *syntax.If:
		r.body(e.Then, depth+1)
		r.body(e.Else, depth+1)
	case *syntax.Loop:
		for _, x := range e.Params {
			r.variable(x, e.Span, "state", depth+1)
		}
		if e.For != nil {
			r.variable(e.For.X, e.Span, "round", depth+1)
		} else {
			r.body(e.While, depth+1)
		}
		r.body(e.Body, depth+1)
	case *syntax.Reduce, *syntax.Scan:
		_, accs, elems, _ := syntax.FoldOf(e).Params()
		for _, x := range accs {
			r.variable(x, e.GetSpan(), "state", depth+1)
		}
		for _, x := range elems {
			r.variable(x, e.GetSpan(), "element", depth+1)
		}
		r.body(syntax.FoldOf(e).Lambda().Body, depth+1)
	}
}

func (r *reporter) variable(x *syntax.Binding, at diag.Span, text string, depth int) {
	f := r.a.facts[x.ID]
	r.lines = append(r.lines, Line{at, depth, x.Name, text, f.d.String(), r.a.index.nested(f.ns), f.rule, f.shape})
}

// several tells whether an expression has a value for each variable of its pattern.
func several(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.If, *syntax.Kernel, *syntax.Loop, *syntax.Reduce, *syntax.Scan, *syntax.Call:
		return true
	}
	return false
}

// head is an expression on one line, without the bodies in it.
func head(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Kernel:
		return "kernel " + e.Index[0].X.Name + " <= " + syntax.Line(e.Index[0].N)
	case *syntax.If:
		return "if " + syntax.Line(e.Cond)
	case *syntax.Loop:
		if e.For != nil {
			return "loop for " + e.For.X.Name + " <= " + syntax.Line(e.For.N)
		}
		return "loop while"
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		text := f.Name
		for _, x := range slices.Concat(f.Ne, f.Xs) {
			text += " " + syntax.Line(x)
		}
		return text
	}
	return syntax.Line(e)
}

// Report is lines as a table for people.
func Report(lines []Line) string {
	rows := [][]string{{"", "", "⟨n, i, k⟩", "shape", "rules"}}
	for _, l := range lines {
		rules := l.Rule
		if l.ShapeRule != "" {
			rules += ", " + l.ShapeRule
		}
		rows = append(rows, []string{strings.Repeat("  ", l.Depth) + l.Name, l.Text, l.Triple, l.Shape, rules})
	}
	return aligned(rows)
}

// aligned is rows with their cells in columns, two blanks apart.
func aligned(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for k, cell := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for k, cell := range row {
			line += cell + strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
