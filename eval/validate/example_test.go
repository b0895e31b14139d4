package validate_test

import (
	"context"
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// double is what a compiler was given, and inPlace what it made of that: the result lies in the block of the argument.
const (
	double = `
def f [n] (*x : [n]int) : [n]int = kernel i <= n do 2 * x[i]
`
	inPlace = `
def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : [n] @ x_mem -> R(n) =
  let (y : [n] @ x_mem -> R(n)) = kernel i <= n do 2 * x[i]
  in (y)
`
	reversed = `
def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : [n] @ x_mem -> R(n) =
  let (y : [n] @ x_mem -> R(n)) = kernel i <= n do 2 * x[n + 1 - i]
  in (y)
`
)

// Two programs as text give a verdict, a proof or a counterexample.
func ExampleTexts() {
	before := validate.Text{Name: "double.fun", Text: double}
	for _, text := range []string{inPlace, reversed} {
		after := validate.Text{Name: "compiled.fun", Text: text}
		o := &validate.Options{Options: engine.Options{Memory: 256 << 20}, Tests: 100, Seed: 1}
		c, err := validate.Texts(context.Background(), before, after, o)
		if err != nil {
			for _, d := range diag.Of(err) {
				fmt.Println(d.Span, d.Rule, d.Msg, d.Help)
			}
			return
		}
		fmt.Println(c.Word(), c.OK(), c.Status())
		for _, r := range c.Results {
			fmt.Println(r.Line())
			for _, line := range r.ProofText() {
				fmt.Println(line)
			}
		}
		if r := c.Refutation(); r != nil {
			fmt.Print(r.Text(diag.Plain, nil, nil))
		}
	}
	// Output:
	// valid true proved
	// valid: `f`: proved for all arguments; tested on 100 inputs, n up to 4098
	// proved for all arguments: AFTER is valid by itself (Def. 3.1); it has the values of BEFORE, since each element of its results is the same, whatever its index
	// assumed: the value semantics is not stuck, sizes are not negative, ints and offsets have no bound, arguments lie in their blocks, and a starred one has its block for itself and a location for each element
	// invalid false refuted
	// invalid: `f`: a kernel of AFTER races
	// invalid: `f`: a kernel of AFTER races
	//   x = [0, 0]
	//   kernel `y` at compiled.fun:3:35: refuted: read/write race between iterations 1 and 2 (2 conflicts, 2 iterations in 1 instance)
	// compiled.fun:3:35: data race: iterations 1 and 2 of kernel `y` are not independent: read/write race at offset 0 of block `x_mem` [E-MEM-KERNEL]
	//   3 |   let (y : [n] @ x_mem -> R(n)) = kernel i <= n do 2 * x[n + 1 - i]
	//     |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
	//   note: compiled.fun:3:52: first, iteration 1 writes `y[1]` (result copy of kernel `y`)
	//   note: compiled.fun:3:56: then, iteration 2 reads `x[1]` (`x[n + 1 - i]`)
}
