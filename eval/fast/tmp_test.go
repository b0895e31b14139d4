package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
	"funmem/eval/validity"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/semtest"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

func TestTmpMem(t *testing.T) {
	yes, no, missed := 0, 0, 0
	shown := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram(rt)
		src, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil { rt.Fatal(err) }
		u, err := elab.NewSession(nil).Program(src)
		if err != nil { rt.Fatal(err) }
		for _, s := range schedules {
			want, err := validity.Check(context.Background(), u.Core, options(t, s))
			if err != nil { rt.Fatal(err) }
			got, ok := fast.Check(context.Background(), u.Core, nil, options(t, s))
			c := clean(want)
			if ok && !c { rt.Fatalf("called clean: %s\n%s", want.Text(diag.Plain), text) }
			_ = got
			switch {
			case ok: yes++; 
			case c: missed++; if shown < 12 { shown++; t.Logf("missed:\n%s", text) }
			default: no++
			}
		}
	})
	t.Log(yes, no, missed)
}

func TestTmpFun(t *testing.T) {
	clean, missed, yes, nope := 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := semtest.Program(rt)
		p, err := syntax.Parse(diag.NewSource("random", text))
		if err != nil { rt.Fatal(err) }
		s := elab.NewSession(nil)
		u, err := s.Program(p)
		if err != nil { rt.Fatal(err) }
		ref, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
		if err != nil { rt.Fatal(err) }
		m := value.New(engine.Options{})
		acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
		m.Accelerate = acc.Accelerate
		got, err := m.Run(context.Background(), u.Core)
		if err != nil { rt.Fatal(err) }
		for k := range ref { if !ref[k].Equal(got[k]) { rt.Fatalf("value %d\n%s", k, text) } }
		yes += acc.yes; nope += acc.no
		if acc.no > 0 { t.Logf("no accel:\n%s", syntax.Print(u.Core)) }
		mp, err := introduce.TransformProgram(u.Core, s.Supply())
		if err != nil { rt.Fatal(err) }
		for _, sch := range schedules {
			r, ok := fast.Check(context.Background(), mp, nil, options(t, sch))
			if ok { clean++ 
				func() { defer func() { if t.Failed() { t.Log(text, syntax.Print(mp)) } }(); if !both(t, mp, options(t, sch)) { rt.Fatal("both") } }()
				_ = r
			} else { missed++ ; if missed < 4 { v, _ := validity.Check(context.Background(), mp, options(t, sch)); t.Logf("missed %s\n%s", v.Text(diag.Plain), syntax.Print(mp)) } }
		}
	})
	t.Log("clean", clean, "missed", missed, "accelerated", yes, "not", nope)
}
