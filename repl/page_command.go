package repl

import (
	"context"
	"path/filepath"
	"strings"

	"funmem/eval/data"
	"funmem/repl/cli"
	"funmem/repl/page"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// pageFile is the file of :page where none is named.
const pageFile = "page.html"

// pageCommand writes the evaluation of an expression as a page for a browser.
func (c *Console) pageCommand(ctx context.Context, arg string) error {
	arg = strings.TrimSpace(arg)
	expr, force := strings.CutPrefix(arg, "--force ")
	expr = strings.TrimSpace(expr)
	file := pageFile
	if name, rest := firstWord(expr); strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm") {
		file, expr = name, rest
	}
	if expr == "" {
		return diag.Usagef("`:page` needs an expression").Helpf("`:page f(3)` writes %s, and `:page lesson.html f(3)` another file", pageFile)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
	}
	if !force && !c.wrote[path] {
		if err := absent(file); err != nil {
			return diag.Usagef("%s is there already", file).Helpf("`:page --force %s` replaces it, and `:page other.html %s` writes another file", arg, expr)
		}
	}
	src := c.argument(expr)
	e, err := c.AsideOnHeap(ctx, src)
	if err != nil {
		return err
	}
	if len(e.Unit.Names) > 0 && len(e.Fun.Defs()) == len(e.Fun.Decls) {
		return diag.Usagef("a function has no evaluation of its own").Helpf("write a call of it, as in `:page f(3)`")
	}
	p := &view.LessonProgram{Session: c.Session, Source: src, Mem: e.Mem}
	if !e.Unit.Mem {
		p.Core = e.Unit.Core
	}
	l, err := view.Lesson(ctx, expr, p)
	if err == nil {
		err = cli.Steps(l, "a variable has its value already; write the expression that it was bound to")
	}
	if err != nil {
		return err
	}
	if err := page.Write(file, l); err != nil {
		return err
	}
	c.wrote[path] = true
	c.printf("wrote %s: %s", diag.OneLine(file), cli.LessonText(l))
	return nil
}

// firstWord is the first word of a text, which may be in double quotes, and what follows it.
func firstWord(text string) (word, rest string) {
	if quoted, is := strings.CutPrefix(text, `"`); is {
		word, rest, _ = strings.Cut(quoted, `"`)
	} else {
		word, rest, _ = strings.Cut(text, " ")
	}
	return word, strings.TrimSpace(rest)
}
