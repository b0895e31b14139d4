package validate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Report is a result with its explanation. Traces and irrelevant inputs may be nil.
type Report struct {
	*Result
	Step       string // put before the finding: the step of a pipeline, and under which sizes; "": neither
	Traces     *Traces
	Irrelevant *Irrelevant
}

// Page is the report on the subjects of two programs, as one self-contained page of HTML.
type Page struct {
	Before, After string // the files
	Stages        string // the files of a pipeline, shown instead of these; "": two files
	Summary       string // of all subjects
	Again         string // the command that repeats the search
	Reports       []*Report
	IllTyped      []*IllTyped              // AFTERs that are no programs
	Words         func(text string) string // rewords messages for the reader; nil: left as they are
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"printable": printable,
	"words":     words,
	"reworded":  func(text string) string { return text },
}).Parse(pageText))

// Write writes the page.
func (p *Page) Write(w io.Writer, o *Options) error {
	var schedules []string
	for _, s := range o.schedules() {
		schedules = append(schedules, s.String())
	}
	reworded := func(text string) string { return text }
	if p.Words != nil {
		reworded = p.Words
	}
	var sections []*section
	for k, r := range p.Reports {
		sections = append(sections, newSection(r, fmt.Sprintf("s%d", k+1), reworded))
	}
	own, err := page.Clone()
	if err != nil {
		return err
	}
	own.Funcs(template.FuncMap{"words": func(text string) []part { return words(reworded(text)) }, "reworded": reworded})
	return own.Execute(w, map[string]any{"Page": p, "Schedules": schedules, "Sections": sections})
}

// section is the part of the page about one subject.
type section struct {
	*Report
	ID       string
	Messages []message
	Sources  [2][]*listing // of BEFORE and of AFTER

	reworded func(text string) string
}

// message is a diagnostic.
type message struct {
	*diag.Diagnostic
	At    place
	Notes []note
}

type note struct {
	At  place
	Msg string
}

// place is a position in a source, with the fragment of the page that shows it, or "".
type place struct{ Text, Link string }

func newSection(r *Report, id string, reworded func(text string) string) *section {
	s := &section{Report: r, ID: id, reworded: reworded}
	list := s.diagnostics()
	if len(list) == 0 && r.Failure == nil {
		return s
	}
	s.sources(list)
	for _, d := range list {
		m := message{Diagnostic: d, At: s.place(d.Span)}
		for _, n := range d.Notes {
			m.Notes = append(m.Notes, note{s.place(n.Span), n.Msg})
		}
		s.Messages = append(s.Messages, m)
	}
	return s
}

// diagnostics returns the findings, and where the array that differs is bound.
func (s *section) diagnostics() diag.List {
	switch {
	case s.Stuck != nil && s.Word == StuckBefore:
		return diag.List{s.Stuck}
	case s.Failure == nil:
		return slices.Concat(s.ProofMessages(), s.StrayMessages())
	case s.Bug != nil:
		return append(diag.List{s.Bug}, s.Failure.diagnostics()...)
	}
	return s.Failure.diagnostics()
}

// sources lists both programs with the places of messages marked, and other sources that
// messages point into.
func (s *section) sources(list diag.List) {
	about := 1 // the side that the messages are about
	if s.Word == StuckBefore {
		about = 0
	}
	for k, side := range []*side{&s.Before, &s.After} {
		if at := side.span(); at.IsValid() {
			s.list(k, at.Src)
		}
	}
	for _, d := range list {
		s.mark(about, d.Span, "at", d.Msg)
		for _, n := range d.Notes {
			s.mark(about, n.Span, "note", n.Msg)
		}
	}
	for k, side := range []*side{&s.Before, &s.After} {
		for _, l := range s.Sources[k] {
			l.read(side.span())
		}
	}
}

// span returns the text of what is compared.
func (s *side) span() diag.Span {
	if s.def != nil {
		return s.def.Span
	}
	return s.program.Core.Span
}

// list adds a source to the listings of a side.
func (s *section) list(side int, src *diag.Source) *listing {
	l := &listing{ID: fmt.Sprintf("%s-%d-%d", s.ID, side, len(s.Sources[side])), Title: diag.Printable(src.Name), src: src}
	s.Sources[side] = append(s.Sources[side], l)
	return l
}

// mark marks a place in its source. If the source is not listed yet, it is added to the
// side's.
func (s *section) mark(side int, at diag.Span, class, text string) {
	if !at.IsValid() {
		return
	}
	l := s.source(at.Src)
	if l == nil {
		l = s.list(side, at.Src)
	}
	l.mark(at, class, s.reworded(text))
}

func (s *section) source(src *diag.Source) *listing {
	for _, l := range slices.Concat(s.Sources[0], s.Sources[1]) {
		if l.src == src {
			return l
		}
	}
	return nil
}

func (s *section) place(at diag.Span) place {
	if !at.IsValid() {
		return place{}
	}
	p := place{Text: diag.Printable(at.String())}
	if l := s.source(at.Src); l != nil {
		p.Link = l.link(at)
	}
	return p
}

// input is an argument.
type input struct {
	Name  string
	Value template.HTML
	Notes []string
}

// Inputs returns the arguments, with those marked whose value does not matter.
func (s *section) Inputs() []input {
	var list []input
	in, irr := s.Failure.Input, s.Irrelevant
	if s.shortened(in) {
		for k, n := range in.Sizes {
			if s.ofAllRows(k) {
				continue
			}
			list = append(list, input{s.SizeName(k), plain(value.Number(num.Of(int64(n)))), nil})
		}
	}
	for _, x := range s.Arguments(in) {
		free := x.free(irr)
		class := func(i int) string { return classIf(free != nil && free[i], "any") }
		list = append(list, input{x.Name, markedValue(x.Value, class), s.about(&x, irr, s.counts())})
	}
	return list
}

// pair is two values.
type pair struct{ Before, After template.HTML }

// Differing returns the first result that differs, or nil.
func (s *section) Differing() *pair {
	if f := s.Failure; f.Result >= 0 {
		p := marked(f.Before[f.Result], f.After[f.Result])
		return &p
	}
	return nil
}

// Where names the first result that differs and its first differing element.
func (s *section) Where() string { return s.Failure.where(s.counts()) }

// Shortened returns the text about it if the results are too long to be shown.
func (s *section) Shortened() string { return s.Failure.ifShortened(s.counts()) }

// First returns the first name with different values on the two sides, or nil. It is also
// nil if an array on the heap differs from its own value.
func (s *section) First() *stepRow {
	if s.Traces == nil || s.Failure.Verdict.Divergence != nil {
		return nil
	}
	r := s.Traces.First()
	if r == nil {
		return nil
	}
	row := newStepRow(*r, s.counts())
	return &row
}

// marked shows two values, with the first differing element marked.
func marked(x, y value.Shown) pair {
	near, differs := value.Difference(x, y)
	show := func(v value.Shown) template.HTML {
		p, ok := value.PartAt(v, near)
		_, array := p.Len()
		return markedNear(v, near, func(k int) string { return classIf(differs && ok && !array && k == p.Place(), "differs") })
	}
	return pair{show(x), show(y)}
}

// Races returns the kernels in which two iterations race.
func (s *section) Races() []validity.Kernel {
	return slices.DeleteFunc(slices.Clone(s.Failure.Verdict.Kernels), func(k validity.Kernel) bool { return k.Race == nil })
}

// event is one of the two accesses of a race.
type event struct {
	Iteration string
	Access    string
	Element   string
	Cause     string
	At        place
}

// Events returns the two accesses.
func (s *section) Events(r *validity.Race) []event {
	var list []event
	for _, e := range []validity.Event{r.First, r.Second} {
		iterations := strings.ReplaceAll(strings.Trim(fmt.Sprint(e.Iterations), "[]"), " ", ", ")
		list = append(list, event{iterations, e.Access, heap.Element(e.Array, counted(e.Index, s.counts())), fmt.Sprintf("%s, iteration %d", e.What, e.Iteration), s.place(e.At)})
	}
	return list
}

// group is a sequence of rows that are all hidden or all shown.
type group struct {
	Hidden bool
	Rows   []stepRow
}

// stepRow is a row with its values. If two of them differ, the first differing element is
// marked.
type stepRow struct {
	Row
	Event       string        // what happens there, if anything
	Left, Right template.HTML // the values
	Heap        template.HTML // what the heap shows instead of the right value
}

func newStepRow(r Row, first int) stepRow {
	row := stepRow{Row: r}
	if r.After != nil && r.After.Event != nil {
		row.Event = r.After.Event.text(1) // as in messages
	}
	b, a := r.Before, r.After
	if b != nil && b.Scope == "" && !b.Free {
		row.Left = plain(b.Value)
	}
	if a == nil || a.IsBlock || a.Scope != "" || a.Event != nil || a.Free {
		return row
	}
	if a.Known {
		row.Right = plain(a.Value)
	}
	switch {
	case a.Lacks != "":
	case a.Differs():
		p := marked(a.Value, a.Heap)
		row.Right, row.Heap = p.Before, p.After
	case !a.Known && a.Heap.A != nil:
		row.Heap = plain(a.Heap)
	case r.Differs():
		p := marked(b.Value, a.Value)
		row.Left, row.Right = p.Before, p.After
	}
	return row
}

// Steps returns the steps of both sides.
func (s *section) Steps() []group {
	var list []group
	for _, r := range s.Traces.Rows() {
		if n := len(list); n == 0 || list[n-1].Hidden != r.Hidden() {
			list = append(list, group{Hidden: r.Hidden()})
		}
		g := &list[len(list)-1]
		g.Rows = append(g.Rows, newStepRow(r, s.counts()))
	}
	return list
}

// markedValue shows a value, with the class of each element that has one.
func markedValue(x value.Shown, class func(k int) string) template.HTML {
	return markedNear(x, nil, class)
}

// markedNear is markedValue that also shows the elements around an index, which may be nil.
func markedNear(x value.Shown, near []int, class func(k int) string) template.HTML {
	return template.HTML(value.FormatNear(x, mostElements, near, func(k int, text string) string {
		text = template.HTMLEscapeString(text)
		if c := class(k); c != "" {
			return `<mark class="` + c + `">` + text + `</mark>`
		}
		return text
	}))
}

func plain(x value.Shown) template.HTML {
	return markedValue(x, func(int) string { return "" })
}

func classIf(is bool, class string) string {
	if is {
		return class
	}
	return ""
}

// printable applies diag.Printable to each line.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for k, l := range lines {
		lines[k] = diag.Printable(l)
	}
	return strings.Join(lines, "\n")
}

// words cuts a message at its back quotes. Every second part is code.
func words(text string) []part {
	var parts []part
	for k, t := range strings.Split(printable(text), "`") {
		p := part{Text: t}
		if k%2 == 1 {
			p.Class = "code"
			if n := strings.IndexAny(t, "[ ("); n >= 0 {
				p.Name = t[:n]
			} else {
				p.Name = t
			}
		}
		parts = append(parts, p)
	}
	return parts
}
