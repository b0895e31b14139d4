package fuse_test

import (
	"funmem/lower/passtest"
	"funmem/semantics/syntax"
	"os"
	"pgregory.net/rapid"
	"testing"
)

func TestRand(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := passtest.Random(rt)
		l := os.Getenv("L")
		if l == "" {
			l = "inline:defs=all,fuse"
		}
		if _, err := p.Run(l, 3); err != nil {
			rt.Fatalf("%v\n%s", err, syntax.Print(p.Core))
		}
	})
}
