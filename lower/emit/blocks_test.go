package emit

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
)

// inC is the function that a program of IMP becomes, with what it needs, for kernels that are all free of races.
func inC(t *testing.T, text string) string {
	t.Helper()
	p, err := imp.Parse(diag.NewSource("blocks.imp", text))
	if err == nil {
		p, err = imp.Resolve(p, nil)
	}
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	code, err := C(p, func(*imp.Kernel) bool { return true }, nil)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return strings.TrimPrefix(code.Text, HostC.Prelude())
}

// TestHomes: blocks of few words that are not results are arrays of C, in loops and outside.
func TestHomes(t *testing.T) {
	for _, c := range []struct {
		what, text     string
		arrays, allocs int
	}{
		{"few words", "var b : mem; b <- alloc 3; b[0] <- n; var x : int; x <- b[0]; return x : int", 1, 0},
		{"as many as there may be", "var b : mem; b <- alloc 512; b[0] <- n; var x : int; x <- b[0]; return x : int", 1, 0},
		{"more", "var b : mem; b <- alloc 513; b[0] <- n; var x : int; x <- b[0]; return x : int", 0, 1},
		{"n words", "var b : mem; b <- alloc n; b[0] <- n; var x : int; x <- b[0]; return x : int", 0, 1},
		{"a result", "var b : mem; b <- alloc 3; b[0] <- n; return b : [3]int @ b -> R(3)", 0, 1},
		{"one of two is a result", "var b : mem; b <- alloc 3; var c : mem; c <- alloc 3; if n > 0 then c <- b else skip fi; return c : [3]int @ c -> R(3)", 0, 2},
		{"what is freed", "var b : mem; b <- alloc 3; b[0] <- n; var x : int; x <- b[0]; free b; return x : int", 1, 0},
		{"one in a loop, of a variable outside", "var b : mem; b <- alloc 3; for i <= n do b <- alloc 3; b[0] <- i done; var x : int; x <- b[0]; return x : int", 0, 2},
	} {
		text := inC(t, "input n : int;\n"+c.text)
		arrays, allocs := strings.Count(text, "__attribute__((aligned(64)))"), strings.Count(text, "fm_env->alloc(")+strings.Count(text, "fm_env->push(")
		if arrays != c.arrays || allocs != c.allocs {
			t.Errorf("%s: %d arrays and %d allocations, wanted %d and %d\n%s", c.what, arrays, allocs, c.arrays, c.allocs, text)
		}
	}
}

// TestShortKernels: a kernel of few iterations stands where it is.
func TestShortKernels(t *testing.T) {
	for _, c := range []struct {
		what, text string
		shared     bool
	}{
		{"few", "kernel i <= 31 do b[i] <- i done", false},
		{"more", "kernel i <= 32 do b[i] <- i done", true},
		{"n", "kernel i <= n do b[i] <- i done", true},
		{"few with few", "kernel i <= 3 do kernel j <= 3 do b[3 * i + j] <- j done done", false},
		{"few with more", "kernel i <= 3 do kernel j <= 10 do b[10 * i + j] <- j done done", true},
		{"few with n", "kernel i <= 3 do for k <= n do b[i] <- k done done", true},
	} {
		text := inC(t, "input n : int;\nvar b : mem; b <- alloc 1000;\n"+c.text+";\nreturn n : int")
		if shared := strings.Contains(text, "fm_env->parallel("); shared != c.shared {
			t.Errorf("%s: shared among threads: %t\n%s", c.what, shared, text)
		}
	}
}
