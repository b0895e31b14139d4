package races_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
)

// impKernels are programs of IMP. Each has a kernel `i`, and what is proved about it.
var impKernels = []struct{ want, text string }{
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc n; kernel i <= n do m[i - 1] <- i done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc n; kernel i <= n do m[i / 2] <- i done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc n + 1; kernel i <= n do var x : int; x <- m[i]; m[i - 1] <- x done"},
	{"proved, not in bounds", "input n : int; var m : mem; m <- alloc n; kernel i <= n do m[i] <- i done"},
	// variables are as they were when an iteration begins
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc n + 1; var k : int; kernel i <= n do k <- k + i; m[k] <- i done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc n + 1; var k : int; kernel i <= n do k <- k + 1; m[k] <- i done"},
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc n + 2; var k : int; kernel j <= 1 do k <- 2 done; kernel i <= n do m[k + i] <- i done"},
	// a block of its own
	{"proved, in bounds", "input n : int; kernel i <= n do var m : mem; m <- alloc 1; m[0] <- i done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc 1; kernel i <= n do var k : mem; k <- m; k[0] <- i done"},
	// branches
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc n; kernel i <= n do if i == 1 then m[0] <- 1 else skip fi done"},
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc 2 * n; kernel i <= n do var k : int; if i % 2 == 0 then k <- n + i else k <- i fi; m[k - 1] <- 1 done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc n; kernel i <= n do var k : int; if i % 2 == 0 then k <- n + 1 - i else k <- i fi; m[k - 1] <- 1 done"},
	{"not proved, in bounds", "input n : int; var a : mem; a <- alloc n; var b : mem; b <- alloc n; kernel i <= n do var k : mem; if i < n then k <- a else k <- b fi; k[0] <- 1 done"},
	// loops
	{"proved, in bounds", "input n : int; input p : int; var m : mem; m <- alloc n; kernel i <= p do var j : int; j <- i; while j <= n do m[j - 1] <- i; j <- j + p done done"},
	{"not proved, in bounds", "input n : int; input p : int; var m : mem; m <- alloc n; kernel i <= p do var j : int; j <- i; while j <= n do m[j - 1] <- i; j <- j + 1 done done"},
	{"proved, in bounds", "input n : int; var m : mem; m <- alloc n * n; kernel i <= n do var k : int; k <- (i - 1) * n; for j <= n do m[k] <- j; k <- k + 1 done done"},
	{"not proved, not in bounds", "input n : int; var m : mem; m <- alloc n * n; kernel i <= n do var k : int; k <- (i - 1) * n; for j <= n do k <- k + 1; m[k - 1] <- j done; m[k] <- i done"},
	{"not proved, in bounds", "input n : int; var a : mem; a <- alloc n; var b : mem; b <- alloc n; var t : mem; for r <= n do t <- a; a <- b; b <- t done; kernel i <= n do var x : int; if i < n then x <- a[i] else skip fi; b[i - 1] <- x; a[i - 1] <- x done"},
	{"not proved, not in bounds", "input n : int; var m : mem; for r <= 2 do m <- alloc n done; kernel i <= n do m[0] <- i done"},
	{"not proved, not in bounds", "input n : int; var m : mem; for r <= 2 do m <- alloc r done; check 0 < length(m); kernel i <= n do m[0] <- i done"},
	{"not proved, not in bounds", "input n : int; input s : int; var m : mem; m <- alloc n; var k : int; k <- s; for r <= 2 do k <- k * 2 done; kernel i <= n do m[i * k] <- i done"},
	{"proved, not in bounds", "input n : int; input s : int; check 0 < s; var m : mem; m <- alloc n; var k : int; k <- s; for r <= 2 do k <- k * 2 done; kernel i <= n do m[i * k] <- i done"},
	{"not proved, not in bounds", "input n : int; var m : mem; m <- alloc n; var k : int; var l : int; l <- 1; for r <= 2 do k <- k + l; l <- 0 - l done; kernel i <= n do m[i * k] <- i done"},
	// inputs
	{"proved, in bounds", "input n : int; input x : [n]int @ xm -> R(n); var m : mem; m <- alloc n; kernel i <= n do var y : int; y <- xm[n - i]; m[i - 1] <- y done"},
	{"proved, in bounds", "input x : [n]int @ xm -> R(n); input y : [n]int @ ym -> R(n); kernel i <= n do var z : int; z <- xm[n - i]; ym[i - 1] <- z done"},
	{"not proved, not in bounds", "input n : int; input a : mem; input b : mem; kernel i <= n do var z : int; z <- a[i]; b[i - 1] <- z done"},
	// checks and frees
	{"proved, in bounds", "input n : int; input s : int; check 0 < s; check 0 <= n; var m : mem; m <- alloc s * n; kernel i <= n do m[s * (i - 1)] <- i done"},
	{"proved, not in bounds", "input n : int; input s : int; input k : int; check s != 0; var m : mem; m <- alloc k; kernel i <= n do m[s * i] <- i done"},
	{"not proved, not in bounds", "input n : int; input s : int; input k : int; var m : mem; m <- alloc k; kernel i <= n do m[s * i] <- i done"},
	{"proved, not in bounds", "input n : int; var m : mem; m <- alloc n; free m; kernel i <= n do m[i - 1] <- i done"},
	{"proved, not in bounds", "input n : int; var m : mem; kernel j <= 1 do skip done; m <- alloc n; var k : mem; k <- m; free k; kernel i <= n do m[i - 1] <- i done"},
	{"not proved, in bounds", "input n : int; var m : mem; m <- alloc n; var k : int; kernel i <= n do if i < 0 then k <- 1 else m[k * (i - 1)] <- i fi done"},
	// a body that frees a block from before it is walked twice
	{"not proved, not in bounds", "input n : int; var m : mem; m <- alloc n; var f : mem; f <- alloc 1; var k : int; kernel i <= n do k <- 1 - k; m[(1 - k) * (i - 1)] <- i; free f done"},
	{"proved, not in bounds", "input n : int; var m : mem; m <- alloc n; var f : mem; f <- alloc 1; var k : int; kernel i <= n do k <- 1 - k; m[k * (i - 1)] <- i; free f done"},
	// butterflies of f64s
	{"proved, not in bounds", "input n : int; input h : int; input l : int; check 0 < h; var m : mem; m <- alloc l; kernel i <= n do var k : int; k <- (i - 1) / h * 2 * h + (i - 1) % h; m[k] <- 0.5; m[k + h] <- 1.5 done"},
}

// TestIMP judges kernels of IMP.
func TestIMP(t *testing.T) {
	for _, c := range impKernels {
		p, err := imp.Parse(diag.NewSource("t.imp", c.text))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = imp.Resolve(p, nil); err != nil {
			t.Fatal(err)
		}
		judged := 0
		for _, k := range races.IMP(prove.NewBudget(prove.MaxSteps), p) {
			if k.IMP.X.Name != "i" {
				continue
			}
			judged++
			if got := fmt.Sprintf("%s, %s", not(k.Proved, "proved"), not(k.InBounds, "in bounds")); got != c.want {
				t.Errorf("%s, want %s: %s\n  %s %s", got, c.want, c.text, k.Reason, k.GivenUp)
			}
		}
		if judged != 1 {
			t.Errorf("judged %d times: %s", judged, c.text)
		}
	}
}

// TestIMPSteps: a kernel that is not judged for want of steps says so.
func TestIMPSteps(t *testing.T) {
	p, err := imp.Parse(diag.NewSource("t.imp", impKernels[0].text))
	if err != nil {
		t.Fatal(err)
	}
	if p, err = imp.Resolve(p, nil); err != nil {
		t.Fatal(err)
	}
	for _, k := range races.IMP(prove.NewBudget(2), p) {
		if k.Proved || k.InBounds || !strings.Contains(k.GivenUp, "more than") {
			t.Errorf("%+v", k)
		}
	}
}
