package derive

import "strings"

// Style says how a derivation is laid out.
type Style struct {
	Rule func(string) string // paints the names of rules; nil: as they are
	// Nested indents the body of each let, as the figure nests them. Without it
	// the derivation of "let p = e b" is followed by that of b on the same
	// level, so that a long body stays readable.
	Nested bool
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
//	E-LET  n ↦ 2 ⊢ let (x : [n]int) = iota n … ⇓ ([1, 2])
//	├─ E-IOTA  n ↦ 2 ⊢ iota n ⇓ ([1, 2])
//	E-IN  x ↦ [1, 2] ⊢ in (x) ⇓ ([1, 2])
//
// A rule whose last premise is drawn below it on its own level ends in ├─: the
// next line of that level is that premise.
func Format(t *Tree, st Style) string {
	var b strings.Builder
	b.WriteString(t.label(st) + "\n")
	write(&b, t, "", st)
	return b.String()
}

// write lays out the premises of t, whose own line is written.
func write(b *strings.Builder, t *Tree, indent string, st Style) {
	for {
		rest := t.Premises
		var tail *Tree
		if n := len(rest); !st.Nested && n > 0 && t.continues() {
			tail, rest = rest[n-1], rest[:n-1]
		}
		for i, p := range rest {
			joint, below := "├─ ", "│  "
			if i == len(rest)-1 && tail == nil {
				joint, below = "└─ ", "   "
			}
			b.WriteString(indent + joint + p.label(st) + "\n")
			write(b, p, indent+below, st)
		}
		if tail == nil {
			return
		}
		b.WriteString(indent + tail.label(st) + "\n")
		t = tail
	}
}

// continues tells whether the last premise of t is the body that follows a
// statement: the derivation of "let p = e b" or "check x = y b".
func (t *Tree) continues() bool {
	switch t.Rule {
	case "E-LET", "E-CHECK":
		last := t.Premises[len(t.Premises)-1]
		return last.Rule == "E-LET" || last.Rule == "E-CHECK" || last.Rule == "E-IN"
	}
	return false
}
