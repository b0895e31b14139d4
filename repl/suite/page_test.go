package suite

import (
	"bytes"
	"testing"

	"funmem/internal/browser"
)

// TestPage filters the cases of a page in a browser.
func TestPage(t *testing.T) {
	var b bytes.Buffer
	if err := sample().HTML(&b); err != nil {
		t.Fatal(err)
	}
	tab := browser.Open(t)
	tab.Page(b.Bytes(), "")
	const shown = `[...document.querySelectorAll("#cases tr")].filter(row => row.offsetHeight > 0).map(row => row.cells[0].firstChild.textContent).join("; ") + " (" + document.getElementById("shown").textContent + ")"`
	const all = "check a.fun; validate a.fun b.fun; run c d.fun; check e.fun; check f.fun; test g.fun (6)"
	for _, step := range []struct{ does, want string }{
		{``, all},
		{`document.getElementById("wrong").click()`, "validate a.fun b.fun; run c d.fun; check e.fun; check f.fun (4)"},
		{`document.querySelector("input[value=refuted]").click()`, "check e.fun; check f.fun (2)"},
		{`document.querySelector("input[value=check]").click()`, " (0)"},
		{`document.getElementById("wrong").click(); document.querySelector("input[value=check]").click()`, "check a.fun; check e.fun; check f.fun; test g.fun (4)"},
		{`document.querySelector("input[value=refuted]").click()`, all},
		{`document.getElementById("words").focus()`, all},
	} {
		if got := browser.Run[string](tab, step.does+";"+shown); got != step.want {
			t.Errorf("after %s: %s, wanted %s", step.does, got, step.want)
		}
	}
	tab.Keys("KERNEL b.fun")
	if got, want := browser.Run[string](tab, shown), "validate a.fun b.fun (1)"; got != want {
		t.Errorf("with words: %s, wanted %s", got, want)
	}
	if got := browser.Run[string](tab, `[...document.querySelectorAll("[src],[href]")].map(e => e.outerHTML).join()`); got != "" {
		t.Errorf("the page needs %s", got)
	}
}
