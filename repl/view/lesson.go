package view

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/step"
	"funmem/repl/page"
	"funmem/repl/session"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// LessonProgram is a program that a page shows.
type LessonProgram struct {
	Name    string           // such as "before"; "": it is the only one
	Session *session.Session // after which it is evaluated
	Source  *diag.Source
	Core    *syntax.Program // nil: its source is FUNMEM
	Mem     *syntax.Program
}

// Lesson is the page of a program: its evaluation forward, where the order of iterations can be chosen by hand, and in reverse; and under the
// schedule of its session, if that is another one. The error is an engine.Interrupted, or that the memory was not enough.
func Lesson(ctx context.Context, title string, p *LessonProgram) (*page.Lesson, error) {
	col := p.column(ctx)
	for _, order := range p.schedules() {
		if !order.IsForward() {
			s, err := p.Session.Steps(ctx, p.Mem, p.Source, order)
			if err != nil {
				return nil, err
			}
			col.Runs = append(col.Runs, page.Run{Schedule: order.String(), Orders: step.One(s)})
			continue
		}
		o, err := p.Session.Orders(ctx, p.Mem, p.Source)
		if err != nil {
			return nil, err
		}
		col.Runs = append(col.Runs, page.Run{Schedule: order.String(), Hand: len(o.Branches[0].Forks) > 0, Orders: o})
	}
	return &page.Lesson{Title: title, Columns: []page.Column{*col}}, nil
}

// Comparison is the page of two programs beside each other, under the schedules of Lesson.
func Comparison(ctx context.Context, title string, before, after *LessonProgram) (*page.Lesson, error) {
	l := &page.Lesson{Title: title, Columns: []page.Column{*before.column(ctx), *after.column(ctx)}}
	for _, order := range before.schedules() {
		var stories []*step.Story
		for k, p := range []*LessonProgram{before, after} {
			s, err := p.Session.Steps(ctx, p.Mem, p.Source, order)
			if err != nil {
				return nil, err
			}
			stories = append(stories, s)
			l.Columns[k].Runs = append(l.Columns[k].Runs, page.Run{Schedule: order.String(), Orders: step.One(s)})
		}
		l.Beside = append(l.Beside, step.Together(stories[0], stories[1]))
	}
	return l, nil
}

// schedules are those of a page. That of the session comes first.
func (p *LessonProgram) schedules() []engine.Schedule {
	reverse, _ := engine.ParseSchedule("reverse")
	list := []engine.Schedule{p.Session.Settings.Options().Schedule}
	for _, s := range []engine.Schedule{{}, reverse} {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// withDefs is its FUNMEM form after the functions of earlier programs that it calls.
func (p *LessonProgram) withDefs() *syntax.Program {
	defs := p.Session.Heap.Check.Heap.Defs
	own := map[string]bool{}
	for _, d := range p.Mem.Defs() {
		own[d.Name] = true
	}
	whole := *p.Mem
	whole.Decls = slices.Clone(p.Mem.Decls)
	for _, d := range syntax.Reached(p.Mem, defs.Get) {
		if !own[d.Name] {
			whole.Decls = append([]syntax.Decl{d}, whole.Decls...)
		}
	}
	return &whole
}

// column has the forms of a program.
func (p *LessonProgram) column(ctx context.Context) *page.Column {
	c := &page.Column{Name: p.Name, Forms: []page.Form{{Name: "source", Text: p.Source.Text, Source: true}}}
	if p.Core != nil {
		c.Forms = append(c.Forms, page.Form{Name: "core", Text: syntax.Print(p.Core)})
	}
	c.Forms = append(c.Forms, page.Form{Name: "FUNMEM", Text: syntax.Print(p.withDefs())})
	imp := "-- There is no IMP form.\n"
	switch q, _, err := p.Session.ToIMP(ctx, p.Mem, nil, true); {
	case err == nil:
		imp = ast.Print(q)
	default:
		for _, d := range diag.Of(err) {
			imp += "-- " + diag.OneLine(d.Msg) + "\n"
		}
	}
	c.Forms = append(c.Forms, page.Form{Name: "IMP", Text: imp})
	return c
}
