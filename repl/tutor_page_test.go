package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/internal/browser"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// reading goes through the page of a lesson as a reader does: it gives a wrong answer and then the right one to each
// question, and looks at what the page says.
const reading = `<script>
(function () {
  var right = %s, wrong = [], steps = document.querySelectorAll(".step"), asked = 0;
  function seen(e) { return e.offsetParent !== null; }
  function say(f, text) {
    f.querySelector("input").value = text;
    f.requestSubmit();
    return f.querySelector(".verdict");
  }
  for (var k = 0; k < steps.length; k++) {
    var s = steps[k], n = k + 1;
    if (!seen(s) || k + 1 < steps.length && seen(steps[k + 1])) wrong.push("step " + n + " is not the last one that is seen");
    var f = s.querySelector(".question");
    if (f) {
      asked++;
      var why = f.querySelector(".why");
      if (seen(why)) wrong.push("the answer to " + n + " is seen at once");
      var v = say(f, "?!");
      if (v.className !== "verdict" || !v.textContent.includes("no answer") || seen(why)) wrong.push(n + " takes no answer: " + v.textContent);
      v = say(f, right[n].wrong);
      if (!v.classList.contains("bad") || !v.textContent.startsWith("No") || !seen(why) || !why.textContent.trim()) wrong.push(n + " takes " + right[n].wrong + ": " + v.textContent);
      v = say(f, right[n].right);
      if (!v.classList.contains("good") || v.textContent !== "Right.") wrong.push(n + " does not take " + right[n].right + ": " + v.textContent);
    }
    if (s.querySelector(".on")) s.querySelector(".on").click();
  }
  if (asked !== Object.keys(right).length) wrong.push(asked + " questions are on the page");
  if (!seen(document.getElementById("end"))) wrong.push("the end is not seen");
  document.body.dataset.checked = wrong.length ? wrong.slice(0, 5).join(" ;; ") : "fine, " + asked + " questions";
})();
</script>`

// TestTutorPages: the pages of the lessons have all that the lessons have, and their questions take the right answers and
// refuse wrong ones.
func TestTutorPages(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	o := &cli.Options{Settings: session.Defaults(), HTML: dir}
	if err := Tutor(context.Background(), cli.Streams{Out: &out, Err: &out}, o, nil); err != nil {
		t.Fatal(err, &out)
	}
	lessons := builtIn(t)
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	files := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(string(index), -1)
	if len(files) != len(lessons) {
		t.Fatalf("the index has %d links", len(files))
	}
	outside := regexp.MustCompile(`(?i)(src|href)="[a-z]+:|url\(|@import|<link|<img`)
	steppers := 0
	for k, l := range lessons {
		text, err := os.ReadFile(filepath.Join(dir, files[k][1]))
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		if at := outside.FindString(page); at != "" || !strings.Contains(page, "default-src 'none'") {
			t.Errorf("%s: not alone: %s", l.Name, at)
		}
		for _, m := range regexp.MustCompile(`class="stepper" href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			stepper, err := os.ReadFile(filepath.Join(dir, m[1]))
			if steppers++; err != nil || !bytes.Contains(stepper, []byte(`"steps"`)) {
				t.Errorf("%s: %s: %v", l.Name, m[1], err)
			}
		}
		plain := html.UnescapeString(page)
		for _, s := range l.Steps {
			for _, p := range s.Parts {
				if e := p.Example; e != nil && (!strings.Contains(plain, "<kbd>> "+e.Input+"</kbd>") || !strings.Contains(plain, strings.Join(e.Want, "\n"))) {
					t.Errorf("%s: no example %s", l.Name, e.Input)
				}
			}
		}
	}
	if steppers < len(lessons) {
		t.Errorf("%d pages to step through", steppers)
	}
	browser.Open(t)
	chosen := []int{1, 2, 5, 6, 7}
	for k, l := range lessons {
		if !testkit.More() && !slices.Contains(chosen, k) { // these have questions of all forms
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			r, err := rehearse(context.Background(), session.Defaults(), l)
			if err != nil {
				t.Fatal(err)
			}
			type two struct {
				Right string `json:"right"`
				Wrong string `json:"wrong"`
			}
			known := map[int]two{}
			for n, c := range r.Answers {
				if c == nil {
					continue
				}
				wrong := map[bool]string{true: "31 and 32", false: "31"}[c.Right.Form == "pairs"]
				switch {
				case c.Right.Form == "name":
					wrong = "nobody"
				case c.Right.Form == "truth":
					wrong = map[string]string{"yes": "no", "no": "yes"}[c.Right.Items[0]]
				}
				known[n+1] = two{c.Right.String(), wrong}
			}
			list, err := json.Marshal(known)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, files[k][1]))
			if err != nil {
				t.Fatal(err)
			}
			dom := browser.Opened(t, strings.Replace(string(text), "</body>", fmt.Sprintf(reading, list)+"</body>", 1))
			_, checked, ok := strings.Cut(dom, `data-checked="`)
			checked, _, _ = strings.Cut(checked, `"`)
			if checked = html.UnescapeString(checked); !ok || !strings.HasPrefix(checked, "fine") {
				t.Fatal(checked)
			}
			t.Log(checked)
		})
	}
}
