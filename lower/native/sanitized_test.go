package native_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/internal/testkit"
	"funmem/lower/emit"
)

// TestSanitized runs TestPrograms and TestRandom again, with C that the compiler instruments: accesses out of bounds, and
// what C does not define, end the process.
func TestSanitized(t *testing.T) {
	d := cores.Device(t)
	if instrumented() {
		t.Skip("this is the run with instruments")
	}
	for name, flags := range map[string]string{
		"undefined": "-fsanitize=undefined,bounds -fno-sanitize=alignment -fsanitize-undefined-trap-on-error",
		"address":   "-fsanitize=address",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "address" && !testkit.More() {
				t.Skip("-more runs it")
			}
			cc := filepath.Join(t.TempDir(), "sanitizing-cc")
			if err := os.WriteFile(cc, []byte("#!/bin/sh\nexec "+d.Compiler()+" \"$@\" -O1 "+flags+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0], append(os.Args[1:], "-test.run", "^(TestPrograms|TestRandom)$")...)
			cmd.Env = append(os.Environ(), "CC="+cc, "XDG_CACHE_HOME="+t.TempDir())
			if name == "address" {
				lib, err := exec.Command(d.Compiler(), "-print-file-name=libasan.so").Output()
				path := strings.TrimSpace(string(lib))
				if err != nil || !filepath.IsAbs(path) {
					t.Skip("the compiler has no libasan.so")
				}
				cmd.Env = append(cmd.Env, "LD_PRELOAD="+path, "ASAN_OPTIONS=detect_leaks=0")
			}
			overrun := exec.Command(os.Args[0], "-test.run", "^TestOverrun$")
			overrun.Env = append(cmd.Env, "FUNMEM_OVERRUN=1")
			if out, err := overrun.CombinedOutput(); err == nil {
				t.Fatalf("the instruments do not see an access beyond the end\n%s", out)
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out[:min(len(out), 6000)])
			}
		})
	}
}

// instrumented tells whether this is the run that TestSanitized starts.
func instrumented() bool { return strings.HasSuffix(os.Getenv("CC"), "sanitizing-cc") }

// TestOverrun runs C that accesses an array and a block beyond their ends, for TestSanitized alone.
func TestOverrun(t *testing.T) {
	d := cores.Device(t)
	if os.Getenv("FUNMEM_OVERRUN") == "" {
		t.Skip("TestSanitized runs it")
	}
	m, err := d.Compile(context.Background(), `#include <stdint.h>
typedef struct env { void *(*alloc)(struct env *, int64_t); } env;
int64_t fm_main(env *e, int64_t *io) {
	volatile int64_t here[4] = {0};
	int64_t *block = e->alloc(e, 600);
	io[0] = here[io[0] & 7] + block[io[1]];
	return 0;
}
`, gpu.Freedom{})
	if err != nil {
		t.Skip(err) // and TestSanitized fails
	}
	r, err := m.Call(context.Background(), emit.Name, []int64{6, 700}, gpu.Budget{Words: 1000})
	if err == nil {
		r.Memory.Free()
	}
}
