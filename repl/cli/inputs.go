package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Inputs binds what each --in describes: NAME=FILE, NAME=VALUE or NAME=-, or several names for as
// many values. Then it binds those of the header of the program that no --in has. The names that the program mentions tell
// which inputs it does not use.
func Inputs(s *session.Session, ctx context.Context, st Streams, o *Options, mentions map[string]bool) error {
	seen, said := map[string]string{}, map[string]bool{}
	s.Noted = noted(st)
	for _, text := range o.Inputs {
		names, err := s.BindInput(ctx, st.In, text, seen, o.dumped, o.dumped != nil)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !s.Mentions(name, mentions) {
				said[name] = true
				if err := o.unused(st, name, mentions); err != nil {
					return err
				}
			}
		}
	}
	for _, text := range o.header.Inputs {
		left, _, _ := strings.Cut(text, "=")
		if slices.ContainsFunc(strings.Split(left, ","), func(name string) bool { return seen[strings.TrimSpace(name)] != "" }) {
			continue
		}
		names, err := s.BindInput(ctx, strings.NewReader(""), text, seen, nil, false)
		if err != nil {
			return err
		}
		for _, name := range names {
			said[name] = true // the file may be without a use for it
		}
	}
	s.Unused = func(name string) error { // a parameter, an index or the like may have its name
		if said[name] {
			return nil
		}
		return o.unused(st, name, nil)
	}
	return nil
}

// noted prints what was left out of a file of an input.
func noted(st Streams) func(note string) {
	return func(note string) { fmt.Fprintf(st.Err, "note: %s\n", note) }
}

// unused warns about an input that the program does not use; with --strict that is an error.
func (o *Options) unused(st Streams, name string, mentions map[string]bool) error {
	if o.hides[name] { // the error says so
		return nil
	}
	d := diag.Usagef("the program does not use the input %s", name)
	if near := diag.Nearest(name, slices.Collect(maps.Keys(mentions))); near != "" {
		d.Helpf("did you mean %s?", near)
	}
	if o.Strict {
		return d
	}
	d.Kind = diag.Warning
	PrintError(st.Err, paint.Style(st.Err), d)
	return nil
}
