package repl

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"funmem/semantics/futhark/tofunmem"
)

// reworder is a stream on which messages about dumps say numbers in Futhark's terms as well: offsets and
// sizes of blocks in bytes and, with --as-futhark, indices and dimensions from 0.
type reworder struct {
	io.Writer
	o *Options
}

// inFuthark is the streams of a command on files, some of which may be dumps.
func (o *Options) inFuthark(st Streams, paths ...string) Streams {
	for _, p := range paths {
		if isDump(p) {
			return Streams{st.In, reworder{st.Out, o}, reworder{st.Err, o}}
		}
	}
	return st
}

// Fd is that of the stream below, which may be a terminal.
func (w reworder) Fd() uintptr {
	if f, ok := w.Writer.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// Write writes a text of whole messages.
func (w reworder) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, w.o.reworded(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

var (
	offsetOf   = regexp.MustCompile("offset (-?[0-9]+)((?: lies outside| of) block `([^`]+)`)(?: of size ([0-9]+))?")
	elementOf  = regexp.MustCompile("`([^`\\[\\]]+)\\[(-?[0-9]+(?:, -?[0-9]+)*)\\]`")
	outOfArray = regexp.MustCompile("index (-?[0-9]+) is out of bounds: dimension ([0-9]+) of ")
)

// reworded is a text with numbers in Futhark's terms.
func (o *Options) reworded(text string) string {
	text = offsetOf.ReplaceAllStringFunc(text, func(m string) string {
		p := offsetOf.FindStringSubmatch(m)
		n := o.bytesOf(p[3])
		if n == 0 {
			return m
		}
		s := fmt.Sprintf("offset %s (byte %s)%s", p[1], times(p[1], n), p[2])
		if p[4] != "" {
			s += fmt.Sprintf(" of size %s (%s bytes)", p[4], times(p[4], n))
		}
		return s
	})
	if !o.AsFuthark {
		return text
	}
	text = elementOf.ReplaceAllStringFunc(text, func(m string) string {
		p := elementOf.FindStringSubmatch(m)
		ix := strings.Split(p[2], ", ")
		for k := range ix {
			ix[k] = before(ix[k])
		}
		return "`" + p[1] + "[" + strings.Join(ix, ", ") + "]`"
	})
	return outOfArray.ReplaceAllStringFunc(text, func(m string) string {
		p := outOfArray.FindStringSubmatch(m)
		return "index " + before(p[1]) + " is out of bounds: dimension " + before(p[2]) + " of "
	})
}

// bytesOf is how many bytes a location of a block has, or 0 where the dumps do not say.
func (o *Options) bytesOf(block string) int {
	block, _, _ = strings.Cut(block, "#") // one of several of a name
	n := 0
	for _, u := range o.units {
		if b, ok := u.Bytes[block]; ok && n != 0 && b != n {
			return 0
		} else if ok {
			n = b
		}
	}
	return n
}

func times(text string, n int) string {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "?"
	}
	return strconv.FormatInt(k*int64(n), 10)
}

// before is the number before another one.
func before(text string) string {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	return strconv.FormatInt(k-1, 10)
}

// translated is the FUNMEM program of a dump, and is remembered for messages.
func (o *Options) translated(u *tofunmem.Unit) {
	o.units = append(o.units, u)
	for _, e := range u.Entries {
		for _, p := range e.Params {
			if n := p.Bytes; n > 0 {
				u.Bytes[p.Name+"_mem"] = n
			}
		}
	}
}
