package data

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// WritePNG writes a 2-D array as an 8-bit grey picture, one pixel per element, row by row. If
// all values are in 0 to 255, they are the grey levels, with reals rounded to the nearest level.
// Otherwise the smallest value becomes 0, the largest 255, the others are rounded to the nearest
// level, and the result says so. Messages call the destination name.
func WritePNG(w io.Writer, name string, v value.Val) (*Rescale, error) {
	if v.A == nil || len(v.A.Shape) != 2 {
		found := "a number"
		if v.A != nil {
			found = fmt.Sprintf("an array of %d dimensions", len(v.A.Shape))
			if len(v.A.Shape) == 1 {
				found = "an array of 1 dimension"
			}
		}
		return nil, usage("cannot write %s: the value is %s, wanted 2 dimensions for a picture", name, found)
	}
	rows, cols := v.A.Shape[0], v.A.Shape[1]
	if rows == 0 || cols == 0 || rows > math.MaxInt32 || cols > math.MaxInt32 {
		return nil, usage("cannot write %s: a picture of %d by %d pixels, wanted 1 to %d each way", name, rows, cols, math.MaxInt32)
	}
	img := image.NewGray(image.Rect(0, 0, cols, rows))
	scale, err := grey(img.Pix, v.A.Elems)
	if err != nil {
		return nil, usage("cannot write %s: %s", name, err)
	}
	if err := png.Encode(w, img); err != nil {
		return nil, usage("cannot write %s: %s", name, Cause(err))
	}
	return scale, nil
}

// grey fills pix with the grey levels of the values.
func grey(pix []byte, v *num.Vec) (*Rescale, error) {
	if v.HasUndefined() {
		return nil, errors.New("a pixel is undefined: nothing has written it")
	}
	if v.IsReal() {
		return greyReals(pix, v)
	}
	lo, hi := v.At(0), v.At(0)
	for i := 1; i < v.Len(); i++ {
		lo, hi = lo.Min(v.At(i)), hi.Max(v.At(i))
	}
	if lo.Sign() >= 0 && hi.Cmp(num.Of(255)) <= 0 {
		for i := range pix {
			x, _ := v.At(i).Int64()
			pix[i] = byte(x)
		}
		return nil, nil
	}
	span := hi.Sub(lo)
	for i := range pix {
		pix[i] = level(v.At(i).Sub(lo), span)
	}
	return &Rescale{short(lo), short(hi)}, nil
}

// greyReals is grey for reals, which are finite.
func greyReals(pix []byte, v *num.Vec) (*Rescale, error) {
	at := func(i int) float64 { return v.At(i).Real().Float64() }
	lo, hi := at(0), at(0)
	for i := range pix {
		if x := at(i); math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("a pixel is %s, wanted a finite number", v.At(i))
		}
		lo, hi = min(lo, at(i)), max(hi, at(i))
	}
	if lo >= 0 && hi <= 255 {
		for i := range pix {
			pix[i] = byte(math.Round(at(i)))
		}
		return nil, nil
	}
	for i := range pix {
		if hi > lo {
			pix[i] = byte(math.Round((at(i)/2 - lo/2) / (hi/2 - lo/2) * 255))
		}
	}
	return &Rescale{num.OfFloat(lo).String(), num.OfFloat(hi).String()}, nil
}

// level returns x·255/span rounded to the nearest integer, or 0 if span is 0.
func level(x, span num.Num) byte {
	if span.IsZero() {
		return 0
	}
	if span.Bits() > 1<<20 { // the leading bits decide; Mul must not fail
		shift, _ := num.Of(2).Pow(num.Of(int64(span.Bits() - 64)))
		x, _ = x.Quo(shift)
		span, _ = span.Quo(shift)
	}
	a, _ := x.Mul(num.Of(510))
	b, _ := span.Mul(num.Of(2))
	q, _ := a.Add(span).Quo(b)
	g, _ := q.Int64()
	return byte(min(g, 255))
}
