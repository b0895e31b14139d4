package derive

import (
	"fmt"
	"strings"
)

// Judgement is what a rule concludes, in its parts:
//
//	E; H ⊢ s ⇓ E'; H'; ⟨R, W⟩      before ⊢, Of, Rel and what is after it
//	Γ ⊢ p̄ ← b                      Rel is ← or :, and there may be nothing after Of
type Judgement struct {
	Before []Part // environment and heap, or Γ
	Of     string // what it is about: an expression, a statement, a body, a type, in one line
	Rel    string // ⇓, →, : or ←; "": nothing is after Of
	After  []Part // values, environment, heap and trace; a type or a body
}

// Part is a part of a judgement: an environment, or a text, such as H₁ or (v, …).
type Part struct {
	Name  string // of an environment: E, E' or Γ
	Binds []Bind // what it has, cut to what is used unless Recorder.Full is set
	Over  bool   // it is the environment called Name with Binds in addition: E, x ↦ v
	Text  string // of another part
}

// Bind is x ↦ v in an environment, or x : τ in a context.
type Bind struct{ Var, Is, Value string }

func (b Bind) String() string { return b.Var + b.Is + b.Value }

// Text is a part that is no environment.
func Text(s string) Part { return Part{Text: s} }

// String is the part in one line. An empty environment is •.
func (p Part) String() string {
	switch {
	case p.Name == "":
		return p.Text
	case p.Over && len(p.Binds) == 0:
		return p.Name
	case p.Over:
		return p.Name + ", " + binds(p.Binds)
	case len(p.Binds) == 0:
		return "•"
	}
	return binds(p.Binds)
}

func binds(bs []Bind) string {
	parts := make([]string, len(bs))
	for k, b := range bs {
		parts[k] = b.String()
	}
	return strings.Join(parts, ", ")
}

// String is the judgement in one line.
func (j Judgement) String() string { return j.left() + j.right() }

// left is the judgement up to Of.
func (j Judgement) left() string {
	before := joined(j.Before)
	if before != "" {
		before += " "
	}
	return before + "⊢ " + j.Of
}

// right is the judgement after Of.
func (j Judgement) right() string {
	switch j.Rel {
	case "":
		return ""
	case ":":
		return " : " + joined(j.After)
	}
	return " " + j.Rel + " " + joined(j.After)
}

func joined(parts []Part) string {
	texts := make([]string, len(parts))
	for k, p := range parts {
		texts[k] = p.String()
	}
	return strings.Join(texts, "; ")
}

// Condition is a premise without rules of its own, such as E(y) = k: what is on the left
// and on the right of Rel. It may have Left alone, such as racefree(…).
type Condition struct {
	Form             string // as the figure writes it, such as E(x) = (ℓ_x, L_x)
	Left, Rel, Right string
	Failed           bool // it does not hold; Left says why
}

// String is the condition in one line.
func (c *Condition) String() string {
	switch c.Rel {
	case "":
		return c.Left
	case ":":
		return c.Left + " : " + c.Right
	}
	return c.Left + " " + c.Rel + " " + c.Right
}

// Equal is the condition left = right.
func Equal(form, left, right string) Condition {
	return Condition{Form: form, Left: left, Rel: "=", Right: right}
}

// Holds is a condition with a text of its own.
func Holds(form, text string) Condition { return Condition{Form: form, Left: text} }

// More stands for n further premises like those before it.
func More(n int) string { return fmt.Sprintf("⋮ and %d more", n) }
