//go:build cgo && linux

package cuda

// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"funmem/gpu"
)

// compiling is held while the compiler works.
var compiling sync.Mutex

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
	if err := loadCompiler(); err != nil {
		return nil, err
	}
	compiling.Lock()
	defer compiling.Unlock()
	var major, minor C.int
	C.rtc_version(&major, &minor)
	c := &Compiled{Compiler: fmt.Sprintf("NVRTC %d.%d", major, minor), Arch: arch}
	source, name := C.CString(text), C.CString("kernels")
	defer C.free(unsafe.Pointer(source))
	defer C.free(unsafe.Pointer(name))
	var given []*C.char
	for _, o := range options(arch, may) {
		s := C.CString(o)
		defer C.free(unsafe.Pointer(s))
		given = append(given, s)
	}
	var program C.handle
	status := C.rtc_compile(source, name, C.int(len(given)), given0(given), &program)
	defer C.rtc_drop(program)
	log, _ := take(program, func(n *C.size_t) C.int { return C.rtc_log_size(program, n) }, func(p *C.char) C.int { return C.rtc_log(program, p) })
	if status != 0 {
		return nil, &gpu.CompileError{Command: fmt.Sprintf("%s for %s", c.Compiler, arch), Output: string(log), Err: compilerCode(status)}
	}
	c.Kernels = uses(string(log))
	ptx, err := take(program, func(n *C.size_t) C.int { return C.rtc_ptx_size(program, n) }, func(p *C.char) C.int { return C.rtc_ptx(program, p) })
	if err != nil {
		return nil, err
	}
	c.PTX = string(ptx)
	c.Image, err = take(program, func(n *C.size_t) C.int { return C.rtc_cubin_size(program, n) }, func(p *C.char) C.int { return C.rtc_cubin(program, p) })
	if len(c.Image) == 0 { // an architecture such as compute_80
		c.Image = append(ptx, 0)
	}
	return c, err
}

// given0 is a list of strings as C has it.
func given0(list []*C.char) **C.char {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// take asks for a text of a program. A final zero is not part of it.
func take(program C.handle, size func(*C.size_t) C.int, get func(*C.char) C.int) ([]byte, error) {
	if program == 0 {
		return nil, nil
	}
	var n C.size_t
	if s := size(&n); s != 0 {
		return nil, compilerCode(s)
	}
	if n == 0 {
		return nil, nil
	}
	b := make([]byte, n)
	if s := get((*C.char)(unsafe.Pointer(&b[0]))); s != 0 {
		return nil, compilerCode(s)
	}
	return b, nil
}

// compilerCode is what a function of the compiler returns.
type compilerCode C.int

// Error is the compiler's word for it.
func (c compilerCode) Error() string {
	return fmt.Sprintf("%s (NVRTC %d)", C.GoString(C.rtc_error_text(C.int(c))), int(c))
}

// compileFor compiles for a device. A compiler that is older than the device makes PTX, which the driver compiles.
func compileFor(text, arch string, may gpu.Freedom) (*Compiled, error) {
	c, err := Compile(text, arch, may)
	var refused *gpu.CompileError
	if errors.As(err, &refused) && errors.Is(refused.Err, compilerCode(invalidOption)) {
		return Compile(text, "compute_80", may)
	}
	return c, err
}
