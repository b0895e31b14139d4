package data

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/eval/whole"
	"funmem/semantics/diag"
)

// Readable and Writable are the file endings that Read and Write know. Those of futharkEndings are for Futhark's
// values; the others speak for themselves.
var (
	futharkEndings = []string{".in", ".out", ".txt"}

	Readable = append([]string{".npy", npz, ".csv", ".png"}, futharkEndings...)
	Writable = append([]string{".npy", npz, ".png"}, futharkEndings...)
)

// OneOf lists file endings for a message.
func OneOf(endings []string) string {
	n := len(endings)
	return strings.Join(endings[:n-1], ", ") + " or " + endings[n-1]
}

// Rescale says that a picture does not show the values as somebody may expect: Min became black and Max white, or all are Dark, because
// they are f64s up to 1.
type Rescale struct {
	Min, Max string
	Dark     bool
}

// String returns the sentence for the user.
func (r *Rescale) String() string {
	if r.Dark {
		return fmt.Sprintf("values from %s to %s are nearly black: levels run from 0 to 255; `255.0 * x` has values from 0 to 1 as levels", r.Min, r.Max)
	}
	return fmt.Sprintf("values from %s to %s rescaled to levels 0 to 255", r.Min, r.Max)
}

// IsFile tells whether a text is the name of a file that Read reads, by its ending.
func IsFile(text string) bool {
	file, _ := Chosen(text)
	file, _ = unzipped(strings.ToLower(file))
	return slices.ContainsFunc(Readable, func(e string) bool { return strings.HasSuffix(file, e) })
}

// unzipped is the name that a file has without the ending of gzip, which tells whether it is compressed.
func unzipped(path string) (name string, zipped bool) {
	if ending(path) != ".gz" {
		return path, false
	}
	return path[:len(path)-len(".gz")], true
}

// Read reads the values in a file, in the format of its ending, until the context is done. A Futhark file holds any number
// of values, a .npz file arrays with names, and another one value. Of a .npz file these are the arrays that the path
// chooses, as in FILE.npz:A,B, or else those of the names, or all. Values that would take more than memory bytes (0: no
// limit) are refused before they are allocated. A file whose name ends in .gz after that is compressed by gzip.
func Read(ctx context.Context, path string, memory int64, names ...string) ([]Typed, error) {
	path, chosen := Chosen(path)
	name, zipped := unzipped(path)
	if err := known(name, "read", Readable); err != nil {
		return nil, err
	}
	if chosen != nil {
		names = chosen
	}
	var vs []Typed
	err := open(ctx, path, func(f io.Reader, size int64) (err error) {
		if zipped {
			if f, err = gzip.NewReader(f); err != nil {
				return usage("cannot read %s: %s", path, Cause(err))
			}
			size = -1
		}
		if ending(name) == ".npy" {
			v, err := readNPY(f, path, size, memory)
			vs = []Typed{v}
			return err
		}
		src, err := readText(f, path, size, memory)
		if err != nil {
			return err
		}
		vs, err = inText(ctx, src, ending(name), names, chosen != nil, memory)
		return err
	})
	if err != nil {
		return nil, err
	}
	return vs, nil
}

// inText returns the values in the text of a file of that ending.
func inText(ctx context.Context, src *diag.Source, ending string, names []string, chosen bool, memory int64) ([]Typed, error) {
	var v Typed
	var err error
	switch ending {
	case npz:
		return ReadNPZ(ctx, src.Text, src.Name, names, chosen, memory)
	case ".csv":
		v, err = ReadCSV(ctx, src, memory)
	case ".png":
		v, err = ReadPNG(ctx, src.Text, src.Name, memory)
	default:
		return ReadFuthark(ctx, src, memory)
	}
	return []Typed{v}, err
}

// ReadBinary reads the values in a text that begins as a .npy file, a .npz file or a picture does. ok is false for any
// other text.
func ReadBinary(ctx context.Context, src *diag.Source, names []string, memory int64) (vs []Typed, ok bool, err error) {
	switch {
	case strings.HasPrefix(src.Text, magic):
		v, err := ReadNPY(strings.NewReader(src.Text), src.Name, memory)
		return []Typed{v}, true, err
	case strings.HasPrefix(src.Text, "PK\x03\x04"):
		vs, err = inText(ctx, src, npz, names, false, memory)
		return vs, true, err
	case strings.HasPrefix(src.Text, pngMagic):
		vs, err = inText(ctx, src, ".png", nil, false, memory)
		return vs, true, err
	}
	return nil, false, nil
}

// Write writes v to a file, in the format of its ending. The result is not nil if a picture had to be rescaled. An
// existing file is only touched once v is known to fit the format.
func Write(path string, v value.Shown) (*Rescale, error) {
	if err := known(path, "write", Writable); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	var scale *Rescale
	var err error
	regular, _ := v.(value.Val)
	switch _, irregular := v.(*value.Rows); {
	case ending(path) == npz:
		err = WriteNPZ(&buf, path, v)
	case ending(path) != ".npy" && ending(path) != ".png":
		err = WriteFuthark(&buf, path, v)
	case irregular:
		err = usage("cannot write %s: the rows of the value of type %s differ in size, and a file of this kind has rows of one size", path, v.Type()).Helpf("%s", inParts)
	case ending(path) == ".png":
		scale, err = WritePNG(&buf, path, regular)
	default:
		err = WriteNPY(&buf, path, regular)
	}
	if err != nil {
		return nil, err
	}
	if err := whole.WriteFile(path, buf.Bytes()); err != nil {
		return nil, usage("cannot write %s: %s", path, Cause(err))
	}
	return scale, nil
}

// Writes says, before there is a value, why none could be written to a file with this name: its ending is not known.
func Writes(path string) error { return known(path, "write", Writable) }

// IsTable tells whether the name of a file says that it holds arrays: no program has such a name.
func IsTable(path string) bool {
	return slices.Contains([]string{".npy", npz, ".csv", ".png"}, ending(path))
}

func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

func known(path, verb string, endings []string) error {
	for _, e := range endings {
		if ending(path) == e {
			return nil
		}
	}
	found := "has no ending"
	if e := filepath.Ext(path); e != "" {
		found = "ends in " + e
	}
	return usage("cannot %s %s: its name %s, wanted %s", verb, path, found, OneOf(endings))
}

// CannotRead explains why a file could not be opened or read. It lists files in the folder that may have been meant.
func CannotRead(path string, err error) error {
	d := usage("cannot read %s: %s", path, Cause(err))
	if !errors.Is(err, fs.ErrNotExist) {
		return d
	}
	dir, name := filepath.Split(path)
	entries, listErr := os.ReadDir(filepath.Clean("./" + dir))
	if filepath.IsAbs(path) {
		entries, listErr = os.ReadDir(dir)
	}
	if listErr != nil {
		return d
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near, alike := meant(name, names)
	switch {
	case near != "":
		d.Helpf("did you mean %s?", dir+near)
	case 0 < len(alike) && len(alike) <= maxAlike:
		d.Helpf("of that kind the folder has %s", strings.Join(alike, ", "))
	}
	return d
}

const maxAlike = 8 // names of files that a message lists

// meant returns the file whose name is close to this one, or "", and the files with the same ending. Names are compared
// without their endings: if the rest is right, the ending may be wrong.
func meant(name string, names []string) (near string, alike []string) {
	stem := func(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }
	var stems, same []string
	for _, n := range names {
		if ending(n) == ending(name) && stem(n) != "" {
			stems, alike = append(stems, stem(n)), append(alike, n)
		}
		if stem(n) == stem(name) {
			same = append(same, n)
		}
	}
	if k := slices.Index(stems, diag.Nearest(stem(name), stems)); k >= 0 {
		return alike[k], alike
	}
	return diag.Nearest(name, same), alike
}

// Cause returns an error of package os without the path, which the message already has.
func Cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func usage(format string, args ...any) *diag.Diagnostic { return diag.Usagef(format, args...) }

// tooMuch refuses a value because of the memory that it would take.
func tooMuch(name, shape string, want, limit int64) error {
	d := usage("%s: shape %s takes more memory than can be addressed", name, shape)
	if want >= 0 {
		d = usage("%s: shape %s: %s", name, shape, &engine.TooMuch{Want: want, Limit: limit})
	}
	return d.Helpf("read a smaller array, or raise the limit with `--memory`")
}

// ReadNPY reads one array in NumPy's format from r. Messages call it name. The data must end with the array. An array
// without dimensions is an int.
func ReadNPY(r io.Reader, name string, memory int64) (Typed, error) {
	return readNPY(r, name, -1, memory)
}
