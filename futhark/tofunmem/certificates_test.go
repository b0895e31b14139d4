package tofunmem

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// beside gives statements and functions an additional certificate.
type beside struct {
	tag  int
	funs map[int]bool
}

func unit() *futhark.Type { return &futhark.Type{Elem: "unit"} }

func nought() *futhark.Atom { return &futhark.Atom{Const: futhark.Const{Type: "unit"}} }

// name returns a fresh name.
func (b *beside) name() futhark.Name {
	b.tag++
	return futhark.Name{Text: "cert", Tag: b.tag}
}

func (b *beside) bind(s *futhark.Stm, t *futhark.Type) {
	s.Pat = append(s.Pat, &futhark.Param{Name: b.name(), Type: t})
}

// array returns a type of certificates in the block of an array that a statement binds, or
// nil.
func array(s *futhark.Stm, dims []*futhark.Atom) *futhark.Type {
	for _, p := range s.Pat {
		if p.Type.Mem == nil || p.Type.Mem.Block == nil {
			continue
		}
		t := &futhark.Type{Kind: futhark.ArrayType, Elem: "unit", Mem: &futhark.Mem{Block: p.Type.Mem.Block, L: &futhark.LMAD{Offset: p.Type.Mem.L.Offset}}}
		for _, d := range dims {
			t.Shape = append(t.Shape, &futhark.Size{Atom: d})
			t.Mem.L.Strides, t.Mem.L.Shape = append(t.Mem.L.Strides, p.Type.Mem.L.Offset), append(t.Mem.L.Shape, p.Type.Mem.L.Offset)
		}
		return t
	}
	return nil
}

func (b *beside) body(bodies ...*futhark.Body) {
	for _, body := range bodies {
		for _, s := range body.Stms {
			b.stm(s)
		}
	}
}

// results adds a certificate to the results of bodies.
func results(bodies ...*futhark.Body) {
	for _, body := range bodies {
		body.Res = append(body.Res, nought())
	}
}

func (b *beside) stm(s *futhark.Stm) {
	switch e := s.Exp.(type) {
	case *futhark.If:
		b.body(e.Then, e.Else)
		results(e.Then, e.Else)
		e.Ret = append(e.Ret, unit())
		b.bind(s, unit())
	case *futhark.Match:
		for _, c := range e.Cases {
			b.body(c.Body)
			results(c.Body)
		}
		b.body(e.Default)
		results(e.Default)
		e.Ret = append(e.Ret, unit())
		b.bind(s, unit())
	case *futhark.Loop:
		b.body(e.Body)
		results(e.Body)
		e.Params = append(e.Params, &futhark.Param{Name: b.name(), Type: unit()})
		e.Init = append(e.Init, nought())
		b.bind(s, unit())
	case *futhark.Apply:
		e.Ret = append(e.Ret, unit())
		b.bind(s, unit())
	case *futhark.GPUBody:
		b.body(e.Body)
		one := []*futhark.Atom{{Const: futhark.Const{Type: "i64", Text: "1"}}}
		if t := array(s, one); t != nil {
			results(e.Body)
			e.Ret = append(e.Ret, unit())
			b.bind(s, t)
		}
	case *futhark.WithAcc:
		b.body(e.Fn.Body)
	case *futhark.SegOp:
		b.seg(s, e)
	case *futhark.Par:
		b.seg(s, e.Par, e.Seq)
	}
}

// seg gives the threads of an operation, and of its other version, a certificate.
func (b *beside) seg(s *futhark.Stm, versions ...*futhark.SegOp) {
	bound := false
	for _, e := range versions {
		if e == nil {
			continue
		}
		b.body(e.Body)
		var dims []*futhark.Atom
		for _, d := range e.Space {
			dims = append(dims, d.Bound)
		}
		t := array(s, dims)
		if e.Kind == "seghist" || t == nil {
			continue
		}
		e.Returns = append(e.Returns, &futhark.Return{X: nought()})
		e.Ret = append(e.Ret, unit())
		if !bound {
			b.bind(s, t)
		}
		bound = true
	}
}

// fresh is the number after a name that keeps it distinct.
var fresh = regexp.MustCompile(`'[0-9]+`)

// TestCertificatesBeside: a program stays the same when each statement has an additional certificate.
func TestCertificatesBeside(t *testing.T) {
	files := corpus.FS()
	more := 0
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(path, "mutants") || !strings.Contains(path, ".final.") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		of := func(change bool) string {
			p, err := futhark.Parse(diag.NewSource(path, string(text)))
			if err != nil {
				t.Fatal(err)
			}
			b := &beside{tag: 10_000_000}
			for _, f := range p.Funs {
				if !change {
					break
				}
				b.body(f.Body)
				if f.Entry == nil {
					results(f.Body)
					f.Ret = append(f.Ret, unit())
				}
			}
			more += b.tag - 10_000_000
			u, err := Translate(p, nil)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return ""
			}
			return fresh.ReplaceAllString(syntax.Print(u.Program), "'")
		}
		if before, after := of(false), of(true); before != after {
			t.Errorf("%s is another program:\n%s\n%s", path, before, after)
		}
		return nil
	})
	if err != nil || more < 300 {
		t.Error(err, more)
	}
}
