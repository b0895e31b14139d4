package derive

import "unicode/utf8"

// Figure is a part of a derivation that fits a page. A derivation that is too wide or too high is cut into parts: in the place of a
// premise stands its conclusion under a name, and its derivation comes later under that name.
type Figure struct {
	Number int // of the part; the first is 0
	Root   *Node
}

// Node is a rule in a figure, with what its premises are there.
type Node struct {
	Tree  *Tree
	Lines []string  // its conclusion or condition
	Rows  [][]*Node // its premises, row by row
	Part  int       // the figure that has its derivation, or 0

	Width, Height int // in characters and lines, with all above it
}

// Limits say what fits a page.
type Limits struct {
	Width, Height int  // in characters and lines
	Whole         bool // lines go on below, and lose nothing
}

// gap is the room between two premises, and name the room of a rule's name beside its bar, beyond the characters of it.
const (
	gap  = 3
	name = 2
)

// Figures lays out a derivation in parts that fit the limits, the conclusion first.
func Figures(t *Tree, l Limits) []Figure {
	root := l.node(t)
	figures := []Figure{{0, root}}
	for k := 0; k < len(figures); k++ {
		number(figures[k].Root, &figures)
	}
	return figures
}

// number gives the premises of a figure that are figures of their own their numbers, in the order of reading.
func number(n *Node, figures *[]Figure) {
	for _, row := range n.Rows {
		for k, p := range row {
			if p.Part == apart {
				*figures = append(*figures, Figure{len(*figures), p})
				row[k] = &Node{Tree: p.Tree, Lines: p.Lines, Part: len(*figures) - 1}
				p.Part = 0
				continue
			}
			number(p, figures)
		}
	}
}

// apart is the part of a node that is to be a figure of its own, and has no number yet.
const apart = -1

// node lays out a tree. What is above it fits the limits already.
func (l Limits) node(t *Tree) *Node {
	n := &Node{Tree: t}
	var premises []*Node
	for _, p := range t.Premises {
		premises = append(premises, l.node(p))
	}
	n.Lines = l.lines(t)
	for {
		n.Rows = nil
		if len(premises) > 0 {
			n.Rows = [][]*Node{premises}
		}
		if n.measure(); n.Width <= l.Width && n.Height <= l.Height {
			return n
		}
		if !separate(premises) {
			break
		}
	}
	n.Rows = l.rows(premises, l.Width-utf8.RuneCountInString(t.Rule)-name)
	n.measure()
	return n
}

// lines are the text of a tree without its premises.
func (l Limits) lines(t *Tree) []string {
	if t.Elided > 0 {
		return []string{t.Elision()}
	}
	return t.Lines(l.Width-utf8.RuneCountInString(t.Rule)-name, l.Whole)
}

// separate makes the largest premise that has premises a figure of its own, and tells whether there was one.
func separate(premises []*Node) bool {
	var most *Node
	for _, p := range premises {
		if len(p.Rows) > 0 && p.Part == 0 && (most == nil || p.Width*p.Height > most.Width*most.Height) {
			most = p
		}
	}
	if most == nil {
		return false
	}
	most.Part = apart
	return true
}

// rows puts premises into rows of a width.
func (l Limits) rows(premises []*Node, width int) (rows [][]*Node) {
	room := 0
	for _, p := range premises {
		w, _ := p.size()
		if room < w || len(rows) == 0 {
			rows, room = append(rows, nil), width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], p)
		room -= w + gap
	}
	return rows
}

// size is the room of a node as a premise.
func (n *Node) size() (width, height int) {
	if n.Part == 0 {
		return n.Width, n.Height
	}
	return widest(n.Lines), len(n.Lines) + 1
}

// measure says how wide and high a node is.
func (n *Node) measure() {
	n.Width, n.Height = widest(n.Lines), len(n.Lines)
	for _, row := range n.Rows {
		w, high := -gap, 0
		for _, p := range row {
			pw, ph := p.size()
			w, high = w+pw+gap, max(high, ph)
		}
		n.Width, n.Height = max(n.Width, w), n.Height+high
	}
	if n.Tree.Rule != "" {
		n.Width += utf8.RuneCountInString(n.Tree.Rule) + name
	}
}

func widest(lines []string) (w int) {
	for _, l := range lines {
		w = max(w, utf8.RuneCountInString(l))
	}
	return w
}
