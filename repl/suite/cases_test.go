package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// files writes files into a folder of the test.
func files(t *testing.T, texts map[string]string) string {
	dir := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// listed writes cases and what none is made of.
func listed(cases []*Case, s *Settings) string {
	var b strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&b, "%s\n  %s\n", c.Name, c.Command("."))
		if c.Want.Verdict != "" {
			fmt.Fprintf(&b, "  wants %s\n", c.Want.Verdict)
		}
		if v := c.Want.Values; v != nil {
			fmt.Fprintf(&b, "  wants values %q %q, near: %t\n", v.Text, v.File, v.Near)
		}
		if c.Want.Error != nil {
			fmt.Fprintf(&b, "  wants the error %q\n", *c.Want.Error)
		}
		fmt.Fprintf(&b, "  reads %s\n", strings.Join(c.Files, " "))
		if len(c.Stages) > 0 {
			fmt.Fprintf(&b, "  of the stages %s\n", strings.Join(c.Stages, " "))
		}
	}
	for _, text := range s.Left {
		fmt.Fprintf(&b, "left out: %s\n", text)
	}
	return b.String()
}

// dump is a dump with an entry point main of two parameters, and one without any.
const dump = `types {

}

entry("main",
      {x: i64,
       y: i64},
      {i64})
  entry_main (x_1 : i64, y_2 : i64) : {i64} = {
  let {z_3 : i64} =
    add64(x_1, y_2)
  in {z_3}
}

entry("nothing",
      {},
      {i64})
  entry_nothing () : {i64} = {
  let {z_4 : i64} =
    add64(1i64, 2i64)
  in {z_4}
}
`

// TestFolder lists the cases of a folder.
func TestFolder(t *testing.T) {
	dir := files(t, map[string]string{
		"a.fun": "def f (x : int) = x\n", "b.fun": "-- > 1\n-- 1\n", "c.imp": "", "notes.txt": "", ".hidden/d.fun": "1",
		"p/sum.fut": `-- Two numbers.
-- ==
-- entry: main
-- input { 1i64 2i64 } output { 3i64 }
-- compiled input { 1i64
--   5i64 }
-- error: out of .*
-- input @ data/sum.in
-- output @ data/sum.out
-- "a name" no_python random input { i64 7i64 }
-- random input { [1000][1000]i32 2i64 }
-- input @ data/sum.in.gz output { 1i64 }
-- structure gpu { SegMap 1 }

-- ==
-- entry: nothing other
-- input { } output { 3i64 }
-- input { } auto output
def main (x: i64) (y: i64) = x + y
`,
		"p/sum.final.fut_seq_mem": dump, "q/st.s00-alloc.fut_seq_mem": dump, "q/st.s01-cse.fut_seq_mem": dump, "q/st.s01-other.fut_seq_mem": dump, "q/st.final.fut_seq_mem": dump,
		"p/sum.final.fut_gpu_mem": "no dump",
		"p/rec.fut":               "", "p/rec.final.fut_mc_mem": dump,
		"p/rec.cases.json": `{"cases":[{"entry":"main","stdin":"1 2","stdout":"3i64"},{"entry":"main","stdin":"1 2","error":"oh"}],"error_cases":[{"entry":"main","stdin":"9 9"}]}`,
		"p/none.fut":       "-- ==\n-- input { } output { 1 }\n",
		"p/bad.fut":        "-- ==\n-- error: unknown name\n\n-- ==\n-- input { 1 \n",
	})
	for name, s := range map[string]*Settings{"folder": {Seed: 1}, "bisect": {Bisect: true, Seed: 1, Flags: []string{"--tests", "20", "--no-prove"}}} {
		cases, err := s.Folder(t.Context(), dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		testkit.Golden(t, "testdata/"+name+".txt", listed(cases, s))
	}
	if _, err := (&Settings{}).Folder(t.Context(), dir, ".hidden"); err != nil {
		t.Error("a folder that is asked for is hidden:", err)
	}
	for _, sub := range []string{"nosuch", "empty"} {
		os.Mkdir(filepath.Join(dir, "empty"), 0o777)
		if cases, err := (&Settings{}).Folder(t.Context(), dir, sub); err == nil {
			t.Errorf("%s has %d cases", sub, len(cases))
		}
	}
}

// TestManifest reads a manifest, and then lines that are wrong.
func TestManifest(t *testing.T) {
	dir := files(t, map[string]string{
		"a.fun": "1", "b c.fun": "1", "x.in": "1", "sub/d.fun": "1",
		"t.s00-alloc.fut_seq_mem": "", "t.s01-cse.fut_seq_mem": "", "t.final.fut_seq_mem": "",
	})
	s := &Settings{Flags: []string{"--tests", "7"}}
	cases, err := s.Manifest(t.Context(), diag.NewSource("list", `# all that is checked
check a.fun --prove
validate a.fun "b c.fun" --tests 3   => refuted

run a.fun --in x=x.in => [1, 2] 3
run a.fun => error: out of (bounds|range)
run a.fun => 3
test a.fun
stages t.*
folder sub
`), dir)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "testdata/manifest.txt", listed(cases, s))
	for text, want := range map[string]string{
		"chek a.fun":               "a case cannot be `chek`",
		"suite sub":                "a case cannot be `suite`",
		"check":                    "names no file",
		"check nosuch.fun":         "names no file",
		"check 'a.fun":             "a quote is not closed",
		"check a.fun => fine":      "only `run` has values; found fine",
		"check a.fun --json":       "`--json` is what the suite itself adds",
		"stages t.* => refuted":    "=> is about one",
		"stages nosuch.*":          "there is no file nosuch.*",
		"stages a.fun":             "no two stages",
		"folder":                   "`folder` takes one folder, and found 0",
		"folder nosuch":            "cannot read",
		"check a.fun\n\nrun\ntest": "list:3:1",
		" => proved":               "there is no command before =>",
		"check a.fun =>":           "after => come values, an error or a verdict",
		"run a.fun => error: (":    "the pattern of the error is none",
	} {
		if _, err := s.Manifest(t.Context(), diag.NewSource("list", text), dir); err == nil || !strings.Contains(fmt.Sprint(diag.Of(err), err), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestOddNames: files whose names have =>, blanks, brackets, a flag's dash or an absolute path are the files of their cases.
func TestOddNames(t *testing.T) {
	dir := files(t, map[string]string{
		"[d]/a => b.fun": "1", "[d]/-x.fun": "1", "[d]/.#lock.fun": "1", "[d]/._apple.fun": "1", "[d]/xs=1.in": "1",
		"[d]/[t].s00-alloc.fut_seq_mem": "", "[d]/[t].final.fut_seq_mem": "",
	})
	dir = filepath.Join(dir, "[d]")
	if os.Symlink("nowhere", filepath.Join(dir, "gone.fun")) != nil {
		t.Skip("links cannot be made here")
	}
	s := &Settings{}
	cases, err := s.Folder(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	const folder = `check ./-x.fun|check [t].final.fut_seq_mem|check [t].s00-alloc.fut_seq_mem|check a => b.fun|check gone.fun|validate [t].s00-alloc.fut_seq_mem [t].final.fut_seq_mem`
	if got := names(cases); got != folder {
		t.Errorf("%s, wanted %s", got, folder)
	}
	abs := filepath.ToSlash(filepath.Join(dir, "a => b.fun"))
	cases, err = s.Manifest(t.Context(), diag.NewSource("list", "check 'a => b.fun' => proved\nstages '[t].s00-alloc.fut_seq_mem' '[t].final.fut_seq_mem'\nstages '?t?.*'\nrun './-x.fun' --in=x=xs=1.in\ncheck '"+abs+"'\nfolder '"+filepath.ToSlash(dir)+"'"), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := "check a => b.fun|" + strings.Repeat("validate [t].s00-alloc.fut_seq_mem [t].final.fut_seq_mem|", 2)
	if got := names(cases); !strings.HasPrefix(strings.Replace(got, " #2", "", 1), want) {
		t.Errorf("%s, wanted %s", got, want)
	}
	if quoted, err := s.Manifest(t.Context(), diag.NewSource("list", "check 'a => b.fun' '=>' => tested"), dir); err != nil || len(quoted[0].Args) != 3 || quoted[0].Want.Verdict != Tested {
		t.Errorf("a quoted => is no word: %+v, %v", quoted, err)
	}
	if c := cases[0]; c.Want.Verdict != Proved || c.Files[0] != "a => b.fun" {
		t.Errorf("%+v", c)
	}
	if c := cases[3]; fmt.Sprint(c.Files) != "[./-x.fun xs=1.in]" {
		t.Errorf("%+v", c)
	}
	if got := (&Case{Args: []string{"run", "a.fun", "--in", "x=-"}}).Command("."); got != "printf %s '' | funmem run a.fun --in x=-" {
		t.Errorf("an empty standard input is not that of a terminal: %s", got)
	}
	if got := (&Case{Args: []string{"run", "a.fun", "--in", "x=-"}, Stdin: "1\n'\\n'"}).Command("."); got != "printf %b '1\\n'\\''\\\\n'\\''' | funmem run a.fun --in x=-" {
		t.Errorf("an input of two lines is one line: %s", got)
	}
	for _, c := range cases[4:] {
		for _, file := range c.Files {
			if _, err := os.Stat(within("elsewhere", file)); err != nil && !strings.HasSuffix(file, "gone.fun") {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

// TestBytes: files whose names are not UTF-8 are left out, and said to be, since two of them would have one name in the results.
func TestBytes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.fun", "\xfe.fun", "\xff.fun"} {
		if os.WriteFile(filepath.Join(dir, name), []byte("1"), 0o666) != nil {
			t.Skip("names are UTF-8 here")
		}
	}
	s := &Settings{}
	cases, err := s.Folder(t.Context(), dir, ".")
	if err != nil || names(cases) != "check a.fun" || fmt.Sprint(s.Left) != `["\xfe.fun": its name is not UTF-8 "\xff.fun": its name is not UTF-8]` {
		t.Errorf("%s, %v, %v", names(cases), s.Left, err)
	}
}

// names are the names of cases.
func names(cases []*Case) string {
	var list []string
	for _, c := range cases {
		list = append(list, c.Name)
	}
	return strings.Join(list, "|")
}

// TestDistinct: no two cases have one name, also where a folder of a manifest has numbers already, or a name looks like one.
func TestDistinct(t *testing.T) {
	dir := files(t, map[string]string{"sub/a.fun": "1"})
	cases, err := (&Settings{}).Manifest(t.Context(), diag.NewSource("list", "folder sub\ncheck sub/a.fun '#2'\nfolder sub\ncheck sub/a.fun\ncheck sub/a.fun '#2'\nfolder ."), dir)
	if err != nil {
		t.Fatal(err)
	}
	const want = "check sub/a.fun|check sub/a.fun #2|check sub/a.fun #3|check sub/a.fun #4|check sub/a.fun #2 #2|check sub/a.fun #5"
	if got := names(cases); got != want {
		t.Errorf("%s, wanted %s", got, want)
	}
}

// TestDrawn draws inputs: the same for the same seed, of the types, and not too large ones.
func TestDrawn(t *testing.T) {
	const types = "[2][3]i8 5i32 bool [0]f64 u64 f32 i64 [2]f16"
	text, problem := drawn(types, 1)
	if again, _ := drawn(types, 1); problem != "" || again != text {
		t.Errorf("%s\n%s\n%s", text, again, problem)
	}
	if other, _ := drawn(types, 2); other == text {
		t.Error("another seed gives the same")
	}
	values, err := readValues(t.Context(), "drawn", text)
	if err != nil || len(values) != 8 {
		t.Fatal(text, err)
	}
	for k, want := range []string{"i8", "i32", "bool", "f64", "u64", "f32", "i64", "f16"} {
		if values[k].Type != want {
			t.Errorf("value %d is of type %s, wanted %s", k, values[k].Type, want)
		}
	}
	for _, large := range []string{"[100001]i8", "[1000][1000]i8", "[99999]i8 [2]i8", "[100000][100000][100000][100000][100000]i8"} {
		if text, problem := drawn(large, 1); problem == "" {
			t.Errorf("%s: %d bytes", large, len(text))
		}
	}
}
