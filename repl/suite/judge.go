package suite

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/futhark"
)

// Answer is what a command gave.
type Answer struct {
	Status int    `json:"status"` // its exit status
	Out    string `json:"out"`
	Err    string `json:"err,omitempty"`
	Last   bool   `json:"last,omitempty"` // the process takes no other case

	died string // instead of all these: why there is no answer
}

// Died says why there is no answer, or "".
func (a Answer) Died() string { return a.died }

// Finding is something wrong, at its place.
type Finding struct {
	Kind    string `json:"kind"` // as diag.Kind names it
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"` // from the folder of the suite
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
}

// String is the finding in one line.
func (f Finding) String() string {
	text := strings.TrimPrefix(f.place()+": "+f.Message, ": ")
	if f.Rule != "" {
		text += " [" + f.Rule + "]"
	}
	return text
}

// place is FILE:LINE:COLUMN, or as much of it as there is.
func (f Finding) place() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

// judged is what the answer to a case says.
type judged struct {
	verdict  Verdict
	why      string // in one line; "" where there is nothing to add to the verdict
	findings []Finding
	ok       bool // as the case wants it
}

// judge reads the object that a command printed and compares it with what the case wants. It decides nothing by itself: the
// status and the object of the command have the verdict.
func judge(ctx context.Context, dir string, c *Case, a Answer) judged {
	if a.died != "" {
		return judged{verdict: Unknown, why: a.died}
	}
	j, object := judged{verdict: Unknown}, map[string]any{}
	d := json.NewDecoder(strings.NewReader(a.Out))
	d.UseNumber()
	if err := d.Decode(&object); err != nil {
		j.why = cmp.Or(firstLine(a.Err), "the command printed no object")
		return j
	}
	object = telling(object)
	switch c.Args[0] {
	case "check", "prove", "validate":
		j.verdict = ofStatus(object, a.Status)
	case "run", "test":
		j.verdict = map[int]Verdict{0: Tested, 1: Refuted}[a.Status]
	}
	if object["empty"] == true { // nothing ran, so nothing is known
		j.verdict = Unknown
	}
	j.verdict = cmp.Or(ofError(object), j.verdict, Unknown)
	if j.verdict == IllTyped && inInput(c, object) {
		j.verdict = Unknown
	}
	wants := c.Want
	if !j.verdict.Good() || wants.Error != nil {
		j.findings = findings(object)
	}
	switch {
	case wants.Error != nil && j.verdict != Unknown && j.verdict != IllTyped:
		j.fails(*wants.Error, a.Status)
	case wants.Values != nil && j.verdict == Tested:
		first := 1 // the index of the first element
		if futhark.IsDump(c.Args[1]) {
			first = 0
		}
		switch problem, known := wants.Values.compare(ctx, dir, object, first); {
		case !known:
			j.verdict, j.why = Unknown, problem
		case problem != "":
			j.verdict = Refuted
			j.findings = []Finding{{Kind: "failed", Message: problem, File: c.Files[0]}}
		}
	}
	if j.why == "" && !j.verdict.Good() {
		j.why = reason(object, j.findings, a)
	}
	j.ok = j.verdict.Good() && (a.Status == 0 || wants.Error != nil)
	if j.verdict.Good() && !j.ok {
		j.why = "a warning, and --strict is given"
	}
	if wants.Verdict != "" && j.verdict != wants.Verdict {
		j.ok, j.why = false, strings.TrimSuffix(fmt.Sprintf("wanted %s: %s", wants.Verdict, j.why), ": ")
	} else if wants.Verdict != "" {
		j.ok = true
	}
	return j
}

// traced matches the pattern of an error that names a place of the source.
var traced = regexp.MustCompile(`\.fut:\d`)

// fails turns the verdict on a run round: it has to be stuck, with a message like pattern.
func (j *judged) fails(pattern string, status int) {
	if status == 0 {
		j.verdict, j.why = Refuted, "it ended with values, and wanted an error"
		j.findings = []Finding{{Kind: "failed", Message: j.why}}
		return
	}
	like, err := expression(pattern)
	switch {
	case err != nil:
		j.verdict, j.why = Unknown, fmt.Sprintf("the pattern of the error is none: %v", err)
	case len(j.findings) == 0 || j.findings[0].Kind != "stuck":
		j.why = "it failed, and is not stuck"
	case !like.MatchString(j.findings[0].Message) && !like.MatchString("Error: "+j.findings[0].Message): // which programs of Futhark's print
		j.why = fmt.Sprintf("it is stuck, with another message than one like %q", pattern)
		if traced.MatchString(pattern) {
			j.verdict, j.findings = Unknown, nil
			j.why = fmt.Sprintf("it is stuck, and wanted an error with places of the source, which a dump has not all: %q", pattern)
		}
	default:
		j.verdict, j.findings = Tested, nil
	}
}

// telling is the object of the step that has the verdict, where an object of `validate --stages` has several: one that is wrong,
// or else one that is not known, or else one that is not proved. Any other object is itself.
func telling(object map[string]any) map[string]any {
	list, _ := object["steps"].([]any)
	var steps []map[string]any
	for _, s := range list {
		if s, _ := s.(map[string]any); s != nil && s["from"] != nil && s["to"] != nil {
			steps = append(steps, s)
		}
	}
	if len(steps) == 0 || len(steps) < len(list) || object["error"] != nil {
		return object
	}
	for _, is := range []func(s map[string]any) bool{
		func(s map[string]any) bool { return s["ok"] == false },
		func(s map[string]any) bool { return s["ok"] == nil },
		func(s map[string]any) bool { return s["validStatus"] != "proved" },
	} {
		if k := slices.IndexFunc(steps, is); k >= 0 {
			return steps[k]
		}
	}
	return steps[0]
}

// ofStatus is the verdict of check, prove and validate, which say how much they know.
func ofStatus(object map[string]any, status int) Verdict {
	if list, _ := object["typeErrors"].([]any); len(list) > 0 {
		return IllTyped
	}
	known, _ := object["validStatus"].(string)
	switch {
	case status == 3:
		return Unknown
	case known == "proved":
		return Proved
	case known == "tested":
		return Tested
	case status == 1:
		return Refuted
	}
	return Unknown
}

// inInput tells whether an error is one of an input, and not of a program.
func inInput(c *Case, object map[string]any) bool {
	e, _ := object["error"].(map[string]any)
	f, ok := findingOf(e)
	return ok && f.File != "" && (f.File == "standard input" || slices.ContainsFunc(c.Args, func(arg string) bool { return strings.HasSuffix(arg, "="+f.File) }))
}

// ofError is the verdict if an error ended the command, or "".
func ofError(object map[string]any) Verdict {
	e, ok := object["error"].(map[string]any)
	if !ok {
		return ""
	}
	switch e["kind"] {
	case "syntax", "type":
		return IllTyped
	case "stuck", "invalid", "race", "failed":
		return Refuted
	}
	return Unknown
}

// lists are the places of an object that have what is wrong, the most telling first.
var lists = []string{"error", "errors", "typeErrors", "failures", "messages", "stuck", "race", "subjects", "defs", "kernels", "check"}

// findings collects what an object says is wrong. Each is there once.
func findings(object map[string]any) (all []Finding) {
	var visit func(x any)
	visit = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				visit(y)
			}
		case map[string]any:
			if f, ok := findingOf(x); ok {
				if !slices.Contains(all, f) {
					all = append(all, f)
				}
				return
			}
			for _, name := range lists {
				visit(x[name])
			}
		}
	}
	for _, name := range lists {
		visit(object[name])
	}
	return all
}

// findingOf reads a diagnostic.
func findingOf(x map[string]any) (f Finding, ok bool) {
	text := func(name string) string { s, _ := x[name].(string); return s }
	if f.Message = text("message"); f.Message == "" {
		return f, false
	}
	f.Kind, f.Rule = cmp.Or(text("kind"), "failed"), text("rule")
	if found, wanted := text("found"), text("wanted"); found != "" || wanted != "" {
		f.Message += fmt.Sprintf(": found %s, wanted %s", firstLine(found), firstLine(wanted))
	}
	if m := position.FindStringSubmatch(text("at")); m != nil {
		f.File = m[1]
		f.Line, _ = strconv.Atoi(m[2])
		f.Column, _ = strconv.Atoi(m[3])
	}
	return f, true
}

// position matches a place in a file.
var position = regexp.MustCompile(`^(.+?):(\d+):(\d+)`)

// reason says in one line why a verdict is no good one.
func reason(object map[string]any, found []Finding, a Answer) string {
	if len(found) > 0 {
		return found[0].String()
	}
	if text, _ := object["unknown"].(string); text != "" {
		return text
	}
	subjects, _ := object["subjects"].([]any)
	for _, s := range subjects {
		if s, _ := s.(map[string]any); s != nil && s["reason"] != nil {
			return fmt.Sprint(s["reason"])
		}
	}
	for _, name := range []string{"missing", "notCompared"} {
		if part, ok := object[name]; ok {
			var b bytes.Buffer
			json.NewEncoder(&b).Encode(part)
			return "not all is compared: " + strings.TrimSpace(b.String())
		}
	}
	defs, _ := object["defs"].([]any)
	for _, d := range defs {
		d, _ := d.(map[string]any)
		if outside, ok := d["smallestOutside"].(map[string]any); ok && d["beside"] != nil {
			f, _ := findingOf(outside)
			return fmt.Sprintf("`%v` is stuck on %v inputs where no assertion fails, as here: %s", d["def"], d["beside"], f)
		}
	}
	idle, _ := object["notRun"].([]any)
	for _, d := range idle {
		if d, _ := d.(map[string]any); d != nil && d["why"] != nil {
			return fmt.Sprintf("`%v` did not run: %v", d["def"], d["why"])
		}
	}
	if object["empty"] == true {
		return "there is nothing to run in it"
	}
	if object["passed"] == json.Number("0") {
		return "it has no examples"
	}
	said := firstLine(a.Err)
	if len(object) == 0 { // it printed a text
		said = cmp.Or(said, firstLine(a.Out))
	}
	return cmp.Or(said, fmt.Sprintf("the command ended with status %d", a.Status))
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
