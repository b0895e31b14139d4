package data

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/diag"
)

// zipped is a zip file with these files in it, by turns compressed and not.
func zipped(t testing.TB, nameAndText ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for k := 0; k < len(nameAndText); k += 2 {
		h := &zip.FileHeader{Name: nameAndText[k], Method: zip.Deflate}
		if k%4 == 2 {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(nameAndText[k+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// asNPY is a value as a .npy file.
func asNPY(t testing.TB, v value.Val) string {
	var b bytes.Buffer
	if err := WriteNPY(&b, "x", v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNPZ reads arrays by their names.
func TestNPZ(t *testing.T) {
	one, two := asNPY(t, ints(1, 2)), asNPY(t, ints(3))
	several, single := zipped(t, "x.npy", one, "in/y.npy", two, "notes.txt", "hello", "arr_0.npy", two), zipped(t, "arr_0.npy", one)
	flip := []byte(several)
	flip[strings.Index(several, "\x03\x00\x00\x00\x00\x00\x00\x00")]++
	locked := []byte(single)
	for at, mark := 0, []byte("PK\x01\x02"); at >= 0; {
		if at = bytes.Index(locked, mark); at >= 0 {
			locked[at+8] |= 1
			break
		}
	}
	odd := []byte(single)
	odd[bytes.Index(odd, []byte("PK\x01\x02"))+10] = 12
	for _, c := range []struct {
		file   string
		names  string
		chosen bool
		want   string
	}{
		{several, "x", false, "[1, 2]"},
		{several, "in/y x", true, "[3] [1, 2]"},
		{several, "", false, "[1, 2] [3] [3]"},
		{single, "photo", false, "[1, 2]"},
		{single, "photo", true, "f.npz holds no array named photo, it has arr_0\n  help: choose by names, as in f.npz:arr_0"},
		{several, "X", false, "f.npz holds no array named X, it has x, in/y, arr_0\n  help: "},
		{several, "arr_9", false, "did you mean arr_0?"},
		{single, "a b", false, "f.npz holds no array named a, it has arr_0"},
		{several, "p q", false, "choose by names, as in f.npz:x,in/y"},
		{string(flip), "in/y", false, "f.npz:in/y: zip: checksum error"},
		{string(locked), "", false, "f.npz:arr_0 is encrypted"},
		{string(odd), "", false, "f.npz:arr_0 is compressed by method 12, wanted 0 or 8 (deflate)"},
		{several[:40], "", false, "f.npz: this is no zip file such as numpy.savez writes: not a valid zip file"},
		{one, "", false, "it is a .npy file, and its name should say so"},
		{zipped(t, "a.txt", "x"), "", false, "f.npz holds no array, wanted files that end in .npy"},
		{zipped(t, "a.npy", "x"), "", false, "f.npz:a: this is not a .npy file"},
		{zipped(t, "a.npy", one, "a.npy", two), "", false, "f.npz holds two arrays named a"},
		{zipped(t, "a.npy", one[:len(one)-1]), "", false, "f.npz:a: the data is cut off"},
		{zipped(t, "a.npy", one+"x"), "", false, "f.npz:a: the header lies or the file holds more than one array"},
	} {
		vs, err := ReadNPZ(context.Background(), c.file, "f.npz", strings.Fields(c.names), c.chosen, 0)
		got := fmt.Sprint(err)
		if err == nil {
			var texts []string
			for _, v := range vs {
				texts = append(texts, value.Format(v.Val, 0))
			}
			if got = strings.Join(texts, " "); got == c.want {
				continue
			}
		} else if strings.Contains(got, c.want) {
			continue
		}
		t.Errorf("%q: %s, wanted %q", c.names, got, c.want)
	}
}

// TestManyInZip: arrays that are small by themselves may be too much together.
func TestManyInZip(t *testing.T) {
	one := asNPY(t, ints(make([]int64, 100)...))
	file := zipped(t, "a.npy", one, "b.npy", one)
	if _, err := ReadNPZ(context.Background(), file, "f.npz", nil, false, 1700); err != nil {
		t.Error(err)
	}
	if _, err := ReadNPZ(context.Background(), file, "f.npz", nil, false, 1500); err == nil || !strings.Contains(err.Error(), "f.npz:b: shape (100,)") {
		t.Error(err)
	}
}

// TestChosen separates a path from names.
func TestChosen(t *testing.T) {
	for path, want := range map[string]string{
		"a.npz:x":         "a.npz [x]",
		"a.NPZ:x,y":       "a.NPZ [x y]",
		`C:\data\a.npz:x`: `C:\data\a.npz [x]`,
		"a.npz":           "a.npz []",
		"a.npy:x":         "a.npy:x []",
	} {
		file, names := Chosen(path)
		if got := fmt.Sprint(file, " ", names); got != want {
			t.Errorf("%s: %s, wanted %s", path, got, want)
		}
	}
}

// FuzzReadNPZ: any bytes give arrays, or a usage error.
func FuzzReadNPZ(f *testing.F) {
	one := asNPY(f, ints(1, 2))
	f.Add(zipped(f, "x.npy", one, "y.npy", one))
	f.Add(zipped(f, "x.npy", one)[:60])
	f.Add("PK\x05\x06" + strings.Repeat("\x00", 18))
	f.Fuzz(func(t *testing.T, file string) {
		vs, err := ReadNPZ(context.Background(), file, "f.npz", nil, false, 1<<16)
		var d *diag.Diagnostic
		if err != nil && (!errors.As(err, &d) || d.Kind != diag.Usage) {
			t.Fatal(err)
		}
		for _, v := range vs {
			if v.A != nil && v.A.Elems.Len() > 1<<13 {
				t.Fatal("more than the limit was read")
			}
		}
	})
}
