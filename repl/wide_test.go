package repl

import (
	"funmem/repl/view"
	"strings"
	"testing"
)

// wide are arrays with integers that have more digits than are printed.
var wide = []string{
	"kernel i <= 40 do 2 ** 20000",
	"kernel i <= 40 do if i % 2 == 0 then 2 ** 20000 else i",
	"kernel i <= 40 do if i % 2 == 0 then [2 ** 20000, i] else [i, -(3 ** 30000)]",
	"kernel i <= 9 do [[2 ** i, 2 ** (i * 1000)]]",
	"[[2 ** 20000]]",
}

// TestWideTable checks that the table of an array with wide integers has the same words as the
// array in one line.
func TestWideTable(t *testing.T) {
	c, _ := consoleFor()
	for _, text := range wide {
		v := valueOf(t, c, text)
		for _, limit := range []int{5, 1000} {
			var flat strings.Builder
			for _, row := range strings.Split(shown(t, v, limit), "\n") {
				if len([]rune(row)) > view.ScreenWidth {
					t.Errorf("%s: %d columns: %s", text, len(row), row)
				}
				flat.WriteString(" " + strings.TrimSpace(row))
			}
			if got := flat.String(); strings.Contains(got, "numberof") || strings.Count(got, "(") != strings.Count(got, " digits)") {
				t.Errorf("%s is laid out as %.300s", text, got)
			}
		}
	}
}

// TestWideEverywhere runs every command that draws an array on wide integers.
func TestWideEverywhere(t *testing.T) {
	for _, text := range wide {
		c, out := consoleFor()
		c.Line("let x = " + text)
		for _, line := range strings.Fields(":heap :mem :check :derive :trace :imp :core :time :accuracy :life") {
			c.Line(line + " x")
		}
		c.Line("x")
		c.Line(":heap")
		c.Line(":life x_mem[1]")
		c.Line(":derive heap x")
		if got := out.String(); strings.Contains(got, "bug") || !strings.Contains(got, "digits)") || !strings.Contains(got, "│") {
			t.Errorf("%s: %.2000s", text, got)
		}
	}
}
