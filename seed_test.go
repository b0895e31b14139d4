package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is what the Go files of a folder import, without and with its tests.
type source struct{ code, tests []string }

// sources returns the folders of this module that hold Go files, under the names by which packages
// are imported.
func sources(t *testing.T) map[string]*source {
	t.Helper()
	found := map[string]*source{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix("funmem/"+filepath.ToSlash(filepath.Dir(file)), "/.")
		if found[name] == nil {
			found[name] = &source{}
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			found[name].tests = append(found[name].tests, imported)
			if !strings.HasSuffix(file, "_test.go") {
				found[name].code = append(found[name].code, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// unseeded returns the packages whose tests use rapid but start from a random seed, because they do
// not link internal/testkit.
func unseeded(all map[string]*source) (users int, without []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		built := map[string]bool{}
		var add func(imported []string)
		add = func(imported []string) {
			for _, i := range imported {
				if !built[i] {
					built[i] = true
					if s := all[i]; s != nil {
						add(s.code)
					}
				}
			}
		}
		built[name] = true
		add(all[name].tests)
		if !built["pgregory.net/rapid"] {
			continue
		}
		users++
		if !built["funmem/internal/testkit"] {
			without = append(without, name)
		}
	}
	return users, without
}

// TestSeeded checks that in every package tests that use rapid do the same in each run. The second
// half checks that it notices a package where they do not.
func TestSeeded(t *testing.T) {
	all := sources(t)
	users, without := unseeded(all)
	if users == 0 {
		t.Error("no package uses rapid")
	}
	for _, name := range without {
		t.Errorf("the tests of %s use rapid with a random seed: one of their files has to import funmem/internal/testkit, if only as _", name)
	}
	all["funmem/a"] = &source{tests: []string{"pgregory.net/rapid"}}
	all["funmem/b"] = &source{tests: []string{"funmem/internal/passtest", "pgregory.net/rapid"}}
	all["funmem/c"] = &source{tests: []string{"funmem/d"}}
	all["funmem/d"] = &source{code: []string{"pgregory.net/rapid"}, tests: []string{"pgregory.net/rapid"}}
	if _, more := unseeded(all); !slices.Equal(more, append([]string{"funmem/a", "funmem/c", "funmem/d"}, without...)) {
		t.Errorf("the packages without a seed are %s", more)
	}
}
