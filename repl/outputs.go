package repl

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mayWrite is the error, before anything runs, that a file which the flags name as an output is one
// of those that are read, or that its name says it is something else.
func (o *Options) mayWrite(ctx context.Context, args []string) error {
	if o.HTML != "" && !isPage(o.HTML) {
		return usagef("cannot write %s: wanted a file that ends in .html or .htm", o.HTML)
	}
	var reads []string
	for _, target := range [][2]string{{"--html", o.HTML}, {"--save", o.Save}, {"--out", o.Out}} {
		flag, file := target[0], target[1]
		if file == "" {
			continue
		}
		if reads == nil {
			reads = o.filesRead(ctx, args)
		}
		if slices.ContainsFunc(reads, func(path string) bool { return sameFile(path, file) }) {
			return usagef("`%s %s` would overwrite a file that is read", flag, diag.OneLine(file)).Helpf("give another file")
		}
	}
	if o.DumpEach == "" {
		return nil
	}
	for _, path := range o.filesRead(ctx, args) {
		if dumped.MatchString(filepath.Base(path)) && sameFile(filepath.Dir(path), o.DumpEach) {
			return usagef("`--dump-each %s` would overwrite or take away %s, which is read", diag.OneLine(o.DumpEach), diag.OneLine(path)).
				Helpf("give another folder")
		}
	}
	return nil
}

// isPage tells whether a path may be that of a page for a browser; a device may.
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

// filesRead are the files that a sub-command reads: programs, what these import, and inputs.
// What cannot be read is left to the reader to report.
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
			files[from] = true
		}
	}
	var list []string
	for path := range files {
		list = append(list, path)
	}
	slices.Sort(list)
	return list
}

// imported adds a file, and those that it imports.
func (o *Options) imported(ctx context.Context, files map[string]bool, path string) {
	if files[path] || len(files) > maxImports {
		return
	}
	files[path] = true
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || isDump(path) || isIMP(path) {
		return
	}
	src, err := ReadSource(ctx, path, o.Settings.Memory)
	if err != nil || !strings.Contains(src.Text, "import") {
		return
	}
	p, err := syntax.Parse(src, poll(ctx))
	if err != nil {
		return
	}
	for _, d := range p.Decls {
		if imp, ok := d.(*syntax.Import); ok {
			o.imported(ctx, files, importPath(imp))
		}
	}
}
