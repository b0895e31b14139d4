package cli

import (
	"errors"
	"testing"

	"funmem/lower/pass"
)

// TestMade checks that the wrong result of a pass is among the stages that are written, as far as
// it got.
func TestMade(t *testing.T) {
	first := &pass.Stage{Text: "1"}
	stages := []*pass.Stage{first}
	wrong := &pass.Failed{Before: first, After: &pass.Stage{Text: "2"}, Why: errors.New("no")}
	if all := made(stages, wrong); len(all) != 2 || all[1] != wrong.After {
		t.Errorf("%d stages", len(all))
	}
	wrong.After.Text = ""
	if all := made(stages, wrong); len(all) != 1 {
		t.Errorf("%d stages, one without a program", len(all))
	}
	if all := made(stages, nil); len(all) != 1 {
		t.Errorf("%d stages, and no error", len(all))
	}
}

// TestDumped checks the names of the files that --dump-each writes and removes.
func TestDumped(t *testing.T) {
	for name, want := range map[string]bool{
		"00-source.fun": true, "07-lower-alloc.fun": true, "12-expand-layout-interleaved.fun": true, "01-inline-limit-50.fun": true,
		"03-mine.fun": false, "simplify.fun": false, "00-source.txt": false, "1-simplify.fun": false, "03-simplify-mine.fun": false, "03-simplify.fun.fun": false,
	} {
		if dumped.MatchString(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
