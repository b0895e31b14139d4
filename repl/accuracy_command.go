package repl

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/lower/native"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// These constants say how many digits the decimals have that the doubles of :accuracy are compared
// with. They begin with firstDigits digits. The number is doubled until two results in a row agree
// to sure digits, up to mostDigits.
const (
	firstDigits = 40
	mostDigits  = 640
	sure        = 20
)

// accuracyCommand says how many digits of the result in doubles are right.
func (c *Console) accuracyCommand(ctx context.Context, arg string) error {
	e, err := c.Aside(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	doubles, err := c.WithDigits(ctx, e, 0)
	if err != nil {
		return err
	}
	digits := firstDigits
	exact, err := c.WithDigits(ctx, e, digits)
	for err == nil {
		var more []value.Val
		if more, err = c.WithDigits(ctx, e, 2*digits); err != nil {
			break
		}
		agree := agreement(exact, more)
		if exact, digits = more, 2*digits; agree >= sure {
			break
		}
		if digits >= mostDigits {
			c.printf("decimals of %d and of %d digits agree to %.0f digits only: no number of digits seems to be enough", digits/2, digits, agree)
			break
		}
	}
	if err != nil {
		return err
	}
	n := 0
	others := session.Shown(e.Unit, exact)
	for k, r := range session.Shown(e.Unit, doubles) {
		if session.IsBlock(r.Result) {
			continue
		}
		n++
		switch v := r.Value.(type) {
		case *value.Rows:
			c.accuracyOfRows(v, others[k].Value.(*value.Rows), digits)
		case value.Val:
			c.accuracyOf(v, others[k].Value.(value.Val), digits, func(at []int) []int { return at })
		}
	}
	if n > 0 && (c.Settings.Compiles() || c.Settings.Lower != "off") {
		return c.nativeAccuracy(ctx, e, doubles)
	}
	if n == 0 {
		return diag.Usagef("there is no value whose digits could be right").Helpf("`:accuracy EXPR` looks at the value of an expression")
	}
	return nil
}

// nativeAccuracy prints how far the results of native code are from those of the value semantics.
func (c *Console) nativeAccuracy(ctx context.Context, e *session.Scratch, doubles []value.Val) error {
	engine := session.Native
	if d := session.DeviceOf(c.Settings.Engine); d != nil {
		engine = d.Engine
	}
	n, err := engine()
	if err != nil {
		c.printf("native code: %s", err)
		return nil
	}
	before := n.Done()
	values, err := c.Ready(ctx, c.NativelyAside(n), e.Fun, e.Unit)()
	if err != nil {
		return err
	}
	if n.Done() == before {
		c.printf("native code did not run here; `:lower` says why")
		return nil
	}
	most := 0.0
	for k := range values {
		d, ok := native.Apart(values[k], doubles[k])
		if !ok {
			c.printf("native code gives %s", value.Format(values[k], 20))
			return nil
		}
		most = max(most, d)
	}
	if most == 0 {
		c.printf("native code gives the same, bit for bit")
		return nil
	}
	c.printf("native code is off by %.1e at most, relative to the larger number or to 1; a comparison allows %.0e", most, native.Bound)
	return nil
}

// accuracyOfRows is accuracyOf for an irregular array.
func (c *Console) accuracyOfRows(got, exact *value.Rows, digits int) {
	got, exact = got.InOrder(), exact.InOrder()
	for k, l := range got.Levels {
		if !l.Sizes.Equal(exact.Levels[k].Sizes) {
			c.printf("its rows have other sizes with decimals of %d digits: a comparison, or a conversion to int, went the other way", digits)
			return
		}
	}
	if got.Elem() == syntax.Int {
		c.accuracyOfInts(got, exact, got.Data.Equal(exact.Data), digits)
		return
	}
	c.accuracyOf(value.Val{A: got.Data}, value.Val{A: exact.Data}, digits, value.SegmentsOf(got).Index)
}

// accuracyOf prints how many digits of one value are right. index is what people call the element at an index.
func (c *Console) accuracyOf(got, exact value.Val, digits int, index func([]int) []int) {
	if slices.Equal(got.Shape(), exact.Shape()) && got.Elem() == syntax.Int {
		c.accuracyOfInts(got, exact, got.Equal(exact), digits)
		return
	}
	if !slices.Equal(got.Shape(), exact.Shape()) {
		c.printf("its type is %s, and %s with decimals of %d digits: a comparison went the other way", got.Type(), exact.Type(), digits)
		return
	}
	if got.A == nil {
		c.printf("%s", rightDigits(got.I, exact.I))
		return
	}
	n := got.A.Elems.Len()
	if n == 0 {
		c.printf("it has no elements")
		return
	}
	all := make([]float64, n)
	worst := 0
	for k := range all {
		if all[k] = num.RightDigits(got.A.Elems.At(k).Real(), exact.A.Elems.At(k).Real()); all[k] < all[worst] {
			worst = k
		}
	}
	if math.IsInf(all[worst], 1) {
		c.printf("all digits of all elements are right")
		return
	}
	c.printf("worst element [%s]: %s", indexText(index(value.IndexOf(got.A.Shape, worst))), rightDigits(got.A.Elems.At(worst), exact.A.Elems.At(worst)))
	slices.Sort(all)
	if n > 1 {
		half := "all digits"
		if !math.IsInf(all[n/2], 1) {
			half = "at least " + digitsText(all[n/2])
		}
		c.printf("half of the %d elements have %s right", n, half)
	}
}

// accuracyOfInts prints whether ints are the same with decimals.
func (c *Console) accuracyOfInts(got, exact value.Shown, same bool, digits int) {
	if same {
		c.printf("%s is the same with decimals", value.Format(got, 20))
		return
	}
	c.printf("%s comes out as %s with decimals of %d digits: a comparison, or a conversion to int, went the other way", value.Format(got, 20), value.Format(exact, 20), digits)
}

// rightDigits says how many digits of a number are right.
func rightDigits(got, exact num.Num) string {
	right := num.RightDigits(got.Real(), exact.Real())
	if math.IsInf(right, 1) {
		return fmt.Sprintf("%s: all digits are right", got)
	}
	near := num.NewReals(25).Of(exact.Real())
	if right < 0.1 {
		return fmt.Sprintf("%s: no digit is right, it should be %s", got, near)
	}
	return fmt.Sprintf("%s: %s are right, it should be %s", got, digitsText(right), near)
}

func digitsText(right float64) string { return fmt.Sprintf("%.1f digits", right) }

// indexText is an index as it is written.
func indexText(index []int) string {
	parts := make([]string, len(index))
	for d, y := range index {
		parts[d] = fmt.Sprint(y)
	}
	return strings.Join(parts, ", ")
}

// agreement returns to how many digits the reals of two results agree; 0 when their types differ.
func agreement(v, w []value.Val) float64 {
	least := math.Inf(1)
	for k := range v {
		if !slices.Equal(v[k].Shape(), w[k].Shape()) || v[k].Elem() != w[k].Elem() {
			return 0
		}
		if v[k].Elem() != syntax.F64 {
			continue
		}
		if v[k].A == nil {
			least = min(least, num.Agreement(v[k].I.Real(), w[k].I.Real()))
			continue
		}
		for j := range v[k].A.Elems.Len() {
			least = min(least, num.Agreement(v[k].A.Elems.At(j).Real(), w[k].A.Elems.At(j).Real()))
		}
	}
	return least
}
