package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// readValues reads values as ReadFuthark does, without a limit.
func readValues(text string) ([]value.Val, error) {
	read, err := readTyped(text)
	var vs []value.Val
	for _, v := range read {
		vs = append(vs, v.Val)
	}
	return vs, err
}

func readTyped(text string) ([]Typed, error) {
	return ReadFuthark(context.Background(), diag.NewSource("x.in", text), 0)
}

// shown shows values as Fun prints them, with their types, and tells negative zeros and NaN
// apart.
func shown(vs []value.Val) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, value.Format(v, 0)+" : "+v.Type())
	}
	return strings.Join(parts, "; ")
}

// TestTypes: a value has the type that it names, or none if it names none.
func TestTypes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"3 3i32 300u16 true 1.5 1.5f32 nan f16.nan -inf", "  i32 u16 bool  f32  f16 "},
		{"[1, 2] [1, 2i8] [1.5] [1.5f32, 2f32] [[true]] [] empty([0]i64) [[], []]", "  i8  f32 bool  i64 "},
		{"b\x02\x00 i16\x07\x00", " i16"},
	} {
		vs, err := ReadFuthark(context.Background(), diag.NewSource("x.in", c.text), 0)
		got := ""
		for _, v := range vs {
			got += " " + v.Type
		}
		if err != nil || got != c.want {
			t.Errorf("%q has the types %q, %v; wanted %q", c.text, got, err, c.want)
		}
	}
	npy := npy(1, dict(">u4", "False", "(1,)"), []byte{0, 0, 0, 7})
	if v, err := ReadNPY(bytes.NewReader(npy), "x.npy", 0); err != nil || v.Type != "u32" {
		t.Error(v, err)
	}
}

// TestFuthark reads what Futhark prints, other spellings that it accepts, and Fun's
// literals.
func TestFuthark(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"5i32", "5 : int"},
		{"-3i64", "-3 : int"},
		{"0xFFu8", "255 : int"},
		{"0x1f32", "7986 : int"},
		{"0b101i16 -0b11", "5 : int; -3 : int"},
		{"255u8 -128i8 18446744073709551615u64 -9223372036854775808i64", "255 : int; -128 : int; 18446744073709551615 : int; -9223372036854775808 : int"},
		{"007 1_000_000i32", "7 : int; 1000000 : int"},
		{"123456789012345678901234567890", "123456789012345678901234567890 : int"},
		{"1.5f32 0.1f32 0.1f64 2e-3f64 3f32 -7f64", "1.5 : f64; 0.10000000149011612 : f64; 0.1 : f64; 0.002 : f64; 3.0 : f64; -7.0 : f64"},
		{"0.1f16 65504.0f16 65520f16 5.9604645e-8f16 2e-8f16", "0.0999755859375 : f64; 65504.0 : f64; inf : f64; 5.960464477539063e-08 : f64; 0.0 : f64"},
		{"1.0e40f32 1e400 -0.0f64", "inf : f64; inf : f64; -0.0 : f64"},
		{"0x1.8p3 0x1.8p-1f32 0x1p1023f64", "12.0 : f64; 0.75 : f64; 8.98846567431158e307 : f64"},
		{"f64.nan f32.inf -f32.inf f16.nan nan inf -inf -nan", "nan : f64; inf : f64; -inf : f64; nan : f64; nan : f64; inf : f64; -inf : f64; nan : f64"},
		{"true false", "1 : int; 0 : int"},
		{"[1i64, -5i64,3i64]", "[1, -5, 3] : [3]int"},
		{"[[19.000000000000000f64, 22.5f64], [43.0f64, 50.0f64]]", "[[19.0, 22.5], [43.0, 50.0]] : [2][2]f64"},
		{"[true,false] [1u8]", "[1, 0] : [2]int; [1] : [1]int"},
		{"[1i64,2i64,3i64] [10i32,20i32,30i32] [true,false,true]", "[1, 2, 3] : [3]int; [10, 20, 30] : [3]int; [1, 0, 1] : [3]int"},
		{"[1, 2i32, 3]", "[1, 2, 3] : [3]int"},
		{"[1, 123456789012345678901, -3]", "[1, 123456789012345678901, -3] : [3]int"},
		{"empty([0]i64) empty([0][3]i32) empty([2][0]f64)", "[] : [0]int; empty([0][3]int) : [0][3]int; empty([2][0]f64) : [2][0]f64"},
		{"empty( [0] [ 3i64 ] bool )", "empty([0][3]int) : [0][3]int"},
		{"empty(i32) empty([]f32)", "[] : [0]int; empty([0][0]f64) : [0][0]f64"},
		{"[empty([0]i32), empty([0]i32)]", "empty([2][0]int) : [2][0]int"},
		{"[] [[], []] empty([0][3]int)", "[] : [0]int; empty([2][0]int) : [2][0]int; empty([0][3]int) : [0][3]int"},
		{"-- two values\n[1, -- one\n 2]\r\n\t3-- end", "[1, 2] : [2]int; 3 : int"},
		{"\ufeff1", "1 : int"},
		{"1__0 1_ 1_2_.4_5f64 1. 1.e2 +5i32", "10 : int; 1 : int; 12.45 : f64; 1.0 : f64; 100.0 : f64; 5 : int"},
		{"-271733879u32 -1u64 200i8 0xFFFFFFFFi32 -32768u16", "4023233417 : int; 18446744073709551615 : int; -56 : int; -1 : int; 32768 : int"},
		{`"ab\n\"\65" "λ" "" ["ab", "cd"] 'a' '\n'`, "[97, 98, 10, 34, 65] : [5]int; [206, 187] : [2]int; [] : [0]int; [[97, 98], [99, 100]] : [2][2]int; 97 : int; 10 : int"},
		{"", ""},
		{"[[[1], [2]], [[3], [4]]][5]", "[[[1], [2]], [[3], [4]]] : [2][2][1]int; [5] : [1]int"},
	} {
		vs, err := readValues(c.text)
		if got := shown(vs); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, wanted %s", c.text, got, err, c.want)
		}
	}
}

// TestFutharkRefused: each error has a place, and says what was found and wanted.
func TestFutharkRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[1, 2", "x.in:1:6: syntax error: found the end of the text, wanted `,` or `]`\n  1 | [1, 2\n    |      ^\n"},
		{"[1 2]", "x.in:1:4: syntax error: found `2`, wanted `,` or `]`"},
		{"[1,]", "x.in:1:4: syntax error: found `]`, wanted a number, `true`, `false` or `[`"},
		{"[1,\n", "found the end of the text, wanted an element or `]`"},
		{"x", "x.in:1:1: syntax error: found `x`, wanted a number"},
		{"-", "found the end of the text, wanted a number"},
		{"- 5", "x.in:1:2: syntax error: found ` `, wanted a number"},
		{"-true", "x.in:1:2: syntax error: found `true`"},
		{"i32.nan", "found `i32.nan`"},
		{"é", "found `é`"},
		{"\xff", "found `?`"},
		{"5-3", "x.in:1:2: syntax error: found `-` directly after `5`, wanted white space between values"},
		{"[1,\n 2x]", "x.in:2:2: syntax error: `2x` is not a number"},
		{"0o17", "`0o17` is not a number"},
		{"0x", "`0x` is not a number"},
		{"1.5i32", "`1.5i32` is not a number\n  1 | 1.5i32\n    | ^^^^^^\n  help: i32 is an integer type: leave the fraction out, or write 1.5f64"},
		{"256u8", "`256u8` is no u8, which goes from 0 to 255"},
		{"-9223372036854775809u64", "`-9223372036854775809u64` is no u64, which goes from 0 to 18446744073709551615"},
		{"2bool", "`2bool`"},
		{"\"ab", "found the end of the text, wanted `\"` after the text"},
		{"'ab'", "found `b`, wanted `'`"},
		{"\"\\q\"", "found `\\q`, wanted an escape"},
		{"[\"ab\", 1i32]", "found the number `1i32`, wanted an array"},
		{"-129i8", "which goes from -128 to 127"},
		{"[1, 2.5]", "x.in:1:5: syntax error: found `2.5`, of type f64, in an array of int\n  1 | [1, 2.5]\n    |     ^^^\n  help: ints and reals do not mix"},
		{"[1i32, 2i64]", "found `2i64`, of type i64, in an array of i32"},
		{"[true, 1]", "found `1`, of type int, in an array of bool"},
		{"[1, [2]]", "found an array, wanted a number, as the elements before it"},
		{"[[1], 2]", "found the number `2`, wanted an array, as the rows before it"},
		{"[[[]], 2]", "found the number `2`, wanted an array, as the rows before it"},
		{"[[[]], \"a\"]", "found a text, wanted an array of rank 2"},
		{"[[[[]]], empty([0]i32)]", "found an array of rank 1, and the rows before it have rank 3"},
		{"[[[1, 2]], empty([0][3]i32)]", "the rows of this array would have 3 elements, and the rows before them have 2"},
		{"empty([2][?]i32)", "has elements, wanted a dimension of size 0"},
		{"empty([?][0]i32)", "has elements, wanted a dimension of size 0"},
		{"[[[1]], empty([0]i32)]", "found an array of rank 1, and the rows before it have rank 2"},
		{"empty", "found the end of the text, wanted `(` and the type of the array"},
		{"empty([0]", "wanted a type"},
		{"empty([0]i3)", "found `i3`, wanted a type, such as i64, f64 or bool"},
		{"empty([x]i32)", "found `x`, wanted a size"},
		{"empty([-1]i32)", "found `-`, wanted `]`"},
		{"empty([3]i32)", "the type `[3]i32` has elements, wanted a dimension of size 0"},
		{"empty([0]i32", "wanted `)`"},
		{strings.Repeat("[", 100), "more than 64 dimensions"},
		{"empty(" + strings.Repeat("[0]", 100) + "i32)", "more than 64 dimensions"},
		{strings.Repeat("9", 200_000), "a literal of 200000 characters is too long"},
	} {
		_, err := readValues(c.text)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Kind != diag.Syntax || !d.Span.IsValid() || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, wanted %q", c.text, err, c.want)
		}
	}
}

// TestFutharkBinary reads every type of the binary format from bytes made here.
func TestFutharkBinary(t *testing.T) {
	le := binary.LittleEndian
	b := []byte("b\x02\x01 f64")
	b = le.AppendUint64(b, 2)
	b = le.AppendUint64(b, math.Float64bits(1.5))
	b = le.AppendUint64(b, math.Float64bits(math.Inf(-1)))
	b = append(b, "b\x02\x00  i8\xffb\x02\x00boolA\n"...)
	b = append(b, "b\x02\x02  u8\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x07\xff"...)
	b = append(b, "b\x02\x02 f32\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00"...)
	b = append(b, "b\x02\x00 u64\xff\xff\xff\xff\xff\xff\xff\xff 7i32"...)
	vs, err := readValues(string(b))
	const want = "[1.5, -inf] : [2]f64; -1 : int; 1 : int; [[7, 255]] : [1][2]int; empty([0][3]f64) : [0][3]f64; 18446744073709551615 : int; 7 : int"
	if got := shown(vs); err != nil || got != want {
		t.Errorf("%s, %v, wanted %s", got, err, want)
	}
	for _, c := range []struct{ text, want string }{
		{"b\x01\x00  i8\x00", "version 1 of Futhark's binary format at byte 0, wanted 2"},
		{"b\x02", "at byte 0 is cut off"},
		{"1 b\x02\x01  i8", "at byte 2 is cut off"},
		{"b\x02\x01  i8\x02\x00\x00\x00\x00\x00\x00\x00\x00", "is cut off"},
		{"b\x02\x00 i99", `type "i99" at byte 3`},
		{"b\x02\xff  i8", "255 dimensions"},
		{"b\x02\x01  i8\xff\xff\xff\xff\xff\xff\xff\xff", "is too large"},
		{"b\x02\x02  i8\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00", "more memory than can be addressed"},
	} {
		_, err := readValues(c.text)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Kind != diag.Usage || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, wanted %q", c.text, err, c.want)
		}
	}
}

// TestFutharkLimits: the memory limit and the context end a long text.
func TestFutharkLimits(t *testing.T) {
	src := diag.NewSource("x.in", "["+strings.Repeat("1,", 1<<20)+"1]")
	if _, err := ReadFuthark(context.Background(), src, 1<<20); err == nil || !strings.Contains(err.Error(), "the limit is 1.0 MiB") {
		t.Error(err)
	}
	wide := diag.NewSource("x.in", "["+strings.Repeat("99999999999999999999,", 1<<17)+"1]")
	if _, err := ReadFuthark(context.Background(), wide, 1<<22); err == nil || !strings.Contains(err.Error(), "the limit is 4.0 MiB") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stopped *engine.Interrupted
	if _, err := ReadFuthark(ctx, src, 0); !errors.As(err, &stopped) {
		t.Error(err)
	}
	waiting, never := io.Pipe()
	defer never.Close()
	if _, err := ReadText(ctx, waiting, "standard input", -1, 0); !errors.As(err, &stopped) {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "x.in")
	if err := os.WriteFile(path, []byte(src.Text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(context.Background(), path, 1<<20); err == nil || !strings.Contains(err.Error(), "this needs 2.0 MiB of memory and the limit is 1.0 MiB") {
		t.Error(err)
	}
	if _, err := ReadText(context.Background(), strings.NewReader(src.Text), "standard input", -1, 1<<20); err == nil || !strings.Contains(err.Error(), "the limit is 1.0 MiB") {
		t.Error(err)
	}
}

// genReals generates values of reals, including NaN, infinities and negative zeros.
func genReals() *rapid.Generator[value.Val] {
	return rapid.Custom(func(t *rapid.T) value.Val {
		real := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, math.MaxFloat64}))
		shape := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "shape")
		if len(shape) == 0 {
			return value.Val{I: num.OfFloat(real.Draw(t, "x"))}
		}
		n, _ := machine.Count(shape)
		return value.Val{A: &value.Array{Elem: syntax.F64, Shape: shape, Elems: num.VecOfFloats(rapid.SliceOfN(real, n, n).Draw(t, "elements"))}}
	})
}

// TestFutharkRoundTrip: written values read back as themselves, bit for bit.
func TestFutharkRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(genReals(), genValue()).Draw(t, "value")
		var b bytes.Buffer
		err := WriteFuthark(&b, "x.out", v)
		if err != nil {
			if v.Elem() == syntax.F64 || !strings.Contains(err.Error(), "wanted an int of 64 bits") {
				t.Fatal(err)
			}
			return
		}
		if w, err := readValues(b.String()); err != nil || len(w) != 1 || !w[0].Equal(v) {
			t.Fatal(b.String(), w, err)
		}
	})
}

// TestWriteFuthark compares with what Futhark reads.
func TestWriteFuthark(t *testing.T) {
	reals := value.Val{A: &value.Array{Elem: syntax.F64, Shape: []int{2, 3}, Elems: num.VecOfFloats([]float64{0.1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -2})}}
	for _, c := range []struct {
		v    value.Val
		want string
	}{
		{value.Of(-5), "-5i64\n"},
		{value.Val{I: num.OfFloat(1)}, "1.0f64\n"},
		{ints(1, -2), "[1i64, -2i64]\n"},
		{reals, "[[0.1f64, f64.nan, f64.inf], [-f64.inf, 1e300f64, -2.0f64]]\n"},
		{value.Val{A: value.NewArray(syntax.F64, []int{2, 0})}, "empty([2][0]f64)\n"},
		{ints(), "empty([0]i64)\n"},
	} {
		var b bytes.Buffer
		if err := WriteFuthark(&b, "x.out", c.v); err != nil || b.String() != c.want {
			t.Errorf("%q, %v, wanted %q", b.String(), err, c.want)
		}
	}
	for _, ending := range futharkEndings {
		path := filepath.Join(t.TempDir(), "x"+ending)
		if _, err := Write(path, reals); err != nil {
			t.Fatal(err)
		}
		if v, err := readOne(path, 0); err != nil || !v.Equal(reals) {
			t.Error(v, err)
		}
	}
}

// futharkSeeds are texts for FuzzReadFuthark.
var futharkSeeds = map[string]string{
	"ints":   "[1i64, -5i64] 3u8 0xFFu8 1_000",
	"reals":  "[[1.5f32, f32.nan], [-f32.inf, 0x1.8p3f32]] 2e-3",
	"bools":  "true [false] -- a comment\n",
	"empty":  "empty([0][3]i32) empty([]f16) [[], []]",
	"ragged": "[[1], [2, 3]] [[[1.5]], []] empty([0][?]i32) [[], empty([0][?]u8)]",
	"wide":   "[99999999999999999999, 18446744073709551615u64]",
	"binary": "b\x02\x01 f64\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f 7",
	"cut":    "b\x02\x01 i32\x09\x00\x00\x00\x00\x00\x00\x00",
}

// FuzzReadFuthark: any text gives values or an error about the text, never a panic. Values
// that it gives can be written and read back unchanged.
func FuzzReadFuthark(f *testing.F) {
	for _, text := range futharkSeeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := diag.NewSource("x.in", string(text))
		vs, err := ReadFuthark(context.Background(), src, 1<<28)
		if err != nil {
			var d *diag.Diagnostic
			if !errors.As(err, &d) || d.Msg == "" || d.Kind == diag.Syntax && (d.Span.Src != src || d.Span.Start > d.Span.End || d.Span.End > len(text)) {
				t.Fatal(err)
			}
			_ = d.Error()
			return
		}
		for _, v := range vs {
			var b bytes.Buffer
			if WriteFuthark(&b, "x.out", v.Shown()) != nil {
				continue // wider than 64 bits, or rows without elements
			}
			if w, err := readTyped(b.String()); err != nil || len(w) != 1 || !reads(v, w[0]) {
				t.Fatal(fmt.Sprint(v), b.String(), err)
			}
		}
	})
}
