package session

import (
	"funmem/eval/validity"
)

// JSON is the object of `prove --json`. Its parts are those of `check --json`.
func (p *Proofs) JSON() map[string]any {
	whole := &validity.Proof{Shown: true}
	var defs []map[string]any
	all := map[string]any{}
	for _, x := range p.List {
		whole = whole.And(x.Proof)
		one := map[string]any{"proof": x.Proof}
		if x.Asked != nil {
			one["prover"] = x.askedJSON()
		}
		if x.Shown {
			one["validStatus"] = validity.Proved
		}
		if x.Def == nil {
			all["statements"] = one
			continue
		}
		one["def"], one["at"] = x.Def.Name, x.Def.NameAt.String()
		defs = append(defs, one)
	}
	if defs != nil {
		all["defs"] = defs
	}
	if all["proof"] = whole; whole.Shown {
		all["ok"], all["validStatus"] = true, validity.Proved
	} else {
		all["verdict"], all["unknown"] = "unknown", unknownFor(whole)
	}
	if p.Asking != nil && len(p.Notes) > 0 {
		all["notes"] = p.Notes
	}
	return all
}

// unknownFor says what is not known without a proof.
func unknownFor(p *validity.Proof) string {
	if len(p.Open) == 0 {
		return "not proved: " + p.Why
	}
	return "not proved: " + validity.NotShown(len(p.Open))
}

// askedJSON says what the second prover has found.
func (p Proof) askedJSON() map[string]any {
	r := p.Asked
	one := map[string]any{"name": r.Solver, "ours": r.Ours, "theirs": r.Theirs, "sampled": r.Sampled, "confirmed": r.Confirmed}
	if p.Shown { // what stays open is not needed
		return one
	}
	one["open"] = len(r.Open)
	var fit []map[string]string
	for _, q := range r.Open {
		if q.Model != nil && q.About != "" && len(fit) < mostModels {
			fit = append(fit, map[string]string{"values": q.Values(), "about": q.About})
		}
	}
	if fit != nil {
		one["allows"] = fit
	}
	return one
}
