package fuse_test

import (
	"fmt"
	"funmem/lower/pass"
	"funmem/lower/passtest"
	"funmem/semantics/syntax"
	"testing"
)

func TestMeas(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form != pass.Fun || len(p.Core.Main().Res) == 0 {
			continue
		}
		var out []string
		for _, l := range []string{"introduce", "inline,introduce", "inline,fuse,introduce"} {
			st, err := p.Run(l, 0)
			if err != nil {
				fmt.Println(p.Name, err)
				t.Error(1)
				continue
			}
			u := passtest.Measure(t, st[len(st)-1].Program)
			out = append(out, fmt.Sprintf("%d/%d al %d loc %d peak %d cp", u.Allocs, u.InKernels, u.Locations, u.Peak, u.Copied))
			_ = syntax.Print
		}
		mark := ""
		if out[1] != out[2] {
			mark = "*"
		}
		fmt.Println(p.Name, mark)
		for _, o := range out {
			fmt.Println("    ", o)
		}
	}
}
