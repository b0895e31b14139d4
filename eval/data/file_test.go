package data

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// readOne returns the only value of a file.
func readOne(path string, memory int64) (value.Val, error) {
	vs, err := Read(context.Background(), path, memory)
	if err != nil {
		return value.Val{}, err
	}
	return vs[0].Val, nil
}

// TestAscent reads the photograph of the examples.
func TestAscent(t *testing.T) {
	v, err := readOne(filepath.Join("..", "..", "examples", "data", "ascent.npy"), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if s := v.A.Shape; len(s) != 2 || s[0] != 512 || s[1] != 512 {
		t.Fatal(s)
	}
	if got := v.A.Elems.At(0).String(); got != "83" {
		t.Errorf("the first pixel is %s, wanted 83", got)
	}
	for i := 0; i < v.A.Elems.Len(); i++ {
		if x, ok := v.A.Elems.At(i).Int64(); !ok || x < 0 || x > 255 {
			t.Fatalf("pixel %d is %d", i, x)
		}
	}
	if _, err := readOne(filepath.Join("..", "..", "examples", "data", "ascent.npy"), 1<<20); err == nil || !strings.Contains(err.Error(), "this needs 2.0 MiB of memory and the limit is 1.0 MiB") {
		t.Error(err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"photo.npy", "UPPER.NPY"} {
		if _, err := Write(path(name), ints(1, 2, 3)); err != nil {
			t.Fatal(err)
		}
		if v, err := readOne(path(name), 0); err != nil || !v.Equal(ints(1, 2, 3)) {
			t.Fatal(v, err)
		}
	}
	short, err := os.ReadFile(path("photo.npy"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path("short.npy"), short[:len(short)-1], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path("folder.npy"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, wide := Write(path("photo.npy"), value.Val{I: parse(t, "99999999999999999999")})
	if v, err := readOne(path("photo.npy"), 0); err != nil || !v.Equal(ints(1, 2, 3)) {
		t.Errorf("a failed write touched the file: %v, %v", v, err)
	}
	read := func(name string) error { _, err := readOne(name, 0); return err }
	write := func(name string) error { _, err := Write(name, ints(1)); return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{wide, "wanted an int of 64 bits"},
		{read(path("phoot.npy")), "no such file or directory"},
		{read(path("phoot.npy")), "did you mean " + path("photo.npy") + "?"},
		{read(path("no/such.npy")), "no such file or directory"},
		{read(path("short.npy")), "short.npy: the data is cut off: shape (3,) of 8 bytes each needs 24 bytes, found 23"},
		{read(path("folder.npy")), "is a folder, wanted a file"},
		{read("x.xls"), "cannot read x.xls: its name ends in .xls, wanted .npy, .npz, .csv, .png, .in, .out or .txt"},
		{write("x"), "cannot write x: its name has no ending, wanted .npy, .npz, .png, .in, .out or .txt"},
		{write("x.jpg"), "cannot write x.jpg: its name ends in .jpg, wanted .npy, .npz, .png, .in, .out or .txt"},
		{write(path("x.png")), "x.png: the value is [1]int, wanted [n][m] for a grey picture"},
		{write(path("no/such.npy")), "no such file or directory"},
	} {
		var d *diag.Diagnostic
		if !errors.As(c.err, &d) || d.Kind != diag.Usage || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, wanted a usage error with %q", c.err, c.want)
		}
	}
}

// TestNearestHere suggests names in the current folder without a path.
func TestNearestHere(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"photo.npy", "one.npy", "a.npy", "x.in"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const all = "of that kind the folder has a.npy, one.npy, photo.npy"
	for name, want := range map[string]string{
		"photos.npy": "did you mean photo.npy?",
		"none.npy":   "did you mean one.npy?",
		"x.npy":      all, // not a.npy, one letter away
		"other.npy":  all,
		"photo.in":   "of that kind the folder has x.in",
		"a.np":       "did you mean a.npy?",
	} {
		_, err := os.Open(name)
		if d := diag.Of(CannotRead(name, err)); len(d) != 1 || d[0].Help != want {
			t.Errorf("%s: %v, wanted %q", name, d, want)
		}
	}
}

func picture(t *testing.T, rows, cols int, texts ...string) ([]byte, *Rescale) {
	t.Helper()
	elems := num.NewVec(rows * cols)
	for i, text := range texts {
		elems.Set(i, parse(t, text))
	}
	path := filepath.Join(t.TempDir(), "x.png")
	scale, err := Write(path, value.Val{A: &value.Array{Shape: []int{rows, cols}, Elems: elems}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	g, ok := img.(*image.Gray)
	if !ok || g.Bounds() != image.Rect(0, 0, cols, rows) {
		t.Fatalf("%T of %v", img, img.Bounds())
	}
	return g.Pix, scale
}

func TestPicture(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		values     []string
		pix        []byte
		scale      string
	}{
		{2, 3, []string{"0", "1", "2", "253", "254", "255"}, []byte{0, 1, 2, 253, 254, 255}, ""},
		{1, 2, []string{"7", "7"}, []byte{7, 7}, ""},
		{1, 3, []string{"-1", "0", "1"}, []byte{0, 128, 255}, "values from -1 to 1 rescaled to levels 0 to 255"},
		{3, 1, []string{"0", "256", "512"}, []byte{0, 128, 255}, "values from 0 to 512 rescaled to levels 0 to 255"},
		{1, 2, []string{"-5", "-5"}, []byte{0, 0}, "values from -5 to -5 rescaled to levels 0 to 255"},
		{1, 3, []string{"-9223372036854775808", "9223372036854775807", "0"}, []byte{0, 255, 128},
			"values from -9223372036854775808 to 9223372036854775807 rescaled to levels 0 to 255"},
		{1, 3, []string{"0", "100000000000000000000", "50000000000000000000"}, []byte{0, 255, 128},
			"values from 0 to 100000000000000000000 rescaled to levels 0 to 255"},
	} {
		pix, scale := picture(t, c.rows, c.cols, c.values...)
		text := ""
		if scale != nil {
			text = scale.String()
		}
		if !bytes.Equal(pix, c.pix) || text != c.scale {
			t.Errorf("%v: %v, %q; wanted %v, %q", c.values, pix, text, c.pix, c.scale)
		}
	}
}

func TestNoPicture(t *testing.T) {
	for _, c := range []struct {
		v    value.Val
		want string
	}{
		{value.Val{}, "the value is a number, wanted [n][m] for a grey picture or [n][m][3] for one in colour"},
		{value.Val{A: value.NewArray(syntax.Int, []int{1, 2, 5})}, "the value is [1][2][5]int, wanted"},
		{value.Val{A: value.NewArray(syntax.Int, []int{0, 3})}, "a picture of 0 by 3 pixels"},
		{value.Val{A: value.NewArray(syntax.Int, []int{3, 0})}, "a picture of 3 by 0 pixels"},
	} {
		if _, err := WritePNG(&bytes.Buffer{}, "x.png", c.v); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, wanted %q", err, c.want)
		}
	}
}

// TestHugeLevels: rescaling works even if a product would be refused as too big.
func TestHugeLevels(t *testing.T) {
	huge, err := num.Of(2).Pow(num.Of(num.MaxBits - 8))
	if err != nil {
		t.Fatal(err)
	}
	half, _ := huge.Quo(num.Of(2))
	if a, b, c := level(num.Num{}, huge), level(half, huge), level(huge, huge); a != 0 || b != 128 || c != 255 {
		t.Error(a, b, c)
	}
}

// TestLevels: rescaling keeps the order and reaches both ends.
func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Int64Range(256, 1<<62).Draw(t, "span")
		x := rapid.Int64Range(0, span-1).Draw(t, "x")
		a, b := int(level(num.Of(x), num.Of(span))), int(level(num.Of(x+1), num.Of(span)))
		if a > b || b > a+1 || level(num.Of(span), num.Of(span)) != 255 {
			t.Fatal(a, b)
		}
	})
}

func TestJSON(t *testing.T) {
	wide := num.NewVec(2)
	wide.Set(1, parse(t, "-9223372036854775809"))
	for _, c := range []struct {
		v    value.Val
		want string
	}{
		{value.Val{I: num.Of(-5)}, "-5"},
		{value.Val{I: num.Of(-1 << 63)}, "-9223372036854775808"},
		{value.Val{I: parse(t, "9223372036854775808")}, `"9223372036854775808"`},
		{ints(), "[]"},
		{ints(1, 2), "[1,2]"},
		{value.Val{A: value.NewArray(syntax.Int, []int{0, 3})}, "[]"},
		{value.Val{A: value.NewArray(syntax.Int, []int{3, 0})}, "[[],[],[]]"},
		{value.Val{A: &value.Array{Shape: []int{2, 1, 1}, Elems: wide}}, `[[[0]],[["-9223372036854775809"]]]`},
	} {
		if got := string(jsonOf(c.v)); got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("%s, wanted %s", got, c.want)
		}
	}
}

// TestJSONProperty: the output is valid and has the elements in row-major order.
func TestJSONProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue().Draw(t, "v")
		d := json.NewDecoder(bytes.NewReader(jsonOf(v)))
		d.UseNumber()
		var tree any
		if err := d.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		var flat []string
		var walk func(any)
		walk = func(x any) {
			switch x := x.(type) {
			case []any:
				for _, y := range x {
					walk(y)
				}
			case json.Number:
				flat = append(flat, x.String())
			}
		}
		walk(tree)
		if v.A == nil {
			if len(flat) != 1 || flat[0] != v.I.String() {
				t.Fatal(flat)
			}
			return
		}
		if len(flat) != v.A.Elems.Len() {
			t.Fatal(flat)
		}
		for i, x := range flat {
			if x != v.A.Elems.At(i).String() {
				t.Fatal(i, x)
			}
		}
	})
}

// jsonOf returns what WriteJSON writes.
func jsonOf(v value.Val) []byte {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	WriteJSON(w, v)
	w.Flush()
	return b.Bytes()
}
