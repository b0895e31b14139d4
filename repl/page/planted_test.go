package page_test

import (
	"os/exec"
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests in the browser find mistakes in the page.
func TestPlanted(t *testing.T) {
	_, err := exec.LookPath("chromium")
	testkit.Needs(t, "REQUIRE_CHROMIUM", err)
	testkit.Planted(t, [][4]string{
		{"a step back keeps what was written", "state.js", "if (had) cells.set(step.offset, was); else cells.delete(step.offset);", "if (!had) cells.delete(step.offset);"},
		{"a step back keeps what was bound", "state.js", "() => this.env.pop());", "() => {});"},
		{"variables of the last iteration stay", "state.js", `const depth = step.kind === "turn" ? step.depth - 1 : step.depth;`, `const depth = step.depth;`},
		{"a function sees what its caller has", "state.js", "      if (call && e.depth < call.depth && !(call.uses.has(e.bind.name) && e.depth === 0)) return;\n", ""},
		{"a line of another function", "page.go", "		if f, ok := d.(*syntax.Def); ok {", "		if f, ok := d.(*syntax.Def); ok && len(p.Decls) == 0 {"},
		{"the stride of a row", "state.js", "next.push({ at: x.at + i * d[1],", "next.push({ at: x.at + i,"},
		{"a branch begins where the other one ends", "state.js", "from.steps.slice(0, own.at)", "from.steps"},
		{"blocks that are gone are shown", "state.js", "      if (cells) this.change(() => this.cells.delete(b), () => this.cells.set(b, cells));\n", ""},
		{"the value semantics has what the heap has", "show.js", "this.grid(b, elements, b.means, () => true, value);", "this.grid(b, elements, have, () => true, value);"},
		{"a choice leads to the order of another iteration", "controls.js", "const to = i === c.fork.took ? c.branch : (c.fork.to || {})[i]", "const to = c.branch"},
		{"the second program is ahead", "state.js", "    go(0, m.before);\n    go(1, m.after);\n", "    go(1, m.after);\n    go(0, m.before);\n    go(0, Math.min(m.before + 1, last[0]));\n"},
		{"a race has no link to the other access", "show.js", `if (step.other) link("The other access is step " + step.other + ".", step.other);`, ""},
		{"a slider without a name", "page.html", ` value="0" aria-label="step">`, ` value="0">`},
		{"lines that belong together are not marked", "show.js", `if (l) l.classList.add("with");`, ""},
		{"a number that is too pale", "page.css", "--faint: #505050", "--faint: #909090"},
		{"controls are printed", "page.css", "#controls, #choice, #found, .forms { display: none; }", ""},
	}, "-run", "TestBrowser|TestTwoPrograms|TestLinks|TestPlaces|TestReaders", ".")
}
