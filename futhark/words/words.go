package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"funmem/futhark"
	"funmem/futhark/tofunmem"
)

// Words are the terms in which a command speaks of dumps.
type Words struct {
	Units     []*tofunmem.Unit // all dumps that were read
	AsFuthark bool             // --as-futhark, and not --as-funmem: names and indices as in the dump
}

// Writer is a stream on which messages about dumps also have numbers in Futhark's terms: offsets and sizes of blocks in
// bytes and, with --as-futhark, indices and dimensions from 0. The messages themselves are those of FUNMEM.
// validate.Options.FromZero does the same for the rest of a report, and Words.Object for --json.
type Writer struct {
	io.Writer
	*Words
}

// Fd is that of the stream below, which may be a terminal.
func (w Writer) Fd() uintptr {
	if f, ok := w.Writer.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// Write writes a text of whole messages.
func (w Writer) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, w.Words.Text(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

var offsetOf = regexp.MustCompile("offset (-?[0-9]+)((?: lies outside| of) block `([^`]+)`)(?: of size ([0-9]+))?")

// fromOne are the forms in which messages have indices and dimensions that count from 1. The groups are numbers, or
// several numbers with commas between them.
var fromOne = []*regexp.Regexp{
	regexp.MustCompile("`[^`\\[\\]]+\\[(-?[0-9]+(?:, -?[0-9]+)*)\\]`"),
	regexp.MustCompile("dimension ([0-9]+) of (?:the input )?`"),
	regexp.MustCompile("index (-?[0-9]+) (?:is out of bounds|of dimension)"),
	regexp.MustCompile("out of bounds at index (-?[0-9]+):"),
	regexp.MustCompile("slice (-?[0-9]+):-?[0-9]+(?::-?[0-9]+)? (?:starts|ends|has|in)"),
	regexp.MustCompile("size ([0-9]+) of the reshape"),
	regexp.MustCompile("indices run from ([0-9]+) to ([0-9]+);"),
	regexp.MustCompile("the first [0-9]+ are `([0-9]+):"),
	regexp.MustCompile("from ([0-9]+) on there are [0-9]+: `([0-9]+):"),
	regexp.MustCompile("the elements from (-?[0-9]+) to (-?[0-9]+) are `(-?[0-9]+):"),
}

// Text returns a text with numbers in Futhark's terms.
func (w *Words) Text(text string) string {
	if len(w.Units) == 0 {
		return text
	}
	text = offsetOf.ReplaceAllStringFunc(text, func(m string) string {
		p := offsetOf.FindStringSubmatch(m)
		n := w.bytesOf(p[3])
		if n == 0 {
			return m
		}
		rest := w.restOf(p[3])
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
	if !w.AsFuthark {
		return text
	}
	text = aboutDumps(text)
	return emptyInput.ReplaceAllStringFunc(text, func(m string) string {
		p := emptyInput.FindStringSubmatch(m)
		if elem := w.elemOf(p[2]); elem != "" {
			return p[1] + elem + ")"
		}
		return m
	})
}

// located matches the first line of a message about a place in a file or in a line of a session. The group is the name
// of the file or line.
var located = regexp.MustCompile("^([^ ].*?):[0-9]+:[0-9]+: ")

// aboutDumps returns a text with indices from 0, except in messages about places that are in no dump, and in the
// indented lines that follow these.
func aboutDumps(text string) string {
	var b strings.Builder
	elsewhere := false
	for line := range strings.Lines(text) {
		if m := located.FindStringSubmatch(line); m != nil {
			elsewhere = !futhark.IsDump(m[1])
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

// emptyInput matches an argument without elements in a counterexample, up to the type of its elements.
var emptyInput = regexp.MustCompile(`(?m)^(  (\S+) = empty\((?:\[[0-9]+\])+)(?:int|f64)\)`)

// elemOf returns the element type of a parameter of an entry point, or "" if the dumps do not agree.
func (w *Words) elemOf(name string) (elem string) {
	for _, u := range w.Units {
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

// before returns a text with the numbers in the group of a form reduced by one.
func before(form *regexp.Regexp, text string) string {
	var b strings.Builder
	end := 0
	for _, m := range form.FindAllStringSubmatchIndex(text, -1) {
		for at := 2; at < len(m); at += 2 {
			b.WriteString(text[end:m[at]])
			for k, n := range strings.Split(text[m[at]:m[at+1]], ", ") {
				if k > 0 {
					b.WriteString(", ")
				}
				b.WriteString(plus(n, -1))
			}
			end = m[at+1]
		}
	}
	return b.String() + text[end:]
}

// Object returns an object for --json. With --as-futhark its indices and result numbers count from 0, and "from" says so.
func (w *Words) Object(v any) (any, error) {
	if !w.AsFuthark {
		return v, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return nil, err
	}
	fromZero(all)
	all["from"] = 0
	return all, nil
}

// fromZero reduces the indices in an object of --json, and the number of a result, by one.
func fromZero(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			fromZero(x)
		}
	case map[string]any:
		if index, ok := v["index"]; ok { // null for a number
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

// bytesOf returns how many bytes a location of a block has, or 0 if the dumps do not say.
func (w *Words) bytesOf(block string) int {
	block, _, _ = strings.Cut(block, "#") // one of several blocks of that name
	n := 0
	for _, u := range w.Units {
		if b, ok := u.Bytes[block]; ok && n != 0 && b != n {
			return 0
		} else if ok {
			n = b
		}
	}
	return n
}

// restOf returns how many bytes a block has after its last whole location, if the dumps say.
func (w *Words) restOf(block string) (n int64) {
	block, _, _ = strings.Cut(block, "#")
	for _, u := range w.Units {
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

// plus returns a number in text form with another number added.
func plus(text string, by int64) string {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	return strconv.FormatInt(k+by, 10)
}

// Add remembers a dump for messages.
func (w *Words) Add(u *tofunmem.Unit) {
	w.Units = append(w.Units, u)
	for _, e := range u.Entries {
		for _, p := range e.Params {
			if n := p.Bytes; n > 0 {
				u.Bytes[p.Name+"_mem"] = n
			}
		}
	}
}
