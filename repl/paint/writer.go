package paint

import (
	"bytes"
	"crypto/rand"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// mark stands before and after each code of ours. It is different in each process, so that no text
// from outside can contain it.
var mark = "\x1b" + rand.Text()

// Code returns a sequence that controls the terminal, such as a colour. A Writer lets it through.
func Code(sequence string) string { return mark + sequence + mark }

var codes = regexp.MustCompile(regexp.QuoteMeta(mark) + "[^\n]*?" + regexp.QuoteMeta(mark))

// Uncoded is a text without the codes in it, which take no columns.
func Uncoded(text string) string {
	if !strings.Contains(text, mark) {
		return text
	}
	return codes.ReplaceAllString(text, "")
}

// Writer writes text for people, and escapes what would garble a terminal: control characters,
// bidirectional marks and other invisible characters, and bytes that are no text. Line ends pass,
// and so do codes made by Code.
type Writer struct {
	to   io.Writer
	mu   sync.Mutex
	rest []byte // the start of a character or code whose end is still to come
}

// NewWriter is a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Raw is the writer below, for files, and for code that draws on a terminal itself.
func (w *Writer) Raw() io.Writer { return w.to }

// Fd is the descriptor of the writer below, which may be a terminal.
func (w *Writer) Fd() uintptr {
	if f, ok := w.to.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// Write writes the text escaped.
func (w *Writer) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := text
	if len(w.rest) > 0 {
		all = append(w.rest, text...)
	}
	shown, rest := escaped(all, false)
	w.rest = bytes.Clone(rest)
	if _, err := w.to.Write(shown); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes the start of a character whose end did not come.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	shown, _ := escaped(w.rest, true)
	if w.rest = nil; len(shown) == 0 {
		return nil
	}
	_, err := w.to.Write(shown)
	return err
}

// Shown returns a text as a Writer writes it.
func Shown(text string) string {
	shown, _ := escaped([]byte(text), true)
	return string(shown)
}

// escaped returns a text that is safe for a terminal. rest is an unfinished character or code at
// the end; it is empty if all is set, which says that no text follows.
func escaped(text []byte, all bool) (shown, rest []byte) {
	from := 0 // everything before it is in shown
	for i := 0; i < len(text); {
		c := text[i]
		if ' ' <= c && c < 0x7f || c == '\n' {
			i++
			continue
		}
		as, n := "", 1
		switch r, size := utf8.DecodeRune(text[i:]); {
		case bytes.HasPrefix(text[i:], []byte(mark)):
			body, _, ended := bytes.Cut(text[i+len(mark):], []byte(mark))
			if !ended && !all {
				return append(shown, text[from:i]...), text[i:]
			}
			as, n = string(body), min(len(text)-i, len(body)+2*len(mark))
		case !all && (!utf8.FullRune(text[i:]) || strings.HasPrefix(mark, string(text[i:]))):
			return append(shown, text[from:i]...), text[i:]
		case r == utf8.RuneError && size == 1:
			as = `\x` + strconv.FormatUint(uint64(c), 16)
		case diag.Garbles(r):
			as, n = strings.Trim(strconv.QuoteRuneToASCII(r), "'"), size
		default:
			i += size
			continue
		}
		shown = append(append(shown, text[from:i]...), as...)
		i += n
		from = i
	}
	if from == 0 {
		return text, nil
	}
	return append(shown, text[from:]...), nil
}
