package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"funmem/eval/value"
	_ "funmem/internal/testkit" // rapid's seed
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// npy builds a file by hand: version, the header's text, data.
func npy(major byte, head string, data []byte) []byte {
	b := append([]byte("\x93NUMPY"), major, 0)
	if major == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(head)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	}
	return append(append(b, head...), data...)
}

func dict(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
}

func ints(x ...int64) value.Val {
	return value.Val{A: &value.Array{Shape: []int{len(x)}, Elems: num.VecOf(x)}}
}

func parse(t *testing.T, text string) num.Num {
	t.Helper()
	x, err := num.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestDtypes reads every element type, in both byte orders, both array orders and all
// versions, from bytes computed here.
func TestDtypes(t *testing.T) {
	codes := []struct {
		code   string
		size   int
		values []int64
	}{
		{"i1", 1, []int64{-128, 127, 0, 1, -1, 5}},
		{"i2", 2, []int64{-32768, 32767, 0, 258, -2, 6}},
		{"i4", 4, []int64{-1 << 31, 1<<31 - 1, 0, 16909060, -2, 6}},
		{"i8", 8, []int64{-1 << 63, 1<<63 - 1, 0, 72623859790382856, -2, 6}},
		{"u1", 1, []int64{255, 128, 0, 1, 2, 5}},
		{"u2", 2, []int64{65535, 32768, 0, 258, 2, 6}},
		{"u4", 4, []int64{1<<32 - 1, 1 << 31, 0, 16909060, 2, 6}},
		{"u8", 8, []int64{1<<63 - 1, 1 << 32, 0, 72623859790382856, 2, 6}},
		{"b1", 1, []int64{1, 0, 0, 1, 1, 0}},
		{"?", 1, []int64{1, 0, 0, 1, 1, 0}},
	}
	for _, c := range codes {
		for _, mark := range []string{"<", ">", "|", "=", ""} {
			var order binary.AppendByteOrder = binary.NativeEndian
			switch mark {
			case "<":
				order = binary.LittleEndian
			case ">":
				order = binary.BigEndian
			}
			var raw []byte
			for _, x := range c.values {
				switch c.size {
				case 1:
					raw = append(raw, byte(x))
				case 2:
					raw = order.AppendUint16(raw, uint16(x))
				case 4:
					raw = order.AppendUint32(raw, uint32(x))
				case 8:
					raw = order.AppendUint64(raw, uint64(x))
				}
			}
			for major := byte(1); major <= 3; major++ {
				for _, fortran := range []string{"False", "True"} {
					got, err := ReadNPY(bytes.NewReader(npy(major, dict(mark+c.code, fortran, "(2, 3)"), raw)), "x.npy", 1<<20)
					if err != nil {
						t.Fatalf("%s%s version %d: %v", mark, c.code, major, err)
					}
					v := c.values
					if fortran == "True" { // columns of the file are [0 1] [2 3] [4 5]
						v = []int64{v[0], v[2], v[4], v[1], v[3], v[5]}
					}
					want := value.Val{A: &value.Array{Shape: []int{2, 3}, Elems: num.VecOf(append([]int64(nil), v...))}}
					if !got.Equal(want) {
						t.Errorf("%s%s version %d fortran %s: %s, wanted %s", mark, c.code, major, fortran, jsonOf(got.Val), jsonOf(want))
					}
				}
			}
		}
	}
}

// TestFloats: every float type of up to 64 bits is read as the exact double.
func TestFloats(t *testing.T) {
	for _, c := range []struct {
		code string
		raw  []byte
		want []float64
	}{
		{"<f2", []byte{0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0xff, 0x7b, 0x00, 0xfc, 0x55, 0x35}, []float64{1, -2, 0x1p-24, 65504, math.Inf(-1), 0.333251953125}},
		{">f2", []byte{0x3c, 0x00, 0x80, 0x00, 0x7e, 0x00, 0x04, 0x00, 0x03, 0xff, 0x7c, 0x00}, []float64{1, math.Copysign(0, -1), math.NaN(), 0x1p-14, 1023 * 0x1p-24, math.Inf(1)}},
		{"<f4", binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, math.Float32bits(0.1)), math.Float32bits(-3e38)), []float64{float64(float32(0.1)), float64(float32(-3e38))}},
		{">f8", binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, math.Float64bits(0.1)), math.Float64bits(5e-324)), []float64{0.1, 5e-324}},
	} {
		shape := fmt.Sprintf("(%d,)", len(c.want))
		got, err := ReadNPY(bytes.NewReader(npy(1, dict(c.code, "False", shape), c.raw)), "x.npy", 1<<20)
		want := value.Val{A: &value.Array{Elem: syntax.F64, Shape: []int{len(c.want)}, Elems: num.VecOfFloats(c.want)}}
		if err != nil || !got.Equal(want) {
			t.Errorf("%s: %s, %v; wanted %s", c.code, jsonOf(got.Val), err, jsonOf(want))
		}
		var buf bytes.Buffer
		if err := WriteNPY(&buf, "y.npy", want); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadNPY(&buf, "y.npy", 1<<20); err != nil || !back.Equal(want) {
			t.Errorf("%s: written and read again it is %s, %v", c.code, jsonOf(back.Val), err)
		}
	}
}

func TestUnsignedWidens(t *testing.T) {
	raw := binary.BigEndian.AppendUint64(nil, 1<<64-1)
	raw = binary.BigEndian.AppendUint64(raw, 1<<63)
	raw = binary.BigEndian.AppendUint64(raw, 7)
	got, err := ReadNPY(bytes.NewReader(npy(1, dict(">u8", "False", "(3,)"), raw)), "x.npy", 0)
	if err != nil || string(jsonOf(got.Val)) != `["18446744073709551615","9223372036854775808",7]` {
		t.Fatal(string(jsonOf(got.Val)), err)
	}
}

func TestNoDimensionsIsAnInt(t *testing.T) {
	got, err := ReadNPY(bytes.NewReader(npy(1, dict("<i2", "False", "()"), []byte{0xfe, 0xff})), "x.npy", 0)
	if err != nil || got.A != nil || got.I.String() != "-2" {
		t.Fatal(got, err)
	}
}

func TestTrueIsAnyByteBut0(t *testing.T) {
	got, err := ReadNPY(bytes.NewReader(npy(1, dict("|b1", "False", "(3,)"), []byte{0, 2, 255})), "x.npy", 0)
	if err != nil || !got.Equal(ints(0, 1, 1)) {
		t.Fatal(got, err)
	}
}

// TestHeaderForms reads headers that NumPy also accepts.
func TestHeaderForms(t *testing.T) {
	for _, head := range []string{
		`{"shape":(2L,),"fortran_order":False,"descr":"|u1"}`,
		"{'fortran_order': True, 'descr': '|u1', 'shape': (2,)}   \n",
		" { 'descr' : '|u1' , 'shape' : ( 2 , ) , 'fortran_order' : False , } ",
	} {
		if got, err := ReadNPY(bytes.NewReader(npy(3, head, []byte{7, 8})), "x.npy", 0); err != nil || !got.Equal(ints(7, 8)) {
			t.Errorf("%s: %v", head, err)
		}
	}
}

// TestRefused gives the reader files with wrong content, and checks the messages.
func TestRefused(t *testing.T) {
	ok := dict("|u1", "False", "(2,)")
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "the file is empty, wanted a .npy file"},
		{"text", []byte("1 2 3 4 5 6 7 8"), "this is not a .npy file"},
		{"short magic", []byte("\x93NUM"), "this is not a .npy file"},
		{"zip", []byte("PK\x03\x04 more of it"), "zip file"},
		{"version 0", npy(0, ok, nil), "version 0.0"},
		{"version 4", npy(4, ok, nil), "version 4.0 of the .npy format, wanted 1.0, 2.0 or 3.0"},
		{"no length", []byte("\x93NUMPY\x01\x00\x05"), "ends before its header"},
		{"half header", npy(1, ok, nil)[:30], "ends inside its header: 20 of"},
		{"huge header", append([]byte("\x93NUMPY\x02\x00"), 0xff, 0xff, 0xff, 0xff), "the header claims 4294967295 bytes"},
		{"no data", npy(1, ok, nil), "the data is cut off: shape (2,) of 1 bytes each needs 2 bytes, found 0"},
		{"half data", npy(1, ok, []byte{1}), "found 1"},
		{"more data", npy(1, ok, []byte{1, 2, 3}), "the header lies or the file holds more than one array"},
		{"not a dict", npy(1, "[1, 2]", nil), `the header has "[1, 2]", wanted "{"`},
		{"no end", npy(1, "{'descr': '|u1'", nil), `the header has its end, wanted "}"`},
		{"no shape", npy(1, "{'descr': '|u1', 'fortran_order': False}", nil), `the header has no key "shape"`},
		{"twice", npy(1, "{'descr': '|u1', 'descr': '|u1'}", nil), `has the key "descr" twice`},
		{"other key", npy(1, "{'descr': '|u1', 'colour': 1}", nil), `has the key "colour"`},
		{"after", npy(1, strings.TrimSpace(ok)+" x", nil), `goes on after its dictionary with "x"`},
		{"order", npy(1, dict("|u1", "Maybe", "(2,)"), nil), "fortran_order is"},
		{"bare key", npy(1, "{descr: 1}", nil), "wanted a quoted word"},
		{"negative", npy(1, dict("|u1", "False", "(2, -3)"), nil), "the negative size -3"},
		{"minus", npy(1, dict("|u1", "False", "(-,)"), nil), `the shape has "-", wanted a size`},
		{"float size", npy(1, dict("|u1", "False", "(2.5,)"), nil), "wanted"},
		{"no tuple", npy(1, dict("|u1", "False", "(2)"), nil), "wanted a tuple such as (2,)"},
		{"list", npy(1, dict("|u1", "False", "[2]"), nil), `wanted "("`},
		{"size of 30 digits", npy(1, dict("|u1", "False", "(999999999999999999999999999999,)"), nil), "more than can be addressed"},
		{"ranks", npy(1, dict("|u1", "False", "("+strings.Repeat("1,", 65)+")"), nil), "more than 64 dimensions"},
		{"10^12", npy(1, dict("<i8", "False", "(1000000, 1000000)"), nil), "shape (1000000, 1000000): this needs 7.3 TiB of memory and the limit is 1.0 GiB"},
		{"overflow", npy(1, dict("<i8", "False", "(4294967296, 4294967296)"), nil), "more memory than can be addressed"},
		{"overflow to 0", npy(1, dict("|u1", "False", "(4294967296, 4294967296, 4)"), nil), "more memory than can be addressed"},
		{"empty but long", npy(1, dict("|u1", "False", "(1000000000000, 0)"), nil), "7.3 TiB"},
		{"fortran twice", npy(1, dict("|u1", "True", "(10000, 10000)"), nil), "1.5 GiB"},
		{"fields", npy(1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)}", nil), "has fields"},
		{"f16", npy(1, dict("<f16", "False", "(1,)"), nil), "dtype \"<f16\" (float128) has more digits than f64"},
		{"f3", npy(1, dict("<f3", "False", "(1,)"), nil), "is not known"},
		{"c16", npy(1, dict("<c16", "False", "(1,)"), nil), "(complex128)"},
		{"strings", npy(1, dict("<U5", "False", "(1,)"), nil), `dtype "<U5" (str), wanted`},
		{"objects", npy(1, dict("|O", "False", "(1,)"), nil), `dtype "|O" (object), wanted`},
		{"i3", npy(1, dict("<i3", "False", "(1,)"), nil), `dtype "<i3" is not known`},
		{"i16", npy(1, dict("<i16", "False", "(1,)"), nil), "is not known"},
		{"no dtype", npy(1, dict("", "False", "(1,)"), nil), `dtype "" is not known`},
		{"long dtype", npy(1, dict(strings.Repeat("ä", 99), "False", "(1,)"), nil), "…"},
	} {
		v, err := ReadNPY(bytes.NewReader(c.file), "x.npy", 1<<30)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Kind != diag.Usage || !strings.HasPrefix(d.Msg, "x.npy: ") || !strings.Contains(d.Msg, c.want) {
			t.Errorf("%s: %v, %v; wanted a usage error with %q", c.name, v, err, c.want)
		}
	}
}

// TestWideLimit: integers beyond 64 bits count with the memory that they take.
func TestWideLimit(t *testing.T) {
	raw := bytes.Repeat([]byte{0xff}, 8*10_000)
	file := npy(1, dict("<u8", "False", "(10000,)"), raw)
	if _, err := ReadNPY(bytes.NewReader(file), "x.npy", 100_000); err == nil || !strings.Contains(err.Error(), "546.9 KiB") {
		t.Error(err)
	}
	if _, err := ReadNPY(bytes.NewReader(file), "x.npy", 1_000_000); err != nil {
		t.Error(err)
	}
}

// TestGrows: if a header claims more than the data holds, no more is allocated than for the
// data.
func TestGrows(t *testing.T) {
	file := npy(1, dict("<i8", "False", "(10000000000,)"), []byte("12345678"))
	if n := testing.AllocsPerRun(1, func() {
		_, err := ReadNPY(bytes.NewReader(file), "x.npy", 0)
		if err == nil || !strings.Contains(err.Error(), "found 8") {
			t.Error(err)
		}
	}); n > 1000 {
		t.Error(n)
	}
	want := make([]int64, 100_000) // grows twice
	raw := []byte{}
	for i := range want {
		want[i] = int64(i) * 7919
		raw = binary.LittleEndian.AppendUint64(raw, uint64(want[i]))
	}
	for _, code := range []string{"<i8", "<u8"} {
		got, err := ReadNPY(iotest.HalfReader(bytes.NewReader(npy(1, dict(code, "False", "(100000,)"), raw))), "x.npy", 0)
		if err != nil || !got.Equal(ints(want...)) {
			t.Error(code, err)
		}
	}
	raw[7] = 0xff // the first is wide now, and stays so while the rest is read
	got, err := ReadNPY(bytes.NewReader(npy(1, dict("<u8", "False", "(100000,)"), raw)), "x.npy", 0)
	if err != nil || got.A.Elems.At(0).String() != "18374686479671623680" || got.A.Elems.At(99_999).String() != "791892081" {
		t.Error(err)
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	file := npy(1, dict("<i8", "False", "(10,)"), nil)
	for _, head := range [][]byte{nil, file[:20], file} {
		_, err := ReadNPY(iotest.DataErrReader(&failing{head, broken}), "x.npy", 0)
		if err == nil {
			t.Error("no error")
		}
	}
	_, err := ReadNPY(&failing{file, broken}, "x.npy", 0)
	if err == nil || !strings.Contains(err.Error(), "the disk is gone") {
		t.Error(err)
	}
}

type failing struct {
	data []byte
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, f.err
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}

func genValue() *rapid.Generator[value.Val] {
	return rapid.Custom(func(t *rapid.T) value.Val {
		if rapid.Bool().Draw(t, "int") {
			return value.Val{I: num.Of(rapid.Int64().Draw(t, "i"))}
		}
		shape := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 4).Draw(t, "shape")
		n := 1
		for _, d := range shape {
			n *= d
		}
		return value.Val{A: &value.Array{Shape: shape, Elems: num.VecOf(rapid.SliceOfN(rapid.Int64(), n, n).Draw(t, "elems"))}}
	})
}

// TestRoundTrip: written values can be read back. If the writer's data is marked as Fortran
// order, the reader takes it for the transposed array.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue().Draw(t, "v")
		var b bytes.Buffer
		if err := WriteNPY(&b, "x.npy", v); err != nil {
			t.Fatal(err)
		}
		if at := bytes.IndexByte(b.Bytes(), '\n') + 1; at%64 != 0 {
			t.Fatalf("the data starts at %d, wanted a multiple of 64", at)
		}
		w, err := ReadNPY(bytes.NewReader(b.Bytes()), "x.npy", 1<<20)
		if err != nil || !v.Equal(w.Val) {
			t.Fatalf("%s came back as %s, %v", jsonOf(v), jsonOf(w.Val), err)
		}
		file := bytes.Replace(b.Bytes(), []byte("False"), []byte("True "), 1)
		w, err = ReadNPY(bytes.NewReader(file), "x.npy", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if v.A == nil {
			return
		}
		// The digits of i, first fastest, are the index of element i of the file.
		for i := 0; i < v.A.Elems.Len(); i++ {
			to, rest := 0, i
			index := make([]int, len(v.A.Shape))
			for k, d := range v.A.Shape {
				index[k], rest = rest%d, rest/d
			}
			for k, d := range v.A.Shape {
				to = to*d + index[k]
			}
			if !w.A.Elems.At(to).Equal(v.A.Elems.At(i)) {
				t.Fatalf("element %d in Fortran order is not at %d", i, to)
			}
		}
	})
}

func TestWriteTooWide(t *testing.T) {
	v := num.NewVec(6)
	v.Set(5, parse(t, "9223372036854775808"))
	err := WriteNPY(&bytes.Buffer{}, "x.npy", value.Val{A: &value.Array{Shape: []int{2, 3}, Elems: v}})
	if err == nil || !strings.Contains(err.Error(), "cannot write x.npy: element [2, 3] is 9223372036854775808, wanted an int of 64 bits") {
		t.Error(err)
	}
	huge, _ := num.Of(-10).Pow(num.Of(101))
	err = WriteNPY(&bytes.Buffer{}, "x.npy", value.Val{I: huge})
	if err == nil || !strings.Contains(err.Error(), "the value is -1000000000000000000…00000000000000000000 (102 digits)") {
		t.Error(err)
	}
	one := make([]int, 65)
	for i := range one {
		one[i] = 1
	}
	err = WriteNPY(&bytes.Buffer{}, "x.npy", value.Val{A: &value.Array{Shape: one, Elems: num.NewVec(1)}})
	if err == nil || !strings.Contains(err.Error(), "65 dimensions") {
		t.Error(err)
	}
}

// FuzzReadNPY: any bytes give a value or a usage error, never a panic. A value that they
// give can be written and read back unchanged.
func FuzzReadNPY(f *testing.F) {
	f.Add(npy(1, dict("<i8", "True", "(1, 2)"), make([]byte, 16)))
	f.Fuzz(func(t *testing.T, file []byte) {
		v, err := ReadNPY(bytes.NewReader(file), "x.npy", 1<<20)
		if err != nil {
			var d *diag.Diagnostic
			if !errors.As(err, &d) || d.Kind != diag.Usage {
				t.Fatal(err)
			}
			return
		}
		var b bytes.Buffer
		if WriteNPY(&b, "x.npy", v.Val) != nil {
			return // wider than 64 bits
		}
		if w, err := ReadNPY(&b, "x.npy", 0); err != nil || !v.Equal(w.Val) {
			t.Fatal(err)
		}
	})
}

// TestSeeds writes the seeds of FuzzReadNPY if FUNMEM_WRITE_SEEDS is set, and otherwise
// checks that they exist.
func TestSeeds(t *testing.T) {
	dir := filepath.Join("testdata", "fuzz", "FuzzReadNPY")
	seeds := map[string][]byte{
		"fortran":     npy(2, dict(">i2", "True", "(2, 2)"), []byte("abcdefgh")),
		"wide":        npy(3, dict("<u8", "False", "(1,)"), []byte("\xff\xff\xff\xff\xff\xff\xff\xff")),
		"int":         npy(1, dict("|b1", "False", "()"), []byte{1}),
		"cut":         npy(1, dict("<i4", "False", "(3,)"), []byte("abcd")),
		"huge":        npy(1, dict("<i8", "False", "(4294967296, 4294967296)"), nil),
		"negative":    npy(1, dict("<i8", "False", "(-1,)"), nil),
		"empty":       npy(1, dict("|i1", "True", "(0, 3)"), nil),
		"float":       npy(1, dict("<f8", "False", "(1,)"), make([]byte, 8)),
		"no-line-end": []byte("\x93NUMPY\x01\x00\x02\x00{}"),
		"header-lies": append([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), "{'descr': "...),
		"fields":      npy(1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)}\n", nil),
	}
	for name, file := range seeds {
		text := fmt.Sprintf("go test fuzz v1\n[]byte(%q)\n", file)
		path := filepath.Join(dir, name)
		if os.Getenv("FUNMEM_WRITE_SEEDS") != "" {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != text {
			t.Errorf("seed %s is not as it should be: %v", name, err)
		}
	}
}
