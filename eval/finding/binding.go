package finding

import (
	"encoding/json"
	"fmt"

	"funmem/eval/machine"
	"funmem/semantics/diag"
)

// Binding says whether the two semantics agreed when an array was bound.
type Binding struct {
	Name    string
	At      diag.Span
	Times   int // how often it was bound and compared; 0: only after the divergence, or with a claim
	Agrees  bool
	Claimed int    // how often it was bound but not compared, because it was claimed to lie elsewhere
	Freed   int    // how often its block was already freed, so that there was nothing to compare
	Block   string // that block
}

// MarshalJSON is the binding, with its place. Where it was not compared it does not say whether the semantics agree.
func (b Binding) MarshalJSON() ([]byte, error) {
	var agrees *bool
	if b.Times > 0 {
		agrees = &b.Agrees
	}
	return json.Marshal(struct {
		Array   string `json:"array"`
		At      string `json:"at,omitempty"`
		Times   int    `json:"times"`
		Agrees  *bool  `json:"agrees,omitempty"`
		Claimed int    `json:"claimed,omitempty"`
		Freed   int    `json:"freed,omitempty"`
		Block   string `json:"block,omitempty"`
	}{b.Name, b.At.String(), b.Times, agrees, b.Claimed, b.Freed, b.Block})
}

// Line says in one line whether the semantics agreed.
func (b *Binding) Line() string {
	s := fmt.Sprintf("array `%s`", b.Name) + machine.At(b.At) + ": "
	freed := "not compared, since block `" + b.Block + "` was freed"
	switch {
	case b.Times == 0 && b.Freed > 0:
		return s + freed
	case b.Times == 0 && b.Claimed > 0:
		return s + "claimed, and compared where it is read"
	case b.Times == 0:
		return s + "not compared, it comes after the first difference"
	case !b.Agrees:
		return s + "the semantics differ"
	}
	s += "the semantics agree"
	if b.Times > 1 {
		s += fmt.Sprintf(" (%d times)", b.Times)
	}
	if b.Freed > 0 {
		s += fmt.Sprintf("; %s %s", diag.Plural(b.Freed, "time", "times"), freed)
	}
	return s
}
