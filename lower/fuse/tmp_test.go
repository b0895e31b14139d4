package fuse_test

import (
	"fmt"
	"funmem/lower/pass"
	"funmem/lower/passtest"
	"os"
	"strings"
	"testing"
)

func TestTmp(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form != pass.Fun {
			continue
		}
		if w := os.Getenv("W"); w != "" && !strings.Contains(p.Name, w) {
			continue
		}
		n := 0
		fmt.Sscan(os.Getenv("N"), &n)
		for _, s := range []string{"nas/cg", "nas/mg", "sac/relax"} {
			if strings.HasPrefix(p.Name, s) {
				n = 0
			}
		}
		l := os.Getenv("L")
		if l == "" {
			l = "inline:defs=all,fuse"
		}
		st, err := p.Run(l, n)
		if err != nil {
			fmt.Println(p.Name, err)
			t.Error(1)
			continue
		}
		last := st[len(st)-1]
		if os.Getenv("V") != "" {
			fmt.Println(last.Text)
		}
		if os.Getenv("Q") == "" {
			fmt.Println("==", p.Name)
			fmt.Print(passtest.Explain(last))
		}
	}
}
