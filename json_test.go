package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/futhark/corpus"
)

// facts compares a report for people with the object of --json about the same run: each fact of the text has to be in
// the object, at its place there. A line that it does not know is an error, so that nothing can be said in the text alone.
type facts struct {
	all, one map[string]any // the object, and the part about the subject that the lines are about
	lines    []string
	wrong    []string
	messages []any // those that the lines may be about
	message  map[string]any
	from     int // the number of the first element in the text
}

var (
	subjectLine  = regexp.MustCompile("^(valid|invalid|stuck before|unknown): (?:`([^`]+)`|the results|the statements)(?:, as bound)?[:,] (.*)$")
	messageLine  = regexp.MustCompile(`^(?:(\S+:\d+:\d+): )?(syntax error|type error|stuck|invalid|data race|warning|not proved|this is a bug in funmem): (.*?)(?: \[([A-Z-]+)\])?$`)
	noteLine     = regexp.MustCompile(`^  note: (?:(\S+:\d+:\d+): )?(.*)$`)
	helpLine     = regexp.MustCompile(`^  help: (.*)$`)
	excerptLine  = regexp.MustCompile(`^  +\d* \|`)
	kernelLine   = regexp.MustCompile("^  (?:the [a-z ]+? into |kernel )?`([^`]+)`.*? at (\\S+:\\d+:\\d+): (.*)$")
	arrayLine    = regexp.MustCompile("^  array `([^`]+)` at (\\S+:\\d+:\\d+): (.*)$")
	inputLine    = regexp.MustCompile(`^ +(\S+) = (.*?)(?:   \((.*)\))?$`)
	resultLine   = regexp.MustCompile("^(?:result|`([^`]+)`)(?: (\\d+))?(?: at \\[([^\\]]*)\\])?:$")
	triedLine    = regexp.MustCompile(`^  (values|sizes|layouts|never|little is shown)\b`)
	untestedLine = regexp.MustCompile("^(?:  )?(?:reduce|scan|histogram) ?.* ?at (\\S+:\\d+:\\d+): not tested for being associative: (.*)$")
	countsLine   = regexp.MustCompile(`^  \d+ kernels? (race-free|did not run)`) // of the kernels that are listed in the object
	lastLine     = regexp.MustCompile(`^(.*); again: (.*)$`)
	number       = regexp.MustCompile(`\b\d+(?:\.\d+)?\b`)
	word         = regexp.MustCompile(`-?\d+(?:\.\d+)?|[A-Za-z_][\w']*`)
)

func (f *facts) fail(format string, args ...any) {
	f.wrong = append(f.wrong, fmt.Sprintf(format, args...))
}

// leaves are the keys, words and numbers of an object.
func leaves(v any) string {
	switch v := v.(type) {
	case map[string]any:
		text := ""
		for k, x := range v {
			text += " " + k + " " + leaves(x)
		}
		return text
	case []any:
		text := ""
		for _, x := range v {
			text += " " + leaves(x)
		}
		return text
	}
	return fmt.Sprint(v)
}

// means are words of the text for what an object says by a key or another word; "": they only join others.
var means = map[string]string{"written": "write", "here": "stuck", "shows": "heap", "and": "", "of": "", "in": "", "is": "", "not": "should", "but": "lacks", "offset": "offset", "block": "block", "_": "nil", "empty": "type"}

// has tells whether the words and numbers of a text are in an object.
func has(text string, v any) (missing string) {
	there := map[string]bool{}
	for _, w := range word.FindAllString(leaves(v), -1) {
		there[w] = true
	}
	for _, w := range word.FindAllString(text, -1) {
		m, joins := means[w]
		if !there[w] && !(joins && (m == "" || there[m] || m == "heap" && there["shows"])) {
			return w
		}
	}
	return ""
}

func listOf(v any) []any {
	l, _ := v.([]any)
	return l
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// find returns the object of a list that has these values.
func entry(in []any, want map[string]string) map[string]any {
	for _, x := range in {
		m := object(x)
		same := m != nil
		for k, v := range want {
			got := ""
			if m[k] != nil {
				got = fmt.Sprint(m[k])
			}
			same = same && got == v
		}
		if same {
			return m
		}
	}
	return nil
}

// proof tells whether a line is about the proofs of a pair, or says why there is none.
func (f *facts) proof(line string) bool {
	about := strings.TrimSpace(line)
	if assumed, ok := strings.CutPrefix(about, "assumed: "); ok { // of check: of the whole, or of a function
		return slices.ContainsFunc(append(listOf(f.one["defs"]), f.one), func(x any) bool { return object(object(x)["proof"])["assumed"] == assumed }) ||
			slices.Contains(listOf(object(f.one["proofs"])["text"]), any(about))
	}
	return slices.Contains(listOf(object(f.one["proofs"])["text"]), any(about)) ||
		strings.TrimPrefix(about, "not proved: ") == object(f.one["proof"])["why"]
}

// compare goes through the lines of a report of validate or check.
func (f *facts) compare() []string {
	for len(f.lines) > 0 {
		line := f.lines[0]
		f.lines = f.lines[1:]
		switch m := []string(nil); {
		case line == "" || excerptLine.MatchString(line) || countsLine.MatchString(line):
		case subjectLine.MatchString(line):
			f.subject(subjectLine.FindStringSubmatch(line))
		case strings.HasPrefix(line, "ok: ") || strings.HasPrefix(line, "not ok: ") || strings.HasPrefix(line, "unknown: ") || strings.HasPrefix(line, "typed; "):
			f.one, f.messages = f.all, listOf(f.all["messages"]) // of check: what it sums up follows
		case strings.HasPrefix(line, "ill-typed: "):
			f.messages = listOf(f.all["typeErrors"])
			if f.all["verdict"] != "ill-typed" || !strings.Contains(line, " has "+strconv.Itoa(len(f.messages))+" type error") {
				f.fail("no verdict: %s", line)
			}
		case untestedLine.MatchString(line):
			m = untestedLine.FindStringSubmatch(line)
			if entry(listOf(f.all["untested"]), map[string]string{"at": m[1], "why": m[2]}) == nil {
				f.fail("no operator: %s", line)
			}
		case strings.HasPrefix(line, "also valid with ") || strings.HasPrefix(line, "not compared with "):
			if missing := numbersIn(line, f.all["sizes"]); missing != "" {
				f.fail("%s is not in the other sizes: %s", missing, line)
			}
		case messageLine.MatchString(line):
			m = messageLine.FindStringSubmatch(line)
			if f.message = entry(slices.Concat(f.messages, listOf(f.all["warnings"])), map[string]string{"at": m[1], "message": m[3], "rule": m[4]}); f.message == nil {
				f.fail("no message: %s", line)
			}
		case noteLine.MatchString(line):
			f.note(noteLine.FindStringSubmatch(line))
		case helpLine.MatchString(line):
			if help := helpLine.FindStringSubmatch(line)[1]; f.message == nil || f.message["help"] != help {
				f.fail("no help: %s", line)
			}
		case arrayLine.MatchString(line):
			m = arrayLine.FindStringSubmatch(line)
			b := entry(listOf(f.all["bindings"]), map[string]string{"array": m[1], "at": m[2]})
			if b == nil || strings.Contains(m[3], "agree") != (b["agrees"] == true) || strings.Contains(m[3], "differ") && !strings.Contains(m[3], "comes after") != (b["agrees"] == false) {
				f.fail("no array: %s", line)
			}
		case kernelLine.MatchString(line):
			f.kernel(line, kernelLine.FindStringSubmatch(line))
		case triedLine.MatchString(line):
			if missing := numbersIn(line, f.one); missing != "" {
				f.fail("%s is not in what was tried: %s", missing, line)
			}
		case f.proof(line):
		case strings.HasPrefix(line, "  wrong: ") || strings.HasPrefix(line, "  proved: ") || strings.HasPrefix(line, "  tested: ") || strings.HasPrefix(line, "  not run: "):
			if missing := numbersIn(line, f.all); missing != "" {
				f.fail("%s is not in the object: %s", missing, line)
			}
		case strings.HasPrefix(line, "in the order ") || strings.HasPrefix(line, "  in the order "):
			if missing := has(strings.Fields(line)[3], f.one["counterexample"]); missing != "" && !strings.Contains(leaves(f.all["defs"]), missing) {
				f.fail("no schedule: %s", line)
			}
		case resultLine.MatchString(line):
			f.result(resultLine.FindStringSubmatch(line))
		case line == "steps:":
			f.steps()
		case strings.HasPrefix(line, "heap of "):
			f.heap(line)
		case lastLine.MatchString(line):
			if m = lastLine.FindStringSubmatch(line); f.all["command"] != m[2] {
				f.fail("no command: %s", line)
			}
		case inputLine.MatchString(line):
			f.input(inputLine.FindStringSubmatch(line))
		default:
			f.fail("this line is not known: %q", line)
		}
	}
	return f.wrong
}

// numbersIn returns the first number of a text that is not in an object.
func numbersIn(text string, v any) string {
	there := map[string]bool{}
	for _, n := range number.FindAllString(leaves(v), -1) {
		there[strings.TrimSuffix(n, ".0")] = true
	}
	for _, n := range number.FindAllString(text, -1) {
		if !there[strings.TrimSuffix(n, ".0")] {
			return n
		}
	}
	return ""
}

func (f *facts) subject(m []string) {
	f.one = entry(listOf(f.all["subjects"]), map[string]string{"name": m[2], "verdict": strings.ReplaceAll(m[1], " ", "-")})
	if f.one == nil {
		f.one = map[string]any{}
		f.fail("no subject: %s", m[0])
		return
	}
	f.messages = listOf(f.one["messages"])
	if stuck := object(f.one["stuck"]); stuck != nil {
		f.messages = append(slices.Clone(f.messages), stuck)
	}
	switch missing := numbersIn(m[3], f.one); {
	case m[1] == "invalid" && f.one["kind"] != m[3]:
		f.fail("no kind: %s", m[0])
	case missing != "":
		f.fail("%s is not in the subject: %s", missing, m[0])
	}
}

func (f *facts) note(m []string) {
	if f.message == nil {
		text := strings.TrimPrefix(m[0], "  note: ")
		if aside, ok := strings.CutPrefix(text, "such an input is none of its arguments: "); ok {
			if stuck := object(f.one["stuck"]); stuck == nil || aside != fmt.Sprintf("%s: %s", stuck["at"], stuck["message"]) {
				f.fail("no note: %s", m[0])
			}
		} else if !slices.Contains(listOf(f.one["notes"]), any(text)) {
			f.fail("no note: %s", m[0])
		}
		return
	}
	if entry(listOf(f.message["notes"]), map[string]string{"at": m[1], "message": m[2]}) == nil {
		f.fail("no note: %s", m[0])
	}
	check := object(f.one["check"])
	if check == nil {
		check = f.one
	}
	if by, ok := strings.CutPrefix(m[2], "that location was last written by "); ok {
		writer := object(object(check["divergence"])["lastWriter"])
		if writer == nil {
			writer = object(object(check["overwrite"])["lastWriter"])
		}
		if writer == nil || writer["at"] != nil && writer["at"] != m[1] || writer["at"] == nil && m[1] != "" || !strings.HasPrefix(by, fmt.Sprint(writer["what"])) || numbersIn(by, writer) != "" {
			f.fail("no last writer: %s", m[0])
		}
	}
	for start, which := range map[string]string{"first, ": "first", "then, ": "second"} {
		if by, ok := strings.CutPrefix(m[2], start); ok {
			found := false
			for _, k := range listOf(check["kernels"]) {
				e := object(object(object(k)["race"])[which])
				found = found || e != nil && e["at"] == m[1] && strings.Contains(by, fmt.Sprintf(" %ss", e["access"])) && numbersIn(by, e) == ""
			}
			if !found {
				f.fail("no access: %s", m[0])
			}
		}
	}
}

// kernel reads the line of a kernel. A statement of a dump may have several.
func (f *facts) kernel(line string, m []string) {
	said := m[3]
	if !strings.HasPrefix(said, "did not run") {
		said = strings.Split(said, ";")[0] // the reason comes after
	}
	for _, x := range slices.Concat(listOf(f.one["kernels"]), listOf(f.all["kernels"])) {
		k := object(x)
		status := k["status"] == nil || strings.Contains(m[3], fmt.Sprint(k["status"]))
		if k["instances"] == json.Number("0") {
			status = strings.Contains(m[3], "did not run")
		}
		if k["binds"] == m[1] && k["at"] == m[2] && status && strings.Contains(said, "in bounds") == (k["inBounds"] == true) && numbersIn(m[3], k) == "" {
			return
		}
	}
	f.fail("no kernel: %s", line)
}

func (f *facts) input(m []string) {
	c := object(f.one["counterexample"])
	irrelevant := listOf(f.one["irrelevant"])
	if f.one["subjects"] == nil && c == nil { // check: of some def
		for _, d := range listOf(f.all["defs"]) {
			if in := object(object(object(d)["counterexample"])["inputs"]); in[m[1]] != nil {
				c, irrelevant = object(object(d)["counterexample"]), listOf(object(d)["irrelevant"])
			}
		}
	}
	if c == nil {
		c = object(object(f.one["inconsistent"])["example"])
	}
	v := object(c["inputs"])[m[1]]
	if v == nil {
		v = object(c["sizes"])[m[1]]
	}
	if text, _ := json.Marshal(v); v == nil || !strings.Contains(m[2], "…") && !strings.HasPrefix(m[2], "empty") && has(strings.ReplaceAll(m[2], "_", ""), string(text)) != "" {
		f.fail("no input: %s", m[0])
	}
	if strings.Contains(m[3], "show it too") || strings.Contains(m[3], "did not matter") {
		if entry(irrelevant, map[string]string{"name": m[1]}) == nil {
			f.fail("what does not matter is not in the object: %s", m[0])
		}
	}
}

// result reads the lines about the first result that differs.
func (f *facts) result(m []string) {
	r := object(object(f.one["counterexample"])["result"])
	if name, _ := r["name"].(string); r == nil || name != m[1] || m[3] != "" && numbersIn(m[3], r["index"]) != "" {
		f.fail("no result: %s", m[0])
	}
	for k, side := range []string{"before", "after"} {
		text := f.lines[k]
		if !strings.Contains(text, "…") && !strings.Contains(text, "_") {
			if missing := numbersIn(strings.TrimSpace(text), r[side]); missing != "" {
				f.fail("%s is not in %v: %s", missing, r[side], text)
			}
		}
	}
	f.lines = f.lines[2:]
	if len(f.lines) > 0 && strings.HasPrefix(f.lines[0], "  at ") {
		f.lines = f.lines[1:] // of long results: the object has them in full
	}
}

// steps reads the table of steps.
func (f *facts) steps() {
	head := []rune(f.lines[0])
	at := 2 + strings.IndexRune(string(head[2:]), ' ')
	for at < len(head) && head[at] == ' ' || at < len(head) && !strings.HasPrefix(string(head[at:]), "AFTER") && !strings.HasPrefix(string(head[at:]), "BEFORE") {
		at++
	}
	f.lines = f.lines[1:]
	var rows []any
	for _, r := range listOf(f.one["steps"]) {
		if object(r)["hidden"] == nil {
			rows = append(rows, r)
		}
	}
	for len(f.lines) > 0 && strings.HasPrefix(f.lines[0], " ") {
		line := []rune(f.lines[0])
		f.lines = f.lines[1:]
		left, right := string(line[:min(at, len(line))]), string(line[min(at, len(line)):])
		if strings.TrimSpace(left) == "…" {
			continue
		}
		if len(rows) == 0 {
			f.fail("no step: %s", string(line))
			continue
		}
		for side, text := range map[string]string{"before": left, "after": right} {
			text = strings.TrimSpace(text)
			if strings.HasSuffix(text, "…") { // it is cut
				text = text[:max(0, strings.LastIndexAny(text, " [`"))]
			}
			step := object(object(rows[0])[side])
			if missing := has(text, step); text != "" && missing != "" {
				f.fail("%s is not in the step %v: %s", missing, step, text)
			}
		}
		rows = rows[1:]
	}
	if len(rows) > 0 {
		f.fail("the text has no step %v", rows[0])
	}
}

// heap reads the heap of one side.
func (f *facts) heap(line string) {
	var h map[string]any
	for _, x := range listOf(f.one["heaps"]) {
		if m := object(x); line == fmt.Sprintf("heap of %s %s:", m["of"], m["when"]) {
			h = m
		}
	}
	if h == nil {
		f.fail("no heap: %s", line)
	}
	for len(f.lines) > 0 && strings.HasPrefix(f.lines[0], " ") {
		name, text, _ := strings.Cut(strings.TrimSpace(f.lines[0])+" ", ": ")
		f.lines = f.lines[1:]
		text = strings.TrimSpace(text)
		b := entry(listOf(h["blocks"]), map[string]string{"block": name})
		if b == nil || (text == "freed") != (b["freed"] == true) {
			f.fail("no block %s in %v", name, h)
			continue
		}
		var cells []string
		for k, x := range listOf(b["cells"]) {
			c := fmt.Sprint(x)
			if x == nil {
				c = "_"
			}
			if marked, ok := b["marked"].(json.Number); ok && marked.String() == strconv.Itoa(k) && b["from"] == nil {
				c = "⟨" + c + "⟩"
			}
			cells = append(cells, c)
		}
		want := strings.TrimSpace(strings.ReplaceAll(text, "…", ""))
		if text != "freed" && !strings.Contains(" "+strings.Join(cells, " ")+" ", " "+want+" ") && want != "" {
			f.fail("block %s is %v, and in the text %s", name, b, text)
		}
	}
}

// without returns an object in which a key is left out everywhere.
func without(v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			if k != key {
				out[k] = without(x, key)
			}
		}
		return out
	case []any:
		var out []any
		for _, x := range v {
			out = append(out, without(x, key))
		}
		return out
	}
	return v
}

// TestFacts: --json has what the text has, for the wrong programs, their right twins, and dumps. Without any one of some
// keys something is missing, so the comparison sees that.
func TestFacts(t *testing.T) {
	before := regexp.MustCompile(`(?m)^-- before: (.*)$`)
	var runs [][]string
	files, err := filepath.Glob("examples/wrong/*.fun")
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	for k, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := before.FindSubmatch(text); m != nil && k%3 == 0 {
			of := filepath.ToSlash(filepath.Join("examples/wrong", string(m[1])))
			runs = append(runs, []string{"validate", of, file, "--tests", "30"})
			if k%5 == 0 {
				runs = append(runs, []string{"validate", of, of, "--tests", "20"}, []string{"validate", of, strings.Replace(file, "wrong", "right", 1), "--tests", "20"}, []string{"validate", file, file, "--tests", "20"})
			}
		}
		if k%5 == 1 {
			runs = append(runs, []string{"check", file})
		}
	}
	dumps := 0
	dir := corpus.Unpack(t)
	mutants, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	for k, m := range mutants {
		if k%9 == 3 {
			dumps++
			runs = append(runs, []string{"check", filepath.Join(dir, m.Base)}, []string{"validate", filepath.Join(dir, m.Base), filepath.Join(dir, "mutants", m.File), "--tests", "20"})
		}
	}
	if dumps == 0 {
		t.Fatal("no dumps")
	}
	seen := map[string]bool{}
	for _, args := range runs {
		text, _, status := funmem(t, "", args...)
		raw, _, again := funmem(t, "", append(args, "--json")...)
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.UseNumber()
		var all map[string]any
		if err := d.Decode(&all); err != nil || status != again || len(text) == 0 || all["error"] != nil {
			t.Errorf("%v: %v, status %d and %d: %s", args, err, status, again, raw)
			continue
		}
		said := func(v any) []string {
			f := facts{all: object(v), one: object(v), lines: strings.Split(string(text), "\n")}
			return f.compare()
		}
		if wrong := said(all); len(wrong) > 0 {
			t.Errorf("%v:\n%s", args, strings.Join(wrong, "\n"))
		}
		for _, key := range strings.Fields("messages notes help steps heaps cells marked when event scope stuck lastWriter first second race kind verdict irrelevant command bindings kernels result inputs") {
			if !seen[key] {
				seen[key] = len(said(without(all, key))) > 0
			}
		}
	}
	for key, is := range seen {
		if !is {
			t.Errorf("the comparison does not look at %s", key)
		}
	}
}
