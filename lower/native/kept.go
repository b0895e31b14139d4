package native

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"sync"
	"time"

	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// record is what is kept of a lowered program, so that the next process need not lower it. Variables from outside are known by
// their place among those of the program, and texts by their names.
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
	Name, Text    string
	Start, End    int
	Proved, Apart bool
}

func keptAt(name string, at diag.Span) keptKernel {
	k := keptKernel{Name: name, Start: at.Start, End: at.End}
	if at.Src != nil {
		k.Text = at.Src.Name
	}
	return k
}

func (k keptKernel) at(texts map[string]*diag.Source) diag.Span {
	return diag.Span{Src: texts[k.Text], Start: k.Start, End: k.End}
}

// recall is a lowered program that was kept under a name, or nil.
func recall(device gpu.Device, name string, p *program, texts map[string]*diag.Source) *lowered {
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
func (k *record) program(texts map[string]*diag.Source) (*imp.Program, error) {
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
func (l *lowered) keep(device gpu.Device, name string, p *program) {
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
		at := keptAt(n.Name, n.At)
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
				at := keptAt(s.X.Name, s.Span)
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
func nameOf(p *program) (name string, texts map[string]*diag.Source) {
	h := sha256.New()
	f := &fingerprint{out: h, ids: map[int]int{}, texts: map[string]*diag.Source{}, around: map[any]bool{}}
	f.text(binary())
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

// binary tells this binary from others.
var binary = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return time.Now().String()
	}
	info, err := os.Stat(path)
	if err != nil {
		return time.Now().String()
	}
	return fmt.Sprint(path, info.Size(), info.ModTime().UnixNano())
})

// fingerprint writes a program. Variables are numbered as they come, since their IDs depend on what came before in a session.
type fingerprint struct {
	out    io.Writer
	ids    map[int]int
	texts  map[string]*diag.Source
	around map[any]bool
}

func (f *fingerprint) text(s string) { fmt.Fprintf(f.out, "%d:%s", len(s), s) }

func (f *fingerprint) id(id int) {
	if _, ok := f.ids[id]; !ok {
		f.ids[id] = len(f.ids)
	}
	fmt.Fprintf(f.out, "#%d", f.ids[id])
}

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
			name := v.Elem().FieldByName("Name").String()
			if v.CanInterface() {
				f.texts[name] = v.Interface().(*diag.Source)
			}
			f.text(name)
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
		fmt.Fprintf(f.out, "map%p", v.UnsafePointer()) // never the same again
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
		fmt.Fprintf(f.out, "%v at %d", v.Kind(), time.Now().UnixNano())
	}
}
