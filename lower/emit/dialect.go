package emit

import _ "embed"

// Dialect is a form of C. A text begins with its head, which defines the types and what differs, and then arithmetic, which is
// the same in all.
type Dialect struct {
	Name string
	head string

	function string // begins the name of a function of the standard library
	infinity string
	wraps    bool   // what does not fit 64 bits is as modulo 2^64 in all expressions of ints
	vectors  string // a line before a loop whose iterations are independent

	// What follows is of devices alone.
	global  string // before the type that pointers to the device's memory point to
	local   string // the same for memory that the threads of a group share
	shared  string // begins a declaration of such memory
	kernel  string // begins a function that is launched, before its type
	groups  string // comes next, for the number of threads of a group, where that must be right
	index   string // the number of the thread among all that were launched, from 0
	group   string // the number of its group, from 0
	thread  string // its number in the group, from 0
	forward bool   // a group that has begun goes on, whatever others do
	meet    string // all threads of the group have come so far
	most    string // the atomic function that makes an int32_t in the device's memory at least so large
}

//go:embed c.h
var headC string

//go:embed opencl.h
var headOpenCL string

//go:embed cuda.h
var headCUDA string

//go:embed device.h
var headDevice string

//go:embed arithmetic.h
var arithmetic string

// HostC is the C of the machine's own compiler. OpenCL is that of devices, from version 1.2 on; CUDA that of NVIDIA's, for
// which NVRTC is the compiler.
var (
	HostC = Dialect{Name: "c", head: headC, function: "__builtin_", infinity: "__builtin_inf()", wraps: true, vectors: "#pragma GCC ivdep\n"}

	OpenCL = Dialect{
		Name: "opencl", head: headDevice + headOpenCL, infinity: "((f64)INFINITY)",
		global: "__global ", local: "__local ", shared: "__local ", kernel: "__kernel",
		groups: "__attribute__((reqd_work_group_size(%d, 1, 1)))", meet: "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
		index: "get_global_id(0)", group: "get_group_id(0)", thread: "get_local_id(0)", most: "atomic_max",
	}

	CUDA = Dialect{
		Name: "cuda", head: headDevice + headCUDA, infinity: "fm_real(0x7ff0000000000000LL)",
		shared: "__shared__ ", kernel: `extern "C" __global__`, groups: "__launch_bounds__(%d)", forward: true, meet: "__syncthreads()",
		index: "(blockIdx.x * (u64)blockDim.x + threadIdx.x)", group: "blockIdx.x", thread: "threadIdx.x", most: "atomicMax",
	}
)

// Devices are the dialects of devices with memory of their own.
var Devices = []Dialect{CUDA, OpenCL}

// DeviceDialect is the dialect of devices of a name.
func DeviceDialect(name string) (d Dialect, ok bool) {
	for _, d := range Devices {
		if d.Name == name {
			return d, true
		}
	}
	return Dialect{}, false
}

// Meets is what waits for all threads of a group, in the text of a kernel.
func (d Dialect) Meets() string { return d.meet }

// Prelude is what a text needs: the types i64 and f64, the operators, and FM_FAIL(why), which sets fm_status and goes to
// fm_end. That of HostC has the type env, too. What is compiled by the machine's own compiler is called by the name Name;
// what devices compile, by those of its kernels.
func (d Dialect) Prelude() string { return d.head + "\n" + arithmetic }
