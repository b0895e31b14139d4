package derive

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// Style says how a derivation is laid out.
type Style struct {
	Rule  func(string) string // paints the names of rules; nil: as they are
	Width int                 // maximum width of a line, if its indent leaves room; 0: no limit
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

// lines returns the label of a tree, in lines of the width of the style. If a judgement is
// too long, the environment is dropped first, then the types of what the statement binds.
// Then the result gets its own lines, and a statement that is still too long loses its
// middle.
func (t *Tree) lines(st Style, indent int) []string {
	room := max(leastWidth, st.Width-indent)
	label := t.label(Style{})
	if st.Width == 0 || utf8.RuneCountInString(label) <= room {
		return []string{t.label(st)}
	}
	first := room - (utf8.RuneCountInString(label) - utf8.RuneCountInString(t.Judgement))
	room = max(leastWidth, st.Width-indent-3)
	short := *t
	short.Judgement = untyped(withoutEnv(t.Judgement), first)
	statement, conclusion, ok := strings.Cut(short.Judgement, " ⇓ ")
	var under []string
	switch {
	case utf8.RuneCountInString(short.Judgement) <= first:
	case ok:
		short.Judgement, under = cut(statement, first), wrap("⇓ "+conclusion, room, room)
	default:
		under = wrap(short.Judgement, first, room)
		short.Judgement, under = under[0], under[1:]
	}
	return append([]string{short.label(st)}, under...)
}

// withoutEnv replaces the environment of a judgement by E.
func withoutEnv(judgement string) string {
	env, rest, ok := strings.Cut(judgement, " ⊢ ")
	if !ok {
		return judgement
	}
	heap := ""
	if i := strings.LastIndex(env, "; H"); i >= 0 {
		heap = env[i:]
	}
	return "E" + heap + " ⊢ " + rest
}

// untyped drops the types of what a statement binds from a judgement that is longer than
// room: `let (n : int) (x : [n]int) = …` becomes `let n x = …`.
func untyped(judgement string, room int) string {
	before, rest, ok := strings.Cut(judgement, "⊢ let ")
	if !ok || utf8.RuneCountInString(judgement) <= room {
		return judgement
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
			return judgement
		}
		names = append(names, name)
		rest = strings.TrimPrefix(rest[end+1:], " ")
	}
	return before + "⊢ let " + strings.Join(append(names, rest), " ")
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
