package validity

import (
	"cmp"
	"encoding/json"
	"strings"

	"funmem/semantics/diag"
)

// words returns the properties of a verdict, each nil if the run does not tell. A run that is stuck is consistent and
// race-free up to there; what would have come after is not known. If the value semantics is stuck too, it is neither
// valid nor invalid.
func (v *Verdict) words() (valid, consistent, raceFree *bool) {
	if v.InFun {
		return nil, nil, nil
	}
	known := func(ok bool) *bool {
		if ok && v.Stuck != nil {
			return nil
		}
		return &ok
	}
	if v.Stuck == nil || v.Stuck.HeapOnly {
		valid = known(v.Valid)
	}
	return valid, known(v.Consistent), known(v.RaceFree)
}

// ValidStatus says how much is known about the validity of the program. It is "" if nothing is: the program is stuck, for example.
func (v *Verdict) ValidStatus() Status {
	valid, _, _ := v.words()
	switch {
	case valid == nil:
		return ""
	case !*valid:
		return Refuted
	case v.Proof.Holds() && v.Consistent && v.RaceFree && v.Stuck == nil:
		return Proved
	}
	return Tested
}

// Proved is the proof if the program is called proved for it, or nil.
func (v *Verdict) Proved() *Proof {
	if v.ValidStatus() != Proved {
		return nil
	}
	return v.Proof
}

// validWords says of a valid program on what it is.
func (v *Verdict) validWords() string {
	if v.ValidStatus() == Proved {
		return "valid: " + v.Proof.Words()
	}
	return "valid: " + cmp.Or(v.Tried, "in this run")
}

// Contradicted returns a message if a run shows that the program is not valid although that is proved. It does not return one where the limit of
// memory, or a number that was promised to fit some bits, is what is wrong: proofs are not about these.
func (v *Verdict) Contradicted() *diag.Diagnostic {
	if !v.Proof.Holds() {
		return nil
	}
	if v.Stuck != nil && (!v.Stuck.HeapOnly || v.Stuck.Beyond()) ||
		v.ValueStuck != nil && v.ValueStuck.Cause == diag.Limit || v.Valid && v.Consistent {
		return nil
	}
	return Contradiction(v.Proof)
}

// Beyond tells whether the limit of memory, or a number that was promised to fit some bits, is what is wrong.
func (s *Stuck) Beyond() bool {
	return s.Diag != nil && (s.Diag.Cause == diag.Limit || s.Diag.Cause == diag.Overflow)
}

// Contradiction is the message that a run shows what a proof excludes.
func Contradiction(p *Proof) *diag.Diagnostic {
	text := "the program is %s to be valid, and a run shows that it is not"
	if p.Values {
		text = "AFTER is %s to have the values of BEFORE, and a run shows that it has not"
	}
	return diag.Errorf(diag.Bug, "", diag.Span{}, text, p.Words()).
		Helpf("believe the run, and please report the program")
}

// raceFree tells whether a kernel is free of races, if that is known. It is not known for a kernel that did not run, or
// did not finish, unless two iterations already raced.
func (k *Kernel) raceFree() *bool {
	if free := k.RaceFree; k.Instances > 0 && (!free || !k.Unfinished || k.Status == Proved) {
		return &free
	}
	return nil
}

// Object is a verdict for JSON, without what is not known.
type Object struct {
	OK         *bool  `json:"ok,omitempty"`
	Typed      bool   `json:"typed"`
	Valid      *bool  `json:"valid,omitempty"`
	Status     Status `json:"validStatus,omitempty"`
	Consistent *bool  `json:"consistent,omitempty"`
	RaceFree   *bool  `json:"raceFree,omitempty"`
	Verdict    string `json:"verdict,omitempty"` // "unknown" or "invalid", beside Unknown
	Unknown    string `json:"unknown,omitempty"` // why not all is known
	*plain
	NotCompared []Bound `json:"notCompared,omitempty"` // arrays whose block was already freed when they were bound
}

// Bound is an array that was not compared when it was bound.
type Bound struct {
	Array string `json:"array"`
	At    string `json:"at,omitempty"`
	Block string `json:"block"` // the freed block
	Times int    `json:"times"`
}

// notCompared returns the arrays whose block was already freed when they were bound.
func (v *Verdict) notCompared() (list []Bound) {
	for _, b := range v.Bindings {
		if b.Freed > 0 {
			list = append(list, Bound{b.Name, b.At.String(), b.Block, b.Freed})
		}
	}
	return list
}

type plain Verdict

// Object returns the verdict for JSON. Unless whole is set, it is about only a part of what was to run. Then it does
// not claim for the whole what is fine in the part.
func (v *Verdict) Object(whole bool) Object {
	if v.Limited() {
		c := plain(*v)
		c.Stuck = nil
		return Object{Typed: v.Typed, Verdict: "unknown", Unknown: v.Limit().Msg, plain: &c}
	}
	o := Object{Typed: v.Typed, plain: (*plain)(v), NotCompared: v.notCompared()}
	o.Valid, o.Consistent, o.RaceFree = v.words()
	if ok := v.OK; whole || !ok {
		o.OK = &ok
	}
	for _, w := range []**bool{&o.Valid, &o.Consistent, &o.RaceFree} {
		if *w != nil && **w && !whole {
			*w = nil
		}
	}
	if o.Valid != nil {
		o.Status = v.ValidStatus()
	}
	return o
}

// MarshalJSON leaves out what is not known.
func (v *Verdict) MarshalJSON() ([]byte, error) { return json.Marshal(v.Object(true)) }

// Summary returns the verdict in one line: "ok: typed; valid: proved; consistent, race-free".
func (v *Verdict) Summary() string { return v.SummaryOf("", true) }

// SummaryOf is Summary for a part of a program: "ok: typed; valid: in this run; what ran is consistent, race-free". Unless whole is
// set, not everything that was to run did, and it says only what is wrong.
func (v *Verdict) SummaryOf(part string, whole bool) string {
	if v.Limited() {
		return "unknown: typed; the run reached a limit"
	}
	var list, before []string
	add := func(ok bool, yes, no string) {
		switch {
		case !ok:
			list = append(list, no)
		case v.Stuck != nil:
			before = append(before, yes)
		case whole:
			list = append(list, yes)
		}
	}
	valid := ""
	switch {
	case v.Stuck != nil:
		list = append(list, "stuck")
	case !v.Valid:
		list = append(list, "not valid")
	case whole:
		valid = "; " + v.validWords()
	}
	add(v.Consistent, "consistent", "not consistent")
	add(v.RaceFree, "race-free", "not race-free")
	if v.Unwritten != nil {
		list = append(list, "a result is not all written")
	}
	if len(v.Overlaps) > 0 {
		list = append(list, "a copy writes over what it reads")
	}
	text, to := "ok: ", ", "
	if !v.OK {
		text = "not ok: "
	}
	if part != "" || valid != "" {
		to = "; "
	}
	if text += "typed"; !v.Typed {
		text = strings.Replace(text, "typed", "not typed", 1)
	}
	text += valid
	if len(list) > 0 {
		text += to + part + strings.Join(list, ", ")
	}
	if whole && len(before) > 0 {
		text += "; up to there " + strings.Join(before, ", ")
	}
	return text
}
