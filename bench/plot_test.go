package bench

import (
	"encoding/xml"
	"fmt"
	"html"
	"math"
	"strings"
	"testing"
)

// plot is a diagram of curves.
type plot struct {
	title  string // says what y is
	x      string
	logX   bool // the axis of x is logarithmic
	logs   bool // both axes are
	curves []curve
}

// curve is a line through points.
type curve struct {
	name string
	x, y []float64
}

func (c *curve) add(x, y float64) { c.x, c.y = append(c.x, x), append(c.y, y) }

// The size of a plot, and the margins around its axes.
const (
	width, height = 720, 380
	left, right   = 60, 230
	top, bottom   = 40, 50
)

// colours tell curves apart, also for most who are colour-blind (Okabe and Ito).
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// axis is the range of an axis on paper, from lo at from to hi at to.
type axis struct {
	lo, hi   float64
	from, to float64
	log      bool
}

func newAxis(log bool, from, to float64, values []float64) axis {
	a := axis{lo: 0, from: from, to: to, log: log}
	for k, v := range values {
		if a.hi = max(a.hi, v); k == 0 || v < a.lo {
			a.lo = v
		}
	}
	if !log {
		a.lo, a.hi = 0, a.hi*1.05
		return a
	}
	a.lo, a.hi = math.Pow(10, math.Floor(math.Log10(a.lo))), math.Pow(10, math.Ceil(math.Log10(a.hi)))
	return a
}

// at returns the place of a value.
func (a axis) at(v float64) float64 {
	part := (v - a.lo) / (a.hi - a.lo)
	if a.log {
		part = math.Log(v/a.lo) / math.Log(a.hi/a.lo)
	}
	return a.from + part*(a.to-a.from)
}

// ticks returns the values that the axis names.
func (a axis) ticks() (list []float64) {
	if a.log {
		for v := a.lo; v <= a.hi*1.001; v *= 10 {
			list = append(list, v)
		}
		return list
	}
	step := math.Pow(10, math.Floor(math.Log10(a.hi)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1, 2} {
		if a.hi/(step*f) <= 9 {
			step *= f
			break
		}
	}
	for v := 0.0; v <= a.hi; v += step {
		list = append(list, v)
	}
	return list
}

// label writes a value at an axis.
func label(v float64) string {
	if v >= 1e4 {
		return fmt.Sprintf("10%s", superscript(int(math.Round(math.Log10(v)))))
	}
	return fmt.Sprintf("%.4g", v)
}

func superscript(n int) string {
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, fmt.Sprint(n))
}

// svg draws the plot.
func (p plot) svg() string {
	var xs, ys []float64
	for _, c := range p.curves {
		xs, ys = append(xs, c.x...), append(ys, c.y...)
	}
	x := newAxis(p.logX || p.logs, left, width-right, xs)
	y := newAxis(p.logs, height-bottom, top, ys)
	var b strings.Builder
	text := func(x, y float64, anchor, s string) {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(s))
	}
	line := func(x1, y1, x2, y2 float64, colour string) {
		fmt.Fprintf(&b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, colour)
	}
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", width, height)
	text(left, top-18, "start", p.title)
	for _, v := range x.ticks() {
		line(x.at(v), y.from, x.at(v), y.to, "#dddddd")
		text(x.at(v), y.from+16, "middle", label(v))
	}
	for _, v := range y.ticks() {
		line(x.from, y.at(v), x.to, y.at(v), "#dddddd")
		text(x.from-6, y.at(v)+4, "end", label(v))
	}
	text((x.from+x.to)/2, height-12, "middle", p.x)
	for k, c := range p.curves {
		colour := colours[k%len(colours)]
		var points []string
		for i := range c.x {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x.at(c.x[i]), y.at(c.y[i])))
			fmt.Fprintf(&b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x.at(c.x[i]), y.at(c.y[i]), colour)
		}
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", strings.Join(points, " "), colour)
		at := float64(top + 10 + 20*k)
		line(width-right+15, at-4, width-right+35, at-4, colour)
		text(width-right+42, at, "start", c.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// TestPlot: a plot is XML, and its points lie between the axes.
func TestPlot(t *testing.T) {
	c := curve{name: "a < b"}
	for k := range 5 {
		c.add(math.Pow(10, float64(k)), 3/float64(k+1))
	}
	for _, p := range []plot{{logs: true, curves: []curve{c}}, {logX: true, curves: []curve{c}}, {curves: []curve{c, c}}} {
		var got struct {
			Points []struct {
				X float64 `xml:"cx,attr"`
				Y float64 `xml:"cy,attr"`
			} `xml:"circle"`
		}
		if err := xml.Unmarshal([]byte(p.svg()), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Points) != 5*len(p.curves) {
			t.Errorf("%d points", len(got.Points))
		}
		for _, at := range got.Points {
			if at.X < left || at.X > width-right || at.Y < top || at.Y > height-bottom {
				t.Errorf("a point at %v", at)
			}
		}
	}
}
