package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/measure"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// benchmark is an expression that a file says to time: -- bench: EXPR. Comment lines below it that are indented go on
// with the expression.
type benchmark struct {
	span diag.Span // of the comment, or none for one of -e
	text string
}

// benchmarks collects the benchmarks of a program.
func benchmarks(prog *syntax.Program, until stop.Poll) (all []*benchmark) {
	var cur *benchmark
	last, ask := 0, until.Seldom()
	for _, c := range prog.Comments {
		ask()
		line, _ := c.Span.Position()
		text := strings.TrimPrefix(c.Text, "--")
		expr, begins := strings.CutPrefix(strings.TrimSpace(text), "bench:")
		switch {
		case begins:
			cur = &benchmark{c.Span, strings.TrimSpace(expr)}
			all = append(all, cur)
		case cur != nil && line == last+1 && strings.HasPrefix(text, "  "):
			cur.text += "\n" + text
		default:
			cur = nil
		}
		last = line
	}
	return all
}

// Benchmarks returns the expressions that a program says to time.
func Benchmarks(prog *syntax.Program) (exprs []string) {
	for _, b := range benchmarks(prog, nil) {
		exprs = append(exprs, b.text)
	}
	return exprs
}

// timing is a benchmark with what was measured.
type timing struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Expr string `json:"expr"`
	measure.Result
	Ratio  float64        `json:"ratio,omitempty"` // to the earlier median, with --against
	Change measure.Change `json:"change,omitempty"`
	Work   *work          `json:"device,omitempty"` // of a device with memory of its own, with --device
	Beside *beside        `json:"beside,omitempty"` // with --device
}

// benchReport is what bench measures, and where.
type benchReport struct {
	Ok      bool      `json:"ok"`
	Engine  string    `json:"engine"`
	Threads int       `json:"threads"`
	Go      string    `json:"go"`
	System  string    `json:"system"`
	CPUs    int       `json:"cpus"`
	Results []*timing `json:"results"`
}

// Bench is the body of `bench`: it times the expressions that the files name, or those of -e.
func Bench(ctx context.Context, st Streams, o *Options, args []string) error {
	ctx, end := o.timed(ctx)
	defer end()
	if err := o.useDevice(); err != nil {
		return err
	}
	before, err := o.earlier(ctx)
	if err != nil {
		return err
	}
	o.aboutEngine(st)
	rep := &benchReport{Ok: true, Engine: o.timedEngine(), Threads: o.Settings.Options().Threads, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(), Results: []*timing{}}
	for k, path := range args {
		if err := NotDump(path); err != nil {
			return err
		}
		if err := o.benchFile(ctx, st, path, fmt.Sprintf("file %d of %d", k+1, len(args)), before, rep); err != nil {
			if rep.Ok = false; o.JSON && len(rep.Results) > 0 {
				_ = WriteJSON(st.Out, rep) // what was measured before; the error counts
			}
			return err
		}
	}
	worse := 0
	for _, t := range rep.Results {
		if t.Change == measure.Worse {
			worse++
		}
	}
	switch {
	case o.JSON:
		if err := WriteJSON(st.Out, rep); err != nil {
			return err
		}
	case len(rep.Results) == 0:
		fmt.Fprintln(st.Out, "there is nothing to time (`-- bench: EXPR` in a file, or `-e EXPR`)")
	}
	switch {
	case len(rep.Results) == 0:
		return Exit(3)
	case o.Strict && worse > 0:
		return Exit(1)
	}
	return nil
}

// timedEngine is what is timed: the engine, and that it checks.
func (o *Options) timedEngine() string {
	if o.Check {
		return o.Settings.Engine + " --check"
	}
	return o.Settings.Engine
}

// earlier returns the measurements of --against by file and expression.
func (o *Options) earlier(ctx context.Context) (map[[2]string]measure.Result, error) {
	if o.Against == "" {
		return nil, nil
	}
	src, err := session.ReadSource(ctx, o.Against, o.Settings.Memory)
	if err != nil {
		return nil, err
	}
	var rep benchReport
	if err := json.Unmarshal([]byte(src.Text), &rep); err != nil || len(rep.Results) == 0 {
		return nil, diag.Usagef("%s has no earlier measurements", o.Against).Helpf("`funmem bench --json FILE` prints them")
	}
	if now := o.timedEngine(); rep.Engine != now {
		return nil, diag.Usagef("%s was measured with --engine %s, and this is --engine %s", o.Against, rep.Engine, now).Helpf("compare measurements of one engine")
	}
	old := map[[2]string]measure.Result{}
	for _, t := range rep.Results {
		if !(t.Median > 0) {
			return nil, diag.Usagef("%s says that `%s` took no time", o.Against, t.Expr).Helpf("`funmem bench --json FILE` prints measurements")
		}
		old[[2]string{t.File, t.Expr}] = t.Result
	}
	return old, nil
}

// benchFile measures the benchmarks of a file.
func (o *Options) benchFile(ctx context.Context, st Streams, path, where string, before map[[2]string]measure.Result, rep *benchReport) error {
	prog, mentions, err := o.Program(ctx, st, path, true)
	if err != nil {
		return err
	}
	list := benchmarks(prog, verdict.Poll(ctx))
	if len(o.Exprs) > 0 {
		list = nil
		for _, e := range o.Exprs {
			list = append(list, &benchmark{text: e})
		}
	}
	if len(list) == 0 {
		return nil
	}
	s := session.NewSession(o.Settings)
	s.Progress = session.NewProgress(st.Err)
	if err := Inputs(s, ctx, st, o, mentions); err != nil {
		return err
	}
	if _, err := s.AddProgram(ctx, session.Declarations(prog)); err != nil {
		return s.AboutInputs(prog, err)
	}
	for k, b := range list {
		if strings.TrimSpace(b.text) == "" {
			return diag.Errorf(diag.Usage, "", b.span, "there is no expression to time").Helpf("write `-- bench: EXPR`")
		}
		t := &timing{File: path, Expr: b.text}
		if b.span.Src != nil {
			t.Line, _ = b.span.Position()
		}
		run, err := o.ready(ctx, s, b)
		if err != nil {
			return err
		}
		finish := s.Progress.Begin()
		t.Result, err = measure.Runs(ctx, measure.Usual, run, func(r measure.Result) {
			s.Progress.Say(fmt.Sprintf("%s, %s %d of %d, %s", where, bar(k, len(list)), k+1, len(list), outline(r)))
		})
		if err == nil {
			err = o.onDevice(ctx, s, b, run, t)
		}
		finish()
		if ctx.Err() != nil {
			return engine.NewBudget(ctx, 0).Poll()
		}
		if err != nil {
			return err
		}
		if old, ok := before[[2]string{path, b.text}]; ok {
			t.Change, t.Ratio = measure.Compare(t.Result, old)
		}
		if rep.Results = append(rep.Results, t); !o.JSON {
			fmt.Fprint(st.Out, t.text(before != nil))
		}
	}
	return nil
}

// inParentheses tells whether there is an opening parenthesis right before an expression.
func inParentheses(e syntax.Expr) bool {
	at := e.GetSpan()
	return at.Src != nil && strings.HasSuffix(strings.TrimRight(at.Src.Text[:at.Start], " \n"), "(")
}

// ready prepares a benchmark, and returns what one run does. The lets around the expression are evaluated once, and are
// not timed, unless they are in parentheses.
func (o *Options) ready(ctx context.Context, s *session.Session, b *benchmark) (run func() error, err error) {
	name := "-e"
	if b.span.Src != nil {
		name = b.span.String()
	}
	prog, err := syntax.Parse(diag.NewSource(name, b.text), verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	var lets []syntax.Decl
	for len(prog.Decls) == 1 {
		show, ok := prog.Decls[0].(*syntax.Show)
		if !ok {
			break
		}
		block, ok := show.X.(*syntax.Block)
		if !ok || inParentheses(block) {
			break
		}
		for _, m := range block.Body.Stms {
			lets = append(lets, m)
		}
		var e syntax.Expr = &syntax.Tuple{Span: block.Body.Span, Elems: block.Body.Res}
		if len(block.Body.Res) == 1 {
			e = block.Body.Res[0]
		}
		prog = &syntax.Program{Span: prog.Span, Decls: []syntax.Decl{&syntax.Show{Span: e.GetSpan(), X: e}}}
	}
	if len(lets) > 0 {
		before := s.Snapshot()
		defer s.Restore(before)
		if _, err := s.AddProgram(ctx, &syntax.Program{Span: prog.Span, Decls: lets}); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Check || s.Settings.Engine == "heap":
		e, err := s.ParsedOnHeap(ctx, prog)
		if err != nil {
			return nil, err
		}
		check := s.Heap.Check
		with := session.WithDefs(e.Mem, check.Heap.Defs.Get)
		return func() error {
			if _, _, _, ok := s.Quickly(ctx, check, with); ok {
				return nil
			}
			return check.Aside(ctx, e.Mem, func(v *validity.Verdict) error {
				if v.Stuck != nil {
					return v.Stuck.Diag
				}
				return nil
			})
		}, nil
	case s.Settings.Engine == "imp":
		e, err := s.ParsedOnHeap(ctx, prog)
		if err != nil {
			return nil, err
		}
		once, err := s.ReadyIMP(ctx, e.Mem)
		if err != nil {
			return nil, err
		}
		return func() error {
			_, err := once()
			return err
		}, nil
	}
	e, err := s.ParsedAside(ctx, prog)
	if err != nil {
		return nil, err
	}
	shown := s.Progress
	s.Progress = nil // the line of progress says how far the measurement is, and not the run
	m := s.EvaluatorAside()
	s.Progress = shown
	once := s.Ready(ctx, m, e.Fun, e.Unit)
	return func() error {
		values, err := once()
		s.Discard(values)
		return err
	}, nil
}

// bar is a bar for done of all.
func bar(done, all int) string {
	const width = 20
	n := done * width / max(all, 1)
	return strings.Repeat("█", n) + strings.Repeat("░", width-n)
}

// outline is a measurement so far, in short.
func outline(r measure.Result) string {
	return fmt.Sprintf("%s: %s ± %.0f %%", diag.Count(r.Runs, "run"), duration(r.Median), 100*max(r.High-r.Median, r.Median-r.Low)/r.Median)
}

// duration shows nanoseconds.
func duration(ns float64) string {
	switch d := time.Duration(ns); {
	case d < time.Microsecond:
		return fmt.Sprintf("%.0f ns", ns)
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	}
	return fmt.Sprintf("%.3g s", ns/1e9)
}

// text is what bench prints about a benchmark.
func (t *timing) text(compared bool) string {
	var b strings.Builder
	first, _, more := strings.Cut(t.Expr, "\n")
	if more {
		first += " …"
	}
	place := t.File
	if t.Line > 0 {
		place = fmt.Sprintf("%s:%d", t.File, t.Line)
	}
	fmt.Fprintf(&b, "%s: %s\n  %s (%s to %s), %s", paint.Shown(place), paint.Shown(first), duration(t.Median), duration(t.Low), duration(t.High), diag.Count(t.Runs, "run"))
	if !t.Stable {
		b.WriteString(", not stable")
	}
	if t.CPU > 0 {
		fmt.Fprintf(&b, "; CPU %s", duration(t.CPU))
	}
	fmt.Fprintf(&b, "; %.0f allocations of %s; at most %s in use\n", t.Allocations, engine.Bytes(int64(t.Allocated)), engine.Bytes(int64(t.Peak)))
	b.WriteString(t.deviceText())
	switch {
	case t.Change == measure.Noise:
		fmt.Fprintf(&b, "  %.2f × before: noise\n", t.Ratio)
	case t.Change != "":
		fmt.Fprintf(&b, "  %.2f × before: %s\n", t.Ratio, t.Change)
	case compared:
		b.WriteString("  not measured before\n")
	}
	return b.String()
}
