package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/examples"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/native/programs"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// corpus returns programs that need nothing else, so that the value semantics says what they give.
func corpus() (list []*diag.Source) {
	for k, p := range programs.All() {
		list = append(list, diag.NewSource(fmt.Sprintf("program %d", k+1), p.Text))
	}
	_ = fs.WalkDir(examples.Files, ".", func(file string, _ fs.DirEntry, err error) error { // what is embedded can be read
		if text, readErr := examples.Files.ReadFile(file); readErr == nil && path.Ext(file) == ".fun" {
			list = append(list, diag.NewSource("examples/"+file, string(text)))
		}
		return err
	})
	return list
}

// elaborated is the core form of a program of Fun, or of what a program of FUNMEM means. It is nil if the program is refused,
// or wants inputs or other files.
func elaborated(src *diag.Source) *syntax.Program {
	p, err := syntax.Parse(src)
	if err != nil {
		return nil
	}
	u, err := elab.NewSession(nil).Program(p)
	switch {
	case err != nil:
		return nil
	case u.Mem:
		return erase.Program(u.Core)
	}
	return u.Core
}

// compared is what became of the corpus.
type compared struct {
	programs, on, all int      // calls, kernels, folds and loops of the outermost level, and how many of them the device's engine ran
	launches          int64    // of kernels
	left              []string // programs that were not compared, and why
	wrong             []string // programs with other results, and which
}

// compare runs one of every so many programs of the corpus with the engine of a device, and by the rules alone.
func compare(ctx context.Context, d gpu.Accelerator, dialect emit.Dialect, every int, limit time.Duration, say func(string)) (c compared) {
	before := d.Account().Launches
	for k, src := range corpus() {
		if every <= 0 || k%every != 0 || ctx.Err() != nil {
			continue
		}
		say("comparing " + src.Name)
		if p := elaborated(src); p != nil {
			within, stop := context.WithTimeout(ctx, limit)
			c.program(within, d, dialect, src.Name, p)
			stop()
		}
	}
	c.launches = d.Account().Launches - before
	return c
}

// program compares a program.
func (c *compared) program(ctx context.Context, d gpu.Accelerator, dialect emit.Dialect, name string, p *syntax.Program) {
	opts := engine.Options{Memory: 1 << 30, Threads: 1}
	n := native.NewAccelerated(d, dialect)
	defer n.Close()
	m := value.New(opts)
	m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
		v, ok := n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
		if c.all++; ok {
			c.on++
		}
		return v, ok
	}
	want, wantErr := value.New(opts).Run(ctx, p)
	got, err := m.Run(ctx, p)
	if ctx.Err() != nil {
		c.left = append(c.left, name+": it takes too long")
		return
	}
	c.programs++
	for _, r := range n.Reports() { // what the compiler refuses, or the device, is a mistake of ours
		var refused *gpu.CompileError
		var dead *gpu.DeadError
		if errors.As(r.Err, &refused) || errors.As(r.Err, &dead) {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: `%s`: %v", name, r.Name, r.Err))
			return
		}
	}
	if said(err) != said(wantErr) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: the device ends with %q, and the rules with %q", name, said(err), said(wantErr)))
		return
	}
	for k := range want {
		if apart, ok := native.Apart(got[k], want[k]); !got[k].Equal(want[k]) && (!ok || apart > 1e-9) {
			c.wrong = append(c.wrong, fmt.Sprintf("%s: result %d is %s, and by the rules %s", name, k+1, value.Format(got[k], 20), value.Format(want[k], 20)))
			return
		}
	}
}

// said is the message of an error, without its place.
func said(err error) string {
	var d *diag.Diagnostic
	switch {
	case err == nil:
		return ""
	case errors.As(err, &d):
		return d.Msg
	}
	return err.Error()
}

// text is what is said of it.
func (c compared) text() string {
	text := fmt.Sprintf("%s compared with the value semantics; the device's engine ran %d of %d calls, kernels, folds and loops, with %s.\n",
		diag.Count(c.programs, "program"), c.on, c.all, diag.Plural(int(c.launches), "launch", "launches"))
	for _, w := range c.wrong {
		text += "- WRONG: " + w + "\n"
	}
	for _, l := range c.left {
		text += "- not compared: " + l + "\n"
	}
	return text
}
