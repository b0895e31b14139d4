package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sampling are the functions by which a test does less without -more.
var sampling = []string{"semtest.Sample", "semtest.More", "semtest.Planted", "passtest.Check"}

var sampledLine = regexp.MustCompile(`(?m)^sampled="(.*)"$`)

// TestSampled: what tests leave out without -more, .ci/run does: it has the list of their packages.
func TestSampled(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	line := sampledLine.FindStringSubmatch(string(script))
	if line == nil || !strings.Contains(string(script), "$sampled -more") {
		t.Fatal(".ci/run does not run a list of packages with -more")
	}
	var found []string
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			f, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if of, ok := f.X.(*ast.Ident); ok && slices.Contains(sampling, of.Name+"."+f.Sel.Name) {
				pkg := "./" + filepath.ToSlash(filepath.Dir(path))
				found = append(found, strings.TrimSuffix(pkg, "/."))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if listed := strings.Fields(line[1]); len(found) < 10 || !slices.Equal(found, listed) {
		t.Errorf("the tests that do less without -more are in\n%s\nand .ci/run has\n%s", strings.Join(found, " "), line[1])
	}
}
