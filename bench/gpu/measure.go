package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

//go:embed programs.fun
var funText string

// bench measures workloads on a device.
type bench struct {
	watch  *stopwatch
	engine *native.Engine
	defs   map[string]*syntax.Def
	runs   int
	limit  time.Duration // of a run; no further one begins after half of that
}

func newBench(d gpu.Accelerator, dialect emit.Dialect, runs int, limit time.Duration) (*bench, error) {
	p, err := syntax.Parse(diag.NewSource("programs.fun", funText))
	if err != nil {
		return nil, err
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		return nil, err
	}
	b := &bench{watch: &stopwatch{Accelerator: d}, defs: map[string]*syntax.Def{}, runs: runs, limit: limit}
	b.engine = native.NewAccelerated(b.watch, dialect)
	for _, d := range u.Core.Defs() {
		b.defs[d.Name] = d
	}
	return b, nil
}

// outcome is what became of a program.
type outcome struct {
	kernels  float64 // ms of the kernels; 0: none was launched, or it is not known
	whole    float64 // ms of a run with its copies to the device and back
	launches int
	problem  string // why there is no time, or what is wrong
	wrong    bool
}

// fun runs the Fun program of a workload: once to warm up, and then some times, at least once.
func (b *bench) fun(ctx context.Context, w *workload, in []array, want array) (o outcome) {
	def := b.defs[w.def]
	call, env := &syntax.Call{Fn: w.def}, value.Env{}
	bind := func(v value.Val) {
		x := &syntax.Var{Name: fmt.Sprintf("x%d", len(call.Args)), ID: 1 + len(call.Args)}
		call.Args = append(call.Args, x)
		env.Bind(x.ID, v)
	}
	for _, s := range w.scalars {
		if f, ok := s.(float64); ok {
			bind(value.Number(num.OfFloat(f)))
		} else {
			bind(value.Number(num.Of(s.(int64))))
		}
	}
	for _, a := range in {
		bind(value.Val{A: &value.Array{Elem: a.elem, Shape: a.shape, Elems: num.VecOfWords(a.words, a.elem == syntax.F64)}})
	}
	ask := &native.Ask{Exp: call, Env: env, Def: func(name string) *syntax.Def { return b.defs[name] }}
	var kernels, whole []time.Duration
	start := time.Now()
	for r := range b.runs + 1 {
		if r > 1 && time.Since(start) > b.limit/2 {
			break
		}
		within, stop := context.WithTimeout(ctx, b.limit)
		b.watch.reset()
		begin := time.Now()
		res, ok := b.engine.Accelerate(within, engine.Options{Memory: 1 << 40, Threads: 1}, ask, native.Mode{})
		took := time.Since(begin)
		late := within.Err() != nil
		stop()
		o.launches = b.watch.launches
		switch {
		case late:
			o.problem = fmt.Sprintf("it takes more than %s", b.limit)
			return o
		case !ok:
			o.problem = "the device's engine declines it" + b.why(def)
			return o
		}
		got, ok := words(res[len(res)-1], want.elem == syntax.F64)
		if !ok {
			o.problem, o.wrong = "its result has numbers that are no words", true
			return o
		}
		if o.problem = w.differ(array{want.elem, want.shape, got}, want); o.problem != "" {
			o.wrong = true
			return o
		}
		if r > 0 {
			kernels, whole = append(kernels, b.watch.spent), append(whole, took)
		}
	}
	o.kernels, o.whole = median(kernels), median(whole)
	return o
}

// words are those of a value.
func words(v value.Val, real bool) ([]int64, bool) {
	if v.A != nil {
		return v.A.Elems.Words(real)
	}
	w, ok := v.I.Word()
	return []int64{w}, ok
}

// why is why the engine declines a function, as far as it says so.
func (b *bench) why(def *syntax.Def) string {
	for _, r := range b.engine.Reports() {
		if r.Def != def {
			continue
		}
		if r.Err != nil {
			return ": " + r.Err.Error()
		}
		return fmt.Sprintf(": %v", r.Ends)
	}
	return ""
}

// byHand runs the program of a workload that was written by hand.
func (b *bench) byHand(ctx context.Context, w *workload, in []array, want array) (o outcome) {
	fail := func(err error) outcome {
		var full *gpu.MemoryError
		o.problem, o.wrong = err.Error(), !errors.As(err, &full)
		return o
	}
	var args, out []*timedBuffer
	alloc := func(words int) (*timedBuffer, error) {
		x, err := b.watch.Alloc(int64(words))
		if err != nil {
			return nil, err
		}
		return x.(*timedBuffer), nil
	}
	defer func() {
		for _, x := range append(args, out...) {
			x.Free()
		}
	}()
	for _, a := range in {
		x, err := alloc(len(a.words))
		if err != nil {
			return fail(err)
		}
		args = append(args, x)
		if err := x.In(0, a.words); err != nil {
			return fail(err)
		}
	}
	for _, n := range []int{len(want.words), len(in[0].words)} {
		x, err := alloc(n)
		if err != nil {
			return fail(err)
		}
		out = append(out, x)
	}
	var list []time.Duration
	for r := range b.runs + 1 {
		b.watch.reset()
		err := w.hand(&hand{b.watch, w}, args, out)
		if err == nil {
			err = b.watch.Wait(ctx)
		}
		if err != nil {
			return fail(err)
		}
		if r > 0 {
			list = append(list, b.watch.spent)
		}
	}
	o.launches = b.watch.launches
	got := make([]int64, len(want.words))
	if err := out[0].Out(0, got); err != nil {
		return fail(err)
	}
	if o.problem = w.differ(array{want.elem, want.shape, got}, want); o.problem != "" {
		o.wrong = true
	}
	o.kernels = median(list)
	return o
}
