package edit

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"funmem/semantics/diag"
)

// Marks that the filter puts into the stream of keys; typed ones are dropped.
const (
	markText  = 0x1f // stands for the next pasted text
	markLeave = 0x1e // ends a search
	markMore  = 0x1d // more lines of the pasted text follow after the next Enter
)

const (
	keyInterrupt = 0x03
	keyDelete    = 0x04 // Ctrl-D deletes, or ends the input on an empty line
	keyEnter     = '\r'
	keyEscape    = 0x1b
	keyBackspace = 0x7f
)

const maxPaste = 64 << 20 // bytes of pasted text that are held back at once

var pasteEnd = []byte("\x1b[201~")

// keys is standard input, without the keys that readline cannot handle, or with these in its terms.
type keys struct {
	in    io.Reader
	chunk []byte
	out   []byte // keys that are ready
	seq   []byte // an escape sequence that has begun
	paste []byte // pasted text that has begun, or nil

	mu     sync.Mutex
	pasted []string   // texts that marks in the stream stand for
	rests  [][]string // lines that follow, for each markMore
}

func newKeys(in io.Reader) *keys { return &keys{in: in, chunk: make([]byte, 4096)} }

// Read returns keys, waiting for at least one.
func (k *keys) Read(p []byte) (int, error) {
	for len(k.out) == 0 {
		n, err := k.in.Read(k.chunk)
		for _, b := range k.chunk[:n] {
			k.key(b)
		}
		if err != nil && len(k.out) == 0 {
			if len(k.paste) > 0 {
				k.endPaste()
				continue
			}
			return 0, err
		}
	}
	n := copy(p, k.out)
	k.out = k.out[n:]
	return n, nil
}

// next is the text that the first mark in the stream stands for.
func (k *keys) next() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.pasted) == 0 {
		return ""
	}
	text := k.pasted[0]
	k.pasted = k.pasted[1:]
	return text
}

// rest returns the lines that follow the first markMore in the stream.
func (k *keys) rest() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.rests) == 0 {
		return nil
	}
	lines := k.rests[0]
	k.rests = k.rests[1:]
	return lines
}

func (k *keys) key(b byte) {
	switch {
	case k.paste != nil:
		k.pasteByte(b)
	case len(k.seq) > 0:
		k.escape(b)
	case b == keyEscape:
		k.seq = append(k.seq, b)
	default:
		k.plain(b)
	}
}

// plain takes a key that is no escape sequence. It drops keys that have no meaning to readline:
// readline would insert them, take Ctrl-Space for the end of the input, and crash after two Ctrl-T
// on a line of one character.
func (k *keys) plain(b byte) {
	switch b {
	case 0x00, 0x0f, 0x11, 0x14, 0x16, 0x18, 0x1c, 0x1d, 0x1e, 0x1f:
		return
	}
	k.out = append(k.out, b)
}

// escape takes the next byte of an escape sequence.
func (k *keys) escape(b byte) {
	k.seq = append(k.seq, b)
	switch {
	case len(k.seq) == 2 && (b == '[' || b == 'O'):
	case len(k.seq) == 3 && k.seq[1] == '[' && b == '[': // function keys of the Linux console
	case len(k.seq) == 2 && b == keyEscape:
		k.seq = k.seq[:1]
	case len(k.seq) == 2:
		k.seq = nil
		if strings.IndexByte("bfd\x7f", b) >= 0 { // words: back, forward, delete, delete back
			k.out = append(k.out, keyEscape, b)
		} else {
			k.plain(b)
		}
	case b < 0x20 || b > 0x7e: // not a sequence after all
		k.seq = nil
		k.key(b)
	case k.seq[1] == 'O' || b >= 0x40:
		seq := string(k.seq[1:])
		k.seq = nil
		k.sequence(seq)
	case len(k.seq) > 32:
		k.seq = nil
	}
}

// sequences gives the keys of terminals in terms of what readline knows.
var sequences = map[string]string{
	"[A": "\x10", "[B": "\x0e", "[C": "\x06", "[D": "\x02", // arrows
	"OA": "\x10", "OB": "\x0e", "OC": "\x06", "OD": "\x02",
	"[H": "\x01", "OH": "\x01", "[1~": "\x01", "[7~": "\x01", // Home
	"[F": "\x05", "OF": "\x05", "[4~": "\x05", "[8~": "\x05", // End
	"[1;5C": "\x1bf", "[1;3C": "\x1bf", "OM": "\r",
	"[1;5D": "\x1bb", "[1;3D": "\x1bb", // words
	"[3;5~": "\x1bd", "[3;3~": "\x1bd",
	// The Delete key shares a code with Ctrl-D, which ends the input on an
	// empty line; with a space before the cursor the line is not empty.
	"[3~": string([]byte{markLeave, ' ', keyDelete, keyBackspace}),
}

func (k *keys) sequence(seq string) {
	if seq == "[200~" {
		k.paste = []byte{}
		return
	}
	k.out = append(k.out, sequences[seq]...)
}

// pasteByte takes a byte of pasted text. Ctrl-C in it, which terminals filter
// out, is the user's way out when the end of the text never comes.
func (k *keys) pasteByte(b byte) {
	if b == keyInterrupt {
		k.paste = nil
		k.out = append(k.out, b)
		return
	}
	k.paste = append(k.paste, b)
	if b == pasteEnd[len(pasteEnd)-1] && bytes.HasSuffix(k.paste, pasteEnd) {
		k.paste = k.paste[:len(k.paste)-len(pasteEnd)]
		k.endPaste()
	} else if len(k.paste) >= maxPaste {
		k.endPaste()
		k.paste = []byte{}
	}
}

// endPaste puts the lines of the pasted text into the stream.
func (k *keys) endPaste() {
	text := strings.ToValidUTF8(string(k.paste), "�")
	k.paste = nil
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Map(printable, line)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, line := range lines {
		if i > 0 {
			k.out = append(k.out, markMore, keyEnter)
			k.rests = append(k.rests, lines[i:])
		}
		if line != "" {
			k.out = append(k.out, markLeave, markText)
			k.pasted = append(k.pasted, encode(line))
		}
	}
}

// printable turns a tab into a space and drops what else would garble the line.
func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case diag.Garbles(r):
		return -1
	}
	return r
}
