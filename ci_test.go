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

// lists are the lists of packages in .ci/run. Each says which calls in a package's tests put it on the list, and how
// .ci/run runs the packages.
var lists = []struct {
	name  string
	calls []string
	runs  string
}{
	// the calls that let a test do less without -more
	{"sampled", []string{"testkit.Sample", "testkit.More", "passtest.Check"}, `in_turns "$sampled" -more`},
	{"planted", []string{"testkit.Planted"}, `in_turns "$planted" -v -run Planted -planted-share`},
}

// TestLists checks that .ci/run also runs what tests leave out by default: its lists must name those packages.
func TestLists(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lists {
		line := regexp.MustCompile(`(?m)^` + l.name + `="(.*)"$`).FindStringSubmatch(string(script))
		if line == nil || !strings.Contains(string(script), l.runs) {
			t.Errorf(".ci/run does not run a list of packages as %s", l.runs)
			continue
		}
		found := packagesThatCall(t, l.calls)
		if listed := strings.Fields(line[1]); len(found) < 10 || !slices.Equal(found, listed) {
			t.Errorf("the tests that call one of %v are in\n%s\nand .ci/run has\n%s", l.calls, strings.Join(found, " "), line[1])
		}
	}
}

// elsewhere are the variables REQUIRE_… for what no registry has, or what all systems have on which .ci/run runs.
var elsewhere = []string{"REQUIRE_CUDA", "REQUIRE_CXX", "REQUIRE_FUTHARK", "REQUIRE_PROC"}

// TestRequired checks that .ci/run sets the variables by which tests may not be skipped for want of a tool.
func TestRequired(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || path == "ci_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range regexp.MustCompile(`"(REQUIRE_\w+)"`).FindAllStringSubmatch(string(text), -1) {
			found[name[1]] = true
		}
		return err
	})
	if err != nil || len(found) < 8 {
		t.Fatal(len(found), err)
	}
	for name := range found {
		if !strings.Contains(string(script), name+"=1") && !slices.Contains(elsewhere, name) {
			t.Errorf(".ci/run does not set %s", name)
		}
	}
}

// packagesThatCall returns, in order, the packages whose tests call one of the given functions.
func packagesThatCall(t *testing.T, calls []string) []string {
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
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
			if of, ok := f.X.(*ast.Ident); ok && slices.Contains(calls, of.Name+"."+f.Sel.Name) {
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
	return slices.Compact(found)
}
