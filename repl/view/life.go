package view

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/heap"
	"funmem/semantics/diag"
)

// elementText matches an element of an array. People write that where a location is wanted.
var elementText = regexp.MustCompile(`^[^\[\]]+\[\d+(?:\s*,\s*\d+)+\]$`)

var cellText = regexp.MustCompile(`^([^\[\]]+)(?:\[(\d+)\])?$`)

// LifeOf returns what --explain asks for: `m[3]` is the location at offset 3 of block m, `m` is the whole block.
func LifeOf(text string) (*heap.Life, error) {
	m := cellText.FindStringSubmatch(text)
	if elementText.MatchString(text) {
		return nil, diag.Usagef("%q is an element of an array, not a location", text).
			Helpf("a location is an offset of a block, such as `m[3]`; `:heap` shows at which offset an element lies")
	}
	if m == nil {
		return nil, diag.Usagef("%q names no location", text).Helpf("write `m[3]` for the location at offset 3 of block `m`, or `m` for all of it")
	}
	l := &heap.Life{Block: m[1], Offset: -1}
	if m[2] != "" {
		off, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, diag.Usagef("%q is no offset", m[2])
		}
		l.Offset = off
	}
	return l, nil
}

// PrintLife prints the life of a location, an event to a line.
func PrintLife(w io.Writer, l *heap.Life) error {
	name := "block `" + l.Block + "`"
	if l.Offset >= 0 {
		name = fmt.Sprintf("offset %d of block `%s`", l.Offset, l.Block)
	}
	if len(l.Events) == 0 {
		return noLife(l, name)
	}
	if l.Outside() {
		return diag.Usagef("%s is outside: the block has %s", name, diag.Count(l.Events[0].Size, "location")).Helpf("the first location is `%s[0]`", l.Block)
	}
	fmt.Fprintf(w, "the life of %s:\n", name)
	last := l.Last()
	for k := range l.Events {
		e := &l.Events[k]
		text := e.Text()
		if l.Offset < 0 && e.Offset >= 0 {
			text = fmt.Sprintf("offset %d %s", e.Offset, text)
		}
		if k == last {
			text += "   (the last use)"
		}
		fmt.Fprintf(w, "  %s%s\n", PlaceText(e.At), text)
	}
	if l.More > 0 {
		fmt.Fprintf(w, "  and %s\n", diag.Count(l.More, "more event"))
	}
	if others := namesakes(l); len(others) > 0 {
		fmt.Fprintf(w, "  other blocks of that name: %s\n", quoted(others))
	}
	return nil
}

// mostChoices is how many names a message lists.
const mostChoices = 8

// noLife is the error that nothing happens to a location or block of a name. It lists the blocks that the user may
// mean.
func noLife(l *heap.Life, name string) error {
	in, all := l.Of(l.Block), l.Blocks()
	if slices.Contains(all, l.Block) {
		return diag.Usagef("nothing happens to %s", name).Helpf("`%s` is all of the block", l.Block)
	}
	d := diag.Usagef("there is no block `%s`", l.Block)
	switch near := nearBlocks(l.Block, all); {
	case len(in) == 1:
		d = diag.Usagef("`%s` is an array, not a block: it lies in block `%s`", l.Block, in[0])
		d.Helpf("ask for `%s`, or for one location of it: `%s[0]`", in[0], in[0])
	case len(in) > 1:
		d = diag.Usagef("`%s` is no block, but %s of that name lie in the blocks %s", l.Block, diag.Count(len(in), "array"), quoted(in))
		d.Helpf("ask for one of these, such as `%s`, or for one location: `%s[0]`", in[0], in[0])
	case len(near) > 0:
		there := "there are "
		if len(near) == 1 {
			there = "there is "
		}
		d.Helpf("%s", there+quoted(near))
	case len(all) == 0:
		d.Helpf("no block came to be")
	}
	return d
}

// nearBlocks returns the block names that are most like another name: a likely typing error of it, and names that begin
// alike or, if none do, that contain one another. If there are none, it returns all.
func nearBlocks(name string, all []string) []string {
	begin := func(b string) bool { return strings.HasPrefix(b, name) || strings.HasPrefix(name, b) }
	part := func(b string) bool { return strings.Contains(b, name) || strings.Contains(name, b) }
	near := chosen(all, begin)
	if len(near) == 0 {
		near = chosen(all, part)
	}
	if slip := diag.Nearest(name, all); slip != "" && !slices.Contains(near, slip) {
		near = append([]string{slip}, near...)
	}
	if len(near) == 0 {
		near = all
	}
	return near
}

// chosen returns the names for which holds is true.
func chosen(names []string, holds func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(names), func(b string) bool { return !holds(b) })
}

// namesakes returns the other blocks to which variables of the same name were bound.
func namesakes(l *heap.Life) []string {
	own, _, _ := strings.Cut(l.Block, "#")
	return slices.DeleteFunc(l.Blocks(), func(b string) bool {
		first, _, _ := strings.Cut(b, "#")
		return first != own || b == l.Block
	})
}

// quoted returns names for a message; only the first of many.
func quoted(names []string) string {
	text := "`" + strings.Join(names[:min(len(names), mostChoices)], "`, `") + "`"
	if n := len(names) - mostChoices; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// LifeJSON is the life of a location as --json has it.
func LifeJSON(l *heap.Life) []map[string]any {
	list := []map[string]any{}
	for k := range l.Events {
		e := &l.Events[k]
		one := map[string]any{"event": e.Text()}
		if e.At.IsValid() {
			one["at"] = e.At.String()
		}
		if e.Offset >= 0 {
			one["offset"] = e.Offset
		}
		list = append(list, one)
	}
	return list
}

// PlaceText is a place in front of a message about it, or nothing if there is no place.
func PlaceText(at diag.Span) string {
	if !at.IsValid() {
		return ""
	}
	return at.String() + ": "
}
