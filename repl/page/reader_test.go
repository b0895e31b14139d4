package page_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/step"
	"funmem/internal/browser"
	"funmem/internal/passtest"
	"funmem/repl/page"
	"funmem/semantics/syntax"
)

// lesson is the page of a program, with its source and its FUNMEM and IMP forms.
func lesson(t *testing.T, name string) []byte {
	t.Helper()
	text := programs[name]
	p := passtest.Parse(t, name, text).Mem(t).Core
	html, err := page.HTML(onePage(name, []page.Form{{Name: "source", Text: text, Source: true}, {Name: "FUNMEM", Text: syntax.Print(p)}}, orders(t, p, 300)))
	if err != nil {
		t.Fatal(err)
	}
	return html
}

// comparison is the page of two programs, and their stories.
func comparison(t *testing.T, before, after string) ([]byte, []*step.Story, *step.Beside) {
	t.Helper()
	l := &page.Lesson{Title: "comparison"}
	var stories []*step.Story
	for k, text := range []string{before, after} {
		p := passtest.Parse(t, "program", text).Mem(t).Core
		s := story(t, p, "forward")
		stories = append(stories, s)
		l.Columns = append(l.Columns, page.Column{Name: []string{"before", "after"}[k], Forms: []page.Form{{Name: "FUNMEM", Text: syntax.Print(p)}},
			Runs: []page.Run{{Schedule: "forward", Orders: step.One(s)}}})
	}
	beside := step.Together(stories[0], stories[1])
	l.Beside = []*step.Beside{beside}
	html, err := page.HTML(l)
	if err != nil {
		t.Fatal(err)
	}
	return html, stories, beside
}

// TestTwoPrograms: two programs go on in turn, each through all of its steps, and meet where they bind the same.
func TestTwoPrograms(t *testing.T) {
	b := browser.Open(t)
	html, stories, beside := comparison(t, "let k = 2\nlet x = kernel i <= 3 do i * k\nlet y = x[1]\nin (x, y)", "let k = 2\nlet z = 5\nlet x = kernel i <= 3 do i + k\nlet y = x[1]\nin (x, y)")
	b.Page(html, "")
	if n, want := browser.Run[int](b, `Number(document.getElementById("slider").max)`), len(stories[0].Steps)+len(stories[1].Steps); n != want {
		t.Errorf("%d steps, wanted %d", n, want)
	}
	if len(beside.Meet) < 4 || beside.First == 0 {
		t.Fatalf("the programs do not meet as they should: %+v", beside)
	}
	// Each column says what its last step says.
	said := browser.Run[[][]string](b, `(() => {
		const list = [], words = () => Array.from(document.querySelectorAll(".words")).map(w => w.textContent.trim().replace(/^step \d+ of \d+: /, ""));
		document.getElementById("first").click();
		for (let k = 0; k <= Number(document.getElementById("slider").max); k++) {
			const note = document.getElementById("choice");
			list.push(words().concat(note.hidden ? "" : note.textContent));
			document.getElementById("next").click();
		}
		return list;
	})()`)
	at := [2]int{}
	plain := func(side, n int) string {
		if n == 0 {
			return "Nothing has been done."
		}
		return strings.ReplaceAll(stories[side].Steps[n-1].Words, "`", "")
	}
	met := 0
	for k, words := range said {
		if k > 0 {
			switch {
			case at[0] < len(stories[0].Steps) && strings.HasPrefix(words[0], plain(0, at[0]+1)) && (words[0] != said[k-1][0] || words[1] == said[k-1][1]):
				at[0]++
			default:
				at[1]++
			}
		}
		for side := range 2 {
			if !strings.HasPrefix(words[side], plain(side, at[side])) {
				t.Fatalf("at %d, column %d says %q, wanted %q", k, side, words[side], plain(side, at[side]))
			}
		}
		if met < len(beside.Meet) && at == [2]int{beside.Meet[met].Before, beside.Meet[met].After} {
			want := strings.ReplaceAll(beside.Meet[met].Words, "`", "")
			if met+1 == beside.First {
				want = "The first difference: " + want
			}
			if words[2] != want && k+1 < len(said) {
				t.Errorf("at %d: %q, wanted %q", k, words[2], want)
			}
			met++
		} else if words[2] != "" && k+1 < len(said) {
			t.Errorf("at %d: %q, and the programs do not meet there", k, words[2])
		}
	}
	if met != len(beside.Meet) {
		t.Errorf("the programs meet %d times, wanted %d", met, len(beside.Meet))
	}
	if last := said[len(said)-1][2]; last != strings.ReplaceAll(beside.Words, "`", "") {
		t.Errorf("at the end: %q", last)
	}
	found := browser.Run[string](b, `document.querySelector("#found a").click(), new Promise(done => setTimeout(() => done(document.getElementById("choice").textContent), 50))`)
	if !strings.HasPrefix(found, "The first difference: ") {
		t.Errorf("the link to the first difference leads to %q", found)
	}
	stops := browser.Run[[]string](b, `(() => {
		const list = [];
		document.getElementById("by").value = "meeting";
		document.getElementById("first").click();
		for (let k = 0; k < 100 && document.getElementById("slider").value !== document.getElementById("slider").max; k++) {
			document.getElementById("next").click();
			list.push(document.getElementById("choice").textContent);
		}
		return list;
	})()`)
	for _, s := range stops {
		if s == "" {
			t.Errorf("by meeting it stops where the programs do not meet: %q", stops)
		}
	}
	if want := len(beside.Meet); len(stops) != want && len(stops) != want+1 {
		t.Errorf("%d stops by meeting, wanted %d: %q", len(stops), want, stops)
	}
}

// TestLinks: a link leads to its step, in its schedule and order; the links in a race lead to both accesses.
func TestLinks(t *testing.T) {
	b := browser.Open(t)
	html := lesson(t, "race")
	b.Page(html, "#step=7&order=2")
	if at := browser.Run[string](b, `document.getElementById("count").textContent + " " + document.getElementById("link").getAttribute("href")`); !strings.HasPrefix(at, "7 / ") || !strings.HasSuffix(at, " #step=7&order=2") {
		t.Errorf("a link leads to %s", at)
	}
	for _, wrong := range []string{"#step=100000", "#order=999&step=3", "#schedule=7", "#step=x"} {
		b.Page(html, wrong)
		if text := browser.Run[string](b, `document.getElementById("count").textContent`); !strings.Contains(text, " / ") {
			t.Errorf("%s leads to %q", wrong, text)
		}
	}
	b.Page(html, "")
	s := story(t, passtest.Parse(t, "race", programs["race"]).Mem(t).Core, "forward")
	race := 0
	for k, x := range s.Steps {
		if x.Kind == step.Race {
			race = k + 1
			break
		}
	}
	follow := func(n int) string {
		return browser.Run[string](b, fmt.Sprintf(`location.hash = "#step=%d", new Promise(done => setTimeout(() => {
			const a = document.querySelectorAll(".words a")[%d];
			if (!a) return done("there is no such link");
			a.click();
			setTimeout(() => done(document.querySelector(".words").textContent), 50);
		}, 50))`, race, n))
	}
	for n, want := range []int{race - 1, s.Steps[race-1].Other} {
		if words := follow(n); strings.TrimSpace(words) != strings.ReplaceAll(s.Steps[want-1].Words, "`", "") {
			t.Errorf("link %d of the race leads to %q, wanted step %d", n, words, want)
		}
	}
	marked := browser.Run[[]int](b, `(() => {
		const over = (sel, kind) => document.querySelector(sel).dispatchEvent(new MouseEvent(kind, { bubbles: true }));
		over('[data-pane="1"] [data-n="x"]', "mouseover");
		const same = document.querySelectorAll(".same").length, lines = document.querySelectorAll(".l.with").length;
		document.querySelectorAll('.text[data-pane="0"] .l')[1].click();
		return [same, lines, document.querySelectorAll('.text[data-pane="0"] .l.at').length];
	})()`)
	if marked[0] < 4 || marked[1] < 2 || marked[2] != 1 {
		t.Errorf("names, lines and the line of the step that are marked: %v", marked)
	}
}

// TestPlaces: the line that is marked in FUNMEM is that of the statement, also if another function has a variable of its name.
func TestPlaces(t *testing.T) {
	b := browser.Open(t)
	b.Page(lesson(t, "call"), "")
	lines := browser.Run[[]string](b, `(() => {
		const list = [];
		for (let k = 1; k <= Number(document.getElementById("slider").max); k++) {
			document.getElementById("next").click();
			const l = document.querySelector('.text[data-pane="1"] .l.at');
			list.push(l ? l.textContent.trim() : "");
		}
		return list;
	})()`)
	s := story(t, passtest.Parse(t, "call", programs["call"]).Mem(t).Core, "forward")
	found := 0
	for k, x := range s.Steps {
		if x.Kind != step.End || len(x.Binds) == 0 {
			continue
		}
		found++
		if name := x.Binds[0].Name; !strings.HasPrefix(lines[k], "let ("+name+" :") {
			t.Errorf("step %d binds %s, and %q is marked", k+1, name, lines[k])
		}
	}
	if found == 0 {
		t.Error("no step binds anything")
	}
}

// TestReaders: a screen reader hears what each control is for and what a step does; every control can be used by keys; the page fits a
// phone; its colours can be told apart in light and dark; on paper are all forms and no controls.
func TestReaders(t *testing.T) {
	b := browser.Open(t)
	for name, html := range map[string][]byte{"one": lesson(t, "race"), "two": func() []byte {
		html, _, _ := comparison(t, programs["views"], programs["views"])
		return html
	}()} {
		b.Size(1280, 900)
		b.Media("", "light")
		b.Page(html, "#step=8")
		roles := map[string]int{}
		for _, p := range b.Told() {
			roles[p.Role]++
			switch p.Role {
			case "button", "slider", "combobox", "link", "region", "group", "listitem":
				if strings.TrimSpace(p.Name) == "" {
					t.Errorf("%s: a %s has no name", name, p.Role)
				}
			}
		}
		for role, least := range map[string]int{"button": 5, "slider": 1, "combobox": 2, "link": 1, "status": 1, "heading": 4, "main": 1, "listitem": 1, "row": 2} {
			if roles[role] < least {
				t.Errorf("%s: %d parts are a %s, wanted %d: %v", name, roles[role], role, least, roles)
			}
		}
		if twice := browser.Run[[]string](b, `Array.from(document.querySelectorAll("[id]")).map(e => e.id).filter((x, k, all) => all.indexOf(x) !== k)`); len(twice) > 0 {
			t.Errorf("%s: ids that are there twice: %v", name, twice)
		}
		b.Size(360, 740)
		if over := browser.Run[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %d wider than a phone", name, over)
		}
		if small := browser.Run[[]string](b, `Array.from(document.querySelectorAll("#controls button, #choice button")).filter(e => e.offsetHeight > 0 && (e.offsetHeight < 32 || e.offsetWidth < 32)).map(e => e.textContent)`); len(small) > 0 {
			t.Errorf("%s: buttons too small for a finger: %q", name, small)
		}
		b.Size(1280, 900)
		for _, scheme := range []string{"light", "dark"} {
			b.Media("", scheme)
			for at := range 38 {
				pale := browser.Run[[]string](b, fmt.Sprintf(contrast, at))
				if len(pale) > 0 {
					t.Fatalf("%s, %s, step %d: text that can hardly be read: %q", name, scheme, at, pale)
				}
			}
		}
		b.Media("print", "light")
		paper := browser.Run[[]bool](b, `[document.getElementById("controls").offsetHeight === 0, Array.from(document.querySelectorAll(".text")).every(e => e.offsetHeight > 0), document.querySelector(".heap").offsetHeight > 0]`)
		for k, ok := range paper {
			if !ok {
				t.Errorf("%s: on paper, point %d is wrong", name, k)
			}
		}
		if pdf := b.PDF(); !bytes.HasPrefix(pdf, []byte("%PDF")) {
			t.Errorf("%s: no PDF", name)
		}
		b.Media("", "light")
	}
	// By keys alone: from the first control to the last, and a line of the program.
	b.Page(lesson(t, "race"), "")
	var reached []string
	for range 14 {
		b.Keys("\t")
		reached = append(reached, browser.Run[string](b, `document.activeElement.id || document.activeElement.textContent`))
	}
	for _, want := range []string{"first", "next", "slider", "by", "schedule", "link"} {
		if !strings.Contains(strings.Join(reached, " ")+" ", want+" ") {
			t.Errorf("the tab key does not reach %s: %q", want, reached)
		}
	}
	browser.Run[bool](b, `document.querySelector("pre").focus(), true`)
	b.Keys("\u0301") // arrow down
	b.Keys("\u0301")
	b.Keys("\r")
	if words := browser.Run[string](b, `document.querySelector(".l.at").dataset.l + document.getElementById("count").textContent`); !strings.HasPrefix(words, "1") || strings.HasPrefix(words, "10 /") {
		t.Errorf("Enter on the second line leads to %s", words)
	}
}

// contrast finds texts on the page whose colour has a contrast below 4.5 to what is behind them, after some steps.
const contrast = `(() => {
	location.hash = "#step=%d";
	dispatchEvent(new HashChangeEvent("hashchange"));
	const rgb = c => (c.match(/[\d.]+/g) || []).map(Number);
	const light = c => { const f = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4)); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
	const behind = e => {
		for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0.5) return c; }
		return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
	};
	return Array.from(document.querySelectorAll("body *")).filter(e => e.offsetHeight && !e.disabled && Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim())).filter(e => {
		const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
	}).map(e => e.tagName + "." + e.className + ": " + e.textContent.slice(0, 20) + " " + getComputedStyle(e).color).slice(0, 3);
})()`

// TestSize: a page of ten thousand steps is small.
func TestSize(t *testing.T) {
	text := "let x = kernel i <= 36, j <= 36 do i * j\nlet y = kernel i <= 36 do reduce (+) 0 x[i]\ny"
	p := passtest.Parse(t, "size", text).Mem(t).Core
	s := story(t, p, "forward")
	if n := len(s.Steps); n < 10_000 {
		t.Fatalf("%d steps are not enough", n)
	}
	html, err := page.HTML(onePage("size", []page.Form{{Name: "source", Text: text, Source: true}, {Name: "FUNMEM", Text: syntax.Print(p)}}, step.One(s)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d steps, %d bytes", len(s.Steps), len(html))
	if len(html) > 5_000_000 {
		t.Errorf("%d bytes", len(html))
	}
	b := browser.Open(t)
	b.Page(html, "")
	times := browser.Run[string](b, `(() => {
		const list = [];
		for (let n = 0; n < 300; n++) {
			document.getElementById("slider").value = n * 33;
			document.getElementById("slider").oninput();
			const t = performance.now();
			document.getElementById("next").click();
			list.push(performance.now() - t);
		}
		list.sort((a, b) => a - b);
		return "a step takes " + list[150].toFixed(1) + " ms at the median, and " + list[299].toFixed(1) + " ms at most";
	})()`)
	t.Log(times)
}
