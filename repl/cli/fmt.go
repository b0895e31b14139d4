package cli

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"funmem/eval/data"
	"funmem/eval/verdict"
	"funmem/eval/whole"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Fmt is the body of `fmt`.
func Fmt(ctx context.Context, st Streams, o *Options, args []string) error {
	if (o.JSON || o.FromJSON) && (o.Write || o.Check) {
		return diag.Usagef("`--json` and `--from-json` print another form, which `-w` and `--check` do not look at").Helpf("leave them out, and write the output to a file")
	}
	status := 0
	for _, path := range args {
		if path == "-" && o.Write {
			return diag.Usagef("-w cannot write back to standard input").Helpf("leave out -w, or name a file")
		}
		if err := session.NotIMP(path); err != nil {
			return err
		}
		if err := NotDump(path); err != nil {
			return err
		}
		src, err := o.read(ctx, st, path)
		if err != nil {
			return err
		}
		var prog *syntax.Program
		if o.FromJSON {
			prog, err = syntax.FromJSON(path, []byte(src.Text), verdict.Poll(ctx))
		} else {
			prog, err = syntax.Parse(src, verdict.Poll(ctx))
		}
		if err != nil {
			return err
		}
		if o.JSON {
			if err := verbatim(st.Out, string(syntax.ToJSON(prog))+"\n"); err != nil {
				return err
			}
			continue
		}
		text := syntax.Format(prog, verdict.Poll(ctx))
		changed := text != src.Text
		switch {
		case o.Check && changed:
			fmt.Fprintln(st.Out, diag.OneLine(path))
			status = 1
		case o.Check:
		case o.Write && changed:
			if err := whole.WriteFile(path, []byte(text)); err != nil {
				return diag.Usagef("cannot write %s: %s", path, data.Cause(err))
			}
		case !o.Write:
			if err := verbatim(st.Out, text); err != nil {
				return err
			}
		}
	}
	if status != 0 {
		return Exit(status)
	}
	return nil
}

// Version is the version of funmem: that of the module, or the revision from which it was built.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel " + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}

// PrintVersion is the body of `version`.
func PrintVersion(_ context.Context, st Streams, _ *Options, _ []string) error {
	_, err := fmt.Fprintln(st.Out, strings.TrimSpace("funmem "+Version()))
	return err
}
