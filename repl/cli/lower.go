package cli

import (
	"context"
	"fmt"
	"funmem/eval/validity"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/pass"
	"funmem/lower/schedule"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// forms are the forms that `lower` prints.
var forms = []string{"core", "mem", "imp", "c", "cuda", "opencl"}

// Lower is the body of `lower`.
func Lower(ctx context.Context, st Streams, o *Options, args []string) error {
	st = o.inFuthark(st, args...)
	switch {
	case o.To != "":
	case o.Rewrites != "":
		o.To = "imp"
	case o.Passes != "":
		o.To = "mem"
	case o.ownReport():
		o.To = "core"
	}
	if o.Fixed != "" && o.Report != footprintReport {
		return diag.Usagef("`--sizes` are for `--report footprint`, and nothing else that is asked for depends on them").Helpf("leave it out")
	}
	if err := o.aboutPasses(); err != nil {
		return err
	}
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	if !slices.Contains(forms, o.To) {
		return noForm(o.To)
	}
	if o.Rewrites != "" {
		if !o.afterIMP() {
			return diag.Usagef("`--rewrites` is about IMP, and `--to %s` is another form", o.To).Helpf("leave it out, or write `--to imp`")
		}
		if _, err := schedule.Names(o.Rewrites); err != nil {
			return err
		}
	}
	if o.Force && !o.inThreads() {
		return diag.Usagef("`--force` is about threads in C, and `--to %s` has none", o.To).Helpf("leave it out, or write `--to c`")
	}
	if o.Def != "" && len(o.Exprs) > 0 {
		return diag.Usagef("-e evaluates an expression, and --def looks at a def").Helpf("leave one of them out")
	}
	s, _, unit, err := o.elaborated(ctx, st, args[0])
	if err != nil {
		return err
	}
	if o.Report == shapesReport {
		return o.shapes(ctx, st, unit)
	}
	if o.Report == footprintReport {
		return o.footprints(ctx, st, s, unit, args[0])
	}
	if o.Report == regularityReport {
		return o.regularities(st, s, unit)
	}
	if o.Passes != "" {
		return o.lowerBy(ctx, st, s, unit, args[0])
	}
	text, err := form(s, ctx, st, unit, o, args[0])
	if err != nil {
		return err
	}
	if o.JSON {
		out := map[string]any{"program": text}
		o.told.beside(out)
		return WriteJSON(st.Out, out)
	}
	fmt.Fprintln(st.Out, text)
	return nil
}

// elaborated is a program with its session, in which the inputs have been evaluated and the program has not.
func (o *Options) elaborated(ctx context.Context, st Streams, path string) (*session.Session, *syntax.Program, *elab.Unit, error) {
	s, prog, err := o.Prepare(ctx, st, path, false)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := s.CatchUp(ctx); err != nil {
		return nil, nil, nil, err
	}
	unit, err := session.Elaborate(ctx, s.Elab, prog)
	if err == nil {
		err = s.Hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, nil, nil, s.AboutInputs(prog, err)
	}
	return s, prog, unit, nil
}

// aboutPasses is the error that --passes is missing, or is wrong for every program, or that nothing asks for proofs.
func (o *Options) aboutPasses() error {
	if o.Proof != validity.Usual && !o.Check {
		return diag.Usagef("`--prove` and `--no-prove` are about the proofs of `--check`, and that is missing").Helpf("leave them out")
	}
	if o.Passes == "" {
		flag := ""
		switch {
		case o.Check:
			flag = "--check"
		case o.DumpEach != "":
			flag = "--dump-each"
		case o.HTML != "":
			flag = "--html"
		case o.Report != "" && !o.ownReport():
			flag = "--report"
		case o.Quiet && o.Rewrites == "":
			flag = "--quiet"
		default:
			return nil
		}
		return diag.Usagef("`%s` is about passes, and `--passes` is missing", flag).Helpf("`--passes cpu` runs the pipeline `cpu`")
	}
	_, fun := pass.Steps(o.Passes, pass.Fun)
	_, mem := pass.Steps(o.Passes, pass.FunMem)
	if fun != nil && mem != nil && fun.Error() == mem.Error() {
		return fun
	}
	return o.reporting()
}

// lowerBy prints the result of running --passes over a program.
func (o *Options) lowerBy(ctx context.Context, st Streams, s *session.Session, unit *elab.Unit, path string) error {
	def, err := o.chosen(unit, path)
	if err != nil {
		return err
	}
	if def != nil {
		unit = &elab.Unit{Core: session.NeededBy(unit.Core, def), Mem: unit.Mem}
	}
	left := pass.LeftOut(o.Passes, FormOf(unit))
	if left != "" && !o.JSON && !o.Quiet {
		fmt.Fprintln(st.Err, left)
	}
	stages, v, err := passes(s, ctx, st, unit, o)
	if err != nil {
		return err
	}
	last := stages[len(stages)-1]
	if o.Report != "" && !o.JSON {
		return o.report(st, stages)
	}
	text := last.Text
	if def != nil {
		if def = session.DefOf(last.Program, def.Name); def == nil {
			return diag.Usagef("these passes leave nothing of `%s`", o.Def)
		}
		text = syntax.Print(partOf(last.Program, def))
	}
	if o.afterIMP() {
		p, err := o.toIMP(ctx, st, s, last.Program, def)
		if err != nil {
			return err
		}
		text = ast.Print(p)
		if o.To != "imp" {
			if text, err = o.inC(ctx, st, s, last.Program, p); err != nil {
				return err
			}
		}
	}
	checked := ""
	if v != nil {
		checked = v.Summary()
	}
	if o.HTML != "" {
		if err := view.WriteStages(o.HTML, path, stages, left, checked); err != nil {
			return err
		}
	}
	if o.JSON {
		out := map[string]any{"program": text, "stages": stagesJSON(stages)}
		if v != nil {
			out["comparisons"], out["verdicts"] = v.Tests, v.Words
			if len(v.Open) > 0 {
				out["notCompared"] = v.Open
			}
			if len(v.Strays) > 0 {
				out["inconsistent"] = v.Strays
			}
		}
		if left != "" {
			out["leftOut"] = left
		}
		o.told.beside(out)
		if err := WriteJSON(st.Out, out); err != nil {
			return err
		}
	} else {
		if checked != "" && !o.Quiet {
			fmt.Fprintln(st.Err, checked)
			fmt.Fprint(st.Err, v.Warnings())
		}
		fmt.Fprintln(st.Out, text)
	}
	if v != nil && !v.Decided() {
		return Exit(3)
	}
	return nil
}

// form is the text of a form of a program, or of one def of it.
func form(s *session.Session, ctx context.Context, st Streams, unit *elab.Unit, o *Options, path string) (string, error) {
	def, err := o.chosen(unit, path)
	switch {
	case err != nil:
		return "", err
	case o.To == "core":
		return o.printed(partOf(unit.Core, def)), nil
	}
	mem, err := s.Lower(ctx, unit)
	if err != nil {
		return "", err
	}
	if def != nil {
		def = session.DefOf(mem, def.Name)
	}
	if o.To == "mem" {
		return o.printed(partOf(mem, def)), nil
	}
	p, err := o.toIMP(ctx, st, s, mem, def)
	if err != nil {
		return "", err
	}
	if o.To != "imp" {
		return o.inC(ctx, st, s, mem, p)
	}
	return o.printedIMP(p), nil
}

// toIMP translates a program, or one def of it, to IMP, and rewrites that as --rewrites says. It says what each rewrite did.
func (o *Options) toIMP(ctx context.Context, st Streams, s *session.Session, mem *syntax.Program, def *syntax.Def) (*ast.Program, error) {
	p, _, err := s.ToIMP(ctx, mem, def, true)
	if err != nil || o.Rewrites == "" {
		return p, err
	}
	names, err := schedule.Names(o.Rewrites)
	if err != nil {
		return nil, err
	}
	poll, before := verdict.Poll(ctx), ast.Print(p)
	return schedule.Through(names, p, native.Proved(mem, s.Elab.MemType, poll), poll, func(name string, q *ast.Program) {
		after := ast.Print(q)
		if after != before {
			r := rewritten{name, strings.Count(before, "\n") + 1, strings.Count(after, "\n") + 1}
			o.told.Rewrites = append(o.told.Rewrites, r)
			if !o.JSON && !o.Quiet {
				fmt.Fprintf(st.Err, "%s: %s became %s\n", name, diag.Count(r.Before, "line"), diag.Count(r.After, "line"))
			}
		}
		before = after
	})
}

// told is what lower says beside the program.
type told struct {
	Rewrites  []rewritten
	NotProved []notProved
}

// rewritten is a rewrite of IMP that changed the program, with its lines before and after.
type rewritten struct {
	Name   string `json:"name"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// notProved is a kernel that is not proved free of races, and whether it is shared among threads all the same.
type notProved struct {
	Kernel string `json:"kernel"`
	At     string `json:"at"`
	Shared bool   `json:"shared"`
}

// beside adds what was said to an object.
func (t *told) beside(out map[string]any) {
	if len(t.Rewrites) > 0 {
		out["rewrites"] = t.Rewrites
	}
	if len(t.NotProved) > 0 {
		out["notProved"] = t.NotProved
	}
}

// afterIMP tells whether the form that is wanted is IMP, or made from it.
func (o *Options) afterIMP() bool {
	return slices.Contains([]string{"imp", "c", "cuda", "opencl"}, o.To)
}

// inThreads tells whether the form that is wanted shares kernels among threads.
func (o *Options) inThreads() bool { return o.afterIMP() && o.To != "imp" }

// inC is the text of a program of IMP in C, or of its kernels in a dialect of devices, which was made from mem. Kernels that are not proved free of races do not go to
// several threads, which is said, unless --force is given.
func (o *Options) inC(ctx context.Context, st Streams, s *session.Session, mem *syntax.Program, p *ast.Program) (string, error) {
	proved := native.Proved(mem, s.Elab.MemType, verdict.Poll(ctx))
	said := map[diag.Span]bool{}
	dialect, onDevice := emit.DeviceDialect(o.To)
	shared := func(k *ast.Kernel) bool {
		free := proved(k)
		if !free && !said[k.Span] {
			o.told.NotProved = append(o.told.NotProved, notProved{k.X.Name, k.Span.String(), o.Force})
		}
		if !free && !said[k.Span] && !o.Quiet && !o.JSON {
			what := "it gets one thread; --force shares it among threads all the same"
			switch {
			case o.Force:
				what = "it is shared among threads, as --force says"
			case onDevice:
				what = "it is left out; --force takes it all the same"
			}
			fmt.Fprintf(st.Err, "%s: note: kernel `%s` is not proved free of races: %s\n", k.Span, k.X.Name, what)
		}
		said[k.Span] = true
		return free || o.Force
	}
	if onDevice {
		text, grids, err := emit.Kernels(p, dialect, shared, verdict.Poll(ctx))
		if err == nil && len(grids) == 0 {
			err = diag.Usagef("there is no kernel that a device runs").Helpf("`--to c` prints all of the program")
		}
		return strings.TrimSuffix(text, "\n"), err
	}
	code, err := emit.C(p, shared, verdict.Poll(ctx))
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(code.Text, "\n"), nil
}

// partOf returns a def and what it needs of a program, or the whole program if the def is nil.
func partOf(p *syntax.Program, def *syntax.Def) *syntax.Program {
	if def == nil {
		return p
	}
	return session.NeededBy(p, def)
}

// chosen returns the def of --def, or nil. It returns a usage error if there is no def of that
// name, or if --def is needed and not given.
func (o *Options) chosen(unit *elab.Unit, path string) (*syntax.Def, error) {
	switch names := session.DefNames(unit); {
	case o.Def != "":
		return session.DefNamed(unit, path, o.Def)
	case o.afterIMP() && len(names) > 0 && len(unit.Core.Defs()) == len(unit.Core.Decls):
		return nil, diag.Usagef("%s has only functions, and calls of them are inlined", path).
			Helpf("`--def` prints the %s form of one: `%s`", strings.ToUpper(o.To), strings.Join(names, "`, `"))
	}
	return nil, nil
}

func noForm(name string) error {
	if name == "" {
		return diag.Usagef("`lower` needs a form to lower to").Helpf("write `--to core`, `--to mem`, `--to imp`, `--to c`, `--to cuda` or `--to opencl`, or `--passes LIST`")
	}
	d := diag.Usagef("there is no form %q, wanted core, mem, imp, c, cuda or opencl", name)
	if near := diag.Nearest(name, forms); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("core has no memory, mem says where each array lies, imp has loops over blocks, c is IMP as C, cuda and opencl are its kernels for a device")
}
