package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// largestGap is the most work that may be done between two polls, in function calls and loop rounds: about 20
// milliseconds.
const largestGap = 1_000_000

// insertion is a text that replaces some bytes of a file.
type insertion struct {
	at, cut int
	text    string
}

// counting returns a Go file in which each function call and each loop round calls stop.Work, and each look at a
// context calls stop.Polled.
func counting(t *testing.T, path string, text []byte) []byte {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var all []insertion
	put := func(at token.Pos, text string) { all = append(all, insertion{files.Position(at).Offset, 0, text}) }
	ast.Inspect(file, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			of := string(text[files.Position(f.X.Pos()).Offset:files.Position(f.X.End()).Offset])
			switch {
			case f.Sel.Name == "Err" && len(n.Args) == 0 && (strings.HasSuffix(of, "ctx") || strings.HasSuffix(of, ".Context")):
				put(n.Pos(), "countedWork.Polled("+of+", ")
				put(n.End(), ")")
			case file.Name.Name == "main" && of == "os" && f.Sel.Name == "Exit":
				all = append(all, insertion{files.Position(n.Pos()).Offset, len("os.Exit"), "countedWork.End"})
			}
		}
		if body != nil {
			put(body.Lbrace+1, "countedWork.Work();")
		}
		return true
	})
	if len(all) == 0 {
		return text
	}
	put(file.Name.End(), `; import countedWork "funmem/semantics/stop"`)
	slices.SortStableFunc(all, func(a, b insertion) int { return a.at - b.at })
	var out strings.Builder
	last := 0
	for _, i := range all {
		out.Write(text[last:i.at])
		out.WriteString(i.text)
		last = i.at + i.cut
	}
	out.Write(text[last:])
	return []byte(out.String())
}

// countingBinary builds this program so that it counts its work (testdata/polls/work.go.txt), and returns the path of
// the binary.
func countingBinary(t *testing.T) string {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{filepath.Join(root, "semantics/stop/work.go"): filepath.Join(root, "testdata/polls/work.go.txt")}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "semantics/stop/"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.ReplaceAll(path, string(filepath.Separator), "_"))
		replace[filepath.Join(root, path)] = to
		return os.WriteFile(to, counting(t, path, text), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "funmem")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", err, out)
	}
	return binary
}

// large returns programs in which each phase does more work than is allowed between two polls.
func large() map[string]string {
	lines := func(n int, format string) string {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, format+"\n", k)
		}
		return b.String()
	}
	updates := strings.Builder{}
	updates.WriteString("def f (n : int) (a0 : [n]int) : [n]int =\n")
	for k := range 3000 {
		fmt.Fprintf(&updates, "  let a%d = a%d with [%d] = %d\n", k+1, k, k%7+1, k)
	}
	updates.WriteString("  in a3000\n\nf(8, [1, 2, 3, 4, 5, 6, 7, 8])\n")
	nested := "x"
	for k := range 20 {
		nested = fmt.Sprintf("kernel q%d <= 1 do %s", k, nested)
	}
	return map[string]string{
		"literal":     "let xs = [" + strings.Repeat("17, ", 250_000) + "1]\n\nxs[1]\n",
		"irregular":   "let (xs : [2][?]int) = [[" + strings.Repeat("17, ", 50_000) + "1], []]\n\nlet ys = map (\\row -> map (\\x -> x + 1) row) xs\n\nys[1, 2]\n",
		"comments":    lines(250_000, "-- line %d") + "\n-- > 1 + 1\n-- 2\n\n1 + 1\n",
		"definitions": lines(40_000, "def g%[1]d (x : int) : int = x + %[1]d") + "\ng7(3)\n",
		"lets":        lines(30_000, "let x%[1]d = %[1]d + 1") + "\nx7\n",
		"updates":     updates.String(),
		"nested":      "let x = 3\n\nlet y = " + nested + "\n\ny\n",
	}
}

// polled are the command lines. Each has the program that it is about; FILE stands for it. The first ones run with
// -more.
var polled = []struct{ program, args string }{
	{"definitions", "-c|:load FILE"},
	{"literal", "-c|:load FILE"},
	{"comments", "-c|:load FILE"},
	{"irregular", "-c|:load FILE"},
	{"literal", "fmt FILE"},
	{"lets", "-c|:load FILE"},
	{"lets", "run FILE"},
	{"updates", "check FILE"},
	{"updates", "lower --to imp FILE"},
	{"nested", "check FILE"},
	{"definitions", "lower --to imp FILE"},
	{"comments", "test FILE"},
	{"comments", "fmt FILE"},
}

// withoutFull is how many of them run without -full.
const withoutFull = 2

var full = flag.Bool("full", false, "count the steps between polls in more commands")

// mistakes are functions whose polls are ignored, so that the test must fail for them.
var mistakes = []struct{ program, args, deaf string }{
	{"definitions", "-c|:load FILE", "semantics/syntax.(*freeVars).node"},
	{"literal", "-c|:load FILE", "semantics/syntax.(*parser).next"},
	{"literal", "-c|:load FILE", "semantics/check.(*Context).tLiteral"},
}

// TestPolls checks that in any command only few steps lie between two looks at whether the work is to end. It counts
// steps in a build of this program made for that (testdata/polls/work.go.txt), and reads no clock. It runs under -more
// and -full. It must also notice when the polls of a function are ignored.
func TestPolls(t *testing.T) {
	if !testkit.More() && !*full {
		t.Skip("it builds the program anew, and counts for a minute: go test . -run TestPolls -more does so, as .ci/run")
	}
	binary, dir := countingBinary(t), t.TempDir()
	for name, text := range large() {
		if err := os.WriteFile(filepath.Join(dir, name+".fun"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(program, args, deaf string) (gaps []string, end string) {
		var words []string
		for _, w := range strings.FieldsFunc(args, func(r rune) bool { return r == ' ' && !strings.Contains(args, "|") || r == '|' }) {
			words = append(words, strings.ReplaceAll(w, "FILE", filepath.Join(dir, program+".fun")))
		}
		notes := filepath.Join(dir, "notes")
		cmd := exec.Command(binary, words...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "FUNMEM_HISTORY=", "FUNMEM_NOTES="+notes, "FUNMEM_DEAF="+deaf, fmt.Sprint("FUNMEM_GAP=", largestGap))
		out, err := cmd.CombinedOutput()
		text, _ := os.ReadFile(notes)
		os.Remove(notes)
		list := strings.Split(strings.TrimSpace(string(text)), "\n")
		end = list[len(list)-1]
		if err != nil || !strings.HasPrefix(end, "end: ") {
			t.Fatalf("funmem %s: %v\n%s", args, err, out[:min(len(out), 2000)])
		}
		return list[:len(list)-1], end
	}
	lines, deaf := polled, mistakes
	if !*full {
		lines, deaf = polled[:withoutFull], mistakes[:1]
	}
	for _, c := range lines {
		gaps, end := run(c.program, c.args, "")
		t.Logf("%s, %s: %s", c.program, c.args, end)
		for _, g := range gaps {
			t.Errorf("%s, %s: more than %d steps without a poll: %s", c.program, c.args, largestGap, g)
		}
	}
	for _, c := range deaf {
		if gaps, _ := run(c.program, c.args, c.deaf); len(gaps) == 0 {
			t.Errorf("%s, %s: nobody sees that %s does not poll", c.program, c.args, c.deaf)
		}
	}
}
