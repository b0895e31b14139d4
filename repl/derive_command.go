package repl

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/repl/svg"
	"funmem/repl/typeset"
	"funmem/repl/view"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// derivation is what :derive is asked for.
type derivation struct {
	engine string // value, heap or imp
	types  bool   // of types, of the form that the engine evaluates
	full   bool   // nothing is cut
	printed
	expr string
}

// deriveForms are what derivations can be printed as.
var deriveForms = []string{"latex", "svg"}

// deriveWords are the words that may stand before the expression of :derive, with or without
// two dashes, and with what each asks for.
var deriveWords = map[string]func(*derivation){
	"value": func(d *derivation) { d.engine = "value" },
	"heap":  func(d *derivation) { d.engine = "heap" },
	"imp":   func(d *derivation) { d.engine = "imp" },
	"types": func(d *derivation) { d.types = true },
	"full":  func(d *derivation) { d.full = true },
}

// derivationOf separates these words from the expression that follows them. A word without
// dashes is one of them only if something follows, and --full needs its dashes.
func derivationOf(arg, engine string) (derivation, error) {
	d := derivation{engine: engine, expr: arg}
	for {
		end := strings.IndexFunc(d.expr, unicode.IsSpace)
		word, rest := d.expr, ""
		if end >= 0 {
			word, rest = d.expr[:end], strings.TrimSpace(d.expr[end:])
		}
		name, dashed := strings.CutPrefix(word, "--")
		ask, ok := deriveWords[name]
		if dashed && !ok {
			after, known, err := d.take("derive", deriveForms, name, rest)
			if err != nil {
				return d, err
			}
			if known {
				if after == "" {
					return d, diag.Usagef("`:derive --%s` needs an expression", name)
				}
				d.expr = after
				continue
			}
			return d, diag.Usagef("`:derive` has no option %s", word).Helpf("it has --full, --heap, --imp, --types and --value, and to print it %s", optionsOf(deriveForms))
		}
		switch {
		case dashed && rest == "":
			return d, diag.Usagef("`:derive %s` needs an expression", word)
		case !ok || rest == "" || !dashed && name == "full":
			return d, d.whole("derive", deriveForms)
		}
		ask(&d)
		d.expr = rest
	}
}

func (c *Console) deriveCommand(ctx context.Context, arg string) error {
	engine := c.Settings.Engine
	if engine != "heap" && engine != "imp" {
		engine = "value"
	}
	d, err := derivationOf(arg, engine)
	if err != nil {
		return err
	}
	if d.engine != "value" {
		if err := c.CatchUp(ctx); err != nil {
			return err
		}
	}
	run := map[string]func(context.Context, string, *derive.Recorder) (*syntax.Program, error){"value": c.deriveValue, "heap": c.deriveHeap, "imp": c.deriveIMP}[d.engine]
	onHeap := d.engine == "heap"
	if d.types {
		if d.engine == "imp" {
			return diag.Usagef("`:derive` has types of Fun and of FUNMEM, and not of IMP").Helpf("`:derive types %s` derives those of Fun, `:derive types heap %s` those of FUNMEM", d.expr, d.expr)
		}
		run = func(ctx context.Context, expr string, rec *derive.Recorder) (*syntax.Program, error) {
			return nil, c.deriveTypes(ctx, expr, onHeap, rec)
		}
	}
	rec := derive.NewRecorder()
	if d.engine != "imp" { // IMP has the inputs of its own program
		rec = derive.NewRecorder(c.Elab.Globals(onHeap)...)
	}
	rec.Full = d.full
	of, err := run(ctx, d.expr, rec)
	if again := rec.Again(); again != nil {
		rec = again
		of, err = run(ctx, d.expr, rec)
	}
	if shown := c.showDerivations(rec, d); shown != nil {
		return shown
	}
	if of != nil && d.as == "" {
		c.whose(c.withCalled(of))
	}
	return err
}

// semantics are what derivations are by.
var semantics = map[string]string{"value": "the value semantics", "heap": "the heap semantics", "imp": "the semantics of IMP"}

// showDerivations prints the trees, what H₀ is, and what is cut.
func (c *Console) showDerivations(rec *derive.Recorder, d derivation) error {
	if len(rec.Trees()) == 0 {
		return nil
	}
	var heaps []string
	for k, H := range rec.Heaps {
		heaps = append(heaps, derive.Numbered("H", k)+" = "+H.String())
	}
	about := ""
	switch {
	case d.types || d.full:
	case d.engine == "heap":
		about = "H₀ is the heap before it, which `:heap` draws; each alloc, write and free makes the next one"
	case d.engine == "imp":
		about = "H₀ has copies of the blocks that it uses; each alloc, write and free makes the next one"
	}
	title := "The derivation by " + semantics[d.engine] + " of "
	if d.types {
		title = "The derivation of the types of "
	}
	switch d.as {
	case "latex":
		t := &typeset.Derivation{Title: title, Of: d.expr, Trees: rec.Trees(), Heaps: heaps, Notes: notes(about, cuts(rec.Cuts(), d, false)), Whole: d.full}
		if d.fragment {
			return c.deliver(d.printed, t.Fragment())
		}
		return c.deliver(d.printed, t.Document())
	case "svg":
		t := &svg.Derivation{Title: title + diag.OneLine(d.expr), Trees: rec.Trees(), Notes: append(heaps, notes(about, cuts(rec.Cuts(), d, false))...), Whole: d.full}
		return c.deliver(d.printed, t.Picture().String())
	}
	style := derive.Style{Rule: c.pal.Rule, Width: view.WidthOf(c.out), Whole: d.full}
	shortened := false
	for _, t := range rec.Trees() {
		text := derive.Format(t, style)
		c.printf("%s", strings.TrimRight(text, "\n"))
		whole := style
		whole.Whole = true
		shortened = shortened || text != derive.Format(t, whole)
	}
	for _, n := range append(heaps, notes(about, cuts(rec.Cuts(), d, shortened))...) {
		c.printf("%s", c.pal.Dim(n))
	}
	return nil
}

// notes are those of texts that say something.
func notes(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// cuts says in one line what derivations leave out, or "".
func cuts(cut derive.Cut, d derivation, shortened bool) string {
	if d.full {
		if cut&derive.CutHeap != 0 {
			return "cut: iterations and heaps, because there are so many"
		}
		return ""
	}
	env := "E"
	if d.types {
		env = "Γ"
	}
	var parts []string
	for _, p := range []struct {
		on   bool
		text string
	}{
		{cut&derive.CutEnv != 0, env + " to what each line uses"},
		{cut&derive.CutValue != 0, "arrays and lists to their ends"},
		{cut&derive.CutSet != 0, "sets to their first locations"},
		{cut&derive.CutBlock != 0, "fresh blocks to their first and last cell"},
		{shortened, "lines to the width"},
	} {
		if p.on {
			parts = append(parts, p.text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "cut: " + strings.Join(parts, ", ") + "; `:derive --full` does not cut"
}

// onlyFunctions refuses a program that has nothing to evaluate.
func onlyFunctions(e *session.Scratch) error {
	if len(e.Unit.Names) > 0 && len(e.Fun.Defs()) == len(e.Fun.Decls) {
		return diag.Usagef("a function has no derivation of its own").Helpf("derive a call of it, or its types with `:derive types`")
	}
	return nil
}

func (c *Console) deriveValue(ctx context.Context, expr string, rec *derive.Recorder) (*syntax.Program, error) {
	e, err := c.Aside(ctx, c.argument(expr))
	if err != nil {
		return nil, err
	}
	if err := onlyFunctions(e); err != nil {
		return nil, err
	}
	m := c.EvaluatorAside()
	m.Record = rec
	defer c.Progress.Begin()()
	if _, err = m.Run(ctx, e.Fun); err != nil && ctx.Err() == nil {
		rec.Stuck()
	}
	return e.Fun, err
}

func (c *Console) deriveHeap(ctx context.Context, expr string, rec *derive.Recorder) (*syntax.Program, error) {
	e, err := c.AsideOnHeap(ctx, c.argument(expr))
	if err != nil {
		return nil, err
	}
	if err := onlyFunctions(e); err != nil {
		return nil, err
	}
	return e.Mem, c.VerdictOn(ctx, e, 0, rec, func(v *validity.Verdict) error {
		if v.Stuck != nil {
			rec.Stuck()
			return v.Stuck.Diag
		}
		return nil
	})
}

func (c *Console) deriveIMP(ctx context.Context, expr string, rec *derive.Recorder) (*syntax.Program, error) {
	e, err := c.AsideOnHeap(ctx, c.argument(expr))
	if err != nil {
		return nil, err
	}
	if err := onlyFunctions(e); err != nil {
		return nil, err
	}
	defer c.Progress.Begin()()
	if err = c.DeriveIMP(ctx, e.Mem, rec); err != nil && ctx.Err() == nil {
		rec.Stuck()
	}
	return e.Mem, err
}

// deriveTypes derives the types of a program, or of a function by its name.
func (c *Console) deriveTypes(ctx context.Context, expr string, onHeap bool, rec *derive.Recorder) error {
	if c.Unlinked(expr) != nil {
		return session.DeriveLibrary(rec, expr, onHeap)
	}
	if n, ok := c.Elab.Lookup(expr); ok && n.Def != nil {
		if onHeap {
			mem, _, err := c.formOf(ctx, expr)
			if err != nil {
				return err
			}
			return c.Elab.DeriveDef(rec, mem, expr, true)
		}
		def := &syntax.Program{Decls: []syntax.Decl{n.Def}}
		return c.Elab.DeriveDef(rec, def, expr, c.Elab.IsMem(def, verdict.Poll(ctx)))
	}
	prog, err := syntax.Parse(c.argument(expr))
	if err != nil {
		return err
	}
	mem := c.Elab.IsMem(prog, verdict.Poll(ctx))
	if err = c.TypesAside(ctx, prog, rec, onHeap); err == nil || len(rec.Trees()) > 0 {
		return err
	}
	for _, d := range diag.Of(err) {
		if d.Kind == diag.Type {
			rec.Add(elab.Path(prog, d, mem))
		}
	}
	return err
}
