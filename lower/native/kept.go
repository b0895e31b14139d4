package native

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"time"

	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// record is what is kept of a lowered program, so that the next process need not lower it. Variables from outside are known by
// their place among those of the program, and texts by their places among those of the program.
type record struct {
	Text    string
	Words   int
	Near    bool
	Results []keptType
	Inputs  []keptInput
	Steps   []Step
	Kernels []keptKernel

	// IMP is the program before C, and Places are its kernels, in the order of the text. They are kept if a kernel is not
	// proved, for a traced run.
	IMP    string
	Places []keptKernel
}

type keptType struct {
	Elem     syntax.Elem
	Rank, At int
}

type keptInput struct {
	Arg, Free int // an argument, or else a variable from outside
	Elem      syntax.Elem
	Rank      int
}

type keptKernel struct {
	Name          string
	Text          int // its place among the texts of the program, or -1
	Start, End    int
	Proved, Apart bool
}

func keptAt(name string, at diag.Span, texts []*diag.Source) keptKernel {
	return keptKernel{Name: name, Text: slices.Index(texts, at.Src), Start: at.Start, End: at.End}
}

// at is the place, or nowhere.
func (k keptKernel) at(texts []*diag.Source) diag.Span {
	if k.Text < 0 || k.Text >= len(texts) {
		return diag.Span{}
	}
	return diag.Span{Src: texts[k.Text], Start: k.Start, End: k.End}
}

// recall is a lowered program that was kept under a name, or nil.
func recall(device gpu.Device, name string, p *program, texts []*diag.Source) *lowered {
	data, ok := device.Recall(name)
	if !ok {
		return nil
	}
	var k record
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&k) != nil {
		return nil
	}
	free := syntax.FreeVars(p.core)
	l := &lowered{code: &emit.Code{Text: k.Text, Words: k.Words, Near: k.Near}, steps: k.Steps}
	for _, r := range k.Results {
		l.code.Results = append(l.code.Results, emit.Result{Type: ranked(r.Elem, r.Rank), At: r.At})
	}
	for _, in := range k.Inputs {
		x := source{arg: in.Arg, elem: in.Elem, rank: in.Rank}
		if in.Arg < 0 {
			if in.Free < 0 || in.Free >= len(free) {
				return nil
			}
			x.id = free[in.Free].ID
		}
		l.inputs = append(l.inputs, x)
	}
	for _, n := range k.Kernels {
		l.kernels = append(l.kernels, Kernel{Name: n.Name, At: n.at(texts), Proved: n.Proved})
	}
	l.imp = func() (*imp.Program, error) { return k.program(texts) }
	return l
}

// program is the program before C. Its kernels are where they were.
func (k *record) program(texts []*diag.Source) (*imp.Program, error) {
	q, err := imp.Parse(diag.NewSource("kept", k.IMP))
	if err == nil {
		q, err = imp.Resolve(q, nil)
	}
	if err != nil {
		return nil, err
	}
	at := 0
	imp.Walk(q.Body, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Kernel); ok {
			if at < len(k.Places) {
				s.Span, s.Apart = k.Places[at].at(texts), k.Places[at].Apart
			}
			at++
		}
		return true
	})
	if at != len(k.Places) {
		return nil, errors.New("it has other kernels")
	}
	return q, nil
}

// ranked is a type of so many dimensions.
func ranked(elem syntax.Elem, rank int) *syntax.Type {
	t := &syntax.Type{Elem: elem}
	for range rank {
		t.Dims = append(t.Dims, &syntax.IntLit{})
	}
	return t
}

// keep keeps a lowered program.
func (l *lowered) keep(device gpu.Device, name string, p *program, texts []*diag.Source) {
	k := record{Text: l.code.Text, Words: l.code.Words, Near: l.code.Near, Steps: l.steps}
	for _, r := range l.code.Results {
		k.Results = append(k.Results, keptType{r.Type.Elem, len(r.Type.Dims), r.At})
	}
	free := syntax.FreeVars(p.core)
	for _, in := range l.inputs {
		at := slices.IndexFunc(free, func(x *syntax.Var) bool { return x.ID == in.id })
		if in.arg < 0 && at < 0 {
			return
		}
		k.Inputs = append(k.Inputs, keptInput{in.arg, at, in.elem, in.rank})
	}
	for _, n := range l.kernels {
		at := keptAt(n.Name, n.At, texts)
		at.Proved = n.Proved
		k.Kernels = append(k.Kernels, at)
	}
	if !l.allProved() {
		p, err := l.imp()
		if err != nil {
			return
		}
		k.IMP = imp.Print(p)
		imp.Walk(p.Body, func(s imp.Stm) bool {
			if s, ok := s.(*imp.Kernel); ok {
				at := keptAt(s.X.Name, s.Span, texts)
				at.Apart = s.Apart
				k.Places = append(k.Places, at)
			}
			return true
		})
	}
	if text, err := json.Marshal(k); err == nil {
		device.Keep(name, text)
	}
}

// nameOf is the name under which a program is kept: a checksum of all that it becomes depends on, which is the program with its
// places, the types of variables from outside, and this binary. It also returns the texts of the program.
func nameOf(p *program) (name string, texts []*diag.Source) {
	h := sha256.New()
	f := &fingerprint{out: h, ids: map[int]int{}, around: map[any]bool{}}
	f.text(binary)
	f.value(reflect.ValueOf(p.core))
	for _, x := range syntax.FreeVars(p.core) {
		f.id(x.ID)
		f.value(reflect.ValueOf(p.outside[x.ID]))
	}
	if p.def != nil {
		f.text(p.def.Name)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), f.texts
}

// binary tells this binary from others. A file that replaces it while it runs is another one.
var binary = func() string {
	for _, path := range []string{"/proc/self/exe", os.Args[0]} {
		if info, err := os.Stat(path); err == nil {
			build, _ := debug.ReadBuildInfo()
			return fmt.Sprint(info.Size(), info.ModTime().UnixNano(), build)
		}
	}
	return time.Now().String()
}()

// fingerprint writes a program. Variables are numbered as they come, since their IDs depend on what came before in a session.
type fingerprint struct {
	out    io.Writer
	ids    map[int]int
	texts  []*diag.Source // in the order in which they come
	around map[any]bool
}

func (f *fingerprint) text(s string) { fmt.Fprintf(f.out, "%d:%s", len(s), s) }

func (f *fingerprint) id(id int) {
	if _, ok := f.ids[id]; !ok {
		f.ids[id] = len(f.ids)
	}
	fmt.Fprintf(f.out, "#%d", f.ids[id])
}

// source writes a text when it comes first, and later its place among the others.
func (f *fingerprint) source(v reflect.Value) {
	if !v.CanInterface() {
		f.never()
		return
	}
	src := v.Interface().(*diag.Source)
	at := slices.Index(f.texts, src)
	if at < 0 {
		at = len(f.texts)
		f.texts = append(f.texts, src)
		f.text(src.Name)
	}
	fmt.Fprintf(f.out, "text %d,", at)
}

// never writes what was never written before.
func (f *fingerprint) never() { f.text(rand.Text()) }

func (f *fingerprint) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		f.text("nil")
	case reflect.Interface:
		f.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			f.text("nil")
			return
		}
		if v.Type() == reflect.TypeFor[*diag.Source]() {
			f.source(v)
			return
		}
		key := v.UnsafePointer()
		if f.around[key] {
			f.text("again")
			return
		}
		f.around[key] = true
		f.value(v.Elem())
		delete(f.around, key)
	case reflect.Struct:
		f.text(v.Type().Name())
		for k := range v.NumField() {
			if x := v.Type().Field(k); x.Name == "ID" && x.Type.Kind() == reflect.Int {
				f.id(int(v.Field(k).Int()))
				continue
			}
			f.value(v.Field(k))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(f.out, "[%d", v.Len())
		for k := range v.Len() {
			f.value(v.Index(k))
		}
	case reflect.Map:
		f.never()
	case reflect.String:
		f.text(v.String())
	case reflect.Bool:
		fmt.Fprintf(f.out, "%t,", v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		fmt.Fprintf(f.out, "%d,", v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		fmt.Fprintf(f.out, "%d,", v.Uint())
	case reflect.Float64:
		fmt.Fprintf(f.out, "%b,", v.Float())
	default:
		f.never()
	}
}
