package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"

	"pgregory.net/rapid"
)

func readPicture(text string) (Typed, error) {
	return ReadPNG(context.Background(), text, "p.png", 1<<20)
}

// TestPicturesAgain checks that a picture that was written reads as it was: in grey, in colour and with alpha.
func TestPicturesAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := []int{rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "cols")}
		n := shape[0] * shape[1]
		planes := rapid.SampledFrom([]int{1, 3, 4}).Draw(t, "planes")
		if planes > 1 {
			shape = append(shape, planes)
		}
		a := &value.Array{Shape: shape, Elems: num.NewVec(n * planes)}
		for k := range n * planes {
			a.Elems.Set(k, num.Of(rapid.Int64Range(0, 255).Draw(t, "level")))
		}
		if planes == 4 { // otherwise it reads without alpha
			a.Elems.Set(3, num.Of(rapid.Int64Range(0, 254).Draw(t, "alpha")))
		}
		var b bytes.Buffer
		if scale, err := WritePNG(&b, "p.png", value.Val{A: a}); err != nil || scale != nil {
			t.Fatal(scale, err)
		}
		if v, err := readPicture(b.String()); err != nil || !v.Equal(value.Val{A: a}) {
			t.Fatalf("%v, %v; wanted %v", v, err, a)
		}
	})
}

// TestReadPNG reads pictures of the kinds that this package does not write.
func TestReadPNG(t *testing.T) {
	encode := func(img image.Image) string {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	at := image.Rect(0, 0, 2, 1)
	grey16 := image.NewGray16(at)
	grey16.SetGray16(1, 0, color.Gray16{Y: 1000})
	deep := image.NewNRGBA64(at)
	deep.SetNRGBA64(0, 0, color.NRGBA64{R: 65535, A: 65535})
	deep.SetNRGBA64(1, 0, color.NRGBA64{G: 7, B: 300, A: 40000})
	palette := image.NewPaletted(at, color.Palette{color.NRGBA{1, 2, 3, 255}, color.NRGBA{4, 5, 6, 255}})
	palette.Pix[1] = 1
	opaque := image.NewNRGBA(at)
	for i := range opaque.Pix {
		opaque.Pix[i] = 255
	}
	for _, c := range []struct {
		img       image.Image
		want, typ string
	}{
		{grey16, "[[0, 1000]]", "u16"},
		{deep, "[[[65535, 0, 0, 65535], [0, 7, 300, 40000]]]", "u16"},
		{palette, "[[[1, 2, 3], [4, 5, 6]]]", "u8"},
		{opaque, "[[[255, 255, 255], [255, 255, 255]]]", "u8"},
	} {
		v, err := readPicture(encode(c.img))
		if err != nil || value.Format(v.Val, 0) != c.want || v.Type != c.typ {
			t.Errorf("%T: %s of %s, %v; wanted %s of %s", c.img, value.Format(v.Val, 0), v.Type, err, c.want, c.typ)
		}
	}
	whole := encode(palette)
	for text, want := range map[string]string{
		"":                    "p.png: the picture is cut off",
		"GIF89a and so on":    "this is no picture that can be read: invalid format: not a PNG file",
		whole[:len(whole)-20]: "p.png: the picture is cut off",
		claims(1<<20, 1<<20):  "p.png: shape (1048576, 1048576): this needs",
		claims(1<<7, 1<<7):    "p.png: the picture is cut off",
		claims(0, 5):          "this is no picture that can be read: invalid format: non-positive dimension",
	} {
		if _, err := readPicture(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, wanted %q", text, err, want)
		}
	}
	if _, err := ReadPNG(context.Background(), claims(1<<20, 1<<20), "p.png", 0); err == nil || !strings.Contains(err.Error(), "cannot be in a file of 33 bytes") {
		t.Error("what a header claims is allocated: ", err)
	}
}

// claims is a PNG file that ends after its header.
func claims(width, height uint32) string {
	head := []byte("IHDR")
	head = binary.BigEndian.AppendUint32(head, width)
	head = binary.BigEndian.AppendUint32(head, height)
	head = append(head, 8, 2, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return string(binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(head)))
}

// FuzzReadPNG: any bytes give a picture, or a usage error.
func FuzzReadPNG(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add(claims(3, 3))
	f.Fuzz(func(t *testing.T, file string) {
		v, err := ReadPNG(context.Background(), file, "p.png", 1<<16)
		var d *diag.Diagnostic
		if err != nil && (!errors.As(err, &d) || d.Kind != diag.Usage) {
			t.Fatal(err)
		}
		if err == nil && v.A.Elems.Len() > 1<<13 {
			t.Fatal("more than the limit was read")
		}
	})
}
