package session

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Header is what comments above the first declaration of a file say about its runs. :save writes them.
type Header struct {
	Inputs    []string // `-- in: x=data.npy`, each as an --in; a path is relative to the file
	Precision string   // `-- set: precision 30`; "" where nothing is said
}

var (
	inputComment     = regexp.MustCompile(`^-- in: ([\pL\pN_', ]+=\S.*)$`)
	precisionComment = regexp.MustCompile(`^-- set: precision (\d+|double)$`)
)

// HeaderOf returns what the comments of a program say about its runs.
func HeaderOf(p *syntax.Program) (h Header) {
	for _, c := range p.Comments {
		if len(p.Decls) > 0 && c.Start > p.Decls[0].GetSpan().Start {
			break
		}
		text := strings.TrimSpace(c.Text)
		if m := inputComment.FindStringSubmatch(text); m != nil {
			names, from, _ := strings.Cut(m[1], "=")
			if file, _ := data.Chosen(from); data.IsFile(from) && !filepath.IsAbs(file) {
				from = filepath.Join(filepath.Dir(p.Src.Name), filepath.FromSlash(from))
			}
			h.Inputs = append(h.Inputs, names+"="+from)
		} else if m := precisionComment.FindStringSubmatch(text); m != nil {
			h.Precision = m[1]
		}
	}
	return h
}

// AddFile is Add for the text of a file, whose header binds inputs and sets the precision. They are taken back where the
// file cannot be added; :undo takes back all of it, but no setting.
func (s *Session) AddFile(ctx context.Context, src *diag.Source) (added *Added, err error) {
	prog, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	h := HeaderOf(prog)
	before, settings, done := s.Snapshot(), s.Settings, slices.Clone(s.Done)
	if len(h.Inputs) > 0 {
		before.Elab = s.Elab.Clone() // inputs are bound in place
	}
	defer func() {
		if err != nil {
			s.Settings, s.Done = settings, done
			s.Restore(before)
		}
	}()
	if h.Precision != "" {
		if err := s.Settings.Set("precision", h.Precision); err != nil {
			return nil, err
		}
		if s.Settings.Digits != settings.Digits {
			s.ForgetHeap()
		}
	}
	seen, notes := map[string]string{}, []string{}
	for _, text := range h.Inputs {
		_, more, err := s.Input(ctx, text, seen)
		if err != nil {
			return nil, err
		}
		notes = append(notes, more...)
	}
	if added, err = s.AddProgram(ctx, prog); err != nil || len(seen) == 0 {
		return added, err
	}
	for _, note := range added.Notes {
		notes = slices.DeleteFunc(notes, func(n string) bool { return n == note })
	}
	notes = slices.DeleteFunc(notes, func(n string) bool { // what the file defines anew
		return slices.ContainsFunc(added.Unit.Names, func(x elab.Name) bool { return strings.HasPrefix(n, "`"+x.Name+"`") })
	})
	added.Notes = append(slices.Compact(notes), added.Notes...)
	what := describe(added.Entry.Expanded)
	if what == "" {
		what = "the inputs `" + strings.Join(slices.Sorted(maps.Keys(seen)), "`, `") + "`"
	}
	s.Done = done
	s.Remember(before, what)
	return added, nil
}
