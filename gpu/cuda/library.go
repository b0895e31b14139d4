//go:build cgo && linux

package cuda

// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"funmem/gpu"
	"funmem/gpu/queue"
)

// Loads tells whether this program can load the libraries.
const Loads = true

// driverLibrary is the driver's library, once it is loaded. Where it was not found is not looked at again.
var driverLibrary struct {
	sync.Mutex
	loaded bool
	failed map[string]error // by what DriverVariable says
}

// loadDriver loads the library that DriverVariable names, or else the one that is installed.
func loadDriver() error {
	l := &driverLibrary
	l.Lock()
	defer l.Unlock()
	own := os.Getenv(DriverVariable)
	if l.loaded {
		return nil
	}
	if err := l.failed[own]; err != nil {
		return err
	}
	paths := []string{own}
	if own == "" {
		paths[0] = "libcuda.so.1"
		for _, folder := range []string{"/usr/local/nvidia/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu/nvidia/current", "/usr/lib/wsl/lib"} {
			paths = append(paths, folder+"/libcuda.so.1")
		}
	}
	var first string
	for _, path := range paths {
		name := C.CString(path)
		said := C.cu_open(name)
		C.free(unsafe.Pointer(name))
		if said == nil {
			l.loaded = true
			return nil
		}
		first = cmp.Or(first, C.GoString(said))
	}
	if l.failed == nil {
		l.failed = map[string]error{}
	}
	l.failed[own] = absent("the driver is not installed: %s", first)
	return l.failed[own]
}

func absent(format string, args ...any) error {
	return &gpu.Absent{What: "CUDA device", Why: fmt.Sprintf(format, args...)}
}

// compilers are the places where the compiler's library may be.
func compilers() (paths []string) {
	if own := os.Getenv(CompilerVariable); own != "" {
		return []string{own}
	}
	names := []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"}
	if v := driverVersion(); v != 0 && v < 13000 {
		names = slices.Concat(names[1:], names[:1])
		if v < 12000 {
			names = []string{names[1], names[0], names[2]}
		}
	}
	var folders []string
	for _, variable := range []string{"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"} {
		if root := os.Getenv(variable); root != "" {
			folders = append(folders, root+"/lib64", root+"/targets/x86_64-linux/lib")
		}
	}
	folders = append(folders, "/usr/local/cuda/lib64", "/opt/cuda/lib64")
	more, _ := filepath.Glob("/usr/local/cuda-1*/lib64") // the pattern is right
	slices.Sort(more)
	slices.Reverse(more)
	folders = append(folders, more...)
	for _, root := range []string{os.Getenv("VIRTUAL_ENV"), os.Getenv("CONDA_PREFIX"), python()} { // where pip installs it
		if root == "" {
			continue
		}
		for _, of := range []string{"cu13/lib", "cuda_nvrtc/lib"} {
			more, _ := filepath.Glob(filepath.Join(root, "lib/python3.*/site-packages/nvidia", of))
			folders = append(folders, more...)
		}
	}
	for _, name := range names {
		paths = append(paths, name)
		for _, f := range folders {
			if path := filepath.Join(f, name); filepath.IsAbs(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// python is the folder in which the Python that is called python3 lies, or "".
func python() string {
	path, err := exec.LookPath("python3")
	if err != nil {
		return ""
	}
	return filepath.Dir(filepath.Dir(path))
}

// driverVersion is the version of CUDA that the driver is for, such as 12040, or 0.
func driverVersion() int {
	var v, n C.int
	if loadDriver() != nil || C.cu_start(&v, &n) != 0 {
		return 0
	}
	return int(v)
}

// code is what a function of the driver returns.
type code C.int

// Codes that need something done.
const (
	outOfMemory = 2
	notFound    = 500
)

// lost are the codes after which a device is lost to this process: an address, an instruction, a time limit, the hardware, or
// the context.
var lost = map[code]bool{201: true, 214: true, 220: true, 700: true, 702: true, 709: true, 710: true, 714: true, 715: true, 716: true, 717: true, 718: true, 719: true}

// Error is the driver's word for a code.
func (c code) Error() string {
	name, text := C.cu_error_name(C.int(c)), C.cu_error_text(C.int(c))
	if name == nil {
		return fmt.Sprintf("error %d of CUDA", int(c))
	}
	return strings.TrimSuffix(fmt.Sprintf("%s (%s, CUDA %d)", C.GoString(text), C.GoString(name), int(c)), "\n")
}

// Is tells which codes mean that there is no room, and which that the device is lost.
func (c code) Is(target error) bool {
	switch target {
	case queue.ErrFull:
		return c == outOfMemory
	case queue.ErrDead:
		return lost[c]
	}
	return false
}

// failed is the error of a code, or nil.
func failed(c C.int) error {
	if c == 0 {
		return nil
	}
	return code(c)
}
