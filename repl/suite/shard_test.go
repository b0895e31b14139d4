package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestShards: each case is in exactly one part, whether parts are counted from 0 or from 1.
func TestShards(t *testing.T) {
	var cases []*Case
	for k := range 20 {
		cases = append(cases, &Case{Name: fmt.Sprint(k)})
	}
	for n := 1; n < 23; n++ {
		for first := range 2 {
			count := map[string]int{}
			for k := first; k < n+first; k++ {
				s, err := ParseShard(fmt.Sprintf("%d/%d", k, n), nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range s.Of(cases) {
					count[c.Name]++
				}
			}
			for _, c := range cases {
				if count[c.Name] != 1 {
					t.Errorf("%d parts from %d: case %s is in %d of them", n, first, c.Name, count[c.Name])
				}
			}
		}
	}
}

// TestParseShard reads the variables of each scheduler, and refuses those that do not say which part this is.
func TestParseShard(t *testing.T) {
	for _, c := range []struct{ text, vars, want string }{
		{"2/4", "", "2/4"},
		{"0/4", "", "4/4"},
		{"env", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=11 SLURM_ARRAY_TASK_STEP=4 SLURM_ARRAY_TASK_COUNT=3", "2/3"},
		{"slurm", "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=4", "1/4"},
		{"env", "TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=2", "1/2"},
		{"env", "CI_NODE_INDEX=1 CI_NODE_TOTAL=2", "1/2"},
		{"env", "CI_NODE_INDEX=2 CI_NODE_TOTAL=2", "2/2"},
		{"env", "JOB_COMPLETION_INDEX=4 FUNMEM_SHARD_TOTAL=5", "5/5"},
		{"env", "FUNMEM_SHARD_INDEX=0 FUNMEM_SHARD_TOTAL=5", "1/5"},
		{"gitlab", "CI_NODE_INDEX=2 CI_NODE_TOTAL=3 TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=2", "2/3"},

		{"5/4", "", "wanted K/N with N from 1"},
		{"1/0", "", "wanted K/N with N from 1"},
		{"1/99999999999999999999", "", "wanted K/N with N from 1"},
		{"-1/4", "", "wanted K/N, env, or one of"},
		{"jenkins", "", "wanted K/N, env, or one of"},
		{"env", "", "no variable says which part this is"},
		{"slurm", "CI_NODE_INDEX=2 CI_NODE_TOTAL=3", "there is no variable SLURM_ARRAY_TASK_ID"},
		{"env", "CI_NODE_INDEX=2 CI_NODE_TOTAL=3 TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=2", "two schedulers say"},
		{"env", "JOB_COMPLETION_INDEX=4", "no variable FUNMEM_SHARD_TOTAL"},
		{"env", "JOB_COMPLETION_INDEX=5 FUNMEM_SHARD_TOTAL=5", "say no part"},
		{"env", "CI_NODE_INDEX=0 CI_NODE_TOTAL=3", "say no part"},
		{"env", "CI_NODE_INDEX=x CI_NODE_TOTAL=3", "is no number of a task"},
		{"env", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=3", "not in equal steps"},
		{"env", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=3", "not in equal steps"},
	} {
		vars := map[string]string{}
		for _, one := range strings.Fields(c.vars) {
			name, value, _ := strings.Cut(one, "=")
			vars[name] = value
		}
		s, err := ParseShard(c.text, func(name string) (string, bool) { v, ok := vars[name]; return v, ok })
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && s.Text() != c.want {
			t.Errorf("%s with %s: %s, %v; wanted %s", c.text, c.vars, s.Text(), err, c.want)
		}
		if err == nil && (s.From == "") != (c.vars == "") {
			t.Errorf("%s with %s is said to come from %q", c.text, c.vars, s.From)
		}
	}
	s, err := ParseShard("bazel", func(name string) (string, bool) {
		v := map[string]string{"TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "f"}[name]
		return v, v != ""
	})
	if err != nil || s.Status != "f" {
		t.Error(s, err)
	}
}

// part is the file of a part of the suite of TestTwice, with cases named by letters.
func part(t *testing.T, path string, shard Shard, cases []*Case, resume bool) (*File, []*Case) {
	t.Helper()
	h := NewHeader(".", "", cases, shard, nil)
	f, left, err := Shared(path, h, ".", shard.Of(cases), resume)
	if err != nil {
		t.Fatal(err)
	}
	return f, left
}

func letters(names string) (cases []*Case) {
	for _, name := range strings.Split(names, "") {
		cases = append(cases, &Case{Name: name, Args: []string{"check", name}})
	}
	return cases
}

// did adds results of cases.
func did(t *testing.T, f *File, cases []*Case) {
	t.Helper()
	for _, c := range cases {
		if err := f.Add(&Result{Case: c.Name, Number: c.Number, Key: c.key(".", ""), Args: c.Args, Verdict: Tested, OK: true}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTwice runs the task of a part twice at the same time, in all orders of ending: there is one complete file, and nothing else.
func TestTwice(t *testing.T) {
	cases, shard := letters("abcde"), Shard{K: 1, N: 2}
	for _, order := range []string{"AB", "BA"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "odd [1]")
		a, left := part(t, path, shard, cases, true)
		did(t, a, left[:1])
		b, again := part(t, path, shard, cases, true)
		if len(left) != 3 || len(again) != 2 {
			t.Fatalf("%d left, and %d for the second task", len(left), len(again))
		}
		if _, err := os.Stat(path); err == nil {
			t.Fatal("a file that is not complete has its name")
		}
		did(t, b, again)
		did(t, a, left[1:])
		for _, who := range order {
			f := map[rune]*File{'A': a, 'B': b}[who]
			if err := f.Finish(); err != nil {
				t.Errorf("%s, %c: %v", order, who, err)
			}
			r, err := ReadResults(path)
			if err != nil || len(r.Lines) != 3 {
				t.Errorf("%s, %c: %v", order, who, err)
			}
		}
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 1 && order == "BA" || len(list) > 1 {
			t.Errorf("%s: %v, %v", order, list, err)
		}
		c, none := part(t, path, shard, cases, true)
		if len(none) != 0 {
			t.Errorf("%s: %d are run again", order, len(none))
		}
		if err := c.Finish(); err != nil {
			t.Error(err)
		}
	}
}

// TestSharedRefuses: a file with other results is not replaced, and results of edited cases are not taken over.
func TestSharedRefuses(t *testing.T) {
	dir := t.TempDir()
	path, cases := filepath.Join(dir, "f"), letters("abcd")
	f, left := part(t, path, Shard{K: 1, N: 2}, cases, false)
	did(t, f, left)
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shard  Shard
		cases  string
		resume bool
		want   string
	}{
		{Shard{K: 2, N: 2}, "abcd", true, "it has other results"},
		{Shard{K: 1, N: 2}, "abxd", false, "it has other results"},
		{Shard{K: 1, N: 2}, "abcd", false, ""}, // which replaces it
		{Shard{K: 1, N: 2}, "abxd", true, ""},
	} {
		cases := letters(c.cases)
		_, left, err := Shared(path, NewHeader(".", "", cases, c.shard, nil), ".", c.shard.Of(cases), c.resume)
		if fmt.Sprint(err) != "<nil>" && (c.want == "" || !strings.Contains(err.Error(), c.want)) || err == nil && c.want != "" {
			t.Errorf("%+v: %v", c, err)
		}
		if want := map[string]int{"abcd": 2, "abxd": 1}[c.cases]; err == nil && len(left) != want {
			t.Errorf("%+v: %d left, wanted %d", c, len(left), want)
		}
	}
	if err := os.WriteFile(path, []byte("notes\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Shared(path, NewHeader(".", "", cases, Shard{K: 1, N: 2}, nil), ".", nil, true); err == nil || !strings.Contains(err.Error(), "has no results of a suite") {
		t.Error(err)
	}
}

// TestMerge joins results in all orders: what is the same wherever, what is missing, and what disagrees.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, shard Shard, cases string, lines ...*Result) string {
		all := letters(cases)
		h := NewHeader(".", "", all, shard, []string{"x.fut: why"})
		for _, one := range lines {
			k := slices.IndexFunc(all, func(c *Case) bool { return c.Name == one.Case })
			one.Number, one.Key, one.Args = k+1, all[k].key(".", ""), all[k].Args
		}
		text, err := encoded(h, lines)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	is := func(name string, v Verdict, seconds float64) *Result {
		return &Result{Case: name, Verdict: v, OK: v.Good(), Seconds: seconds}
	}
	first := file("first", Shard{K: 1, N: 3}, "abcdefg", is("a", Tested, 1), is("d", Proved, 2), is("g", Unknown, 3))
	twice := file("twice", Shard{K: 1, N: 3}, "abcdefg", is("a", Refuted, 2), is("d", Tested, 4), is("g", Tested, 4))
	second := file("second", Shard{K: 2, N: 3}, "abcdefg", is("b", Tested, 1))
	third := file("third", Shard{K: 3, N: 3}, "abcdefg", is("c", Tested, 1), is("f", IllTyped, 1))
	merged := func(files ...string) string {
		t.Helper()
		m, err := Merge(files)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "merged")
		if err := m.Write(path); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Merge(append(files, path))
		if err != nil {
			t.Fatal(err)
		}
		own, err := encoded(again.Header, again.Results)
		if err != nil || string(own) != string(text) {
			t.Errorf("merged again: %s\n%s, %v", own, text, err)
		}
		return fmt.Sprint(m.Report(nil).Text(), m.Report(nil).Status(), "\n", string(text))
	}
	whole := merged(first, twice, second, third)
	for _, order := range [][]string{{third, second, twice, first}, {twice, first, third, second, second}} {
		if got := merged(order...); got != whole {
			t.Errorf("%s\nin another order:\n%s", whole, got)
		}
	}
	for _, want := range []string{
		"disagree: a: several runs gave refuted, not as wanted, and tested\n", "a: refuted: several runs gave", "missing: 1 case, number 5\n",
		"not in any case:\n  x.fut: why\n", "d: tested: several runs gave proved, and tested\n", "7 cases: 4 tested, 1 refuted, 1 ill-typed, 1 not run; 3 not as wanted\n1\n",
	} {
		if !strings.Contains(whole, want) {
			t.Errorf("%s\ndoes not say %s", whole, want)
		}
	}
	if got := merged(first, second); !strings.Contains(got, "missing: shard 3 of 3: 2 cases\nmissing: 1 case, number 5\n") || !strings.Contains(got, "3 not run; 1 not as wanted\n3\n") {
		t.Error(got)
	}
	bare := filepath.Join(dir, "bare")
	const head = `{"suite":1,"all":2,"whole":"x","shard":`
	for text, want := range map[string]string{"": "is empty", "{\"suite\":1,\"root\":\".\"}\n": "does not say of which cases", "x\n": "no results of a suite", `{"suite":1,"all":-2,"whole":"x"}` + "\n": "is of -2 cases", `{"suite":1,"all":200000000000,"whole":"x"}` + "\n": "is of 200000000000 cases",
		head + `"1/100000000000"}` + "\n": `no part: its first line says shard "1/100000000000"`, head + `"0/0"}` + "\n": `shard "0/0"`, head + `"slurm"}` + "\n": `shard "slurm"`,
		head + "\"\"}\n{\"case\":\"a\",\"number\":1,\"verdict\":\"proved\",\"ok\":true}\n":                    "bare:2: this line is no result",
		head + "\"\"}\n{\"case\":\"a\",\"number\":1,\"args\":[\"check\"],\"verdict\":\"fine\",\"ok\":true}\n": "bare:2: this line is no result",
	} {
		if err := os.WriteFile(bare, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Merge([]string{bare}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	other := file("other", Shard{K: 2, N: 3}, "abcdefx", is("b", Tested, 1))
	if _, err := Merge([]string{first, other}); err == nil || !strings.Contains(err.Error(), "are not of one suite") {
		t.Error(err)
	}
}

// TestResumeOther goes on with the results of a suite that has changed: the file is then about the new one.
func TestResumeOther(t *testing.T) {
	path, old, now := filepath.Join(t.TempDir(), "f"), letters("abc"), letters("xbc")
	f, err := Create(path, NewHeader(".", "", old, Shard{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	did(t, f, old)
	f.Close()
	h := NewHeader(".", "", now, Shard{}, nil)
	f, left, err := Resume(path, h, ".", now)
	if err != nil || len(left) != 1 || left[0].Name != "x" {
		t.Fatal(left, err)
	}
	did(t, f, left)
	f.Close()
	m, err := Merge([]string{path})
	if err != nil || m.Header.Whole != h.Whole || len(m.Results) != 3 || m.Results[0].Case != "x" {
		t.Errorf("%+v, %v", m, err)
	}
}
