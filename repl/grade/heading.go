package grade

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/lower/pass"
	"funmem/semantics/diag"
)

// reader reads a heading from the left.
type reader struct {
	p  *parser
	at diag.Span // what is left
}

// trim is the part of a span without spaces around it.
func trim(at diag.Span) diag.Span {
	text := at.Text()
	at.Start += len(text) - len(strings.TrimLeft(text, " \t"))
	at.End -= len(text) - len(strings.TrimRight(text, " \t"))
	at.End = max(at.Start, at.End)
	return at
}

// word takes letters.
func (r *reader) word() diag.Span {
	text := r.at.Text()
	n := len(text) - len(strings.TrimLeftFunc(text, func(c rune) bool { return c != ' ' && c != ':' && c != '"' && c != '\t' }))
	w := r.at
	w.End = w.Start + n
	r.at.Start += n
	r.at = trim(r.at)
	return w
}

// cut is what stands before and after the first sep.
func (r reader) cut(sep string) (before, after reader, found bool) {
	b, _, found := strings.Cut(r.at.Text(), sep)
	before, after = r, r
	before.at.End = before.at.Start + len(b)
	after.at.Start = before.at.End
	if found {
		after.at.Start += len(sep)
	}
	before.at, after.at = trim(before.at), trim(after.at)
	return before, after, found
}

// list is what stands between commas.
func (r reader) list() (parts []reader) {
	for rest, more := r, true; more; {
		var one reader
		one, rest, more = rest.cut(",")
		parts = append(parts, one)
	}
	return parts
}

// end says that nothing more may come.
func (r reader) end() {
	if text := r.at.Text(); text != "" {
		r.p.fail(r.at, "found %q, wanted the end of the line", text)
	}
}

var (
	pointsForm = regexp.MustCompile(`^(\d{1,6})(?:\.(\d{1,2}))? points?$`)
	amountForm = regexp.MustCompile(`^(\d{1,12}) (inputs?|steps?)$`)
	seedForm   = regexp.MustCompile(`^seed (\d{1,15})$`)
	withinForm = regexp.MustCompile(`^within (\S+)$`)
	afterForm  = regexp.MustCompile(`^after (.+)$`)
	memoryForm = regexp.MustCompile(`^memory (\S+)$`)
)

// usualInputs is how many inputs are tried where the teacher does not say; mostInputs is the most that may be asked for.
const (
	usualInputs = 100
	mostInputs  = 10_000
)

// check reads `test "TITLE": 2 points, hidden, …` and what is below it.
func (p *parser) check(s *section, r reader, kind Kind) {
	c := &Check{Kind: kind, At: s.head, Points: -1, Inputs: usualInputs, Seed: 1}
	p.now.Checks = append(p.now.Checks, c)
	if strings.HasPrefix(r.at.Text(), `"`) {
		end := strings.Index(r.at.Text()[1:], `"`)
		if end < 0 {
			p.fail(r.at, "the title has no end").Helpf("write it between two \"")
			return
		}
		c.Title = r.at.Text()[1 : end+1]
		r.at.Start += end + 2
		r.at = trim(r.at)
	}
	before, options, found := r.cut(":")
	before.end()
	if !found || options.at.Text() == "" {
		p.fail(s.head, "`%s` gives no points", s.head.Text()).Helpf("write `### %s: 2 points`", kind)
		return
	}
	for _, o := range options.list() {
		p.option(c, o)
	}
	if c.Points < 0 {
		p.fail(s.head, "`%s` gives no points", s.head.Text()).Helpf("write `### %s: 2 points`", kind)
	}
	p.below(s, c)
}

// below reads the lines below a check.
func (p *parser) below(s *section, c *Check) {
	lines := slices.ContainsFunc(s.body, func(l line) bool { return strings.HasPrefix(l.text, ">") })
	switch c.Kind {
	case Test:
		c.Examples = p.examples(s)
	case Validate, Limit:
		if lines || c.Kind == Limit {
			c.Examples = p.examples(s)
		}
		for _, x := range c.Examples {
			p.isCall(x)
		}
		if c.Kind == Limit && len(c.Bounds) == 0 {
			p.fail(s.head, "`limit` limits nothing").Helpf("write `allocations <= 2`; %s can be counted", strings.Join(counted, ", "))
		}
	case Use, Avoid:
		if len(c.Constructs) == 0 {
			p.fail(s.head, "`%s` names no construct", c.Kind).Helpf("write `### %s: 1 point, loop`", c.Kind)
		}
	}
	if c.Kind != Test && c.Examples == nil {
		for _, l := range s.body {
			if !l.blank() && !strings.HasPrefix(l.text, "--") {
				p.fail(p.spanOf(l), "found text below `%s`, which takes none", c.Kind)
				return
			}
		}
	}
}

// option reads one of the things after the colon of a check.
func (p *parser) option(c *Check, o reader) {
	text := o.at.Text()
	only := func(kinds ...Kind) bool {
		if slices.Contains(kinds, c.Kind) {
			return true
		}
		p.fail(o.at, "`%s` does not take `%s`", c.Kind, text)
		return false
	}
	if m := pointsForm.FindStringSubmatch(text); m != nil {
		whole, _ := strconv.ParseInt(m[1], 10, 64)
		part, _ := strconv.ParseInt((m[2] + "00")[:2], 10, 64)
		if c.Points >= 0 {
			p.fail(o.at, "the points are there twice")
		}
		c.Points = Points(whole*100 + part)
		return
	}
	switch {
	case text == "hidden":
		c.Hidden = true
	case amountForm.MatchString(text) && strings.Contains(text, "input"):
		if n, _ := strconv.Atoi(amountForm.FindStringSubmatch(text)[1]); only(Validate, Alone) {
			c.Inputs = n
			if n < 1 || n > mostInputs {
				p.fail(o.at, "found %s, wanted 1 to %d inputs", text, mostInputs)
			}
		}
	case seedForm.MatchString(text):
		if only(Validate, Alone) {
			c.Seed, _ = strconv.ParseInt(seedForm.FindStringSubmatch(text)[1], 10, 64)
		}
	case withinForm.MatchString(text):
		x, err := strconv.ParseFloat(withinForm.FindStringSubmatch(text)[1], 64)
		if only(Test) && (err != nil || x < 0 || math.IsNaN(x) || math.IsInf(x, 0)) {
			p.fail(o.at, "found %q, wanted a distance, such as `within 1e-9`", text)
		}
		c.Within = x
	case afterForm.MatchString(text):
		if only(Limit) {
			p.passes(c, o)
		}
	case c.Kind == Use || c.Kind == Avoid:
		p.construct(c, o)
	case c.Kind == Limit:
		p.bound(c, o)
	default:
		p.fail(o.at, "found %q, wanted %s", text, optionsOf[c.Kind])
	}
}

// optionsOf says what the checks take after the colon.
var optionsOf = map[Kind]string{
	Test:     "`2 points`, `hidden` or `within 1e-9`",
	Validate: "`2 points`, `hidden`, `200 inputs` or `seed 7`",
	Alone:    "`2 points`, `hidden`, `200 inputs` or `seed 7`",
}

// passes reads `after hoist+short-circuit`.
func (p *parser) passes(c *Check, o reader) {
	at := o.at
	at.Start += len("after ")
	at = trim(at)
	c.Passes = strings.ReplaceAll(at.Text(), "+", ",")
	if _, err := pass.Steps(c.Passes, pass.Fun); err != nil {
		d := diag.Of(err)[0]
		p.fail(at, "%s", d.Msg).Helpf("write passes with + between them, as `after hoist+short-circuit`; `funmem help passes` lists them")
	}
}

// Bound is a limit on something that a run counts.
type Bound struct {
	What, Op string
	N        int
}

// String is the bound as it is written.
func (b Bound) String() string { return b.What + " " + b.Op + " " + strconv.Itoa(b.N) }

// holds tells whether a count is within the bound.
func (b Bound) holds(n int) bool {
	switch b.Op {
	case "<=":
		return n <= b.N
	case ">=":
		return n >= b.N
	}
	return n == b.N
}

// counted is what a limit can be about.
var counted = []string{"allocations", "copies", "locations", "peak", "kernels"}

var boundForm = regexp.MustCompile(`^([a-z]+) *(<=|>=|=) *(\d{1,12})$`)

// bound reads `copies <= 0`.
func (p *parser) bound(c *Check, o reader) {
	m := boundForm.FindStringSubmatch(o.at.Text())
	if m == nil {
		p.fail(o.at, "found %q, wanted a limit such as `allocations <= 2`", o.at.Text()).Helpf("%s can be counted", strings.Join(counted, ", "))
		return
	}
	if !slices.Contains(counted, m[1]) {
		d := p.fail(o.at, "found %q, and %s can be counted", m[1], strings.Join(counted, ", "))
		if near := diag.Nearest(m[1], counted); near != "" {
			d.Helpf("did you mean `%s`?", near)
		}
		return
	}
	n, _ := strconv.Atoi(m[3])
	c.Bounds = append(c.Bounds, Bound{m[1], m[2], n})
}

// budgets reads `budget: 5000000 steps, memory 64M`.
func (p *parser) budgets(s *section, r reader, b *Budget) {
	before, options, _ := r.cut(":")
	before.end()
	for _, o := range options.list() {
		text := o.at.Text()
		m := amountForm.FindStringSubmatch(text)
		if mem := memoryForm.FindStringSubmatch(text); mem != nil {
			n, err := engine.ParseBytes(mem[1])
			if err != nil || n < leastMemory {
				p.fail(o.at, "found %q, wanted a size of at least %s, such as `memory 64M`", mem[1], engine.Bytes(leastMemory))
			}
			b.Memory = n
			continue
		}
		if m == nil || !strings.HasPrefix(m[2], "step") || m[1] == "0" {
			p.fail(o.at, "found %q, wanted `5000000 steps` or `memory 64M`", text)
			continue
		}
		b.Steps, _ = strconv.ParseInt(m[1], 10, 64)
	}
	for _, l := range s.body {
		if !l.blank() {
			p.fail(p.spanOf(l), "found text below `budget`, which takes none")
			return
		}
	}
}

// leastMemory is what the process itself needs.
const leastMemory = 32 << 20
