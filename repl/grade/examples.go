package grade

import (
	"context"
	"math"
	"slices"

	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// examples evaluates the tests of a check.
func (s *solution) examples(ctx context.Context, c *Check) (items []*Item) {
	for _, x := range c.Examples {
		items = append(items, s.example(ctx, c, x))
	}
	return items
}

func (s *solution) example(ctx context.Context, c *Check, x *Example) *Item {
	it := &Item{What: oneLine(x.Text)}
	for _, name := range syntax.Calls(x.Expr) {
		if slices.Contains(s.lacks, name) {
			it.Says = "the submission does not define `" + name + "`"
			return it
		}
	}
	if s.after.Mem {
		it.Says = "the submission is in FUNMEM, and a test calls functions of Fun"
		return it
	}
	return s.try(ctx, it, x.Expr.GetSpan().Src, func(ctx context.Context) error {
		if s.tests == nil {
			in := session.NewSession(s.settings)
			in.Whole = true
			if _, err := in.AddProgram(ctx, s.together(s.prog.Decls, s.prog.Span)); err != nil {
				return err
			}
			s.tests = in
		}
		found, err := valuesOf(ctx, s.tests, s.asked(x.Expr))
		if err != nil {
			return err
		}
		want, stated := s.want[x]
		if !stated {
			it.Passed = isTrue(found)
			it.Expected, it.Found = "true", formatted(found)
		} else {
			it.Passed = same(want, found, c.Within)
			it.Expected, it.Found = formatted(want), formatted(found)
		}
		if it.Passed {
			it.Expected, it.Found = "", ""
		} else if stated {
			it.Says = differs(want, found)
		} else {
			it.Says = "it is not true"
		}
		return nil
	})
}

// isTrue tells whether the value of a condition is true.
func isTrue(list []value.Shown) bool {
	if len(list) != 1 || list[0].Rank() > 0 || list[0].Elem() != syntax.Int {
		return false
	}
	n := list[0].Top().Number()
	return !n.IsUndefined() && !n.IsZero()
}

// same tells whether values are as they should be. Real numbers may be apart by within, absolutely or relatively.
func same(want, found []value.Shown, within float64) bool {
	return slices.EqualFunc(want, found, func(w, f value.Shown) bool {
		if _, differs := value.Difference(w, f); !differs {
			return true
		}
		if within == 0 || w.Elem() != syntax.F64 || w.Type() != f.Type() {
			return false
		}
		near := true
		var all []float64
		value.Each(w, func(_ []int, p value.Part) { all = append(all, p.Number().Real().Float64()) })
		value.Each(f, func(_ []int, p value.Part) {
			if len(all) == 0 {
				near = false
				return
			}
			x, y := all[0], p.Number().Real().Float64()
			all = all[1:]
			d := math.Abs(x - y)
			near = near && (x == y || math.IsNaN(x) && math.IsNaN(y) || !math.IsInf(d, 0) && d <= within*max(1, math.Abs(x)))
		})
		return near && len(all) == 0
	})
}

// differs says where values are not as they should be.
func differs(want, found []value.Shown) string {
	if len(want) != len(found) {
		return "it gives " + diag.Count(len(found), "value") + ", not " + diag.Count(len(want), "value")
	}
	for k := range want {
		if want[k].Type() != found[k].Type() {
			return "it is " + found[k].Type() + ", not " + want[k].Type()
		}
		if at, is := value.Difference(want[k], found[k]); is && at != nil {
			return "element " + indices(at) + " differs"
		}
	}
	return "it has another value"
}

// shownElements is how many elements of an array a report has.
const shownElements = 20

// formatted is the text of values.
func formatted(list []value.Shown) string {
	text := ""
	for k, v := range list {
		if k > 0 {
			text += ", "
		}
		text += value.Format(v, shownElements)
	}
	if len(list) != 1 {
		text = "(" + text + ")"
	}
	return oneLine(text)
}
