package syntax

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"funmem/semantics/diag"
)

// sameJSON checks that a program is the same after it was written as JSON and read back.
func sameJSON(t interface{ Fatalf(string, ...any) }, p *Program) {
	text := ToJSON(p)
	q, err := FromJSON("back", text)
	if err != nil || !Equal(p, q) || string(ToJSON(q)) != string(text) {
		t.Fatalf("%v\n%s\nis as JSON\n%s", err, Print(p), text)
	}
}

// TestJSON: the programs of the test files, and random trees, are the same in JSON.
func TestJSON(t *testing.T) {
	for _, p := range corpus(t) {
		sameJSON(t, p)
	}
	rapid.Check(t, func(t *rapid.T) { sameJSON(t, gen{t}.program()) })
}

// TestJSONExamples: all programs of the folder of examples are the same in JSON.
func TestJSONExamples(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../../examples", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".fun" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if p, err := Parse(diag.NewSource(path, string(text))); err == nil {
			n++
			sameJSON(t, p)
		}
		return nil
	})
	if err != nil || n < 100 {
		t.Errorf("%d programs: %v", n, err)
	}
}

// TestJSONNodes: the reader knows all nodes that stand where others may, by different names.
func TestJSONNodes(t *testing.T) {
	var have []string
	names := map[string]bool{}
	for _, n := range nodes {
		have = append(have, nameOf(n))
		names[nodeName(reflect.TypeOf(n).Elem())] = true
	}
	var want []string
	for _, marker := range []string{"expr", "decl"} {
		want = append(want, nodeTypes(t, marker)...)
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, slices.Compact(want)) {
		t.Errorf("the reader knows\n%v\nand there are\n%v", have, want)
	}
	if len(names) != len(nodes) {
		t.Errorf("%d names for %d nodes", len(names), len(nodes))
	}
}

// TestJSONForm is the form of a small program, as docs/format.md has it.
func TestJSONForm(t *testing.T) {
	p := mustParse(t, "a", "let (y : [n] @ m -> R(n)) = kernel i <= n do -2 * x[i]")
	want := `{"format":"funmem-program","version":1,"decls":[{"node":"let",` +
		`"pat":[{"name":"y","type":{"elem":"int","dims":[{"node":"var","name":"n"}],"mem":{"block":{"name":"m"},"l":{"rowMajor":[{"node":"var","name":"n"}]}}}}],` +
		`"exp":{"node":"kernel","index":[{"x":{"name":"i"},"n":{"node":"var","name":"n"}}],"body":{"res":[` +
		`{"node":"binary","op":"*","x":{"node":"int","value":"-2"},"y":{"node":"index","x":{"node":"var","name":"x"},"at":[{"node":"var","name":"i"}]}}]}}}]}`
	if got := string(ToJSON(p)); got != want {
		t.Errorf("%s", got)
	}
}

// TestJSONErrors: what is no program, and where the message says that it is not.
func TestJSONErrors(t *testing.T) {
	const head = `{"format":"funmem-program","version":1,"decls":[`
	show := func(x string) string { return head + `{"node":"show","x":` + x + `}]}` }
	for _, c := range [][2]string{
		{`{`, "this is no JSON: unexpected EOF"},
		{`[]`, "this is no program in JSON: wanted an object with `\"format\": \"funmem-program\"`"},
		{`{"format":"funmem-program","decls":[]}`, "the version of this form is <nil>, and this funmem reads version 1"},
		{`{"format":"funmem-program","version":2,"decls":[]}`, "the version of this form is 2, and this funmem reads version 1"},
		{head + `]} {}`, "there is more after the program"},
		{head + `],"decl":1}`, `the program cannot have "decl"`},
		{head + `{"node":"int","value":"1"}]}`, "`decls[0]` cannot be the node \"int\""},
		{show(`{"node":"nothing"}`), "`decls[0].x` cannot be the node \"nothing\""},
		{show(`{"node":"var"}`), "`decls[0].x` has no `name`"},
		{show(`{"node":"var","name":1}`), "`decls[0].x.name` is no text"},
		{show(`{"node":"int","value":"1.5"}`), "`decls[0].x.value` is no int"},
		{show(`{"node":"int"}`), "`decls[0].x` has no `value`"},
		{show(`{"node":"real","value":"1"}`), "`decls[0].x.value` is no f64"},
		{show(`{"node":"real","value":"1.0 + 1.0"}`), "`decls[0].x.value` is no f64"},
		{show(`{"node":"unary","op":"+","x":{"node":"int","value":"1"}}`), "`decls[0].x.op` is no operator"},
		{show(`{"node":"permute","perm":[1.5],"x":{"node":"var","name":"x"}}`), "`decls[0].x.perm[0]` is no small number"},
		{show(`{"node":"scratch","elem":"bool"}`), "`decls[0].x.elem` is none of int, f64, mem, num"},
		{show(`{"node":"slice","x":{"node":"var","name":"x"},"at":[{"kind":"range","off":{"node":"int","value":"1"}}]}`), "`decls[0].x.at[0]` has other fields than an index of the kind \"range\""},
		{show(`{"node":"loop","params":[{"name":"x"}],"init":[{"node":"int","value":"1"}],"body":{"res":[{"node":"int","value":"1"}]}}`), "`decls[0].x` needs either `for` or `while`"},
		{show(`{"node":"var","name":"x\nlet y = 1"}`), "the tree is that of no program: its text reads back as another one"},
		{show(`{"node":"var","name":"if"}`), "back:1:3: found the end of the text, wanted an expression"},
		{show(`{"node":"index","x":{"node":"var","name":"x"},"at":[]}`), "`decls[0].x.at` is empty"},
		{show(`null`), "`decls[0].x` is no object"},
	} {
		_, err := FromJSON("back", []byte(c[0]))
		if err == nil {
			t.Errorf("%s: no error", c[0])
			continue
		}
		d := diag.Of(err)[0]
		if got := strings.TrimPrefix(d.Span.String()+": "+d.Msg, ": "); d.Kind != diag.Syntax || got != c[1] {
			t.Errorf("%s: %s, wanted %s", c[0], got, c[1])
		}
	}
}

// TestJSONChanged takes parts of the JSON of random trees away, empties them, or puts others in their place: what is left is a
// program, which is the same in JSON, or it is refused.
func TestJSONChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v any
		if err := json.Unmarshal(ToJSON(gen{t}.program()), &v); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			parts := partsOf(v)
			at := rapid.SampledFrom(parts).Draw(t, "at")
			switch rapid.IntRange(0, 3).Draw(t, "how") {
			case 0:
				at.set(nil)
			case 1:
				at.set([]any{})
			case 2:
				at.set(copied(t, rapid.SampledFrom(parts).Draw(t, "by").v))
			case 3:
				at.drop()
			}
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := FromJSON("changed", text); err == nil {
			sameJSON(t, p)
		}
	})
}

// copied is a copy of a value, so that no part lies in itself.
func copied(t *rapid.T, v any) (c any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// part is a value within a value.
type part struct {
	v    any
	set  func(any)
	drop func()
}

// partsOf are all values within a value.
func partsOf(v any) (list []part) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			list = append(list, part{v[k], func(x any) { v[k] = x }, func() { delete(v, k) }})
			list = append(list, partsOf(v[k])...)
		}
	case []any:
		for k, x := range v {
			list = append(list, part{x, func(x any) { v[k] = x }, func() { v[k] = v[len(v)-1] }})
			list = append(list, partsOf(x)...)
		}
	}
	return list
}

// FuzzFromJSON feeds any bytes: they give a program, which is the same in JSON, or an error of kind Syntax.
func FuzzFromJSON(f *testing.F) {
	for _, c := range chunks(f, "figures.fun", "surface.fun") {
		f.Add(string(ToJSON(mustParse(f, c.name, c.text))))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := FromJSON("fuzz", []byte(text))
		if err != nil {
			for _, d := range diag.Of(err) {
				if d.Kind != diag.Syntax || d.Msg == "" {
					t.Fatalf("a bad diagnostic: %+v", d)
				}
			}
			return
		}
		sameJSON(t, p)
	})
}
