package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/step"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/page"
	"funmem/semantics/syntax"
)

// state is what the page has to show after some steps.
type state struct {
	Cells map[string][]string `json:"cells"` // of each block that is known
	Env   map[string]string   `json:"env"`   // the numbers
}

// states are the states after each number of steps, by a replay of its own.
func states(s *step.Story) []state {
	type bound struct {
		depth int
		name  string
		value string
	}
	var env []bound
	cells := map[int][]string{}
	know := func(b int) {
		if b == 0 || cells[b] != nil {
			return
		}
		cells[b] = make([]string, s.Blocks[b-1].Size)
		for k := range cells[b] {
			cells[b][k] = "0"
		}
		copy(cells[b], s.Blocks[b-1].Cells)
	}
	freed := map[int]bool{}
	now := func() state {
		st := state{map[string][]string{}, map[string]string{}}
		for b, c := range cells {
			if !freed[b] {
				st.Cells[s.Blocks[b-1].Name] = append([]string{}, c...)
			}
		}
		for _, b := range env {
			if delete(st.Env, b.name); b.value != "" {
				st.Env[b.name] = b.value
			}
		}
		return st
	}
	list := []state{now()}
	for _, x := range s.Steps {
		for len(env) > 0 && (env[len(env)-1].depth > x.Depth || x.Kind == step.Turn && env[len(env)-1].depth == x.Depth) {
			env = env[:len(env)-1]
		}
		know(x.Block)
		for _, b := range x.Binds {
			know(b.Block)
			env = append(env, bound{x.Depth, b.Name, b.Value})
		}
		if x.Kind == step.Write {
			cells[x.Block][x.Offset] = x.Value
		}
		if x.Free > 0 {
			freed[x.Free] = true
		}
		for _, b := range x.Gone {
			delete(cells, b)
		}
		list = append(list, now())
	}
	return list
}

// driver goes through the page as a reader does, and compares each state with the wanted one.
const driver = `<script>
(function () {
  var wanted = %s, wrong = [], get = function (id) { return document.getElementById(id); };
  function seen() {
    var s = { cells: {}, env: {} };
    document.querySelectorAll(".block").forEach(function (b) {
      if (b.querySelector(".freed")) return;
      s.cells[b.querySelector("code").textContent] = Array.from(b.querySelectorAll(".cell")).map(function (c) { return c.lastChild.textContent; });
    });
    document.querySelectorAll("#env > tr").forEach(function (r) {
      if (!r.querySelector("button") && !(r.children[1].textContent in s.cells) && /^-?[0-9.]/.test(r.children[1].textContent)) s.env[r.children[0].textContent] = r.children[1].textContent;
    });
    return s;
  }
  function sorted(x) { return JSON.stringify(Object.keys(x).sort().map(function (k) { return [k, x[k]]; })); }
  function compare(n, how) {
    var s = seen(), w = wanted[n];
    if (get("slider").value != n || sorted(s.cells) !== sorted(w.cells) || sorted(s.env) !== sorted(w.env)) wrong.push(how + " to " + n + ": at " + get("slider").value + ": " + sorted(s.cells) + sorted(s.env) + ", wanted " + sorted(w.cells) + sorted(w.env));
  }
  function click(id) { get(id).click(); }
  var last = wanted.length - 1, slowest = 0;
  click("first"); compare(0, "first");
  for (var n = 1; n <= last; n++) { var t = performance.now(); click("next"); slowest = Math.max(slowest, performance.now() - t); compare(n, "next"); }
  click("next"); compare(last, "next at the end");
  for (n = last - 1; n >= 0; n--) { click("back"); compare(n, "back"); }
  click("last"); compare(last, "last");
  for (n = 0; n <= last; n += 7) { get("slider").value = n; get("slider").oninput(); compare(n, "slider"); }
  click("first");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); compare(1, "key");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "End" })); compare(last, "key");
  ["statement", "iteration"].forEach(function (by) {
    get("by").value = by;
    click("first");
    for (var k = 0; get("slider").value != last && k <= last; k++) { click("next"); compare(Number(get("slider").value), by); }
    if (get("slider").value != last) wrong.push("by " + by + " it does not come to the end");
  });
  document.querySelectorAll("[role=tab]").forEach(function (t) {
    t.click();
    var open = document.querySelectorAll(".text:not([hidden])");
    if (open.length !== 1 || open[0].id !== "pane" + t.dataset.pane) wrong.push("tab " + t.textContent);
  });
  var array = document.querySelector("#env button");
  if (array && document.querySelector(".cell")) { array.click(); if (!document.querySelector(".cell.view")) wrong.push("no cell of " + array.textContent + " is marked"); }
  document.body.dataset.checked = wrong.length ? wrong.slice(0, 3).join(" ;; ") : "fine, " + wanted.length + " states, slowest step " + slowest.toFixed(1) + " ms";
})();
</script>`

// programs are what the page is tested with.
var programs = map[string]string{
	"views": `let x = kernel i <= 3, j <= 2 do 10 * i + j
let y = kernel j <= 2 do reduce (+) 0 (transpose x)[j]
y`,
	"race": `let (x_mem : mem) = alloc 4
let (x : [4] @ x_mem -> R(4)) = iota 4
let (y : [4] @ x_mem -> R(4)) = kernel i <= 4 do x[5 - i] + 1
in (x_mem, y)`,
	"loop": `def f (n : int) = loop (a = 1, b = [n, n]) for k <= 2 do (a * k, kernel i <= 2 do b[i] + a)
f(5)`,
	"stuck": `let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let k = x[1] + 2
let z = x[k]
in (z)`,
	"freed": `let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let k = x[1] + x[2]
free x_mem
in (k)`,
}

// TestBrowser: in a browser, every control leads to the state that the steps say.
func TestBrowser(t *testing.T) {
	testkit.Browser(t)
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			p := passtest.Parse(t, name, text)
			mem := p.Mem(t)
			story, err := step.Record(context.Background(), mem.Core, step.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			forms := []page.Form{{Name: "source", Text: text, Source: true}, {Name: "FUNMEM", Text: syntax.Print(mem.Core)}}
			html, err := page.HTML(name, forms, story)
			if err != nil {
				t.Fatal(err)
			}
			wanted, err := json.Marshal(states(story))
			if err != nil {
				t.Fatal(err)
			}
			dom := testkit.Opened(t, strings.Replace(string(html), "</body>", fmt.Sprintf(driver, wanted)+"</body>", 1))
			_, checked, ok := strings.Cut(dom, `data-checked="`)
			checked, _, _ = strings.Cut(checked, `"`)
			if !ok || !strings.HasPrefix(checked, "fine") {
				t.Fatalf("%q", checked)
			}
			t.Log(checked)
		})
	}
}
