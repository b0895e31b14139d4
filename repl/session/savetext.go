package session

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// compose writes the program. Its arrays stand in the folder, or beside it if that is "".
func (sv *saving) compose(folder string) (*Saved, error) {
	needed := sv.needed()
	place := sv.places()
	list := slices.DeleteFunc(slices.Clone(sv.its.all), func(it *item) bool { return needed[it] == nil })
	slices.SortStableFunc(list, func(a, b *item) int { return cmp.Compare(place[a], place[b]) })

	out := &Saved{}
	head := []string{"-- A session of funmem, written by :save."}
	if n := sv.s.Settings.Digits; n > 0 {
		head = append(head, "-- set: precision "+strconv.Itoa(n))
	}
	var body []string
	if sv.mem && slices.ContainsFunc(list, func(it *item) bool { return it.decl == nil && it.text != "" }) {
		out.Notes = append(out.Notes, "lines of Fun are written in FUNMEM, as :mem shows them, since others mention memory")
		if names := takingBlocks(list); names != "" {
			out.Notes = append(out.Notes, "after :load, arrays are given with their blocks to "+names+": :type shows how")
		}
	}
	for _, it := range list {
		before := len(out.Arrays)
		text, inputs, err := sv.write(it, needed[it], folder, out)
		if err != nil {
			return nil, err
		}
		for _, a := range out.Arrays[before:] {
			out.Notes = append(out.Notes, fmt.Sprintf("`%s` is in %s", a.Name, diag.OneLine(filepath.Base(a.Path))))
		}
		head = append(head, inputs...)
		if text != "" {
			body = append(body, text)
		}
	}
	out.Text = strings.Join(head, "\n") + "\n\n" + strings.Join(body, "\n") + "\n"
	return out, nil
}

// places order the items: a def stands after the lets that it uses, and not before the defs that it calls.
func (sv *saving) places() map[*item]int {
	place := map[*item]int{}
	for k, it := range sv.its.all {
		place[it] = 2 * k
	}
	after := func(other *item) int {
		if _, isDef := other.decl.(*syntax.Def); isDef {
			return place[other]
		}
		return 2*slices.Index(sv.its.all, other) + 1
	}
	for moved := true; moved; {
		moved = false
		for _, it := range sv.its.all {
			if _, isDef := it.decl.(*syntax.Def); !isDef {
				continue
			}
			for _, name := range it.free {
				if other := sv.its.now[name]; other != nil && place[it] < after(other) {
					place[it], moved = after(other), true
				}
			}
		}
	}
	return place
}

// takingBlocks lists the functions of Fun that the file has in FUNMEM and whose parameters are arrays.
func takingBlocks(list []*item) string {
	var names []string
	for _, it := range list {
		if it.decl != nil || it.entry.Mem == nil {
			continue
		}
		for _, d := range it.entry.Mem.Defs() {
			if slices.ContainsFunc(d.Params, func(p *syntax.Binding) bool { return p.Type.Elem == syntax.Mem }) {
				names = append(names, "`"+d.Name+"`")
			}
		}
	}
	return strings.Join(names, ", ")
}

// needed are the items that the program has, each with the names of it that something uses: what has a name at the end,
// what prints or checks, and what these need.
func (sv *saving) needed() map[*item]map[string]bool {
	needed := map[*item]map[string]bool{}
	var need func(it *item, name string)
	need = func(it *item, name string) {
		first := needed[it] == nil
		if first {
			needed[it] = map[string]bool{}
		}
		needed[it][name] = true
		if !first || sv.forms[it] != asEntered {
			return
		}
		_, isDef := it.decl.(*syntax.Def)
		for _, x := range it.free {
			other := it.uses[x].item
			if isDef || other != nil && strings.HasSuffix(x, "()") {
				other = sv.its.now[x]
			}
			if other != nil && other != it {
				need(other, x)
			}
		}
	}
	for _, it := range sv.its.all {
		for _, name := range it.binds {
			f, isDef := strings.CutSuffix(name, "()")
			if sv.its.now[name] == it && (!isDef || sv.s.Defs.Get(f) != nil) {
				need(it, name)
			}
		}
	}
	for _, it := range sv.its.all {
		if len(it.values) == 0 && it.entry.Input == nil && len(it.binds) == 0 {
			need(it, "")
		}
	}
	return needed
}

// write is the text of an item, and what the header says of it.
func (sv *saving) write(it *item, names map[string]bool, folder string, out *Saved) (text string, inputs []string, err error) {
	in := it.entry.Input
	switch f := sv.forms[it]; {
	case f == asEntered && in != nil:
		return sv.input(it, in)
	case f == asEntered && it.decl == nil:
		return it.text, nil, nil
	case f == asEntered:
		return sv.entered(it.decl), nil, nil
	case len(it.values) == 0:
		why := cmp.Or(it.unfit, "it does not fit into one program with the others")
		if !it.printsOnly() {
			return "", nil, diag.Usagef("the session cannot be saved with `%s`: %s", clipped(oneLine(it.words())), why)
		}
		out.Notes = append(out.Notes, fmt.Sprintf("`%s` is left out: %s", clipped(oneLine(it.words())), why))
		return "", nil, nil
	}
	var lines []string
	if in == nil {
		lines = append(lines, "-- the value of "+clipped(oneLine(it.words())))
	}
	for _, name := range it.binds {
		v, known := sv.s.Value(it.values[name])
		switch {
		case !names[name]:
		case it.values[name].Type.Elem == syntax.Mem || !known:
			return "", nil, diag.Usagef("the session cannot be saved: `%s` has no value that could be written", name)
		case sv.forms[it] == asValue:
			lines = append(lines, "let "+declared(name, v))
		default:
			a := SavedArray{name, sv.beside(folder, name, v), typed(v)}
			for k := 2; slices.ContainsFunc(out.Arrays, func(b SavedArray) bool { return b.Path == a.Path }); k++ {
				a.Path = sv.beside(folder, name+strconv.Itoa(k), v)
			}
			out.Arrays = append(out.Arrays, a)
			as := sv.alias(it, name)
			path := a.Path
			if folder == "" {
				path = filepath.Base(path)
			}
			inputs = append(inputs, "-- in: "+as+"="+filepath.ToSlash(path))
			if as != name {
				lines = append(lines, "let "+name+" = "+as)
			}
		}
	}
	if len(lines) == 1 && in == nil {
		lines = nil
	}
	return strings.Join(lines, "\n"), inputs, nil
}

// clipped is the start of a text that is long.
func clipped(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// input is what the header says of an input as it was bound.
func (sv *saving) input(it *item, in *input) (text string, inputs []string, err error) {
	name := in.Binding.Written()
	as, from := sv.alias(it, name), in.alone
	if data.IsFile(from) {
		from = sv.fromFolder(from)
	}
	if as != name {
		text = "let " + name + " = " + as
	}
	return text, []string{"-- in: " + as + "=" + from}, nil
}

// alias is the name under which an input is bound: its own, unless something else has that in the program too.
func (sv *saving) alias(it *item, name string) string {
	alone := true
	for _, other := range sv.its.all {
		alone = alone && (other == it || !slices.Contains(other.binds, name))
	}
	if alone {
		return name
	}
	for k := 1; sv.other[it] == ""; k++ {
		if as := fmt.Sprintf("%s_in%d", name, k); !sv.taken[as] {
			sv.taken[as], sv.other[it] = true, as
		}
	}
	return sv.other[it]
}

// entered is a declaration as it was entered, with the comment above it. A path is one from the folder of the file.
func (sv *saving) entered(d syntax.Decl) string {
	switch d := d.(type) {
	case *syntax.Import:
		text := "import " + strconv.Quote(sv.fromFolder(ImportPath(d)))
		if d.As != "" {
			text += " as " + d.As
		}
		return text
	case *syntax.In:
		var parts []string
		for _, x := range d.Res {
			parts = append(parts, x.GetSpan().Text())
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	text := asWritten(d)
	if strings.HasPrefix(text, "--") {
		return "\n" + text
	}
	return text
}

// asWritten is the text of a declaration with the comment above it, but without what a header says there. Lines that
// went on in column 1, as at the prompt, are indented.
func asWritten(d syntax.Decl) string {
	doc := ""
	switch d := d.(type) {
	case *syntax.Def:
		doc = d.Doc
	case *syntax.Let:
		doc = d.Doc
	}
	var list []string
	if doc != "" {
		for _, l := range strings.Split(doc, "\n") {
			if c := "-- " + l; !inputComment.MatchString(c) && !precisionComment.MatchString(c) {
				list = append(list, c)
			}
		}
	}
	for k, l := range strings.Split(d.GetSpan().Text(), "\n") {
		if k > 0 && l != "" && l[0] != ' ' && l[0] != '\t' {
			l = " " + l
		}
		list = append(list, l)
	}
	return strings.Join(list, "\n")
}

// fromFolder is a path as it is written in the file: from its folder, unless it is absolute.
func (sv *saving) fromFolder(path string) string {
	if filepath.IsAbs(path) {
		return filepath.ToSlash(path)
	}
	dir, err := filepath.Abs(filepath.Dir(sv.path))
	full, err2 := filepath.Abs(path)
	if err != nil || err2 != nil {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(dir, full); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(full)
}

// declared is what declares a name with a value. The rows of an irregular array may differ in size because its type says so.
func declared(name string, shown value.Shown) string {
	v, regular := shown.(value.Val)
	switch {
	case !regular:
		return "(" + name + " : " + shown.Type() + ") = " + value.Format(shown, 0)
	case v.A == nil || v.A.Elems.Len() > 0:
		return name + " = " + value.Format(v, 0)
	}
	var dims []string
	for k, n := range v.A.Shape {
		dims = append(dims, fmt.Sprintf("i%d <= %d", k, n))
	}
	zero := "0"
	if v.A.Elem == syntax.F64 {
		zero = "0.0"
	}
	return name + " = kernel " + strings.Join(dims, ", ") + " do " + zero
}
