package native_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// TestSanitized runs TestPrograms and TestRandom again, with C that the compiler instruments: accesses out of bounds, and
// what C does not define, end the process.
func TestSanitized(t *testing.T) {
	d := device(t)
	if strings.HasSuffix(os.Getenv("CC"), "sanitizing-cc") {
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
			cmd := exec.Command(os.Args[0], "-test.run", "^(TestPrograms|TestRandom)$")
			cmd.Env = append(os.Environ(), "CC="+cc, "XDG_CACHE_HOME="+t.TempDir())
			if name == "address" {
				lib, err := exec.Command(d.Compiler(), "-print-file-name=libasan.so").Output()
				path := strings.TrimSpace(string(lib))
				if err != nil || !filepath.IsAbs(path) {
					t.Skip("the compiler has no libasan.so")
				}
				cmd.Env = append(cmd.Env, "LD_PRELOAD="+path, "ASAN_OPTIONS=detect_leaks=0")
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out[:min(len(out), 6000)])
			}
		})
	}
}
