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
		l := os.Getenv("L")
		if l == "" {
			l = "inline:defs=all,fuse"
		}
		st, err := p.Run(l, 0)
		if err != nil {
			fmt.Println(p.Name, err)
			continue
		}
		last := st[len(st)-1]
		if os.Getenv("V") != "" {
			fmt.Println(last.Text)
		}
		fmt.Println("==", p.Name)
		fmt.Print(passtest.Explain(last))
	}
}
