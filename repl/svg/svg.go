package svg

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The size of letters, all of one width, and of lines.
const (
	Letter = 8.4
	Small  = 0.8 // of a letter in small text
	Line   = 20.0
	Margin = 16.0
)

// Picture is a picture that is being drawn.
type Picture struct {
	Title, About string // what it is, and what is to be seen, in words
	body         strings.Builder
	wide, high   float64
}

// style is that of all pictures. vK is the colour of the K-th array of a block.
const style = `.funmem{color:#1b1b1f;background:#fff;font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:14px}
.funmem text{fill:currentColor;white-space:pre}
.funmem .bar,.funmem .cell{stroke:currentColor;stroke-width:1.2;fill:none}
.funmem .small{font-size:11.2px}
.funmem .rule{fill:#7a1f5c;font-size:11.2px}
.funmem .strong{font-weight:bold}
.funmem .faint{opacity:.7}
.funmem .wrong{fill:#b3261e}
.funmem .unwritten{fill:url(#hatch);stroke:currentColor;stroke-width:1.2}
.funmem .ground{fill:#fff}
.funmem .hatch{stroke:currentColor;stroke-width:1;opacity:.35}
.funmem .band{stroke:var(--c);fill:var(--c);fill-opacity:.2;stroke-width:1.2}
.funmem .shared{stroke-width:2.5}
.funmem .thread{stroke:var(--c);stroke-width:2}
.funmem .edge{stroke:var(--c);stroke-width:3}
.funmem .named{fill:var(--c);font-weight:bold}
.funmem .v0{--c:#0b57d0}.funmem .v1{--c:#b3400e}.funmem .v2{--c:#146c2e}.funmem .v3{--c:#7b1fa2}.funmem .v4{--c:#8a6d00}.funmem .v5{--c:#00696d}
@media screen and (prefers-color-scheme:dark){.funmem{color:#e6e6ea;background:#17171b}.funmem .rule{fill:#f2a8d8}.funmem .wrong{fill:#ff897d}.funmem .ground{fill:#17171b}
.funmem .v0{--c:#8ab4f8}.funmem .v1{--c:#ffab80}.funmem .v2{--c:#81c995}.funmem .v3{--c:#d7aefb}.funmem .v4{--c:#fdd663}.funmem .v5{--c:#78d9dd}}
`

// Colours is how many arrays have colours of their own.
const Colours = 6

// Width is the room of a text, and of a small one.
func Width(text string) float64 { return Letter * float64(utf8.RuneCountInString(text)) }

// number is a length, without more digits than a picture needs.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }

// Escape is a text as the content or an attribute of an element.
func Escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all
	return b.String()
}

// reach makes sure that the picture shows a point.
func (p *Picture) reach(x, y float64) { p.wide, p.high = max(p.wide, x), max(p.high, y) }

// Text writes a line of text from the left. Its width is what the layout takes it to be, whatever the font.
func (p *Picture) Text(x, y float64, class, text string) { p.text(x, y, class, "start", text) }

// Middle writes a line of text around a point.
func (p *Picture) Middle(x, y float64, class, text string) { p.text(x, y, class, "middle", text) }

// Right writes a line of text that ends at a point.
func (p *Picture) Right(x, y float64, class, text string) { p.text(x, y, class, "end", text) }

func (p *Picture) text(x, y float64, class, anchor, text string) {
	if text == "" {
		return
	}
	w := Width(text)
	if strings.Contains(" "+class+" ", " small ") || strings.Contains(" "+class+" ", " rule ") {
		w *= Small
	}
	fmt.Fprintf(&p.body, `<text x="%s" y="%s"%s text-anchor="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n", number(x), number(y), classed(class), anchor, number(w), Escape(text))
	switch anchor {
	case "start":
		p.reach(x+w, y+6)
	case "middle":
		p.reach(x+w/2, y+6)
	default:
		p.reach(x, y+6)
	}
}

func classed(class string) string {
	if class == "" {
		return ""
	}
	return ` class="` + Escape(class) + `"`
}

// Line draws a line.
func (p *Picture) Line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&p.body, `<line x1="%s" y1="%s" x2="%s" y2="%s"%s/>`+"\n", number(x1), number(y1), number(x2), number(y2), classed(class))
	p.reach(max(x1, x2), max(y1, y2))
}

// Box draws a box, with words that a pointer over it shows. round is the radius of its corners.
func (p *Picture) Box(x, y, w, h, round float64, class, words string) {
	said := ""
	if words != "" {
		said = "<title>" + Escape(words) + "</title>"
	}
	fmt.Fprintf(&p.body, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s"%s>%s</rect>`+"\n", number(x), number(y), number(w), number(h), number(round), classed(class), said)
	p.reach(x+w, y+h)
}

// Open begins a group, which is called what words say, and Close ends it.
func (p *Picture) Open(words string) {
	fmt.Fprintf(&p.body, `<g role="group" aria-label="%s">`+"\n", Escape(words))
}

// Close ends the group that was begun last.
func (p *Picture) Close() { p.body.WriteString("</g>\n") }

// String is the picture as a file. Its names are its own, so that a page may hold several.
func (p *Picture) String() string {
	sum := fnv.New32a()
	sum.Write([]byte(p.Title + p.body.String()))
	id := fmt.Sprintf("f%08x", sum.Sum32())
	w, h := number(p.wide+Margin), number(p.high+Margin)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="funmem" width="%s" height="%s" viewBox="0 0 %s %s" role="graphics-document document" aria-labelledby="%s-title" aria-describedby="%s-desc">`+"\n", w, h, w, h, id, id)
	fmt.Fprintf(&b, `<title id="%s-title">%s</title>`+"\n"+`<desc id="%s-desc">%s</desc>`+"\n", id, Escape(p.Title), id, Escape(p.About))
	fmt.Fprintf(&b, "<style>%s</style>\n", strings.ReplaceAll(style, "#hatch", "#"+id+"-hatch"))
	fmt.Fprintf(&b, `<defs><pattern id="%s-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="6" class="hatch"/></pattern></defs>`+"\n", id)
	b.WriteString(p.body.String())
	b.WriteString("</svg>\n")
	return b.String()
}
