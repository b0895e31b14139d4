package data

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

const npz = ".npz"

// Chosen separates FILE.npz:A,B into the file and the names of arrays in it. Other paths have no names.
func Chosen(path string) (file string, names []string) {
	k := strings.LastIndex(strings.ToLower(path), npz+":")
	if k < 0 {
		return path, nil
	}
	file = path[:k+len(npz)]
	return file, strings.Split(path[k+len(npz)+1:], ",")
}

// ReadNPZ reads arrays of a zip file such as numpy.savez and numpy.savez_compressed write: those of the names, in their
// order. Without names these are all, in the order of the file. One name that the file does not have means its only
// array, if it has one and the name was not chosen, or an irregular array, if the file has the parts of one. Messages call
// the file name.
func ReadNPZ(ctx context.Context, text, name string, names []string, chosen bool, memory int64) ([]Typed, error) {
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		d := usage("%s: this is no zip file such as numpy.savez writes: %s", name, strings.TrimPrefix(err.Error(), "zip: "))
		if strings.HasPrefix(text, magic) {
			d.Helpf("it is a .npy file, and its name should say so")
		}
		return nil, d
	}
	files, order := map[string]*zip.File{}, []string{}
	for _, f := range z.File {
		array, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue // something else that was put into the zip file
		}
		if files[array] != nil {
			return nil, usage("%s holds two arrays named %s", name, array)
		}
		files[array] = f
		order = append(order, array)
	}
	if len(order) == 0 {
		return nil, usage("%s holds no array, wanted files that end in .npy", name)
	}
	parts, irregular := hasParts(order)
	irregular = irregular && !chosen && len(names) == 1 && files[names[0]] == nil
	switch {
	case irregular:
		names = parts
	case len(names) == 0, len(names) == 1 && len(order) == 1 && !chosen:
		names = order
	}
	var all []Typed
	left := memory
	for _, array := range names {
		f := files[array]
		if f == nil {
			return nil, noArray(name, array, order, len(names))
		}
		if ctx.Err() != nil {
			return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
		}
		v, err := readMember(ctx, f, name+":"+array, left)
		if err != nil {
			return nil, err
		}
		if v.A != nil && memory > 0 {
			left = max(1, left-8*int64(v.A.Elems.Len()))
		}
		all = append(all, v)
	}
	if irregular {
		v, err := rowsOf(name, names, all)
		return []Typed{v}, err
	}
	return all, nil
}

// noArray is the error about a name that a file does not have.
func noArray(file, array string, has []string, wanted int) error {
	list := has
	if len(list) > maxAlike {
		list = append(slices.Clone(list[:maxAlike]), "…")
	}
	d := usage("%s holds no array named %s, it has %s", file, array, strings.Join(list, ", "))
	if near := diag.Nearest(array, has); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	if len(has) >= wanted {
		return d.Helpf("choose by names, as in %s:%s", file, strings.Join(has[:wanted], ","))
	}
	return d
}

// readMember reads an array in a zip file. What the zip file says of its size is not believed.
func readMember(ctx context.Context, f *zip.File, name string, memory int64) (Typed, error) {
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return Typed{}, usage("%s is encrypted, wanted a file that numpy.savez writes", name)
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return Typed{}, usage("%s is compressed by method %d, wanted 0 or 8 (deflate)", name, f.Method)
	}
	if err != nil {
		return Typed{}, usage("%s: %s", name, err)
	}
	defer r.Close()
	return ReadNPY(polled{ctx, io.Reader(r)}, name, memory)
}
