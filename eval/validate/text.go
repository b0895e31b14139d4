package validate

import (
	"context"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/imp"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Text is a program as text. The name is what messages call it. If it ends in .imp, the text is IMP; otherwise it is Fun,
// or FUNMEM if it mentions memory.
type Text struct{ Name, Text string }

// Read parses and elaborates a program. The error is a diag.List or a *diag.Diagnostic, with places, rules and help. A text
// stands for itself: it may not import files, and comments that give the command line inputs or a precision are comments.
func (t Text) Read(ctx context.Context) (_ *Program, err error) {
	defer stop.Caught(&err)
	src, poll := diag.NewSource(t.Name, t.Text), engine.NewBudget(ctx, 0).Poll
	if strings.HasSuffix(t.Name, ".imp") {
		p, err := imp.Parse(src, poll)
		if err == nil {
			p, err = imp.Resolve(p, nil)
		}
		if err != nil {
			return nil, err
		}
		return OfIMP(p, t.Name), nil
	}
	p, err := syntax.Parse(src, poll)
	if err != nil {
		return nil, err
	}
	for _, d := range p.Decls {
		if _, ok := d.(*syntax.Import); ok {
			return nil, diag.Errorf(diag.Usage, "", d.GetSpan(), "a text by itself imports no files").Helpf("put the definitions into the text")
		}
	}
	s := elab.NewSession(nil)
	s.Poll = poll
	u, err := s.Program(p)
	if err != nil {
		return nil, err
	}
	return &Program{Unit: u, Name: t.Name, Supply: s.Supply()}, nil
}

// Texts compares two programs that are given as texts. An error is about the request: BEFORE is no program, AFTER does not
// parse, or they do not belong together. An AFTER that has type errors is no error: the comparison says so. o has to be there, and
// with at least one of Tests, since without an input nothing is known.
func Texts(ctx context.Context, before, after Text, o *Options) (*Comparison, error) {
	b, err := before.Read(ctx)
	if err != nil {
		return nil, err
	}
	a, err := after.Read(ctx)
	if t := NewIllTyped(after.Name, err); t != nil {
		return &Comparison{IllTyped: []*IllTyped{t}}, nil
	}
	if err != nil {
		return nil, err
	}
	return Compare(ctx, b, a, o)
}
