package syntax

import (
	"sort"
	"strings"

	"funmem/semantics/stop"
)

// Format is a program as `funmem fmt` writes it: in Print's layout, with its comments,
// the spelling of its literals, and at most one empty line where it has some. A chain of
// operators and the rows of an array stay on several lines if they were. A comment on a
// line of its own stays above what follows it. A comment at the end of a statement stays
// there, in its column. A comment inside an expression moves above the statement that
// holds it. Formatting the result changes nothing.
func Format(prog *Program, until ...stop.Poll) string {
	p := &printer{notes: &notes{}, ask: stop.Any(until).Seldom()}
	if prog.Span.IsValid() {
		p.notes = placeComments(prog, stop.Any(until))
	}
	s := render(p.program(prog), lineWidth, p.ask)
	if s != "" {
		s += "\n"
	}
	return s
}

// notes are the comments of a program by the node that they are printed with: a Decl, or
// resultOf a body.
type notes struct {
	above    map[any][]note // on lines of their own above it
	trailing map[any]string // at the end of its last line
	gap      map[any]bool   // the source has an empty line above it
	bottom   []note         // below the last declaration
	anew     bool           // literals, types and line breaks are not those of the source
}

// note is a comment with a line of its own.
type note struct {
	text string
	gap  bool // the source has an empty line above it
}

// resultOf stands for the result of a body.
type resultOf struct{ b *Body }

// place is where comments may stand: a declaration, a statement or a result at
// bytes [start, end). Places nest; they come in the order of their starts.
type place struct {
	key        any
	start, end int
	up         *place
}

// placer finds the places of a program and the place of each comment.
type placer struct {
	toks    *tokens
	places  []*place
	byStart map[int]*place // the outermost that starts there
	byEnd   map[int]*place // the outermost that ends there
	up      *place
}

// placeComments decides where each comment of the program is printed.
func placeComments(prog *Program, until stop.Poll) *notes {
	toks, _ := scan(prog.Src, until)
	ask := until.Seldom()
	f := &placer{toks: toks, byStart: map[int]*place{}, byEnd: map[int]*place{}}
	for _, d := range prog.Decls {
		ask()
		f.decl(d)
	}
	ns := &notes{above: map[any][]note{}, trailing: map[any]string{}, gap: map[any]bool{}}
	src := prog.Src.Text
	comments := prog.Comments
	empty := func(at int) bool { // an empty line above
		before := strings.TrimRight(src[:at], " \t\r\n")
		return strings.Count(src[len(before):at], "\n") > 1
	}
	for _, pl := range f.places {
		ns.gap[pl.key] = empty(pl.start)
	}
	for _, c := range comments {
		ask()
		next := sort.Search(toks.len(), func(i int) bool { return toks.at(i).start > c.Start })
		if next > 0 && !strings.Contains(src[toks.at(next-1).end:c.Start], "\n") {
			if pl := f.byEnd[toks.at(next-1).end]; pl != nil {
				gap := c.Start - toks.at(next-1).end
				ns.trailing[pl.key] = strings.Repeat(" ", max(0, gap-2)) + c.Text
				continue
			}
		}
		around := f.around(c.Start)
		if next < toks.len() {
			if pl := f.byStart[toks.at(next).start]; pl != nil && (around == nil || pl.end <= around.end) {
				ns.above[pl.key] = append(ns.above[pl.key], note{c.Text, empty(c.Start)})
				continue
			}
		}
		if around == nil {
			ns.bottom = append(ns.bottom, note{c.Text, empty(c.Start)})
			continue
		}
		ns.above[around.key] = append(ns.above[around.key], note{c.Text, ns.gap[around.key]})
		ns.gap[around.key] = false
	}
	return ns
}

// around is the innermost place that holds an offset.
func (f *placer) around(at int) *place {
	i := sort.Search(len(f.places), func(i int) bool { return f.places[i].start > at })
	if i == 0 {
		return nil
	}
	pl := f.places[i-1]
	for pl != nil && pl.end <= at {
		pl = pl.up
	}
	return pl
}

// add enters a place; visit finds those inside it.
func (f *placer) add(key any, start, end int, visit func()) {
	pl := f.open(key, start, end)
	if f.byEnd[end] == nil {
		f.byEnd[end] = pl
	}
	f.up = pl
	visit()
	f.up = pl.up
}

// open notes a place and where it starts.
func (f *placer) open(key any, start, end int) *place {
	pl := &place{key, start, end, f.up}
	f.places = append(f.places, pl)
	if f.byStart[start] == nil {
		f.byStart[start] = pl
	}
	return pl
}

func (f *placer) decl(d Decl) {
	at := d.GetSpan()
	f.add(d, at.Start, at.End, func() {
		switch d := d.(type) {
		case *Let:
			f.expr(d.Exp)
		case *Def:
			f.body(d.Body)
		case *Show:
			if _, ok := d.X.(*Block); !ok {
				f.expr(d.X)
			}
		}
	})
}

// expr finds the places in the bodies of an expression that is printed with nothing after
// it, so that a comment may end any of its lines.
func (f *placer) expr(e Expr) {
	switch e := e.(type) {
	case *If:
		f.body(e.Then)
		f.body(e.Else)
	case *Kernel:
		f.body(e.Body)
	case *Loop:
		if e.While != nil {
			f.body(e.While)
		}
		f.body(e.Body)
	case *Block:
		f.body(e.Body)
	case *Map, *Reduce, *Scan:
		if l := lambdaOf(e); l != nil {
			f.inner(l.Body)
		}
	}
}

// inner finds the places in a body that has something after its result on the same line,
// so that no comment may end it.
func (f *placer) inner(b *Body) {
	start := f.stms(b)
	f.open(resultOf{b}, start, b.Span.End)
}

func (f *placer) body(b *Body) {
	start := f.stms(b)
	f.add(resultOf{b}, start, b.Span.End, func() {
		if len(b.Res) == 1 {
			if _, ok := b.Res[0].(*Block); !ok {
				f.expr(b.Res[0])
			}
		}
	})
}

// stms finds the places in the statements of a body, and gives the start of its
// result.
func (f *placer) stms(b *Body) int {
	start := b.Span.Start
	for _, s := range b.Stms {
		f.decl(s)
		start = s.GetSpan().End
	}
	i := sort.Search(f.toks.len(), func(i int) bool { return f.toks.at(i).start >= start })
	return f.toks.at(i).start
}

// gap is the break before a declaration or statement; empty asks for an empty line.
func (p *printer) gap(d Decl, empty bool) doc { return p.lines(d, empty) }

// resultGap is the break before a result.
func (p *printer) resultGap(b *Body) doc { return p.lines(resultOf{b}, false) }

func (p *printer) lines(key any, empty bool) doc {
	if p.notes != nil {
		empty = p.notes.gap[key]
		if above := p.notes.above[key]; len(above) > 0 {
			empty = above[0].gap
		}
	}
	if empty {
		return blank
	}
	return hard
}

// item puts the comments of a declaration or statement around it.
func (p *printer) item(d Decl, body doc) doc { return p.around(d, body) }

// result puts the comments of a result around it.
func (p *printer) result(b *Body, body doc) doc { return p.around(resultOf{b}, body) }

func (p *printer) around(key any, body doc) doc {
	if p.notes == nil {
		return body
	}
	var ds []doc
	if above := p.notes.above[key]; len(above) > 0 {
		ds = append(p.comments(above), hard)
		if p.notes.gap[key] {
			ds[len(ds)-1] = blank
		}
	}
	ds = append(ds, body)
	if c := p.notes.trailing[key]; c != "" {
		ds = append(ds, suffix(c))
	}
	if len(ds) == 1 {
		return body
	}
	return cat(ds...)
}

// comments puts each comment on a line.
func (p *printer) comments(ns []note) []doc {
	var ds []doc
	for i, n := range ns {
		p.ask()
		switch {
		case i > 0 && n.gap:
			ds = append(ds, blank)
		case i > 0:
			ds = append(ds, hard)
		}
		ds = append(ds, text(n.text))
	}
	return ds
}

// leads tells whether a comment stands above the result of a body.
func (p *printer) leads(b *Body) bool {
	return p.notes != nil && len(p.notes.above[resultOf{b}]) > 0
}

// tail is the comments below the last declaration; more tells whether there is
// a declaration.
func (p *printer) tail(more bool) doc {
	if p.notes == nil || len(p.notes.bottom) == 0 {
		return none
	}
	d := cat(p.comments(p.notes.bottom)...)
	switch {
	case !more:
		return d
	case p.notes.bottom[0].gap:
		return cat(blank, d)
	}
	return cat(hard, d)
}
