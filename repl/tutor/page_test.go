package tutor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/browser"
	"funmem/internal/testkit"
	"funmem/repl/tutor"
	"funmem/semantics/diag"
)

// reader reads texts with the script of a page, and compares what it finds.
const reader = `<script>
(function () {
  var texts = %s, wrong = [];
  texts.forEach(function (c) {
    var items = parsed(c.form, c.text), got = items === null ? "?" : items.join(" ");
    if (got !== c.want) wrong.push(c.form + " " + JSON.stringify(c.text) + " is " + got + ", wanted " + c.want);
  });
  document.body.dataset.checked = wrong.length ? wrong.slice(0, 5).join(" ;; ") : "fine, " + texts.length;
})();
</script>`

// text is a text with what Go reads in it.
type text struct {
	Form tutor.Form `json:"form"`
	Text string     `json:"text"`
	Want string     `json:"want"`
}

// TestPageAnswers: the script of a page reads answers as Go does.
func TestPageAnswers(t *testing.T) {
	browser.Open(t)
	var texts []text
	add := func(form tutor.Form, s string) {
		want := "?"
		if a, err := tutor.Parse(form, s); err == nil {
			want = strings.Join(a.Items, " ")
		}
		texts = append(texts, text{form, s, want})
	}
	for _, c := range answers {
		for _, f := range forms {
			add(f, c.text)
		}
	}
	words := strings.Fields("0 1 2 5 10 12 007 2.50 1e3 1.5e-2 1e999 - – .. to and , ; ( ) [ ] { } none no cell offset x_mem x[ m five a of the + # \" . ! yes not é x' m#2 …")
	r := rand.New(rand.NewPCG(1, 2))
	for range testkit.Sample(3000, 30000) {
		var parts []string
		for range 1 + r.IntN(5) {
			parts = append(parts, words[r.IntN(len(words))])
		}
		add(forms[r.IntN(len(forms))], strings.Join(parts, []string{" ", ""}[r.IntN(2)]))
	}
	l, err := tutor.ReadLesson(diag.NewSource("q.lesson", "lesson: T\n\nquestion: Q\nask: value 5\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := tutor.NewPlayed(l)
	if p.Answers[0], err = l.Steps[0].Question.Ask.Compute(context.Background(), entered(t)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := tutor.WritePages(dir, []*tutor.Played{p}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "q.html"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	dom := browser.Opened(t, strings.Replace(string(page), "</body>", fmt.Sprintf(reader, list)+"</body>", 1))
	_, checked, ok := strings.Cut(dom, `data-checked="`)
	checked, _, _ = strings.Cut(checked, `"`)
	if checked = html.UnescapeString(checked); !ok || !strings.HasPrefix(checked, "fine") {
		t.Fatal(checked)
	}
	t.Log(checked)
}
