package suite

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// piece is a part of an expression of FutharkScript: values, a file of values, or a call of an entry point.
type piece struct {
	text string // values
	file string // that `$loaddata` reads
	call string // the entry point, with args
	args []piece
}

// script reads an expression of FutharkScript: values, calls of entry points, `$loaddata` with a file, and tuples of them, which
// stand for their parts. entry tells which names are entry points. problem says what is not understood.
func script(text string, entry func(name string) bool) (parts []piece, problem string) {
	p := &scriptParser{text: text, entry: entry}
	parts = p.expr()
	if p.blank(); p.problem == "" && p.text != "" {
		p.fail("what begins with `%s`", short(firstLine(p.text)))
	}
	return parts, p.problem
}

// scriptParser reads an expression of FutharkScript.
type scriptParser struct {
	text    string
	entry   func(name string) bool
	problem string
}

func (p *scriptParser) fail(format string, args ...any) {
	if p.problem == "" {
		p.problem = fmt.Sprintf(format, args...)
	}
}

func (p *scriptParser) blank() { p.text = strings.TrimLeft(p.text, " \t\r\n") }

// expr reads a call with its arguments, or an atom.
func (p *scriptParser) expr() []piece {
	p.blank()
	name := p.name()
	switch {
	case name == "$loaddata" || name == "$loadData":
		p.take(name)
		file, ok := p.quoted()
		if !ok {
			p.fail("`%s` without the name of a file", name)
		}
		return []piece{{file: file}}
	case strings.HasPrefix(name, "$"):
		p.fail("`%s`", name)
	case p.entry(name):
		p.take(name)
		call := piece{call: name}
		for p.blank(); p.problem == "" && p.text != "" && !strings.ContainsRune(",)", rune(p.text[0])); p.blank() {
			call.args = append(call.args, p.atom()...)
		}
		return []piece{call}
	}
	return p.atom()
}

// atom reads values, an entry point that takes nothing, or what stands in parentheses.
func (p *scriptParser) atom() (parts []piece) {
	p.blank()
	if rest, ok := strings.CutPrefix(p.text, "("); ok {
		p.text = rest
		for {
			parts = append(parts, p.expr()...)
			p.blank()
			switch {
			case p.problem != "":
				return nil
			case strings.HasPrefix(p.text, ","):
				p.text = p.text[1:]
			case strings.HasPrefix(p.text, ")"):
				p.text = p.text[1:]
				return parts
			default:
				p.fail("a parenthesis that is not closed")
				return nil
			}
		}
	}
	if name := p.name(); p.entry(name) {
		p.take(name)
		return []piece{{call: name}}
	}
	text := p.text[:p.literal()]
	if list, err := data.ReadFuthark(context.Background(), diag.NewSource("script", text), 0); err != nil || len(list) != 1 {
		p.fail("what begins with `%s`", short(firstLine(p.text)))
		return nil
	}
	p.take(text)
	return []piece{{text: text}}
}

// take skips a text that comes next.
func (p *scriptParser) take(text string) { p.text = p.text[len(text):] }

// name is the name that comes next, or "".
func (p *scriptParser) name() string {
	end := strings.IndexFunc(p.text, func(r rune) bool { return strings.ContainsRune(" \t\r\n(),[]{}\"", r) })
	if end < 0 {
		end = len(p.text)
	}
	return p.text[:end]
}

// literal is the length of what may be a value: an array in brackets, or a word.
func (p *scriptParser) literal() int {
	if !strings.HasPrefix(p.text, "[") {
		return len(p.name())
	}
	return max(0, closed(p.text, '[', ']'))
}

// quoted takes a name in quotation marks.
func (p *scriptParser) quoted() (text string, ok bool) {
	p.blank()
	rest, ok := strings.CutPrefix(p.text, `"`)
	if !ok {
		return "", false
	}
	text, p.text, ok = strings.Cut(rest, `"`)
	return text, ok && text != "" && !strings.Contains(text, `\`)
}
