package suite

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// sample is a report on cases of all verdicts, with texts that formats have to escape.
func sample() *Report {
	cases := []*Case{{Name: "check a.fun"}, {Name: "validate a.fun b.fun"}, {Name: "run c d.fun"}, {Name: "check e.fun"}, {Name: "check f.fun"}, {Name: "test g.fun"}, {Name: "check h.fun"}}
	results := []*Result{
		{Case: "check f.fun", Args: []string{"check", "f.fun"}, Verdict: Unknown, Why: "it took longer than 1m0s", Status: -1, Seconds: 60.25, Again: "cd <d> && funmem check f.fun --memory 64M"},
		{Case: "check a.fun", Args: []string{"check", "a.fun"}, Verdict: Proved, OK: true, Seconds: 0.5, Again: "funmem check a.fun"},
		{Case: "validate a.fun b.fun", Args: []string{"validate", "a.fun", "b.fun"}, Verdict: Refuted, Why: "b.fun:3:4: the result is 1 in BEFORE, and 2 in AFTER & <more>", Status: 1, Seconds: 2.5,
			Findings: []Finding{{Kind: "invalid", Message: "the result is 1 in BEFORE, and 2 in AFTER & <more>", File: "b.fun", Line: 3, Column: 4}, {Kind: "race", Rule: "E-MEM-KERNEL", Message: "100%: two iterations\nwrite one location", File: "b.fun", Line: 5, Column: 6}},
			Again:    "funmem validate a.fun b.fun"},
		{Case: "run c d.fun", Args: []string{"run", "c d.fun"}, Verdict: Refuted, Why: "result 1 is 2, wanted 3", Findings: []Finding{{Kind: "failed", Message: "result 1 is 2, wanted 3\x01", File: "c d.fun"}}, Again: "funmem run 'c d.fun'"},
		{Case: "check e.fun", Args: []string{"check", "e.fun"}, Verdict: IllTyped, Why: "e.fun:1:2: found `)`", Status: 2, Findings: []Finding{{Kind: "syntax", Message: "found `)`", File: "e.fun", Line: 1, Column: 2}}, Again: "funmem check e.fun"},
		{Case: "test g.fun", Args: []string{"test", "g.fun"}, Verdict: Tested, OK: true, Again: "funmem test g.fun"},
	}
	before := &Results{Lines: []*Result{
		{Case: "check a.fun", Verdict: Refuted}, {Case: "validate a.fun b.fun", Verdict: Proved, OK: true}, {Case: "test g.fun", Verdict: Proved, OK: true},
		{Case: "check f.fun", Verdict: Unknown}, {Case: "run c d.fun", Verdict: Refuted}, {Case: "check old.fun", Verdict: Tested, OK: true},
	}}
	return NewReport("dumps", cases, results, []string{"i.fut: `structure`, which counts statements", "2", "3", "4", "5", "6"}, before, "devel")
}

// TestReports compares each form with what was looked at before.
func TestReports(t *testing.T) {
	r := sample()
	testkit.Golden(t, "testdata/report.txt", r.Text())
	for name, write := range map[string]func(io.Writer) error{"report.xml": r.JUnit, "report.sarif": r.SARIF, "report.html": r.HTML, "report.github": r.GitHub} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(name, err)
		}
		testkit.Golden(t, "testdata/"+name, b.String())
	}
}

// TestNotRun: no form is silent about cases that have no result, and none mentions such cases if all were run.
func TestNotRun(t *testing.T) {
	r := sample()
	r.Results = slices.DeleteFunc(r.Results, func(one *Result) bool { return !one.OK })
	for _, c := range []struct {
		cases   int
		missing []string
		want    string
	}{{7, nil, "5 cases not run"}, {7, []string{"shard 2 of <3>: 5 cases"}, "shard 2 of "}, {2, nil, ""}} {
		r.Cases, r.Missing = c.cases, c.missing
		for name, form := range map[string]struct {
			write  func(io.Writer) error
			silent string
		}{"junit": {r.JUnit, `tests="2" failures="0" errors="0"`}, "github": {r.GitHub, ""}, "sarif": {r.SARIF, `"executionSuccessful": true`}} {
			var b bytes.Buffer
			if err := form.write(&b); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			silent := strings.Contains(text, form.silent) && !strings.Contains(text, "not run")
			if silent != (c.want == "") || !strings.Contains(text, c.want) {
				t.Errorf("%s, %d cases, missing %v:\n%s", name, c.cases, c.missing, text)
			}
			if err := map[string]func(string) error{"junit": junitForm, "sarif": sarifForm}[name]; err != nil && err(text) != nil {
				t.Errorf("%s: %v", name, err(text))
			}
		}
		var b bytes.Buffer
		if err := r.HTML(&b); err != nil || strings.Contains(b.String(), "<h2>Missing") != (c.missing != nil) {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
}

// TestURI: a name is one path of a reference, whatever it has.
func TestURI(t *testing.T) {
	for file, want := range map[string]string{"a b.fun": "a%20b.fun", "a:b.fun": "./a:b.fun", "d/a:b.fun": "d/a:b.fun", "/d/ü?#.fun": "file:///d/%C3%BC%3F%23.fun", "100%.fun": "100%25.fun"} {
		got := uri(file)
		if u, err := url.Parse(got); got != want || err != nil || u.Scheme != "" != strings.HasPrefix(file, "/") {
			t.Errorf("%s: %s, wanted %s", file, got, want)
		}
	}
}

// TestStatus checks the exit status, and that nothing is said to be gone before all was run.
func TestStatus(t *testing.T) {
	r := sample()
	if r.Status() != 1 {
		t.Error(r.Status())
	}
	if strings.Contains(r.Text(), "gone: ") {
		t.Error("a case is gone, and not all were run")
	}
	r.Cases = len(r.Results)
	if !strings.Contains(r.Text(), "gone: check old.fun: tested") {
		t.Error("no case is gone:", r.Text())
	}
	if r.Part = true; strings.Contains(r.Text(), "gone: ") {
		t.Error("a case is gone of which no result was asked for")
	}
	r.Results = slices.DeleteFunc(r.Results, func(one *Result) bool { return one.Verdict == Refuted || one.Verdict == IllTyped })
	r.Cases = len(r.Results)
	if r.Status() != 3 {
		t.Error("with an unknown case:", r.Status())
	}
	r.Results = slices.DeleteFunc(r.Results, func(one *Result) bool { return !one.OK })
	if r.Status() != 3 {
		t.Error("with a case that was not run:", r.Status())
	}
	if r.Cases = len(r.Results); r.Status() != 0 {
		t.Error("with all as wanted:", r.Status())
	}
}

// junitRules are what the schema of Jenkins says of the elements that JUnit writes: their attributes, those that must be there,
// and what they hold, in this order.
var junitRules = map[string]struct{ attributes, required, holds string }{
	"testsuites": {"name time tests failures errors", "", "testsuite"},
	"testsuite":  {"name tests failures errors group time skipped timestamp hostname id package file log url version", "name tests failures errors", "testsuite properties testcase system-out system-err"},
	"testcase":   {"name time classname group", "name", "skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err"},
	"failure":    {"type message", "", ""},
	"error":      {"type message", "", ""},
	"system-out": {"", "", ""},
}

// TestJUnitForm holds the XML against the rules of the schema, and its counts against the elements. It is no run of the schema
// itself.
func TestJUnitForm(t *testing.T) {
	var b bytes.Buffer
	if err := sample().JUnit(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if err := junitForm(text); err != nil {
		t.Error(err)
	}
	for old, planted := range map[string]string{
		`<testsuite name="funmem check"`: `<testsuite`, `failures="1"`: `failures="2"`, `classname=`: `class=`, `<failure `: `<fault `,
		`time="60.250"`: `time="soon"`, "<system-out>": "<out>",
	} {
		wrong := strings.ReplaceAll(strings.ReplaceAll(text, old, planted), strings.Replace(old, "<", "</", 1), strings.Replace(planted, "<", "</", 1))
		if wrong == text || junitForm(wrong) == nil {
			t.Errorf("%s in the place of %s is not noticed", planted, old)
		}
	}
}

// junitForm returns what is wrong with a file of JUnit's.
func junitForm(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	type open struct {
		name   string
		counts map[string]int // of the elements within, at any depth
		attrs  map[string]string
	}
	var stack []*open
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			rule, known := junitRules[e.Name.Local]
			if !known {
				return fmt.Errorf("there is no element %s", e.Name.Local)
			}
			if len(stack) > 0 && !slices.Contains(strings.Fields(junitRules[stack[len(stack)-1].name].holds), e.Name.Local) {
				return fmt.Errorf("%s is within %s", e.Name.Local, stack[len(stack)-1].name)
			}
			one := &open{e.Name.Local, map[string]int{}, map[string]string{}}
			for _, a := range e.Attr {
				if one.attrs[a.Name.Local] = a.Value; !slices.Contains(strings.Fields(rule.attributes), a.Name.Local) {
					return fmt.Errorf("%s has an attribute %s", e.Name.Local, a.Name.Local)
				}
				if _, err := strconv.ParseFloat(a.Value, 64); err != nil && strings.Contains("tests failures errors skipped time", a.Name.Local) {
					return err
				}
			}
			for _, a := range strings.Fields(rule.required) {
				if _, given := one.attrs[a]; !given {
					return fmt.Errorf("%s has no attribute %s", e.Name.Local, a)
				}
			}
			for _, outer := range stack {
				outer.counts[e.Name.Local]++
			}
			stack = append(stack, one)
		case xml.EndElement:
			one := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for attribute, element := range map[string]string{"tests": "testcase", "failures": "failure", "errors": "error"} {
				if said, given := one.attrs[attribute]; given && said != strconv.Itoa(one.counts[element]) {
					return fmt.Errorf("%s says %s=%s, and has %d", one.name, attribute, said, one.counts[element])
				}
			}
		}
	}
}

// TestSARIFForm holds the log against the parts of the schema of SARIF 2.1.0 that it uses. It is no run of the schema itself.
func TestSARIFForm(t *testing.T) {
	var b bytes.Buffer
	if err := sample().SARIF(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if err := sarifForm(text); err != nil {
		t.Error(err)
	}
	for old, planted := range map[string]string{
		`"version": "2.1.0"`: `"version": "2.1"`, `"level": "error"`: `"level": "bad"`, `"startLine": 3`: `"startLine": 0`,
		`"ruleIndex": 1`: `"ruleIndex": 9`, `"uri": "dumps/c%20d.fun"`: `"uri": "dumps/c d.fun"`, `"name": "funmem"`: `"title": "funmem"`, `"message"`: `"msg"`,
	} {
		if wrong := strings.ReplaceAll(text, old, planted); wrong == text || sarifForm(wrong) == nil {
			t.Errorf("%s in the place of %s is not noticed", planted, old)
		}
	}
	empty := NewReport(".", nil, nil, nil, nil, "")
	b.Reset()
	if err := empty.SARIF(&b); err != nil || sarifForm(b.String()) != nil || !strings.Contains(b.String(), `"results": []`) {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// sarifForm returns what is wrong with a log of SARIF. The schema allows no other properties.
func sarifForm(text string) error {
	var log sarifLog
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&log); err != nil {
		return err
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		return errors.New("the version is another one")
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name == "" || run.Results == nil {
		return errors.New("there is no tool, or there are no results")
	}
	for _, r := range run.Results {
		if r.RuleIndex < 0 || r.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			return fmt.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		if !slices.Contains([]string{"none", "note", "warning", "error"}, r.Level) || r.Message.Text == "" {
			return fmt.Errorf("level %s, message %q", r.Level, r.Message.Text)
		}
		for _, l := range r.Locations {
			at := l.Physical
			if u, err := url.Parse(at.Artifact.URI); err != nil || u.String() != at.Artifact.URI {
				return fmt.Errorf("%s is no reference", at.Artifact.URI)
			}
			if at.Region != nil && (at.Region.Line < 1 || at.Region.Column < 1) {
				return fmt.Errorf("line %d, column %d", at.Region.Line, at.Region.Column)
			}
		}
	}
	return nil
}
