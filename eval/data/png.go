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

// WritePNG writes an array as a picture of 8 bits, one pixel for each row and column: [n][m] in grey, [n][m][3] in red,
// green and blue, and [n][m][4] with alpha after these, 0 for what is transparent. If all values are in 0 to 255, they
// are the levels, with reals rounded to the nearest level. Otherwise the smallest value becomes 0, the largest 255, the
// others are rounded to the nearest level, and the result says so. Messages call the destination name.
func WritePNG(w io.Writer, name string, v value.Val) (*Rescale, error) {
	rows, cols, planes, ok := pixels(v)
	if !ok {
		found := "a number"
		if v.A != nil {
			found = v.Type()
		}
		return nil, usage("cannot write %s: the value is %s, wanted [n][m] for a grey picture or [n][m][3] for one in colour", name, found)
	}
	if rows == 0 || cols == 0 || rows > math.MaxInt32 || cols > math.MaxInt32 {
		return nil, usage("cannot write %s: a picture of %d by %d pixels, wanted 1 to %d each way", name, rows, cols, math.MaxInt32)
	}
	pix := make([]byte, rows*cols*planes)
	scale, err := levels(pix, v.A.Elems)
	if err == nil {
		err = png.Encode(w, imageOf(pix, image.Rect(0, 0, cols, rows), planes))
	}
	if err != nil {
		return nil, usage("cannot write %s: %s", name, Cause(err))
	}
	return scale, nil
}

// pixels are the rows and columns of a picture and how many numbers a pixel has; ok is false if the value is no picture.
func pixels(v value.Val) (rows, cols, planes int, ok bool) {
	if v.A == nil {
		return 0, 0, 0, false
	}
	shape := v.A.Shape
	if len(shape) == 3 && (shape[2] == 3 || shape[2] == 4) {
		return shape[0], shape[1], shape[2], true
	}
	if len(shape) != 2 {
		return 0, 0, 0, false
	}
	return shape[0], shape[1], 1, true
}

// imageOf is the picture whose pixels have so many levels each. Red, green and blue stay as they are where a pixel is
// transparent.
func imageOf(pix []byte, at image.Rectangle, planes int) image.Image {
	switch planes {
	case 1:
		return &image.Gray{Pix: pix, Stride: at.Dx(), Rect: at}
	case 4:
		return &image.NRGBA{Pix: pix, Stride: 4 * at.Dx(), Rect: at}
	}
	full := make([]byte, 0, len(pix)/3*4)
	for i := 0; i < len(pix); i += 3 {
		full = append(full, pix[i], pix[i+1], pix[i+2], 255)
	}
	return &image.NRGBA{Pix: full, Stride: 4 * at.Dx(), Rect: at}
}

// levels fills pix with the levels of the values.
func levels(pix []byte, v *num.Vec) (*Rescale, error) {
	if v.HasUndefined() {
		return nil, errors.New("a pixel is undefined: nothing has written it")
	}
	if v.IsReal() {
		return levelsOfReals(pix, v)
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
	return &Rescale{Min: short(lo), Max: short(hi)}, nil
}

// levelsOfReals is levels for reals, which are finite.
func levelsOfReals(pix []byte, v *num.Vec) (*Rescale, error) {
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
		if hi > 0 && hi <= 1 {
			return &Rescale{num.OfFloat(lo).String(), num.OfFloat(hi).String(), true}, nil
		}
		return nil, nil
	}
	for i := range pix {
		if hi > lo {
			pix[i] = byte(math.Round((at(i)/2 - lo/2) / (hi/2 - lo/2) * 255))
		}
	}
	return &Rescale{Min: num.OfFloat(lo).String(), Max: num.OfFloat(hi).String()}, nil
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
