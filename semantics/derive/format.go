package derive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Style says how a derivation is laid out.
type Style struct {
	Rule  func(string) string // paints the names of rules; nil: as they are
	Width int                 // maximum width of a line, if its indent leaves room; 0: no limit
	Whole bool                // long lines go on below, and lose nothing
}

func (st Style) rule(name string) string {
	if st.Rule == nil {
		return name
	}
	return st.Rule(name)
}

// Format lays out a derivation with the premises indented under the conclusion:
//
//	E-LET  • ⊢ let (n : int) = 2 … ⇓ ([1, 2])
//	├─ E-SCALAR  • ⊢ 2 ⇓ (2)
//	└─ E-LET  n ↦ 2 ⊢ let (x : [n]int) = iota n … ⇓ ([1, 2])
//	   ├─ E-IOTA  n ↦ 2 ⊢ iota n ⇓ ([1, 2])
//	   └─ E-IN  x ↦ [1, 2] ⊢ in (x) ⇓ ([1, 2])
func Format(t *Tree, st Style) string {
	var b strings.Builder
	write(&b, t, "", "", st)
	return b.String()
}

// write lays out a tree. The first line starts with head, the others with indent.
func write(b *strings.Builder, t *Tree, head, indent string, st Style) {
	lines := t.lines(st, utf8.RuneCountInString(head))
	b.WriteString(head + lines[0] + "\n")
	under := indent + "   "
	if len(t.Premises) > 0 {
		under = indent + "│  "
	}
	for _, l := range lines[1:] {
		b.WriteString(under + l + "\n")
	}
	for i, p := range t.Premises {
		joint, below := "├─ ", "│  "
		if i == len(t.Premises)-1 {
			joint, below = "└─ ", "   "
		}
		write(b, p, indent+joint, indent+below, st)
	}
}

// leastWidth is the room that a judgement has, however deep it is.
const leastWidth = 48

// lines returns the label of a tree, in lines of the width of the style.
func (t *Tree) lines(st Style, indent int) []string {
	room := max(leastWidth, st.Width-indent)
	label := t.label(Style{}, t.text())
	if st.Width == 0 || utf8.RuneCountInString(label) <= room {
		return []string{t.label(st, t.text())}
	}
	first := room - (utf8.RuneCountInString(label) - utf8.RuneCountInString(t.text()))
	text := t.broken(first, max(leastWidth, st.Width-indent-3), st.Whole)
	return append([]string{t.label(st, text[0])}, text[1:]...)
}

// Lines returns the conclusion or the condition in lines of at most that many characters. In a whole style it loses nothing.
func (t *Tree) Lines(width int, whole bool) []string {
	if utf8.RuneCountInString(t.text()) <= width {
		return []string{t.text()}
	}
	return t.broken(width, width, whole)
}

// broken returns a text that is too long in lines, of which the first may have another width. If a judgement is
// too long, the environment is dropped first, then the types of what the statement binds.
// Then the result gets its own lines, and a statement that is still too long loses its
// middle. If it is to stay whole, nothing is dropped.
func (t *Tree) broken(first, room int, stays bool) []string {
	j := t.Judgement
	if !stays && t.Condition == nil {
		j = withoutEnv(j)
		j.Of = untyped(j, first)
	}
	text, under := j.String(), []string(nil)
	switch {
	case t.Condition != nil:
		text = t.Condition.String()
	case utf8.RuneCountInString(text) <= first:
		return []string{text}
	case evaluates(j) && !stays:
		return append([]string{cut(j.left(), first)}, wrap(strings.TrimSpace(j.right()), room, room)...)
	case evaluates(j):
		under = wrap(strings.TrimSpace(j.right()), room, room)
		text = j.left()
	}
	return append(wrap(text, first, room), under...)
}

// text is the conclusion or the condition in one line.
func (t *Tree) text() string {
	if t.Condition != nil {
		return t.Condition.String()
	}
	return t.Judgement.String()
}

// evaluates tells whether a judgement says what something evaluates to.
func evaluates(j Judgement) bool { return j.Rel == "⇓" || j.Rel == "→" }

// withoutEnv replaces the environment before ⊢ by its name.
func withoutEnv(j Judgement) Judgement {
	before := slices.Clone(j.Before)
	for k, p := range before {
		if p.Name != "" {
			before[k] = Text(p.Name)
		}
	}
	j.Before = before
	return j
}

// untyped drops the types of what a statement binds from a judgement that is longer than
// room: `let (n : int) (x : [n]int) = …` becomes `let n x = …`. In a judgement about types
// they stay.
func untyped(j Judgement, room int) string {
	rest, ok := strings.CutPrefix(j.Of, "let ")
	if !ok || !evaluates(j) || utf8.RuneCountInString(j.String()) <= room {
		return j.Of
	}
	var names []string
	for strings.HasPrefix(rest, "(") {
		depth := 0
		end := strings.IndexFunc(rest, func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			return depth == 0
		})
		name, _, typed := strings.Cut(rest[1:max(end, 1)], " : ")
		if !typed {
			return j.Of
		}
		names = append(names, name)
		rest = strings.TrimPrefix(rest[end+1:], " ")
	}
	return "let " + strings.Join(append(names, rest), " ")
}

// cut replaces the middle of a text.
func cut(s string, room int) string {
	text := []rune(s)
	if len(text) <= room {
		return s
	}
	tail := (room - 3) / 3
	return string(text[:room-3-tail]) + " … " + string(text[len(text)-tail:])
}

// Wrapped breaks a text into lines of at most that many characters.
func Wrapped(s string, width int) []string { return wrap(s, width, width) }

// wrap breaks a text into lines. The first line may have another width than the others.
func wrap(s string, first, room int) []string {
	var lines []string
	for text := []rune(s); ; first = room {
		if len(text) <= first {
			return append(lines, string(text))
		}
		end := breakAt(text, first)
		lines = append(lines, string(text[:end]))
		text = []rune(strings.TrimLeft(string(text[end:]), " "))
	}
}

// breakAt returns where the first line of a text ends: at the last blank of its second half
// that is within the fewest parentheses, or else at the last blank, or within a word.
func breakAt(text []rune, room int) int {
	depth, least, last, best := 0, room, 0, 0
	for k, c := range text[:room+1] {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			last = k
			if k > room/2 && depth <= least {
				least, best = depth, k
			}
		}
	}
	return cmp.Or(best, last, room)
}

// Elision is what stands for the iterations that are left out in the place of the tree.
func (t *Tree) Elision() string { return t.label(Style{}, "") }

// label returns the line of a tree without its premises. text is its conclusion or
// condition.
func (t *Tree) label(st Style, text string) string {
	switch {
	case t.Stuck:
		return st.rule("✗ no rule") + "  " + text
	case t.Elided > 0:
		return fmt.Sprintf("⋮ %d more iteration%s", t.Elided, plural(t.Elided))
	case t.Condition != nil && t.Condition.Failed:
		return st.rule("✗") + " " + text
	case t.Rule == "":
		return text
	}
	return st.rule(t.Rule) + "  " + text
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
