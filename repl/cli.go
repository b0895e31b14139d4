package repl

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/repl/edit"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Streams are what a sub-command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Options are those of all sub-commands; each looks at what it knows.
type Options struct {
	Settings
	JSON   bool     // results for machines
	Strict bool     // warnings fail
	Exprs  []string // -e: evaluated instead of the file's own expressions
	Inputs []string // --in NAME=VALUE
	Out    string   // --out: a file for the result
	To     string   // --to: core or mem
	Write  bool     // -w: rewrite the files
	Check  bool     // --check: only say which files would change
	Lines  []string // -c: lines for the REPL
}

// Body is the body of a sub-command; it returns the error that ends it, which
// Report prints.
type Body func(ctx context.Context, io Streams, o *Options, args []string) error

// Interactive is the REPL (no sub-command): it loads files, then runs the given
// lines, or else reads lines until the end of the input.
func Interactive(_ context.Context, st Streams, o *Options, files []string) error {
	c := NewConsole(NewSession(o.Settings), st.Out, st.Err)
	if len(o.Lines) > 0 {
		c.Files(files)
		for _, l := range o.Lines {
			if !c.quit {
				c.Lines(l)
			}
		}
		return c.ended()
	}
	ed, err := edit.New(edit.Options{In: st.In, Out: st.Out, HistoryFile: edit.HistoryFile(), Complete: c.Complete})
	if err != nil {
		return err
	}
	defer ed.Close()
	terminal := paint.IsTerminal(st.In)
	if terminal {
		c.printf("funmem %s. `:help` says what there is, Ctrl-D ends.", Version())
	}
	c.Files(files)
	c.Loop(ed)
	if terminal {
		return nil
	}
	return c.ended()
}

// ended is the error that stands for the status of a console whose messages
// were printed.
func (c *Console) ended() error {
	if c.status != 0 {
		return exit(c.status)
	}
	return nil
}

// program reads a file and the expressions that take the place of its own.
func program(path string, exprs []string) (*syntax.Program, error) {
	src, err := ReadSource(path)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Parse(src)
	if err != nil || len(exprs) == 0 {
		return prog, err
	}
	var decls []syntax.Decl
	for _, d := range prog.Decls {
		switch d.(type) {
		case *syntax.Show, *syntax.In:
		default:
			decls = append(decls, d)
		}
	}
	for _, text := range exprs {
		e, err := syntax.Parse(diag.NewSource("-e", text))
		if err != nil {
			return nil, err
		}
		decls = append(decls, e.Decls...)
	}
	return &syntax.Program{Span: prog.Span, Decls: decls}, nil
}

// Run is the body of `run`.
func Run(ctx context.Context, st Streams, o *Options, args []string) error {
	s, prog, err := o.prepare(ctx, st, args[0])
	if err != nil {
		return err
	}
	added, err := s.AddProgram(ctx, prog)
	if err != nil {
		if added != nil && !o.JSON {
			o.results(st, added)
		}
		return unbound(err)
	}
	for _, d := range added.Heap {
		if d.Kind != diag.Warning {
			d.Kind = diag.Warning // what a check would refuse, a run goes on after
		}
		if o.Settings.Engine == "heap" {
			fmt.Fprint(st.Err, diag.Format(d, paint.Style(st.Err)))
		}
	}
	if err := o.results(st, added); err != nil {
		return err
	}
	if o.Out != "" {
		if err := o.writeResult(st, added); err != nil {
			return err
		}
	}
	if o.Strict && o.Settings.Engine == "heap" && len(added.Heap) > 0 {
		return exit(1)
	}
	return nil
}

// unbound says of the variables that are not known, and are no slip of the pen,
// that they can be inputs.
func unbound(err error) error {
	for _, d := range diag.Of(err) {
		if name := d.Span.Text(); d.Rule == "T-VAR" && d.Help == "" && len(d.Notes) == 0 && strings.HasPrefix(d.Msg, "the variable") {
			d.Helpf("bind it before it is used, or as an input: `--in %s=FILE.npy` or `--in %s=VALUE`", name, name)
		}
	}
	return err
}

// prepare is a session with the inputs bound, and the program of a file.
func (o *Options) prepare(ctx context.Context, st Streams, path string) (*Session, *syntax.Program, error) {
	s := NewSession(o.Settings)
	s.whole = true
	prog, err := program(path, o.Exprs)
	if err != nil {
		return nil, nil, err
	}
	for _, in := range o.Inputs {
		if err := s.input(ctx, st, in); err != nil {
			return nil, nil, err
		}
	}
	return s, prog, nil
}

// results prints the values of a program.
func (o *Options) results(st Streams, added *Added) error {
	type result struct {
		Name  *string         `json:"name"`
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	}
	list := []result{}
	for i, v := range added.Values {
		r := added.Unit.Results[i]
		if !o.JSON {
			if o.Out != "" && i == len(added.Unit.Results)-1 {
				continue
			}
			fmt.Fprintln(st.Out, resultText(r.Name, isBlock(r), v, o.Limit))
			continue
		}
		res := result{Type: v.Type(), Value: data.JSON(v)}
		if r.Name != "" {
			res.Name = &r.Name
		}
		if isBlock(r) {
			block, err := json.Marshal(map[string]string{"block": r.Name})
			if err != nil {
				return err
			}
			res.Type, res.Value = "mem", block
		}
		list = append(list, res)
	}
	if o.JSON {
		return writeJSON(st.Out, map[string]any{"results": list})
	}
	return nil
}

func resultText(name string, block bool, v value.Val, limit int) string {
	if block {
		return "block " + name
	}
	return show(v, limit)
}

// writeResult writes the last value to the file of --out.
func (o *Options) writeResult(st Streams, added *Added) error {
	for i := len(added.Values) - 1; i >= 0; i-- {
		if isBlock(added.Unit.Results[i]) {
			continue
		}
		scale, err := data.Write(o.Out, added.Values[i])
		if err != nil {
			return err
		}
		if scale != nil {
			fmt.Fprintln(st.Err, scale)
		}
		if !o.JSON {
			fmt.Fprintf(st.Out, "wrote %s : %s\n", o.Out, added.Values[i].Type())
		}
		return nil
	}
	return usagef("the program has no value to write to %s", o.Out).Helpf("choose one with `-e EXPR`")
}

// input binds the input that an --in describes: NAME=FILE, NAME=EXPR or NAME=-.
func (s *Session) input(ctx context.Context, st Streams, text string) error {
	name, from, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || name == "" || wordStart(name) != 0 {
		return usagef("--in %s: wanted NAME=FILE, NAME=VALUE or NAME=-", text)
	}
	for _, ending := range data.Readable {
		if strings.HasSuffix(strings.ToLower(from), ending) {
			v, err := data.Read(from, s.Settings.Memory)
			if err == nil {
				s.Bind(name, v)
			}
			return err
		}
	}
	if from == "-" {
		all, err := io.ReadAll(st.In)
		if err != nil {
			return usagef("cannot read standard input: %s", err)
		}
		if strings.HasPrefix(string(all), "\x93NUMPY") {
			v, err := data.ReadNPY(strings.NewReader(string(all)), "standard input", s.Settings.Memory)
			if err == nil {
				s.Bind(name, v)
			}
			return err
		}
		from = string(all)
	}
	src := diag.NewSource("--in "+name, strings.TrimSpace(from))
	e, err := syntax.ParseExpr(src)
	if err != nil {
		if _, missing := os.Stat(from); missing == nil {
			return usagef("--in %s: %s is a file of another kind, wanted one that ends in %s", text, from, strings.Join(data.Readable, " or "))
		}
		return err
	}
	prog := &syntax.Program{Span: e.GetSpan(), Decls: []syntax.Decl{&syntax.Show{Span: e.GetSpan(), X: e}}}
	aside := NewSession(s.Settings)
	added, err := aside.AddProgram(ctx, prog)
	if err != nil {
		return err
	}
	if len(added.Values) != 1 {
		return usagef("--in %s: wanted one value, found %d", text, len(added.Values))
	}
	s.Bind(name, added.Values[0])
	return nil
}

// Check is the body of `check`.
func Check(ctx context.Context, st Streams, o *Options, args []string) error {
	s, prog, err := o.prepare(ctx, st, args[0])
	if err != nil {
		return err
	}
	v, err := s.verdict(ctx, prog)
	if err != nil {
		return unbound(err)
	}
	ok := v.OK && !(o.Strict && len(v.Warnings) > 0)
	if o.JSON {
		v.OK = ok
		if err := writeJSON(st.Out, v); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, v.Text(paint.Style(st.Out)))
		if len(prog.Defs()) == len(prog.Decls) {
			fmt.Fprintln(st.Out, "only functions: nothing was run")
		}
	}
	if !ok {
		return exit(1)
	}
	return nil
}

// Lower is the body of `lower`.
func Lower(ctx context.Context, st Streams, o *Options, args []string) error {
	s, prog, err := o.prepare(ctx, st, args[0])
	if err != nil {
		return err
	}
	unit, err := s.elab.Program(prog)
	if err != nil {
		return unbound(err)
	}
	switch o.To {
	case "core":
		fmt.Fprintln(st.Out, syntax.Print(unit.Core))
	case "mem":
		if err := s.catchUp(ctx); err != nil {
			return err
		}
		mem, err := s.lower(unit)
		if err != nil {
			return err
		}
		fmt.Fprintln(st.Out, syntax.Print(mem))
	case "":
		return usagef("`lower` needs a form to lower to").Helpf("write `--to core` or `--to mem`")
	default:
		d := usagef("there is no form %q, wanted core or mem", o.To)
		if near := diag.Nearest(o.To, []string{"core", "mem"}); near != "" {
			d.Helpf("did you mean %s?", near)
		}
		return d
	}
	return nil
}
