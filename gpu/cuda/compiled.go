package cuda

import (
	"regexp"
	"strconv"
)

// DriverVariable and CompilerVariable name the environment variables that say where the libraries are.
const (
	DriverVariable   = "FUNMEM_LIBCUDA"
	CompilerVariable = "FUNMEM_LIBNVRTC"
)

// Compiled is a text as machine code.
type Compiled struct {
	Compiler string // its name and version
	Arch     string // such as sm_90
	Image    []byte // what a device of that kind loads
	PTX      string // the same before registers were given out
	Kernels  []Use
}

// Use is what a kernel needs of a device.
type Use struct {
	Kernel    string
	Registers int // of a thread
	Stack     int // bytes of memory of a thread
	Spilled   int // bytes that are stored since there are too few registers
}

// DefaultArch is what is compiled for where no device is there to ask.
const DefaultArch = "sm_90"

var (
	entry     = regexp.MustCompile(`Compiling entry function '([^']+)'`)
	frame     = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores`)
	registers = regexp.MustCompile(`Used (\d+) registers`)
	lines     = regexp.MustCompile(`[^\n]+`)
)

// uses reads what kernels need from what the assembler says.
func uses(log string) (list []Use) {
	number := func(text string) int {
		n, _ := strconv.Atoi(text) // the expressions let only digits through
		return n
	}
	for _, line := range lines.FindAllString(log, -1) {
		if m := entry.FindStringSubmatch(line); m != nil {
			list = append(list, Use{Kernel: m[1]})
			continue
		}
		if list == nil {
			continue
		}
		u := &list[len(list)-1]
		if m := frame.FindStringSubmatch(line); m != nil {
			u.Stack, u.Spilled = number(m[1]), number(m[2])
		}
		if m := registers.FindStringSubmatch(line); m != nil {
			u.Registers = number(m[1])
		}
	}
	return list
}
