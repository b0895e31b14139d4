package paint

import (
	"bytes"
	"crypto/rand"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// mark stands before and after each code of ours. It is another one in each process,
// so that no text from outside can have it.
var mark = "\x1b" + rand.Text()

// Code is a sequence that controls the terminal, such as that of a colour. A Writer
// lets it pass.
func Code(sequence string) string { return mark + sequence + mark }

// Writer writes text to where people see it, with what would garble a terminal
// escaped: control characters, the marks of bidirectional text and others that show
// nothing, and bytes that are no text. Line ends pass, and the codes made by Code.
type Writer struct {
	to   io.Writer
	mu   sync.Mutex
	rest []byte // the start of a character or code whose end is still to come
}

// NewWriter is a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Raw is the writer below, for what draws on a terminal itself, and for files.
func (w *Writer) Raw() io.Writer { return w.to }

// Fd is that of the writer below, which may be a terminal.
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

// Flush writes the start of a character whose end never came.
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

// Shown is a text as a Writer writes it.
func Shown(text string) string {
	shown, _ := escaped([]byte(text), true)
	return string(shown)
}

// escaped is a text as a terminal may have it. The rest is the start of a character
// or code, unless the text is all there is.
func escaped(text []byte, all bool) (shown, rest []byte) {
	from := 0 // what comes before it is in shown
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
