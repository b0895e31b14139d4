package repl

import (
	"slices"
	"strings"
	"time"

	"funmem/eval/validity"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// proofOptions are the options of commands that prove: how long a proof may look, and who else proves.
type proofOptions struct {
	effort validity.Effort
	session.Second
	text string // as they were given
}

// efforts are the options without a value, which :prove does not have: it always looks as long as it may.
var efforts = []string{"prove", "no-prove"}

// secondNames are the options that have a value, as on the command line.
var secondNames = []string{"prover", "prover-time", "smt"}

// proofOf separates the options of a command from what it is about. They may stand before it or behind it.
func proofOf(command, arg string) (rest string, o proofOptions, err error) {
	o.Second = session.DefaultSecond()
	words := strings.Fields(arg)
	var others, given []string
	for k := 0; k < len(words); k++ {
		name, dashed := strings.CutPrefix(words[k], "--")
		if !dashed || name == "" {
			others = append(others, words[k])
			continue
		}
		given = append(given, words[k])
		if command != "prove" && slices.Contains(efforts, name) {
			if o.effort = validity.Lifted; name == "no-prove" {
				o.effort = validity.NoProof
			}
			continue
		}
		name, value, has := strings.Cut(name, "=")
		if !has && slices.Contains(secondNames, name) && k+1 < len(words) {
			k++
			value = words[k]
			given = append(given, value)
		}
		if err := o.set(command, name, value); err != nil {
			return arg, o, err
		}
	}
	if given == nil {
		return arg, o, nil
	}
	o.text = strings.Join(given, " ") + " "
	return strings.Join(others, " "), o, nil
}

// set takes an option with a value.
func (o *proofOptions) set(command, name, value string) error {
	if !slices.Contains(secondNames, name) {
		names := secondNames
		if command != "prove" {
			names = slices.Concat(efforts, names)
		}
		d := diag.Usagef("`:%s` has no option --%s", command, name)
		if near := diag.Nearest(name, names); near != "" {
			return d.Helpf("did you mean --%s?", near)
		}
		return d.Helpf("it has --%s", strings.Join(names, ", --"))
	}
	switch {
	case value == "":
		return diag.Usagef("`--%s` needs a value", name).Helpf("write `--prover z3`, `--prover-time 5s`, `--smt DIR`")
	case name == "prover":
		o.Prover = value
	case name == "smt":
		o.Dir = value
	default:
		limit, err := time.ParseDuration(value)
		if err != nil || limit <= 0 {
			return diag.Usagef("--prover-time takes a time, found %q", value).Helpf("write `--prover-time 5s`, or 500ms, or 2m")
		}
		o.Limit = limit
	}
	return nil
}
