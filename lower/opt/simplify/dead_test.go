package simplify_test

import (
	"testing"

	"funmem/semantics/syntax"
)

// Variables of a program without results keep their names, if the program names them.
func TestKept(t *testing.T) {
	for _, file := range []string{"fun", "mem"} {
		for _, p := range conditions(t, file) {
			if len(p.Core.Main().Res) > 0 {
				continue
			}
			has := map[string]bool{}
			for _, s := range p.Last(t, "simplify", 0).Program.Main().Stms {
				if l, ok := s.(*syntax.Let); ok {
					for _, x := range l.Pat {
						has[x.Written()] = true
					}
				}
			}
			for _, s := range p.Core.Main().Stms {
				if l, ok := s.(*syntax.Let); ok && !has[l.Pat[0].Written()] {
					t.Errorf("%s: `%s` is gone", p.Name, l.Pat[0].Written())
				}
			}
		}
	}
}
