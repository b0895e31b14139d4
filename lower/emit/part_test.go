package emit

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
)

// TestNests: threads share the iterations of the innermost kernel of a nest where no row depends on more than its index.
func TestNests(t *testing.T) {
	for _, c := range []struct {
		what, text string
		levels     int // kernels that are shared as one
	}{
		{"two", "kernel i <= n do kernel j <= m do var x : int; x <- a[j]; b[n * j + i] <- x done done", 2},
		{"three", "kernel i <= n do kernel j <= m do kernel k <= n do b[i + j + k] <- 1 done done done", 3},
		{"lets", "kernel i <= n do var x : int; x <- a[i]; var y : int; y <- x * x; check 0 <= y; kernel j <= m do b[n * j + i] <- y done done", 2},
		{"a let that reads what is written", "kernel i <= n do var x : int; x <- b[i]; kernel j <= m do b[n * j + i] <- x done done", 1},
		{"a let that reads what is written, deeper", "kernel i <= n do kernel j <= m do var x : int; x <- b[i]; kernel k <= n do b[i + j + k] <- x done done done", 2},
		{"a let that reads what is written, in a copy of the block", "var c : mem; c <- b; kernel i <= n do var x : int; x <- c[i]; kernel j <= m do b[n * j + i] <- x done done", 1},
		{"rows that become longer", "kernel i <= n do kernel j <= i do b[n * j + i] <- 1 done done", 1},
		{"rows of a length from memory", "kernel i <= n do var x : int; x <- a[i]; kernel j <= x do b[n * j + i] <- 1 done done", 1},
		{"a length that an iteration changes", "var x : int; x <- 5 * n; kernel i <= n do x <- x + i; kernel j <= x do b[n * j + i] <- 1 done done", 1},
		{"short rows", "kernel i <= n do kernel j <= 4 do b[4 * i + j] <- 1 done done", 1},
		{"something after it", "kernel i <= n do kernel j <= m do b[n * j + i] <- 1 done; b[i] <- 2 done", 1},
		{"something before it", "kernel i <= n do b[i] <- 2; kernel j <= m do b[n * j + i] <- 1 done done", 1},
		{"a loop before it", "kernel i <= n do var x : int; x <- 0; for k <= n do x <- x + k done; kernel j <= m do b[n * j + i] <- x done done", 1},
	} {
		p, err := imp.Parse(diag.NewSource("nests.imp", "input n : int;\ninput m : int;\ninput a : [100]int @ a_mem -> R(100);\nvar b : mem; b <- alloc 1000;\n"+strings.ReplaceAll(c.text, "a[", "a_mem[")+";\nreturn n : int"))
		if err == nil {
			p, err = imp.Resolve(p, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		code, err := C(p, func(*imp.Kernel) bool { return true }, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		_, body, _ := strings.Cut(code.Text, "fm_part1_of(")
		body, _, _ = strings.Cut(body, "\n}")
		if levels := 1 + strings.Count(body, ", 0);"); levels != c.levels {
			t.Errorf("%s: %d levels, wanted %d\n%s", c.what, levels, c.levels, body)
		}
	}
}
