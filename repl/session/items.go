package session

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/elab"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// item is a declaration that was entered, or an input, as :save writes it.
type item struct {
	entry  *Entry
	decl   syntax.Decl // nil for an input, and for a line of Fun that is written in its FUNMEM form
	text   string      // of such a line
	binds  []string    // the names that it binds, those of functions with () after them
	values map[string]*syntax.Binding
	free   []string       // the names that it uses, likewise
	uses   map[string]use // what these meant when it ran; a def uses what is there now
	key    int            // equal for two that are sure to mean the same
	unfit  string         // why its text may give something else in a file; "": it does not
}

// use is what a name meant when a declaration ran.
type use struct {
	item *item
	key  int
}

// items are the declarations of a session, in order, with the meaning of names at its end.
type items struct {
	all   []*item
	now   map[string]*item
	keys  map[string]int // numbers for the texts of keys
	apart map[string]int // how many items bind a name
}

// functionKey is the name of a function among the names of items, where a variable may have the same.
func functionKey(name string) string { return name + "()" }

// itemsOf collects the items of a session. With mem, lines of Fun are taken in their FUNMEM form.
func (s *Session) itemsOf(mem bool, until stop.Poll) *items {
	its := &items{now: map[string]*item{}, keys: map[string]int{}, apart: map[string]int{}}
	written := map[int]string{}
	for _, e := range s.Entries {
		for _, n := range e.Unit.Names {
			if its.apart[n.Name]++; n.Binding != nil {
				written[n.Binding.ID] = n.Name
			}
		}
	}
	for _, e := range s.Entries {
		switch {
		case e.Input != nil:
			name := e.Input.Binding.Written()
			its.add(&item{entry: e, binds: []string{name}, values: map[string]*syntax.Binding{name: e.Input.Binding}}, until)
		case e.Written == nil: // a def that was checked again
		case mem && !e.Unit.Mem:
			its.add(s.lowered(e, written, until), until)
		default:
			its.entry(e, until)
		}
	}
	for _, it := range its.all {
		for name, u := range it.uses {
			if !it.defines() && strings.HasSuffix(name, "()") && u.key != its.keyNow(name, map[string]int{}) {
				it.unfit = "what it uses was defined again after it"
			}
		}
		results := it.entry.Unit.Results
		if it.entry.Digits != s.Settings.Digits && it.printsOnly() && slices.ContainsFunc(results, func(r elab.Result) bool { return r.Type.Elem == syntax.F64 }) {
			it.unfit = "the precision was set after it"
		}
		if slices.Contains(it.free, "_") {
			it.unfit = "`_` is the last value at the prompt"
		}
		if mem && it.entry.Input == nil && it.printsOnly() && (it.decl == nil || slices.ContainsFunc(results, func(r elab.Result) bool { return r.Type.Mem != nil })) {
			it.unfit = "a program of FUNMEM gives its results at its end"
		}
	}
	return its
}

// entry adds the declarations of an entry. Its defs are there from its first line on. An import whose names other
// declarations bind too is taken as what it brings.
func (its *items) entry(e *Entry, until stop.Poll) {
	decls := e.Written.Decls
	own := map[string]bool{}
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Def:
			own[d.Name] = true
		case *syntax.Let:
			for _, b := range d.Pat {
				own[b.Name] = true
			}
		}
	}
	var brought []string
	for _, n := range e.Unit.Names {
		switch {
		case own[n.Name]:
		case its.apart[n.Name] > 1 && !strings.Contains(n.Name, "."):
			decls = e.Expanded.Decls
		case n.Def != nil:
			brought = append(brought, functionKey(n.Name))
		default:
			brought = append(brought, n.Name)
		}
	}
	bound := map[string][]*syntax.Binding{}
	for _, n := range e.Unit.Names {
		if n.Binding != nil {
			bound[n.Name] = append(bound[n.Name], n.Binding)
		}
	}
	var list []*item
	for _, d := range decls {
		it := &item{entry: e, decl: d, values: map[string]*syntax.Binding{}}
		switch d := d.(type) {
		case *syntax.Def:
			it.binds = []string{functionKey(d.Name)}
			its.now[it.binds[0]] = it
		case *syntax.Let:
			for _, b := range d.Pat {
				if list := bound[b.Name]; len(list) > 0 {
					it.binds, it.values[b.Name], bound[b.Name] = append(it.binds, b.Name), list[0], list[1:]
				}
			}
		case *syntax.Import:
			it.binds, brought = brought, nil
			for _, name := range it.binds {
				its.now[name] = it
			}
		}
		it.free = freeOf(d, until)
		list = append(list, it)
	}
	for _, it := range list {
		its.add(it, until)
	}
}

// freeOf are the names that a declaration uses: each as a variable and as a function, since it may be either.
func freeOf(d syntax.Decl, until stop.Poll) (names []string) {
	for _, x := range syntax.FreeVars(d, until) {
		names = append(names, x.Name, functionKey(x.Name))
	}
	for _, f := range syntax.Calls(d, until) {
		names = append(names, functionKey(f))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lowered is a line of Fun in its FUNMEM form, where globals have the names that were written, by their IDs.
func (s *Session) lowered(e *Entry, written map[int]string, until stop.Poll) *item {
	it := &item{entry: e, values: map[string]*syntax.Binding{}}
	for _, n := range e.Unit.Names {
		if n.Def != nil {
			it.binds = append(it.binds, functionKey(n.Name))
		} else {
			it.binds, it.values[n.Name] = append(it.binds, n.Name), n.Binding
		}
	}
	for _, d := range e.Written.Decls {
		it.free = append(it.free, freeOf(d, until)...)
	}
	if e.Mem != nil {
		var decls []syntax.Decl
		for _, d := range e.Mem.Decls {
			d = syntax.Rename(d, written)
			if in, ok := d.(*syntax.In); !ok {
				decls = append(decls, d)
			} else if len(in.Res) > 0 {
				decls = append(decls, &syntax.Show{Span: in.Span, X: &syntax.Tuple{Elems: in.Res}})
			}
		}
		it.text = strings.TrimSpace(s.Printed(decls...))
	}
	return it
}

// add adds an item, with what the names in it mean.
func (its *items) add(it *item, until stop.Poll) {
	until.Ask()
	it.uses = map[string]use{}
	deps := ""
	memo := map[string]int{}
	for _, name := range it.free {
		if other := its.now[name]; other != nil && other != it {
			u := use{other, its.keyNow(name, memo)}
			it.uses[name] = u
			deps += fmt.Sprintf(" %s=%d", name, u.key)
		}
	}
	switch it.decl.(type) {
	case nil, *syntax.Import, *syntax.Show, *syntax.Check, *syntax.Free:
		it.key = its.number(fmt.Sprintf("#%d", len(its.all)))
	default:
		it.key = its.number(it.words() + deps)
	}
	for _, name := range it.binds {
		its.now[name] = it
	}
	its.all = append(its.all, it)
}

// keyNow is a number for what a name means now: that of the let, or for a function that of its text and of what all names
// in it mean now.
func (its *items) keyNow(name string, memo map[string]int) int {
	it := its.now[name]
	if it == nil {
		return -1
	}
	if _, isDef := it.decl.(*syntax.Def); !isDef {
		return it.key
	}
	if k, ok := memo[name]; ok {
		return k
	}
	deps := it.words()
	for _, x := range it.free {
		if its.now[x] != nil && its.now[x] != it {
			deps += fmt.Sprintf(" %s=%d", x, its.keyNow(x, memo))
		}
	}
	memo[name] = its.number(deps)
	return memo[name]
}

// number is the number of a text.
func (its *items) number(text string) int {
	if _, ok := its.keys[text]; !ok {
		its.keys[text] = len(its.keys)
	}
	return its.keys[text]
}

// defines tells whether an item has nothing but functions. They use what is there at the end.
func (it *item) defines() bool {
	return len(it.binds) > 0 && !slices.ContainsFunc(it.binds, func(name string) bool { return !strings.HasSuffix(name, "()") })
}

// printsOnly tells whether an item only prints.
func (it *item) printsOnly() bool {
	switch it.decl.(type) {
	case *syntax.Show, *syntax.In:
		return true
	case nil:
		return len(it.binds) == 0
	}
	return false
}

// words are the text of a declaration, as it was entered.
func (it *item) words() string {
	if it.decl == nil && it.entry.Written != nil {
		return it.entry.Src.Text
	} else if it.decl == nil {
		return ""
	}
	return it.decl.GetSpan().Text()
}
