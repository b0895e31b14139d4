package svg

import (
	"fmt"

	"funmem/semantics/derive"
)

// screen is what fits a screen, in characters and lines.
var screen = derive.Limits{Width: 150, Height: 40}

// Derivation is derivations with what is said below them.
type Derivation struct {
	Title string
	Trees []*derive.Tree
	Notes []string
	Whole bool // lines lose nothing
}

// the room between premises, and above and below a bar.
const (
	gap   = 3 * Letter
	above = 6.0
)

// Picture draws the derivations as inference rules: premises above a bar, the conclusion below it, and the name of the rule
// beside it. What does not fit stands below under a name of its own.
func (d *Derivation) Picture() *Picture {
	p := &Picture{Title: d.Title}
	rules := 0
	limits := screen
	limits.Whole = d.Whole
	y := Margin
	for k, t := range d.Trees {
		for _, n := range t.Rules() {
			rules += n
		}
		list := derive.Figures(t, limits)
		named := func(part int) string {
			if len(d.Trees) > 1 {
				return fmt.Sprintf("%s.%d", derive.Numbered("𝒟", k+1), part)
			}
			return derive.Numbered("𝒟", part)
		}
		for _, f := range list {
			x := Margin
			s := sized(f.Root, named)
			words := "the derivation of " + f.Root.Tree.Lines(1000, true)[0]
			if f.Number > 0 {
				name := named(f.Number) + " = "
				words = named(f.Number) + ", " + words
				p.Text(x, y+s.h-Line/2+above, "strong", name)
				x += Width(name)
			}
			p.Open(words)
			p.block(s, x, y)
			p.Close()
			y += s.h + Line*1.5
		}
	}
	for _, n := range d.Notes {
		p.Text(Margin, y+4, "small faint", n)
		y += Line
	}
	p.About = fmt.Sprintf("A derivation with %d rules. The premises of a rule stand above its bar, its conclusion below, its name beside it.", rules)
	if n := len(d.Trees); n > 0 {
		p.About += " It concludes " + d.Trees[n-1].Lines(1000, true)[0] + "."
	}
	return p
}

// block is a node with its size: the width of its parts, the height, and the rows above.
type block struct {
	node     *derive.Node
	name     string // of the rule
	over     string // the name of the figure that has its derivation
	rows     [][]*block
	text, w  float64 // the widths of the conclusion and of all without the rule's name
	high, h  float64 // the heights of the rows and of all
	rowWidth []float64
}

// total is the width with the name of the rule.
func (b *block) total() float64 {
	if b.name == "" {
		return b.w
	}
	return b.w + Letter + Width(b.name)*Small
}

// sized measures a node and those above it.
func sized(n *derive.Node, named func(part int) string) *block {
	b := &block{node: n, name: n.Tree.Rule}
	if n.Tree.Stuck {
		b.name = "✗ no rule"
	}
	for _, l := range n.Lines {
		b.text = max(b.text, Width(l))
	}
	if n.Part > 0 {
		b.name, b.over = "", named(n.Part)
	}
	b.w = max(b.text, Width(b.over))
	for _, row := range n.Rows {
		var list []*block
		w, h := -gap, 0.0
		for _, p := range row {
			s := sized(p, named)
			list = append(list, s)
			w, h = w+s.total()+gap, max(h, s.h)
		}
		b.rows, b.rowWidth = append(b.rows, list), append(b.rowWidth, w)
		b.w, b.high = max(b.w, w), b.high+h
	}
	b.h = b.high + float64(len(n.Lines))*Line
	switch {
	case b.over != "":
		b.h += Line
	case b.name != "":
		b.h += above
	}
	return b
}

// block draws a node whose corner at the top left is there.
func (p *Picture) block(b *block, x, y float64) {
	top := y
	for k, row := range b.rows {
		h := 0.0
		for _, s := range row {
			h = max(h, s.h)
		}
		left := x + (b.w-b.rowWidth[k])/2
		for _, s := range row {
			p.block(s, left, top+h-s.h)
			left += s.total() + gap
		}
		top += h
	}
	switch {
	case b.over != "":
		p.Middle(x+b.w/2, top+Line-5, "strong", b.over)
		top += Line
	case b.name != "":
		p.Line(x, top+above/2, x+b.w, top+above/2, "bar")
		class := "rule"
		if b.node.Tree.Stuck {
			class = "rule wrong"
		}
		p.Text(x+b.w+Letter, top+above/2+4, class, b.name)
		top += above
	}
	class := ""
	if c := b.node.Tree.Condition; c != nil && c.Failed {
		class = "wrong"
	}
	for _, l := range b.node.Lines {
		if len(b.node.Lines) > 1 {
			p.Text(x+(b.w-b.text)/2, top+Line-5, class, l)
		} else {
			p.Middle(x+b.w/2, top+Line-5, class, l)
		}
		top += Line
	}
}
