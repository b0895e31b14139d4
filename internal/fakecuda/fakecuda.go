// Package fakecuda is a library for tests that looks like CUDA's driver and compiler, and runs kernels on the processor. It
// injects faults, and notes which places kernels access. What it can do is at the top of library/fake.cc.
package fakecuda

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"funmem/gpu/cuda"
)

//go:embed library/fake.cc
var library []byte

//go:embed library/shim.h
var shim []byte

// Install builds the library in a folder, and makes this process use it instead of CUDA. It has to come before CUDA is used.
func Install(folder string) error {
	source, header, out := filepath.Join(folder, "fake.cc"), filepath.Join(folder, "shim.h"), filepath.Join(folder, "libfake.so")
	for name, text := range map[string][]byte{source: library, header: shim} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return err
		}
	}
	said, err := exec.Command("g++", "-std=c++17", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-o", out, source, "-ldl").CombinedOutput()
	if err != nil {
		return fmt.Errorf("the fake of CUDA is not built: %w\n%s", err, said)
	}
	for name, value := range map[string]string{"FAKE_SHIM": header, cuda.DriverVariable: out, cuda.CompilerVariable: out} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}
