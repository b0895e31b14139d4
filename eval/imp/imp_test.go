package imp

import (
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
)

// fig13 is Fig. 13, with its free variables as inputs, the 0-based offset, and the
// array that it makes as result.
const fig13 = `
input x_size : int; input y_size : int; input z_cond : int;
var z_size : int; var z_mem : mem;
if z_cond
then var x_mem : mem; x_mem <- alloc x_size;
     kernel i <= x_size do x_mem[i - 1] <- i done;
     z_size <- x_size; z_mem <- x_mem
else var y_mem : mem; y_mem <- alloc y_size;
     kernel i <= y_size do y_mem[i - 1] <- i done;
     z_size <- y_size; z_mem <- y_mem
fi;
return z_size : int, z : [z_size] @ z_mem -> R(z_size)`

func program(t testing.TB, text string) *ast.Program {
	t.Helper()
	p, err := ast.Parse(diag.NewSource("test", text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	q, err := ast.Resolve(p, nil)
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return q
}

func TestFig13(t *testing.T) {
	p := program(t, fig13)
	for _, c := range []struct {
		cond int
		want string
	}{{1, "[1, 2, 3]"}, {0, "[1, 2, 3, 4, 5]"}} {
		in := map[string]Input{"x_size": {Value: value.Of(3)}, "y_size": {Value: value.Of(5)}, "z_cond": {Value: value.Of(c.cond)}}
		out, err := Run(t.Context(), p, in, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := value.Format(out.Results[1], 0); got != c.want {
			t.Errorf("z is %s, want %s", got, c.want)
		}
	}
}
