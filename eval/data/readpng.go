package data

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
)

const pngMagic = "\x89PNG"

// ReadPNG reads a picture as ints, 0 to 255, or 0 to 65535 if it has 16 bits. The type follows from how the file keeps
// its pixels: [rows][columns] for grey levels; [rows][columns][3], red, green and blue, for colours, also of a palette; and
// [rows][columns][4] if some pixel is transparent, with alpha as the last number and colours that are not multiplied by
// it. The array may take memory bytes (0: no limit).
func ReadPNG(ctx context.Context, text, name string, memory int64) (Typed, error) {
	wrong := func(err error) error {
		if errors.Is(err, io.EOF) || strings.HasSuffix(err.Error(), io.ErrUnexpectedEOF.Error()) {
			return usage("%s: the picture is cut off", name)
		}
		return usage("%s: this is no picture that can be read: %s", name, strings.TrimPrefix(err.Error(), "png: "))
	}
	head, err := png.DecodeConfig(strings.NewReader(text))
	if err != nil {
		return Typed{}, wrong(err)
	}
	// A picture, its pixels as doubles of 8 bytes, and no more pixels than a file of this size can hold.
	const perPixel, mostPacked = 8 + 4*8, 8 * 1040
	n := int64(head.Width) * int64(head.Height)
	if memory > 0 && n > memory/perPixel {
		return Typed{}, tooMuch(name, shapeText([]int{head.Height, head.Width}), perPixel*n, memory)
	}
	if n/mostPacked > int64(len(text)) {
		return Typed{}, usage("%s: the picture is cut off: %d by %d pixels cannot be in a file of %d bytes", name, head.Width, head.Height, len(text))
	}
	img, err := png.Decode(strings.NewReader(text))
	if err != nil {
		return Typed{}, wrong(err)
	}
	read, bits := reader(img)
	rows, cols := head.Height, head.Width
	levels := make([]int64, 0, n)
	opaque := true
	for y := range rows {
		if ctx.Err() != nil {
			return Typed{}, &engine.Interrupted{Cause: context.Cause(ctx)}
		}
		for x := range cols {
			levels, opaque = read(levels, x, y, opaque)
		}
	}
	shape := []int{rows, cols}
	if planes := len(levels) / max(1, rows*cols); planes == 4 && opaque {
		levels, shape = withoutAlpha(levels), append(shape, 3)
	} else if planes == 4 {
		shape = append(shape, 4)
	}
	return Typed{Val: value.Val{A: &value.Array{Shape: shape, Elems: num.VecOf(levels)}}, Type: bits}, nil
}

// reader returns a function that appends the levels of a pixel, one or four, and tells whether all pixels so far are
// opaque. The type is Futhark's name for that of the levels.
func reader(img image.Image) (read func(to []int64, x, y int, opaque bool) ([]int64, bool), typ string) {
	switch img := img.(type) {
	case *image.Gray:
		return func(to []int64, x, y int, _ bool) ([]int64, bool) { return append(to, int64(img.GrayAt(x, y).Y)), true }, "u8"
	case *image.Gray16:
		return func(to []int64, x, y int, _ bool) ([]int64, bool) {
			return append(to, int64(img.Gray16At(x, y).Y)), true
		}, "u16"
	case *image.RGBA64, *image.NRGBA64:
		return func(to []int64, x, y int, opaque bool) ([]int64, bool) {
			c := color.NRGBA64Model.Convert(img.At(x, y)).(color.NRGBA64)
			return append(to, int64(c.R), int64(c.G), int64(c.B), int64(c.A)), opaque && c.A == 0xffff
		}, "u16"
	}
	return func(to []int64, x, y int, opaque bool) ([]int64, bool) {
		c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		return append(to, int64(c.R), int64(c.G), int64(c.B), int64(c.A)), opaque && c.A == 0xff
	}, "u8"
}

// withoutAlpha leaves out every fourth level.
func withoutAlpha(levels []int64) []int64 {
	out := levels[:0]
	for k, x := range levels {
		if k%4 < 3 {
			out = append(out, x)
		}
	}
	return out
}
