package derive

import (
	"strings"
	"unicode/utf8"
)

// Style says how a derivation is laid out.
type Style struct {
	Rule  func(string) string // paints the names of rules; nil: as they are
	Width int                 // of a line at most, where its indent leaves room; 0: any
}

func (st Style) rule(name string) string {
	if st.Rule == nil {
		return name
	}
	return st.Rule(name)
}

// Format lays a derivation out with the premises indented under the
// conclusion:
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

// write lays out a tree. The first line starts with head, the others with
// indent.
func write(b *strings.Builder, t *Tree, head, indent string, st Style) {
	b.WriteString(head + t.line(st, utf8.RuneCountInString(head)) + "\n")
	for i, p := range t.Premises {
		joint, below := "├─ ", "│  "
		if i == len(t.Premises)-1 {
			joint, below = "└─ ", "   "
		}
		write(b, p, indent+joint, indent+below, st)
	}
}

// leastWidth is the room that a judgement has however deep it stands.
const leastWidth = 48

// line is the label of a tree, shortened to the width of the style: first the
// environment goes, then the trace, then the middle.
func (t *Tree) line(st Style, indent int) string {
	room := max(leastWidth, st.Width-indent)
	plain := utf8.RuneCountInString(t.label(Style{}))
	if st.Width == 0 || plain <= room {
		return t.label(st)
	}
	short := *t
	room -= plain - utf8.RuneCountInString(t.Judgement)
	short.Judgement = shorten(t.Judgement, room)
	return short.label(st)
}

func shorten(judgement string, room int) string {
	long := func() bool { return utf8.RuneCountInString(judgement) > room }
	if env, rest, ok := strings.Cut(judgement, " ⊢ "); ok {
		heap := ""
		if i := strings.LastIndex(env, "; H"); i >= 0 {
			heap = env[i:]
		}
		judgement = "E" + heap + " ⊢ " + rest
	}
	if trace := strings.LastIndex(judgement, "⟨"); trace >= 0 && long() {
		judgement = judgement[:trace] + "⟨R, W⟩"
	}
	if !long() {
		return judgement
	}
	text := []rune(judgement)
	tail := (room - 3) / 3
	return string(text[:room-3-tail]) + " … " + string(text[len(text)-tail:])
}
