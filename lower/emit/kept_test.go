package emit_test

import (
	"context"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
)

// TestKeptBlocks: a block that a loop carries stays as long as a variable means it, also one of another name, of a branch or of
// an iteration of a kernel, and is given back once. Each program gives the sum of 1 to n, twice.
func TestKeptBlocks(t *testing.T) {
	const n = 1000
	for _, c := range []struct{ what, text string }{
		{"freed by another name", `for i <= n do
  var b : mem; b <- alloc 8; b[0] <- i;
  var d : mem; d <- alloc 16; d[0] <- i;
  free a; a <- b; free c; c <- d;
  x <- a[0]; y <- c[0]; s <- s + x + y
done`},
		{"carried", `for i <= n do
  var b : mem; b <- alloc 8; b[0] <- i; x <- a[0]; a <- b;
  var d : mem; d <- alloc 16; d[0] <- i; c <- d;
  x <- a[0]; y <- c[0]; s <- s + x + y
done`},
		{"carried by turns", `for i <= n do
  var b : mem; b <- alloc 8; b[0] <- i; a <- c; c <- b;
  x <- c[0]; y <- a[0]; if i > 1 then check y <= i - 1 <= y else skip fi; s <- s + 2 * x
done`},
		{"of an iteration of a kernel", `for i <= n do
  var b : mem; b <- alloc 8; b[0] <- i; a <- b;
  kernel j <= 3 do
    for k <= 3 do var d : mem; d <- alloc 8; d[0] <- 100 + k; a <- d done;
    var e : mem; e <- alloc (n - 992); e[0] <- 7;
    var z : int; z <- a[0]; check 103 <= z <= 103
  done;
  x <- a[0]; s <- s + 2 * x
done`},
	} {
		p, err := imp.Parse(diag.NewSource("kept.imp", `input n : int;
var s : int; s <- 0; var x : int; var y : int;
var a : mem; a <- alloc 8; a[0] <- 0; var c : mem; c <- alloc 8; c[0] <- 0;
`+c.text+";\nreturn s : int"))
		if err == nil {
			p, err = imp.Resolve(p, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		code, err := emit.C(p, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		m, err := cores.Device(t).Compile(context.Background(), code.Text, gpu.Freedom{})
		if err != nil {
			t.Fatal(err)
		}
		io := make([]int64, code.Words)
		io[0] = n
		r, err := m.Call(context.Background(), emit.Name, io, gpu.Budget{Words: 200, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r.Memory.Free()
		if got := io[code.Results[0].At]; emit.Status(r.Status) != emit.Done || got != n*(n+1) {
			t.Errorf("%s: %v, and the sum is %d instead of %d", c.what, emit.Status(r.Status), got, n*(n+1))
		}
	}
}

// TestRefusedInside: a program that is refused in a kernel of its own gives an error, also where the loop around the kernel has more
// blocks in scope than the kernel does.
func TestRefusedInside(t *testing.T) {
	p, err := imp.Parse(diag.NewSource("refused.imp", `input n : int;
var b : mem; b <- alloc 1000; var c : mem; c <- alloc 1000;
for k <= n do
  kernel i <= n do var d : mem; d <- alloc 1; d[0] <- 12000000000000000000; b[i] <- k done
done;
return n : int`))
	if err == nil {
		p, err = imp.Resolve(p, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := emit.C(p, func(*imp.Kernel) bool { return true }, nil); err == nil || !strings.Contains(err.Error(), "does not fit 64 bits") {
		t.Errorf("it is compiled, or refused for another reason: %v", err)
	}
}
