package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// change is what a program redefined.
type change struct {
	functions map[string]bool
	binders   map[int]bool // the old ones
}

// broken is a function that a redefinition took away.
type broken struct {
	*function
	cause string // what was redefined
}

// recheck elaborates again the functions that use a redefined name, in the order in which they use
// each other, and says what became of them. A refused function is taken away. Values stay as they
// are; recheck lists those that were computed from the old definitions.
func (s *Session) recheck(ctx context.Context, e *Entry, before *state) []string {
	c := change{map[string]bool{}, map[int]bool{}}
	fresh := map[string]bool{}
	var names, imported []string
	var replaced []elab.Name
	for _, n := range e.Unit.Names {
		fresh[n.Name] = true
		old, ok := before.Elab.Lookup(n.Name)
		if !ok {
			if _, was := before.broken[n.Name]; was && n.Def != nil {
				c.functions[n.Name] = true
				replaced = append(replaced, n) // nothing before it binds that
			}
			continue
		}
		replaced = append(replaced, old)
		names = append(names, "`"+n.Name+"`")
		if old.Def != nil {
			c.functions[n.Name] = true
		} else {
			for _, p := range before.Elab.InCore(old) {
				c.binders[p.Binding.ID] = true
			}
		}
		if is, was := placeOf(n), placeOf(old); is.IsValid() && is.Src != e.Src && was.IsValid() && was.Src.Name != is.Src.Name {
			imported = append(imported, fmt.Sprintf("`%s` is that of %s from here on, and not that of %s", n.Name, is, was))
		}
	}
	notes := append(imported, s.mend(ctx, fresh)...)
	if len(c.functions)+len(c.binders) == 0 || !slices.ContainsFunc(s.since(replaced), func(used *Entry) bool { return used != e && c.usedBy(used) }) {
		return notes
	}
	for progress := true; progress; {
		progress = false
		for _, name := range s.FunctionNames() {
			f := s.Defs.Get(name)
			if fresh[name] || f.Surface == nil || !c.touches(f.Core) {
				continue
			}
			fresh[name], progress = true, true
			c.functions[name] = true
			notes = append(notes, s.again(ctx, name, f, strings.Join(names, ", ")))
		}
	}
	return append(notes, s.stale(e, c)...)
}

// since returns the entries from the first one on that binds one of the names. No other entry can use them.
func (s *Session) since(names []elab.Name) []*Entry {
	left := len(names)
	for k, e := range slices.Backward(s.Entries) {
		for _, n := range e.Unit.Names {
			if slices.ContainsFunc(names, func(x elab.Name) bool { return x.Def == n.Def && x.Binding == n.Binding }) {
				left--
			}
		}
		if left <= 0 {
			return s.Entries[k:]
		}
	}
	return s.Entries
}

// usedBy tells whether an entry uses what changed.
func (c *change) usedBy(e *Entry) bool {
	return e.Input == nil && slices.ContainsFunc(e.Unit.Core.Decls, func(d syntax.Decl) bool { return c.touches(d) })
}

// placeOf is where a name is bound or defined.
func placeOf(n elab.Name) diag.Span {
	if n.Def != nil {
		return n.Def.NameAt
	}
	return n.Binding.Span
}

// FunctionNames are the functions in the order of their definition.
func (s *Session) FunctionNames() []string {
	var names []string
	for _, n := range s.Names() {
		if n.Def != nil && s.Defs.Get(n.Name) != nil {
			names = append(names, n.Name)
		}
	}
	return names
}

// touches tells whether a function uses what changed.
func (c *change) touches(n syntax.Node) bool {
	for _, v := range syntax.FreeVars(n) {
		if c.binders[v.ID] {
			return true
		}
	}
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.Call); ok && c.functions[call.Fn] {
			found = true
		}
		return !found
	})
	return found
}

// again elaborates a function again and says what came of it.
func (s *Session) again(ctx context.Context, name string, f *function, cause string) string {
	prog := &syntax.Program{Span: f.Surface.Span, Decls: []syntax.Decl{f.Surface}}
	e, _, err := s.enter(ctx, prog)
	if err != nil {
		s.Elab.Forget(name)
		s.Defs.Delete(name)
		s.broken[name] = broken{f, cause}
		return fmt.Sprintf("`%s` no longer fits, and is gone until what it uses fits again: %s", name, diag.Of(err)[0].Msg)
	}
	old, now := s.Signature(f.Surface, f.Core), s.Signature(f.Surface, e.Unit.Names[0].Def)
	if old != now {
		return fmt.Sprintf("`%s` uses it and has changed: %s", name, now)
	}
	return fmt.Sprintf("`%s` uses it and has been checked again", name)
}

// mend tries again the functions that earlier redefinitions took away, until no further one fits,
// and says which came back.
func (s *Session) mend(ctx context.Context, fresh map[string]bool) []string {
	var notes []string
	for progress := true; progress; {
		progress = false
		for _, name := range slices.Sorted(maps.Keys(s.broken)) {
			f := s.broken[name]
			_, _, err := s.enter(ctx, &syntax.Program{Span: f.Surface.Span, Decls: []syntax.Decl{f.Surface}})
			if err != nil {
				continue
			}
			fresh[name], progress = true, true
			notes = append(notes, fmt.Sprintf("`%s` fits again, and is back", name))
		}
	}
	return notes
}

// stale says which values were computed from what changed.
func (s *Session) stale(e *Entry, c change) []string {
	old := map[int]bool{}
	for id := range c.binders {
		old[id] = true
	}
	var names []string
	for _, prev := range s.Entries {
		if prev == e || prev.Input != nil {
			continue
		}
		for _, d := range prev.Unit.Core.Decls {
			let, ok := d.(*syntax.Let)
			if !ok || !(&change{functions: c.functions, binders: old}).touches(let.Exp) {
				continue
			}
			for _, p := range let.Pat {
				old[p.ID] = true
			}
		}
	}
	for _, n := range s.Names() {
		if n.Binding != nil && !declares(e.Unit, n.Name) && slices.ContainsFunc(s.Elab.InCore(n), func(p elab.Name) bool { return old[p.Binding.ID] && !c.binders[p.Binding.ID] }) {
			names = append(names, "`"+n.Name+"`")
		}
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{names[0] + " keeps the value that it has from before"}
	}
	return []string{strings.Join(names, ", ") + " keep the values that they have from before"}
}

func declares(u *elab.Unit, name string) bool {
	return slices.ContainsFunc(u.Names, func(n elab.Name) bool { return n.Name == name })
}

// explain adds to the error about an unknown function that a redefinition took it away.
func (s *Session) explain(err error) error {
	l := diag.Of(err)
	for _, d := range l {
		if d.Kind != diag.Type {
			continue
		}
		for name, f := range s.broken {
			if strings.Contains(d.Msg, "`"+name+"` is not known") {
				d.Note(f.Surface.Span, "`%s` did not fit any more when %s was redefined; it comes back when it fits again", name, f.cause)
			}
		}
	}
	return err
}

// Refused returns the type errors of a function that a redefinition took away, or nil if there is no such function.
func (s *Session) Refused(ctx context.Context, name string) error {
	f, was := s.broken[name]
	if !was {
		return nil
	}
	_, err := Elaborate(ctx, s.Elab, &syntax.Program{Span: f.Surface.Span, Decls: []syntax.Decl{f.Surface}})
	for _, d := range diag.Of(err) {
		d.Note(f.Surface.Span, "`%s` did not fit any more when %s was redefined; it comes back when it fits again", name, f.cause)
	}
	return s.explain(err)
}

// EvaluatorAside is a machine of the value semantics that does not change the values of the
// session.
func (s *Session) EvaluatorAside() *value.Machine {
	return s.newMachine()
}
