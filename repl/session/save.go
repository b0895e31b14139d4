package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Saved is a session as files: a program of Fun or FUNMEM, and the arrays beside it that its header names.
type Saved struct {
	Text   string
	Arrays []SavedArray
	Notes  []string // what is not as it was entered
}

// SavedArray is a file beside a program.
type SavedArray struct {
	Name, Path string // of the variable, and of the file
	Value      data.Typed
}

// form is how an item is written.
type form uint8

const (
	asEntered form = iota
	asValue        // a let of its value
	inFile         // an input whose file stands beside the program
	lost           // in none of these ways does it give the same
)

// mostLiteral is how many elements an array may have, and empty rows, that is written as a value.
const mostLiteral = 100

// saving is a session on its way into a file.
type saving struct {
	s     *Session
	path  string // of the file
	mem   bool   // the program is FUNMEM
	its   *items
	forms map[*item]form
	taken map[string]bool  // all names
	other map[*item]string // the names under which inputs are bound, where those are not their own
}

// Save returns the session as a program that gives the same values, for a file of this path. It loads the program into
// a session of its own, to see that it does: declarations whose values come out otherwise are written as these values,
// and where that does not help either, the error says which.
func (s *Session) Save(ctx context.Context, path string) (*Saved, error) {
	if len(s.Dumps) > 0 {
		return nil, diag.Usagef("a session with a dump of Futhark's cannot be saved").Helpf("`funmem lower DUMP --to mem` prints the dump in FUNMEM")
	}
	sv := &saving{s: s, path: path, forms: map[*item]form{}, taken: map[string]bool{}, other: map[*item]string{}}
	for _, e := range s.Entries {
		sv.mem = sv.mem || e.Input == nil && e.Unit.Mem
		for _, n := range e.Unit.Names {
			sv.taken[n.Name] = true
		}
	}
	if sv.mem {
		if err := s.CatchUp(ctx); err != nil {
			return nil, err
		}
	}
	sv.its = s.itemsOf(sv.mem, verdict.Poll(ctx))
	for _, it := range sv.its.all {
		sv.forms[it] = sv.first(it)
	}
	folder, err := os.MkdirTemp("", "funmem-save-")
	if err != nil {
		return nil, diag.Usagef("cannot save the session: %s", data.Cause(err))
	}
	defer os.RemoveAll(folder)
	whole := true // values were not written for all lets yet
	for {
		if name := sv.lostOne(); name != "" {
			return nil, diag.Usagef("the session cannot be saved: neither as it was entered nor as a value does `%s` give the same in a file", name).
				Helpf("`:undo` takes back its line; `:browse` shows what there is")
		}
		saved, err := sv.compose(folder)
		if err != nil {
			return nil, err
		}
		again, err := sv.loaded(ctx, saved)
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil && whole && !sv.mem {
			whole = false
			sv.allValues()
			continue
		}
		if err != nil {
			d := diag.Usagef("the session cannot be saved: its lines make no program of one file")
			for _, e := range diag.Of(err) {
				d.Note(diag.Span{}, "%s", e.Msg)
			}
			return nil, d
		}
		if sv.same(again) {
			return sv.compose("")
		}
	}
}

// first is the first form that is tried for an item.
func (sv *saving) first(it *item) form {
	switch {
	case it.entry.Input != nil && (it.entry.Input.alone == "" || strings.ContainsAny(it.entry.Input.alone, "\n\r") || sv.byName(it) && sv.alias(it, it.binds[0]) != it.binds[0]):
		return sv.next(it, asEntered)
	case it.unfit != "":
		return sv.next(it, asEntered)
	}
	return asEntered
}

// byName tells whether an input is an array of a .npz file that has the name of the input, or no other array.
func (sv *saving) byName(it *item) bool {
	return strings.HasSuffix(strings.ToLower(it.entry.Input.alone), ".npz")
}

// next is the form that is tried after another one.
func (sv *saving) next(it *item, after form) form {
	long := false
	for _, b := range it.values {
		if v, ok := sv.s.Value(b); ok && v.Rank() > 0 {
			long = long || sv.mem || value.Shortened(v, mostLiteral)
		}
	}
	if after == asEntered && long {
		return inFile
	}
	return min(after+1, lost)
}

// allValues writes the values of all lets, and nothing that prints, for lines that make no program together.
func (sv *saving) allValues() {
	for it, f := range sv.forms {
		if _, ok := it.decl.(*syntax.Let); f == asEntered && (ok || it.printsOnly()) {
			sv.forms[it] = sv.next(it, f)
		}
	}
}

// lostOne is the name of something that cannot be written, or "".
func (sv *saving) lostOne() string {
	for _, it := range sv.its.all {
		if sv.forms[it] == lost {
			for name := range it.values {
				if sv.its.now[name] == it {
					return name
				}
			}
		}
	}
	return ""
}

// loaded is a session that has loaded the program.
func (sv *saving) loaded(ctx context.Context, saved *Saved) (*Session, error) {
	for _, a := range saved.Arrays {
		if _, err := data.Write(a.Path, a.Value.Shown()); err != nil {
			return nil, err
		}
	}
	settings := sv.s.Settings
	settings.Engine, settings.Lower, settings.Digits = "value", "off", 0
	s := NewSession(settings)
	s.Progress, s.Loading = sv.s.Progress, true
	_, err := s.AddFile(ctx, diag.NewSource(sv.path, saved.Text))
	return s, err
}

// same compares a session with that which was saved. It chooses other forms for values that differ while those that they
// were computed from do not.
func (sv *saving) same(again *Session) bool {
	differ := map[*item]bool{}
	same := true
	for _, n := range sv.s.Names() {
		now, ok := again.Elab.Lookup(n.Name)
		if n.Def != nil || ok && now.Binding != nil && sv.equal(again, n, now) {
			continue
		}
		key := n.Name
		if it := sv.its.now[key]; it != nil {
			differ[it] = true
		}
	}
	for _, it := range sv.its.all {
		if !differ[it] {
			continue
		}
		same = false
		if sv.forms[it] != asEntered || !slices.ContainsFunc(it.free, func(name string) bool { return differ[it.uses[name].item] }) {
			sv.forms[it] = sv.next(it, sv.forms[it])
		}
	}
	return same
}

// equal tells whether a name has the same value in both sessions. Blocks have none.
func (sv *saving) equal(again *Session, was, is elab.Name) bool {
	if was.Binding.Type.Elem == syntax.Mem {
		return is.Binding.Type.Elem == syntax.Mem
	}
	a, known := sv.s.Value(was.Binding)
	b, ok := again.Value(is.Binding)
	return known && ok && typed(a).Same(typed(b)) && was.Binding.Type.Elem == is.Binding.Type.Elem
}

// beside is the path of an array beside the program: session.x.npy, or session.x.npz for an irregular one.
func (sv *saving) beside(folder, name string, v value.Shown) string {
	ending := "npy"
	if _, irregular := v.(*value.Rows); irregular {
		ending = "npz"
	}
	base := strings.TrimSuffix(filepath.Base(sv.path), filepath.Ext(sv.path))
	if folder == "" {
		folder = filepath.Dir(sv.path)
	}
	return filepath.Join(folder, fmt.Sprintf("%s.%s.%s", base, strings.ReplaceAll(name, "'", "_"), ending))
}
