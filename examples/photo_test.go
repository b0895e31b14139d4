package examples_test

import (
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/machine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/elab"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// photo reads the photograph of the examples.
func photo(t *testing.T) *value.Array {
	t.Helper()
	v, err := data.Read(t.Context(), "data/ascent.npy", 0)
	if err != nil {
		t.Fatal(err)
	}
	return v[0].A
}

// TestPhoto runs the programs on the photograph. It compares each element with a plain Go loop, and
// a summary with the golden file.
func TestPhoto(t *testing.T) {
	for file, pixel := range pixels {
		t.Run(file, func(t *testing.T) {
			x := photo(t)
			p := withPhoto(t, file+".fun", x)
			m := p.machine(engine.Options{})
			m.Accelerate = fast.NewKernels(engine.Options{}).Accelerate
			v, err := m.Run(t.Context(), p.fun)
			if err != nil {
				t.Fatal(err)
			}
			same(t, v[0], x, pixel)
			testkit.Golden(t, file+".out", summary(v[0].A))
		})
	}
}

// TestPhotoHeap runs the programs under the heap semantics: a corner of the photograph by the
// rules, with every check, and the whole photograph by the fast checker.
func TestPhotoHeap(t *testing.T) {
	for file, pixel := range pixels {
		t.Run(file, func(t *testing.T) {
			whole := photo(t)
			corner := value.Slice(whole, []machine.Ix{{Off: 1, Size: 24, Stride: 1}, {Off: 101, Size: 40, Stride: 1}}, nil)
			p := withPhoto(t, file+".fun", corner)
			v, err := p.session(engine.Options{}).Check(t.Context(), p.mem)
			if err != nil {
				t.Fatal(err)
			}
			if !v.OK {
				t.Errorf("%s", v.Summary())
			}
			vs, err := p.machine(engine.Options{}).Run(t.Context(), p.fun)
			if err != nil {
				t.Fatal(err)
			}
			same(t, vs[0], corner, pixel)

			p = withPhoto(t, file+".fun", whole)
			s := p.session(engine.Options{})
			inputs := map[int]fast.Input{}
			for _, x := range []*syntax.Binding{p.photo, p.block} {
				in := s.Heap.Env.Of(x.ID)
				inputs[x.ID] = fast.Input{Block: in.B, L: in.L, Real: in.IsReal()}
			}
			clean, ok := fast.Check(t.Context(), p.mem, inputs, engine.Options{})
			if !ok {
				t.Fatal("the fast checker does not find the program clean")
			}
			same(t, clean.Results[len(clean.Results)-1], whole, pixel)
		})
	}
}

// TestVivid runs the program on a picture in colour. It compares each element with a plain Go loop, and a summary with the
// golden file, and checks the program under the heap semantics.
func TestVivid(t *testing.T) {
	v, err := data.Read(t.Context(), "data/balls.png", 0)
	if err != nil {
		t.Fatal(err)
	}
	x := v[0].A
	p := withPhoto(t, "vivid.fun", x)
	m := p.machine(engine.Options{})
	m.Accelerate = fast.NewKernels(engine.Options{}).Accelerate
	got, err := m.Run(t.Context(), p.fun)
	if err != nil {
		t.Fatal(err)
	}
	at := func(i, j, k int) int {
		level, _ := x.Elems.At((i*x.Shape[1]+j)*3 + k).Int64()
		return int(level)
	}
	want := value.NewArray(syntax.Int, []int{x.Shape[0] - 1, x.Shape[1] - 1, 3})
	for i := range want.Shape[0] {
		for j := range want.Shape[1] {
			var soft [3]int
			for k := range soft {
				soft[k] = (at(i, j, k) + at(i, j+1, k) + at(i+1, j, k) + at(i+1, j+1, k)) / 4
			}
			grey := (299*soft[0] + 587*soft[1] + 114*soft[2]) / 1000
			for k, level := range soft {
				want.Elems.Set((i*want.Shape[1]+j)*3+k, num.Of(int64(max(0, min(255, 2*level-grey)))))
			}
		}
	}
	if !got[0].Equal(value.Val{A: want}) {
		t.Errorf("the result of shape %v is not what a plain loop gives", got[0].Shape())
	}
	testkit.Golden(t, "vivid.out", summary(got[0].A))

	corner := value.Slice(x, []machine.Ix{{Off: 20, Size: 8, Stride: 1}, {Off: 25, Size: 9, Stride: 1}, {Off: 1, Size: 3, Stride: 1}}, nil)
	p = withPhoto(t, "vivid.fun", corner)
	verdict, err := p.session(engine.Options{}).Check(t.Context(), p.mem)
	if err != nil {
		t.Fatal(err)
	}
	if !verdict.OK {
		t.Errorf("%s", verdict.Summary())
	}
}

// withInput is a program with a picture bound as its input.
type withInput struct {
	program
	photo, block *syntax.Binding
	x            *value.Array
}

func withPhoto(t *testing.T, file string, x *value.Array) withInput {
	t.Helper()
	p, err := syntax.Parse(source(t, file))
	if err != nil {
		t.Fatal(err)
	}
	s := elab.NewSession(nil)
	var dims []syntax.Expr
	for _, n := range x.Shape {
		dims = append(dims, lmad.Const(n))
	}
	name := "photo"
	if len(dims) == 3 {
		name = "picture"
	}
	out := withInput{photo: s.Bind(name, &syntax.Type{Dims: dims}), x: x}
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	out.block = s.Supply().Binding(name+"_mem", &syntax.Type{Elem: syntax.Mem})
	array := *out.photo
	array.Type = &syntax.Type{Dims: dims, Mem: &syntax.MemAnn{Block: out.block.Use(), L: lmad.RowMajor(dims)}}
	st := introduce.New()
	for _, b := range []*syntax.Binding{out.block, &array} {
		st.Bind(b)
		s.BindMem(b)
	}
	out.unit, out.fun = u, u.Core
	if out.mem, err = st.TransformProgram(u.Core, s.Supply()); err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(out.mem); err != nil {
		t.Fatal(err)
	}
	return out
}

func (p withInput) machine(opts engine.Options) *value.Machine {
	m := value.New(opts)
	m.Env.Bind(p.photo.ID, value.Val{A: p.x})
	return m
}

func (p withInput) session(opts engine.Options) *validity.Session {
	s := validity.NewSession(opts)
	s.Heap.Input(p.block, p.photo, p.x)
	s.Value.Env.Bind(p.photo.ID, value.Val{A: p.x})
	return s
}

// pixels are the programs as plain Go: each returns the element for the window with its upper left
// corner at row i and column j.
var pixels = map[string]func(at func(di, dj int) int) int{
	"blur": func(at func(di, dj int) int) int {
		sum := 0
		for di := range 3 {
			for dj := range 3 {
				sum += at(di, dj)
			}
		}
		return sum / 9
	},
	"edges": func(at func(di, dj int) int) int {
		gx, gy := 0, 0
		for k, weight := range []int{1, 2, 1} {
			gx += weight * (at(k, 2) - at(k, 0))
			gy += weight * (at(2, k) - at(0, k))
		}
		return min(max(gx, -gx)+max(gy, -gy), 255)
	},
}

// same compares a result with the plain Go loop over the picture x.
func same(t *testing.T, got value.Val, x *value.Array, pixel func(at func(di, dj int) int) int) {
	t.Helper()
	rows, cols := x.Shape[0], x.Shape[1]
	want := value.NewArray(syntax.Int, []int{rows - 2, cols - 2})
	for i := range rows - 2 {
		for j := range cols - 2 {
			v := pixel(func(di, dj int) int {
				k, _ := x.Elems.At((i+di)*cols + j + dj).Int64()
				return int(k)
			})
			want.Elems.Set(i*(cols-2)+j, num.Of(int64(v)))
		}
	}
	if !got.Equal(value.Val{A: want}) {
		t.Errorf("the result of shape %v is not what a plain loop gives", got.Shape())
	}
}

// summary is the part of a large array that a golden file keeps: its type, a checksum, and a few
// elements of every 73rd row.
func summary(a *value.Array) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", value.Val{A: a}.Type())
	fmt.Fprintf(&b, "crc32 of the printed value: %08x\n", crc32.ChecksumIEEE([]byte(value.Format(value.Val{A: a}, 0))))
	for i := 1; i <= a.Shape[0]; i += 73 {
		ix := []machine.Ix{{Fix: true, Off: i}, {Off: 1, Size: 8, Stride: a.Shape[1] / 8 / 10 * 10}}
		text := fmt.Sprintf("1:8:%d", ix[1].Stride)
		if len(a.Shape) == 3 {
			ix, text = append(ix, machine.Ix{Off: 1, Size: 3, Stride: 1}), text+", 1:3"
		}
		fmt.Fprintf(&b, "[%d, %s] = %s\n", i, text, value.Format(value.Val{A: value.Slice(a, ix, nil)}, 0))
	}
	return b.String()
}
