package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"funmem/futhark/tofunmem"
)

// Reworder is a stream on which messages about dumps say numbers in Futhark's terms as well: offsets and
// sizes of blocks in bytes and, with --as-futhark, indices and dimensions from 0. Messages are those of FUNMEM; what a
// report says beside them counts as validate.Options.FromZero has it, and --json as writeJSON.
type Reworder struct {
	io.Writer
	O *Options
}

// inFuthark is the streams of a command on files, some of which may be dumps. Where none is, indices count from 1.
func (o *Options) inFuthark(st Streams, paths ...string) Streams {
	for _, p := range paths {
		if IsDump(p) {
			return Streams{st.In, Reworder{Writer: st.Out, O: o}, Reworder{Writer: st.Err, O: o}}
		}
	}
	o.AsFuthark = false
	return st
}

// Fd is that of the stream below, which may be a terminal.
func (w Reworder) Fd() uintptr {
	if f, ok := w.Writer.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// Write writes a text of whole messages.
func (w Reworder) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, w.O.reworded(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

var offsetOf = regexp.MustCompile("offset (-?[0-9]+)((?: lies outside| of) block `([^`]+)`)(?: of size ([0-9]+))?")

// fromOne are the forms in which messages have indices and dimensions, which count from 1: the groups are numbers,
// or several with commas between them.
var fromOne = []*regexp.Regexp{
	regexp.MustCompile("`[^`\\[\\]]+\\[(-?[0-9]+(?:, -?[0-9]+)*)\\]`"),
	regexp.MustCompile("dimension ([0-9]+) of (?:the input )?`"),
	regexp.MustCompile("index (-?[0-9]+) (?:is out of bounds|of dimension)"),
	regexp.MustCompile("out of bounds at index (-?[0-9]+):"),
	regexp.MustCompile("slice (-?[0-9]+):-?[0-9]+(?::-?[0-9]+)? (?:starts|ends|has|in)"),
	regexp.MustCompile("size ([0-9]+) of the reshape"),
}

// reworded is a text with numbers in Futhark's terms.
func (o *Options) reworded(text string) string {
	if len(o.Units) == 0 {
		return text
	}
	text = offsetOf.ReplaceAllStringFunc(text, func(m string) string {
		p := offsetOf.FindStringSubmatch(m)
		n := o.bytesOf(p[3])
		if n == 0 {
			return m
		}
		rest := o.restOf(p[3])
		at := "byte " + times(p[1], n)
		if rest > 0 { // some of an element may lie inside
			at = "bytes " + times(p[1], n) + " to " + plus(times(p[1], n), int64(n)-1)
		}
		s := fmt.Sprintf("offset %s (%s)%s", p[1], at, p[2])
		if p[4] != "" {
			s += fmt.Sprintf(" of size %s (%s bytes)", p[4], plus(times(p[4], n), rest))
		}
		return s
	})
	if !o.AsFuthark {
		return text
	}
	text = aboutDumps(text)
	return emptyInput.ReplaceAllStringFunc(text, func(m string) string {
		p := emptyInput.FindStringSubmatch(m)
		if elem := o.elemOf(p[2]); elem != "" {
			return p[1] + elem + ")"
		}
		return m
	})
}

// located is the first line of a message about a place in a file or a line of a session, with the name of that.
var located = regexp.MustCompile("^([^ ].*?):[0-9]+:[0-9]+: ")

// aboutDumps is a text with the indices from 0, but for messages about places that are in no dump, each with the
// lines behind it that are indented.
func aboutDumps(text string) string {
	var b strings.Builder
	elsewhere := false
	for line := range strings.Lines(text) {
		if m := located.FindStringSubmatch(line); m != nil {
			elsewhere = !IsDump(m[1])
		} else if !strings.HasPrefix(line, " ") {
			elsewhere = false
		}
		if !elsewhere {
			for _, form := range fromOne {
				line = before(form, line)
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// emptyInput is an argument without elements, as a counterexample has it, up to the type of its elements.
var emptyInput = regexp.MustCompile(`(?m)^(  (\S+) = empty\((?:\[[0-9]+\])+)(?:int|f64)\)`)

// elemOf is the type of the elements of a parameter of an entry point, or "" where the dumps do not agree.
func (o *Options) elemOf(name string) (elem string) {
	for _, u := range o.Units {
		for _, e := range u.Entries {
			for _, p := range e.Params {
				if p.Name == name && elem != "" && elem != string(p.Elem) {
					return ""
				} else if p.Name == name {
					elem = string(p.Elem)
				}
			}
		}
	}
	return elem
}

// before is a text with the numbers in the group of a form made smaller by one.
func before(form *regexp.Regexp, text string) string {
	var b strings.Builder
	end := 0
	for _, m := range form.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(text[end:m[2]])
		for k, n := range strings.Split(text[m[2]:m[3]], ", ") {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(plus(n, -1))
		}
		end = m[3]
	}
	return b.String() + text[end:]
}

// writeJSON is writeJSON where, with --as-futhark, indices and results count from 0, which "from" says.
func (o *Options) writeJSON(w io.Writer, v any) error {
	if !o.AsFuthark {
		return WriteJSON(w, v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return err
	}
	fromZero(all)
	all["from"] = 0
	return WriteJSON(w, all)
}

// fromZero makes the indices in an object of --json, and the number of a result, smaller by one.
func fromZero(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			fromZero(x)
		}
	case map[string]any:
		if index, ok := v["index"]; ok { // null of a number
			list, _ := index.([]any)
			for k, n := range list {
				if n, ok := n.(json.Number); ok {
					list[k] = json.Number(plus(n.String(), -1))
				}
			}
			if n, ok := v["number"].(json.Number); ok {
				v["number"] = json.Number(plus(n.String(), -1))
			}
		}
		for name, x := range v {
			if name != "inputs" && name != "index" {
				fromZero(x)
			}
		}
	}
}

// bytesOf is how many bytes a location of a block has, or 0 where the dumps do not say.
func (o *Options) bytesOf(block string) int {
	block, _, _ = strings.Cut(block, "#") // one of several of a name
	n := 0
	for _, u := range o.Units {
		if b, ok := u.Bytes[block]; ok && n != 0 && b != n {
			return 0
		} else if ok {
			n = b
		}
	}
	return n
}

// restOf is how many bytes a block has behind its last whole location, as far as the dumps say.
func (o *Options) restOf(block string) (n int64) {
	block, _, _ = strings.Cut(block, "#")
	for _, u := range o.Units {
		n = max(n, u.Rest[block])
	}
	return n
}

func times(text string, n int) string {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "?"
	}
	return strconv.FormatInt(k*int64(n), 10)
}

// plus is a number with another one added.
func plus(text string, by int64) string {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	return strconv.FormatInt(k+by, 10)
}

// translated is the FUNMEM program of a dump, and is remembered for messages.
func (o *Options) translated(u *tofunmem.Unit) {
	o.Units = append(o.Units, u)
	for _, e := range u.Entries {
		for _, p := range e.Params {
			if n := p.Bytes; n > 0 {
				u.Bytes[p.Name+"_mem"] = n
			}
		}
	}
}
