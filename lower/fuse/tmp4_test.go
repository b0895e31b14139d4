package fuse_test

import (
	"fmt"
	"funmem/lower/passtest"
	"os"
	"path/filepath"
	"testing"
)

func TestArr(t *testing.T) {
	fs, _ := filepath.Glob("testdata/arrays/" + os.Getenv("W") + "*.fun")
	for _, file := range fs {
		text, _ := os.ReadFile(file)
		p := passtest.Parse(t, file, string(text))
		fmt.Println("=====", file)
		for _, l := range []string{"introduce", "inline,introduce", "inline,fuse,introduce", "inline,fuse:horizontal=yes,introduce"} {
			st, err := p.Run(l, 2)
			if err != nil {
				fmt.Println(p.Name, err)
				t.Error(1)
				continue
			}
			u := passtest.Measure(t, st[len(st)-1].Program)
			fmt.Println("    ", l, fmt.Sprintf("%d/%d al %d loc %d peak %d cp", u.Allocs, u.InKernels, u.Locations, u.Peak, u.Copied))
			if len(st) > 3 {
				fmt.Print(passtest.Explain(st[2]))
				if os.Getenv("V") != "" {
					fmt.Println(st[2].Text)
				}
			}
		}
	}
}
