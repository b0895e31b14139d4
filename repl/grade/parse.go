package grade

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mostTasks is how large a file of exercises may be, in bytes.
const mostTasks = 1 << 20

// Points is what all exercises give together.
func (t *Tasks) Points() (sum Points) {
	for _, e := range t.Exercises {
		sum += e.Points()
	}
	return sum
}

// Parse reads files of exercises. The error is a diag.List: each mistake is there, at its place.
func Parse(srcs ...*diag.Source) (*Tasks, error) {
	all := &Tasks{}
	var errs diag.List
	for _, src := range srcs {
		if len(src.Text) > mostTasks {
			return nil, diag.Usagef("%s has %d bytes, and exercises may have %d", src.Name, len(src.Text), mostTasks)
		}
		p := &parser{src: src, tasks: &Tasks{}, before: all.Exercises, budget: usualBudget}
		p.split()
		for k := range p.sections {
			p.section(&p.sections[k])
		}
		p.whole()
		slices.SortStableFunc(p.errs, func(a, b *diag.Diagnostic) int { return place(a) - place(b) })
		errs = append(errs, p.errs...)
		if all.Title == "" {
			all.Title = p.tasks.Title
		}
		all.Exercises = append(all.Exercises, p.tasks.Exercises...)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return all, nil
}

// place is the line of a diagnostic. Each program is a source of its own, in which the lines are those of the file.
func place(d *diag.Diagnostic) int {
	if !d.Span.IsValid() {
		return 0
	}
	n, _ := d.Span.Position()
	return n
}

// section is a heading with the lines below it. Those below a title and below the heading of an exercise are for readers.
type section struct {
	level int
	head  diag.Span // of what stands after the #s
	body  []line
}

// line is a line of the file, from 1.
type line struct {
	n    int
	at   int // where it starts
	text string
}

func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

type parser struct {
	src      *diag.Source
	sections []section
	tasks    *Tasks
	before   []*Exercise // of other files
	budget   Budget
	helpers  []*syntax.Program
	lines    []line // of these
	now      *Exercise
	taught   []line // of the helpers and the reference solution of the exercise
	errs     diag.List
}

// fail notes a mistake.
func (p *parser) fail(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Syntax, "", at, format, args...)
	p.errs = append(p.errs, d)
	return d
}

// split finds the headings. Lines that begin with three back quotes are there for readers of Markdown.
func (p *parser) split() {
	at := 0
	for n, text := range strings.Split(p.src.Text, "\n") {
		l := line{n + 1, at, strings.TrimSuffix(text, "\r")}
		at += len(text) + 1
		level := len(l.text) - len(strings.TrimLeft(l.text, "#"))
		switch {
		case level > 0:
			rest := l.text[level:]
			trimmed := strings.TrimSpace(rest)
			start := l.at + level + strings.Index(rest, trimmed)
			p.sections = append(p.sections, section{level: level, head: diag.Span{Src: p.src, Start: start, End: start + len(trimmed)}})
		case strings.HasPrefix(l.text, "```"):
		case len(p.sections) > 0:
			s := &p.sections[len(p.sections)-1]
			s.body = append(s.body, l)
		case !l.blank():
			p.fail(p.spanOf(l), "found text before the first heading").Helpf("begin with `# TITLE`")
			return
		}
	}
}

func (p *parser) spanOf(l line) diag.Span {
	return diag.Span{Src: p.src, Start: l.at, End: l.at + len(l.text)}
}

func (p *parser) section(s *section) {
	defer func() {
		if p.now != nil {
			p.now.Solution = p.excerpt(p.taught)
		}
	}()
	switch s.level {
	case 1:
		if p.tasks.Title != "" || len(p.tasks.Exercises) > 0 {
			p.fail(s.head, "found a second title").Helpf("an exercise has two #s, as in `## exercise double`")
			return
		}
		p.tasks.Title = s.head.Text()
		if p.tasks.Title == "" {
			p.fail(s.head, "the title is empty").Helpf("write `# TITLE`")
		}
	case 2:
		p.exercise(s)
	case 3:
		p.part(s)
	default:
		p.fail(s.head, "found a heading with %d #s, wanted one to three", s.level).Helpf("`# TITLE`, `## exercise NAME` or `### test: 2 points`")
	}
}

// exercise reads ## exercise NAME, NAME: TITLE.
func (p *parser) exercise(s *section) {
	r := reader{p: p, at: s.head}
	p.now = &Exercise{At: s.head, Budget: p.budget, Helpers: slices.Clone(p.helpers)}
	p.taught = slices.Clone(p.lines)
	p.tasks.Exercises = append(p.tasks.Exercises, p.now)
	if word := r.word(); word.Text() != "exercise" {
		p.fail(word, "found %q, wanted `exercise`", word.Text()).Helpf("write `## exercise NAME`, with the name of the function that the student writes")
		return
	}
	names, title, _ := r.cut(":")
	p.now.Title = title.at.Text()
	for _, name := range names.list() {
		at, word := name.at, name.at.Text()
		switch {
		case !syntax.IsName(word):
			p.fail(at, "found %q, wanted the name of a function", word).Helpf("write `## exercise NAME`, and a title after a colon")
		case syntax.IsBuiltin(word):
			p.fail(at, "`%s` is built in, and no function can have that name", word)
		case p.named(word):
			p.fail(at, "there is an exercise about `%s` already", word)
		default:
			p.now.Names = append(p.now.Names, word)
		}
	}
}

// named tells whether an exercise is about a function.
func (p *parser) named(name string) bool {
	return slices.ContainsFunc(slices.Concat(p.before, p.tasks.Exercises), func(e *Exercise) bool { return slices.Contains(e.Names, name) })
}

// parts are the words of the headings with three #s.
var parts = []string{"reference", "wrong", "helpers", "budget", string(Test), string(Validate), string(Alone), string(Use), string(Avoid), string(Limit)}

func (p *parser) part(s *section) {
	r := reader{p: p, at: s.head}
	word := r.word()
	what := word.Text()
	if !slices.Contains(parts, what) {
		d := p.fail(word, "found %q, wanted %s or %s", what, strings.Join(parts[:len(parts)-1], ", "), parts[len(parts)-1])
		if near := diag.Nearest(what, parts); near != "" {
			d.Helpf("did you mean `### %s`?", near)
		}
		return
	}
	if p.now == nil && what != "helpers" && what != "budget" {
		p.fail(word, "`%s` stands before the first exercise", what).Helpf("`## exercise NAME` begins one")
		return
	}
	switch what {
	case "reference":
		p.reference(s, r)
	case "wrong":
		_, name, _ := r.cut(":")
		if prog := p.program(s); prog != nil {
			p.now.Wrong = append(p.now.Wrong, &Wrong{name.at.Text(), p.excerpt(s.body)})
		}
	case "helpers":
		r.end()
		prog := p.program(s)
		switch {
		case prog == nil:
		case p.now == nil:
			p.helpers, p.lines = append(p.helpers, prog), append(p.lines, s.body...)
		default:
			p.now.Helpers, p.taught = append(p.now.Helpers, prog), append(p.taught, s.body...)
		}
	case "budget":
		b := &p.budget
		if p.now != nil {
			b = &p.now.Budget
		}
		p.budgets(s, r, b)
	default:
		p.check(s, r, Kind(what))
	}
}

func (p *parser) reference(s *section, r reader) {
	r.end()
	switch prog := p.program(s); {
	case prog == nil:
	case p.now.Reference != nil:
		p.fail(s.head, "the exercise has two reference solutions").Helpf("`### wrong: NAME` is for solutions that are wrong")
	default:
		p.now.Reference, p.taught = prog, append(p.taught, s.body...)
	}
}

// program reads the body of a section as a program. It is nil after a mistake.
func (p *parser) program(s *section) *syntax.Program {
	prog, err := syntax.Parse(p.excerpt(s.body))
	if err != nil {
		p.errs = append(p.errs, diag.Of(err)...)
		return nil
	}
	for _, d := range prog.Decls {
		switch d := d.(type) {
		case *syntax.Def, *syntax.Let:
		case *syntax.Import:
			p.fail(d.Span, "found an import, and exercises import nothing").Helpf("write the functions into `### helpers`")
		default:
			p.fail(d.GetSpan(), "found an expression, wanted definitions")
		}
	}
	if len(prog.Decls) == 0 {
		p.fail(s.head, "there is no program below `%s`", s.head.Text()).Helpf("write the definition on the lines below the heading")
		return nil
	}
	return prog
}

// excerpt is some lines of the file, at the places where they stand there.
func (p *parser) excerpt(lines []line) *diag.Source {
	var b strings.Builder
	n := 1
	for _, l := range lines {
		b.WriteString(strings.Repeat("\n", l.n-n) + l.text)
		n = l.n
	}
	return diag.NewSource(p.src.Name, b.String())
}

// examples reads `> EXPR` and the lines of the value below it.
func (p *parser) examples(s *section) (list []*Example) {
	body := s.body
	for len(body) > 0 {
		l := body[0]
		rest, is := strings.CutPrefix(l.text, ">")
		if !is {
			if !l.blank() && !strings.HasPrefix(l.text, "--") {
				p.fail(p.spanOf(l), "found text, wanted a line that begins with >").Helpf("write `> EXPR`, and on the next line the value that it must have")
				return nil
			}
			body = body[1:]
			continue
		}
		end := 1
		for end < len(body) && !body[end].blank() && !strings.HasPrefix(body[end].text, ">") && !strings.HasPrefix(body[end].text, "--") {
			end++
		}
		x := &Example{At: p.spanOf(l), Text: strings.TrimSpace(rest)}
		asked := l
		asked.text = " " + rest
		x.Expr = p.expr([]line{asked})
		if end > 1 {
			x.Want = p.expr(body[1:end])
		}
		if x.Expr != nil {
			list = append(list, x)
		}
		body = body[end:]
	}
	if len(list) == 0 && len(p.errs) == 0 {
		p.fail(s.head, "there are no lines `> EXPR` below `%s`", s.head.Text()).Helpf("write `> double([1, 2])`, and on the next line the value that it must have")
	}
	return list
}

func (p *parser) expr(lines []line) syntax.Expr {
	e, err := syntax.ParseExpr(p.excerpt(lines))
	if err != nil {
		p.errs = append(p.errs, diag.Of(err)...)
		return nil
	}
	return e
}

// whole looks for what is missing.
func (p *parser) whole() {
	if len(p.tasks.Exercises) == 0 && len(p.errs) == 0 {
		p.fail(diag.Span{Src: p.src}, "there is no exercise").Helpf("write `## exercise NAME`")
	}
	for _, e := range p.tasks.Exercises {
		if len(p.errs) > 0 {
			return
		}
		if e.Reference == nil {
			p.fail(e.At, "the exercise has no reference solution").Helpf("write it below `### reference`; the student does not see it")
			continue
		}
		for _, name := range e.Names {
			if !slices.ContainsFunc(e.Reference.Defs(), func(d *syntax.Def) bool { return d.Name == name }) {
				p.fail(e.At, "the reference solution does not define `%s`", name)
			}
		}
		p.once(e)
		if len(e.Checks) == 0 {
			p.fail(e.At, "the exercise has no check").Helpf("write `### test: 1 point`, and `> EXPR` below it")
		}
	}
}

// once looks for names that the helpers and the reference solution both define.
func (p *parser) once(e *Exercise) {
	first := map[string]bool{}
	for _, prog := range append(slices.Clone(e.Helpers), e.Reference) {
		for _, d := range prog.Defs() {
			if first[d.Name] {
				p.fail(e.At, "`%s` is defined twice in what the teacher wrote for this exercise", d.Name).Helpf("the helpers and the reference solution see each other")
			}
			first[d.Name] = true
		}
	}
}
