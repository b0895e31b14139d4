package repl

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"funmem/eval/data"
	"funmem/repl/page"
	"funmem/semantics/diag"
)

// printed is how a command is asked for something to print: the form, and the file.
type printed struct {
	as       string // latex or svg; "": letters on the screen
	file     string // --out
	force    bool   // replaces a file that is there
	fragment bool   // LaTeX without a document around it
}

// option is a word with two dashes before an argument, and what follows.
func option(arg string) (name, rest string, ok bool) {
	name, ok = strings.CutPrefix(arg, "--")
	if !ok {
		return "", arg, false
	}
	end := strings.IndexFunc(name, unicode.IsSpace)
	if end < 0 {
		return name, "", true
	}
	return name[:end], strings.TrimSpace(name[end:]), true
}

// take reads one option about printing. It is not ok if the option is another one.
func (f *printed) take(command string, forms []string, name, rest string) (after string, ok bool, err error) {
	switch {
	case slices.Contains(forms, name):
		if f.as != "" && f.as != name {
			return rest, true, diag.Usagef("`:%s` takes one of --%s and --%s", command, f.as, name)
		}
		f.as = name
	case name == "force":
		f.force = true
	case name == "fragment" && slices.Contains(forms, "latex"):
		f.fragment = true
	case name == "out":
		if quoted, is := strings.CutPrefix(rest, `"`); is {
			f.file, rest, _ = strings.Cut(quoted, `"`)
		} else {
			end := strings.IndexFunc(rest+" ", unicode.IsSpace)
			f.file, rest = rest[:end], rest[end:]
		}
		if f.file == "" {
			return rest, true, diag.Usagef("`--out` needs the name of a file").Helpf("write `:%s --%s --out picture.%s …`", command, forms[0], ending[forms[0]])
		}
		return strings.TrimSpace(rest), true, nil
	default:
		return rest, false, nil
	}
	return rest, true, nil
}

// ending is how the name of a file of a form ends.
var ending = map[string]string{"latex": "tex", "svg": "svg"}

// whole says what in the options does not go together.
func (f *printed) whole(command string, forms []string) error {
	switch {
	case f.as == "" && (f.file != "" || f.fragment || f.force):
		given := "--out"
		if f.file == "" && f.fragment {
			given = "--fragment"
		} else if f.file == "" {
			given = "--force"
		}
		return diag.Usagef("`%s` is about what is printed as a document or picture", given).Helpf("add --%s", strings.Join(forms, " or --"))
	case f.fragment && f.as != "latex":
		return diag.Usagef("`--fragment` is LaTeX without a document around it").Helpf("add --latex")
	}
	return nil
}

// printedOf separates the options about printing from the argument of a command that has no others.
func printedOf(command string, forms []string, arg string) (f printed, rest string, err error) {
	rest = arg
	for {
		name, after, is := option(rest)
		if !is {
			return f, rest, f.whole(command, forms)
		}
		var ok bool
		if rest, ok, err = f.take(command, forms, name, after); err != nil {
			return f, rest, err
		} else if !ok {
			return f, rest, diag.Usagef("`:%s` has no option --%s", command, name).Helpf("it has %s", optionsOf(forms))
		}
	}
}

// optionsOf lists the options about printing.
func optionsOf(forms []string) string {
	list := []string{"--force", "--out FILE"}
	for _, as := range forms {
		list = append(list, "--"+as)
	}
	if slices.Contains(forms, "latex") {
		list = append(list, "--fragment")
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// deliver prints a document or picture, or writes it to the file that was asked for. A file that the session did not
// write itself is replaced only if that is asked for.
func (c *Console) deliver(f printed, text string) error {
	if f.file == "" {
		c.printf("%s", strings.TrimSuffix(text, "\n"))
		return nil
	}
	path, err := filepath.Abs(f.file)
	if err != nil {
		return diag.Usagef("cannot write %s: %s", f.file, data.Cause(err))
	}
	if !f.force && !c.wrote[path] {
		if err := absent(f.file); err != nil {
			return diag.Usagef("%s is there already", f.file).Helpf("add --force to replace it")
		}
	}
	if err := page.Save(f.file, []byte(text)); err != nil {
		return err
	}
	c.wrote[path] = true
	c.printf("wrote %s", diag.OneLine(f.file))
	return nil
}
