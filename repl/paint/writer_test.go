package paint

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// TestWriter checks that only line ends and our own codes pass unchanged.
func TestWriter(t *testing.T) {
	for in, want := range map[string]string{
		"plain ⋮ é 漢\nnext":                         "plain ⋮ é 漢\nnext",
		"\x1b[31mred\x1b[0m":                        `\x1b[31mred\x1b[0m`,
		"a\tb\r\x00\x7f\a":                          `a\tb\r\x00\x7f\a`,
		"\u009b\u202e\u2066\ufeff\u2028\U000e0041":  `\u009b\u202e\u2066\ufeff\u2028\U000e0041`,
		"\xff\xc3q \xe2\x80":                        `\xff\xc3q \xe2\x80`,
		"\ufffd":                                    "\ufffd",
		Code("\x1b[1m") + "a\x1b" + Code("\x1b[0m"): "\x1b[1ma\\x1b\x1b[0m",
		Code("\x1b[1m") + Code("\r"):                "\x1b[1m\r",
	} {
		if got := Shown(in); got != want {
			t.Errorf("%q is shown as %q, wanted %q", in, got, want)
		}
		var out bytes.Buffer
		w := NewWriter(&out)
		for k := range len(in) { // in pieces that cut it at every place
			if n, err := w.Write([]byte(in[k : k+1])); n != 1 || err != nil {
				t.Fatal(n, err)
			}
		}
		if w.Flush(); out.String() != want {
			t.Errorf("%q in pieces is %q, wanted %q", in, out.String(), want)
		}
	}
}

// TestWriterFails checks that an error of the writer below is returned.
func TestWriterFails(t *testing.T) {
	r, to := io.Pipe()
	r.Close()
	if _, err := NewWriter(to).Write([]byte("a")); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

// FuzzWriter checks that the same is written however a text is cut, and that nothing of it is raw.
func FuzzWriter(f *testing.F) {
	f.Add([]byte("a\x1b[31m\xe2\x80\xae\xff\n"), uint8(3))
	f.Fuzz(func(t *testing.T, text []byte, piece uint8) {
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := text; len(rest) > 0; {
			n := min(len(rest), 1+int(piece))
			w.Write(rest[:n])
			rest = rest[n:]
		}
		w.Flush()
		if got := out.String(); got != Shown(string(text)) || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && diag.Garbles(r) }) {
			t.Errorf("%q is written as %q", text, got)
		}
	})
}
