package syntax

import (
	"strings"
	"unicode/utf8"
)

// A doc is a text whose line breaks are not chosen yet, in the manner of
// Wadler's pretty printers: a group is laid out on one line when that fits, and
// otherwise all of its own lines break.
type doc *piece

// piece is a part of a text, with its own parts.
type piece struct {
	text  string
	subs  []doc
	width int32 // of text, in characters
	by    int16 // of a nest
	kind  docKind
	hard  bool // it holds a line that always breaks
}

type docKind uint8

const (
	docText   docKind = iota
	docLine           // a break, or text where it does not break
	docHard           // a break
	docCat            // subs, one after the other
	docNest           // subs, with breaks indented by more
	docAlign          // subs, with breaks indented to where they start
	docHang           // subs, with breaks after the first that far to the left of where they start
	docGroup          // subs, on one line if they fit
	docFill           // subs, as many to a line as fit
	docSuffix         // a comment: it goes to the end of the line
)

func text(s string) doc {
	return &piece{kind: docText, text: s, width: int32(utf8.RuneCountInString(s))}
}

var (
	line  doc = &piece{kind: docLine, text: " ", width: 1} // a space or a break
	hard  doc = &piece{kind: docHard, hard: true}          // a break
	blank doc = &piece{kind: docHard, by: 1, hard: true}   // an empty line and a break
	none  doc = &piece{kind: docCat}

	broken doc = &piece{kind: docCat, hard: true} // nothing, in a group that must break
)

func wrap(kind docKind, by int, subs []doc) doc {
	d := &piece{kind: kind, by: int16(by), subs: subs}
	for _, s := range subs {
		d.hard = d.hard || s.hard
	}
	return d
}

func cat(subs ...doc) doc          { return wrap(docCat, 0, subs) }
func group(subs ...doc) doc        { return wrap(docGroup, 0, subs) }
func nest(by int, subs ...doc) doc { return wrap(docNest, by, subs) }
func align(subs ...doc) doc        { return wrap(docAlign, 0, subs) }
func hang(by int, subs ...doc) doc { return wrap(docHang, by, subs) }
func fill(subs []doc) doc          { return wrap(docFill, 0, subs) }

// suffix is a comment at the end of a line. The line breaks after it.
func suffix(s string) doc { return &piece{kind: docSuffix, text: s, hard: true} }

// commas separates docs by commas; each comma may end a line.
func commas(ds []doc) doc {
	var subs []doc
	for i, d := range ds {
		if i > 0 {
			subs = append(subs, text(","), line)
		}
		subs = append(subs, d)
	}
	return cat(subs...)
}

// layout is the state of one rendering.
type layout struct {
	out     strings.Builder
	col     int
	width   int      // where lines end; 0: everything on one line, hard breaks too
	pending []string // comments for the end of this line
	spaces  int      // indentation that is written before the next text
	todo    []doc    // of fits, used again
	ask     func()   // whether to go on; again and again
}

// render lays a doc out in lines of at most width characters where it can.
// Width 0 means one line.
func render(d doc, width int, ask func()) string {
	l := &layout{width: width, ask: ask}
	l.put(d, 0, width == 0)
	l.flush()
	return l.out.String()
}

func (l *layout) flush() {
	for _, c := range l.pending {
		l.out.WriteString("  " + c)
	}
	l.pending = nil
}

func (l *layout) newline(indent int) {
	l.flush()
	l.out.WriteByte('\n')
	l.col, l.spaces = indent, indent
}

// write writes the text of a piece, on the line that has been begun.
func (l *layout) write(d doc) {
	if d.text == "" {
		return
	}
	for ; l.spaces > 0; l.spaces-- {
		l.out.WriteByte(' ')
	}
	l.out.WriteString(d.text)
	l.col += int(d.width)
}

// put writes a doc; its breaks go to indent.
func (l *layout) put(d doc, indent int, flat bool) {
	l.ask()
	switch d.kind {
	case docText:
		l.write(d)
	case docLine, docHard:
		switch {
		case l.width == 0 && d.kind == docHard:
			l.put(line, indent, true)
		case flat && d.kind == docLine:
			l.write(d)
		default:
			l.newline(indent)
			if d.by > 0 {
				l.newline(indent)
			}
		}
	case docCat:
		l.all(d.subs, indent, flat)
	case docNest:
		l.all(d.subs, indent+int(d.by), flat)
	case docAlign:
		l.all(d.subs, l.col, flat)
	case docHang:
		to := l.col - int(d.by)
		if to < 1 { // in column 1 a declaration would start
			to = indent + 2
		}
		l.put(d.subs[0], indent, flat)
		l.all(d.subs[1:], to, flat)
	case docGroup:
		l.all(d.subs, indent, flat || !d.hard && l.fits(d) >= 0)
	case docFill:
		for i, s := range d.subs {
			if i > 0 {
				if flat || l.width == 0 || l.fits(s) > 1 { // room for the space and a comma
					l.put(line, indent, true)
				} else {
					l.newline(indent)
				}
			}
			l.put(s, indent, flat)
		}
	case docSuffix:
		l.pending = append(l.pending, d.text)
	}
}

func (l *layout) all(subs []doc, indent int, flat bool) {
	for _, s := range subs {
		l.put(s, indent, flat)
	}
}

// fits is how many characters are left on the line after d, on one line. It is
// negative when d does not fit.
func (l *layout) fits(d doc) int {
	left := l.width - l.col
	todo := append(l.todo[:0], d)
	defer func() { l.todo = todo }()
	for len(todo) > 0 && left >= 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d.hard && l.width > 0 && d.kind != docGroup && len(d.subs) == 0 {
			return -1
		}
		left -= int(d.width)
		if d.kind == docFill {
			left -= max(0, len(d.subs)-1)
		}
		for i := len(d.subs) - 1; i >= 0; i-- {
			todo = append(todo, d.subs[i])
		}
	}
	return left
}
