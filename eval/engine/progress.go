package engine

import "sync/atomic"

// Place is where an evaluation is, for somebody who watches it run. The evaluation reports
// this itself where that costs nothing: at each statement of the program and, when asked,
// at the next statement that it comes to.
type Place struct {
	asked atomic.Bool
	text  atomic.Pointer[string]
}

// Asked tells whether the evaluation should report its place: it is at an outermost
// statement of the program, or somebody has asked.
func (p *Place) Asked(outermost bool) bool {
	return p != nil && (outermost || p.asked.Load())
}

// Say notes where the evaluation is.
func (p *Place) Say(text string) {
	p.asked.Store(false)
	p.text.Store(&text)
}

// Ask returns the last report, or "", and asks for a new one.
func (p *Place) Ask() string {
	p.asked.Store(true)
	if text := p.text.Load(); text != nil {
		return *text
	}
	return ""
}

// Clear forgets the last report.
func (p *Place) Clear() { p.text.Store(nil) }
