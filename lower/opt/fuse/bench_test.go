package fuse_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/opt/fuse"
	"funmem/lower/rewrite"
)

// BenchmarkChain fuses kernels. Each reads two elements of the one before it, so each is
// expensive.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{12, 25, 50} {
		var text strings.Builder
		text.WriteString("def f [n] (x : [n]int) =\n  let a0 = copy x\n")
		for k := range n {
			fmt.Fprintf(&text, "  let a%d = kernel i <= n do a%d[i] + %d * a%d[n + 1 - i]\n", k+1, k, k, k)
		}
		fmt.Fprintf(&text, "  in a%d", n)
		p := passtest.Parse(b, "chain", text.String())
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				j := &rewrite.Job{Supply: p.Supply, Options: map[string]string{"limit": "16", "horizontal": "no"}}
				if _, err := fuse.Program(j, p.Core); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
