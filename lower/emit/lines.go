package emit

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/semantics/imp"
)

// place says which line of the source what follows is from.
func (g *gen) place(out *strings.Builder, s imp.Stm) {
	if at := s.GetSpan(); at.IsValid() {
		line, _ := at.Position()
		if name := strconv.Quote(at.Src.Name); !strings.Contains(name, `\`) {
			fmt.Fprintf(out, "%s%d %s\n", directive, line, name)
		}
	}
}

// directive begins a line that says which line of which file the next one is.
const directive = "#line "

// numbered returns C in which each line is of the place that was given last. A compiler counts on from such a place, so that
// most lines need one of their own. Brackets alone in a line have none.
func numbered(text string) string {
	var out strings.Builder
	file, line := "", 0 // of the next line, if the compiler counts on
	place, want := "", 0
	for l := range strings.Lines(text) {
		if at, is := strings.CutPrefix(l, directive); is {
			number, name, _ := strings.Cut(at, " ")
			want, _ = strconv.Atoi(number)
			place = name
			continue
		}
		if place != "" && !bare(l) {
			here := want
			if strings.HasPrefix(l, "#pragma") {
				here = max(here-1, 1) // the loop that it is about comes next, without a directive between both
			}
			switch {
			case file != place:
				fmt.Fprintf(&out, "%s%d %s", directive, here, place)
			case line != here:
				fmt.Fprintf(&out, "%s%d\n", directive, here)
			}
			file, line = place, here
			if here == want && strings.HasPrefix(l, "#pragma") {
				line-- // no line is before the first
			}
		}
		out.WriteString(l)
		line++
	}
	return out.String()
}

// bare tells whether a line has brackets alone.
func bare(l string) bool { return strings.Trim(l, " {}\n") == "" }

// Readable is a text with a comment where the line of the source changes, instead of the directives.
func Readable(text string) string {
	var out strings.Builder
	file, line, now := "", 0, ""
	for l := range strings.Lines(text) {
		if at, is := strings.CutPrefix(l, directive); is {
			number, name, _ := strings.Cut(strings.TrimSpace(at), " ")
			line, _ = strconv.Atoi(number)
			if name != "" {
				file, _ = strconv.Unquote(name)
			}
			continue
		}
		if place := fmt.Sprintf("%s:%d", file, line); file != "" && place != now && !bare(l) && !strings.HasPrefix(l, "#") {
			now = place
			fmt.Fprintf(&out, "/* %s */\n", strings.ReplaceAll(place, "*/", "* /"))
		}
		out.WriteString(l)
		line++
	}
	return out.String()
}

// Lines is how many lines a text has, without the directives.
func Lines(text string) (n int) {
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(l, directive) {
			n++
		}
	}
	return n
}
