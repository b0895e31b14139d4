package repl

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"funmem/futhark"
	"funmem/lower/pass"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/rule"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// Complete returns the texts that could replace line[start:pos]: commands, names of the session and
// of the language, settings, or files.
func (c *Console) Complete(line string, pos int) (candidates []string, start int) {
	if pos > len(line) {
		return nil, pos
	}
	text := line[:pos]
	trimmed := strings.TrimLeft(text, " ")
	if c.draft.empty() && strings.HasPrefix(trimmed, ":") {
		name, _ := splitCommand(trimmed)
		if len(name) == len(trimmed)-1 {
			for _, cmd := range commands() {
				if word := ":" + cmd.name; strings.HasPrefix(word, ":"+name) {
					candidates = append(candidates, follow(word, cmd.args))
				}
			}
			return candidates, pos - len(trimmed)
		}
		if cmd, err := findCommand(name); err == nil {
			return c.completeArgument(cmd, text)
		}
		return nil, pos
	}
	start = wordStart(text)
	return c.names(text[start:]), start
}

// follow adds the space that comes before an argument.
func follow(word, args string) string {
	if args == "" {
		return word
	}
	return word + " "
}

func (c *Console) completeArgument(cmd *command, text string) (candidates []string, start int) {
	start = wordStart(text)
	word := text[start:]
	switch cmd.want {
	case expressions:
		candidates = c.names(word)
		if cmd.name == "derive" {
			if start = lastWord(text); strings.HasPrefix(text[start:], "-") {
				return withPrefix([]string{"--full ", "--latex ", "--out ", "--svg ", "--fragment ", "--force "}, text[start:]), start
			}
			start = wordStart(text)
			candidates = append(candidates, withPrefix([]string{"heap ", "imp ", "types "}, word)...)
		}
		if cmd.name == "heap" {
			if at := lastWord(text); strings.HasPrefix(text[at:], "-") {
				return withPrefix([]string{"--svg ", "--out ", "--force "}, text[at:]), at
			}
		}
		if cmd.name == "pass" {
			start = strings.LastIndexAny(text, " ,") + 1
			return append(c.names(text[start:]), withPrefix(append(pass.Names(), "undo"), text[start:])...), start
		}
		if cmd.name == "report" {
			start = strings.LastIndexAny(text, " ,") + 1
			return withPrefix(pass.Reporting(), text[start:]), start
		}
		if cmd.name == "browse" {
			start = lastWord(text)
			return append(c.names(text[start:]), withPrefix(session.LibraryArguments(), text[start:])...), start
		}
	case files:
		start = lastWord(text)
		return fileNames(text[start:], append([]string{".fun"}, futhark.Dumps...)...), start
	case commandNames:
		if at := lastWord(text); strings.Contains(text[at:], "-") {
			return withPrefix(rule.Names(), strings.ToUpper(text[at:])), at
		}
		for _, cmd := range commands() {
			candidates = append(candidates, cmd.name)
		}
		candidates = append(candidates, c.FunctionNames()...)
		candidates = slices.Concat(candidates, std.Names(), view.HelpNames())
		candidates = append(append(candidates, syntax.Builtins()...), syntax.Reserved()...)
	case lessonNames:
		start = lastWord(text)
		return withPrefix(append(c.school.names(), "again", "leave", "list"), text[start:]), start
	case engineNames:
		candidates = slices.Clone(session.Engines)
	case settingNames:
		fields := strings.Fields(text)
		for _, s := range session.SettingTable {
			if len(fields) > 1 && fields[1] == s.Name && (len(fields) > 2 || strings.HasSuffix(text, " ")) {
				start = strings.LastIndexByte(text, ' ') + 1
				return withPrefix(s.Values, text[start:]), start
			}
			candidates = append(candidates, s.Name+" ")
		}
	}
	return withPrefix(candidates, word), start
}

func withPrefix(words []string, prefix string) []string {
	var found []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			found = append(found, w)
		}
	}
	sort.Strings(found)
	return slices.Compact(found)
}

// names are the names of the session and the library, built-in functions and reserved words
// that start with the prefix. A function is followed by its parenthesis.
func (c *Console) names(prefix string) []string {
	if prefix == "" {
		return nil
	}
	var all []string
	for _, n := range c.Names() {
		if n.Def != nil {
			all = append(all, n.Name+"(")
		} else {
			all = append(all, n.Name)
		}
	}
	for _, name := range std.Names() {
		all = append(all, name+"(")
	}
	all = append(all, syntax.Builtins()...)
	return withPrefix(append(all, syntax.Reserved()...), prefix)
}

// wordStart is where the name that ends a text starts, which may have points in it.
func wordStart(text string) int {
	i := len(text)
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:i])
		if r != '.' && r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i -= n
	}
	return len(text) - len(strings.TrimLeft(text[i:], "."))
}

// lastWord is where the last of the words of a text starts. A word in quotes
// that are not closed is one word.
func lastWord(text string) int {
	start, quoted := 0, false
	for i, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case unicode.IsSpace(r) && !quoted:
			start = i + 1
		}
	}
	return start
}

// fileNames returns the folders, and the files with one of the given endings, that start with the
// path. They are in quotes if one of them has a space.
func fileNames(path string, endings ...string) []string {
	path, quoted := strings.CutPrefix(path, `"`)
	dir, base := filepath.Split(path)
	list, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range list {
		name := e.Name()
		if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") {
			continue
		}
		switch {
		case isFolder(dir, e):
			name += string(filepath.Separator)
		case !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) }):
			continue
		}
		names = append(names, dir+name)
		quoted = quoted || strings.Contains(dir+name, " ")
	}
	if !quoted {
		return names
	}
	for k, name := range names {
		if names[k] = `"` + name; !strings.HasSuffix(name, string(filepath.Separator)) {
			names[k] += `"`
		}
	}
	return names
}

// isFolder tells whether an entry of a folder is itself a folder, or a link to one.
func isFolder(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}
