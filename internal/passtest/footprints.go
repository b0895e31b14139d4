package passtest

import (
	"fmt"
	"strings"
)

// Between is the paper's first program of §6.2: two arrays of 1000 elements, and one of 1001 between them. A sum takes the place of
// print.
const Between = `let c = kernel iv <= 1000 do 0
let s = sum(c)
let d = kernel iv <= 1001 do 1
let t = sum(d)
let e = kernel iv <= 1000 do 2
(s, t, sum(e))
`

// Elephants is the second program, with n nested calls. There the function is recursive, which Fun has not: each call has a
// function of its own.
func Elephants(n int) string {
	var b strings.Builder
	b.WriteString("def elephant0 (k : int) : int = k\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `def elephant%d (k : int) : int =
  let c = kernel iv <= 1000 do k
  let s = sum(c)
  let r = elephant%d(k - s)
  let e = kernel iv <= 1000 do 2
  in r + sum(e)
`, i, i-1)
	}
	fmt.Fprintf(&b, "elephant%d(1)\n", n)
	return b.String()
}
