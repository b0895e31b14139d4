package passtest

import (
	"slices"
	"strings"

	"funmem/lower/pass"

	"pgregory.net/rapid"
)

// Order draws a list of passes that the table allows for a program of the form: some
// passes, once or more often, each with random values of its options. The next pass is
// always one that may come before all the remaining ones.
func Order(t *rapid.T, form pass.Form, most int) string {
	var left, list []string
	for range rapid.IntRange(1, most).Draw(t, "length") {
		if s := step(t); legal(form, s) {
			left = append(left, s)
		}
	}
	for len(left) > 0 {
		k := rapid.IntRange(0, len(left)-1).Draw(t, "next")
		next := slices.IndexFunc(append(slices.Clone(left[k:]), left[:k]...), func(s string) bool { return before(form, s, left) })
		if next < 0 { // introduce cannot stand twice
			left = slices.Delete(left, k, k+1)
			continue
		}
		k = (k + next) % len(left)
		list, left = append(list, left[k]), slices.Delete(left, k, k+1)
	}
	return strings.Join(list, ",")
}

// step draws a pass with options.
func step(t *rapid.T) string {
	p := rapid.SampledFrom(pass.Passes()).Draw(t, "pass")
	text := p.Name
	for _, o := range p.Options {
		if rapid.Bool().Draw(t, "option") {
			text += ":" + o.Name + "=" + rapid.SampledFrom(o.Values).Draw(t, "value")
		}
	}
	return text
}

// legal tells whether passes may come in this order.
func legal(form pass.Form, list ...string) bool {
	_, err := pass.Steps(strings.Join(list, ","), form)
	return err == nil
}

// before tells whether a pass may come before all others of a list.
func before(form pass.Form, s string, list []string) bool {
	k := slices.Index(list, s)
	for i, other := range list {
		if i != k && !legal(form, s, other) {
			return false
		}
	}
	return true
}
