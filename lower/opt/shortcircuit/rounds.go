package shortcircuit

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// numberRounds gives each scan of arrays the number of the round, which says where the rows
// go. It returns the binders.
func (c *circuit) numberRounds() map[int]bool {
	added := map[int]bool{}
	c.set(rewrite.Body(c.body(), func(b *syntax.Body) *syntax.Body {
		return folds(b, func(f *syntax.Fold) {
			if round, accs, _, _ := f.Params(); f.Name != "scan" || round != nil || !anyArray(accs) {
				return
			}
			k := c.job.Supply.Binding("k", &syntax.Type{Span: f.Span})
			k.Span = f.Span
			added[k.ID] = true
			f.Fn = withParams(f.Lambda(), append([]*syntax.Binding{k}, f.Lambda().Params...))
		})
	}))
	return added
}

// dropRounds removes the added round numbers that nothing uses.
func (c *circuit) dropRounds(added map[int]bool) {
	if len(added) == 0 {
		return
	}
	c.set(rewrite.Body(c.body(), func(b *syntax.Body) *syntax.Body {
		return folds(b, func(f *syntax.Fold) {
			if round, _, _, _ := f.Params(); round != nil && added[round.ID] && syntax.Uses(f.Fn, round.ID) == 0 {
				f.Fn = withParams(f.Lambda(), f.Lambda().Params[1:])
			}
		})
	}))
}

// folds returns a body with the reduces and scans changed.
func folds(b *syntax.Body, change func(f *syntax.Fold)) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Stms: make([]syntax.Stm, len(b.Stms)), Res: b.Res}
	for k, s := range b.Stms {
		out.Stms[k] = s
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if f := syntax.FoldOf(l.Exp); f != nil {
			change(f)
			out.Stms[k] = &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: f.Expr(), Doc: l.Doc}
		}
	}
	return out
}

func withParams(l *syntax.Lambda, params []*syntax.Binding) *syntax.Lambda {
	return &syntax.Lambda{Span: l.Span, Params: params, Body: l.Body, Mapped: l.Mapped}
}

func anyArray(bs []*syntax.Binding) bool {
	for _, b := range bs {
		if b.Type.IsArray() {
			return true
		}
	}
	return false
}
