package flatten

import "funmem/semantics/syntax"

func (l *lifter) reduced(s *syntax.Let, e *syntax.Reduce) []syntax.Stm {
	l.refuse(s.Span, "reduce")
	return nil
}
func (l *lifter) unrolled(s *syntax.Let, e *syntax.Scan) ([]syntax.Stm, bool) { return nil, false }
func (l *lifter) updated(s *syntax.Let, e *syntax.With) ([]syntax.Stm, bool)  { return nil, false }
func (l *lifter) scan(c *context, s *syntax.Let, e *syntax.Scan)              { l.refuse(s.Span, "scan") }
func (l *lifter) branches(c *context, s *syntax.Let, e *syntax.If)            { l.refuse(s.Span, "if") }
func (l *lifter) loop(c *context, s *syntax.Let, e *syntax.Loop)              { l.refuse(s.Span, "loop") }
