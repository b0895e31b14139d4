package session

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/repl/edit"
	"funmem/repl/paint"
)

// When the line of an evaluation appears, and how often it is written anew.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// eraseLine puts the cursor at the start of the line and erases that.
var eraseLine = paint.Code("\r\x1b[K")

// Progress is the line on standard error that says how long an evaluation has been
// running, and where it is. It is gone when the evaluation is over, so that nothing
// else is written while it is there. A nil progress shows nothing.
type Progress struct {
	w     io.Writer
	width func() int // of the terminal
	place engine.Place
	clock clock

	mu    sync.Mutex
	depth int // of evaluations within each other
	start time.Time
	stop  func() // of the clock
	shown bool
}

// clock is the time, and calls for something to be done later; tests have their own.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func())
}

var realClock = clock{time.Now, func(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}}

// NewProgress is the line for evaluations whose messages go to w: none, where that
// is no terminal, or one that cannot erase a line.
func NewProgress(w io.Writer) *Progress {
	if !paint.IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Progress{w: w, width: func() int { return edit.Width(w) }, clock: realClock}
}

// at is where evaluations say what they do.
func (p *Progress) at() *engine.Place {
	if p == nil {
		return nil
	}
	return &p.place
}

// Inputs says how many inputs a validation has run.
func (p *Progress) Inputs(sub *validate.Subject, ran, of int) {
	if place := p.at(); place.Asked(false) {
		place.Say(fmt.Sprintf("%s, %d of %d inputs", sub, ran, of))
	}
}

// Begin starts an evaluation, and returns what ends it; that may be called again.
// An evaluation within another is a part of it.
func (p *Progress) Begin() (end func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.depth++; p.depth == 1 {
		p.place.Clear()
		p.start = p.clock.now()
		p.later(progressAfter)
	}
	var once sync.Once
	return func() { once.Do(p.end) }
}

// later draws the line in a while. Each evaluation has a start of its own, by which
// a call that comes too late knows that it is over.
func (p *Progress) later(d time.Duration) {
	start := p.start
	p.stop = p.clock.after(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.depth > 0 && p.start == start {
			p.draw()
			p.later(progressEvery)
		}
	})
}

// end ends an evaluation, and erases the line with the outermost one.
func (p *Progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.depth--; p.depth > 0 {
		return
	}
	p.stop()
	if p.shown {
		io.WriteString(p.w, eraseLine)
	}
	p.shown = false
}

// fitting is as much of a text as fits so many columns: no character takes more of
// them than it has bytes.
func fitting(text string, columns int) string {
	if len(text) <= columns {
		return text
	}
	for columns -= len("…"); len(text) > max(0, columns); {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	return text + "…"
}

// draw writes the line, as much of it as fits.
func (p *Progress) draw() {
	text := fmt.Sprintf("running %.1f s", p.clock.now().Sub(p.start).Seconds())
	if where := p.place.Ask(); where != "" {
		text += ": " + where
	}
	io.WriteString(p.w, eraseLine+fitting(strings.ReplaceAll(paint.Shown(text), "\n", " "), p.width()-1))
	p.shown = true
}
