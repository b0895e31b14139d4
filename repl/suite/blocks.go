package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// trial is an input of an entry point, as a test block of Futhark's has it.
type trial struct {
	entry  string
	number int    // of the entry point, from 1
	text   string // the values
	file   string // instead of the text
	random bool   // the text has types, and not values alone
	script bool   // the text, or the file, is an expression of FutharkScript
	want   Want
}

// claim is what a test block says of the compiler.
type claim struct {
	kind     string // error, warning or structure
	pattern  string // of an error or a warning
	pipeline string // of a structure: seq-mem, gpu-mem, … or "", that of the SOACs
	counts   map[string]int
}

// String names the claim for what is left out.
func (c *claim) String() string {
	switch c.kind {
	case "structure":
		return "`" + strings.TrimSpace("structure "+c.pipeline) + "`, which counts operations"
	case "error":
		return strings.TrimSuffix("`error:`, which a compiler gives: "+c.pattern, ": ")
	}
	return "`warning:`, which a compiler gives: " + c.pattern
}

// spec is what the test blocks of a program say.
type spec struct {
	found    bool // there is a block
	trials   []*trial
	claims   []*claim
	problems []string // the parts that are not understood, or that nothing here can do
	disabled bool     // Futhark's own tests leave the program out
}

// fails tells whether the compiler has to refuse the program.
func (s *spec) fails() bool {
	return slices.ContainsFunc(s.claims, func(c *claim) bool { return c.kind == "error" })
}

// blocks reads the test blocks of a program of Futhark's: comments with a line that has == alone.
func blocks(text string) *spec {
	s := &spec{}
	var block []string
	inside, wide := false, false
	flush := func() {
		if inside && wide {
			s.found = true
			p := &blockParser{text: strings.Join(block, "\n"), spec: s, entries: []string{"main"}}
			p.all()
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
	count := map[string]int{}
	for _, t := range s.trials {
		count[t.entry]++
		t.number = count[t.entry]
	}
	return s
}

// blockParser reads a test block.
type blockParser struct {
	*spec
	text    string
	entries []string // that the next inputs are for
	words   []string // before `input`: random, script, and words such as compiled, nobench or no_python
}

// mostStrange is how many parts of a block may not be understood. The rest of the block is left out then.
const mostStrange = 3

// all reads the parts of the block.
func (p *blockParser) all() {
	for strange := 0; strange <= mostStrange; {
		switch word := p.word(); {
		case word == "":
			p.pending()
			return
		case word == "input":
			p.input()
		case strings.HasPrefix(word, `"`): // the name of an input
		case word == "entry:":
			p.entries = strings.Fields(p.line())
		case word == "tags":
			p.disabled = p.disabled || slices.Contains(p.inBraces(), "disable")
		case word == "structure":
			p.structure()
		case strings.HasPrefix(word, "error:"), strings.HasPrefix(word, "warning:"):
			kind, rest, _ := strings.Cut(word, ":")
			p.text = rest + p.text
			p.claims = append(p.claims, &claim{kind: kind, pattern: strings.TrimSpace(p.line())})
		case strings.HasPrefix(word, "property:"):
			p.text = strings.TrimPrefix(word, "property:") + p.text
			p.problem("`property:`, which Futhark tests on inputs that it makes: %s", strings.TrimSpace(p.line()))
		case isTag(word):
			p.words = append(p.words, word)
			continue
		default:
			p.problem("what begins with `%s`", word)
			p.line()
			strange++
		}
		p.pending()
	}
	p.problem("the rest of that test block")
}

// isTag tells whether a word may stand before `input`.
func isTag(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// pending reports words after which there is no `input`.
func (p *blockParser) pending() {
	if len(p.words) > 0 {
		p.problem("what begins with `%s`", p.words[0])
	}
	p.words = nil
}

func (p *blockParser) problem(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

// structure reads how many operations a pipeline is to leave.
func (p *blockParser) structure() {
	c := &claim{kind: "structure", counts: map[string]int{}}
	if next := p.peek(); next != "{" {
		c.pipeline = p.word()
	}
	words := p.inBraces()
	for k := 0; k+1 < len(words); k += 2 {
		n, err := strconv.Atoi(words[k+1])
		if err != nil {
			p.problem("`structure` with `%s %s`", words[k], words[k+1])
			return
		}
		c.counts[words[k]] = n
	}
	if _, known := metricsOf[c.pipeline]; !known || len(c.counts) == 0 || len(words)%2 == 1 {
		p.problem("`%s` with `%s`", strings.TrimSpace("structure "+c.pipeline), strings.Join(words, " "))
		return
	}
	p.claims = append(p.claims, c)
}

// inBraces takes the words of a part in braces.
func (p *blockParser) inBraces() []string {
	before := p.text
	if !p.skip() {
		return nil
	}
	before = strings.TrimLeft(before[:len(before)-len(p.text)], " \t\r\n")
	return strings.Fields(before[1 : len(before)-1])
}

// input reads the values of an input and what is expected, for each of the entry points.
func (p *blockParser) input() {
	words := p.words
	p.words = nil
	t := trial{random: slices.Contains(words, "random"), script: slices.Contains(words, "script")}
	known := false
	if t.text, t.file, known = p.values(); !known {
		p.problem("an input that has no values in braces, and no file")
		return
	}
	p.expected(&t.want)
	if slices.Contains(words, "notest") || slices.Contains(words, "disable") {
		p.problem("an input that Futhark's own tests leave out: `%s`", strings.Join(words, " "))
		return
	}
	for _, entry := range p.entries {
		one := t
		one.entry = entry
		p.trials = append(p.trials, &one)
	}
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
		text, file, known := p.values()
		if !known {
			p.problem("an output that has no values in braces, and no file")
			text = "?" // which no result is equal to
		}
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
func (p *blockParser) values() (text, file string, known bool) {
	p.blank()
	if rest, ok := strings.CutPrefix(p.text, "@"); ok {
		p.text = rest
		file = p.word()
		return "", file, file != ""
	}
	before := p.text
	if !p.skip() {
		return "", "", false
	}
	inside := before[:len(before)-len(p.text)]
	return strings.TrimSpace(inside[1 : len(inside)-1]), "", true
}

// skip skips a part in braces.
func (p *blockParser) skip() bool {
	p.blank()
	if !strings.HasPrefix(p.text, "{") {
		return false
	}
	if end := closed(p.text, '{', '}'); end > 0 {
		p.text = p.text[end:]
		return true
	}
	p.problems, p.text = append(p.problems, "a brace that is not closed"), ""
	return false
}

// closed is where the part ends that begins a text with an opening bracket, after the closing one. It is -1 if there is none.
func closed(text string, opening, closing rune) int {
	depth := 0
	for k, r := range text {
		switch r {
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return -1
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
