package repl

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/lower/introduce"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Validate is the body of `validate`: is the second program a valid form of the
// first one?
func Validate(ctx context.Context, st Streams, o *Options, args []string) error {
	if o.Tests < 1 || o.Time < 0 {
		return usagef("--tests %d --time %s asks for no inputs", o.Tests, o.Time).Helpf("`--tests 500` compares 500")
	}
	before, err := o.side(ctx, st, args[0])
	if err != nil {
		return err
	}
	after, err := o.after(ctx, st, args[1])
	if err != nil {
		return err
	}
	subjects, err := o.subjects(before, after)
	if err != nil {
		return err
	}
	progress := newProgress(st.Err)
	vo := &validate.Options{Options: o.Settings.options(), Tests: o.Tests, Seed: o.Seed, Time: o.Time, Each: time.Second, Strict: o.Strict, Progress: progress.inputs}
	v := &validation{o: vo, style: paint.Style(st.Out)}
	for _, sub := range subjects {
		end := progress.begin()
		r, err := validate.Validate(ctx, sub, vo)
		end()
		if err != nil {
			return err
		}
		v.add(r)
		if !o.JSON || o.HTML != "" {
			v.explain(ctx, r, before)
		}
		if !o.JSON {
			fmt.Fprint(st.Out, v.text())
		}
		if err := o.save(st, r); err != nil {
			return err
		}
		if err := o.tell(ctx, st, r, vo); err != nil {
			return err
		}
	}
	again := fmt.Sprintf("funmem validate %s %s%s --tests %d --seed %d", args[0], args[1], o.only(), o.Tests, o.Seed)
	if o.Time > 0 {
		again += " --time " + o.Time.String()
	}
	if o.Strict {
		again += " --strict"
	}
	if o.HTML != "" {
		p := &validate.Page{Before: args[0], After: args[1], Summary: v.summary(), Again: again, Reports: v.reports}
		if err := o.page(st, p, vo); err != nil {
			return err
		}
	}
	if o.JSON {
		if err := writeJSON(st.Out, v.json(ctx)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(st.Out, "%s; again: %s\n", v.summary(), again)
	}
	if status := v.status(); status != 0 {
		return exit(status)
	}
	return nil
}

// tell prints the life of the location of --explain in a counterexample, once. That
// nothing happens to it is no reason to end without the verdict.
func (o *Options) tell(ctx context.Context, st Streams, r *validate.Result, vo *validate.Options) error {
	if o.Explain == "" || r.Word != validate.Refuted {
		return nil
	}
	l, err := o.follow()
	if err != nil {
		return err
	}
	if err := r.Life(ctx, vo, l); err != nil {
		return err
	}
	if err := printLife(st.Out, l); err != nil {
		printError(st.Err, paint.Style(st.Err), err)
	}
	o.Explain = ""
	return nil
}

// save writes the counterexample to the file of --save, once.
func (o *Options) save(st Streams, r *validate.Result) error {
	if o.Save == "" || r.Word != validate.Refuted {
		return nil
	}
	text, err := r.Save()
	if err != nil {
		return err
	}
	file := o.Save
	o.Save = ""
	return o.wrote(st, file, []byte(text))
}

// page writes the file of --html.
func (o *Options) page(st Streams, p *validate.Page, vo *validate.Options) error {
	var b bytes.Buffer
	if err := p.Write(&b, vo); err != nil {
		return err
	}
	return o.wrote(st, o.HTML, b.Bytes())
}

// wrote writes a file and says so.
func (o *Options) wrote(st Streams, file string, text []byte) error {
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return usagef("cannot write %s: %s", file, data.Cause(err))
	}
	if !o.JSON {
		fmt.Fprintf(st.Out, "wrote %s\n", file)
	}
	return nil
}

// validation is what was found out about the subjects of two programs.
type validation struct {
	o       *validate.Options
	style   diag.Style
	results []*validate.Result
	reports []*validate.Report // those that are explained
}

func (v *validation) add(r *validate.Result) { v.results = append(v.results, r) }

// word is the verdict on all: the worst one.
func (v *validation) word() validate.Word {
	worst := validate.Valid
	for _, w := range []validate.Word{validate.Unknown, validate.StuckBefore, validate.Refuted} {
		if slices.ContainsFunc(v.results, func(r *validate.Result) bool { return r.Word == w }) {
			worst = w
		}
	}
	return worst
}

// status is the exit status.
func (v *validation) status() int {
	switch v.word() {
	case validate.Valid:
		return 0
	case validate.Refuted:
		return 1
	}
	return 3
}

// summary counts the words.
func (v *validation) summary() string {
	var parts []string
	for _, w := range []validate.Word{validate.Valid, validate.Refuted, validate.StuckBefore, validate.Unknown} {
		n := 0
		for _, r := range v.results {
			if r.Word == w {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(w), "-", " ")))
		}
	}
	return strings.Join(parts, ", ")
}

// explain adds the report on a result, with both traces.
func (v *validation) explain(ctx context.Context, r *validate.Result, before *validate.Program) {
	rep := &validate.Report{Result: r}
	v.reports = append(v.reports, rep)
	if r.Failure == nil {
		return
	}
	rep.Irrelevant = r.Irrelevant(ctx, v.o)
	if traces, err := r.Explain(ctx, v.o, inMemory(before)); err == nil {
		traces.Hide(r)
		rep.Traces = traces
	}
}

// text is the last report.
func (v *validation) text() string {
	r := v.reports[len(v.reports)-1]
	return r.Text(v.style, r.Traces, r.Irrelevant)
}

// inMemory is the FUNMEM form of a Fun program.
func inMemory(p *validate.Program) *validate.Program {
	if p.Mem {
		return nil
	}
	mem, err := introduce.New().TransformProgram(p.Core, p.Supply)
	if err != nil {
		return nil
	}
	return &validate.Program{Unit: &elab.Unit{Core: mem, Mem: true}, Name: p.Name}
}

// json is the object of --json.
func (v *validation) json(ctx context.Context) map[string]any {
	var list []map[string]any
	tests := 0
	all := map[string]any{"ok": v.word() == validate.Valid, "verdict": v.word()}
	for _, r := range v.results {
		tests += r.Tests
		one := map[string]any{"name": r.Name, "verdict": r.Word, "tests": r.Tests}
		if r.Outside > 0 {
			one["outside"] = r.Outside
		}
		if len(r.Kernels) > 0 {
			one["kernels"] = r.Kernels
		}
		if len(r.Warnings) > 0 {
			one["warnings"] = r.Warnings
		}
		if r.Reason != "" {
			one["reason"] = r.Reason
		}
		if f := r.Failure; f != nil {
			inputs := map[string]any{}
			for _, a := range r.Arguments(f.Input) {
				inputs[a.Name] = jsonValue(a.Value)
			}
			one["kind"] = f.Kind.String()
			one["counterexample"] = map[string]any{"inputs": inputs}
			if r.Word == validate.Refuted && all["counterexample"] == nil {
				all["counterexample"] = one["counterexample"]
			}
			one["check"] = f.Verdict
		}
		list = append(list, one)
	}
	all["tests"], all["subjects"] = tests, list
	return all
}

// jsonValue is a value as --json has it.
func jsonValue(x value.Val) json.RawMessage {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	data.WriteJSON(w, x)
	w.Flush()
	return b.Bytes()
}

// subjects pairs the programs, or one def of them.
func (o *Options) subjects(before, after *validate.Program) ([]*validate.Subject, error) {
	if o.Def == "" {
		return validate.Subjects(before, after)
	}
	b, err := o.named(before)
	if err != nil {
		return nil, err
	}
	if after.IMP != nil {
		s, err := validate.PairIMP(before, b, after)
		return []*validate.Subject{s}, err
	}
	a, err := o.named(after)
	if err != nil {
		return nil, err
	}
	s, err := validate.Pair(before, b, after, a)
	return []*validate.Subject{s}, err
}

// named is the def of --def.
func (o *Options) named(p *validate.Program) (*syntax.Def, error) {
	return defNamed(p.Unit, p.Name, o.Def)
}

// only is --def as it was given.
func (o *Options) only() string {
	if o.Def == "" {
		return ""
	}
	return " --def " + o.Def
}

// after is AFTER, of IMP or FUNMEM.
func (o *Options) after(ctx context.Context, st Streams, path string) (*validate.Program, error) {
	if o.Save != "" && isIMP(path) != isIMP(o.Save) {
		return nil, usagef("--save writes a program of the language of %s, and %s is of another one", path, o.Save).
			Helpf("the name of an IMP program ends in .imp")
	}
	if isIMP(path) {
		p, err := readIMP(st, path)
		if err != nil {
			return nil, err
		}
		return validate.OfIMP(p, path), nil
	}
	p, err := o.side(ctx, st, path)
	if err == nil && !p.Mem {
		return nil, usagef("%s mentions no memory", path).Helpf("`funmem lower %s --to mem` prints its FUNMEM form", path)
	}
	return p, err
}

// side elaborates one of the programs of a validation.
func (o *Options) side(ctx context.Context, st Streams, path string) (*validate.Program, error) {
	if isIMP(path) {
		return nil, usagef("%s is an IMP program, and BEFORE one of Fun or FUNMEM", path)
	}
	src, err := read(st, path)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	if prog, err = expanded(prog); err != nil {
		return nil, err
	}
	session := elab.NewSession(nil)
	unit, err := elaborate(ctx, session, prog)
	if err != nil {
		return nil, err
	}
	return &validate.Program{Unit: unit, Name: path, Supply: session.Supply()}, nil
}
