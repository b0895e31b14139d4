package pass

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Step is a pass in a list, with the options that were given.
type Step struct {
	Pass    *Pass
	Options map[string]string // all options of the pass, given or not
	text    string
}

// String returns the step as it was written.
func (s *Step) String() string { return s.text }

// item is a pass or a pipeline in a list, as it was written.
type item struct {
	at    diag.Span
	steps []*Step
}

// Steps reads a list of passes and pipelines, `a,b:option=value,c`, for a program of the
// form. A pass for FUNMEM gives memory to a program of Fun: introduce is added before the
// first one if it is not in the list. From a pipeline, a program of FUNMEM gets the passes
// that take FUNMEM. The error is a usage error at its place in the list: an unknown pass or
// option, a pass on the wrong form, or passes in an impossible order.
func Steps(list string, form Form) ([]*Step, error) {
	items, err := read(list)
	if err != nil {
		return nil, err
	}
	if form == FunMem {
		for k := range items {
			items[k].steps, _ = fitting(items[k])
		}
	}
	steps, wrong := arranged(items, form)
	if wrong == nil {
		return steps, nil
	}
	if better := mended(items, form); better != "" {
		wrong.said.Helpf("write `%s`", better)
	}
	return nil, wrong.said
}

// LeftOut says which passes of the pipelines in a list a program of FUNMEM does not get, or "".
func LeftOut(list string, form Form) string {
	items, err := read(list)
	if err != nil || form != FunMem {
		return ""
	}
	var parts []string
	for _, it := range items {
		if _, out := fitting(it); out != "" {
			parts = append(parts, "`"+it.at.Text()+"` without "+out)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": a program of FUNMEM is past the passes of Fun"
}

// fitting returns the steps of an item that take FUNMEM, and the names of the others. If the item is not a pipeline, it
// returns all its steps.
func fitting(it item) (steps []*Step, out string) {
	var names []string
	for _, s := range it.steps {
		if s.Pass.From == Fun && pipeline(it.at.Text()) != nil {
			names = append(names, "`"+s.Pass.Name+"`")
		} else {
			steps = append(steps, s)
		}
	}
	return steps, strings.Join(names, ", ")
}

// pipeline returns the pipeline of that name, or nil.
func pipeline(name string) *Pipeline {
	all := Pipelines()
	k := slices.IndexFunc(all, func(p Pipeline) bool { return p.Name == name })
	if k < 0 {
		return nil
	}
	return &all[k]
}

// read reads the items of a list.
func read(list string) ([]item, error) {
	src := diag.NewSource("passes", list)
	var items []item
	start := 0
	for _, text := range strings.Split(list, ",") {
		word := strings.TrimSpace(text)
		from := start + strings.Index(text, word)
		start += len(text) + 1
		if word == "" && strings.Trim(list, ", ") != "" {
			return nil, diag.Errorf(diag.Usage, "", diag.Span{Src: src, Start: from, End: from}, "there is no pass between two commas, or at an end of the list")
		} else if word == "" {
			continue
		}
		it := item{at: diag.Span{Src: src, Start: from, End: from + len(word)}}
		if p := pipeline(word); p != nil {
			for _, name := range strings.Split(p.Steps, ",") {
				s, err := step(it.at, name)
				if err != nil {
					return nil, err
				}
				it.steps = append(it.steps, s)
			}
		} else {
			s, err := step(it.at, word)
			if err != nil {
				return nil, err
			}
			it.steps = []*Step{s}
		}
		items = append(items, it)
	}
	if len(items) == 0 {
		return nil, diag.Usagef("there is no pass in the list %q", list)
	}
	return items, nil
}

// step reads name:option=value:option=value, at a place in a list.
func step(at diag.Span, text string) (*Step, error) {
	parts := strings.Split(text, ":")
	wrong := func(k int, format string, args ...any) *diag.Diagnostic {
		if at.Text() == text {
			at.Start += len(strings.Join(parts[:k], ":")) + min(k, 1)
			at.End = at.Start + len(parts[k])
		}
		return diag.Errorf(diag.Usage, "", at, format, args...)
	}
	if pipeline(parts[0]) != nil {
		return nil, wrong(1, "the pipeline `%s` takes no options", parts[0]).Helpf("write its passes: `%s`", pipeline(parts[0]).Steps)
	}
	p, err := Find(parts[0])
	if err != nil {
		d := diag.Of(err)[0]
		return nil, wrong(0, "%s", d.Msg).Helpf("%s", d.Help)
	}
	s := &Step{Pass: p, Options: map[string]string{}, text: text}
	for k, part := range parts[1:] {
		name, value, given := strings.Cut(part, "=")
		o := slices.IndexFunc(p.Options, func(o Option) bool { return o.Name == name })
		switch {
		case o < 0 && len(p.Options) == 0:
			return nil, wrong(k+1, "the pass `%s` has no options, found `%s`", p.Name, part)
		case o < 0:
			return nil, wrong(k+1, "the pass `%s` has no option `%s`", p.Name, name).Helpf("its options are %s", p.optionText())
		case !given || !slices.Contains(p.Options[o].Values, value):
			return nil, wrong(k+1, "the option `%s` of the pass `%s` is one of %s, found %q", name, p.Name, strings.Join(p.Options[o].Values, ", "), value)
		case s.Options[name] != "":
			return nil, wrong(k+1, "the option `%s` of the pass `%s` is given twice", name, p.Name)
		}
		s.Options[name] = value
	}
	for _, o := range p.Options {
		if s.Options[o.Name] == "" {
			s.Options[o.Name] = o.Values[0]
		}
	}
	return s, nil
}

// optionText returns the options as they are written.
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

// Names returns the names of all passes, followed by those of the pipelines.
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

// Reporting returns the names of the passes that have a report.
func Reporting() []string {
	var names []string
	for _, p := range Passes() {
		if p.Reports {
			names = append(names, p.Name)
		}
	}
	return names
}

// Known tells whether the first word of a list is a pass or a pipeline.
func Known(list string) bool {
	name := list
	if k := strings.IndexAny(list, ",:"); k >= 0 {
		name = list[:k]
	}
	_, err := Find(name)
	return err == nil || pipeline(name) != nil
}
