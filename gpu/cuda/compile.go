//go:build cgo && linux

package cuda

// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unsafe"

	"funmem/gpu"
)

// compiler is a library that was loaded.
type compiler struct {
	at   C.handle
	name string     // with its version
	busy sync.Mutex // is held while it works
}

// loaded are the compilers by the places where they were looked for.
var loaded struct {
	sync.Mutex
	by map[string]*compiler
}

// loadCompiler loads the compiler that CompilerVariable names, or else the best one that is found.
func loadCompiler() (*compiler, error) {
	loaded.Lock()
	defer loaded.Unlock()
	key := os.Getenv(CompilerVariable)
	if c := loaded.by[key]; c != nil {
		return c, nil
	}
	var first string
	for _, path := range compilers() {
		c, why := openCompiler(path)
		if c != nil {
			if loaded.by == nil {
				loaded.by = map[string]*compiler{}
			}
			loaded.by[key] = c
			return c, nil
		}
		first = cmp.Or(first, why)
	}
	return nil, &gpu.Absent{What: "compiler of CUDA (NVRTC)", Why: first + "; " + CompilerVariable + " may say where libnvrtc is"}
}

// openCompiler loads a library, or says why not.
func openCompiler(path string) (c *compiler, why string) {
	var builtins *C.char
	if filepath.IsAbs(path) {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "libnvrtc-builtins.so.*")) // the pattern is right
		if len(found) > 0 {
			builtins = C.CString(found[0])
			defer C.free(unsafe.Pointer(builtins))
		}
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var said *C.char
	c = &compiler{at: C.rtc_open(builtins, name, &said)}
	if c.at == 0 {
		return nil, C.GoString(said)
	}
	var major, minor C.int
	C.rtc_version(c.at, &major, &minor)
	c.name = fmt.Sprintf("NVRTC %d.%d", major, minor)
	return c, ""
}

// invalidOption is the compiler's code for an option that it does not know, such as a new architecture.
const invalidOption = 5

// options are how a text is compiled. Without fmad=false products and sums become one operation.
func options(arch string, may gpu.Freedom) []string {
	list := []string{"--gpu-architecture=" + arch, "--ptxas-options=-v", "--std=c++17", "--disable-warnings"}
	if !may.Contract {
		list = append(list, "--fmad=false")
	}
	return list
}

// Compile compiles a text for an architecture, such as sm_90. It needs no GPU. The error is a *gpu.CompileError if the
// compiler refuses the text, and a *gpu.Absent if there is none.
func Compile(text, arch string, may gpu.Freedom) (*Compiled, error) {
	c, err := loadCompiler()
	if err != nil {
		return nil, err
	}
	return c.compile(text, arch, may)
}

func (c *compiler) compile(text, arch string, may gpu.Freedom) (*Compiled, error) {
	c.busy.Lock()
	defer c.busy.Unlock()
	source, name := C.CString(text), C.CString("kernels")
	defer C.free(unsafe.Pointer(source))
	defer C.free(unsafe.Pointer(name))
	var given []*C.char
	for _, o := range options(arch, may) {
		s := C.CString(o)
		defer C.free(unsafe.Pointer(s))
		given = append(given, s)
	}
	p := program{of: c}
	status := C.rtc_compile(c.at, source, name, C.int(len(given)), &given[0], &p.at)
	defer func() { C.rtc_drop(c.at, p.at) }()
	log, _ := p.take(func(n *C.size_t) C.int { return C.rtc_log_size(c.at, p.at, n) }, func(b *C.char) C.int { return C.rtc_log(c.at, p.at, b) })
	if status != 0 {
		return nil, &gpu.CompileError{Command: c.name + " for " + arch, Output: strings.TrimRight(string(log), "\x00"), Err: p.code(status)}
	}
	ptx, err := p.take(func(n *C.size_t) C.int { return C.rtc_ptx_size(c.at, p.at, n) }, func(b *C.char) C.int { return C.rtc_ptx(c.at, p.at, b) })
	if err != nil {
		return nil, err
	}
	image, err := p.take(func(n *C.size_t) C.int { return C.rtc_cubin_size(c.at, p.at, n) }, func(b *C.char) C.int { return C.rtc_cubin(c.at, p.at, b) })
	if err != nil {
		return nil, err
	}
	out := &Compiled{Compiler: c.name, Arch: arch, Image: image, PTX: strings.TrimRight(string(ptx), "\x00"), Kernels: uses(string(log))}
	if len(image) == 0 { // for an architecture such as compute_80
		out.Image = append(ptx, 0)
	}
	return out, nil
}

// program is a text that a compiler has got.
type program struct {
	of *compiler
	at C.handle
}

// take asks for something of a program.
func (p program) take(size func(*C.size_t) C.int, get func(*C.char) C.int) ([]byte, error) {
	var n C.size_t
	if p.at == 0 {
		return nil, nil
	}
	if s := size(&n); s != 0 {
		return nil, p.code(s)
	}
	if n == 0 {
		return nil, nil
	}
	b := make([]byte, n)
	if s := get((*C.char)(unsafe.Pointer(&b[0]))); s != 0 {
		return nil, p.code(s)
	}
	return b, nil
}

// code is the error of a code of the compiler.
func (p program) code(c C.int) error {
	return compilerCode{int(c), C.GoString(C.rtc_error_text(p.of.at, c))}
}

// compilerCode is what a function of the compiler returns.
type compilerCode struct {
	code int
	name string
}

// Error is the compiler's word for it.
func (c compilerCode) Error() string { return fmt.Sprintf("%s (NVRTC %d)", c.name, c.code) }

// compileFor compiles for a device. A compiler that is older than the device makes PTX, which the driver compiles.
func (c *compiler) compileFor(text, arch string, may gpu.Freedom) (*Compiled, error) {
	out, err := c.compile(text, arch, may)
	var refused *gpu.CompileError
	var of compilerCode
	if errors.As(err, &refused) && errors.As(refused.Err, &of) && of.code == invalidOption {
		return c.compile(text, "compute_80", may)
	}
	return out, err
}
