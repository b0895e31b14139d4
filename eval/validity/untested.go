package validity

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Untested is a reduce or scan whose operator was not tried for associativity, or only on the tuples that it folds.
type Untested struct {
	Fold   string    `json:"fold"` // "reduce `r`"
	Why    string    `json:"why"`  // or what other tuples break
	Partly bool      `json:"partly,omitempty"`
	At     diag.Span `json:"-"`
}

// MarshalJSON adds the place.
func (u Untested) MarshalJSON() ([]byte, error) {
	type plain Untested
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(u), u.At.String()})
}

// Line returns the message about it.
func (u *Untested) Line() string {
	if u.Partly {
		return u.Fold + machine.At(u.At) + ": its operator keeps its laws on the tuples that ran; on others it " + u.Why
	}
	return u.Fold + machine.At(u.At) + ": not tested for being associative: " + u.Why
}

// untried says why the function of a fold cannot be tried as an operator, or returns "".
func (s *sampler) untried(f *syntax.Fold) string {
	round, accs, elems, ok := f.Params()
	switch {
	case !ok:
		return "its function is not known here"
	case round != nil:
		return "its function takes the number of the round"
	case slices.ContainsFunc(f.Lambda().Params, func(p *syntax.Binding) bool { return !p.Type.IsNumber() }):
		return "its operands are arrays"
	case len(accs) != len(elems):
		return fmt.Sprintf("its function takes %s and %s, and is no operator on what a map gives", diag.Count(len(accs), "accumulator"), diag.Count(len(elems), "element"))
	}
	for k, a := range accs {
		if a.Type.Elem != elems[k].Type.Elem {
			return "its accumulators and elements are of different types"
		}
	}
	for _, x := range s.outside(f) {
		if _, ok := s.value(x); !ok {
			return fmt.Sprintf("the value of `%s` is not known here", machine.Text(x))
		}
	}
	return ""
}

// mostOperator is the maximum length of an operator in a message.
const mostOperator = 60

// operatorText returns a function as its programmer wrote it, with a space after it. A function that was cut out of
// another one is shown as it would be written. The result is "" if that is too long.
func operatorText(l *syntax.Lambda, cut bool) string {
	text := l.Span.Text()
	if cut {
		text = cutText(l)
	}
	if text == "" || strings.ContainsAny(text, "\n`") || utf8.RuneCountInString(text) > mostOperator {
		return ""
	}
	return "`" + text + "` "
}

// cutText returns the text of a scalar function that was cut out of another one, without types and without names for
// intermediate values. For any other function it returns "".
func cutText(l *syntax.Lambda) string {
	names := map[string]bool{}
	by := map[int]syntax.Expr{}
	text := "\\"
	for _, p := range l.Params {
		name := p.Written()
		for n := 1; names[name]; n++ {
			name = fmt.Sprint(p.Written(), n)
		}
		names[name] = true
		by[p.ID] = &syntax.Var{Name: name, ID: p.ID}
		text += name + " "
	}
	for _, s := range l.Body.Stms {
		let, ok := s.(*syntax.Let)
		if !ok || !syntax.IsScalar(let.Exp) {
			return ""
		}
		by[let.Pat[0].ID] = syntax.Subst(let.Exp, by)
	}
	var res []string
	for _, x := range l.Body.Res {
		if res = append(res, syntax.Line(syntax.Subst(x, by))); len(res[0]) > mostOperator {
			return ""
		}
	}
	if len(res) == 1 {
		return text + "-> " + res[0]
	}
	return text + "-> (" + strings.Join(res, ", ") + ")"
}

// isBelow tells whether a number is less than 0.
func isBelow(k num.Num) bool {
	if k.IsReal() {
		return k.Real().Float64() < 0
	}
	return k.Sign() < 0
}

// near returns a function that draws operands among the constants of an operator, their neighbours and others, or nil
// if the operator has no constants.
func (s *sampler) near(f *syntax.Fold, op *operator, is Operator, others func(*rand.Rand) []value.Val) func(*rand.Rand) []value.Val {
	var pool [2][]num.Num
	below := false
	syntax.Walk(f.Lambda(), func(n syntax.Node) bool {
		e, ok := n.(syntax.Expr)
		if !ok {
			return true
		}
		if k, ok := literal(e); ok {
			below = below || isBelow(k)
			for _, d := range []int64{-1, 0, 1} {
				x := k
				if k.IsReal() {
					x = num.OfFloat(k.Real().Float64() + float64(d))
				} else {
					x = k.Add(num.Of(d))
				}
				if below || !isBelow(x) {
					elem := value.Number(x).Elem()
					pool[elem] = append(pool[elem], x)
				}
			}
		}
		return true
	})
	pools := make([][]num.Num, len(op.b))
	some := false
	for k, x := range op.b {
		pools[k] = fitting(pool[x.Type.Elem], is, k)
		some = some || len(pools[k]) > 0
	}
	if !some {
		return nil
	}
	return func(r *rand.Rand) []value.Val {
		v := others(r)
		for k, pool := range pools {
			if len(pool) > 0 && r.IntN(2) == 0 {
				v[k] = value.Number(pool[r.IntN(len(pool))])
			}
		}
		return v
	}
}
