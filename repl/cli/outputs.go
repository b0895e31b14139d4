package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/verdict"
	"funmem/eval/whole"
	"funmem/futhark"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mayWrite returns an error before anything runs if a flag names an output file that is also read, has the name of
// another kind of file, or cannot be written.
func (o *Options) mayWrite(ctx context.Context, args []string) error {
	for _, file := range []string{o.HTML, o.Lesson} {
		if file != "" && !isPage(file) {
			return diag.Usagef("cannot write %s: wanted a file that ends in .html or .htm", file)
		}
	}
	if err := o.outputsApart(); err != nil {
		return err
	}
	var reads []string
	for _, target := range [][2]string{{"--html", o.HTML}, {"--page", o.Lesson}, {"--save", o.Save}, {"--out", o.Out}} {
		flag, file := target[0], target[1]
		if file == "" {
			continue
		}
		if reads == nil {
			reads = o.filesRead(ctx, args)
		}
		if slices.ContainsFunc(reads, func(path string) bool { return sameFile(path, file) }) {
			return diag.Usagef("`%s %s` would overwrite a file that is read", flag, diag.OneLine(file)).Helpf("give another file")
		}
		if err := whole.Writable(file); err != nil {
			return diag.Usagef("cannot write %s: %s", diag.OneLine(file), data.Cause(err))
		}
	}
	if o.DumpEach == "" {
		return nil
	}
	if err := mayHold(o.DumpEach); err != nil {
		return err
	}
	for _, path := range o.filesRead(ctx, args) {
		if dumped.MatchString(filepath.Base(path)) && sameFile(filepath.Dir(path), o.DumpEach) {
			return diag.Usagef("`--dump-each %s` would overwrite or take away %s, which is read", diag.OneLine(o.DumpEach), diag.OneLine(path)).
				Helpf("give another folder")
		}
	}
	return nil
}

// stdinOnce is the error that standard input is used both as a program and as something else. It can only be read once.
func (o *Options) stdinOnce(args []string) error {
	programs, inputs := 0, 0
	for _, arg := range args {
		if arg == "-" {
			programs++
		}
	}
	for _, text := range o.Inputs {
		if _, from, _ := strings.Cut(text, "="); from == "-" {
			inputs++
		}
	}
	what := ""
	switch {
	case programs > 1:
		what = "two programs"
	case programs == 1 && inputs > 0:
		what = "both the program and an input"
	default:
		return nil
	}
	return diag.Usagef("standard input cannot be %s", what).Helpf("it is read once: put one of them into a file")
}

// outputsApart is the error that two flags write to one file, or that one of them writes to the folder of the other.
func (o *Options) outputsApart() error {
	targets := [][2]string{{"--html", o.HTML}, {"--page", o.Lesson}, {"--save", o.Save}, {"--out", o.Out}, {"--dump-each", o.DumpEach}, {"--junit", o.Suite.JUnit}, {"--sarif", o.Suite.SARIF}}
	for k, x := range targets {
		for _, y := range targets[:k] {
			if x[1] != "" && y[1] != "" && (sameFile(x[1], y[1]) && !strings.HasPrefix(x[1], "/dev/") || absolute(x[1]) == absolute(y[1])) {
				return diag.Usagef("`%s %s` and `%s %s` would write one file", y[0], diag.OneLine(y[1]), x[0], diag.OneLine(x[1])).Helpf("give each a file of its own")
			}
		}
	}
	return nil
}

// absolute returns a path from the root, without redundant parts.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return filepath.Clean(path)
}

// mayHold returns an error if a folder cannot be made, or if no files can be written to it. It leaves no trace.
func mayHold(dir string) error {
	at := absolute(dir)
	info, err := os.Stat(at)
	for err != nil && filepath.Dir(at) != at {
		at = filepath.Dir(at)
		info, err = os.Stat(at)
	}
	if err == nil && !info.IsDir() {
		return diag.Usagef("cannot write to the folder %s: %s is a file", diag.OneLine(dir), diag.OneLine(at))
	}
	f, err := os.CreateTemp(at, ".funmem-*")
	if err != nil {
		return diag.Usagef("cannot write to the folder %s: %s", diag.OneLine(dir), data.Cause(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// isPage tells whether a path can be that of a page for a browser. A device can.
func isPage(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".html" || ending == ".htm" || strings.HasPrefix(path, "/dev/")
}

// sameFile tells whether two paths lead to one file or folder.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// filesRead returns the files that a sub-command reads: programs, the files that they import, and inputs, also those of
// headers. A file that
// cannot be read is left to the reader to report.
func (o *Options) filesRead(ctx context.Context, args []string) []string {
	files := map[string]bool{}
	for _, arg := range args {
		paths, _ := filepath.Glob(arg)
		for _, path := range append(paths, arg) {
			o.imported(ctx, files, filepath.Clean(path))
		}
	}
	for _, text := range o.Inputs {
		if _, from, _ := strings.Cut(text, "="); from != "" {
			file, _ := data.Chosen(from)
			files[file] = true
		}
	}
	var list []string
	for path := range files {
		list = append(list, path)
	}
	slices.Sort(list)
	return list
}

// imported adds a file, and the files that it imports.
func (o *Options) imported(ctx context.Context, files map[string]bool, path string) {
	if files[path] || len(files) > session.MaxImports {
		return
	}
	files[path] = true
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || futhark.IsDump(path) || session.IsIMP(path) {
		return
	}
	src, err := session.ReadSource(ctx, path, o.Settings.Memory)
	if err != nil || !strings.Contains(src.Text, "import") && !strings.Contains(src.Text, "-- in: ") {
		return
	}
	p, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return
	}
	for _, text := range session.HeaderOf(p).Inputs {
		_, from, _ := strings.Cut(text, "=")
		file, _ := data.Chosen(from)
		files[file] = true
	}
	for _, d := range p.Decls {
		if imp, ok := d.(*syntax.Import); ok {
			o.imported(ctx, files, session.ImportPath(imp))
		}
	}
}
