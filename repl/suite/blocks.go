package suite

import (
	"fmt"
	"strings"
)

// trial is an input of an entry point, as a test block of Futhark's has it.
type trial struct {
	entry  string
	number int    // of the entry point, from 1
	text   string // the values
	file   string // instead of the text
	random bool   // the text has types, and not values alone
	want   Want
}

// blocks reads the test blocks of a program of Futhark's: comments with a line that has == alone. problems are the parts that
// were not understood, and structural tests, which are about the compiler.
func blocks(text string) (list []*trial, problems []string) {
	var block []string
	inside, wide := false, false
	flush := func() {
		if inside && wide {
			p := &blockParser{text: strings.Join(block, "\n")}
			p.all()
			list, problems = append(list, p.list...), append(problems, p.problems...)
		}
		block, inside, wide = nil, false, false
	}
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "--")
		switch {
		case !ok:
			flush()
		case strings.TrimSpace(rest) == "==":
			block, inside, wide = nil, true, true
		default:
			block = append(block, rest)
		}
	}
	flush()
	return list, problems
}

// blockParser reads a test block.
type blockParser struct {
	text     string
	list     []*trial
	problems []string
}

// all reads the parts of the block.
func (p *blockParser) all() {
	entries, from := []string{"main"}, 0
	add := func(t trial) {
		for _, entry := range entries {
			one := t
			one.entry = entry
			p.list = append(p.list, &one)
		}
	}
	for {
		word := p.word()
		switch {
		case word == "":
			count := map[string]int{}
			for _, t := range p.list {
				count[t.entry]++
				t.number = count[t.entry]
			}
			return
		case word == "entry:":
			entries = strings.Fields(p.line())
		case word == "tags" || word == "structure":
			if p.untilBrace(); !p.skip() {
				return
			}
			if word == "structure" {
				p.problems = append(p.problems, "`structure`, which counts statements")
			}
		case strings.HasPrefix(word, "error:"):
			p.text = strings.TrimPrefix(word, "error:") + p.text
			p.problems = append(p.problems, "`error:`, which a compiler gives: "+strings.TrimSpace(p.line()))
		case word == "random" && p.peek() == "input":
			p.word()
			add(p.input(true))
		case word == "input":
			add(p.input(false))
		case word == "script" && p.peek() == "input":
			p.word()
			p.untilBrace()
			p.skip()
			p.expected(&Want{})
			p.problems = append(p.problems, "`script input`")
		case strings.HasPrefix(word, `"`), p.peek() == "input", p.peek() == "random", p.peek() == "compiled", p.peek() == "script":
			// a name, or a word such as compiled, nobench or no_python
		default:
			p.problems = append(p.problems, fmt.Sprintf("what begins with `%s`", word))
			if from++; from > 3 {
				return
			}
			p.line()
		}
	}
}

// input reads the values of an input and what is expected.
func (p *blockParser) input(random bool) trial {
	t := trial{random: random}
	t.text, t.file = p.values()
	p.expected(&t.want)
	return t
}

// expected reads what a program is to give.
func (p *blockParser) expected(w *Want) {
	switch word := p.peek(); {
	case word == "auto":
		p.word()
		if p.peek() == "output" {
			p.word()
		}
	case word == "output":
		p.word()
		text, file := p.values()
		w.Values = &Values{Text: text, File: file, Near: true}
	case strings.HasPrefix(word, "error:"):
		p.word()
		p.text = strings.TrimPrefix(word, "error:") + p.text
		pattern := strings.TrimSpace(p.line())
		w.Error = &pattern
	case word == "error":
		p.word()
		pattern := ""
		w.Error = &pattern
	}
}

// values reads {…} or @ FILE.
func (p *blockParser) values() (text, file string) {
	p.blank()
	if rest, ok := strings.CutPrefix(p.text, "@"); ok {
		p.text = rest
		return "", p.word()
	}
	before := p.text
	if !p.skip() {
		p.text = before
		return "", ""
	}
	inside := before[:len(before)-len(p.text)]
	return strings.TrimSpace(inside[1 : len(inside)-1]), ""
}

// skip skips a part in braces.
func (p *blockParser) skip() bool {
	p.blank()
	if !strings.HasPrefix(p.text, "{") {
		return false
	}
	depth := 0
	for k, r := range p.text {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				p.text = p.text[k+1:]
				return true
			}
		}
	}
	p.problems, p.text = append(p.problems, "a brace that is not closed"), ""
	return false
}

// untilBrace skips words up to a brace.
func (p *blockParser) untilBrace() {
	if k := strings.IndexByte(p.text, '{'); k >= 0 {
		p.text = p.text[k:]
	}
}

func (p *blockParser) blank() { p.text = strings.TrimLeft(p.text, " \t\r\n") }

// word takes the next word, which a blank or a brace ends.
func (p *blockParser) word() string {
	p.blank()
	if strings.HasPrefix(p.text, `"`) {
		if k := strings.IndexByte(p.text[1:], '"'); k >= 0 {
			word := p.text[:k+2]
			p.text = p.text[k+2:]
			return word
		}
	}
	end := strings.IndexAny(p.text, " \t\r\n{")
	switch {
	case end < 0:
		end = len(p.text)
	case end == 0 && p.text != "":
		end = 1
	}
	word := p.text[:end]
	p.text = p.text[end:]
	return word
}

// peek is the next word, which stays.
func (p *blockParser) peek() string {
	text := p.text
	word := p.word()
	p.text = text
	return word
}

// line takes the rest of the line.
func (p *blockParser) line() string {
	line, rest, _ := strings.Cut(p.text, "\n")
	p.text = rest
	return line
}
