// Package fakecuda is a library for tests that looks like CUDA's driver and compiler, and runs kernels on the processor. It
// injects faults, and notes which places kernels access. What it can do is at the top of library/fake.cc.
package fakecuda

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"funmem/gpu/cuda"
	"funmem/gpu/shim"
)

//go:embed library/fake.cc
var library []byte

// Build builds the library in a folder. A process with these environment variables uses it instead of CUDA.
func Build(folder string) (env map[string]string, err error) {
	source, header, out := filepath.Join(folder, "fake.cc"), filepath.Join(folder, "shim.h"), filepath.Join(folder, "libfake.so")
	for name, text := range map[string][]byte{source: library, header: shim.Header, filepath.Join(folder, "run.h"): shim.Run} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return nil, err
		}
	}
	said, err := exec.Command("g++", "-std=c++17", "-O1", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden", "-o", out, source, "-ldl").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("the fake of CUDA is not built: %w\n%s", err, said)
	}
	return map[string]string{"FAKE_SHIM": header, cuda.DriverVariable: out, cuda.CompilerVariable: out}, nil
}

// Install builds the library in a folder, and makes this process use it. It has to come before CUDA is used.
func Install(folder string) error {
	env, err := Build(folder)
	for name, value := range env {
		err = errors.Join(err, os.Setenv(name, value))
	}
	return err
}
