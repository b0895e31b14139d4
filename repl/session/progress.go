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

// The time after which the line of an evaluation appears, and how often it is rewritten.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// eraseLine moves the cursor to the start of the line and erases the line.
var eraseLine = paint.Code("\r\x1b[K")

// Progress is the line on standard error that says how long an evaluation has been running, and
// where it is. It disappears when the evaluation is over. Nothing else is written while it is
// there. A nil Progress shows nothing.
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

// clock tells the time and schedules calls; tests have their own.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func())
}

var realClock = clock{time.Now, func(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}}

// NewProgress returns the line for evaluations that write their messages to w. It is nil if w is no
// terminal, or one that cannot erase a line.
func NewProgress(w io.Writer) *Progress {
	if !paint.IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Progress{w: w, width: func() int { return edit.Width(w) }, clock: realClock}
}

// at is the place that evaluations update with what they are doing.
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

// Say says where an evaluation is.
func (p *Progress) Say(text string) {
	if p != nil {
		p.place.Say(text)
	}
}

// Begin starts an evaluation and returns the function that ends it, which may be called more than
// once. An evaluation within another one is a part of it.
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

// later draws the line after some time. Each evaluation has its own start. A call that comes too
// late sees by it that its evaluation is over.
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

// end ends an evaluation, and erases the line when the outermost one ends.
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

// fitting returns as much of a text as fits into a number of columns. No character takes more
// columns than it has bytes.
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
