package emit

import _ "embed"

// Dialect is a form of C. A text begins with its head, which defines the types and what differs, and then arithmetic, which is
// the same in all.
type Dialect struct {
	Name string
	head string
}

//go:embed c.h
var headC string

//go:embed opencl.h
var headOpenCL string

//go:embed arithmetic.h
var arithmetic string

// HostC is the C of the machine's own compiler. OpenCL is that of devices, from version 1.2 on.
var (
	HostC  = Dialect{"c", headC}
	OpenCL = Dialect{"opencl", headOpenCL}
)

// Dialects are all of them.
var Dialects = []Dialect{HostC, OpenCL}

// Prelude is what a text needs: the types i64 and f64, the operators, and FM_FAIL(why), which sets fm_status and goes to
// fm_end. That of HostC has the type env, too.
func (d Dialect) Prelude() string { return d.head + "\n" + arithmetic }
