package edit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"funmem/eval/whole"
	"funmem/repl/paint"
)

// longestEntry is the greatest number of bytes of an entry that is kept.
const longestEntry = 1 << 16

// maxEntries is the number of entries that are kept. The file may grow to four
// times as many before it is cut.
const maxEntries = 1000

// HistoryFile is the path of the history: KeptFile of FUNMEM_HISTORY and history.
func HistoryFile() string { return KeptFile("FUNMEM_HISTORY", "history") }

// KeptFile is the path of a file that is kept for the user: the one that an environment variable names, or the one with that
// name in the folder funmem of the user's folder for settings. It is "" when the variable is set to nothing, or to the null device.
func KeptFile(variable, name string) string {
	if path, ok := os.LookupEnv(variable); ok {
		if path == os.DevNull {
			return ""
		}
		return path
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "funmem", name)
}

// lineMark stands for a line end where an entry has to be one line.
const lineMark = '⏎'

// encode turns an entry of several lines into one line: ⏎ for each line end, and \⏎ for a ⏎ in the text. A run of
// backslashes before either is doubled. Other text stays as it is.
func encode(entry string) string {
	if !strings.ContainsAny(entry, "\n"+string(lineMark)) {
		return entry
	}
	var b strings.Builder
	slashes := 0
	for _, part := range split(entry) {
		switch part {
		case "\n":
			b.WriteString(strings.Repeat(`\`, slashes) + string(lineMark))
		case string(lineMark):
			b.WriteString(strings.Repeat(`\`, slashes) + `\` + part)
		default:
			b.WriteString(part)
		}
		slashes = len(part) - len(strings.TrimRight(part, `\`))
	}
	return b.String()
}

// decode returns the entry that encode turned into a line.
func decode(line string) string {
	if !strings.ContainsRune(line, lineMark) {
		return line
	}
	var b strings.Builder
	slashes := 0
	for _, part := range split(line) {
		if part != string(lineMark) {
			slashes = len(part) - len(strings.TrimRight(part, `\`))
			b.WriteString(part[:len(part)-slashes])
			continue
		}
		b.WriteString(strings.Repeat(`\`, slashes/2))
		if slashes%2 == 1 {
			b.WriteString(part)
		} else {
			b.WriteByte('\n')
		}
		slashes = 0
	}
	b.WriteString(strings.Repeat(`\`, slashes))
	return b.String()
}

// split cuts a text before and after each line end and each ⏎.
func split(text string) []string {
	var parts []string
	for text != "" {
		i := strings.IndexAny(text, "\n"+string(lineMark))
		if i < 0 {
			return append(parts, text)
		}
		if i > 0 {
			parts = append(parts, text[:i])
		}
		n := 1
		if text[i] != '\n' {
			n = len(string(lineMark))
		}
		parts = append(parts, text[i:i+n])
		text = text[i+n:]
	}
	return parts
}

// appendEntry adds an entry unless it is blank, too long, or the same as the last one. It forgets the oldest entries
// beyond the limit.
func appendEntry(entries []string, entry string) []string {
	entry = strings.TrimRight(strings.ReplaceAll(entry, "\r", ""), "\n")
	if len(entry) > longestEntry || strings.TrimSpace(entry) == "" || len(entries) > 0 && entries[len(entries)-1] == entry {
		return entries
	}
	if entries = append(entries, entry); len(entries) > maxEntries {
		entries = entries[len(entries)-maxEntries:]
	}
	return entries
}

// history is the entries of this run and the file that they are kept in.
type history struct {
	entries []string
	path    string // "": no file
	err     error  // why the file is not used, until add has returned it
}

// loadHistory reads the file. What would garble the line is escaped. A file that is not there yet is no error; after
// any other error the history does without the file.
func loadHistory(path string) *history {
	h := &history{path: path}
	if path == "" {
		return h
	}
	text, err := readRegular(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.fail(err)
		return h
	}
	lines := strings.Split(strings.ToValidUTF8(string(text), "�"), "\n")
	for _, line := range lines {
		h.entries = appendEntry(h.entries, paint.Shown(strings.ReplaceAll(decode(line), "\t", " ")))
	}
	if len(lines) > 4*maxEntries {
		if err := h.rewrite(); err != nil {
			h.fail(err)
		}
	}
	return h
}

func (h *history) fail(err error) {
	h.path, h.err = "", fmt.Errorf("the history is not kept: %w", err)
}

// rewrite replaces the file by one with the entries that are kept.
func (h *history) rewrite() error {
	var b strings.Builder
	for _, e := range h.entries {
		b.WriteString(encode(e) + "\n")
	}
	return whole.WriteFile(h.path, []byte(b.String()))
}

// add keeps an entry and appends it to the file, which is open only for that:
// several sessions may add to it in turn. It tells whether the entry was kept.
func (h *history) add(entry string) (bool, error) {
	last := ""
	if n := len(h.entries); n > 0 {
		last = h.entries[n-1]
	}
	h.entries = appendEntry(h.entries, entry)
	kept := len(h.entries) > 0 && h.entries[len(h.entries)-1] != last
	if kept && h.path != "" {
		if err := appendFile(h.path, encode(h.entries[len(h.entries)-1])+"\n"); err != nil {
			h.fail(err)
		}
	}
	err := h.err
	h.err = nil
	return kept, err
}

// readRegular reads a file. Something else, such as a pipe, is an error: reading it might wait forever.
func readRegular(path string) ([]byte, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// regular is an error if the path names something other than a regular file.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", path)
	}
	return err
}

// appendFile adds a line to a file.
func appendFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := regular(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return whole.Append(path, []byte(text), 0o600)
}
