package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/eval/whole"
	"funmem/futhark"
	"funmem/repl/child"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// mostTests is how many inputs a validation may compare.
const mostTests = 10_000_000

// Validate is the body of `validate`: is the second program a valid form of the
// first one?
func Validate(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	switch {
	case o.Stages:
	case len(args) < 2:
		return diag.Usagef("`funmem validate` needs BEFORE AFTER, and found %s alone", args[0]).Helpf("`funmem validate --help` says more")
	case len(args) > 2:
		return diag.Usagef("`funmem validate` takes 2 arguments, and found %s", strings.Join(args, " ")).Helpf("`--stages` takes all stages of a dump")
	}
	if err := o.mayTest(); err != nil {
		return err
	}
	if err := o.partOptions(); err != nil {
		return err
	}
	if _, err := o.follow(); err != nil {
		return err
	}
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	if err := o.given(ctx, st, args); err != nil {
		return err
	}
	if o.Stages {
		return o.pipeline(ctx, st, args)
	}
	before, err := o.side(ctx, st, args[0])
	if err != nil {
		return err
	}
	after, err := o.after(ctx, st, before, args[1])
	if t := validate.NewIllTyped(args[1], err); t != nil {
		return o.illTyped(ctx, st, args, t)
	}
	if err != nil {
		return err
	}
	if err := o.KnownSizes(); err != nil {
		return err
	}
	subjects, err := o.subjects(before, after)
	if err != nil {
		return err
	}
	progress := session.NewProgress(st.Err)
	vo := o.validation(progress)
	if o.Suite.Shard != "" {
		return o.searchPart(ctx, st, args, subjects, vo, progress)
	}
	asking, err := o.Second.Begin(verdict.Poll(ctx))
	if err != nil {
		return err
	}
	defer asking.Close()
	vo.Second = asking.Tells()
	v := &Validation{Options: vo, Style: paint.Style(st.Out)}
	start, search := time.Now(), subjects
	if len(o.Suite.Merge) > 0 { // all has been searched
		search = nil
		if err := o.concludeParts(ctx, st, args, subjects, v, before); err != nil {
			return err
		}
	}
	for k, sub := range search {
		if o.Time > 0 { // the time left, in equal parts
			vo.Time = validate.Share(o.Time, start, len(search)-k)
		}
		end := progress.Begin()
		r, err := validate.Validate(ctx, sub, vo)
		end()
		if err != nil {
			return err
		}
		if err := v.result(ctx, st, o, r, before); err != nil {
			return err
		}
	}
	again := o.again(args)
	if len(o.Suite.Merge) == 0 && (v.Word() == validate.Valid || v.starved()) {
		sizes, wrong, err := o.underSizes(ctx, st, args[0], args[1], vo, start.Add(o.Time))
		if err != nil {
			return err
		}
		v.sizes = sizes
		if v.wrong = wrong; wrong != nil {
			again = wrong.o.again(args)
			if !o.JSON {
				fmt.Fprintf(st.Out, "with --set %s:\n", strings.Join(wrong.o.Sizes, " --set "))
			}
			if err := v.result(ctx, st, wrong.o, wrong.Result, wrong.before); err != nil {
				return err
			}
		}
	}
	if err := asking.Told(st.Err); err != nil {
		return err
	}
	v.broken = o.broken(ctx, before, after, verdict.Runs(subjects, vo))
	v.untried = o.untried(after)
	v.leave(o, subjects, before, after)
	return o.ended(ctx, st, args, v, again)
}

// mayTest returns the error that there cannot be so many tests.
func (o *Options) mayTest() error {
	switch {
	case o.Tests < 1 || o.Tests > mostTests:
		return diag.Usagef("--tests %d: wanted a number from 1 to %d", o.Tests, mostTests).Helpf("`--tests 500` compares 500 inputs")
	case o.Confirm < 0 || o.Confirm > mostTests:
		return diag.Usagef("--confirm %d: wanted a number from 1 to %d", o.Confirm, mostTests).Helpf("with `--confirm 50`, 50 inputs are enough if all is proved")
	case o.Confirm > 0 && o.Stages:
		return diag.Usagef("--stages tries all inputs for each step, and takes no --confirm").Helpf("without --stages, two dumps may have it")
	}
	return nil
}

// illTyped reports that AFTER is no program.
func (o *Options) illTyped(ctx context.Context, st Streams, args []string, t *validate.IllTyped) error {
	v := &Validation{Options: o.validation(nil), Style: paint.Style(st.Out), Comparison: validate.Comparison{IllTyped: []*validate.IllTyped{t}}}
	verdict.Refute(ctx)
	if !o.JSON {
		fmt.Fprint(st.Out, t.Text(v.Style))
	}
	return o.ended(ctx, st, args, v, o.again(args))
}

// ended writes the page, the end of the report or the object, and returns the exit status as an error.
func (o *Options) ended(ctx context.Context, st Streams, args []string, v *Validation, again string) error {
	if o.HTML != "" {
		p := &validate.Page{Before: args[0], After: args[1], Summary: v.Summary(), Again: again, Reports: v.reports, IllTyped: v.IllTyped, Words: o.Words.Text}
		if err := o.page(st, p, v.Options); err != nil {
			return err
		}
	}
	for _, file := range []string{o.Save, o.Lesson} {
		if file != "" && !o.JSON {
			fmt.Fprintf(st.Out, "there is no counterexample: %s was not written\n", diag.OneLine(file))
		}
	}
	if o.JSON {
		all := v.json(ctx)
		all["command"] = again
		if err := o.writeJSON(st.Out, all); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, v.left())
		for _, r := range v.sizes {
			fmt.Fprintln(st.Out, r)
		}
		for _, u := range v.untried {
			fmt.Fprintln(st.Out, u.Line())
		}
		fmt.Fprint(st.Out, promises(v.broken, v.Style))
		fmt.Fprintf(st.Out, "%s; again: %s\n", v.Summary(), again)
	}
	if status := v.Status(); status != 0 {
		return Exit(status)
	}
	return nil
}

// result adds a result, and prints and saves what was asked for.
func (v *Validation) result(ctx context.Context, st Streams, o *Options, r *validate.Result, before *validate.Program) error {
	v.Add(r)
	if r.Word == validate.Refuted {
		verdict.Refute(ctx)
	}
	v.Explain(ctx, r, before)
	if !o.JSON {
		fmt.Fprint(st.Out, v.Text())
	}
	if err := o.save(st, r); err != nil {
		return err
	}
	if err := o.counterexample(ctx, st, r); err != nil {
		return err
	}
	return v.tell(ctx, st, o, r)
}

// validation returns the options by which two programs are compared.
func (o *Options) validation(p *session.Progress) *validate.Options {
	vo := &validate.Options{Options: o.Settings.Options(), Tests: o.Tests, Confirm: o.Confirm, Quick: o.Quick, Seed: o.Seed, Time: o.Time, Strict: o.Strict, FromZero: o.AsFuthark, Branches: true, Proof: o.Proof}
	if p != nil {
		vo.Progress = p.Inputs
	}
	return vo
}

// tell prints the life of the location of --explain in a counterexample, once. If nothing happens
// to the location, the verdict is still given.
func (v *Validation) tell(ctx context.Context, st Streams, o *Options, r *validate.Result) error {
	if o.Explain == "" || r.Word != validate.Refuted {
		return nil
	}
	l, err := o.follow()
	if err != nil {
		return err
	}
	o.Explain = ""
	if err := r.Life(ctx, v.Options, l); err != nil {
		if ctx.Err() == nil { // the verdict stands
			PrintError(st.Err, paint.Style(st.Err), err)
			return nil
		}
		return err
	}
	if o.JSON {
		v.life = view.LifeJSON(l)
	} else if err := view.PrintLife(st.Out, l); err != nil {
		PrintError(st.Err, paint.Style(st.Err), err)
	}
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
	if err := whole.WriteFile(file, text); err != nil {
		return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
	}
	if !o.JSON {
		fmt.Fprintf(st.Out, "wrote %s\n", diag.OneLine(file))
	}
	return nil
}

// again is the command line that repeats the validation with the same result.
func (o *Options) again(args []string) string {
	words := append([]string{"funmem"}, o.againWords(args)...)
	for _, file := range o.Suite.Merge {
		words = append(words, "--merge", file)
	}
	return child.Line(words)
}

// againWords are the words of that command line after funmem, without those about parts.
func (o *Options) againWords(args []string) []string {
	words := append([]string{"validate"}, args...)
	add := func(name, value string) { words = append(words, "--"+name, value) }
	if o.Def != "" {
		add("def", o.Def)
	}
	add("tests", strconv.Itoa(o.Tests))
	if o.Confirm > 0 {
		add("confirm", strconv.Itoa(o.Confirm))
	}
	if o.Quick {
		words = append(words, "--quick")
	}
	add("seed", strconv.FormatInt(o.Seed, 10))
	if o.Fixed != "" {
		add("sizes", o.Fixed)
	}
	for _, in := range o.Inputs {
		add("in", in)
	}
	if o.Stages {
		words = append(words, "--stages")
	}
	if o.Entry != "" {
		add("entry", o.Entry)
	}
	for _, size := range o.Sizes {
		add("set", size)
	}
	if o.Time > 0 {
		add("time", o.Time.String())
	}
	if o.Strict {
		words = append(words, "--strict")
	}
	switch o.Proof {
	case validity.Lifted:
		words = append(words, "--prove")
	case validity.NoProof:
		words = append(words, "--no-prove")
	}
	if o.Second.Prover != "" {
		add("prover", o.Second.Prover)
		if o.Second.Limit != session.DefaultSecond().Limit {
			add("prover-time", o.Second.Limit.String())
		}
	}
	if !o.AsFuthark && slices.ContainsFunc(args, futhark.IsDump) {
		words = append(words, "--as-funmem")
	}
	return append(words, o.Given...)
}

// after returns AFTER: a program of IMP or FUNMEM or, if BEFORE is one, of Fun.
func (o *Options) after(ctx context.Context, st Streams, before *validate.Program, path string) (*validate.Program, error) {
	if o.Save != "" && session.IsIMP(path) != session.IsIMP(o.Save) {
		return nil, diag.Usagef("--save writes a program of the language of %s, and %s is of another one", path, o.Save).
			Helpf("the name of an IMP program ends in .imp")
	}
	if session.IsIMP(path) {
		p, err := o.readIMP(ctx, st, path)
		if err != nil {
			return nil, err
		}
		return validate.OfIMP(p, path), nil
	}
	p, err := o.side(ctx, st, path)
	switch {
	case err != nil:
		return nil, err
	case !before.Mem && !p.Mem && o.Explain != "":
		return nil, diag.Usagef("--explain follows a location of a block, and neither %s nor %s mentions memory", before.Name, path).
			Helpf("`funmem lower %s --to mem` prints its FUNMEM form", path)
	}
	return p, validate.Comparable(ctx, before, p)
}

// leave notes the parts of two programs that are not compared.
func (v *Validation) leave(o *Options, subjects []*validate.Subject, before, after *validate.Program) {
	v.Leave(subjects, before, after)
	if alone, _ := o.alone(before, after); alone != "" {
		v.Missing = nil
	}
}

// left says what is not compared, one line for each part.
func (v *Validation) left() string {
	text := ""
	if len(v.Missing) > 0 {
		text = fmt.Sprintf("not compared, for AFTER does not have it: `%s`\n", strings.Join(v.Missing, "`, `"))
	}
	for _, p := range v.Open {
		text += fmt.Sprintf("not compared: %s\n", p)
	}
	return text
}
