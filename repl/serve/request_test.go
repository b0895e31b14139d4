package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// TestRead: what lines ask for, and what is wrong with others. Also a wrong line has its id, if it has one.
func TestRead(t *testing.T) {
	for _, c := range []struct{ line, id, want string }{
		{`{"id":1,"do":"check","program":"1"}`, "1", "check program.fun --json"},
		{`{"id":"a","do":"validate","before":"1","after":{"name":"b.imp","text":"2"},"flags":["--tests","20"]}`, `"a"`, "validate before.fun b.imp --json --tests 20"},
		{`{"id":"\u0061","do":"version"}`, `"a"`, "version"},
		{`{"id":2,"do":"cancel","of":1}`, "2", "cancel"},
		{`{`, "", "this line is no request: it ends too early"},
		{`1`, "", "this line is no request: a number is no object"},
		{`{"do":"version"}`, "", "a request needs an id, which is a string or a number"},
		{`{"id":null,"do":"version"}`, "", "a request needs an id, which is a string or a number"},
		{`{"id":3,"do":"version","x":1}`, "3", "this line is no request: unknown field \"x\""},
		{`{"id":3,"do":"version"} {}`, "", "this line is no request: there is more on the line than one object"},
		{`{"id":4,"do":"run"}`, "4", `there is no request "run"`},
		{`{"id":4,"do":"check"}`, "4", "`check` needs `program`"},
		{`{"id":4,"do":"check","program":"1","after":"1"}`, "4", "`check` takes no `after`"},
		{`{"id":4,"do":"check","program":{"name":"a"}}`, "4", "this line is no request: a program is a text, or an object with a name and a text"},
		{`{"id":4,"do":"check","program":{"name":"--json","text":""}}`, "4", "a program cannot have the name \"--json\", which looks like a flag"},
		{`{"id":4,"do":"validate","before":{"name":"a","text":"1"},"after":{"name":"a","text":"2"}}`, "4", "both programs have the name \"a\""},
		{`{"id":4,"do":"validate","before":"1","after":"1","flags":["--save=f"]}`, "4", "`--save` writes files, and a server writes none"},
		{`{"id":4,"do":"validate","before":"1","after":"1","flags":["--shard","1/2","--out","f"]}`, "4", "`--shard` is about files, and a request compares two texts"},
		{`{"id":4,"do":"validate","before":"1","after":"1","flags":["-out=f"]}`, "4", "`--out` writes files, and a server writes none"},
		{`{"id":4,"do":"validate","before":"1","after":"1","flags":["--merge","f"]}`, "4", "`--merge` is about files, and a request compares two texts"},
		{`{"id":4,"do":"validate","before":"1","after":"1","flags":["--stages","f"]}`, "4", "`--stages` is about files, and a request compares two texts"},
		{`{"id":4,"do":"check","program":["1"]}`, "4", "this line is no request: `program` cannot be an array"},
		{`[1]`, "", "this line is no request: an array is no object"},
		{"{\"id\":4,\"do\":\"check\",\"program\":\"-- \xff\"}", "", "this line is no request: it is not UTF-8"},
		{`{"id":4,"do":"cancel"}`, "4", "`cancel` needs `of`, the id of another request"},
		{`{"id":4,"do":"version","flags":[]}`, "4", "`version` takes no `flags`"},
	} {
		r, wrong := read([]byte(c.line))
		got := strings.Join(r.job().Args, " ")
		if got = strings.TrimSuffix(got, " --json"); r.Do == "check" || r.Do == "validate" {
			got = strings.Join(r.job().Args, " ")
		}
		if wrong != nil {
			got = wrong.Msg
		}
		if got != c.want || string(r.ID) != c.id {
			t.Errorf("%s: id %s: %s, wanted %s", c.line, r.ID, got, c.want)
		}
	}
}

// TestLines: the lines of a text, of which one is too long.
func TestLines(t *testing.T) {
	var got []string
	text := "a\n\n  b \r\n" + strings.Repeat("x", mostLine+1) + "\nc"
	if err := lines(strings.NewReader(text), func(line []byte) { got = append(got, fmt.Sprintf("%q", line)) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{`"a"`, `"b"`, `""`, `"c"`}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

// TestAnswered: a verdict is a result, an error without one is an error, and no object is a bug.
func TestAnswered(t *testing.T) {
	for _, c := range [][2]string{
		{`{"verdict":"valid","ok":true}`, `{"id":1,"status":0,"result":{"verdict":"valid","ok":true}}`},
		{`{"error":{"kind":"type"},"errors":[1,2]}`, `{"id":1,"status":0,"error":{"kind":"type"},"errors":[1,2]}`},
		{`{"error":{"kind":"unknown"},"verdict":"unknown"}`, `{"id":1,"status":0,"result":{"error":{"kind":"unknown"},"verdict":"unknown"}}`},
		{``, `{"id":1,"error":{"kind":"bug","message":"the sub-command printed no object: "}}`},
	} {
		var out strings.Builder
		w := writer{out: &out}
		w.write(answered(json.RawMessage("1"), suite.Answer{Out: c[0]}))
		if got := out.String(); got != c[1]+"\n" {
			t.Errorf("%s: %s", c[0], got)
		}
	}
}

// FuzzRead feeds any lines: each is a request with an id and a command line, or an error that can be written.
func FuzzRead(f *testing.F) {
	f.Add(`{"id":1,"do":"check","program":"1"}`)
	f.Add(`{"id":"a","do":"validate","before":"1","after":{"name":"b","text":"2"},"flags":["--tests","20"]}`)
	f.Add(`{"id":2,"do":"cancel","of":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		err := lines(strings.NewReader(text), func(line []byte) {
			r, wrong := read(line)
			var out strings.Builder
			w := writer{out: &out, fail: func(err error) { t.Fatal(err) }}
			switch {
			case wrong != nil:
				if wrong.Kind != diag.Usage || wrong.Msg == "" {
					t.Fatalf("a bad diagnostic: %+v", wrong)
				}
				w.write(failed(r.ID, wrong))
			case !isID(r.ID):
				t.Fatalf("%s has no id", line)
			case r.Do == "check" || r.Do == "validate":
				j := r.job()
				if len(j.Texts) != map[string]int{"check": 1, "validate": 2}[r.Do] || j.Args[0] != r.Do {
					t.Fatalf("%s is %v", line, j)
				}
				w.write(done(r.ID, true))
			}
			if s := out.String(); s != "" && (!json.Valid([]byte(s)) || strings.Count(s, "\n") != 1) {
				t.Fatalf("no line of JSON: %q", s)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
