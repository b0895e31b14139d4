package svg_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/svg"
	"funmem/semantics/derive"
	"funmem/semantics/erase"

	"pgregory.net/rapid"
)

// shape is a text or a line of a picture.
type shape struct {
	class, text string
	x, y, x2    float64 // a text stands on y
}

// read reads a picture, which has to be XML, and returns its size, its texts and its bars.
func read(t rapid.TB, text string) (wide, high float64, texts, bars []shape) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	var open *shape
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return wide, high, texts, bars
		}
		if err != nil {
			t.Fatalf("it is not XML: %v\n%s", err, text)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			at := map[string]string{}
			for _, a := range tok.Attr {
				at[a.Name.Local] = a.Value
			}
			num := func(name string) float64 { x, _ := strconv.ParseFloat(at[name], 64); return x }
			switch tok.Name.Local {
			case "svg":
				wide, high = num("width"), num("height")
			case "line":
				if at["class"] == "bar" {
					bars = append(bars, shape{x: num("x1"), x2: num("x2"), y: num("y1")})
				}
			case "text":
				x, w := num("x"), num("textLength")
				switch at["text-anchor"] {
				case "middle":
					x -= w / 2
				case "end":
					x -= w
				}
				texts = append(texts, shape{class: at["class"], x: x, x2: x + w, y: num("y")})
				open = &texts[len(texts)-1]
			}
		case xml.CharData:
			if open != nil {
				open.text += string(tok)
			}
		case xml.EndElement:
			open = nil
		}
	}
}

// drawn checks the picture of a derivation: each rule has a bar, with its name beside it and its conclusion just below it; nothing is
// outside, and no text is on another.
func drawn(t rapid.TB, name string, trees []*derive.Tree) {
	t.Helper()
	size := 0
	for _, tree := range trees {
		size += tree.Size()
	}
	if size > testkit.Sample(300, 3000) { // each text is compared with each other one
		t.Logf("%s is left out, with its %d lines", name, size)
		return
	}
	pic := (&svg.Derivation{Title: name, Trees: trees, Notes: []string{"cut: <nothing> & more"}}).Picture().String()
	wide, high, texts, bars := read(t, pic)
	rules := map[string]int{}
	n := 0
	for _, tree := range trees {
		tree.Each(func(tree *derive.Tree) {
			switch {
			case tree.Stuck:
				rules["✗ no rule"]++
				n++
			case tree.Rule != "":
				rules[tree.Rule]++
				n++
			}
		})
	}
	if len(bars) != n {
		t.Errorf("%s: %d bars for %d rules", name, len(bars), n)
	}
	for _, b := range bars {
		named, below := false, false
		for _, s := range texts {
			if strings.HasPrefix(s.class, "rule") && math.Abs(s.x-b.x2-svg.Letter) < .1 && math.Abs(s.y-b.y-4) < .1 {
				rules[s.text]--
				named = true
			}
			if s.y > b.y+10 && s.y < b.y+25 && s.x >= b.x-.1 && s.x2 <= b.x2+.1 {
				below = true
			}
		}
		if !named || !below {
			t.Errorf("%s: a bar at %.0f, %.0f has a name: %v, and a conclusion below it: %v", name, b.x, b.y, named, below)
		}
	}
	for r, n := range rules {
		if n != 0 {
			t.Errorf("%s: the number of bars with the name %s is wrong by %d", name, r, n)
		}
	}
	for k, s := range texts {
		if s.x < 0 || s.y < 0 || s.x2 > wide || s.y > high {
			t.Errorf("%s: %q is outside of the picture", name, s.text)
		}
		for _, o := range texts[:k] {
			if math.Abs(s.y-o.y) < 11 && s.x < o.x2-.1 && o.x < s.x2-.1 {
				t.Errorf("%s: %q is on %q", name, s.text, o.text)
			}
		}
		for _, b := range bars {
			if b.y > s.y-9 && b.y < s.y+2 && b.x < s.x2 && s.x < b.x2 {
				t.Errorf("%s: a bar goes through %q", name, s.text)
			}
		}
	}
}

// both draws the derivations of a program under the value and the heap semantics.
func both(t rapid.TB, p *passtest.Program) {
	t.Helper()
	ctx, opts := context.Background(), engine.Options{Memory: 1 << 28}
	rec := derive.NewRecorder()
	m := value.New(opts)
	m.Record = rec
	if _, err := m.Run(ctx, erase.Program(p.Core)); err != nil {
		rec.Stuck()
	}
	drawn(t, p.Name, rec.Trees())
	rec = derive.NewRecorder()
	if _, err := memory.New(memory.Options{Options: opts, Derive: rec}).Run(ctx, p.Mem(t).Core); err != nil {
		rec.Stuck()
	}
	drawn(t, p.Name, rec.Trees())
}

// TestExamples draws the derivations of examples: some, and all with -more.
func TestExamples(t *testing.T) {
	for k, p := range passtest.Examples(t) {
		if !p.Slow() && (testkit.More() || k%10 == 0) {
			both(t, p)
		}
	}
}

// TestRandom draws those of random programs.
func TestRandom(t *testing.T) {
	passtest.Check(t, testkit.Sample(20, 500), func(rt *rapid.T) { both(rt, passtest.Drawn(rt)) })
}

// TestStuck draws a place where no rule applies, and an iteration that is left out.
func TestStuck(t *testing.T) {
	both(t, passtest.Parse(t, `<&"'>`, "let x = iota 9\nlet y = kernel i <= 9 do x[10 - i]\nlet k = y[1] - 10\nx[k]"))
}

// TestEscape: whatever a text has, the picture is XML, and shows it.
func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		p := &svg.Picture{Title: s, About: s}
		p.Open(s)
		p.Text(1, 2, s, s)
		p.Box(1, 2, 3, 4, 0, "cell", s)
		p.Close()
		_, _, texts, _ := read(t, p.String())
		if want := strings.Map(valid, s); s != "" && (len(texts) != 1 || texts[0].text != want) {
			t.Fatalf("%q is shown as %v", s, texts)
		}
	})
}

// valid is a character as XML has it.
func valid(c rune) rune {
	if c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000 && c <= 0x10ffff {
		return c
	}
	return '\ufffd'
}

// FuzzEscape does that with any bytes.
func FuzzEscape(f *testing.F) {
	f.Add("<a & \"b\">\x00")
	f.Fuzz(func(t *testing.T, s string) {
		p := &svg.Picture{Title: s, About: s}
		p.Text(1, 2, "", s)
		read(t, p.String())
	})
}

// TestGolden has a small picture as it is.
func TestGolden(t *testing.T) {
	p := passtest.Parse(t, "small", "let n = 2\nlet x = iota n\nx[1] + n")
	rec := derive.NewRecorder()
	m := value.New(engine.Options{})
	m.Record = rec
	if _, err := m.Run(t.Context(), p.Core); err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "testdata/small.svg", (&svg.Derivation{Title: fmt.Sprint("The derivation of ", p.Name), Trees: rec.Trees()}).Picture().String())
}
