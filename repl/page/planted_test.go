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
		{"a step back keeps what was written", "state.js", "if (!s || s.at > n || s.at < k * this.every)", "if (!s || s.at < k * this.every)"},
		{"variables of the last iteration stay", "state.js", `    if (step.kind === "turn") while (this.env.length && this.env[this.env.length - 1].depth >= step.depth) this.env.pop();` + "\n", ""},
		{"the stride of a row", "state.js", "next.push({ at: x.at + i * d[1],", "next.push({ at: x.at + i,"},
		{"a branch begins where the other one ends", "state.js", "from.steps.slice(0, own.at)", "from.steps"},
		{"blocks that are gone are shown", "state.js", "(step.gone || []).forEach(b => { delete this.cells[b]; delete this.written[b]; });", ""},
		{"the value semantics has what the heap has", "show.js", "this.grid(b, elements, b.means, () => true, value);", "this.grid(b, elements, have, () => true, value);"},
		{"a choice leads to the order of another iteration", "controls.js", "const to = i === c.fork.took ? c.branch : (c.fork.to || {})[i]", "const to = c.branch"},
		{"the second program is ahead", "state.js", "    go(0, m.before);\n    go(1, m.after);\n", "    go(1, m.after);\n    go(0, m.before);\n    go(0, Math.min(m.before + 1, last[0]));\n"},
		{"a race has no link to the other access", "show.js", `if (step.other) link("The other access is step " + step.other + ".", step.other);`, ""},
		{"a slider without a name", "page.html", ` value="0" aria-label="step">`, ` value="0">`},
		{"lines that belong together are not marked", "show.js", `if (l) l.classList.add("with");`, ""},
		{"a number that is too pale", "page.css", "--faint: #505050", "--faint: #909090"},
		{"controls are printed", "page.css", "#controls, #choice, .forms { display: none; }", ""},
	}, "-run", "TestBrowser|TestTwoPrograms|TestLinks|TestReaders", ".")
}
