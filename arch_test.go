package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports is the import table: each package of this module with the packages of this module that it may import. Imports
// of tests are not looked at. The folders import in one direction only: semantics <- heap <- eval <- lower <- futhark
// <- repl <- bench <- main.go. TestLayers compares that order with the table. Package internal is for tests alone. A package
// that is not in the table may not exist.
var imports = map[string]string{
	"semantics/diag":         "",
	"semantics/num":          "",
	"semantics/rule":         "semantics/diag",
	"semantics/shared":       "",
	"semantics/stop":         "",
	"semantics/syntax":       "semantics/diag semantics/num semantics/stop semantics/shared",
	"semantics/derive":       "semantics/syntax",
	"semantics/poly":         "semantics/num semantics/syntax semantics/shared",
	"semantics/lmad":         "semantics/num semantics/poly semantics/syntax",
	"semantics/check":        "semantics/derive semantics/diag semantics/lmad semantics/num semantics/poly semantics/rule semantics/stop semantics/syntax semantics/shared",
	"semantics/prove":        "semantics/num semantics/poly semantics/stop semantics/syntax",
	"semantics/prove/intact": "semantics/diag semantics/prove semantics/prove/races semantics/rule semantics/stop semantics/syntax",
	"semantics/prove/races":  "semantics/diag semantics/imp semantics/num semantics/poly semantics/prove semantics/stop semantics/syntax",
	"semantics/prove/smt":    "semantics/diag semantics/num semantics/poly semantics/prove semantics/stop semantics/syntax",
	"semantics/prove/equal":  "semantics/diag semantics/erase semantics/num semantics/poly semantics/prove semantics/stop semantics/syntax",
	"semantics/regularity":   "semantics/diag semantics/num semantics/poly semantics/rule semantics/stop semantics/syntax",
	"semantics/std":          "semantics/diag semantics/syntax",
	"semantics/flatten":      "semantics/diag semantics/num semantics/poly semantics/stop semantics/syntax",
	"semantics/nested":       "semantics/diag semantics/flatten semantics/num semantics/stop semantics/syntax",
	"semantics/elab":         "semantics/check semantics/derive semantics/diag semantics/nested semantics/lmad semantics/num semantics/poly semantics/regularity semantics/rule semantics/std semantics/stop semantics/syntax semantics/shared",
	"semantics/erase":        "semantics/num semantics/rule semantics/stop semantics/syntax",
	"semantics/imp":          "semantics/diag semantics/rule semantics/stop semantics/syntax",

	"heap": "semantics/diag semantics/num",

	"eval/branch":   "semantics/diag semantics/num semantics/syntax",
	"eval/engine":   "eval/branch semantics/rule",
	"eval/whole":    "",
	"eval/machine":  "eval/engine heap semantics/derive semantics/diag semantics/num semantics/std semantics/syntax",
	"eval/finding":  "eval/machine heap semantics/diag semantics/num",
	"eval/value":    "eval/engine eval/machine semantics/derive semantics/diag semantics/num semantics/shared semantics/syntax",
	"eval/memory":   "eval/engine eval/finding eval/machine eval/value heap semantics/derive semantics/diag semantics/num semantics/shared semantics/syntax",
	"eval/step":     "eval/engine eval/finding eval/machine eval/memory eval/value heap semantics/derive semantics/diag semantics/rule semantics/syntax",
	"eval/validity": "eval/engine eval/finding eval/machine eval/memory eval/value heap semantics/diag semantics/erase semantics/imp semantics/num semantics/prove semantics/prove/intact semantics/prove/races semantics/shared semantics/stop semantics/syntax",
	"eval/verdict":  "eval/data eval/engine eval/finding eval/machine eval/validate eval/validity eval/value heap semantics/diag semantics/elab semantics/stop semantics/syntax",
	"eval/validate": "eval/branch eval/engine eval/fast eval/finding eval/imp eval/machine eval/memory eval/validity eval/value heap semantics/diag semantics/elab semantics/erase semantics/imp semantics/num semantics/prove semantics/prove/equal semantics/std semantics/stop semantics/syntax",
	"eval/vector":   "",
	"eval/fast":     "eval/branch eval/engine eval/machine eval/value eval/vector heap semantics/diag semantics/num semantics/stop semantics/syntax",
	"eval/instance": "eval/engine eval/imp eval/validity eval/value semantics/derive semantics/diag semantics/elab semantics/erase semantics/imp semantics/prove semantics/prove/intact semantics/regularity semantics/rule semantics/syntax",
	"eval/imp":      "eval/engine eval/machine eval/value heap semantics/derive semantics/diag semantics/imp semantics/num semantics/syntax",
	"eval/data":     "eval/engine eval/machine eval/value eval/whole semantics/diag semantics/num semantics/syntax",

	"lower/alias":            "semantics/stop semantics/syntax",
	"lower/opt/hoist":        "lower/alias lower/rewrite semantics/diag semantics/lmad semantics/syntax",
	"lower/introduce":        "lower/alias lower/rewrite semantics/diag semantics/lmad semantics/stop semantics/syntax",
	"lower/live":             "lower/alias semantics/stop semantics/syntax",
	"lower/rewrite":          "semantics/diag semantics/lmad semantics/poly semantics/prove semantics/stop semantics/syntax",
	"lower/pass":             "eval/engine eval/validate eval/validity heap lower/expand lower/introduce lower/opt/doublebuffer lower/opt/dps lower/opt/emr lower/opt/free lower/opt/fuse lower/opt/hoist lower/opt/infold lower/opt/inline lower/opt/merge lower/opt/shortcircuit lower/opt/simplify lower/rewrite semantics/diag semantics/elab semantics/lmad semantics/poly semantics/stop semantics/syntax",
	"lower/opt/simplify":     "lower/alias lower/live lower/rewrite semantics/diag semantics/lmad semantics/num semantics/poly semantics/syntax",
	"lower/opt/shortcircuit": "lower/alias lower/rewrite semantics/diag semantics/lmad semantics/poly semantics/prove/races semantics/syntax",
	"lower/toimp":            "lower/rewrite semantics/diag semantics/imp semantics/lmad semantics/num semantics/poly semantics/prove semantics/stop semantics/syntax",
	"lower/opt/inline":       "lower/rewrite semantics/diag semantics/poly semantics/std semantics/syntax",
	"lower/expand":           "lower/alias lower/rewrite semantics/diag semantics/lmad semantics/num semantics/poly semantics/syntax",
	"lower/opt/free":         "lower/live lower/rewrite semantics/syntax",
	"lower/opt/dps":          "lower/alias lower/live lower/opt/doublebuffer lower/opt/hoist lower/opt/shortcircuit lower/rewrite lower/shape semantics/lmad semantics/poly semantics/syntax",
	"lower/opt/emr":          "lower/alias lower/live lower/opt/doublebuffer lower/opt/hoist lower/rewrite semantics/lmad semantics/poly semantics/syntax",
	"lower/opt/infold":       "lower/alias lower/live lower/opt/shortcircuit lower/rewrite semantics/lmad semantics/poly semantics/syntax",
	"lower/refcount":         "eval/engine eval/memory heap lower/live lower/opt/emr lower/rewrite semantics/diag semantics/stop semantics/syntax",
	"lower/footprint":        "eval/value lower/pass lower/rewrite lower/shape semantics/diag semantics/lmad semantics/num semantics/poly semantics/stop semantics/syntax",
	"lower/shape":            "semantics/diag semantics/poly semantics/stop semantics/syntax",
	"lower/opt/doublebuffer": "lower/alias lower/live lower/rewrite semantics/diag semantics/lmad semantics/syntax",
	"lower/opt/fuse":         "lower/rewrite semantics/diag semantics/lmad semantics/num semantics/poly semantics/syntax",
	"lower/opt/merge":        "lower/alias lower/live lower/rewrite semantics/diag semantics/lmad semantics/syntax",

	"gpu":        "",
	"gpu/host":   "gpu",
	"gpu/queue":  "gpu",
	"gpu/cuda":   "gpu gpu/queue",
	"gpu/opencl": "gpu gpu/queue",
	"gpu/shim":   "gpu gpu/host",

	"lower/emit":     "semantics/diag semantics/imp semantics/num semantics/stop semantics/syntax",
	"lower/schedule": "lower/rewrite semantics/diag semantics/imp semantics/num semantics/poly semantics/prove semantics/stop semantics/syntax",
	"lower/offload":  "eval/engine eval/value gpu heap lower/emit semantics/diag semantics/imp semantics/num semantics/stop semantics/syntax",
	"lower/native":   "eval/engine eval/imp eval/value gpu heap lower/emit lower/offload lower/pass lower/rewrite lower/schedule lower/toimp semantics/diag semantics/imp semantics/lmad semantics/num semantics/prove semantics/prove/races semantics/stop semantics/syntax",

	"lower/watch": "eval/engine eval/value gpu gpu/shim heap lower/emit lower/offload semantics/imp semantics/stop semantics/syntax",

	"lower/native/programs": "",

	"lower/checked": "eval/fast eval/machine gpu lower/emit semantics/diag semantics/num semantics/syntax",

	"lower/ahead": "eval/engine lower/opt/fuse lower/opt/simplify lower/rewrite semantics/prove semantics/stop semantics/syntax",

	"futhark":          "semantics/diag semantics/stop",
	"futhark/corpus":   "",
	"futhark/words":    "futhark futhark/tofunmem",
	"futhark/tofunmem": "futhark semantics/diag semantics/lmad semantics/num semantics/poly semantics/stop semantics/syntax",

	"repl/paint":   "semantics/diag",
	"repl/measure": "",
	"repl/edit":    "eval/whole repl/paint semantics/diag",
	"repl/session": "eval/data eval/engine eval/fast eval/finding eval/imp eval/machine eval/memory eval/step eval/validate eval/validity eval/value eval/verdict eval/whole gpu gpu/cuda gpu/host gpu/opencl heap lower/ahead lower/checked lower/emit lower/footprint lower/introduce lower/native lower/offload lower/pass lower/refcount lower/watch " +
		"lower/toimp repl/edit repl/paint semantics/derive semantics/diag semantics/elab semantics/erase futhark/tofunmem semantics/imp semantics/lmad semantics/num semantics/prove semantics/prove/intact semantics/prove/smt " +
		"semantics/shared semantics/std semantics/stop semantics/syntax",
	"repl/svg":     "semantics/derive",
	"repl/typeset": "semantics/derive semantics/imp semantics/rule semantics/syntax",
	"repl/tutor":   "repl/edit eval/data eval/memory eval/validity eval/value eval/verdict eval/whole heap lower/pass repl/page repl/session repl/view semantics/derive semantics/diag semantics/elab semantics/stop semantics/syntax",
	"repl/view": "eval/data eval/engine eval/instance eval/machine eval/memory eval/value eval/whole heap lower/offload lower/pass lower/refcount lower/rewrite repl/edit repl/page repl/paint repl/session semantics/derive semantics/diag semantics/elab eval/step semantics/imp " +
		"semantics/rule semantics/syntax repl/svg",
	"repl/suite":       "eval/data eval/whole futhark repl/child semantics/diag",
	"repl/suite/slurm": "",
	"repl/serve":       "repl/suite semantics/diag",
	"repl/cli": "repl/child repl/serve repl/suite repl/suite/slurm semantics/regularity eval/data eval/engine eval/finding eval/imp eval/validate eval/validity eval/value eval/verdict eval/whole gpu heap lower/emit lower/footprint lower/introduce lower/native lower/offload lower/pass lower/refcount lower/rewrite lower/schedule lower/shape repl/measure repl/paint " +
		"repl/child repl/suite repl/grade repl/page repl/session repl/view semantics/diag semantics/elab futhark futhark/tofunmem futhark/words semantics/imp semantics/num semantics/prove semantics/prove/equal semantics/prove/intact semantics/stop semantics/syntax repl/typeset",
	"repl/child": "",
	"repl/grade": "repl/child eval/data eval/engine eval/validate eval/validity eval/value eval/verdict heap lower/pass repl/session semantics/diag semantics/elab semantics/std semantics/syntax",
	"repl/page":  "eval/data eval/step eval/whole semantics/diag semantics/syntax",
	"repl": "semantics/regularity eval/data eval/engine eval/verdict eval/machine eval/validate eval/validity eval/value eval/whole gpu gpu/cuda gpu/shim heap lower/emit lower/footprint lower/native lower/offload lower/pass lower/shape lower/refcount lower/watch repl/cli repl/edit repl/paint repl/session repl/view repl/page " +
		"semantics/derive semantics/diag semantics/elab futhark futhark/tofunmem futhark/words semantics/imp semantics/num semantics/poly semantics/prove semantics/rule semantics/std semantics/stop " +
		"semantics/syntax repl/svg repl/typeset repl/tutor",

	"examples":   "",
	"bench/cuda": "",
	"bench/gpu":  "bench/cuda eval/engine eval/value examples gpu gpu/cuda gpu/opencl lower/emit lower/native lower/native/programs semantics/diag semantics/elab semantics/erase semantics/num semantics/syntax",

	"internal/testkit":  "semantics/diag",
	"internal/browser":  "internal/testkit",
	"internal/fakecuda": "gpu/cuda gpu/shim",

	"internal/fakefuthark": "",

	"internal/devices":  "gpu gpu/cuda gpu/opencl internal/fakecuda internal/testkit lower/emit",
	"internal/cores":    "gpu/host internal/testkit",
	"internal/schemas":  "semantics/derive semantics/imp semantics/rule semantics/syntax",
	"internal/passtest": "eval/engine eval/memory eval/validate eval/validity heap internal/testkit lower/introduce lower/pass lower/rewrite semantics/diag semantics/elab semantics/lmad semantics/num semantics/syntax eval/value semantics/erase",

	".": "eval/validity eval/verdict eval/whole repl repl/cli repl/session repl/view semantics/diag",
}

// layers is the order of the folders.
var layers = []string{"gpu", "semantics", "heap", "eval", "lower", "futhark", "repl", "examples", "bench", ".", "internal"}

func layer(pkg string) int {
	top, _, _ := strings.Cut(pkg, "/")
	return slices.Index(layers, top)
}

// TestImports compares the imports of every file with the table.
func TestImports(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		found[pkg] = true
		allowed, known := imports[pkg]
		if !known {
			t.Errorf("package %s is not in the import table", pkg)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			name, ours := strings.CutPrefix(name, "funmem/")
			if ours && !slices.Contains(strings.Fields(allowed), name) {
				t.Errorf("%s imports %s, which the table does not allow", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range imports {
		if !found[pkg] {
			t.Errorf("package %s is in the import table and does not exist", pkg)
		}
	}
}

// TestLayers compares the table with the order of the folders, and looks for import cycles within a folder.
func TestLayers(t *testing.T) {
	for pkg, allowed := range imports {
		if layer(pkg) < 0 {
			t.Errorf("package %s is in none of the folders", pkg)
		}
		for _, imp := range strings.Fields(allowed) {
			if layer(imp) > layer(pkg) {
				t.Errorf("the table lets %s import %s, against the order of the folders", pkg, imp)
			}
		}
		if slices.Contains(reach(pkg, map[string]bool{}), pkg) {
			t.Errorf("the table lets %s import itself in a circle", pkg)
		}
	}
}

// reach returns all packages that a package may import, directly or not.
func reach(pkg string, seen map[string]bool) (all []string) {
	for _, imp := range strings.Fields(imports[pkg]) {
		if all = append(all, imp); !seen[imp] {
			seen[imp] = true
			all = append(all, reach(imp, seen)...)
		}
	}
	return all
}
