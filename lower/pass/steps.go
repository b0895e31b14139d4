package pass

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Step is a pass in a list, with the options that were given.
type Step struct {
	Pass    *Pass
	Options map[string]string // all of the pass, given or not
	text    string
}

// String is the step as it was written.
func (s *Step) String() string { return s.text }

// Steps reads a list of passes and pipelines, `a,b:option=value,c`, for a program of the
// form. A pass for FUNMEM gives memory to a program of Fun: introduce stands before the
// first one where it is not in the list. Of a pipeline a program of FUNMEM gets the passes
// that take it. The error is a usage error: a pass or an option
// that there is not, a pass on the wrong form, or passes in an impossible order.
func Steps(list string, form Form) ([]*Step, error) {
	var steps []*Step
	for _, text := range strings.Split(list, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if k := slices.IndexFunc(Pipelines(), func(p Pipeline) bool { return p.Name == text }); k >= 0 {
			more, err := read(Pipelines()[k].Steps)
			if err != nil {
				return nil, err
			}
			if form == FunMem { // what comes before memory is behind it
				more = slices.DeleteFunc(more, func(s *Step) bool { return s.Pass.From == Fun })
			}
			steps = append(steps, more...)
			continue
		}
		s, err := step(text)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	if len(steps) == 0 {
		return nil, diag.Usagef("there is no pass in the list %q", list)
	}
	steps, err := typed(steps, form)
	if err != nil {
		return nil, err
	}
	return steps, ordered(steps)
}

// read reads the list of a pipeline.
func read(list string) ([]*Step, error) {
	var steps []*Step
	for _, text := range strings.Split(list, ",") {
		s, err := step(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// step reads name:option=value:option=value.
func step(text string) (*Step, error) {
	parts := strings.Split(text, ":")
	if slices.ContainsFunc(Pipelines(), func(p Pipeline) bool { return p.Name == parts[0] }) {
		return nil, diag.Usagef("the pipeline `%s` takes no options", parts[0]).Helpf("write its passes, as `:pass` or docs/passes.md list them")
	}
	p, err := Find(parts[0])
	if err != nil {
		return nil, err
	}
	s := &Step{Pass: p, Options: map[string]string{}, text: text}
	for _, o := range p.Options {
		s.Options[o.Name] = o.Values[0]
	}
	for _, part := range parts[1:] {
		name, value, given := strings.Cut(part, "=")
		k := slices.IndexFunc(p.Options, func(o Option) bool { return o.Name == name })
		switch {
		case k < 0 && len(p.Options) == 0:
			return nil, diag.Usagef("the pass `%s` has no options, found `%s`", p.Name, part)
		case k < 0:
			return nil, diag.Usagef("the pass `%s` has no option `%s`", p.Name, name).Helpf("its options are %s", p.optionText())
		case !given || !slices.Contains(p.Options[k].Values, value):
			return nil, diag.Usagef("the option `%s` of the pass `%s` is one of %s, found %q", name, p.Name, strings.Join(p.Options[k].Values, ", "), value)
		}
		s.Options[name] = value
	}
	return s, nil
}

// optionText is the options as they are written.
func (p *Pass) optionText() string {
	var texts []string
	for _, o := range p.Options {
		texts = append(texts, "`"+o.Name+"="+strings.Join(o.Values, "|")+"`")
	}
	return strings.Join(texts, ", ")
}

// Find is the pass of that name.
func Find(name string) (*Pass, error) {
	for _, p := range Passes() {
		if p.Name == name {
			return p, nil
		}
	}
	names := Names()
	d := diag.Usagef("there is no pass `%s`", name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	}
	return nil, d.Helpf("the passes are %s", strings.Join(names, ", "))
}

// Names are those of all passes, and behind them those of the pipelines.
func Names() []string {
	var names []string
	for _, p := range Passes() {
		names = append(names, p.Name)
	}
	for _, p := range Pipelines() {
		names = append(names, p.Name)
	}
	return names
}

// Known tells whether the first word of a list is a pass or a pipeline.
func Known(list string) bool {
	name := strings.FieldsFunc(list+",", func(r rune) bool { return r == ',' || r == ':' })
	_, err := Find(name[0])
	return err == nil || slices.ContainsFunc(Pipelines(), func(p Pipeline) bool { return p.Name == name[0] })
}

// typed sees to the forms: each pass has to take what the one before it gives.
func typed(steps []*Step, form Form) ([]*Step, error) {
	var out []*Step
	introduced := slices.ContainsFunc(steps, func(s *Step) bool { return s.Pass.Name == "introduce" })
	for _, s := range steps {
		from := s.Pass.From
		if form == Fun && from == FunMem && !introduced {
			intro, _ := step("introduce")
			out, form = append(out, intro), FunMem
		}
		if from != Either && from != form {
			d := diag.Usagef("the pass `%s` takes a program of %s, and gets one of %s", s.Pass.Name, from, form)
			if from == FunMem {
				return nil, d.Helpf("`introduce` gives it memory; it stands before `%s`, or is left out", s.Pass.Name)
			}
			return nil, d.Helpf("it stands before `introduce`")
		}
		if s.Pass.To != Either {
			form = s.Pass.To
		}
		out = append(out, s)
	}
	return out, nil
}

// ordered is the error that two passes stand in an order in which they cannot.
func ordered(steps []*Step) error {
	for _, c := range constraints {
		first := slices.IndexFunc(steps, func(s *Step) bool { return s.Pass.Name == c.then })
		if first < 0 {
			continue
		}
		for _, s := range steps[first:] {
			if s.Pass.Name == c.first {
				return diag.Usagef("the pass `%s` cannot stand after `%s`: %s", c.first, c.then, c.why).Helpf("write `%s,%s`", c.first, c.then)
			}
		}
	}
	return nil
}
